"""The tour for first-time callers: three short pages in place of the news."""

from __future__ import annotations

from typing import Final

from door.board import menu
from door.board.api import Lobby
from door.board.widgets.blocks import Text
from door.board.widgets.page import paper
from door.ui.texts import tr
from door.ui.widgets import Hint

KEYS: Final = (Hint("enter", tr.keys.go_on), Hint("p", tr.keys.plain_text), Hint("esc", tr.keys.to_the_menu))
TITLE: Final = tr.tour.title


def sheets(lobby: Lobby) -> tuple[Text, ...]:
    keys = menu.keys(lobby)
    first = tr.tour.first_door(key=1, name=lobby.doors[0].name) if lobby.doors else ""
    texts = (
        tr.tour.first_game(first=first),
        tr.tour.your_screen(plain=tr.tour.plain_is_on() if lobby.plain else tr.tour.plain_offer(), **keys),
        tr.tour.other_callers(sysop=lobby.sysop, **keys),
    )
    title = TITLE(board=lobby.board)
    return tuple(
        paper(title, text, tr.common.place_of_total(at=at, of=len(texts))) for at, text in enumerate(texts, 1)
    )
