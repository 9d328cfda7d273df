"""Runs Caddy in front of the server with docs/proxy/Caddyfile: https with a host name, on a port of this test."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any

from live_server import PATIENCE, Answer, until
from websockets.sync.client import ClientConnection, connect

__all__ = ["NAME", "Proxy", "caddy", "proxied"]

ROOT = Path(__file__).parent.parent.parent
NAME = "play.example"


def caddy() -> str | None:
    """The path of Caddy, installed on this machine or by scripts/install-proxy; None if it is not installed."""
    fetched = ROOT / "build" / "caddy" / "usr" / "bin" / "caddy"
    return shutil.which("caddy") or (str(fetched) if fetched.exists() else None)


class _Secure(HTTPSConnection):
    """A connection to the proxy, even if the name resolves elsewhere."""

    def __init__(self, port: int, context: ssl.SSLContext, source: str) -> None:
        super().__init__(NAME, context=context, timeout=PATIENCE)
        self.where, self.source, self.trust = ("127.0.0.1", port), source, context

    def connect(self) -> None:
        line = socket.create_connection(self.where, PATIENCE, source_address=(self.source, 0))
        self.sock = self.trust.wrap_socket(line, server_hostname=NAME)


@dataclass(frozen=True)
class Proxy:
    """A running proxy. Tests talk to it as browsers do."""

    port: int
    trust: ssl.SSLContext

    def ask(
        self, method: str, path: str, body: bytes | None = None, source: str = "127.0.0.1", **headers: str
    ) -> Answer:
        connection = _Secure(self.port, self.trust, source)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def post(self, path: str, value: Any, source: str = "127.0.0.1", **headers: str) -> Answer:
        return self.ask("POST", path, json.dumps(value).encode(), source, Content_Type="application/json", **headers)

    @contextmanager
    def stream(self, path: str) -> Iterator[HTTPResponse]:
        """An answer that does not end."""
        connection = _Secure(self.port, self.trust, "127.0.0.1")
        connection.request("GET", path)
        try:
            yield connection.getresponse()
        finally:
            connection.close()

    @contextmanager
    def socket(self, path: str, **headers: str) -> Iterator[ClientConnection]:
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        with connect(f"wss://{NAME}{path}", sock=line, ssl=self.trust, additional_headers=headers) as talk:
            yield talk


@contextmanager
def proxied(folder: Path, server: str) -> Iterator[Proxy]:
    """The proxy in front of a server at ``host:port``. Its output is in ``caddy.txt``."""
    found = caddy()
    assert found
    port = free_port()
    environment = os.environ | {"ISTHMUS_SITE": NAME, "ISTHMUS_SERVER": server, "XDG_DATA_HOME": str(folder)}
    environment |= {"XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    shipped = [found, "adapt", "--config", str(ROOT / "docs" / "proxy" / "Caddyfile"), "--adapter", "caddyfile"]
    config = json.loads(
        subprocess.run(shipped, env=environment, check=True, capture_output=True, timeout=PATIENCE).stdout
    )
    # Everything is as shipped, except the port and a self-signed certificate.
    (site,) = config["apps"]["http"]["servers"].values()
    site |= {"listen": [f"127.0.0.1:{port}"], "automatic_https": {"disable_redirects": True}}
    config["admin"] = {"disabled": True}
    config["apps"]["tls"] = {"automation": {"policies": [{"subjects": [NAME], "issuers": [{"module": "internal"}]}]}}
    config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
    (folder / "caddy.json").write_text(json.dumps(config), encoding="utf-8")
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    with (folder / "caddy.txt").open("wb") as log:
        wanted = [found, "run", "--config", str(folder / "caddy.json")]
        process = subprocess.Popen(wanted, env=environment, stdout=log, stderr=log)
    try:
        until(lambda: process.poll() is not None or written(authority), "the certificate of the proxy")
        trust = ssl.create_default_context(cafile=str(authority))
        proxy = Proxy(port, trust)
        until(lambda: process.poll() is not None or speaks(proxy), "the proxy")
        assert process.poll() is None, (folder / "caddy.txt").read_text(encoding="utf-8")
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE)


def written(certificate: Path) -> bool:
    return certificate.exists() and "-----END" in certificate.read_text(encoding="ascii")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def speaks(proxy: Proxy) -> bool:
    with suppress(OSError):
        proxy.ask("GET", "/healthz")
        return True
    return False
