"""The door's card, and its tables.

    {"games": N, "levels": {level: {"played", "won", "tied", "by": {caller: games won}}},
     "totals": [[grand total, caller, day, level], …], "drops": [[points, caller, day, level], …]}

`totals` come from finished games, `drops` (the callers' biggest single drops) from all games.  The best is
first, and the earlier first among equals.  `level` is "solitaire" if the box itself was the opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from door.games import api
from door.games.switchbox import rules
from door.games.switchbox.rules import LEVELS, OPTIONS
from door.term.canvas import CYAN, YELLOW
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import rows_of

our: Final = tr.switchbox
# -- the card --------------------------------------------------------------------------------------

AGAINST: Final = {
    "same": our.help_against_same, "stronger": our.help_against_stronger, "ladder": our.help_against_ladder,
    "any": our.help_against_any,
}  # fmt: skip
CONTEST_LEVELS: Final = api.Option(
    "contest_levels", "ladder", our.option_contest_levels, choices=tuple(AGAINST), recorded=False
)
_ALONE: Final[api.Options] = {"solitaire": True, "level": "regular"}
"""The options of a deal, a race and the examples, so that the box is the only opponent."""

INFO: Final = api.Info(
    slug="switchbox",
    name=our.name,
    tagline=our.tagline,
    accent=YELLOW,
    options=(*OPTIONS, CONTEST_LEVELS),
    daily=True,
    deal=_ALONE,
    alike=tr.play.chance_word_box,
    badges=(our.badge_avalanche,),
    given_up=our.rule_given_up,
    face=api.Face(
        idea=our.idea,
        examples=(
            api.Example(178, "+6,+4,+3,1,+6,7,+3,+6,+5,+5,+7,+2,+8,+6,+8,+2,+8,+5,+5,+4,7", 16, _ALONE),
            api.Example(354, "+5,+8,+4,+8,+8,+5,3,+3,+5,+1,+8,+8,+6,2,+4,1,+1,+5,+8,+4,+6,7", 17, _ALONE),
            api.Example(233, "+6,+6,+3,+3,+8,+7,3,+8,+6,1,+5,3,+6,3,+7,7,+5,+5,+1,+7,+4,+5,+8,1", 19, _ALONE),
        ),
        edge=CYAN,
        credits=(our.credits_source, our.credits_opponent),
    ),
    players=api.Players(
        seats=(1, 2),
        computers=LEVELS,
        quick=LEVELS[:1],
        versus={"solitaire": False},
        race=_ALONE,
    ),
)


KEPT: Final = 5
SOLITAIRE: Final = "solitaire"
FRESH: Final[Mapping[str, Any]] = {"played": 0, "won": 0, "tied": 0, "by": {}}
_TOTALS: Final = (Column("", 5, True), Column("", 20))
_LEVELS: Final = (
    Column(tr.door_heads.against, 10), Column(tr.door_heads.played, 6, True),
    Column(tr.door_heads.won, 5, True), Column(tr.door_heads.tied, 5, True),
    Column(tr.door_heads.your_wins, 7, True), Column(tr.door_heads.most_wins_by, 24),
)  # fmt: skip
_DROPS: Final = (
    Column(tr.door_heads.points, 6, True), Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.against, 10), Column(tr.door_heads.day, 10),
)  # fmt: skip


# -- the tables --------------------------------------------------------------------------------


def entries(game: api.FinishedGame) -> Iterator[api.TallyEntry]:
    yield api.TallyEntry(("games",), api.tallies.add, 1)
    end, level = game.position, _level(game)
    rest = [game.caller, game.day, level]
    drop, total = (end.best_drop[0], end.stand.totals[0]) if end else (0, 0)
    if drop > 0:
        yield api.TallyEntry(("drops",), api.tallies.top(KEPT), [[drop, *rest]])
    if total > 0 and not end.given_up:
        yield api.TallyEntry(("totals",), api.tallies.top(KEPT), [[total, *rest]])
    if end and level:
        won = rules.winner(end)
        counts = {"played": 1, "won": int(won == 0), "tied": int(won is None)}
        yield api.TallyEntry(("levels", level), api.tallies.add_each, counts)
        yield api.TallyEntry(
            ("levels", level, "by"), api.tallies.add_each, {game.caller: 1} if won == 0 else {}
        )


TABLES: Final = api.TallyTables(
    entries,
    (
        (("totals",), api.tallies.column(1)),
        (("drops",), api.tallies.column(1)),
        (("levels", api.tallies.ANY, "by"), api.tallies.keys),
    ),
)


def _level(game: api.FinishedGame) -> str:
    if game.options["solitaire"]:
        return SOLITAIRE
    if len(game.seats) > 1:
        level = api.computer_level(game.seats[1])
        return level if level in rules.LEVELS else ""
    return str(game.options["level"])


def marks(game: api.FinishedGame) -> api.MonthPoints | None:
    lost = game.position and rules.winner(game.position) == 1
    mark = -game.score if game.options["lowball"] else game.score
    return None if lost else api.MonthPoints(mark, mark)


def badges(game: api.FinishedGame) -> tuple[Sentence, ...]:
    return INFO.badges * bool(game.position and game.position.slid)


def beaten(tables: Any, caller: str) -> frozenset[str]:
    """Return the levels that a caller has won against."""
    levels = (tables or {}).get("levels", {})
    return frozenset(level for level, of in levels.items() if of["by"].get(caller))


def is_new(tables: Any, caller: str) -> bool:
    """True if the caller has not won against a computer yet."""
    return not beaten(tables, caller)


# -- what the tables say -------------------------------------------------------------------------


def sheets(front: api.Front) -> tuple[api.Sheet, ...]:
    if not (tables := front.tally):
        return ()
    ranked = tables.get("totals", ())
    totals = [(f"{points}", who) for points, who, *_ in ranked]
    best = [our.highest_of_day(day=day, against=_against(level)) for *_, day, level in ranked[:1]]
    dropped = tables.get("drops", ())
    drops = [(f"{points}", who, _against(level), day) for points, who, day, level in dropped]
    return (
        api.Sheet(
            our.title_grand_totals(), _TOTALS, tuple(totals), rows_of(totals, front.caller), tuple(best)
        ),
        api.Sheet(our.title_games_won(), _LEVELS, tuple(_level_rows(tables, front.caller))),
        api.Sheet(our.title_biggest_drops(), _DROPS, tuple(drops), rows_of(drops, front.caller)),
    )


def _against(level: str) -> str:
    if level in ("", SOLITAIRE):
        return {"": our.against_a_person, SOLITAIRE: our.against_the_box}[level]()
    return api.level_name(level)


def _level_rows(tables: Mapping[str, Any], caller: str) -> Iterator[tuple[str, ...]]:
    levels = tables.get("levels", {})
    for level in (*rules.LEVELS, SOLITAIRE):
        of = levels.get(level, FRESH)
        if level != SOLITAIRE or level in levels:
            best = max(of["by"].items(), key=lambda item: item[1], default=("", 0))
            most = f"{best[0]} ({best[1]})" if best[1] else "-"
            played = (str(of[name]) for name in ("played", "won", "tied"))
            yield (_against(level), *played, str(of["by"].get(caller, 0)), most)
