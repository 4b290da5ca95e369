"""The daily deals' tables: moved by a line at a time, they are those of the whole."""

import json
from dataclasses import replace
from typing import Any

import game_lines
import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from ledger_lines import DOORS, T
from records_kit import take_lines

from door.games.chance import commitment
from door.play.books import PlaceRow
from door.records.journal import lines
from door.records.journal.lines import ZERO, Fields, chain_lines
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import past_days, past_deal

pytestmark = pytest.mark.files("it has no store")

SEEDS = {day: bytes([at]) * 32 for at, day in enumerate(("2025-11-20", "2025-11-21", "2025-12-01"))}
CALLERS = ("Alice", "Bob", "Zoë", "Dan")
DAY, SLUG, CALLER = st.sampled_from(list(SEEDS)), st.sampled_from(list(DOORS)), st.sampled_from(CALLERS)


def id_of(day: str, slug: str, caller: str) -> str:
    return f"{day}-{slug}-{caller}"


def begun(day: str, slug: str, caller: str) -> Fields:
    return game_lines.daily_turn(T, id_of(day, slug, caller), slug, caller, day, {}, ZERO)


def ended(day: str, slug: str, caller: str, score: int) -> Fields:
    return game_lines.daily_score(T, id_of(day, slug, caller), slug, caller, day, score, ZERO)


def proved(day: str, slug: str, caller: str, score: int) -> Fields:
    id, seed = id_of(day, slug, caller), SEEDS[day].hex()
    return game_lines.daily_game(T, id, slug, caller, day, [caller], {}, seed, ["die"], score)


SEALED = [lines.daily(T, day, commitment(seed), late=False) for day, seed in SEEDS.items()]
BEGUN = [begun(day, slug, caller) for day in SEEDS for slug in DOORS for caller in CALLERS]
LINES = st.lists(
    st.one_of(
        st.builds(ended, DAY, SLUG, CALLER, st.integers(-3, 9)),
        st.builds(ended, DAY, SLUG, CALLER, st.integers(-3, 9)),
        st.builds(proved, DAY, SLUG, CALLER, st.integers(-3, 9)),
        st.builds(lambda day: lines.reveal(T, day, SEEDS[day].hex()), DAY),
        st.builds(begun, DAY, SLUG, CALLER),
        st.builds(lines.rename, st.just(T), CALLER, st.sampled_from([*CALLERS, "alice", "Eve"])),
        st.builds(lines.remove, st.just(T), CALLER),
    ),
    max_size=40,
)


def shown(ledger: Ledger) -> dict[str, Any]:
    """Every table that anybody is shown."""
    tables = {}
    for slug, door in DOORS.items():
        fewer = door.INFO.fewer_is_better
        for day in SEEDS:
            tables[f"{slug} {day}"] = ledger.deals.tables.of_day(day, slug, fewer)
        for month, without in (("2025-11", ""), ("2025-11", "2025-11-21"), ("2025-12", "")):
            of_month = ledger.deals.tables.of_month(month, slug, fewer, without, missed=5 * fewer)
            tables[f"{slug} {month} {without}"] = of_month
    return {name: (table.rows(), table.top()) for name, table in tables.items()}


@examples(200)
@given(LINES)
def test_tables_that_move_with_every_line_are_those_of_the_whole(made):
    moving = Ledger(DOORS)
    for entry in chain_lines([*SEALED, *BEGUN, *made], ZERO, "2025-11"):
        take_lines(moving, [entry])
        shown(moving)
    whole = Ledger.from_json(DOORS, json.loads(json.dumps(moving.to_json())))
    assert shown(moving) == shown(whole)


def test_a_month_adds_its_days_and_of_equal_sums_the_first_to_reach_it_stands_first():
    ledger = Ledger(DOORS)
    scores = [ended("2025-11-21", "dice", "Alice", 2), ended("2025-11-21", "dice", "Bob", 5)]
    scores += [ended("2025-11-20", "dice", "Dan", 9), ended("2025-11-20", "dice", "Alice", 3)]
    take_lines(ledger, chain_lines([*SEALED, *BEGUN, *scores], ZERO, "2025-11"))
    rows = ledger.deals.tables.of_month("2025-11", "dice", False).rows()
    assert [(row.caller, row.score, row.games) for row in rows] == [
        ("Dan", 9, 1),
        ("Bob", 5, 1),
        ("Alice", 5, 2),
    ]
    tables = ledger.deals.tables
    left_out = tables.of_month("2025-11", "dice", False, without="2025-11-21")
    assert [row.caller for row in left_out.rows()] == ["Dan", "Alice"]
    late = [lines.reveal(T, "2025-11-20", SEEDS["2025-11-20"].hex())]
    late += [proved("2025-11-20", "dice", who, 3) for who in ("Zoë", "Bob", "Alice")]
    for more, first in (late[:1], ("Bob", 5)), ([*late[1:], lines.rename(T, "Zoë", "Eve")], ("Bob", 8)):
        take_lines(ledger, chain_lines(more, ZERO, "2025-11"))
        of_month = tables.of_month("2025-11", "dice", False, since="2025-11-21").rows()
        assert (of_month[0].caller, of_month[0].score) == first
    assert [(row.caller, row.score) for row in of_month[1:]] == [("Alice", 5), ("Eve", 3)]
    day = tables.of_day("2025-11-20", "dice", False)
    assert [row.caller for row in day.rows()] == ["Alice", "Eve", "Bob"], "two of them had no score before"
    assert [ledger.deals.last_revealed(f"2025-11-{day}") for day in (20, 21)] == ["", "2025-11-20"]


def test_a_past_deal_is_of_a_revealed_day_and_has_its_proved_games():
    first, second, _ = SEEDS
    scores = [ended(first, "few", who, score) for who, score in (("Alice", 4), ("Bob", 5), ("Dan", 1))]
    ledger, info = Ledger(DOORS), replace(DOORS["few"].INFO, missed=5)
    open_days = [*SEALED, *BEGUN, *scores, ended(second, "few", "Bob", 5), ended(first, "dice", "Bob", 0)]
    take_lines(ledger, chain_lines(open_days, ZERO, "2025-11"))
    assert past_days(ledger, "2025-12-02") == ()
    reveals = [lines.reveal(T, day, SEEDS[day].hex()) for day in (first, second)]
    games = [
        proved(first, "few", "Alice", 4),
        proved(first, "few", "Bob", 5),
        proved(second, "few", "Bob", 5),
    ]
    take_lines(ledger, chain_lines([*reveals, *games, proved(first, "dice", "Bob", 0)], ZERO, "2025-11"))
    assert past_days(ledger, "2025-12-02") == (second, first) and past_days(ledger, second) == (first,)
    best = PlaceRow(1, "Alice", 4)
    for of, day, who, told in (
        (info, first, "Alice", (best, 2, 4, 1)), (info, first, "Bob", (best, 2, 5, 0)),
        (info, first, "Dan", (best, 2, None, 0)), (info, second, "Bob", (None, 1, 5, 0)),
        (info, "2025-12-01", "Bob", (None, 0, None, 0)), (DOORS["dice"].INFO, first, "Bob", (None, 1, 0, 0)),
    ):  # fmt: skip
        assert past_deal(ledger, of, day, who) == (day, *told)
