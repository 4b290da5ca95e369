"""The ladder: the ratings of callers at a game for several players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from door.board.api import Lobby, Visit
from door.board.tables.effects import LADDER, LadderFound, LadderRow
from door.board.widgets import look, pager
from door.midend.doors import find
from door.records.ledger.ladder import DRAWN, LOST, PROVISIONAL, WON
from door.term.canvas import DARK, GREY, WHITE, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Effects, Event, Speech
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, heads, row_text
from door.ui.words import commas, ordinal, sentences

TITLE: Final = tr.tables.title_ladder
COLUMNS: Final = (
    pager.PLACE,
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
KEYS: Final = (Hint("right", tr.keys.next_game, "◄ ►"), Hint("r", tr.keys.replays), *pager.READ)
PROMPT: Final = tr.tables.plain_prompt_ladder


@dataclass(frozen=True, slots=True)
class State(pager.State):
    """`games` are the slugs of games with a ladder. `at` is the current one, `found` its ladder."""

    lobby: Lobby
    games: tuple[str, ...]
    at: int = 0
    found: LadderFound | None = None


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Open the ladder of the game `arg`, or ("") of the first."""
    games = tuple(listing.slug for listing in lobby.doors if _is_played(listing.slug))
    if arg and arg not in games:
        games = (arg, *games)
    return _asked(State(pager.Pager(TITLE(), (), keys=KEYS), lobby, games), games.index(arg) if arg else 0)


def _is_played(slug: str) -> bool:
    door = find(slug)
    return door is not None and (door.INFO.versus, door.INFO.race) != (None, None)


def _asked(state: State, at: int) -> Next:
    return replace(state, at=at), (LADDER(state.games[at]),) if state.games else ()


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, LadderFound() as found) if state.games and found.slug == state.games[state.at]:
            return replace(state, found=found, sheet=sheet(found, state.lobby.handle)), ()
        case Lobby():
            return _asked(replace(state, lobby=event), state.at)
    name = event.name if isinstance(event, Key) else event.text.strip()[:1] if isinstance(event, Line) else ""
    if name.lower() == "r" and state.games:
        return state, (Visit("replays", state.games[state.at]),)
    to = pager.leaf(state.sheet, event, state.at, len(state.games))
    return state.turned(event) if to is None else _asked(state, to)


# -- the text -----------------------------------------------------------------------------------


def rating(row: LadderRow) -> str:
    """Return the rating, with a question mark while it is provisional: "1512?"."""
    return str(row.rating) if row.place else f"{row.rating}?"


def sheet(found: LadderFound, handle: str) -> pager.Pager:
    """Return a game's ladder as a page."""
    title = f"{TITLE}: {found.name}"
    if not found.rows:
        return pager.Pager(title, ((tr.tables.no_rated_games(game=found.name), style(GREY)),), keys=KEYS)
    lines, wide = (_lines(found, handle, columns) for columns in (COLUMNS, WIDE))
    return pager.Pager(title, lines, tr.count.callers(n=len(found.rows)), KEYS, wide=(wide,))


def _lines(found: LadderFound, handle: str, columns: Sequence[Column]) -> pager.Lines:
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


def brief(rows: Sequence[LadderRow], handle: str) -> list[pager.Styled]:
    """Return the rows for a bulletin."""
    lines = [pager.head(BRIEF)]
    for row in rows:
        place = f"{row.place}." if row.place else "-"
        lines.append(pager.row(BRIEF, (place, row.handle, rating(row), row.games), _ink(row, handle)))
    return lines


def own_rating(row: LadderRow) -> str:
    """Return a caller's own place, for their page: "rating 1512, 3rd of the ladder, 23 rated games"."""
    games = tr.count.rated_games(n=row.games)
    if not row.place:
        return tr.tables.ladder_no_place(rating=row.rating, games=games)
    return tr.tables.ladder_place(rating=row.rating, place=ordinal(row.place), games=games)


# -- plain mode --------------------------------------------------------------------------------


def spoken(row: LadderRow) -> str:
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


def tell(before: State | None, after: State) -> Speech:
    if after.found is None:
        return Speech() if after.games else Speech((TITLE(),), tr.common.plain_prompt_go_back())
    lines: list[str] = []
    if before is None or before.found != after.found:
        lines.append(f"{after.sheet.title}.")
        lines += [spoken(row) for row in after.found.rows] or [
            tr.tables.no_rated_games(game=after.found.name)
        ]
    return Speech(tuple(lines), PROMPT())


draw: Final = pager.draw_page
