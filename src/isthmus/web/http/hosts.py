"""Hosts: the names that this server answers to.

Another site can make its own name resolve to this machine (DNS rebinding). Then its scripts have the same origin as
ours. But the browser still sends the name of the other site.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from isthmus.web.http.refusals import refuse
from isthmus.web.settings import Settings

__all__ = ["Hosts", "is_loopback"]

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?", re.ASCII)
Name = str | IPv4Address | IPv6Address


class Hosts:
    """Accepts requests to a name of this server: loopback, the addresses where it listens, and the hosts of its
    origins.

    A server that listens at all addresses of its machine also accepts any numeric address, because it cannot be another
    site's name. Ports are ignored, because a proxy may use another port. Only browsers can be misled, and they always
    send a name.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        listens = {_read(host) for host in settings.hosts}
        self._names = listens | {_read(urlsplit(origin).hostname or "") for origin in settings.origins}
        self._any_number = any(not isinstance(name, str) and name.is_unspecified for name in listens)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        host = Headers(scope=scope).get("host") if scope["type"] in ("http", "websocket") else None
        if host is None or self.answers_to(host):
            await self.app(scope, receive, send)
            return
        words = f"This server does not answer to the name {host[:80]}; its operator can allow it with --origin."
        await refuse(scope, receive, send, 421, words, unread=True)

    def answers_to(self, host: str) -> bool:
        """Whether a Host header names this server."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = _read(match[1] or match[2])
        if name in self._names:
            return True
        return _loops(name) or (not isinstance(name, str) and self._any_number)


def is_loopback(host: str) -> bool:
    """Whether a name or an address always means the machine that asks."""
    return _loops(_read(host))


def _loops(name: Name) -> bool:
    if isinstance(name, str):
        return name == "localhost" or name.endswith(".localhost")
    return name.is_loopback


def _read(text: str) -> Name:
    """A name or an address in its normal form: lower case, without a final dot."""
    try:
        address = ip_address(text)
    except ValueError:
        return text.lower().removesuffix(".")
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
