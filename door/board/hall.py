"""The hall of fame: the winners of every finished month, one month per page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board import bulletins
from door.board.api import HALL, Lobby, Visit
from door.board.widgets import look, pager
from door.records.ledger.standings import Won
from door.term.canvas import GREY, WHITE, style
from door.term.keys import Key, Line
from door.ui.screen import Effects, Event, Speech
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, row_told
from door.ui.words import month_name

TITLE: Final = tr.bulletins.title_hall
REPLAYS: Final = Hint("r", tr.keys.replays)
RANKED: Final = (Column("", 4, True), *bulletins.COLUMNS, bulletins.GAMES)
KEYS: Final = (Hint("right", tr.keys.earlier_or_later, "◄ ►"), REPLAYS, *pager.READ)


@dataclass(frozen=True, slots=True)
class State(pager.State):
    """`months` holds the winners of each month, newest month first. `at` is the current one."""

    lobby: Lobby
    months: tuple[tuple[Won, ...], ...] = ()
    at: int = 0


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(pager.Pager(TITLE(), (), keys=KEYS), lobby), (HALL(),)


def by_month(won: Sequence[Won]) -> tuple[tuple[Won, ...], ...]:
    """Group winners by month, in the order given."""
    months: dict[str, list[Won]] = {}
    for one in won:
        months.setdefault(one.month, []).append(one)
    return tuple(map(tuple, months.values()))


def sheet(lobby: Lobby, months: Sequence[Sequence[Won]], at: int) -> pager.Pager:
    """Return one month's winners, door by door."""
    if not months:
        return pager.Pager(TITLE(), ((tr.bulletins.no_months_over(), style(GREY)),), keys=(pager.BACK,))
    listings = {listing.slug: listing for listing in lobby.doors}
    lines: list[pager.Styled] = []
    for won in months[at]:
        listing = listings.get(won.slug)
        lines += [("", 0)] if lines else []
        lines.append((listing.name if listing else won.slug, style(listing.accent if listing else WHITE)))
        for row in won.rows:
            games = tr.bulletins.hall_in_games(games=tr.count.games(n=row.games))
            text = f"  {row.place:>2}. {row.caller:<34} {row.score:>9}  {games}"
            told = row_told(RANKED, (f"{row.place}.", row.caller, row.score, row.games))
            lines.append(pager.Told(text, style(look.medal(row.place)), told))
    title = f"{TITLE}: {month_name(months[at][0].month)}"
    keys = KEYS if len(months) > 1 else (REPLAYS, *pager.READ)
    return pager.Pager(title, tuple(lines), tr.common.place_of_total(at=at + 1, of=len(months)), keys)


def update(state: State, event: Event) -> Next:
    if (won := HALL.answered(event)) is not None:
        months = by_month(won)
        return State(sheet(state.lobby, months, 0), state.lobby, months), ()
    name = event.name.lower() if isinstance(event, Key) else ""
    if isinstance(event, Line):
        name = event.text.strip().lower()[:1]
    if name == REPLAYS.key and state.months:
        return state, (Visit("replays", state.months[state.at][0].month),)
    at = pager.leaf(state.sheet, event, state.at, len(state.months))
    if at is None:
        return state.turned(event)
    return replace(state, at=at, sheet=sheet(state.lobby, state.months, at)), ()


draw: Final = pager.draw_page


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    told = pager.tell(before.sheet if before else None, after.sheet)
    many, one = tr.bulletins.plain_prompt_hall_months, tr.bulletins.plain_prompt_hall_replays
    ask = many if len(after.months) > 1 else one if after.months else tr.common.plain_prompt_go_back
    return Speech(
        told.lines,
        ask(),
    )
