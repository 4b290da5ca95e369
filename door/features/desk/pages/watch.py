"""Watch a caller: their screen, drawn again for the sysop's terminal. Chat with them. And a line to all.

A screen is a value, so the same door or page draws it here, in the sysop's characters and colours. It has
the caller's size if the sysop's window has room, else the sysop's. Plain-mode text is shown as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.features.desk.asks import ANNOUNCE, BreakIn, Glimpse, Heard, Say, WatchCall
from door.features.messages.asks import WIDTH
from door.pages.api import HangUp, Lobby, Visit
from door.pages.lines import END_WORDS, KEPT, TalkPage, TalkState
from door.pages.page import Page, PageState
from door.pages.sheets import QuestionPage
from door.term.canvas import BLUE, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key
from door.ui import look
from door.ui.blocks import BACK, Text
from door.ui.commands import Command
from door.ui.screen import COLS, Bell, Effects, Event, No, Speech, Took, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, centre, cut, keys_line, type_key, wrap

LONGEST: Final = 500
"""Characters per line of a plain-mode caller's text."""

KEYS_ROOM: Final = 16
"""Minimum columns for the keys beside the sentence."""


@dataclass(frozen=True, slots=True)
class WatchState(PageState):
    """`lines` are a plain-mode caller's text, the last one unfinished. `done` counts finished lines.
    `only`: watching is the only command. `whole`: the keys are hidden. `note` is why it is `over`.
    """

    node: int = 0
    glimpse: Glimpse | None = None
    lines: tuple[str, ...] = ("",)
    done: int = 0
    over: bool = False
    only: bool = False
    whole: bool = False


Next = tuple[WatchState, Effects]


def _take_glimpse(state: WatchState, glimpse: Glimpse) -> WatchState:
    lines = typed_on(state.lines, glimpse.said)
    done = state.done + glimpse.said.count("\n")
    return replace(state, glimpse=glimpse, lines=lines, done=done)


