"""The board's help: how to get around, and how scores count."""

from __future__ import annotations

from typing import Final

from door.board import menu
from door.board.api import Lobby
from door.board.widgets import pager
from door.board.widgets.pager import State
from door.ui.screen import Effects, Event, Speech
from door.ui.texts import tr

TITLE: Final = tr.help.title


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    shown, told = (
        "\n".join((about(), tr.help.turns_and_more(**menu.keys(lobby), others=others())))
        for about, others in (
            (tr.help.getting_about, tr.help.whos_online),
            (tr.help.plain_getting_about, tr.help.plain_whos_online),
        )
    )
    return State(pager.paper(tr.help.heading(board=lobby.board), shown, told=told)), ()


def update(state: State, event: Event) -> tuple[State, Effects]:
    return state.turned(event)


draw: Final = pager.draw_page


def tell(before: State | None, after: State) -> Speech:
    return pager.tell(before.sheet if before else None, after.sheet)
