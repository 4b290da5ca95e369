"""A page that asks for one line, says what becomes of it, and is left.  Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.board.api import Denied, Done, Lobby
from door.board.widgets import pager, pager_input
from door.board.widgets.pager_input import State
from door.term.canvas import Canvas
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effect, Effects, Event, Leave, Speech, View
from door.ui.texts import Sentence, tr


class OneLinePage:
    """`about` is said above the line, {sysop} filled in; `effect` is made of what was entered, and what it is
    answered is shown."""

    def __init__(
        self, title: Sentence, about: Sentence, prompt: Sentence, width: int, effect: Callable[[str], Effect]
    ) -> None:
        self.TITLE: Final = title
        self._about, self._prompt, self._width, self._effect = about, prompt, width, effect

    def start(self, lobby: Lobby, arg: str) -> tuple[State, Effects]:
        about = " ".join(self._about(sysop=lobby.sysop).split())
        sheet = replace(pager.paper(self.TITLE(), about), keys=(pager.BACK,), foot=pager_input.FOOT)
        return State(sheet).asking(self._prompt(), self._width), ()

    def update(self, state: State, event: Event) -> tuple[State, Effects]:
        match event:
            case Done(note):
                return state.said(note), ()
            case Denied(note):
                return state.denied(note), (Bell(),)
            case Key() | Line() if state.entry:
                return state.answered(state.entry, event, self._effect, Leave())
        return state.turned(event)

    def draw(self, state: State, view: View) -> Canvas:
        return pager_input.draw(state, view)

    def tell(self, before: State | None, after: State) -> Speech:
        return pager_input.tell(before, after, tr.common.plain_prompt_go_back())
