"""A study as downloads. Pictures that take seconds are drawn in a worker process."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from isthmus.errors import IsthmusError
from isthmus.record import format_record, format_share_link
from isthmus.web.board.exporting import FORMATS, draw, file_name
from isthmus.web.http.access import own_address
from isthmus.web.http.client_address import client_address
from isthmus.web.http.fields import Id, Name, NodeText
from isthmus.web.http.templating import problem
from isthmus.web.services import services_of
from isthmus.web.study.access import wanted_study
from isthmus.web.study.pages import node_of

__all__ = ["router"]

router = APIRouter(prefix="/study/{study_id}", include_in_schema=False)


@router.get("/export/{name}")
async def export(request: Request, study_id: Id, name: Name, node: NodeText = None) -> Response:
    """The study in a format, as a download; ``?node=`` selects the position or line."""
    study = await wanted_study(request, study_id)
    form = FORMATS.get(name)
    if form is None:
        return problem(404, "No such format", f"The formats are {', '.join(FORMATS)}.")
    record, at = study.record, node_of(study.record, node)
    content: str | bytes
    try:
        if name == "link":
            content = (
                format_share_link(record, at, f"{own_address(request, services_of(request).settings)}/study") + "\n"
            )
        elif form.slow:
            content = await services_of(request).painters.paint(
                client_address(request), draw, name, format_record(record), at
            )
        else:
            content = await services_of(request).threads.run(form.write, record, at)
    except IsthmusError as error:
        return problem(422, f"{form.title} not available", str(error))
    headers = {"content-disposition": f'attachment; filename="{file_name(record, form)}"', "cache-control": "no-store"}
    return Response(content, media_type=form.media_type, headers=headers)
