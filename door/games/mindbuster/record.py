"""MindBuster's record: the status, each move as a line, and the tables.

tables   size ("4x6") → mode ("solo", or the computer's level) → games, won, lost, drawn,
         guesses (the sum over broken codes), broken, and the best games, fewest first
callers  caller → mode, or "duel" for all duels → won, lost, drawn, streak, longest
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from door.games.game import QUIT, Front, MonthPoints, Sheet, Status
from door.games.mindbuster import rules
from door.games.mindbuster.card import INFO, PAR, full_name, level_of, plan, record_of
from door.games.mindbuster.rules import CODE, GUESSES, LEVELS, MINE, NOT_BROKEN, THEIRS, Game
from door.games.tallies import ANY, FinishedGame, TallyEntry, TallyTables, add_each, column, keys, top
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column

our: Final = tr.mindbuster
MODE_NAMES: Final = {"solo": our.label_mode_solo, "duel": our.label_mode_duel}

BEST_KEPT: Final = 5


def status(game: Game) -> Status:
    """Return the status.  At the end a score is the number of guesses, 11 if the code was not broken."""
    sides = (MINE, THEIRS) if game.between_callers else (MINE,)
    return Status(
        game.over, tuple(rules.score(game, side) for side in sides), () if game.over else (game.mover,),
        used=game.chance.used,
    )  # fmt: skip


# -- the tables ---------------------------------------------------------------------------


def outcome(game: FinishedGame) -> str:
    """Return "won", "lost" or "drawn", from the score and the moves alone."""
    moves, broken, duel = game.moves, game.score < NOT_BROKEN, game.options["players"] == 2
    if QUIT in moves[-1:]:
        return "lost"
    if duel and broken == ("".join(moves[:1]).removeprefix(CODE) in moves[2::2]):
        return "drawn"
    return "won" if broken else "lost"


def marks(game: FinishedGame) -> MonthPoints | None:
    mark = 100 * game.score - PAR[game.options["holes"], game.options["colours"]]
    return MonthPoints(mark, mark) if game.score < NOT_BROKEN else None


def badges(game: FinishedGame) -> tuple[Sentence, ...]:
    best = _mode(game) == LEVELS[-1] and outcome(game) == "won"
    return (*INFO.badges[:1] * best, *INFO.badges[1:] * (game.score == GUESSES))


def _mode(game: FinishedGame) -> str:
    return level_of(game.seats, game.options) if game.options["players"] == 2 else "solo"


def entries(game: FinishedGame) -> Iterator[TallyEntry]:
    """Yield a game's entries in the tables.  The module's docstring shows their shape."""
    score, broken, mode = game.score, game.score < NOT_BROKEN, _mode(game)
    result = outcome(game)
    path = ("tables", "{holes}x{colours}".format(**game.options), mode)
    counts = {"games": 1, "won": 0, "lost": 0, "drawn": 0, "broken": int(broken), "guesses": score * broken}
    yield TallyEntry(path, add_each, counts | {result: 1})
    best = [[score, game.caller, game.month]] * broken
    yield TallyEntry((*path, "best"), top(BEST_KEPT, fewer_is_better=True), best)
    yield TallyEntry(("callers", game.caller), _with_game, (result, mode, *["duel"] * (mode != "solo")))


def _with_game(records: Any, game: Sequence[str]) -> dict[str, Any]:
    (result, *kinds), records = game, records or {}
    return {**records, **{kind: with_one_more(records.get(kind), result) for kind in kinds}}


TABLES: Final = TallyTables(entries, ((("tables", ANY, ANY, "best"), column(1)), (("callers",), keys)))


def with_one_more(record: Any, result: str) -> dict[str, Any]:
    """Fold a result into a caller's record.  A draw or a loss ends the streak of games won."""
    old = record or {"won": 0, "lost": 0, "drawn": 0, "streak": 0, "longest": 0}
    streak = old["streak"] + 1 if result == "won" else 0
    return {**old, result: old[result] + 1, "streak": streak, "longest": max(old["longest"], streak)}


def table_of(tally: Any, size: str, mode: str) -> Mapping[str, Any]:
    """Return a table, empty before its first game."""
    found: Mapping[str, Any] = ((tally or {}).get("tables", {}).get(size) or {}).get(mode) or {}
    return found


Best = tuple[tuple[int, str], ...]
"""The best games of a table: guesses and caller, fewest first."""


def best_of(tally: Any, holes: int, colours: int) -> Best:
    rows = table_of(tally, f"{holes}x{colours}", "solo").get("best", ())
    return tuple((int(score), str(caller)) for score, caller, _ in rows)


# -- as sheets --------------------------------------------------------------------------------

_MODES: Final = ("solo", *LEVELS)
_MINE: Final = (
    Column("", 15), Column(tr.door_heads.won, 4, True), Column(tr.door_heads.lost, 4, True),
    Column(tr.door_heads.drew, 4, True),
)  # fmt: skip
_GAMES: Final = (
    Column("", 15), Column(tr.door_heads.games, 5, True), Column(tr.door_heads.won, 4, True),
    Column(tr.door_heads.lost, 4, True), Column(tr.door_heads.drawn, 5, True),
    Column(tr.door_heads.mean, 5, True), Column(tr.door_heads.fewest_guesses, 23),
)  # fmt: skip


def sheets(front: Front) -> tuple[Sheet, ...]:
    tally = front.tally
    if not tally:
        return ()
    now = plan(front, False)
    size = "{holes}x{colours}".format(**now.options)
    mode = "solo" if now.options["players"] == 1 else str(now.options["level"])
    others = (other for other in sorted(tally["tables"]) if other != size)
    return (_own(front), *(_games(tally, each, mode) for each in (size, *others)))


def _own(front: Front) -> Sheet:
    records = [(kind, record_of(front.tally, front.caller, kind)) for kind in ("solo", "duel", *LEVELS)]
    rows = tuple((kind_name(kind), *_counts(kind, of)) for kind, of in records if of)
    notes = tuple(
        our.plain_streak_longest(kind=kind_name(kind), streak=of['streak'], longest=of['longest'])
        for kind, of in records[:2] if of
    )  # fmt: skip
    return Sheet(our.title_your_games(), _MINE, rows, (), notes)


def _games(tally: Any, size: str, mode: str) -> Sheet:
    rows = tuple(_games_row(each, table_of(tally, size, each)) for each in _MODES)
    holes, _, colours = size.partition("x")
    return Sheet(
        our.title_everybodys_games(holes=holes, colours=colours), _GAMES, rows, (_MODES.index(mode),),
        (our.average_explained(),),
    )  # fmt: skip


def _counts(kind: str, of: Mapping[str, Any]) -> tuple[str, str, str]:
    return (f"{of['won']}", f"{of['lost']}", "" if kind == "solo" else f"{of['drawn']}")


def _games_row(mode: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    if not of:
        return (kind_name(mode), *("-" for _ in range(5)), "")
    average = f"{of['guesses'] / of['broken']:.2f}" if of["broken"] else "-"
    ranked = [f"{score} {caller}" for score, caller, _ in of["best"][:2]]
    best = ", ".join(ranked)
    if len(best) > _GAMES[-1].width:
        best = ranked[0]
    counts = (f"{of['games']}", *_counts(mode, of))
    return (kind_name(mode), *counts, average, best or our.no_code_broken_yet())


def kind_name(kind: str) -> str:
    """Return a mode in words: "Solo", "All duels", "Albert Einstein"."""
    return MODE_NAMES[kind]() if kind in MODE_NAMES else full_name(kind)
