"""Months that are packed away, and what is on shelves: the same books, wherever they stand."""

from collections.abc import Callable
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from ledger_lines import DOORS, T, both, told
from records_kit import NOON

from door.games.analysis import Account
from door.records.journal import lines
from door.records.journal.lines import Fields
from door.records.ledger.closed_months import MONTHS_SHOWN
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import pack_closed
from door.records.ledger.months import declared_months
from door.records.ledger.shelf import Shelf, ShelfFile, write_shelves
from door.records.ledger.standings import best_of, hall_of_fame, history, winners_line

pytestmark = pytest.mark.files("it has no store")

HEAD = "ab" * 32
WHO = ["Alice", "Bob", 'Zoë "Z", ', "Dan"]
MONTHS = [f"{year}-{month:02}" for year in (2023, 2024) for month in range(1, 13)]


def onto_disk(ledger: Ledger, path: Path) -> None:
    """As the cache does it, and another start."""
    file = pack_closed(ledger, path, nullcontext())
    assert file
    again = ShelfFile(path, file.end, ledger.head)
    for shelf in ledger.shelves.values():
        shelf.attach(again)


def said(ledger: Ledger) -> Any:
    """All that is told of the past."""
    months = [month for month in MONTHS if ledger.months.sums_of((month, "dice", ""))]
    return told(ledger), [hall_of_fame(ledger, DOORS), sorted(ledger.names.items())], [
        (history(ledger, DOORS["dice"], {}, who), best_of(ledger, DOORS["dice"].INFO, who))
        for who in (*WHO, *sorted(ledger.names))
    ], [
        (
            ledger.months.places(month, "dice", ranking, among).rows(),
            ledger.luck.table(month, "dice", ranking),
            ledger.months.winner_rows(month, "dice"),
        )
        for month in months for ranking in ("total", "best") for among in ("", "all")
    ]  # fmt: skip


STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(WHO), st.integers(-50, 10**25), st.sampled_from(["die", "jackpot"])),
        st.sampled_from(["close", "keep", "rename", "remove"]),
    ),
    max_size=40,
)


@examples(60, deadline=None)
@given(STEPS)
def test_a_month_that_is_packed_away_says_what_it_said(tmp_path_factory, steps):
    folder, whole, packed, month = tmp_path_factory.mktemp("books"), Ledger(DOORS), Ledger(DOORS), 0
    for number, step in enumerate(steps):
        fields: list[Fields] = []
        packed.luck.table(MONTHS[month], "dice", "total")
        match step:
            case "close":
                line = winners_line(whole, DOORS["dice"].INFO, {}, MONTHS[month], NOON)
                fields, month = [line], month + 1
            case "keep":
                onto_disk(packed, folder / str(number))
            case "rename":
                fields = [lines.rename(T, "Alice", f"Eve {number}")]
            case "remove":
                fields = [lines.remove(T, "Bob")]
            case who, score, move:
                fields = both(str(number), who, score, month=MONTHS[month], moves=[move])
        for ledger in (whole, packed):
            for line in fields:
                ledger.take(line)
            if len(fields) > 1 and step[1] % 2:
                ledger.luck.add(MONTHS[month], "dice", lines.caller_key(step[0]), Account(5, 4, 2, 1))
    assert said(packed) == said(whole)


class Meanwhile:
    """A guard after which, each time, something else reaches the books."""

    def __init__(self, *steps: Callable[[], None]) -> None:
        self.steps = iter(steps)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        next(self.steps, lambda: None)()


