"""The ladder: the ratings of callers at a game for several players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from door.features.tables.asks import LADDER, LadderFound
from door.pages.api import DoorsLobby, LadderRow, Visit
from door.pages.page import doing
from door.pages.sheets import SheetPage, SheetState
from door.records.ledger.ladder import DRAWN, LOST, PROVISIONAL, WON
from door.screens.doors import find
from door.term.canvas import DARK, GREY, WHITE, style
from door.ui import look
from door.ui.blocks import PLACE, Lines, Styled, Text, head, line
from door.ui.commands import Command
from door.ui.screen import Effects, Event
from door.ui.texts import tr
from door.ui.widgets import Column, heads, row_text
from door.ui.words import commas, ordinal, sentences

COLUMNS: Final = (
    PLACE,
    Column(tr.heads.caller, 20),
    Column(tr.heads.rating, 7, True),
    Column(tr.heads.deviation, 4, True),
    Column(tr.heads.games, 6, True),
    Column(tr.heads.last_games, 10),
)
WIDE: Final = (
    COLUMNS[0],
    Column(tr.heads.caller, 32),
    Column(tr.heads.rating, 8, True),
    Column(tr.heads.deviation, 5, True),
    Column(tr.heads.games, 8, True),
    Column(tr.heads.last_games, 12),
    Column(tr.heads.won, 5, True),
    Column(tr.heads.drawn, 6, True),
    Column(tr.heads.lost, 5, True),
)
BRIEF: Final = (COLUMNS[0], Column(tr.heads.caller, 22, bare=True), COLUMNS[2], COLUMNS[4])
CURVE: Final = str.maketrans({WON: "▀", DRAWN: "─", LOST: "▄"})
RESULTS: Final = {
    WON: tr.tables.ladder_run_won,
    DRAWN: tr.tables.ladder_run_drew,
    LOST: tr.tables.ladder_run_lost,
}
# -- the text -----------------------------------------------------------------------------------


def rating(row: LadderRow) -> str:
    """Return the rating, with a question mark while it is provisional: "1512?"."""
    return str(row.rating) if row.place else f"{row.rating}?"


def _lines(found: LadderFound, handle: str, columns: Sequence[Column]) -> Lines:
    lines = [(heads(columns), style(DARK))]
    lines += [(_line(row, row.handle == handle, columns), _ink(row, handle)) for row in found.rows]
    lines += [("", 0), (tr.tables.ladder_line_note(), style(DARK))]
    if not all(row.place for row in found.rows):
        lines.append((tr.tables.ladder_provisional_note(games=PROVISIONAL), style(DARK)))
    return tuple(lines)


def _line(row: LadderRow, own: bool, columns: Sequence[Column]) -> str:
    place = f"{row.place}." if row.place else "-"
    cells = (place, row.handle, rating(row), row.deviation, row.games, row.results.translate(CURVE),
             *(row.results.count(result) for result in (WON, DRAWN, LOST)))  # fmt: skip
    return ("►" if own else " ") + row_text(columns, cells)[1:]


def _ink(row: LadderRow, handle: str) -> int:
    return style(WHITE if row.handle == handle else look.medal(row.place))


def brief(rows: Sequence[LadderRow], handle: str) -> list[Styled]:
    lines = [head(BRIEF)]
    for row in rows:
        place = f"{row.place}." if row.place else "-"
        lines.append(line(BRIEF, (place, row.handle, rating(row), row.games), _ink(row, handle)))
    return lines


def own_rating(row: LadderRow) -> str:
    """Return a caller's own place, for their page: "rating 1512, 3rd of the ladder, 23 rated games"."""
    games = tr.count.rated_games(n=row.games)
    if not row.place:
        return tr.tables.ladder_no_place(rating=row.rating, games=games)
    return tr.tables.ladder_place(rating=row.rating, place=ordinal(row.place), games=games)


# -- plain mode --------------------------------------------------------------------------------


def row_line(row: LadderRow) -> str:
    """Return a row in words: "3. Ann: rating 1512, give or take 54, 23 games. Lately: won 3, lost 1."."""
    games = tr.count.games(n=row.games)
    own = (
        tr.tables.plain_ladder_place(
            place=row.place, who=row.handle, rating=row.rating, deviation=row.deviation, games=games
        )
        if row.place
        else tr.tables.plain_ladder_no_place(
            who=row.handle, rating=row.rating, deviation=row.deviation, games=games
        )
    )
    runs = commas(RESULTS[result](n=len(list(run))) for result, run in groupby(row.results))
    return sentences(own, tr.tables.plain_ladder_lately(runs=runs) if runs else "")


@dataclass(frozen=True, slots=True)
class LadderState(SheetState):
    lobby: DoorsLobby


class _LadderPage(SheetPage[LadderState]):
    """A game's ladder; the argument is its slug, or "" for the first."""

    TITLE = tr.tables.title_ladder
    FACE = "ladder"
    LOBBY = DoorsLobby
    STATE = LadderState
    QUERY = LADDER

    def first(self, lobby: DoorsLobby, arg: str) -> LadderState:
        state = LadderState(lobby, arg)
        return replace(state, at=_games(state).index(arg) if arg else 0)

    def leaves(self, state: LadderState) -> int:
        return len(_games(state))

    def load(self, state: LadderState) -> Effects:
        games = _games(state)
        return (LADDER(games[state.at]),) if games else ()

    def receive(self, state: LadderState, reply: Event) -> tuple[LadderState, Effects] | None:
        found = LADDER.answer_in(reply)
        if found is not None and found.slug != _games(state)[state.at]:
            return state, ()
        return super().receive(state, reply)

    def turn_to(self, state: LadderState, at: int) -> tuple[LadderState, Effects]:
        state = replace(state, at=at, top=0)
        return state, self.load(state)

    def sheet(self, state: LadderState) -> Text:
        found: LadderFound | None = state.found
        if found is None:
            return Text(self.TITLE(), ())
        title, handle = f"{self.TITLE}: {found.name}", state.lobby.handle
        if not found.rows:
            return Text(title, ((tr.tables.no_rated_games(game=found.name), style(GREY)),))
        lines, wide = (_lines(found, handle, columns) for columns in (COLUMNS, WIDE))
        words = tuple(map(row_line, found.rows))
        return Text(title, lines, tr.count.callers(n=len(found.rows)), (wide,), words)

    def commands(self, state: LadderState) -> tuple[Command[LadderState], ...]:
        games = _games(state)
        if not games:
            return ()
        return (Command("replays", "r", tr.keys.replays, doing(Visit("replays", games[state.at]))),)


def _games(state: LadderState) -> tuple[str, ...]:
    """Return the slugs of the games with a ladder, and the one that the page was opened with."""
    games = tuple(one.slug for one in state.lobby.doors if _is_played(one.slug))
    return (state.arg, *games) if state.arg and state.arg not in games else games


def _is_played(slug: str) -> bool:
    door = find(slug)
    return door is not None and (door.INFO.players.versus, door.INFO.players.race) != (None, None)


PAGE: Final = _LadderPage()
