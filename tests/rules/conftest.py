"""The toy games can be imported from the tests of the rules."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
