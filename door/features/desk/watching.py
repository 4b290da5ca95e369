"""The sysop watches a call, and breaks in to chat. Both are topics that live where the call is."""

from __future__ import annotations

import logging
import re
from base64 import b64decode, b64encode
from dataclasses import replace
from typing import Any, Final, NamedTuple
from zlib import compress, decompress

from door.call import known
from door.call.api import Call
from door.call.bus import sendable
from door.call.plain import PlainView
from door.call.roster import At, Roster
from door.call.stack import Layer
from door.call.status import status_row
from door.call.topic import Find, LocalReader, Topic, TopicMirror, TopicReader
from door.call.view import view_of
from door.features.desk.asks import BreakIn, Glimpse, Heard, NodeListing, Say, WatchCall
from door.features.desk.calls import in_reach, listing, log_act
from door.features.desk.handlers import for_sysops
from door.features.desk.pages.watch import CHAT_PAGE, guest
from door.play.match.values import Refusal
from door.term.canvas import Canvas
from door.term.charset import encode
from door.ui.screen import Effects, Event, Speech, View
from door.ui.texts import MaybeSaid, Said, speaking, tr
from door.ui.words import Talk

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
CALL, CHAT = "call/", "chat-with/"
"""Begin the names of these topics, before the node."""

# -- watching --------------------------------------------------------------------------------

MOST: Final = 1_000
"""Pieces of plain-mode text kept for slow watchers."""

PIECE: Final = 300
"""Characters in a piece, so that a message to another host holds it."""

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|.)?")


class WatchedCall(Topic):
    """A call, for sysops. Its talk is the text that a plain-mode caller reads."""

    first = MOST
    hears_all = True

    def __init__(self, call: Call) -> None:
        super().__init__(f"{CALL}{call.node}", call.services.roster, MOST)
        self.call = call
        self._hear(_screen_as_text(call))

    @property
    def is_shown(self) -> bool:  # type: ignore[override]
        return bool(self.call.stack)

    def note(self, data: bytes) -> None:
        """Note the bytes that the caller has received."""
        if data:
            self._hear(data)
            self.spread()

    def _hear(self, data: bytes) -> None:
        if self.call.terminal.plain and data:
            text = text_of(data, self.call.terminal.view.profile.charset)
            for at in range(0, len(text), PIECE):
                self.talk.add("", text[at : at + PIECE])

    def view(self, reader: TopicReader, said: Talk) -> Glimpse:
        return glimpse(self.call, "".join(text for _, text in said))

    def pack(self, view: Glimpse) -> RemoteGlimpse:
        canvas = Canvas() if view.plain else view.screen.draw(view.state, view.view)
        return RemoteGlimpse(
            view.listing, PackedPicture.of(canvas), view.view, PackedPicture.of(view.status), view.plain
        )

    def came_or_went(self, reader: TopicReader) -> None:
        log_act(reader.handle, "watch" if reader in self.readers else "watch ends", self.call.info())
        if not self.readers:
            self.call.terminal.watched = None

    def why_not(self, node: int) -> MaybeSaid:
        return _why_not(self.roster, node, self.call.node)


def watched_call(call: Call, name: str, at: At | None) -> WatchedCall:
    """Return the topic of a call."""
    if not isinstance(call.terminal.watched, WatchedCall):
        call.terminal.watched = WatchedCall(call)
    return call.terminal.watched


def _why_not(roster: Roster, by: int, node: int) -> MaybeSaid:
    """Return the reason if the call on `node` watches the one on `by`, directly or through others, or ""."""
    seen, ahead = set[int](), [node]
    while ahead:
        seen.add(at := ahead.pop())
        there = roster.call(at)
        for topic in there.follows if there else ():
            watched = int(topic.removeprefix(CALL)) if topic.startswith(CALL) else -1
            if watched == by:
                on = roster.call(node)
                return tr.sysop.watched_by_caller(who=known.who(on) if on else "", node=node)
            ahead += [watched] if watched >= 0 and watched not in seen else []
    return ""


def text_of(data: bytes, charset: str) -> str:
    """Return plain-mode output as text: printable characters, line ends and backspaces."""
    text = _ESCAPES.sub("", data.decode(charset, "replace"))
    return "".join(char for char in text if char.isprintable() or char in "\r\n\b")


def glimpse(there: Call, said: str = "") -> Glimpse:
    layer, profile = there.stack.top, there.terminal.view.profile
    return Glimpse(
        listing(there),
        layer.screen,
        layer.state,
        view_of(profile),
        status_row(known.status(there), profile.cols),
        there.terminal.plain,
        said,
    )


def _screen_as_text(there: Call) -> bytes:
    """Return a plain-mode caller's screen as if it had just opened."""
    if not there.terminal.plain or not there.stack:
        return b""
    top, charset = there.stack.top, there.terminal.view.profile.charset
    with speaking(there.terminal.language):
        speech = top.screen.tell(None, top.state)
    lines = [*speech.lines, f"{speech.prompt} " if speech.prompt else ""]
    return b"\r\n".join(encode(line, charset) for line in lines)


@HANDLERS.on(WatchCall)
def watch(call: Call, layer: Layer, effect: WatchCall) -> None:
    there, roster = in_reach(call, effect.node), call.services.roster
    if reason := _why_not(roster, call.node, there.node):
        raise Refusal(reason)
    if roster.is_remote(there.node):
        RemoteScreen(call, layer, f"{CALL}{there.node}", there.node)
    elif topic := roster.post.ask_here(there.node, Find(f"{CALL}{there.node}")):
        topic.follow(call, layer).offer()
    roster.show(call.node)


# -- a call of another host -------------------------------------------------------------------

sendable(View)
sendable(Heard)


