"""A pytest plugin for scripts/run-sanitized: the tests, and every worker of theirs, get the sanitizer build.

The editable install stands before PYTHONPATH in the import system, so its finder is taken out before anything imports
isthmus; named in PYTEST_PLUGINS, this module comes before every conftest.
"""

import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]

from isthmus import _native  # noqa: E402  # once the finder is gone

assert _native.build_info()["profile"] == "sanitize", "the sanitizer build was not found"
