"""Makes docs/pictures/*.png from live sessions: `python tests/support/gallery.py` at the root.

A board in memory is called as SyncTERM calls (CP437, 16 colours, 80×24); what its terminal then
shows is drawn in pixels.  Last month's contest has been played before, so that there is
something to see.
"""

import asyncio
import sys
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from boardroom import Boardroom, boardroom
from callline import SYNCTERM, XTERM, CallDouble
from pictures import picture
from records_kit import moved
from terminal import Terminal

from door.games.shutbox import rules
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS
from door.settings.doors import ExternalFile

OUT = Path(__file__).parent.parent.parent / "docs" / "pictures"
CALLERS = ("Mona", "Zaphod", "Long John", "Ada", "Rasputin")
PROGRAMS = {
    "robots": {
        "name": "Robots", "command": ("/usr/games/robots",),
        "tagline": "They are not clever, but there are many of them.",
    },
    "cave": {
        "name": "Colossal Cave", "command": ("/usr/games/adventure",), "minutes": 60,
        "tagline": "You are standing at the end of a road.",
    },
    "atc": {
        "name": "Air Traffic Control", "command": ("/usr/games/atc",), "visits_per_day": 3,
        "tagline": "Twenty-six planes, one runway, no coffee.",
    },
    "hack": {
        "name": "Hack", "command": ("/usr/games/hack",), "hours": ("18:00-20:00",),
        "tagline": "The Amulet of Yendor is said to be down there.",
    },
}  # fmt: skip
# picture: what is typed to get there, each step after the screen has come to rest
WAYS = {
    "menu": [],
    "bulletins": ["b", "6"],
    "winner": ["b"],
    "settings": ["s"],
    "microlink": ["2", " ", "\r", "\r"],
    "mindbuster": ["3", " ", "\r", "rwbg", "\r", "rrww", "\r", " ", "yrkb"],
    "thieves": ["4", " ", "\r"],
    "switchbox": ["5", " ", "\r", "\r", " "],
    "goodbye": ["g"],
}


async def last_month(board: Boardroom) -> None:
    """Plays October's contest, greedily."""
    board.clock.now = datetime(2026, 10, 20, 20, 0, tzinfo=board.zone)
    for caller in CALLERS:
        for _ in range(2):
            begun = (await board.store.games.begin(board.store.ranked, GameWish("shutbox", caller))).record
            game = rules.begin(rules.Variant(), begun.chance)
            while not game.over:
                move = rules.move_text(rules.legal(game.open, game.total)[-1])
                game = rules.apply(game, move)
                await moved(board.store, begun.id, move)
            await board.store.games.finish(begun.id)
    board.clock.now = datetime(2026, 11, 21, 20, 15, tzinfo=board.zone)
    await board.store.roll_over()


async def rest(line: CallDouble) -> None:
    """Waits until nothing more is sent for a while."""
    count = -1
    while count != len(line.sent):
        count = len(line.sent)
        await asyncio.sleep(0.4)


async def at_the_menu(line: CallDouble) -> None:
    """Reads the pages before the menu, if any."""
    await rest(line)
    while b"This is call" not in line.sent:
        line.type("\r")
        await rest(line)


def shot(line: CallDouble, name: str) -> None:
    """Writes what the caller's terminal shows."""
    terminal = Terminal(80, 24, charset="cp437")
    terminal.feed(bytes(line.sent))
    picture(terminal).save(OUT / f"{name}.png", optimize=True)


async def at_the_desk(board: Boardroom) -> None:
    """The sysop's desk while others play, and a look over the shoulder of the first of them."""
    home, away = replace(XTERM, address="198.51.100.23"), replace(SYNCTERM, address="203.0.113.9")
    for handle, hints, keys in (
        ("Zaphod", home, ("1", "\r", "66")), ("Long John", away, ()), ("Ada", home, ("w",)),
        ("Maggie", SYNCTERM, ("!",)),
    ):  # fmt: skip
        await board.register(handle, fast="on", expert="on")
        board.callers.change(handle, lambda caller: replace(caller, sysop=caller.handle == "Maggie"))
        line, _ = board.proved_call(handle, hints)
        await at_the_menu(line)
        for key in keys:
            line.type(key)
            await rest(line)
    shot(line, "desk")
    line.type("8" * len(board.services.roster.calls()) + "\rv")
    await line.shows("Watching Zaphod")
    await rest(line)
    shot(line, "watch")


async def in_more_doors(board: Boardroom) -> None:
    """The sysop's own programs, and one of them in play (Debian's bsdgames)."""
    programs = {slug: ExternalFile(**values) for slug, values in PROGRAMS.items()}
    board.settings = replace(board.settings, externals=programs)
    await board.register("Mona L", fast="on", expert="on")
    line, _ = board.proved_call("Mona L", SYNCTERM)
    await at_the_menu(line)
    line.type("d")
    await rest(line)
    shot(line, "more")
    line.type("1")
    await rest(line)
    shot(line, "robots")
    line.drop()


async def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder), doors=DOORS) as board:
            await last_month(board)
            line, _ = board.call(SYNCTERM)
            await rest(line)
            shot(line, "welcome")
            line.drop()
            for name, ways in WAYS.items():
                caller = f"Mona {name}"[:20]
                await board.callers.register(caller, "secret1")
                line, _ = board.proved_call(caller, SYNCTERM)
                await at_the_menu(line)
                for keys in ways:
                    line.type(keys)
                    await rest(line)
                shot(line, name)
                line.drop()
            await at_the_desk(board)
            await in_more_doors(board)


if __name__ == "__main__":
    asyncio.run(main())
