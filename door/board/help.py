"""The board's help, and the tour for first-time callers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board import menu
from door.board.api import Lobby
from door.board.news import Next, SheetsBeforeMenu, State
from door.board.widgets.blocks import Text
from door.board.widgets.page import doing
from door.board.widgets.sheets import SheetPage, SheetState, paper
from door.midend.api import Remember
from door.ui.commands import Command
from door.ui.screen import Event
from door.ui.texts import tr


class _Help(SheetPage[SheetState]):
    """How to get around, and how scores count."""

    TITLE = tr.help.title

    def sheet(self, state: SheetState) -> Text:
        shown, told = (
            "\n".join((about(), tr.help.turns_and_more(**menu.keys(state.lobby), others=others())))
            for about, others in (
                (tr.help.getting_about, tr.help.whos_online),
                (tr.help.plain_getting_about, tr.help.plain_whos_online),
            )
        )
        return paper(tr.help.heading(board=state.lobby.board), shown, told=told)


class _Tour(SheetsBeforeMenu):
    """Three short pages in place of the news."""

    TITLE = tr.news.title

    def start(self, lobby: Lobby, arg: str) -> Next:
        return self.opened(State(lobby, arg))

    def receive(self, state: State, reply: Event) -> Next | None:
        return self.opened(replace(state, lobby=reply)) if isinstance(reply, Lobby) else None

    def sheets(self, state: State) -> tuple[Text, ...]:
        lobby = state.lobby
        keys = menu.keys(lobby)
        first = tr.tour.first_door(key=1, name=lobby.doors[0].name) if lobby.doors else ""
        plain = tr.tour.plain_is_on() if lobby.plain else tr.tour.plain_offer()
        texts = (
            tr.tour.first_game(first=first),
            tr.tour.your_screen(plain=plain, **keys),
            tr.tour.other_callers(sysop=lobby.sysop, **keys),
        )
        title, of = tr.tour.title(board=lobby.board), len(texts)
        return tuple(
            paper(title, text, tr.common.place_of_total(at=at, of=of)) for at, text in enumerate(texts, 1)
        )

    def commands(self, state: State) -> tuple[Command[State], ...]:
        plain: Command[State] = Command("plain", "p", tr.keys.plain_text, doing(Remember("plain", "on")))
        return (*super().commands(state), plain)


PAGE: Final = _Help()
TOUR: Final = _Tour()
