"""`door replay` and `door audit` on a day's deal, before it is laid open and after."""

import asyncio
from datetime import UTC, datetime, timedelta

from door.games.shutbox.rules import legal, move_text
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.screens.doors import find

shutbox = find("shutbox")

NOON = datetime(2025, 11, 5, 12, tzinfo=UTC)


class Clock:
    moment = NOON

    def __call__(self):
        return self.moment


async def one_deal(data, clock, *, tiles=True):
    """A caller's deal, given up after a move (where no dice have ended it) or at its first roll; its id."""
    store = GameStore(Folder(data), {"shutbox": shutbox}, lambda slug: shutbox.INFO.defaults(), UTC, clock)
    await store.open()
    begun = await store.games.begin(store.daily, GameWish("shutbox", "Ann", {"free_turn": False}))
    game = shutbox.game
    position = game.rules.new(begun.record.options, begun.record.seats, begun.record.chance)
    move = move_text(legal(position.open, sum(position.dice))[0])
    for made in (move, "quit") if tiles else ("quit",):
        if not position.over:
            store.games.add_move(begun.record.id, made)
            position = game.rules.apply(position, made)
    await store.games.finish(begun.record.id)
    await store.close()
    return begun.record.id


async def look_in(data, clock):
    store = GameStore(Folder(data), {"shutbox": shutbox}, lambda slug: shutbox.INFO.defaults(), UTC, clock)
    await store.open()
    await store.close()


def test_the_bulletin_has_the_daily_deals_too(tmp_path, door):
    month = datetime.now(UTC).strftime("%Y-%m")
    clock = Clock()
    clock.moment = datetime.now(UTC)
    asyncio.run(one_deal(tmp_path / "data", clock))
    code, out, err = door("bulletin", "shutbox", "--write", str(tmp_path / "sheets"))
    assert (code, err) == (0, "") and "Shut The Box: the daily deal" in out
    assert out.count("  1. Ann ") == 2 and "Today's, " in out, "in the month's table and in the day's"
    hung = (tmp_path / "sheets" / f"shutbox-{month}-daily.txt").read_text()
    assert "1 caller so far" in hung and "Ann" not in hung, "what hangs keeps the running day to itself"
    assert "Nobody" not in hung
    assert {path.name for path in (tmp_path / "sheets").iterdir()} == {
        f"shutbox-{month}{daily}.{kind}" for daily in ("", "-daily") for kind in ("txt", "asc", "ans")
    }
    assert "daily" not in door("bulletin", "thieves")[1], "nobody has played it there"
    settings = tmp_path / "config" / "doors" / "shutbox.yaml"
    settings.write_text(settings.read_text().replace("daily: true", "daily: false"))
    assert "daily" not in door("bulletin", "shutbox")[1]


def test_a_deal_is_replayed_once_its_day_is_over(tmp_path, door):
    clock = Clock()
    id = asyncio.run(one_deal(tmp_path / "data", clock, tiles=False))
    code, _, err = door("replay", id)
    assert code == 1
    assert err == (
        f"The game {id} belongs to the daily deal of 2025-11-05. You can replay it an hour after that day's "
        "midnight, board time.\n"
    )
    assert door("audit")[1].startswith("4 lines and 0 games checked: all proved.")
    clock.moment += timedelta(days=1)
    asyncio.run(look_in(tmp_path / "data", clock))
    code, out, err = door("replay", id)
    assert (code, err) == (0, "") and "the daily deal of 2025-11-05" in out and "Given up" in out
    code, out, err = door("audit")
    assert (code, err) == (0, "") and "and 1 game" in out
