"""``isthmus serve``: the web app on this machine."""

from __future__ import annotations

import webbrowser
from threading import Timer
from typing import Annotated

import typer

from isthmus.cli.console import output
from isthmus.cli.errors import CommandError

__all__ = ["serve"]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8010,
    database: Annotated[
        str | None, typer.Option(help="Where games are kept, a URL of SQLAlchemy; usual a file of SQLite.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Engine processes.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Play and watch in a browser. Ctrl-C ends the server; games are kept."""
    from isthmus.web.server import run
    from isthmus.web.settings import Settings

    usual = Settings()
    settings = Settings(database=database or usual.database, workers=workers or usual.workers)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    output().print(f"Isthmus is at {address} (Ctrl-C ends it)", markup=False)
    if browser:
        Timer(1.0, webbrowser.open, [address]).start()
    if not run(settings, host, port):
        raise CommandError(f"the server could not begin at {address}")
