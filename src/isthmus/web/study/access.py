"""Access to a study: the cookie of its owner."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from isthmus.web.http.cookies import give
from isthmus.web.services import services_of
from isthmus.web.study.studies import MissingStudyError, Study

__all__ = ["cookie_name", "give_study", "is_owner", "to_new_study", "wanted_study"]


async def wanted_study(request: Request, study_id: str) -> Study:
    """The study of a request. Raises HTTPException 404 if it does not exist."""
    try:
        return await run_in_threadpool(services_of(request).studies.read, study_id)
    except MissingStudyError:
        raise HTTPException(404, "There is no study at this address.") from None


def cookie_name(study_id: str) -> str:
    """The name of the cookie with its owner's token."""
    return f"isthmus-study-{study_id}"


def is_owner(request: Request, study: Study) -> bool:
    """Whether the request comes from the owner of a study."""
    return study.belongs_to(request.cookies.get(cookie_name(study.study_id), ""))


def give_study(answer: Response, study_id: str, token: str) -> None:
    """Set or renew the cookie that makes a browser the owner of a study."""
    give(answer, cookie_name(study_id), token, f"/study/{study_id}")


def to_new_study(study_id: str, token: str, node: int) -> Response:
    """Redirects to a new study, as its owner."""
    answer = RedirectResponse(f"/study/{study_id}?node={node}", status_code=303)
    give_study(answer, study_id, token)
    return answer
