"""Lays matches under way, as the board of 26 November 2026 left them, for `test_waiting_games.py`.

It needs that day's own code (commit 976b3e60), and is run once, in a work tree of it:

    cp TESTS/releases/folders/lay_matches_2026_11_26.py .
    PYTHONPATH=.:tests/support python lay_matches_2026_11_26.py TESTS/releases/folders/matches_2026_11_26

At every door that has tables: games against each other and races, by days and by minutes, with hidden codes,
words and computers, rated and not; half of them adjourned, and one challenge that nobody has answered.
"""

import asyncio
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from door.games.microlink import computer as link_computer
from door.games.microlink import rules as link
from door.games.mindbuster import rules as mind
from door.games.shutbox import rules as box
from door.games.switchbox import rules as switch
from door.games.thieves import rules as cards
from door.midend.doors import DOORS
from door.midend.match.play import waits_for
from door.midend.match.values import Proposal
from door.records.play.game_store import GameStore

BY_SLUG = {door.INFO.slug: door for door in DOORS}
NAMES = ("Ann", "Bob", "Cid", "Dot")


class Clock:
    now = datetime(2026, 11, 26, 20, tzinfo=UTC)

    def __call__(self):
        return self.now


def legal_move(position, rng):
    match position:
        case box.Game():
            return box.move_text(rng.choice(box.legal(position.open, position.total)))
        case link.Game():
            return link_computer.choose(position, "expert")
        case cards.Game():
            return rng.choice(cards.legal(position))
        case switch.Game():
            return rng.choice(switch.legal(position))
        case mind.Game():
            pegs = "".join(rng.choices(position.palette, k=position.holes))
            return f"{mind.CODE}{pegs}" if position.phase == "code" else pegs


async def lay(data: Path) -> None:
    clock, rng = Clock(), Random(1)
    defaults = {slug: door.INFO.defaults() for slug, door in BY_SLUG.items()}
    store = GameStore(data, BY_SLUG, lambda slug: defaults[slug], UTC, clock, lambda sheet: {})
    await store.open()
    count = 0
    for slug, door in BY_SLUG.items():
        for race in (False, True):
            if (door.INFO.race if race else door.INFO.versus) is None:
                continue
            most = 2 if race else door.INFO.seats[1]
            for seats in range(2, most + 1):
                for clock_name in ("3d", "5+10"):
                    for adjourned in (False, True):
                        count += 1
                        await leave(store, clock, rng, slug, race, seats, clock_name, adjourned, count)
    await store.tables.open_table(
        "Ann", Proposal(door="switchbox", options=defaults["switchbox"], clock="3d", rated=True, to="Bob")
    )
    await store.close()


async def leave(store, clock, rng, slug, race, seats, clock_name, adjourned, count) -> None:
    door, tables = BY_SLUG[slug], store.tables
    computers = seats - 2 if slug == "microlink" and count % 2 else 0
    match = await tables.open_table(
        NAMES[0],
        Proposal(
            door=slug, options=door.INFO.defaults(), seats=seats, clock=clock_name, race=race,
            rated=bool(count % 3), words=bool(count % 2),
        ),
    )  # fmt: skip
    id = match.terms.id
    for seat in range(1, seats):
        who = f"computer:{door.INFO.computers[0]}" if seat >= seats - computers else NAMES[seat]
        match = await tables.do(id, {"do": "sit", "seat": seat, "who": who})
    for seat in match.people:
        if waits_for(door.game, match, seat) == "word":
            match = await tables.do(id, {"do": "word", "seat": seat, "text": ("", "pear")[seat % 2]})
        if waits_for(door.game, match, seat) == "code":
            salt = rng.randbytes(16).hex()
            match = await tables.do(id, {"do": "hide", "seat": seat, "code": "RWBG", "salt": salt})
    assert match.stage == "play"
    for _ in range(rng.randrange(9)):
        clock.now += timedelta(seconds=rng.randrange(1, 9))
        seat = rng.choice(match.movers)
        event = {"seat": seat, "computer": match.seats[seat].startswith("computer:")}
        move = legal_move(match.positions[seat if race else 0], rng)
        after = await tables.do(id, {"do": "move", "move": move, **event})
        match = after
        if match.stage == "over":
            return
    if adjourned:
        await tables.do(id, {"do": "adjourn"})


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        asyncio.run(lay(data))
        for name in ("journal", "tables"):
            shutil.copytree(data / name, target / name, ignore=shutil.ignore_patterns("*.lock", ".lock"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
