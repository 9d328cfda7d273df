"""The runner on a Ray cluster of several machines. Needs ``isthmus[cluster]`` on every machine."""

from __future__ import annotations

import os
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from isthmus.errors import IsthmusError, SearchError
from isthmus.work.runner import ATTEMPTS, Runner, lost

__all__ = ["RayRunner"]

_PATIENCE = 5.0
"""Seconds within which a machine must answer."""


class RayRunner(Runner):
    """Runs batches as tasks of Ray, each on one processor of the cluster; Ray retries those whose worker dies.

    ``address`` is ``ray://HOST:PORT`` of a Ray client server, or None for the cluster that this machine is part of.
    ``jobs`` batches run at a time, by default one for each processor of the cluster; one more waits. Raises SearchError
    if Ray is not installed or the cluster does not answer.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        if find_spec("ray") is None:
            raise SearchError("running on Ray needs ray; install: pip install 'isthmus[cluster]'")
        if address is not None:
            _check_answers(address)
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # otherwise Ray warns about future versions
        import ray as untyped

        ray: Any = untyped
        self._ray = ray
        # An existing cluster, such as that of a notebook, is not changed.
        self._ours = not ray.is_initialized()
        if self._ours:
            _connect(ray, address)
        self._task = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(_done)
        super().__init__(jobs or int(ray.cluster_resources().get("CPU", 1)))
        self._under_way: dict[Any, object] = {}

    @property
    def free(self) -> int:
        return self._jobs + 1 - self.under_way  # one more is always waiting, so no worker waits for the network

    @property
    def under_way(self) -> int:
        return len(self._under_way)

    def send(self, work: Callable[[Any], Any], batch: Any) -> None:
        # Ray would answer a lost connection by looking for another cluster, without a time limit.
        if not self._ray.is_initialized():
            raise SearchError("the connection to the Ray cluster is closed")
        try:
            self._under_way[self._task.remote(work, batch)] = batch
        except ConnectionError as error:
            raise _lost_cluster(error) from None

    def finished(self, seconds: float | None = None) -> list[tuple[Any, Any]]:
        if not self._under_way:
            return []
        try:
            ready, _ = self._ray.wait(list(self._under_way), num_returns=1, timeout=seconds)
        except ConnectionError as error:
            raise _lost_cluster(error) from None
        done = [(task, self._under_way.pop(task)) for task in ready]
        return [(batch, self._result(task, batch)) for task, batch in done]

    def give_up(self) -> None:
        # Without a cluster there is nothing to cancel.
        with suppress(ConnectionError):
            for task in self._under_way if self._ray.is_initialized() else ():
                self._ray.cancel(task, force=True)
        self._under_way.clear()

    def close(self) -> None:
        self.give_up()
        if self._ours and self._ray.is_initialized():
            self._ray.shutdown()

    def _result(self, task: Any, batch: object) -> Any:
        errors = self._ray.exceptions
        try:
            right, answer = self._ray.get(task)
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError):
            raise lost(batch) from None
        except ConnectionError as error:
            raise _lost_cluster(error) from None
        except errors.RayError as error:
            raise SearchError(f"Ray: {_first_line(error)}") from None
        if right:
            return answer
        assert isinstance(answer, IsthmusError)
        raise answer


def _done(work: Callable[[Any], Any], batch: object) -> tuple[bool, Any]:
    """A task: whether it succeeded, and its result or error."""
    try:
        return True, work(batch)
    except IsthmusError as error:
        return False, error
    except Exception:
        return False, SearchError(f"a batch of work failed:\n{traceback.format_exc()}")


def _connect(ray: Any, address: str | None) -> None:
    """Connect; tries again if a Ray client server gives up starting its process for us, which it does after 30 s."""
    if address is None:
        _check_here(ray)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            ray.init(
                address or "auto",
                namespace="isthmus",
                log_to_driver=False,
                logging_level="ERROR",
                **({} if address else {"configure_logging": True}),
            )
        except ConnectionAbortedError as error:
            ray.shutdown()
            if attempt == ATTEMPTS:
                raise SearchError(f"Ray at {address or 'this machine'}: {_last_line(error)}") from None
        except ConnectionError as error:
            hint = "start one with: ray start --head" if address is None else "is 'ray start --head' running there?"
            raise SearchError(f"no Ray cluster at {address or 'this machine'}: {_first_line(error)}; {hint}") from None
        except RuntimeError as error:  # other versions of Ray or Python there
            raise SearchError(f"Ray at {address or 'this machine'}: {_first_line(error)}") from None
        else:
            return


def _check_answers(address: str) -> None:
    """Raise SearchError if nothing listens at an address; Ray itself would try for half a minute."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname if parts.scheme == "ray" else None, parts.port or 10001
    except ValueError:
        host, port = None, 0
    if not host:
        raise SearchError(f"{address!r} is not the address of a cluster; expected ray://HOST:PORT")
    try:
        socket.create_connection((host, port), timeout=_PATIENCE).close()
    except OSError as error:
        raise SearchError(f"no Ray cluster at {address}: {error.strerror or error}") from None


def _check_here(ray: Any) -> None:
    """Raise SearchError if this machine is not part of a cluster; Ray would wait minutes for one that has ended."""
    hint = "start one with: ray start --head"
    try:
        found = ray._private.services.canonicalize_bootstrap_address("auto")
    except (ConnectionError, ValueError):
        found = None
    host, _, port = (found or "").rpartition(":")
    try:
        if not port.isdigit():
            raise SearchError(f"no Ray cluster on this machine; {hint}")
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
    except OSError as error:
        raise SearchError(f"no Ray cluster on this machine at {found}: {error.strerror or error}; {hint}") from None


def _lost_cluster(error: ConnectionError) -> SearchError:
    return SearchError(f"the Ray cluster was lost: {_first_line(error)}")


def _last_line(error: BaseException) -> str:
    """The reason, where the text of an error ends with a traceback."""
    return _first_line(Exception(str(error).strip().rpartition("\n")[2]))


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__
