"""Journal lines made by hand or by hypothesis: what the ledger is folded from in tests."""

import json
from typing import Any

import game_lines
from hypothesis import strategies as st
from records_kit import NOON
from testdoor import TestDoor

from door.records.journal import lines
from door.records.journal.lines import ZERO, Fields, stamp
from door.records.ledger.ledger import Ledger

DOORS = {"dice": TestDoor(), "few": TestDoor("few", fewer=True)}
T = stamp(NOON)
CALLERS = st.sampled_from(["Alice", "alice", "Bob", "Zoë", "Dan"])
SLUGS = st.sampled_from(["dice", "few", "gone"])
MONTHS = st.sampled_from(["2025-10", "2025-11", "2025-12"])
DAYS = st.sampled_from(["2025-11-20", "2025-11-21", "2025-12-01"])


def turn(id: str, caller: str, door: str = "dice", day: str = "2025-11-21", free: bool = False) -> Fields:
    return game_lines.turn(T, id, door, caller, day, free, {}, ZERO)


def game(id: str, caller: str, score: int, door: str = "dice", month: str = "2025-11", **more: Any) -> Fields:
    moves = more.pop("moves", ["die"])
    return {**game_lines.game(T, id, door, caller, [caller], {}, ZERO, moves, score, month), **more}


def both(id: str, caller: str, score: int, **more: Any) -> list[Fields]:
    return [turn(id, caller, more.get("door", "dice")), game(id, caller, score, **more)]


def told(ledger: Ledger) -> Any:
    """All that a ledger knows, as JSON, with months that are packed away as if they were not."""
    kept, closed = ledger.to_json(), ledger.closed
    games, sums, marks, *rest = kept["months"]
    sums, kept["luck"] = (
        {month: {**doors} for month, doors in each.items()} for each in (sums, kept["luck"])
    )
    for month, door in ledger.months.winners:
        if f"{month} {door}" in closed.tables:
            table = closed.table(month, door)
            sums[month] = {**sums.get(month, {}), door: table.scores}
            marks += [
                [month, door, among, None if rows == table.scores else rows]
                for among, rows in table.marks.items()
            ]
            kept["luck"].setdefault(month, {})[door] = table.luck
    for month, doors in list(kept["luck"].items()):
        if not any(doors.values()):
            del kept["luck"][month]
    marks.sort(key=lambda row: row[:3])
    shelves = {name: dict(shelf) for name, shelf in ledger.shelves.items()}
    kept |= {
        "months": [games, sums, marks, *rest],
        "closed": [],
        "shelves": {**shelves, "closed": {}, "pasts": {}},
    }
    return json.loads(json.dumps(kept))


MOVES = st.sampled_from([["die"], ["jackpot"], []])
LINES = st.lists(
    st.one_of(
        st.builds(turn, st.sampled_from("abcdefgh"), CALLERS, SLUGS, DAYS, st.booleans()),
        st.builds(
            lambda id, who, score, door, month, moves: game(id, who, score, door, month, moves=moves),
            st.sampled_from("abcdefgh"), CALLERS, st.integers(-50, 500), SLUGS, MONTHS, MOVES,
        ),
        st.builds(lines.grant, st.just(T), CALLERS, SLUGS, DAYS, st.integers(-2, 3), st.just("sysop")),
        st.builds(lines.rename, st.just(T), CALLERS, CALLERS),
        st.builds(lines.remove, st.just(T), CALLERS),
        st.builds(
            lambda door, month: lines.winners(T, door, month, "total", []), SLUGS, MONTHS,
        ),
    ),
    max_size=40,
)  # fmt: skip
