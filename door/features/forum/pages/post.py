"""Writing in the forum."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.features.forum.asks import ANSWER_THREAD, BEGIN_THREAD
from door.features.letters.pages.letter import LetterPage, LetterState
from door.pages.api import Lobby
from door.records.community.letters import WIDTH
from door.ui.screen import Bell, Effect, Effects
from door.ui.texts import tr
from door.ui.widgets import Field


class _PostPage(LetterPage):
    """A post. The argument has lines: a thread's id, its title, and a quote; or nothing, an area and a
    title."""

    TITLE = tr.forum.title
    DRAFTS = False

    def start(self, lobby: Lobby, arg: str) -> tuple[LetterState, Effects]:
        id, _, *quoted = arg.split("\n")
        state = LetterState(lobby, arg, to=arg, field=Field(limit=WIDTH))
        if why := lobby.why_silent:
            return replace(state.say(why, wrong=True), over=True), (Bell(),)
        return replace(state, begun=True, lines=tuple(quoted) if id else ()), ()

    def title(self, state: LetterState) -> str:
        id, title, *more = state.arg.split("\n")
        return tr.forum.title_answer(title=title) if id else tr.forum.title_new(title=more[0])

    def sends(self, state: LetterState, lines: tuple[str, ...]) -> Effect:
        id, area, *more = state.arg.split("\n")
        return ANSWER_THREAD((id, lines)) if id else BEGIN_THREAD((area, more[0], lines))


PAGE: Final = _PostPage()
