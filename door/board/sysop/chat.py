"""A chat between the sysop and a caller, line by line, in which each sees the other type. And a line to all.

Both ends of a chat use this page. The sysop opens and ends it. The caller's page covers whatever they were
doing, and closes with the chat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.community.mail import WIDTH
from door.board.sysop.effects import ANNOUNCE, BreakIn, Heard, Say
from door.board.widgets.lines import END_WORDS, KEPT, TalkPage, TalkState
from door.board.widgets.sheets import QuestionPage
from door.term.keys import Key
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, No, Speech, Took
from door.ui.texts import tr
from door.ui.widgets import Field, type_key
from door.ui.words import said_since

LIMIT: Final = 300
"""Characters per line."""


@dataclass(frozen=True, slots=True)
class State(TalkState):
    """`typing` is the other's half-typed line. `note` is why the chat is over."""

    other: str = ""
    host: bool = False
    typing: str = ""
    begun: bool = False


Next = tuple[State, Effects]


class _Page(TalkPage[State]):
    """The sysop's end. The argument is the node and the caller's handle."""

    TITLE = tr.sysop.title_chat
    STATE = State
    LIMIT = LIMIT

    def start(self, lobby: Lobby, arg: str) -> Next:
        node, _, handle = arg.partition(" ")
        number = int(node) if node.isdecimal() else 0
        other = handle or tr.sysop.chat_with_node(node=number)
        return replace(self.first(lobby, arg), other=other, host=True), (BreakIn(number),)

    def title(self, state: State) -> str:
        return tr.sysop.title_chat_with(who=state.other) if state.host else self.TITLE()

    def commands(self, state: State) -> tuple[Command[State], ...]:
        if state.over:
            return (Command("back", "esc", tr.keys.back, self.leave),)
        ends = Command("end", "esc", tr.keys.end_the_chat, self.leave, also=("ctrl-c",), words=END_WORDS)
        return (self.enter(tr.keys.send), *((ends,) if state.host else ()))

    def receive(self, state: State, reply: Event) -> Next | None:
        match reply:
            case Heard(lines, typing):
                kept = (*state.lines, *((state.other, line) for line in lines))[-KEPT:]
                rung: Effects = (Bell(),) if lines else ()
                return replace(state, lines=kept, typing=typing, begun=True), (Took(), *rung)
            case No() if not state.host:
                return self.leave(state)
            case No(reason):
                return replace(state, note=reason, over=True, typing=""), ()
        return None

    def keyed(self, state: State, key: Key) -> Next:
        """Show the other what is being typed."""
        if key.name in ("esc", "ctrl-c"):
            return state, (Bell(),)
        field = type_key(state.field, key)
        typing: Effects = (Say(typing=field.value),) if field.value != state.field.value else ()
        return replace(state, field=field), typing

    def entered(self, state: State, text: str) -> Next:
        text = text.strip()[:LIMIT]
        if not text:
            return state, ()
        return self.fresh(replace(state, lines=(*state.lines, (state.me, text))[-KEPT:])), (Say(text),)

    def above(self, state: State) -> str:
        return "" if state.host else f"{tr.sysop.chat_broken_in()}\n{tr.sysop.chat_time_stands()}"

    def note(self, state: State) -> str:
        shown = state.typing[-(72 - len(state.other)) :]
        return state.note or (f"{state.other}: {shown}" if shown else "")

    def tell(self, before: State | None, after: State) -> Speech:
        lines = self.above(after).splitlines() if before is None else []
        if after.host and after.begun and not (before and before.begun):
            lines.append(tr.sysop.chat_begun(who=after.other))
        said = said_since(before.lines if before else (), after.lines)
        lines += [f"{who}: {text}" for who, text in said if who != after.me]
        if after.over:
            ended = () if before and before.over else (after.note,)
            return Speech((*lines, *ended), tr.common.plain_prompt_go_back())
        if not after.begun:
            return Speech(tuple(lines))
        return Speech(tuple(lines), tr.sysop.ask_chat_line_host() if after.host else tr.sysop.ask_chat_line())


def guest(sysop: str, handle: str) -> State:
    """Open the caller's end."""
    lobby = Lobby("", sysop, 0, handle)
    return State(lobby, other=sysop, field=Field(limit=LIMIT), begun=True)


class _Announce(QuestionPage):
    """One line from the sysop to all callers online."""

    TITLE = tr.sysop.title_announce
    ABOUT = tr.sysop.announce_about
    ASKS = tr.sysop.ask_announcement
    LIMIT = WIDTH
    ACT = ANNOUNCE


PAGE: Final = _Page()
ANNOUNCE_PAGE: Final = _Announce()
