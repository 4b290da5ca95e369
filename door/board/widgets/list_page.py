"""A page that asks for a list and scrolls through the lines of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from door.board.api import Lobby
from door.board.widgets import pager
from door.term.canvas import Canvas
from door.term.keys import Key, Line
from door.ui.screen import Effects, Event, Query, Speech, View
from door.ui.texts import Sentence

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class State(pager.State):
    """`sheet` has no lines until the answer arrives."""

    lobby: Lobby


@dataclass(frozen=True, eq=False)
class ListPage(Generic[R]):
    """A page that asks a `query`, and turns the answer into lines with `sheet`.

    `keys` are the page's own letters. `prompt` names them in plain mode if it differs from the pager's. A
    `fresh` page asks again whenever it comes back on top.
    """

    TITLE: Sentence
    query: Query[None, R]
    sheet: Callable[[Lobby, R], pager.Pager]
    keys: Mapping[str, Effects] = field(default_factory=dict)
    prompt: Sentence | None = None
    fresh: bool = False

    def start(self, lobby: Lobby, arg: str) -> tuple[State, Effects]:
        return State(pager.Pager(self.TITLE(), ()), lobby), (self.query(),)

    def update(self, state: State, event: Event) -> tuple[State, Effects]:
        if (found := self.query.answered(event)) is not None:
            return replace(state, sheet=self.sheet(state.lobby, found)), ()
        if isinstance(event, Lobby) and self.fresh:
            return replace(state, lobby=event), (self.query(),)
        said = event.name if isinstance(event, Key) else event.text.strip() if isinstance(event, Line) else ""
        if said.lower() in self.keys:
            return state, self.keys[said.lower()]
        return state.turned(event)

    def draw(self, state: State, view: View) -> Canvas:
        return pager.draw_page(state, view)

    def tell(self, before: State | None, after: State) -> Speech:
        if not after.sheet.lines:
            return Speech()
        told = pager.tell(before.sheet if before else None, after.sheet)
        return Speech(told.lines, self.prompt()) if self.prompt else told
