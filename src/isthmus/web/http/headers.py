"""Adds security headers to every response: content policy, referrer policy, and https only. Files get a few of them."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SecurityHeaders"]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_UNUSED = "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "payment", "usb"
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # the address of a page may hold the token of a seat
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{name}=()" for name in _UNUSED).encode()),
)
_FILES = (b"text/css", b"text/javascript")
"""Media types that are never a document. A page loads dozens of such files, and the headers are part of its weight."""
_FOR_FILES = tuple(one for one in _HEADERS if one[0] in (b"x-content-type-options", b"cross-origin-resource-policy"))
_REPLACED = {b"content-security-policy", b"cross-origin-opener-policy"}
"""Headers that a response may set itself. A document that is not ours has a different policy from a page of the app."""
_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
_STARTS = ("http.response.start", "websocket.http.response.start", "websocket.accept")


class SecurityHeaders:
    """Adds the headers to every response of an application, including responses to sockets.

    With ``secure``, browsers are told to use only https even if a proxy forwards their requests as plain http.
    """

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        secure = self.secure or scope["scheme"] in ("https", "wss")

        async def sent(message: Message) -> None:
            if message["type"] in _STARTS:
                headers = list(message.get("headers", ()))
                named = {name.lower(): value for name, value in headers}
                wanted = _FOR_FILES if named.get(b"content-type", b"").startswith(_FILES) else _HEADERS
                own = named.keys() & _REPLACED
                if secure:
                    headers = [_https_only(name, value) for name, value in headers] + [_HTTPS_ONLY]
                message = {**message, "headers": [*headers, *(one for one in wanted if one[0] not in own)]}
            await send(message)

        await self.app(scope, receive, sent)


def _https_only(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """The header, with ``Secure`` added if it sets a cookie."""
    if name.lower() == b"set-cookie" and b"; secure" not in value.lower():
        value += b"; Secure"
    return name, value
