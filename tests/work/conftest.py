"""Fixtures for the tests of runners: tasks, and a Ray cluster on this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir

import pytest

from isthmus.errors import SearchError
from isthmus.work import runner_of

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def ray_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster with two processors, started by ``ray start --head``.

    Two clusters on one machine give their clients the same ports, so each process of the tests waits for its turn.
    """
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed: pip install 'isthmus[cluster]'")
    from filelock import FileLock  # Ray depends on it

    with FileLock(Path(gettempdir()) / "isthmus-tests-ray.lock"):
        yield from started_cluster(tmp_path_factory.mktemp("ray") / "log")


def started_cluster(log: Path) -> Iterator[str]:
    port, client = free_port(), free_port()
    ray = [sys.executable, "-c", "from ray.scripts.scripts import main; main()"]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "RAY_AUTH_MODE": "disabled",
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    command = ["start", "--head", "--block", "--num-cpus=2", "--include-dashboard=false", "--node-ip-address=127.0.0.1"]
    command += [f"--port={port}", f"--ray-client-server-port={client}", "--object-store-memory=100000000"]
    with log.open("wb") as out:
        head = subprocess.Popen([*ray, *command], env=environment, stdout=out, stderr=subprocess.STDOUT)
    os.environ["RAY_AUTH_MODE"] = "disabled"
    try:
        for _ in range(600):
            if head.poll() is not None:
                pytest.fail(f"ray start ended with {head.returncode}:\n{log.read_text(encoding='utf-8')}")
            with socket.socket() as trial:
                trial.settimeout(0.1)
                if trial.connect_ex(("127.0.0.1", client)) == 0:
                    break
            head_waits(head)
        address = f"ray://127.0.0.1:{client}"
        wait_until_it_works(address)
        yield address
    finally:
        head.terminate()
        head.wait(30)


def wait_until_it_works(address: str, attempts: int = 5) -> None:
    """On a busy machine, a port may answer before the cluster is ready."""
    for attempt in range(1, attempts + 1):
        try:
            runner_of(address, 1).close()
        except SearchError:
            if attempt == attempts:
                raise
        else:
            return


def head_waits(head: subprocess.Popen[bytes]) -> None:
    try:
        head.wait(0.1)
    except subprocess.TimeoutExpired:
        return
