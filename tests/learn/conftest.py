"""Lets the tests of training share their samples."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
