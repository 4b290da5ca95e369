"""Lays the folder of a board as release 0.1.0 left it, for `tests/releases/test_earlier_folders.py`.

It needs that release's own code (commit b5f89985), and is run once, in a work tree of it:

    cp TESTS/releases/folders/lay_0_1_0.py .
    PYTHONPATH=.:tests/support python lay_0_1_0.py TESTS/releases/folders/release_0_1_0

Ann has played, has a game that waits, and a daily deal that she dropped; Zoë was refused with a wrong
password, wrote a line and a letter; a network is banned.  Passwords are "open sesame".
"""

import asyncio
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from boardroom import Boardroom
from door.records.accounts import Accounts
from door.records.bans import Bans
from door.records.commons import Commons, LastCall
from door.records.strikefile import write_strikes
from door.records.strikes import Strikes

from door.games import microlink, mindbuster, shutbox, switchbox, thieves
from door.games.chance import Chance
from door.games.shutbox import rules
from door.settings.skeleton import init

DOORS = (shutbox, microlink, mindbuster, thieves, switchbox)
KEPT = ("config", "data")
MADE_ANEW = ("*.lock", "schema", "bulletins", "external")


async def lay(home: Path) -> None:
    init(home)
    board = Boardroom(home, doors=DOORS)
    await board.desk.open()
    for name in ("Ann", "Zoë", "Old Bob"):
        await board.register(name, keys="numpad" if name == "Ann" else "letters")
    board.callers.change("Zoë", lambda caller: replace(caller, level=255))
    for caller, given_up in (("Ann", False), ("Old Bob", True), ("Zoë", False)):
        await shut_the_box(board, caller, given_up)
    begun = await board.desk.begin("shutbox", "Ann", {})
    made = first(board, begun, 1)
    assert not rules.play(rules.Variant(), Chance(begun.chance.seed), made).over, "bad luck: lay it again"
    board.desk.forget(begun.id)
    daily = await board.desk.begin("shutbox", "Ann", {}, daily=True)
    first(board, daily, 1)
    board.desk.forget(daily.id)
    cards = await board.desk.begin("thieves", "Zoë", {})
    board.desk.forget(cards.id)
    accounts = Accounts(
        board.callers, board.desk.journal, board.desk.saves, {"shutbox": "Shut The Box"},
        lambda key: False, "Zoë",
    )  # fmt: skip
    accounts.grant("Ann", "shutbox 2")
    await board.desk.refresh()
    commons = Commons(home / "data", board.clock)
    commons.post("Zoë", "The box is never shut.")
    commons.write("Zoë", ["Dear sysop,", "thank you."])
    commons.note_call(LastCall("Zoë", "2026-11-10T19:40:00.000Z", 2, 12, ("shutbox",)))
    strikes = Strikes()
    for _ in range(4):
        strikes.miss("Zoë", "192.0.2.7", 100.0)
    write_strikes(home / "data" / "strikes.json", strikes.kept(100.0), board.clock())
    Bans(home / "data", board.clock).ban("198.51.100.0/24", None, "Zoë")
    await board.desk.close()


async def shut_the_box(board: Boardroom, caller: str, given_up: bool) -> None:
    begun = await board.desk.begin("shutbox", caller, {})
    moves = first(board, begun, 1 if given_up else 20)
    if given_up:
        moves.append("quit")
        board.desk.moved(begun.id, "quit")
    outcome = shutbox.replay(begun.options, begun.seats, begun.chance, moves)
    await board.desk.finish(begun.id, outcome.score)


def first(board: Boardroom, begun, count: int) -> list[str]:
    """The first moves there are."""
    moves: list[str] = []
    for _ in range(count):
        game = rules.play(rules.Variant(), Chance(begun.chance.seed), moves)
        if game.over:
            break
        moves.append(rules.move_text(rules.legal(game.open, sum(game.dice))[0]))
        board.desk.moved(begun.id, moves[-1])
    return moves


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "board"
        asyncio.run(lay(home))
        for name in KEPT:
            shutil.copytree(home / name, target / name, ignore=shutil.ignore_patterns(*MADE_ANEW))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
