"""The journal's grammar: the table of docs/journal.md, and a good journal changed in every way.

A journal with a line of every kind is changed a step at a time, the chain made to fit again: every
field of every line to another value, type, range and sign; every line twice, moved, taken out.
Whatever then changes a table or a caller's rights must be refused.
"""

import asyncio
import dataclasses
import io
import json
import pickle
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import share, some
from records_kit import Clock, journal_lines, make_store, moved, take_lines
from testdoor import TestDoor

from door.games.info import DAILY
from door.play.api import Begun
from door.play.match.values import Proposal
from door.play.replay import games_of
from door.records.audit.audit import Check, audit
from door.records.audit.daily import SYSOPS
from door.records.audit.proof import ReplayPool
from door.records.journal import lines
from door.records.journal.grammar import LINE_SHAPES, RANKINGS, dates_at, fits, seconds_between
from door.records.journal.lines import ZERO, Fields, JournalLine, chain_lines, stamp
from door.records.ledger.ledger import Ledger
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS as EVERY

pytestmark = pytest.mark.files("it audits the journal's files, which are the same with every store")

ROOT = Path(__file__).parent.parent.parent
DICE = TestDoor()
DICE.INFO = dataclasses.replace(DICE.INFO, daily=True, options=(*DICE.INFO.options, DAILY))
BOXES = next(door for door in EVERY if door.INFO.slug == "microlink")
DOORS: dict[str, Any] = {"dice": DICE, "few": TestDoor("few", fewer=True), "microlink": BOXES}


class Board:
    """A desk whose clock goes on by ten minutes with every step."""

    def __init__(self, data: Path) -> None:
        self.clock = Clock()
        self.clock.set("2025-10-30 12:00")
        self.store: GameStore = make_store(data, self.clock, doors=DOORS, turns_per_day=1)

    async def play(self, caller: str, *moves: str, slug: str = "dice", daily: bool = False) -> None:
        self.clock.pass_by(minutes=10)
        begun = await self.store.games.begin(
            self.store.daily if daily else self.store.ranked, GameWish(slug, caller)
        )
        assert isinstance(begun, Begun), begun
        for move in moves:
            await moved(self.store, begun.record.id, move)
        self.clock.pass_by(minutes=10)
        door = DOORS[slug]
        outcome = door.replay(begun.record._replace(moves=tuple(moves)))
        if outcome.ended:
            await self.store.games.finish(begun.record.id)
        else:
            self.store.games.forget(begun.record.id)

    async def write(self, make: Callable[[str], Fields]) -> None:
        self.clock.pass_by(minutes=10)
        await self.store.journal.decide(lambda moment: [make(stamp(moment))])

    async def on(self, text: str) -> None:
        self.clock.set(text)
        await self.store.roll_over()

    async def table(self, *callers: str) -> None:
        """The callers play each other until the last resigns."""
        tables, game = self.store.tables, BOXES.game
        match = await tables.open_table(
            callers[0], Proposal(door="microlink", options={}, clock="3d", rated=True)
        )
        match = await tables.do(match.terms.id, {"do": "sit", "seat": 1, "who": callers[1]})
        for _ in range(4):
            self.clock.pass_by(minutes=10)
            (seat,), level = match.movers, game.info.players.computers[0]
            assert game.rules.computer is not None
            move = game.rules.computer(match.positions[0], seat, level)
            match = await tables.do(match.terms.id, {"do": "move", "seat": seat, "move": move})
        await tables.do(match.terms.id, {"do": "resign", "seat": 1})


