"""Batches of work, run in this process, on a pool of local processes, or on a Ray cluster."""

from isthmus.work.choice import EXPECTED, runner_of
from isthmus.work.local import LocalRunner
from isthmus.work.runner import Runner

__all__ = ["EXPECTED", "LocalRunner", "Runner", "runner_of"]
