"""Nets: what their tests share is beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
