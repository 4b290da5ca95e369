"""Lays games that wait, as release 0.1.0 left them, for `tests/releases/test_waiting_games.py`.

It needs that release's own code (commit b5f89985) and the players of its golden journal, and is run once, in
a work tree of that commit:

    git show 217378f3:tests/support/journal_players.py > journal_players.py
    git show 217378f3:tests/support/journal_programme.py > journal_programme.py
    cp TESTS/releases/folders/lay_waiting_0_1_0.py .
    PYTHONPATH=.:tests/support python lay_waiting_0_1_0.py TESTS/releases/folders/waiting_0_1_0

A caller each has begun every kind of game that the release knew, has made half of its moves and hung up.
Three more have done so with the day's deal at each door that has one.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from door.games.api import Begun
from door.records.desk import Desk
from journal_players import sit_down
from journal_programme import programme

from door.games.catalogue import DOORS

BY_SLUG = {door.INFO.slug: door for door in DOORS}
NOW = datetime(2026, 11, 10, 20, tzinfo=UTC)


def options_for(slug):
    return {**BY_SLUG[slug].INFO.defaults(), "turns_per_day": 0}


async def lay(data: Path) -> None:
    desk, rng = Desk(data, BY_SLUG, options_for, UTC, lambda: NOW), Random(1)
    await desk.open()
    kinds = {}
    for game in programme(rng):
        if game.quit < 0:
            kinds.setdefault(json.dumps([game.slug, game.options, game.others], sort_keys=True), game)
    for number, key in enumerate(sorted(kinds), start=1):
        await leave(desk, rng, kinds[key].slug, f"Caller {number}", kinds[key].options, kinds[key].others)
    for slug in ("shutbox", "thieves"):
        for number in range(1, 4):
            await leave(desk, rng, slug, f"Daily {number}", {}, (), daily=True)
    await desk.close()


async def leave(desk, rng, slug, caller, options, others, daily=False) -> None:
    """Begin a game, make half of the moves that it takes to its end, and hang up."""
    begun = await desk.begin(slug, caller, options, (caller, *others), daily=daily)
    assert isinstance(begun, Begun), begun
    table = sit_down(slug, begun, rng)
    while not table.over:
        table.move("wild")
    for move in table.moves[: len(table.moves) // 2]:
        assert desk.moved(begun.id, move) == ""
    desk.forget(begun.id)


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        asyncio.run(lay(data))
        for name in ("journal", "saves", "daily"):
            shutil.copytree(data / name, target / name, ignore=shutil.ignore_patterns("*.lock", ".lock"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
