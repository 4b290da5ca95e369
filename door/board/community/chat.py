"""Chat: one room for everybody on the board. And the page that asks the sysop to chat.

Each answer brings the room's latest lines. The page keeps more of them to scroll back to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.community.effects import MAY_PAGE, PAGE_SYSOP, EnterChat, InChat, SayInChat
from door.board.widgets.lines import END_WORDS, KEPT, TalkPage, TalkState
from door.board.widgets.sheets import QuestionPage
from door.ui.commands import Command
from door.ui.screen import Effects, Event, Speech
from door.ui.texts import tr
from door.ui.words import Talk, commas, said_since

LIMIT: Final = 200
"""Characters per line."""

REASON: Final = 70
"""Characters of the reason to page the sysop."""


@dataclass(frozen=True, slots=True)
class State(TalkState):
    """`heard` are the lines of the last answer. `here`: the others in the room, once they are known."""

    heard: Talk = ()
    here: tuple[str, ...] | None = None


Next = tuple[State, Effects]


class _Page(TalkPage[State]):
    TITLE = tr.people.title_chat
    STATE = State
    LIMIT = LIMIT

    def load(self, state: State) -> Effects:
        return (EnterChat(),)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        leave = Command("leave", "esc", tr.keys.leave, self.leave, also=("ctrl-c",), words=END_WORDS)
        return (self.enter(tr.keys.say_it), leave)

    def receive(self, state: State, reply: Event) -> Next | None:
        if not isinstance(reply, InChat):
            return None
        lines = (*state.lines, *said_since(state.heard, reply.talk))[-KEPT:]
        return replace(state, heard=reply.talk, lines=lines, here=reply.here), ()

    def entered(self, state: State, text: str) -> Next:
        state, text = self.fresh(state), text.strip()
        if not text or text.lower() == "/who":
            return replace(state, asked=state.asked + 1), ()
        return state, (SayInChat(text[:LIMIT]),)

    def note(self, state: State) -> str:
        if state.here:
            return tr.people.chat_here(names=commas(state.here))
        return tr.people.chat_alone() if state.here == () else ""

    def tell(self, before: State | None, after: State) -> Speech:
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
        said = said_since(before.lines if before else (), after.lines)
        lines += [f"{who}: {text}" for who, text in said if who != after.me or known is None]
        return Speech(tuple(lines), tr.people.ask_chat_line())


class _PageSysop(QuestionPage):
    """Page the sysop with one line, which also waits among the letters."""

    TITLE = tr.people.title_page_sysop
    ABOUT = tr.people.page_sysop_about
    ASKS = tr.people.ask_page_reason
    LIMIT = REASON
    MAY = MAY_PAGE
    ACT = PAGE_SYSOP


PAGE: Final = _Page()
PAGE_THE_SYSOP: Final = _PageSysop()
