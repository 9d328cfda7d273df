"""The page of a study, its requests, and its owner's edits. An edit names the version it is for."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from isthmus.engine import LEVELS, USUAL_LEVEL
from isthmus.errors import IsthmusError
from isthmus.record import Record
from isthmus.record.node import JUDGEMENTS
from isthmus.web.board.exporting import FORMATS
from isthmus.web.board.view import board_html
from isthmus.web.game.new_game import CLOCKS
from isthmus.web.game.parameter_labels import game_name, parameter_words
from isthmus.web.http.client_address import client_address
from isthmus.web.http.fields import Id, Name, NodeText
from isthmus.web.http.forms import Form, read_form
from isthmus.web.http.templating import page, problem
from isthmus.web.services import services_of
from isthmus.web.study.access import is_owner, keep_owner, owner_token, to_new_study, wanted_study
from isthmus.web.study.edits import Edited, edited
from isthmus.web.study.messages import news_message, place_message, tree_message
from isthmus.web.study.studies import StaleError, Study
from isthmus.web.study.wishes import read_wish

__all__ = ["node_of", "router"]

router = APIRouter(prefix="/study/{study_id}", include_in_schema=False)

COPY = Form("/study/{study_id}/copy", {"node": 8, "turns": 40_000})
"""``turns`` are the turns tried out in the study, separated by spaces."""


def node_of(record: Record, text: str | None) -> int:
    """The node in an address. The default is the end of the game."""
    if text is not None and text.isascii() and text.isdecimal() and len(text) < 8 and int(text) < len(record.nodes):
        return int(text)
    return record.last


@router.get("")
async def show(request: Request, study_id: Id, node: NodeText = None) -> Response:
    """The analysis board: editable for the owner, read-only for everybody else."""
    study = await wanted_study(request, study_id)
    here, mine = node_of(study.record, node), is_owner(request, study)

    def draw() -> Response:
        place = place_message(study.record, here)
        return page(
            "study.html",
            section="Study",
            study=study,
            game=study.record.game,
            called=game_name(study.record.game),
            words=parameter_words(study.record.game),
            levels=LEVELS,
            usual_level=USUAL_LEVEL,
            board=board_html(study.record.position(here)),
            facts={
                "id": study_id,
                "of": study.game_id,
                "owner": mine,
                "node": here,
                "tree": tree_message(study),
                "place": place,
            },
            judgements=JUDGEMENTS,
            formats=FORMATS,
            clocks=CLOCKS,
        )

    answer = await services_of(request).threads.run(draw)
    keep_owner(request, answer, study)
    return answer


@router.get("/tree")
async def tree(request: Request, study_id: Id) -> Response:
    """The whole study in its current version."""
    study = await wanted_study(request, study_id)
    message = await services_of(request).threads.run(tree_message, study)
    return JSONResponse(message, headers={"cache-control": "no-store"})


@router.get("/nodes/{node}")
async def place(request: Request, study_id: Id, node: Name, version: NodeText = None) -> Response:
    """The position at a node, for the version of the page. In another version the number may mean another turn."""
    study = await wanted_study(request, study_id)
    if version != str(study.version):
        return _refused(409, _STALE)
    if node != str(node_of(study.record, node)):
        return _refused(404, "There is no such turn.")
    return JSONResponse(await services_of(request).threads.run(place_message, study.record, int(node)))


@router.post("/edit")
async def edit(request: Request, study_id: Id) -> Response:
    """Make a change; ``edits.edited`` lists the kinds. The answer holds the differences."""
    study = await wanted_study(request, study_id)
    body = await request.body()
    try:
        wish = await services_of(request).readers.read(client_address(request), len(body), read_wish, body)
    except IsthmusError as error:
        return _refused(422, str(error))
    if not is_owner(request, study):
        return _refused(403, "Only the owner of this study can change it.")
    if wish.get("version") != study.version:
        return _refused(409, _STALE)
    try:
        done = await services_of(request).readers.read(
            client_address(request), len(wish.get("record") or ""), edited, study.record, wish
        )
        if done.record is not study.record:
            study = await run_in_threadpool(services_of(request).studies.change, study, done.record)
        return JSONResponse(await services_of(request).threads.run(_changes, study, done))
    except StaleError:
        return _refused(409, _STALE)
    except IsthmusError as error:
        return _refused(422, str(error))


_STALE = "The study has changed in the meantime."


def _refused(status: int, words: str) -> Response:
    """A refusal, for the script of the page."""
    return JSONResponse({"detail": words}, status, headers={"cache-control": "no-store"})


def _changes(study: Study, done: Edited) -> dict[str, Any]:
    if done.touched is None:
        return {"tree": tree_message(study), "node": done.node, "place": place_message(study.record, done.node)}
    return news_message(study, done.node, done.touched)


@router.post("/copy")
async def copy(request: Request, study_id: Id) -> Response:
    """Copies the study for a new owner, with the turns tried out in it."""
    study = await wanted_study(request, study_id)
    form = await read_form(request, COPY)
    wish = {"do": "line", "node": node_of(study.record, form.get("node")), "turns": form.get("turns", "").split()}
    try:
        done = await services_of(request).threads.run(edited, study.record, wish)
        made = await run_in_threadpool(
            services_of(request).studies.create, done.record, study.game_id, owner_token(request)
        )
    except IsthmusError as error:
        return problem(422, "This cannot be copied", str(error))
    return to_new_study(request, *made, done.node)


@router.post("/delete")
async def delete(request: Request, study_id: Id) -> Response:
    """Delete the study, for its owner."""
    study = await wanted_study(request, study_id)
    if not is_owner(request, study):
        return problem(403, "This cannot be deleted", "Only the owner of a study can delete it.")
    await run_in_threadpool(services_of(request).studies.remove, study_id)
    return RedirectResponse("/study", status_code=303)
