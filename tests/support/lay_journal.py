"""Lays a release's golden journal: `python tests/support/lay_journal.py release_1_0_0` at the root.

A board keeps its records for three months, by a clock that is set and with the board's own game
store, calendar and accounts; what they wrote goes to tests/releases/journals/NAME/journal/, and beside it
what it came to (facts.json).  It is run once for a release.  What it laid stays as it is for ever:
seeds are the board's own, so that no second run gives the same journal.
"""

import asyncio
import contextlib
import io
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from boardroom import PASSWORD, QUICK
from journal_facts import GAMES, facts_of, lines_of
from journal_players import Table, sit_down
from journal_programme import Game, programme
from records_kit import VIENNA, Clock

from door import cli
from door.games.record import Record
from door.play.api import Begun
from door.records.callers.accounts import Accounts
from door.records.callers.callers import Callers
from door.records.callers.passwords import Passwords
from door.records.journal.journal import Journal
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.screens.doors import DOORS
from door.settings.skeleton import init

JOURNALS = Path(__file__).parent.parent / "releases" / "journals"
BY_SLUG = {door.INFO.slug: door for door in DOORS}
CALLERS = ["Ada", "Zoë", "Long John", "Rasputin", "Mona", "Zaphod"]
FIRST, LAST = datetime(2026, 2, 2), datetime(2026, 4, 29)

SETTINGS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "02": {},
    "03": {
        "shutbox": {"ranking": "best", "top": 10},
        "mindbuster": {"ranking": "total", "top": 5},
        "switchbox": {"turns_per_day": 0},
    },
    "04": {
        "microlink": {"ranking": "best", "top": 1},
        "thieves": {"ranking": "best", "turns_per_day": 2},
        "switchbox": {"ranking": "best", "top": 4},
    },
}
"""What the sysop has set, by month; the months after are as the last."""

DEALS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "2026-02-10": {}, "2026-02-11": {"shutbox": {"tiles": 12}, "thieves": {"jokers": 4}},
    "2026-02-12": {"thieves": {"turn_at_will": True, "jokers": 0}}, "2026-02-14": {},
    "2026-03-27": {}, "2026-03-28": {"thieves": {"jokers": 5}}, "2026-03-29": {},
    "2026-03-30": {"shutbox": {"bonus_per_tile": 0, "free_turn": False}}, "2026-03-31": {},
    "2026-04-20": {}, "2026-04-21": {"shutbox": {"shut_bonus": 0}}, "2026-04-22": {},
}  # fmt: skip
"""The days on which the daily deal is played, with the first caller's options."""


class Board:
    """The records of a board, and the hand that plays on it."""

    def __init__(self, data: Path) -> None:
        self.clock, self.rng = Clock(), Random(2026)
        self.store = GameStore(Folder(data), BY_SLUG, self._options, VIENNA, self.clock)
        self.callers = Callers(Folder(data), Passwords(QUICK))
        journal = Journal(Folder(data), VIENNA, self.clock)
        names = {slug: door.INFO.name() for slug, door in BY_SLUG.items()}
        self.accounts = Accounts(
            self.callers,
            journal,
            self.store.ranked.saves,
            names,
            lambda key: False,
            "Sysop",
            self.store.tables.files,
        )
        self.handles = list(CALLERS)

    def _options(self, slug: str) -> dict[str, Any]:
        month = min(max(f"{self.clock():%m}", "02"), "04")
        return {**BY_SLUG[slug].INFO.defaults(), **SETTINGS[month].get(slug, {})}

    async def at(self, text: str) -> None:
        """The clock shows that time, and the board does what is due."""
        self.clock.set(text, VIENNA)
        await self.store.refresh()
        await self.store.roll_over()

    # -- one game

    async def begin(self, game: Game, caller: str, daily: bool = False) -> tuple[Record, Table] | None:
        """A game begun or resumed; None where there is no turn left."""
        begun = await self.store.games.begin(
            self.store.daily if daily else self.store.ranked,
            GameWish(game.slug, caller, game.options, (caller, *game.others)),
        )
        if not isinstance(begun, Begun):
            return None
        return begun.record, sit_down(game.slug, begun.record, self.rng)

    def moves(self, begun: Record, table: Table, manner: str, most: int = -1) -> None:
        """Plays on, `most` moves or to the end."""
        while not table.over and most:
            assert self.store.games.add_move(begun.id, table.move(manner)) == ""
            most -= 1

    async def end(self, game: Game, begun: Record, table: Table) -> None:
        """Hands the game in, given up if it is not at its end."""
        if not table.over:
            assert self.store.games.add_move(begun.id, table.make("quit")) == ""
        booked = await self.store.games.finish(begun.id)
        assert booked.note == "", booked.note

    async def play(self, game: Game, caller: str, daily: bool = False) -> bool:
        """A whole game; whether there was a turn for it."""
        found = await self.begin(game, caller, daily)
        if found is None:
            return False
        self.moves(*found, game.manner, game.quit)
        await self.end(game, *found)
        self.clock.pass_by(seconds=self.rng.randint(20, 90))
        return True