async def a_board(data: Path) -> None:
    board = Board(data)
    await board.store.open()
    await board.play("Alice", "die", "jackpot")
    await board.play("Alice", "die", "stop")  # by the free turn
    await board.play("Bob", "die", "die", "die", slug="few")
    await board.play("Alice", "die", "stop", daily=True)
    await board.play("Bob", "die", "die", "stop", daily=True)
    await board.play("Carol", "die", daily=True)  # given up at the day's end
    await board.table("Alice", "Bob")
    await board.write(lambda t: lines.grant(t, "Bob", "dice", t[:10], 2, "sysop"))
    await board.on("2025-10-31 02:00")
    await board.write(lambda t: lines.rename(t, "Bob", "Rob", "7"))
    await board.play("Rob", "die", "die", "die")
    await board.play("Dan", "jackpot")
    await board.on("2025-11-01 02:00")
    await board.write(lambda t: lines.remove(t, "Dan"))
    await board.play("Alice", "die", "die", "die")
    await board.on("2025-12-02 02:00")
    await board.store.close()


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> list[Fields]:
    folder = tmp_path_factory.mktemp("good")
    asyncio.run(a_board(folder))
    return journal_lines(folder / "journal")


def folded(entries: list[JournalLine]) -> Ledger:
    ledger = Ledger(DOORS)
    take_lines(ledger, entries)
    return ledger


def standing(ledger: Ledger) -> dict[str, Any]:
    """Every table, and every right."""
    deals = ledger.deals
    return {
        "months": {
            (month, slug, ranking): ledger.months.places(month, slug, ranking).rows()
            for month in ("2025-10", "2025-11", "2025-12") for slug in DOORS for ranking in RANKINGS
        },
        "winners": {place: (won.ranking, won.rows) for place, won in ledger.months.winners.items()},
        "free": {pair: n for pair, n in ledger.turns.earned.items() if n},
        "used": ledger.turns.spent, "granted": ledger.turns.given, "tallies": ledger.tallies,
        "ladder": {slug: [(key, s[:3]) for key, s in ledger.ladder.ranking(slug)] for slug in DOORS},
        "tables": ledger.ladder.open,
        "open": {id: turn.caller for id, turn in ledger.open.turns.items()},
        "days": {
            day: [deals.tables.of_day(day, slug, slug == "few", "2026-01-01").rows() for slug in DOORS]
            for day in deals.days
        },
    }  # fmt: skip


def proved(folder: Path, entries: list[JournalLine]) -> bool:
    (folder / "2025-11.jsonl").write_bytes(b"".join(entry.raw + b"\n" for entry in entries))
    return audit(folder, DOORS).faults == ()


SHARED = {str(id(one)): one for one in (DOORS, *DOORS.values(), *games_of(DOORS).values())}
"""Doors and games hold functions, which cannot be pickled. A pickle names them by their id instead."""


class Pickler(pickle.Pickler):
    def persistent_id(self, one: object) -> str | None:
        return str(id(one)) if str(id(one)) in SHARED else None


class Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> object:
        return SHARED[name]


class Checked:
    """The good journal's audit, kept before each line: another journal is audited from where it differs."""

    def __init__(self, good: list[Fields]) -> None:
        self.good, self.kept, self.heads = good, list[bytes](), [ZERO]
        check = Check(DOORS, None, ReplayPool(DOORS), computers=False)
        for at, entry in enumerate(chain_lines(good, ZERO, "2025-11")):
            out = io.BytesIO()
            Pickler(out).dump(check)
            self.kept.append(out.getvalue())
            assert check.line(("2025-11.jsonl", at + 1), entry.raw, self.heads[-1]) == []
            self.heads.append(entry.hash)
        assert check.end() == []

    def proves(self, made: list[Fields]) -> bool:
        at = next(
            (n for n, (one, other) in enumerate(zip(made, self.good, strict=False)) if one is not other), 0
        )
        check, prev = Unpickler(io.BytesIO(self.kept[at])).load(), self.heads[at]
        for n, fields in enumerate(made[at:], at + 1):
            (entry,) = chain_lines([fields], prev, "2025-11")
            if check.line(("2025-11.jsonl", n), entry.raw, prev):
                return False
            prev = entry.hash
        return not check.end()


@pytest.fixture(scope="module")
def checked(good: list[Fields]) -> Checked:
    return Checked(good)


