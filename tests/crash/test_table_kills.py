"""Killed boards and games of several callers, briefly; `python tests/support/table_kills.py` goes on."""

from random import Random

import pytest
from table_kills import Ring


@pytest.mark.whole("kills")
def test_a_killed_board_keeps_its_word_at_tables(tmp_path):
    ring = Ring(tmp_path / "data", Random(3))
    ring.run(kills=4, minutes=2)
    ring.check()
    assert ring.kills == 4
    assert len(ring.acted) > 20