@pytest.mark.parametrize("odd", ["rename", "remove", ""])
def test_months_are_packed_away_while_games_reach_the_books(tmp_path, odd):
    whole, packed = Ledger(DOORS), Ledger(DOORS)

    def take(*every: Fields) -> None:
        for line in every:
            whole.take(line)
            packed.take(line)

    def closed(month: str) -> Fields:
        return winners_line(whole, DOORS["dice"].INFO, {}, month, NOON)

    for number, month in enumerate(MONTHS[:4]):
        for who in ("Alice", "Bob", f"Caller {number}"):
            take(*both(f"{who} {number}", who, number, month=month, moves=["jackpot"]))
        take(*both(f"few {number}", "Bob", number, month=month, door="few"))  # which nobody declares
        for ledger, door in product((whole, packed), ("dice", "few")):
            ledger.luck.add(month, door, "bob", Account(5, 4, 2, 1))
        take(closed(month))
        if number == 1:
            onto_disk(packed, tmp_path / "first")
    games = [lambda n=n: take(*both(f"late {n}", "Bob", n, month=MONTHS[4])) for n in range(9)]
    for at in range(9):
        strange = {
            "rename": lines.rename(T, f"Eve {at - 1}" if at else "Alice", f"Eve {at}"),
            "remove": lines.remove(T, "Bob"),
        }
        steps = [*games[:at], lambda odds=strange: take(odds[odd]) if odd else None, *games[at:]]
        away = pack_closed(packed, tmp_path / str(at), Meanwhile(*steps))  # type: ignore[arg-type]
        assert (away or odd) and said(packed) == said(whole), at
    assert pack_closed(packed, tmp_path / "last", nullcontext()) and said(packed) == said(whole)
    few = [
        [
            (ledger.months.places(month, "few", "total").rows(), ledger.luck.table(month, "few", "total"))
            for month in MONTHS[:4]
        ]
        for ledger in (whole, packed)
    ]
    assert few[0] == few[1] and (odd == "remove" or all(map(all, few[0])))
    assert not declared_months(packed.months) and packed.months.played_months("dice") == set(MONTHS[:5])


def test_of_a_callers_months_the_newest_are_told_one_by_one(tmp_path):
    ledger = Ledger(DOORS)
    for number, month in enumerate(MONTHS[:20]):
        lost = both(f"lost {number}", "Bob", 99, month=month, moves=["quit"])
        for line in (*both(str(number), "Alice", number, month=month), *lost):
            ledger.take(line)
        ledger.take(winners_line(ledger, DOORS["dice"].INFO, {}, month, NOON))
        if number % 3 == 0:
            onto_disk(ledger, tmp_path / str(number))
    past = history(ledger, DOORS["dice"], {}, "alice")
    assert [own.month for own in past.months] == MONTHS[19 : 19 - MONTHS_SHOWN : -1]
    assert [(own.place, own.score, own.games) for own in past.months[:2]] == [(1, 19, 1), (1, 18, 1)]
    without_place = history(ledger, DOORS["dice"], {}, "Bob")
    assert (without_place.games, without_place.months) == (20, ())
    assert (past.games, past.best) == (20, 19) and ledger.months.played_months("dice") == set(MONTHS[:20])


KEYS = st.sampled_from(["a", "b", 'a","b', "é\\", "\ud800", ""])


@examples(60, deadline=None)
@given(st.lists(st.tuples(KEYS, KEYS, st.sampled_from(["put", "drop", "move", "keep"])), max_size=30))
def test_a_shelf_is_a_mapping(tmp_path_factory, steps):
    folder, shelf, other, want = tmp_path_factory.mktemp("shelf"), Shelf("a"), Shelf("b"), dict[str, Any]()
    other["a"] = "never"
    for number, (key, to, step) in enumerate(steps):
        if step == "put":
            shelf[key] = want[key] = [number, to]
        elif step == "drop":
            assert shelf.pop(key, None) == want.pop(key, None)
        elif step == "move":
            shelf.move(key, to)
            moved = want.pop(key, None)
            want.pop(to, None)
            want |= {} if moved is None else {to: moved}
        else:
            file = write_shelves(folder / str(number), (shelf, other), HEAD)
            shelf.attach(file)
            other.attach(file)
        assert shelf.get(key) == want.get(key) and (key in shelf) == (key in want)
    assert dict(shelf) == want and len(shelf) == len(want) and dict(other) == {"a": "never"}


def test_a_file_that_is_not_whole_or_not_of_these_books_is_not_believed(tmp_path):
    shelf, path = Shelf("a"), tmp_path / "books"
    shelf.attach(write_shelves(tmp_path / "empty", (shelf,), HEAD))
    assert dict(shelf) == {} and "key" not in shelf
    shelf["key"] = "value"
    file = write_shelves(path, (shelf,), HEAD)
    shelf.attach(file)
    data = path.read_bytes()
    with pytest.raises(ValueError):
        ShelfFile(path, file.end, "cd" * 32)
    for size in (0, 10, file.end, len(data) - 1):
        path.write_bytes(data[:size])
        with pytest.raises(ValueError):
            ShelfFile(path, file.end, HEAD)
        assert shelf.get("key") in (None, "value"), "cut off under a running board"
