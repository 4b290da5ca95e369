"""The crash harness, briefly; `python tests/support/crash_harness.py --kills 300` goes on for longer."""

from __future__ import annotations

from pathlib import Path

import pytest
from crash_harness import ring


@pytest.mark.parametrize(("boards", "kills"), [(1, 5), (2, 3)], ids=["one board", "two boards"])
async def test_killed_boards_keep_their_word(tmp_path: Path, boards: int, kills: int) -> None:
    made = ring(tmp_path, bots=4, boards=boards, seed=9)
    await made.run(kills, boards)
    assert made.kills == kills and sum(bot.drops for bot in made.bots) >= 1
    assert sum(len(bot.games) for bot in made.bots) >= 8
