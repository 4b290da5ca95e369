"""Chat: one room for everybody on the board. Each answer brings the lines said since the last one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.pages.lines import END_WORDS, TalkPage, TalkState
from door.ui.commands import Command
from door.ui.screen import Effect, Effects, Event, Reply, Speech, Took
from door.ui.texts import tr
from door.ui.words import Talk, commas


@dataclass(frozen=True, slots=True)
class EnterChat(Effect):
    """Enter Chat while the page is open → `InChat`, again after every change."""


@dataclass(frozen=True, slots=True)
class InChat(Reply):
    """The lines said since the last one, and the others in the room."""

    said: Talk
    here: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SayInChat(Effect):
    text: str


LIMIT: Final = 200
"""Characters per line."""


@dataclass(frozen=True, slots=True)
class ChatPageState(TalkState):
    """`here`: the others in the room, once they are known."""

    here: tuple[str, ...] | None = None


Next = tuple[ChatPageState, Effects]


class _ChatPage(TalkPage[ChatPageState]):
    TITLE = tr.people.title_chat
    FACE = "chat"
    STATE = ChatPageState
    LIMIT = LIMIT

    def load(self, state: ChatPageState) -> Effects:
        return (EnterChat(),)

    def commands(self, state: ChatPageState) -> tuple[Command[ChatPageState], ...]:
        leave = Command("leave", "esc", tr.keys.back, self.leave, also=("ctrl-c",), words=END_WORDS)
        return (self.enter(tr.keys.say_it), leave)

    def receive(self, state: ChatPageState, reply: Event) -> Next | None:
        if not isinstance(reply, InChat):
            return None
        return replace(state.hear(reply.said), here=reply.here), (Took(),)

    def enter_line(self, state: ChatPageState, text: str) -> Next:
        state, text = self.fresh(state), text.strip()
        if not text or text.lower() == "/who":
            return replace(state, asked=state.asked + 1), ()
        return state, (SayInChat(text[:LIMIT]),)

    def note(self, state: ChatPageState) -> str:
        if state.here:
            return tr.people.chat_here(names=commas(state.here))
        return tr.people.chat_alone() if state.here == () else ""

    def tell(self, before: ChatPageState | None, after: ChatPageState) -> Speech:
        """Say at first and when asked who is here. After that, say who comes, who goes and their lines."""
        if after.here is None:
            return Speech()
        known = before.here if before else None
        lines: list[str] = [tr.people.plain_chat_help()] if known is None else []
        if known is None or (before and before.asked != after.asked):
            lines.append(self.note(after))
        else:
            lines += [tr.people.chat_left(who=who) for who in known if who not in after.here]
            lines += [tr.people.chat_came(who=who) for who in after.here if who not in known]
        lines += [f"{who}: {text}" for who, text in after.since(before) if who != after.me or known is None]
        return Speech(tuple(lines), tr.people.ask_chat_line())


PAGE: Final = _ChatPage()