async def months(board: Board) -> None:
    """Every day of them."""
    for caller in CALLERS:
        await board.callers.register(caller, PASSWORD)
    waiting, day = programme(board.rng), FIRST
    share = -(-len(waiting) // ((LAST - FIRST).days // 2 - 2))
    while day <= LAST:
        date = f"{day:%Y-%m-%d}"
        await board.at(f"{date} 01:30")
        await board.at(f"{date} 18:00")
        for _ in range(share if day.toordinal() % 2 else 0):
            if waiting and await board.play(waiting[-1], board.rng.choice(board.handles)):
                waiting.pop()
        if date in DEALS:
            await daily(board, date)
        if story := STORIES.get(date):
            await story(board)
        day += timedelta(days=1)
    assert not waiting, f"{len(waiting)} games were not played"
    await board.at("2026-05-01 01:30")
    await board.at("2026-05-02 12:00")


async def daily(board: Board, date: str) -> None:
    """The day's deal: most end it, one gives it up, one leaves it and never comes back; one ends it
    after midnight, and one gives it up then."""
    slugs = ("shutbox", "thieves")
    *most, giving_up, leaving, late, later = board.rng.sample(board.handles, len(board.handles))
    await board.at(f"{date} 21:00")
    for slug in slugs:
        deal = Game(slug, DEALS[date].get(slug, {}))
        for caller in most:
            assert await board.play(deal, caller, daily=True)
        assert await board.play(Game(slug, manner="wild", quit=1), giving_up, daily=True)
        await _leave(board, Game(slug), leaving, daily=True)
    await board.at(f"{date} 23:55")
    waiting = []
    for slug in slugs:
        waiting += [(slug, caller, moves) for caller, moves in ((late, -1), (later, 0))
                    if await _leave(board, Game(slug), caller, daily=True)]  # fmt: skip
    board.clock.pass_by(minutes=20)
    for slug, caller, moves in waiting:
        await _go_on(board, Game(slug), caller, moves, daily=True)


async def _leave(board: Board, game: Game, caller: str, daily: bool = False) -> bool:
    """A game begun, a move made, and the call is gone; False where that move was the last."""
    found = await board.begin(game, caller, daily)
    assert found
    board.moves(*found, "wild", 1)
    if found[1].over:
        await board.end(game, *found)
    board.store.games.forget(found[0].id)
    return not found[1].over


async def _go_on(board: Board, game: Game, caller: str, most: int = -1, daily: bool = False) -> None:
    """The game that waits, played on to its end, or given up after `most` moves; nothing where none waits."""
    found = await board.begin(game, caller, daily)
    if found:
        board.moves(*found, game.manner, most)
        await board.end(game, *found)


async def shut(board: Board) -> None:
    """Everybody plays Shut The Box for as long as there is a turn, paid, granted or free."""
    for caller in board.handles:
        for _ in range(20):
            if not await board.play(Game("shutbox"), caller):
                break


async def granted(board: Board) -> None:
    """The sysop gives turns, and takes some."""
    board.accounts.grant("Ada", "shutbox 3")
    board.accounts.grant("Mona", "shutbox -4")
    board.accounts.grant("zoë", "thieves 2")
    await board.store.refresh()
    await shut(board)


async def over_midnight(board: Board) -> None:
    """Games of February that end in March."""
    await board.at("2026-02-28 23:55")
    games = [Game(slug, others=("computer:regular",) if slug == "switchbox" else ()) for slug in BY_SLUG]
    waiting = [game for game in games if await _leave(board, game, "Silver")]
    await board.at("2026-03-01 00:10")
    for game in waiting:
        await _go_on(board, game, "Silver")


async def renamed(board: Board) -> None:
    """Zaphod goes by another name, with games that wait and one in play, which ends under the old
    name; then somebody else plays under that.  Ada only writes hers otherwise."""
    ordinary = Game("mindbuster", {"players": 1})
    await board.at("2026-03-26 21:00")
    await _leave(board, ordinary, "Zaphod")
    in_play = await board.begin(Game("microlink"), "Zaphod")
    assert in_play
    board.accounts.rename("Zaphod", "Trillian")
    board.accounts.rename("Ada", "ADA")
    await board.store.refresh()
    await _go_on(board, ordinary, "Trillian")
    board.moves(*in_play, "well")
    await board.end(Game("microlink"), *in_play)
    board.handles[:] = ["Trillian" if h == "Zaphod" else "ADA" if h == "Ada" else h for h in board.handles]
    for game in (ordinary, Game("shutbox")):
        assert await board.play(game, "Zaphod")


async def renamed_in_a_deal(board: Board) -> None:
    """Long John goes by another name while a game of the day's deal waits, and plays on."""
    await board.at("2026-02-13 20:00")
    await _leave(board, Game("thieves"), "Long John", daily=True)
    board.accounts.rename("Long John", "Silver")
    board.handles[board.handles.index("Long John")] = "Silver"
    await board.store.refresh()
    await _go_on(board, Game("thieves"), "Silver", daily=True)


async def removed(board: Board) -> None:
    """Rasputin leaves the board, with a game that waits and one of the day's deal."""
    await _leave(board, Game("switchbox", others=("computer:regular",)), "Rasputin")
    await _leave(board, Game("thieves"), "Rasputin", daily=True)
    board.accounts.remove("Rasputin")
    board.handles.remove("Rasputin")
    await board.store.refresh()


async def waits(board: Board) -> None:
    """A game that is never ended."""
    await _leave(board, Game("thieves"), "Mona")


STORIES = {
    "2026-02-13": renamed_in_a_deal, "2026-02-17": shut, "2026-02-20": granted,
    "2026-02-28": over_midnight, "2026-03-15": shut, "2026-03-26": renamed,
    "2026-04-18": shut, "2026-04-23": removed,
    "2026-04-28": waits,
}  # fmt: skip


def shown(board: Path, games: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """What `door replay` says of games of each door: plain, with options, given up, daily, the longest."""
    by_door: Mapping[str, list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        by_door[game["door"]].append(game)
    for mine in by_door.values():
        picked = [
            next((game for game in mine if not game["options"]), None),
            next((game for game in mine if game["options"] and len(game["moves"]) > 5), None),
            next((game for game in mine if game["moves"][-1] == "quit" and len(game["moves"]) > 2), None),
            next((game for game in mine if game["kind"] == "daily_game"), None),
            max(mine, key=lambda game: len(game["moves"])),
        ]
        for id in dict.fromkeys(game["id"] for game in picked if game):
            with contextlib.redirect_stdout(io.StringIO()) as said:
                assert cli.main(["--board", str(board), "replay", id]) == 0
            yield id, said.getvalue()


async def lay(name: str) -> None:
    """Plays, and keeps what was written; FileExistsError where that release has its journal."""
    journal = JOURNALS / name / "journal"
    journal.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "board"
        init(home)
        board = Board(home / "data")
        await board.store.open()
        await board.at(f"{FIRST:%Y-%m-%d} 01:00")
        await months(board)
        await board.store.close()
        for path in sorted((home / "data" / "journal").glob("*.jsonl")):
            shutil.copyfile(path, journal / path.name)
        games = [line for line in lines_of(journal) if line["kind"] in GAMES]
        facts = facts_of(journal, BY_SLUG, Path(folder))
        facts["replays"] = dict(shown(home, games))
        text = json.dumps(facts, ensure_ascii=False, indent=1, sort_keys=True)
        (journal.parent / "facts.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(lay(sys.argv[1]))
