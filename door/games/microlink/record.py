"""MicroLink's tables: the Top Ten and the statistics.

    {"games": N, "top": [[score, name, day, host], …],
     "callers": {name: figures}, "levels": {level: figures}}

`host` is the caller at whose keyboard somebody else made a Top Ten score, "" for callers themselves.
Computers are not in the Top Ten.  A game that was given up counts as played and is in no other figure.  The
same holds for a seat that left a game between callers, or that had fewer than five turns in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from door.games.game import Front, MonthPoints, Sheet, Status, computer_level
from door.games.microlink.choices import INFO
from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import TURNS, Game, summary
from door.games.tallies import FinishedGame, TallyEntry, TallyTables, add, column, default, keys, top
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import rows_of

our: Final = tr.microlink

KEPT: Final = 10
DOORS: Final = 9
NOTHING: Final[Mapping[str, Any]] = {"games": 0, "top": [], "callers": {}, "levels": {}}
FRESH: Final[Mapping[str, Any]] = {
    "played": 0, "ended": 0, "against": 0, "won": 0, "sum": 0, "best": 0, "perfect": 0,
    "most": 0, "least": DOORS, "doors": [0] * DOORS,
}  # fmt: skip
"""The figures of a caller or a level before the first game.

They count games played, ended, ended against others, and won.  `sum` and `best` are over totals, `perfect`
counts rounds, `most` and `least` are doors shut in a turn, and `doors` counts how often each was shut.
"""


# -- one game --------------------------------------------------------------------------------------


def status(game: Game) -> Status:
    return Status(game.over, game.totals, (game.seat,), used=game.box.chance.used)


# -- all of them -----------------------------------------------------------------------------------


def entries(game: FinishedGame) -> Iterator[TallyEntry]:
    yield from _empty()
    if game.position is None:
        return
    came, caller, rows = summary(game.position), game.caller, []
    for at, seat in enumerate(game.seats):
        level = computer_level(seat)
        if at == 0 or level:
            path = ("levels", level) if level else ("callers", caller)
            yield TallyEntry(path, _add_seat, (came, at))
        if at == 0 or not level:
            rows.append([came["totals"][at], seat if at else caller, game.day, caller if at else ""])
    yield TallyEntry(("top",), top(KEPT), [] if came["given_up"] else rows)


def of_match(match: FinishedGame) -> Iterator[TallyEntry]:
    """Yield the entries of a game between callers.  Each seat counts as if it were at its own keyboard."""
    yield from _empty()
    came = _match_summary(match)
    if came is None:
        return
    seats, left = match.seats, match.line.get("left") or [match.line.get("by")]
    done = [at for at in range(len(seats)) if at not in left and len(came["turns"][at]) == TURNS]
    best = max((came["totals"][at] for at in done), default=0)
    came = {**came, "winners": [at for at in done if came["totals"][at] == best], "given_up": False}
    for at, seat in enumerate(seats):
        level = computer_level(seat)
        if level or seat:
            path = ("levels", level) if level else ("callers", seat)
            yield TallyEntry(path, _add_seat, (came if at in done else {**came, "given_up": True}, at))
    people = [at for at in done if seats[at] and not computer_level(seats[at])]
    yield TallyEntry(("top",), top(KEPT), [[came["totals"][at], seats[at], match.day, ""] for at in people])


def _empty() -> Iterator[TallyEntry]:
    yield TallyEntry(("games",), add, 1)
    yield TallyEntry(("top",), top(KEPT), ())
    yield TallyEntry(("callers",), default, {})
    yield TallyEntry(("levels",), default, {})


def _rename_hosts(rows: Sequence[Any], old: str, new: str) -> list[Any]:
    """Rename callers and hosts.  A host's guests keep their names."""
    hosts = column(3)(rows, old, new)
    return [row if row[3] else column(1)([row], old, new)[0] for row in hosts]


TABLES: Final = TallyTables(entries, ((("top",), _rename_hosts), (("callers",), keys)), of_match)


def _match_summary(match: FinishedGame) -> Mapping[str, Any] | None:
    """Return the summary of a game between callers.  In a race, each caller has played alone."""
    if not isinstance(match.moves[0] if match.moves else "", list):
        return None if match.position is None else summary(match.position)
    ends = [match.having(seats=[""], moves=own).position for own in match.moves]
    if len(ends) != len(match.seats) or None in ends:
        return None
    alone, lists = [summary(end) for end in ends], ("totals", "turns", "doors", "shut", "perfect")
    return {name: [one[name][0] for one in alone] for name in lists}