AUTHORS = {
    "grant": {"caller", "door", "day", "turns"}, "rename": {"caller", "to"}, "remove": {"caller"},
    "turn": {"free", "day"}, "table": {"rated", "day"},
}  # fmt: skip
"""What a journal cannot tell: a sysop's own acts; whether a table was agreed to be rated; whether a game
was charged to the day or the day before, or the caller had rather paid than used up a free turn."""


def others(name: str, value: Any, good: list[Fields]) -> Iterator[Any]:
    """Everything that a field could say instead."""
    yield from (None, True, False, 0, 1, -1, 10**30, 0.5, "", "x", [], {}, [[]], {"x": 1}, "\u0000", "9" * 64)
    yield from {json.dumps(line[name]): line[name] for line in good if name in line}.values()
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -value, float(value), str(value), bool(value))
        case str():
            yield from (value.upper(), value.lower(), value + " ", value[:-1], value[::-1], [value])
        case list():
            yield from (value[:-1], value[::-1], [*value, *value[-1:]], [*value, "die"], tuple(value[1:]))
            if all(isinstance(row, dict) for row in value):
                changes = [(key, n) for key in ("score", "games") for n in (1.0, True, 7)]
                yield from ([{**row, key: n} for row in value] for key, n in changes)
        case dict():
            yield from ({**value, "length": n} for n in (1, 3, 3.0, True, 21))
            yield from ({key: [item] for key, item in value.items()}, {**value, "dice": 99})


def changes(good: list[Fields]) -> Iterator[tuple[int, str, Any]]:
    """Yield the number of a line, one of its fields or a new one, and another value for it."""
    for at, line in enumerate(good):
        for name in (*(name for name in line if name not in ("prev", "v")), "extra"):
            values = others(name, line.get(name), good)
            yield from (
                (at, name, value) for value in values if name not in line or is_another(line[name], value)
            )


def is_told(line: Fields, name: str, value: Any) -> bool:
    """What docs/journal.md says a journal cannot tell: another spelling of a handle, a kind of nobody's
    (as if the line were left out) or of a sysop's, winners that are fewer."""
    if name == "caller":
        return bool(value.casefold() == line[name].casefold())
    if name == "kind":
        return value in SYSOPS or value not in LINE_SHAPES
    return name == "top" and bool(value == line[name][: len(value)])


def is_another(before: Any, after: Any) -> bool:
    return json.dumps(before) != json.dumps(after)


@pytest.mark.whole("forgeries")
def test_whatever_changes_a_table_or_a_right_is_refused(tmp_path, good, checked):
    """Of values that a line's shape refuses by itself, the audit tries one a field and kind, and every tenth:
    it asks the same shape of every line."""
    want, passed = standing(folded(chain_lines(good, ZERO, "2025-11"))), []
    shapeless: set[tuple[str, str]] = set()
    every = [*changes(good)]
    assert len(every) > 5_000
    for tried, (at, name, value) in enumerate(some(every)):
        line = good[at]
        changed_line, place = {**line, name: value}, (line["kind"], name)
        if changed_line["kind"] == line["kind"] and not fits(changed_line):
            if place in shapeless and tried % 10:
                continue
            shapeless.add(place)
        made = [*good[:at], changed_line, *good[at + 1 :]]
        if not checked.proves(made):
            continue
        entries = chain_lines(made, ZERO, "2025-11")
        assert tried % 10 or proved(tmp_path, entries)
        if name in AUTHORS.get(line["kind"], ()) or is_told(line, name, value):
            continue
        if standing(folded(entries)) != want:
            passed.append((at, line["kind"], name, line.get(name), value))
    assert passed == [], "\n".join(str(p)[:200] for p in passed)


def test_whatever_lacks_a_field_is_refused(good, checked):
    for at, line in enumerate(good):
        for name in LINE_SHAPES[line["kind"]].needs:
            less = {key: value for key, value in line.items() if key != name}
            assert not checked.proves([*good[:at], less, *good[at + 1 :]]), (at, name)


