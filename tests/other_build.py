"""A pytest plugin: the tests and all their workers use another build of the package than the editable install.

PYTHONPATH leads to it, and ISTHMUS_OTHER_BUILD names its profile. The finder of the editable install comes before
PYTHONPATH in the import system, so it is removed before anything imports isthmus. PYTEST_PLUGINS loads this module
before every conftest.
"""

import os
import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]

from isthmus import _native  # noqa: E402  # once the finder is gone

_found, _expected = _native.build_info()["profile"], os.environ["ISTHMUS_OTHER_BUILD"]
assert _found == _expected, f"found the build {_found!r}, expected {_expected!r}"
