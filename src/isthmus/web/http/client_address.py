"""The client address that is charged for a request and for the work it causes."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["ClientAddressMiddleware", "also_mapped", "client_address", "current_client_address", "customer"]

_ADDRESS: ContextVar[str] = ContextVar("current_client_address", default="")


def client_address(connection: HTTPConnection) -> str:
    """The address that a request comes from. For IPv6 it is the network that one customer gets."""
    return customer(connection.client.host if connection.client else "")


def customer(address: str) -> str:
    """The range that one customer gets: an IPv4 address, or the network of an IPv6 address. A text that is not an
    address is returned unchanged."""
    try:
        read = ip_address(address.partition("%")[0])  # the zone names an interface of this machine
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        return str(read.ipv4_mapped or read.exploded[:19])
    return str(read)


def also_mapped(networks: Iterable[str]) -> list[str]:
    """Addresses and networks, those of IPv4 also as a socket of IPv6 shows them: ``10.0.0.0/8``,
    ``::ffff:10.0.0.0/104``."""
    found = []
    for network in map(ip_network, networks):
        found.append(str(network))
        if network.version == 4:
            found.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return found


def current_client_address() -> str:
    """The client address of the request that caused the running code, also in tasks and timers. Empty outside a
    request."""
    return _ADDRESS.get()


class ClientAddressMiddleware:
    """Records the client address, for ``current_client_address``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] in ("http", "websocket"):
            _ADDRESS.set(client_address(HTTPConnection(scope)))
        await self.app(scope, receive, send)
