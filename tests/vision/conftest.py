"""What the tests of seeing share."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can share `drawn_sets`
