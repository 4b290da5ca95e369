"""The hall of fame: the winners of every finished month, one month per page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board import bulletins
from door.board.api import HALL, Visit
from door.board.widgets import look
from door.board.widgets.blocks import Styled, Text, Told
from door.board.widgets.page import doing
from door.board.widgets.sheets import SheetPage, SheetState
from door.records.ledger.standings import Won
from door.term.canvas import GREY, WHITE, style
from door.ui.commands import Command
from door.ui.texts import tr
from door.ui.widgets import Column, row_told
from door.ui.words import month_name

RANKED: Final = (Column("", 4, True), *bulletins.COLUMNS, bulletins.GAMES)
State = SheetState


def by_month(won: Sequence[Won]) -> tuple[tuple[Won, ...], ...]:
    """Group winners by month, in the order given."""
    months: dict[str, list[Won]] = {}
    for one in won:
        months.setdefault(one.month, []).append(one)
    return tuple(map(tuple, months.values()))


class _Page(SheetPage[State]):
    """One sheet a month, the newest first."""

    TITLE = tr.bulletins.title_hall
    QUERY = HALL
    FRESH = False

    def leaves(self, state: State) -> int:
        return len(by_month(state.found or ()))

    def sheet(self, state: State) -> Text:
        months = by_month(state.found)
        if not months:
            return Text(self.TITLE(), ((tr.bulletins.no_months_over(), style(GREY)),))
        listings = {listing.slug: listing for listing in state.lobby.doors}
        lines: list[Styled] = []
        for won in months[state.at]:
            listing = listings.get(won.slug)
            lines += [("", 0)] if lines else []
            lines.append((listing.name if listing else won.slug, style(listing.accent if listing else WHITE)))
            for row in won.rows:
                games = tr.bulletins.hall_in_games(games=tr.count.games(n=row.games))
                text = f"  {row.place:>2}. {row.caller:<34} {row.score:>9}  {games}"
                told = row_told(RANKED, (f"{row.place}.", row.caller, row.score, row.games))
                lines.append(Told(text, style(look.medal(row.place)), told))
        title = f"{self.TITLE}: {month_name(months[state.at][0].month)}"
        return Text(title, tuple(lines), tr.common.place_of_total(at=state.at + 1, of=len(months)))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        months = by_month(state.found or ())
        if not months:
            return ()
        return (Command("replays", "r", tr.keys.replays, doing(Visit("replays", months[state.at][0].month))),)


PAGE: Final = _Page()
