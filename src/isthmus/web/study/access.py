"""Who may do what with a study: the cookie of its owner. What requests about studies bring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from isthmus.web.http.cookies import give
from isthmus.web.http.guards import LONGEST_BODY
from isthmus.web.parts import parts_of
from isthmus.web.study.studies import MissingStudyError, Study

__all__ = ["cookie_name", "give_study", "is_owner", "read_form", "read_json", "to_new_study", "wanted_study"]


async def wanted_study(request: Request, study_id: str) -> Study:
    """The study of a request; a 404 if there is none."""
    try:
        return await run_in_threadpool(parts_of(request).studies.read, study_id)
    except MissingStudyError:
        raise HTTPException(404, "There is no study at this address.") from None


def cookie_name(study_id: str) -> str:
    """The name of the cookie with the token of its owner."""
    return f"isthmus-study-{study_id}"


def is_owner(request: Request, study: Study) -> bool:
    """Whether the request comes from the owner of a study."""
    return study.belongs_to(request.cookies.get(cookie_name(study.study_id), ""))


def give_study(answer: Response, study_id: str, token: str) -> None:
    """Make who gets an answer the owner of a study, or let an owner keep it longer."""
    give(answer, cookie_name(study_id), token, f"/study/{study_id}")


def to_new_study(study_id: str, token: str, node: int) -> Response:
    """To a study that was just made, as its owner."""
    answer = RedirectResponse(f"/study/{study_id}?node={node}", status_code=303)
    give_study(answer, study_id, token)
    return answer


async def read_form(request: Request) -> tuple[Mapping[str, str], bytes]:
    """The fields of a form, and the file in it, empty if there is none."""
    file = b""
    fields: dict[str, str] = {}
    async with request.form(max_part_size=LONGEST_BODY) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                file = file or await value.read()
            else:
                fields[name] = value.replace("\r\n", "\n")
    return fields, file


async def read_json(request: Request) -> Mapping[str, Any]:
    """The JSON object of a request; HTTPException for anything else."""
    try:
        value = json.loads(await request.body())
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise HTTPException(422, "Expected JSON.") from None
    if not isinstance(value, dict):
        raise HTTPException(422, "Expected a JSON object.")
    return value