def marks(game: FinishedGame) -> MonthPoints | None:
    lost = len(game.seats) > 1 and game.position and 0 not in game.position.winners
    return None if lost else MonthPoints(game.score, game.score)


def badges(game: FinishedGame) -> tuple[Sentence, ...]:
    turns = game.position.turns if game.position else ()
    return INFO.badges * any(turn.perfect for turn in turns if turn.seat == 0)


def _add_seat(old: Any, seat: tuple[Mapping[str, Any], int]) -> dict[str, Any]:
    """Fold a seat of a game's summary into the figures of a caller or a level."""
    came, at = seat
    old = old or FRESH
    new = {**old, "played": old["played"] + 1}
    if came["given_up"]:
        return new
    total, doors, against = came["totals"][at], came["doors"][at], len(came["totals"]) > 1
    return new | {
        "ended": old["ended"] + 1,
        "against": old["against"] + against,
        "won": old["won"] + (against and at in came["winners"]),
        "sum": old["sum"] + total,
        "best": max(old["best"], total),
        "perfect": old["perfect"] + came["perfect"][at],
        "most": max([old["most"], *doors]),
        "least": min([old["least"], *doors]),
        "doors": [a + b for a, b in zip(old["doors"], came["shut"][at], strict=True)],
    }


# -- what the tables say --------------------------------------------------------------------------


def top_ten(tables: Any) -> list[tuple[int, str, str]]:
    """Return the ten highest scores with name and day, best first."""
    rows = (tables or NOTHING)["top"]
    return [
        (score, our.player_with_host(name=name, host=host) if host else name, day)
        for score, name, day, host in rows
    ]


def range_of_ten(tables: Any, more: Sequence[tuple[int, str]] = ()) -> tuple[int, int] | None:
    """Return the lowest and highest score in the Top Ten with `more` (score, name), None if it is empty."""
    known_rows = (tables or NOTHING)["top"]
    known = {(score, name) for score, name, *_ in known_rows}
    rows = top(KEPT)(known_rows, [row for row in more if row not in known])
    return (rows[-1][0], rows[0][0]) if rows else None


ROWS_A_PAGE: Final = 12
_TEN: Final = (Column("", 2, True), Column("", 21), Column("", 4, True))
_FIGURES: Final = (
    Column("", 14), Column(tr.door_heads.games, 5, True), Column(tr.door_heads.won, 5, True),
    Column(tr.door_heads.mean, 5, True), Column(tr.door_heads.best, 4, True),
    Column(tr.door_heads.full, 4, True), Column(tr.door_heads.most, 4, True),
    Column(tr.door_heads.least, 5, True), Column(tr.door_heads.liked, 5, True),
    Column(tr.door_heads.rare, 4, True),
)  # fmt: skip


def sheets(front: Front) -> tuple[Sheet, ...]:
    known = front.tally or NOTHING
    order = {level.name: -at for at, level in enumerate(LEVELS)}
    callers = sorted(
        known["callers"].items(), key=lambda row: (row[0] != front.caller, -row[1]["best"], row[0])
    )
    levels = sorted(known["levels"].items(), key=lambda row: order.get(row[0], 0))
    ten = top_ten(front.tally)
    rows = tuple((f"{place}", name, f"{score}") for place, (score, name, _) in enumerate(ten, 1))
    return (
        Sheet(our.title_top_ten(), _TEN, rows, rows_of(rows, front.caller)),
        *_figures(our.title_statistics(), callers, front.caller),
        *_figures(our.title_statistics_computers(), levels, "") * bool(levels),
    )


def _figures(title: str, table: Sequence[tuple[str, Mapping[str, Any]]], mine: str) -> tuple[Sheet, ...]:
    rows = tuple(_row(name, of) for name, of in table)
    legend = tuple(our.statistics_legend().split("\n")) if rows else ()
    parts = [rows[at : at + ROWS_A_PAGE] for at in range(0, max(len(rows), 1), ROWS_A_PAGE)]
    return tuple(Sheet(title, _FIGURES, part, rows_of(part, mine, 0), legend) for part in parts)


def _row(name: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    played = str(of["played"])
    if not of["ended"]:
        return (name, played, *("-",) * (len(_FIGURES) - 2))
    won = f"{of['won']}/{of['against']}" if of["against"] else "-"
    doors = of["doors"]
    often, seldom = doors.index(max(doors)) + 1, doors.index(min(doors)) + 1
    return (
        name, played, won, f"{of['sum'] / of['ended']:.1f}", str(of["best"]), str(of["perfect"]),
        str(of["most"]), str(of["least"]), str(often), str(seldom),
    )  # fmt: skip
