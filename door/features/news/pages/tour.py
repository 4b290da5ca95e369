"""The tour for first-time callers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.features.menu.pages import menu
from door.features.news.pages.news import NewsState, Next, SheetsBeforeMenu
from door.games.game import Front
from door.pages.page import doing
from door.pages.sheets import paper
from door.play.api import Remember
from door.screens.doors import find
from door.term.canvas import BLANK, Canvas
from door.ui.blocks import Text
from door.ui.commands import Command
from door.ui.screen import Event, View
from door.ui.texts import tr
from door.ui.words import without_keys

PIECES: Final = ("shutbox", "microlink", "mindbuster")
"""Doors whose signs have tiles, doors or pegs below the name: one for each page of the tour."""

NAME: Final = 5  # rows of a sign above them


def _piece(slug: str, view: View) -> Canvas | None:
    door = find(slug)
    if door is None or door.game.picture.sign is None:
        return None
    sign = door.game.picture.sign(Front(door.game.info.complete({})), view)
    rows = sign.rows - NAME
    while rows and set(sign.cells[NAME + rows - 1]) == {BLANK}:
        rows -= 1
    canvas = Canvas(sign.cols, rows + 2)  # a blank row above and below
    canvas.blit(Canvas(sign.cols, rows, sign.cells[NAME:]), 0, 1)
    return canvas


class _Tour(SheetsBeforeMenu):
    """Three short pages in place of the news. Each shows a piece of a game that the board has."""

    TITLE = tr.news.title

    def start(self, lobby: menu.MenuLobby, arg: str) -> Next:
        return self.open_sheets(NewsState(lobby, arg))

    def receive(self, state: NewsState, reply: Event) -> Next | None:
        return self.open_sheets(replace(state, lobby=reply)) if isinstance(reply, menu.MenuLobby) else None

    def sheets(self, state: NewsState) -> tuple[Text, ...]:
        lobby = state.lobby
        keys = menu.keys(lobby)
        first = tr.tour.first_door(key=1, name=lobby.doors[0].name) if lobby.doors else ""
        offer = tr.tour.phone_plain_offer if lobby.upright else tr.tour.plain_offer
        is_on = tr.logon.page_is_text if lobby.on_text_page else tr.tour.plain_is_on
        plain = is_on() if lobby.plain else offer()
        texts = (
            tr.tour.first_game(first=first),
            tr.tour.your_screen(plain=plain, **keys),
            tr.tour.other_callers(sysop=lobby.sysop, **keys),
        )
        title, of = tr.tour.title(board=lobby.board), len(texts)
        return tuple(
            paper(
                title, text, tr.common.place_of_total(at=at, of=of),
                without_keys(text) if lobby.upright else "",
            )
            for at, text in enumerate(texts, 1)
        )  # fmt: skip

    def draw(self, state: NewsState, view: View) -> Canvas:
        slug = PIECES[state.at % len(PIECES)]
        if slug in [listing.slug for listing in state.lobby.doors]:
            state = replace(state, sheet=replace(state.sheet, head=_piece(slug, view)))
        return super().draw(state, view)

    def commands(self, state: NewsState) -> tuple[Command[NewsState], ...]:
        plain: Command[NewsState] = Command("plain", "p", tr.keys.plain_text, doing(Remember("plain", "on")))
        return (*super().commands(state), *(() if state.lobby.plain else (plain,)))


PAGE: Final = _Tour()
