"""Writing in the forum."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.features.forum.asks import ANSWER_THREAD, BEGIN_THREAD, MAY_WRITE_IN_FORUM
from door.features.letters.pages.letter import LetterPage, State
from door.pages.api import Lobby
from door.records.community.letters import WIDTH
from door.ui.screen import Answer, Effect, Effects, Event
from door.ui.texts import tr
from door.ui.widgets import Field


class _Post(LetterPage):
    """A post. The argument has lines: a thread's id, its title, and a quote; or nothing, an area and a
    title."""

    TITLE = tr.forum.title
    DRAFTS = False

    def start(self, lobby: Lobby, arg: str) -> tuple[State, Effects]:
        id, *_ = arg.split("\n")
        return State(lobby, arg, field=Field(limit=WIDTH)), (MAY_WRITE_IN_FORUM(not id),)

    def receive(self, state: State, reply: Event) -> tuple[State, Effects] | None:
        match reply:
            case Answer():
                id, _, *quoted = state.arg.split("\n")
                lines = tuple(quoted) if id else ()
                return replace(state, to=state.arg, may=True, lines=lines), ()
        return super().receive(state, reply)

    def title(self, state: State) -> str:
        id, title, *more = state.arg.split("\n")
        return tr.forum.title_answer(title=title) if id else tr.forum.title_new(title=more[0])

    def sends(self, state: State, lines: tuple[str, ...]) -> Effect:
        id, area, *more = state.arg.split("\n")
        return ANSWER_THREAD((id, lines)) if id else BEGIN_THREAD((area, more[0], lines))


PAGE: Final = _Post()