@sendable
class PackedPicture(NamedTuple):
    """A canvas."""

    cols: int
    rows: int
    cells: str
    cursor: tuple[int, int] | None

    @classmethod
    def of(cls, canvas: Canvas) -> PackedPicture:
        cells = b"".join(row.tobytes() for row in canvas.cells)
        return cls(canvas.cols, canvas.rows, b64encode(compress(cells)).decode(), canvas.cursor)

    def canvas(self) -> Canvas:
        canvas = Canvas(self.cols, self.rows)
        cells = decompress(b64decode(self.cells))
        wide = len(cells) // self.rows
        for y in range(self.rows):
            row = canvas.writable(y)
            del row[:]
            row.frombytes(cells[y * wide : (y + 1) * wide])
        canvas.cursor = self.cursor
        return canvas


@sendable
class RemoteGlimpse(NamedTuple):
    """A `Glimpse` of a call on another host."""

    listing: NodeListing
    screen: PackedPicture
    view: View
    status: PackedPicture
    plain: bool


class _Still:
    """A screen whose state is its picture."""

    def start(self, setup: Any, arg: Any) -> tuple[Canvas, Effects]:
        raise NotImplementedError

    def update(self, state: Canvas, event: Event) -> tuple[Canvas, Effects]:
        return state, ()

    def draw(self, state: Canvas, view: View) -> Canvas:
        return state.copy()

    def tell(self, before: Canvas | None, after: Canvas) -> Speech:
        known = set(before.text().splitlines()) if before else set[str]()
        rows = (row.rstrip() for row in after.text().splitlines())
        return Speech(tuple(row for row in rows if row and row not in known))


STILL: Final = _Still()


class RemoteScreen(TopicMirror):
    """A call of another host, as a sysop's page sees it."""

    hears_all = True

    def view(self, reader: TopicReader, said: Talk) -> Glimpse:
        frame: RemoteGlimpse = self.shown
        listing, screen, view, status, plain = frame
        text = "".join(text for _, text in said)
        return Glimpse(listing, STILL, screen.canvas(), view, status.canvas(), plain, text)


# -- chat ------------------------------------------------------------------------------------


class Chatting(Topic):
    """A chat of a sysop with the caller whose screen the page `layer` covers. It pauses what is below.

    Nodes stand for the two of them: in the talk, and in `typing`, which has their half-typed lines.
    """

    hears_all = True

    def __init__(self, call: Call, layer: Layer, by: str) -> None:
        super().__init__(f"{CHAT}{call.node}", call.services.roster)
        self.call, self.layer, self._by = call, layer, by
        self.typing: dict[int, str] = {}
        self._typed = self._swap_typed("")
        self._held = call.stack.hold()
        call.clock.hold()

    def view(self, reader: TopicReader, said: Talk) -> Heard:
        typing = next((text for node, text in self.typing.items() if node != reader.node), "")
        return Heard(_others(said, reader), typing)

    def say(self, reader: TopicReader, text: str, typing: str = "") -> None:
        """Pass on a line, or "", and the half-typed one."""
        self.typing[reader.node] = typing
        if text:
            self.talk.add(str(reader.node), text)
        self.spread()

    def came_or_went(self, reader: TopicReader) -> None:
        """End the chat when one of them leaves."""
        if reader not in self.readers:
            who = reader.handle if isinstance(reader, LocalReader) else tr.sysop.message_sender()
            self._end(tr.sysop.chat_caller_left(who=who), is_left=not isinstance(reader, LocalReader))

    def _end(self, why: Said, is_left: bool) -> None:
        """Continue the caller's timers, and restore half-typed text."""
        self.close(why)
        self._swap_typed(self._typed)
        self.call.stack.go_on(self._held)
        self.call.clock.go_on()
        log_act(self._by, "chat ends", self.call.info())
        if is_left and self.call.terminal.plain:
            self.call.messages.notify(tr.sysop.chat_over())

    def _swap_typed(self, text: str) -> str:
        """Replace the half-typed line. Return the old one."""
        view = self.call.terminal.view
        if not isinstance(view, PlainView):
            return ""
        before, view.line.typed = view.line.typed, text
        return before


def _others(said: Talk, reader: TopicReader) -> tuple[str, ...]:
    return tuple(text for node, text in said if node != str(reader.node))


def chat(call: Call, name: str, at: At | None) -> Chatting:
    """Open a chat over the caller's screen. Raises Refusal."""
    if not call.who.admitted:
        raise Refusal(tr.sysop.chat_still_logging_on(node=call.node))
    if at is None or any(one.above for one in call.stack):
        raise Refusal(tr.sysop.chat_busy(who=call.who.handle))
    state = guest(tr.sysop.message_sender(), call.who.handle)
    over = Layer(CHAT_PAGE, state, CHAT_PAGE.TITLE(), above=True)
    topic = Chatting(call, over, at.handle)
    topic.follow(call, over)
    call.stack.push(over)
    call.timers.redraw()
    log_act(at.handle, "chat", call.info())
    return topic


class ChatMirror(TopicMirror):
    """The sysop's end of a chat."""

    hears_all = True

    def view(self, reader: TopicReader, said: Talk) -> Heard:
        heard: Heard = self.shown
        return replace(heard, lines=_others(said, reader))


@HANDLERS.on(BreakIn)
def break_in(call: Call, layer: Layer, effect: BreakIn) -> None:
    there = in_reach(call, effect.node)
    ChatMirror(call, layer, f"{CHAT}{there.node}", there.node)


@HANDLERS.on(Say)
def say(call: Call, layer: Layer, effect: Say) -> None:
    """Pass on a line, and the half-typed one."""
    if isinstance(reader := layer.link, LocalReader):
        reader.source.say(reader, effect.line, effect.typing)
