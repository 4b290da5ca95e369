"""A page that asks for one line, shows the result, and closes. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.board.api import Done, Lobby
from door.board.widgets import pager, pager_input
from door.board.widgets.pager_input import State
from door.term.canvas import Canvas
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effect, Effects, Event, Leave, No, Question, Speech, View
from door.ui.texts import Sentence, tr


class OneLinePage:
    """`about` is shown above the line. `effect` is built from the typed text. `may` asks for permission
    first.
    """

    def __init__(
        self, title: Sentence, about: Sentence, prompt: Sentence, width: int, effect: Callable[[str], Effect],
        may: Question | None = None,
    ) -> None:  # fmt: skip
        self.TITLE: Final = title
        self._about, self._prompt, self._width, self._effect = about, prompt, width, effect
        self._may = may

    def start(self, lobby: Lobby, arg: str) -> tuple[State, Effects]:
        about = " ".join(self._about(sysop=lobby.sysop).split())
        sheet = replace(pager.paper(self.TITLE(), about), keys=(pager.BACK,), foot=pager_input.FOOT)
        return (State(sheet), (self._may,)) if self._may else (self._asking(State(sheet)), ())

    def _asking(self, state: State) -> State:
        return state.asking(self._prompt(), self._width)

    def update(self, state: State, event: Event) -> tuple[State, Effects]:
        match event:
            case Answer():
                return self._asking(state), ()
            case Done(note):
                return state.said(note), ()
            case No(note):
                return state.denied(note), (Bell(),)
            case Key() | Line() if state.entry:
                return state.answered(state.entry, event, self._effect, Leave())
        return state.turned(event)

    def draw(self, state: State, view: View) -> Canvas:
        return pager_input.draw(state, view)

    def tell(self, before: State | None, after: State) -> Speech:
        return pager_input.tell(before, after, tr.common.plain_prompt_go_back())
