"""A board that dies while it asks for a worker leaves no traceback in anybody's log."""

import subprocess
import sys

import pytest
from effort import PATIENCE

ORPHAN = """
import os
from multiprocessing import forkserver
from multiprocessing.connection import wait
{prepare}
read, write = os.pipe()
with open(write, "wb"):
    status, alive = forkserver.connect_to_new_process([read])
os.close(read)  # nobody will ever say what the new process is to do
with open(alive, "wb"):
    wait([status])  # it has ended
"""
PREPARE = "from door.server.worker_pool import workers; workers()"


@pytest.mark.parametrize(("prepare", "quiet"), [(PREPARE, True), ("", False)])
def test_a_worker_without_a_board_ends_in_silence(prepare, quiet):
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN.format(prepare=prepare)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert ("Traceback" not in done.stderr) == quiet, "the test sees what the board would leave"
