"""Makes tests/support importable, and keeps the tester's own environment out of the tests."""

import os
import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent / "support"))
for name in ("TERM", "COLORTERM", "NO_COLOR", "LINES", "COLUMNS", "LC_ALL"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
# A shell's background jobs ignore it, and so would every program that a test begins.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How long an example takes says more of the machine than of the code.
settings.register_profile("door", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("door")


def pytest_xdist_auto_num_workers(config):
    """`-n auto`: half as many again as there are processors, since a third of the time is spent waiting for
    boards and clients that run beside the tests."""
    return (os.cpu_count() or 1) * 3 // 2
