"""What a killed process leaves in saves/, and what a living one has there for a moment."""

import os
import time

from door.records.play.saves import Saves


def test_a_sweep_leaves_a_fresh_draft(tmp_path):
    young, old = tmp_path / ".aa.new", tmp_path / ".bb.new"
    for path in (young, old):
        path.write_text("{}\n")
    os.utime(old, (time.time() - 3600,) * 2)
    assert Saves(tmp_path).sweep(lambda id: False, lambda id: True) == []
    assert young.exists() and not old.exists()
