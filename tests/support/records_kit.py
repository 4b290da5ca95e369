"""What the tests of the records share: a clock to set, a desk on real files, games by hand."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import game_lines
from store_kit import kept_in
from testdoor import TestDoor

from door.games.chance import Chance, commitment
from door.games.record import Record
from door.pages.bulletin_files import forms
from door.play.api import Begun, Booked
from door.records.callers.accounts import Accounts
from door.records.callers.callers import Callers
from door.records.files import disk
from door.records.journal.lines import ZERO, Fields, JournalLine, chain_lines, stamp
from door.records.ledger.ledger import Ledger
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.play.saves import Saves
from door.records.store import files, tail
from door.records.store.kinds import file_of

WRITERS = (disk, files, files, tail)
"""The modules whose `write_all` writes to the disk."""

VIENNA = ZoneInfo("Europe/Vienna")
NOON = datetime(2025, 11, 21, 12, 0, tzinfo=UTC)


def broken(callers: Callers) -> list[str]:
    """A sentence for each caller's file that cannot be read."""
    faults: list[str] = []
    for _ in callers.each(fault=faults.append):
        pass
    return faults


def take_lines(ledger: Ledger, entries: Iterable[JournalLine]) -> None:
    """Fold lines as the board does, one after the other."""
    for entry in entries:
        ledger.take(entry.fields, entry.hash)


class Clock:
    """The time as the test says."""

    def __init__(self, moment: datetime = NOON) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def set(self, text: str, zone: tzinfo = UTC) -> None:
        """The board's wall clock shows "YYYY-MM-DD HH:MM"."""
        self.moment = datetime.fromisoformat(text).replace(tzinfo=zone)

    def pass_by(self, **time: float) -> None:
        self.moment = (self.moment.astimezone(UTC) + timedelta(**time)).astimezone(self.moment.tzinfo)


def make_store(
    data: Path, clock: Clock, zone: tzinfo = UTC, doors: Mapping[str, Any] | None = None, **options: Any
) -> GameStore:
    """A game store with the test door; `options` are the sysop's for every door."""
    known = doors or {"dice": TestDoor()}
    defaults = {slug: door.INFO.defaults() for slug, door in known.items()}
    return GameStore(kept_in(data), known, lambda slug: {**defaults[slug], **options}, zone, clock, forms)


Ask = Callable[[Coroutine[Any, Any, Any]], Awaitable["asyncio.Task[Any]"]]


def accounts_of(store: GameStore, callers: Callers) -> Accounts:
    """What the sysop does to a board's callers."""
    names = dict.fromkeys(store.doors, "")
    saves, tables = store.ranked.saves, store.tables.files
    return Accounts(callers, store.journal, saves, names, lambda key: False, "Sysop", tables)


@asynccontextmanager
async def one_batch(store: GameStore) -> AsyncIterator[Ask]:
    """Start tasks until each waits for the journal, then have all of their lines made in one batch."""
    journal, tasks = store.journal, list[asyncio.Task[Any]]()
    drain, journal._drain = journal._drain, lambda: None  # type: ignore[method-assign]

    async def ask(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        asked = len(journal._asked)
        tasks.append(asyncio.create_task(coroutine))
        while len(journal._asked) == asked:
            assert not tasks[-1].done(), "it asked the journal for nothing"
            await asyncio.sleep(0)
        return tasks[-1]

    try:
        yield ask
    finally:
        journal._drain, journal._is_called = drain, False  # type: ignore[method-assign]
        await asyncio.gather(journal.retry(), *tasks)


async def moved(store: GameStore, id: str, move: str) -> str:
    """Save a move; return the note for its caller."""
    note = store.games.add_move(id, move)
    return note if isinstance(note, str) else await note


async def play(store: GameStore, caller: str, *moves: str, slug: str = "dice") -> Booked:
    """A whole game; its score is what the replay gives."""
    begun = await store.games.begin(store.ranked, GameWish(slug, caller))
    assert isinstance(begun, Begun), begun
    for move in moves or ("die", "die", "die"):
        assert await moved(store, begun.record.id, move) == ""
    return await store.games.finish(begun.record.id)


def path_of(store: GameStore, saves: Saves, slug: str, caller: str) -> Path:
    """The file of a saved game."""
    return file_of(store.data, *saves.doc_key(slug, caller))


def journal_lines(folder: Path) -> list[dict[str, Any]]:
    """Every line of a journal folder, in order."""
    paths = sorted(folder.glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_bytes().splitlines()]


def kinds(data: Path) -> list[str]:
    """The kinds of every line of a data folder's journal, in order."""
    return [line["kind"] for line in journal_lines(data / "journal")]


def forged(
    caller: str, moves: list[str], score: int, t: datetime = NOON, door: str = "dice", **change: Any
) -> list[Fields]:
    """A `turn` and its `game` line, with whatever a test wants to be otherwise in the latter."""
    seed, id = secrets.token_bytes(32), secrets.token_hex(8)
    day = t.date().isoformat()
    turn = game_lines.turn(stamp(t), id, door, caller, day, False, {}, commitment(seed))
    game = game_lines.game(stamp(t), id, door, caller, [caller], {}, seed.hex(), moves, score, day[:7])
    return [turn, {**game, **change}]


def true_game(caller: str, t: datetime = NOON, **change: Any) -> list[Fields]:
    """A game of three dice with its true score."""
    turn, game = forged(caller, ["die"] * 3, 0, t)
    chance = Chance(bytes.fromhex(game["seed"]))
    score = TestDoor().replay(Record(TestDoor().INFO.defaults(), (caller,), chance, tuple(["die"] * 3))).score
    return [turn, {**game, "score": score, **change}]


def write_journal(folder: Path, by_month: Mapping[str, list[Fields]]) -> None:
    """Journal files made by hand, chained."""
    folder.mkdir(parents=True, exist_ok=True)
    prev = ZERO
    for month in sorted(by_month):
        entries = chain_lines(by_month[month], prev, month)
        prev = entries[-1].hash if entries else prev
        (folder / f"{month}.jsonl").write_bytes(b"".join(entry.raw + b"\n" for entry in entries))


async def right_password(callers: Callers, handle: str, password: str, address: str = "") -> bool:
    """True if it is that caller's password; nobody has one."""
    return await callers.is_password(await callers.look_up(handle), handle, password, address)