def typed_on(lines: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Append `text` to the lines. A backspace moves back, so that the next character overwrites."""
    if not text:
        return lines
    *before, last = (*lines[:-1], *(lines[-1] + text).replace("\r", "").split("\n"))
    return (*map(_apply_backspaces, before), _apply_backspaces(last))[-KEPT:]


def _apply_backspaces(line: str) -> str:
    """Return a line with its backspaces applied, without trailing blanks."""
    if "\b" not in line:
        return line[:LONGEST]
    shown: list[str] = []
    at = 0
    for char in line:
        if char == "\b":
            at = max(at - 1, 0)
        else:
            shown[at : at + 1] = [char]
            at += 1
    return "".join(shown[:at])[:LONGEST]


# -- screen ----------------------------------------------------------------------------------


def _screen(seen: Glimpse, view: View) -> Canvas:
    """Draw the caller's screen, below their status line if there is room. The last row stays free."""
    size = View(
        min(seen.view.cols, view.cols), min(seen.view.rows, view.rows), seen.view.mono or view.mono,
        seen.view.ascii or view.ascii, seen.view.mouse,
    )  # fmt: skip
    theirs = seen.screen.draw(seen.state, size)
    theirs = centre(theirs, size.cols, max(size.rows, theirs.rows))
    canvas = Canvas(min(max(theirs.cols, COLS), view.cols), min(theirs.rows + 2, view.rows))
    left, top = max(0, (canvas.cols - theirs.cols) // 2), int(canvas.rows == theirs.rows + 2)
    canvas.blit(theirs, left, top)
    if top:
        canvas.blit(seen.status, left, 0)
    if theirs.cursor:
        canvas.cursor = (theirs.cursor[0] + left, theirs.cursor[1] + top)
    return canvas


def _draw_text(canvas: Canvas, state: WatchState, seen: Glimpse) -> None:
    """Draw the end of a plain-mode caller's text, wrapped to the width."""
    y = look.heading(canvas, tr.sysop.watching_plain_mode(who=seen.listing.who), seen.listing.where)
    room, width = canvas.rows - y - 1, canvas.cols - 1
    *whole, last = state.lines
    rows = [row for line in whole[-room:] for row in wrap(line, width) or ("",)]
    rows += [last[at : at + width] for at in range(0, max(len(last), 1), width)]
    shown = rows[-room:]
    canvas.put_lines(0, y, shown)
    if shown:
        canvas.cursor = (min(len(shown[-1]), canvas.cols - 1), y + len(shown) - 1)


def _bar(canvas: Canvas, state: WatchState, hints: Sequence[Hint]) -> None:
    """Draw the last row: the watched caller, or why it ended, and the keys."""
    last = canvas.rows - 1
    seen = state.glimpse
    text = state.note or (
        tr.sysop.title_watching(who=seen.listing.who, node=state.node) if seen else tr.common.one_moment()
    )
    text = cut(text, canvas.cols - KEYS_ROOM)
    keys = Canvas(canvas.cols - len(text) - 3, 1)
    keys_line(keys, hints)
    canvas.fill(0, last, canvas.cols, 1)
    canvas.put(0, last, f" {text} ", style(YELLOW if state.over else WHITE, BLUE))
    canvas.blit(keys, len(text) + 3, last)
    if canvas.cursor and canvas.cursor[1] == last:
        canvas.cursor = None


def _difference(known: Glimpse | None, seen: Glimpse) -> list[str]:
    same = known is not None and not known.plain and known.screen is seen.screen
    if same and known and known.state is seen.state:
        return []
    speech = seen.screen.tell(known.state if same and known else None, seen.state)
    asked = [f"({speech.prompt})"] if speech.prompt and speech.lines else []
    return [*speech.lines, *asked]


class _WatchCallPage(Page[WatchState]):
    """The argument is the node. If "only" follows it, watching is the only command."""

    TITLE = tr.sysop.title_desk
    FRESH = False

    def start(self, lobby: Lobby, arg: str) -> Next:
        node, _, only = arg.partition(" ")
        number = int(node) if node.isdecimal() else 0
        return WatchState(lobby, arg, node=number, only=bool(only)), (WatchCall(number),)

    def commands(self, state: WatchState) -> tuple[Command[WatchState], ...]:
        if state.over:
            return ()
        chat = () if state.only else (Command("chat", "c", tr.keys.chat, self.chat),)
        return (*chat, Command("whole", " ", tr.keys.last_row_of_caller, self.whole))

    def chat(self, state: WatchState) -> Next:
        if state.glimpse is None:
            return state, (Bell(),)
        return state, (Visit("sysop-chat", f"{state.node} {state.glimpse.listing.who}"),)

    def whole(self, state: WatchState) -> Next:
        return replace(state, whole=not state.whole), ()

    def receive(self, state: WatchState, reply: Event) -> Next | None:
        match reply:
            case Glimpse():
                return _take_glimpse(state, reply), (Took(),)
            case No(reason) if state.only:
                return state, (HangUp(reason),)
            case No(reason):
                return replace(state.say(reason), over=True, whole=False), ()
        return None

    def move(self, state: WatchState, name: str) -> Next | None:
        return self.leave(state) if state.over or name == "enter" else None

    def line(self, state: WatchState, text: str) -> Next:
        return self.leave(state)

    def body(self, state: WatchState) -> Text:
        if state.glimpse is None:
            return Text(self.TITLE())
        title = tr.sysop.title_watching(who=state.glimpse.listing.who, node=state.node)
        return Text(title, tuple((line, style(GREY)) for line in state.lines))

    def draw(self, state: WatchState, view: View) -> Canvas:
        seen = state.glimpse
        if seen and not seen.plain:
            canvas = _screen(seen, view)
        else:
            canvas = Canvas(view.cols, view.rows)
            if seen:
                _draw_text(canvas, state, seen)
            else:
                look.heading(canvas, self.TITLE())
        canvas.spots.clear()
        if state.over or not state.whole:
            _bar(canvas, state, [*(one.hint for one in self.commands(state)), BACK])
        return canvas

    def tell(self, before: WatchState | None, after: WatchState) -> Speech:
        """Say the caller's text, or the text that they would get in plain mode."""
        if not (after.glimpse or after.over):
            return Speech()
        lines: list[str] = []
        seen, known = after.glimpse, before.glimpse if before else None
        if seen and not known:
            lines.append(tr.sysop.plain_watching(who=seen.listing.who, node=after.node))
        if seen and seen.plain:
            new = after.done - (before.done if before else 0)
            lines += [line for line in after.lines[:-1][-new:] if line.strip()] if new else []
        elif seen and seen is not known:
            lines += _difference(known, seen)
        if after.over and not (before and before.over):
            lines.append(after.note)
        if after.over:
            return Speech(tuple(lines), tr.common.plain_prompt_go_back())
        return Speech(
            tuple(lines), tr.common.plain_prompt_go_back() if after.only else tr.sysop.plain_prompt_watching()
        )


PAGE: Final = _WatchCallPage()


# -- chat ----------------------------------------------------------------------------------------

LIMIT: Final = 300
"""Characters per line."""


@dataclass(frozen=True, slots=True)
class ChatState(TalkState):
    """`typing` is the other's half-typed line. `note` is why the chat is over."""

    other: str = ""
    host: bool = False
    typing: str = ""
    begun: bool = False


_Heard = tuple[ChatState, Effects]


class _SysopChatPage(TalkPage[ChatState]):
    """The sysop's end. The argument is the node and the caller's handle."""

    TITLE = tr.sysop.title_chat
    STATE = ChatState
    LIMIT = LIMIT

    def start(self, lobby: Lobby, arg: str) -> _Heard:
        node, _, handle = arg.partition(" ")
        number = int(node) if node.isdecimal() else 0
        other = handle or tr.sysop.chat_with_node(node=number)
        return replace(self.first(lobby, arg), other=other, host=True), (BreakIn(number),)

    def title(self, state: ChatState) -> str:
        return tr.sysop.title_chat_with(who=state.other) if state.host else self.TITLE()

    def commands(self, state: ChatState) -> tuple[Command[ChatState], ...]:
        if state.over:
            return (Command("back", "esc", tr.keys.back, self.leave, words=END_WORDS),)
        ends = Command("end", "esc", tr.keys.end_the_chat, self.leave, also=("ctrl-c",), words=END_WORDS)
        return (self.enter(tr.keys.send), *((ends,) if state.host else ()))

    def receive(self, state: ChatState, reply: Event) -> _Heard | None:
        match reply:
            case Heard(lines, typing):
                rung: Effects = (Bell(),) if lines else ()
                state = state.hear(tuple((state.other, line) for line in lines))
                return replace(state, typing=typing, begun=True), (Took(), *rung)
            case No() if not state.host:
                return self.leave(state)
            case No(reason):
                return replace(state, note=reason, over=True, typing=""), ()
        return None

    def on_key(self, state: ChatState, key: Key) -> _Heard:
        """Show the other what is being typed."""
        if key.name in ("esc", "ctrl-c"):
            return state, (Bell(),)
        field = type_key(state.field, key)
        typing: Effects = (Say(typing=field.value),) if field.value != state.field.value else ()
        return replace(state, field=field), typing

    def enter_line(self, state: ChatState, text: str) -> _Heard:
        text = text.strip()[:LIMIT]
        if not text:
            return state, ()
        return self.fresh(state.hear(((state.me, text),))), (Say(text),)

    def above(self, state: ChatState) -> str:
        return "" if state.host else f"{tr.sysop.chat_broken_in()}\n{tr.sysop.chat_time_stands()}"

    def note(self, state: ChatState) -> str:
        shown = state.typing[-(72 - len(state.other)) :]
        return state.note or (f"{state.other}: {shown}" if shown else "")

    def tell(self, before: ChatState | None, after: ChatState) -> Speech:
        lines = self.above(after).splitlines() if before is None else []
        if after.host and after.begun and not (before and before.begun):
            lines.append(tr.sysop.chat_begun(who=after.other))
        lines += [f"{who}: {text}" for who, text in after.since(before) if who != after.me]
        if after.over:
            ended = () if before and before.over else (after.note,)
            return Speech((*lines, *ended), tr.common.plain_prompt_go_back())
        if not after.begun:
            return Speech(tuple(lines))
        return Speech(tuple(lines), tr.sysop.ask_chat_line_host() if after.host else tr.sysop.ask_chat_line())


def guest(sysop: str, handle: str) -> ChatState:
    lobby = Lobby("", sysop, 0, handle)
    return ChatState(lobby, other=sysop, field=Field(limit=LIMIT), begun=True)


class _Announce(QuestionPage):
    """One line from the sysop to all callers online."""

    TITLE = tr.sysop.title_announce
    ABOUT = tr.sysop.announce_about
    ASKS = tr.sysop.ask_announcement
    LIMIT = WIDTH
    ACT = ANNOUNCE


CHAT_PAGE: Final = _SysopChatPage()
ANNOUNCE_PAGE: Final = _Announce()