def odd_lines(good: list[Fields]) -> Iterator[tuple[int, Fields]]:
    """Yield each changed line with its number, and the same with more fields changed or left out."""
    random, every = Random("odd"), [*changes(good)]
    for at, name, value in some(every):
        line = {**good[at], name: value}
        yield at, line
        for _, other, another in random.choices(every, k=random.randrange(4)):
            line = {**line, other: another}
            line.pop(random.choice([*line]), None)
            yield at, line


def test_no_odd_line_stops_the_ledger(good):
    """Whatever another program has written is left out or counted, and the tables are still there."""
    tried = 0
    for at, odd in groupby(odd_lines(good), key=itemgetter(0)):
        ledger = folded(chain_lines(good[:at], ZERO, "2025-11"))
        for _, line in odd:
            ledger.take(line)
            tried += 1
        for line in good[at:]:
            ledger.take(line)
        kept = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
        assert json.dumps(kept.to_json()) == json.dumps(ledger.to_json())
        assert standing(ledger) and standing(kept)
    assert tried > share(16_000)


def orders(good: list[Fields]) -> Iterator[tuple[str, list[Fields]]]:
    for at, line in enumerate(good):
        rest = [*good[:at], *good[at + 1 :]]
        yield f"{at} twice", [*good[: at + 1], *good[at:]]
        yield f"{at} again at the end", [*good, line]
        yield f"{at} again at the end, with its time", [*good, {**line, "t": good[-1]["t"]}]
        yield f"{at} taken out", rest
        yield from (
            (f"{at} moved to {to}", [*rest[:to], line, *rest[to:]]) for to in range(len(good)) if to != at
        )


def test_no_other_order_changes_a_table_or_a_right(good, checked):
    """A sysop's own line may come twice or not at all, and so may a turn that is nobody's game yet;
    a month may wait for its winners, and a table for its end."""
    want = standing(folded(chain_lines(good, ZERO, "2025-11")))
    passed = []
    for what, made in some([*orders(good)]):
        at = int(what.split()[0])
        kind = good[at]["kind"]
        if "moved" not in what and (kind in SYSOPS or (kind in ("winners", "match") and "out" in what)):
            continue
        if checked.proves(made) and standing(folded(chain_lines(made, ZERO, "2025-11"))) != want:
            passed.append((what, kind))
    assert passed == []


def test_the_document_says_what_the_table_does():
    document = (ROOT / "docs" / "journal.md").read_text()
    for kind, shape in LINE_SHAPES.items():
        holds = [f"`{name}` {field.said}" for name, field in shape.needs.items()]
        holds += [f"maybe `{name}` {field.said}" for name, field in shape.may.items()]
        (row,) = [row for row in document.splitlines() if row.startswith(f"| `{kind}` |")]
        assert row.split(" | ")[2] == "<br>".join(holds)
    assert document.count("\n| `") == len(LINE_SHAPES)


@pytest.mark.parametrize(
    ("t", "dates"),
    [
        ("2025-11-21T12:01:00.000Z", ("2025-11-21", "2025-11-22")),
        ("2025-11-21T12:00:59.999Z", ("2025-11-20", "2025-11-22")),
        ("2025-11-21T09:59:59.999Z", ("2025-11-20", "2025-11-21")),
        ("2025-11-21T10:00:00.000Z", ("2025-11-20", "2025-11-22")),
        ("2024-02-29T00:00:00.000Z", ("2024-02-28", "2024-02-29")),
        ("0001-01-01T00:00:00.000Z", ("0001-01-01", "0001-01-01")),
        ("9999-12-31T23:59:60.000Z", ("9999-12-31", "9999-12-31")),
    ],
)
def test_the_dates_that_it_may_be_on_earth(t, dates):
    assert dates_at(t) == dates


def test_the_time_between_two_lines():
    assert seconds_between("2025-11-21T23:59:59.500Z", "2025-11-22T00:00:01.000+00:00") == 1.5
    assert seconds_between("2025-11-22T00:00:00.000Z", "2025-11-21T23:59:60.000Z") == 0
