"""Chat: one room for everybody on the board. The page that asks the sysop to chat. And the wall.

Each answer brings the room's latest lines. The page keeps more of them to scroll back to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.community.effects import (
    MAY_PAGE,
    MAY_POST,
    PAGE_SYSOP,
    POST,
    WALL,
    EnterChat,
    InChat,
    SayInChat,
)
from door.board.widgets.blocks import Text
from door.board.widgets.lines import END_WORDS, KEPT, TalkPage, TalkState
from door.board.widgets.page import doing, sending
from door.board.widgets.sheets import QuestionPage, SheetPage, SheetState, scrolled
from door.records.community.community import Posted
from door.records.community.letters import WIDTH
from door.term.canvas import BRIGHT_CYAN, CYAN, DARK, GREY, WHITE, style
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


INKS: Final = (style(WHITE), style(BRIGHT_CYAN), style(GREY), style(CYAN))


def lines_of(posted: Sequence[Posted]) -> list[tuple[str, int]]:
    """Return two lines for each: handle and time, then the text."""
    lines: list[tuple[str, int]] = []
    for at, one in enumerate(posted):
        lines.append((f"{one.handle}, {one.t}" if one.t else one.handle, style(DARK)))
        lines.append((f"  {one.text}", INKS[at % len(INKS)]))
    return lines


class _Wall(SheetPage[SheetState]):
    TITLE = tr.people.title_wall
    QUERY = WALL
    FRESH = False
    FOOT = 3

    def sheet(self, state: SheetState) -> Text:
        posted: Sequence[Posted] = state.found
        lines = lines_of(posted) or [(tr.people.no_wall_lines(), style(GREY))]
        wide = tuple(
            (f"{one.handle:<20}  {one.t:<14}  {one.text}", INKS[at % len(INKS)])
            for at, one in enumerate(posted)
        )
        count = tr.count.lines(n=len(posted))
        return Text(self.TITLE(), tuple(lines), count, (wide,) if wide else ())

    def shown(self, state: SheetState) -> SheetState:
        state = super().shown(state)
        top = scrolled(state.sheet, len(state.sheet.lines or ()), self.FOOT)
        return replace(state, top=top + top % 2)

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        write = tr.keys.write_a_line
        return (Command("write", "o", write, doing(MAY_POST()), also=("p",)),)

    def receive(self, state: SheetState, reply: Event) -> tuple[SheetState, Effects] | None:
        if MAY_POST.answered(reply) is not None:
            return state.ask(tr.people.ask_wall_line(), WIDTH, sending(POST))
        return super().receive(state, reply)


WALL_PAGE: Final = _Wall()
