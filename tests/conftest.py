"""Makes tests/support importable, and keeps the tester's own environment out of the tests."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
for name in ("TERM", "COLORTERM", "NO_COLOR", "LINES", "COLUMNS", "LC_ALL"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
