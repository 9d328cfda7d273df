"""``isthmus serve``: serve the web app from this machine."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Thread
from typing import Annotated, Literal

import typer

from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output

__all__ = ["serve"]

ANY = ("0.0.0.0", "::")
"""The addresses that mean all interfaces of this machine."""
MAKE = "ISTHMUS_MAKE"
"""The environment variable that `make play` sets."""


def serve(
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen on; with 0.0.0.0 other machines can connect.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen on; 0 picks a free one.")
    ] = 8010,
    database: Annotated[
        str | None, typer.Option(help="Database of games as a SQLAlchemy URL. Default: a SQLite file.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=64, help="Engine processes for the computer's turns; analyses have others."
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
    opened: Annotated[bool, typer.Option("--open/--no-open", hidden=True, help="The same as --browser.")] = True,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="An address at which browsers reach this server, such as https://play.example behind a proxy. "
            "Other names are refused, except localhost and the name given with --host. Repeatable.",
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded-For and -Proto are trusted. Repeatable."),
    ] = None,
    limits: Annotated[bool, typer.Option(help="Apply rate limits.")] = True,
    reports: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="A folder of finished lab reports to show under Learn."),
    ] = None,
    notice: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            readable=True,
            help="A Markdown file about this site, such as who runs it and what it stores. The start page links to it.",
        ),
    ] = None,
    log: Annotated[
        Literal["error", "warning", "info"],
        typer.Option(metavar="LEVEL", help="What to write to stderr: error, warning, or info (every request)."),
    ] = "warning",
) -> None:
    """Play and watch in a browser. Ctrl-C ends the server; games are kept."""
    from isthmus.web.server import bind, run
    from isthmus.web.settings import Settings

    origins, proxies = tuple(_origin(one) for one in origin or ()), tuple(_proxy(one) for one in trusted_proxy or ())
    usual = Settings()
    settings = Settings(
        database=usual.database if database is None else database,
        workers=workers or usual.workers,
        origins=origins,
        secure=bool(origins) and all(one.startswith("https:") for one in origins),
        proxies=proxies,
        limits=limits,
        log=log,
        reports=reports,
        notice=notice,
    )
    try:
        listener = bind(host, port)
    except OSError as error:
        raise CommandError(f"the server could not start at {_address(host, port)}: {_why(error, port)}") from None
    bound, taken, *_ = listener.getsockname()
    settings, address = replace(settings, hosts=(host, bound), network=_network(host, taken)), _address(host, taken)

    def started(advice: str) -> None:
        output().print(f"Isthmus is at {address} (Ctrl-C ends it)", markup=False)
        for line in _reach(host, settings.network, origins, proxied=bool(proxies)):
            output().print(line, markup=False, soft_wrap=True)
        if advice:
            output().print(advice, markup=False, soft_wrap=True)
        if browser and opened:
            Thread(target=webbrowser.open, args=[address], daemon=True).start()  # some browsers block their caller

    if not run(settings, listener, started):
        raise CommandError(f"the server could not start at {address}")


def _address(host: str, port: int) -> str:
    """The address of the server for a browser on this machine."""
    name = "localhost" if host in {"127.0.0.1", "::1", *ANY} else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def _why(error: OSError, port: int) -> str:
    """Why a socket could not be opened, and what to do about it."""
    import errno

    if error.errno == errno.EADDRINUSE:
        option = f"--port {port % 65535 + 1}"
        by_make = f' (make play PLAY="{option}")' if os.environ.get(MAKE) else ""
        return f"the port is taken, perhaps by another 'isthmus serve'; choose another with {option}{by_make}"
    if error.errno == errno.EACCES:
        return "ports below 1024 need special rights; choose another with --port"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "this machine has no such address; see --host"
    return error.strerror or str(error)


def _network(host: str, port: int) -> str:
    """The address for other machines, if the server listens on all interfaces of this machine; otherwise empty."""
    if host not in ANY:
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; this only finds the outgoing address
        except OSError:
            return ""
        return _address(probe.getsockname()[0], port).rstrip("/")


def _reach(host: str, network: str, origins: Sequence[str], *, proxied: bool) -> list[str]:
    """Whether other machines can connect, and how."""
    if origins:
        said = [f"Browsers reach it at {', '.join(origins)}."]
        if not proxied and any(origin.startswith("https:") for origin in origins):
            said.append("Without --trusted-proxy, all clients of the https proxy share the rate limits of one address.")
        return said
    if network:
        return [f"Others on this network can open {network}/"]
    if host in {"127.0.0.1", "::1", "localhost"}:
        return ["Only this machine can connect; with --host 0.0.0.0 others can too."]
    return []


def _origin(text: str) -> str:
    """An address in the form of an Origin header: lower case, IDNA, without the default port."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        usual = {"http": 80, "https": 443}[parts.scheme]
        if not parts.hostname or "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError
        name = parts.hostname.encode("idna").decode("ascii")
        port = "" if parts.port in {None, usual} else f":{parts.port}"
    except (KeyError, ValueError):
        raise CommandError(f"--origin {text}: expected an address such as https://play.example") from None
    return f"{parts.scheme}://{f'[{name}]' if ':' in name else name}{port}"


def _proxy(text: str) -> str:
    """Check the address or network of a proxy."""
    try:
        return str(ip_network(text)) if "/" in text else str(ip_address(text))
    except ValueError:
        raise CommandError(f"--trusted-proxy {text}: expected an address or a network, such as 10.0.0.0/8") from None
