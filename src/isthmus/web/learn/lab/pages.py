"""The pages under /learn/lab: all claims and reports, one claim, and a report as a separate document."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, Response

from isthmus.web.http.templating import page, problem
from isthmus.web.learn.lab.boards import boards, shared_boards
from isthmus.web.learn.lab.claims import Entry, claimed
from isthmus.web.learn.lab.reports import Report, reports_in
from isthmus.web.services import services_of

__all__ = ["POLICY", "router"]

router = APIRouter(include_in_schema=False)

ReportName = Annotated[str, Path(max_length=80)]

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; sandbox"
)
"""The policy of every report: its own styles and pictures, no scripts, no forms, nothing loaded.

``sandbox`` also gives the page another origin, so that no script in it could read this site's cookies.
"""
_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "unsafe-none",  # the standard forbids other values with a sandbox
}
_OWN = "site-"
"""The prefix of the names of a site's own reports. It keeps them apart from the reports of the package."""


def _own(request: Request) -> tuple[Entry, ...]:
    """The reports in the folder that the operator of this server chose. Empty if it cannot be read."""
    folder = services_of(request).settings.reports
    try:
        found = [] if folder is None else list(reports_in(folder, _OWN))
    except OSError:
        found = []
    return tuple(Entry(report.facts.study.title, (report,)) for report in found)


def _report(request: Request, name: str) -> tuple[Entry, Report] | None:
    """A report by its name, and the page about it."""
    for entry in _own(request) if name.startswith(_OWN) else claimed():
        for report in entry.reports:
            if report.name == name:
                return entry, report
    return None


def _missing() -> Response:
    return problem(404, "No such report", "There is no report at this address.")


@router.get("/learn/lab")
def index(request: Request) -> Response:
    """The inventors' claims with their verdicts, and the reports of this site."""
    own = _own(request)
    shown = {
        entry.name: next(boards(example for report in entry.reports for example in report.facts.examples), None)
        for entry in (*claimed(), *own)
    }
    pictures = [board for board in shown.values() if board]
    return page(
        "lab.html", section="Learn", claimed=claimed(), own=own, boards=shown, shared_boards=shared_boards(pictures)
    )


@router.get("/learn/lab/{name}")
def show(request: Request, name: ReportName) -> Response:
    """A claim: the results, the verdicts, example games, and a link to the report."""
    found = _report(request, name)
    if found is None:
        return _missing()
    entry, _ = found
    shown = {report.name: list(boards(report.facts.examples)) for report in entry.reports}
    pictures = [board for some in shown.values() for board in some]
    own = name.startswith(_OWN)
    return page(
        "lab_study.html", section="Learn", entry=entry, boards=shown, shared_boards=shared_boards(pictures), own=own
    )


@router.get("/learn/lab/{name}/report")
def report(request: Request, name: ReportName) -> Response:
    """The page that the lab made, unchanged."""
    found = _report(request, name)
    if found is None:
        return _missing()
    try:
        return HTMLResponse(found[1].page.read_bytes(), headers=_HEADERS)
    except OSError:
        return _missing()


@router.get("/learn/lab/{name}/figures")
def figures(request: Request, name: ReportName) -> Response:
    """All figures of a report as JSON."""
    found = _report(request, name)
    if found is None:
        return _missing()
    try:
        return Response(found[1].figures.read_bytes(), media_type="application/json")
    except OSError:
        return _missing()
