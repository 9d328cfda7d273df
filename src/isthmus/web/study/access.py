"""Access to a study: the cookie of its owner."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from isthmus.web.http.cookies import give
from isthmus.web.http.tokens import TOKEN_LENGTH
from isthmus.web.services import services_of
from isthmus.web.study.studies import MissingStudyError, Study

__all__ = ["is_owner", "keep_owner", "owner_token", "to_new_study", "wanted_study"]


async def wanted_study(request: Request, study_id: str) -> Study:
    """The study of a request. Raises HTTPException 404 if it does not exist."""
    try:
        return await run_in_threadpool(services_of(request).studies.read, study_id)
    except MissingStudyError:
        raise HTTPException(404, "There is no study at this address.") from None


def is_owner(request: Request, study: Study) -> bool:
    """Whether the request comes from the owner of a study."""
    return bool(_owning(request, study))


def keep_owner(request: Request, answer: Response, study: Study) -> None:
    """Renew the cookie that makes a browser the owner of a study, if it is."""
    for name, path in _owning(request, study).items():
        give(answer, name, request.cookies[name], path)


def owner_token(request: Request) -> str:
    """The token of the browser's studies; empty if it has none yet."""
    token = request.cookies.get(_STUDIES, "")
    return token if len(token) == TOKEN_LENGTH else ""


def to_new_study(request: Request, study_id: str, token: str, node: int) -> Response:
    """Redirects to a new study, as its owner."""
    answer = RedirectResponse(f"/study/{study_id}?node={node}", status_code=303)
    give(answer, _STUDIES, token, "/")
    if not owner_token(request):  # another window may be making the browser's first study too, and replace the cookie
        give(answer, _cookie_of(study_id), token, f"/study/{study_id}")
    return answer


_STUDIES = "isthmus-studies"
"""One cookie for all studies of a browser, because browsers keep about 180 cookies of a site."""


def _cookie_of(study_id: str) -> str:
    return f"isthmus-study-{study_id}"


def _owning(request: Request, study: Study) -> dict[str, str]:
    """The cookies that make the browser the owner, with their paths. Older studies have a cookie each."""
    cookies = {_STUDIES: "/", _cookie_of(study.study_id): f"/study/{study.study_id}"}
    return {name: path for name, path in cookies.items() if study.belongs_to(request.cookies.get(name, ""))}
