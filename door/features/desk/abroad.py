"""The sysop watches a call of another host, and breaks in to chat there."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple
from zlib import compress, decompress

from door.call.api import Call
from door.call.bus import carried
from door.call.roster import Message, On, Roster
from door.call.screens import Address, At, Over
from door.call.stack import Layer, OneByOne
from door.features.desk.asks import Glimpse, NodeListing
from door.term.canvas import Canvas
from door.ui.screen import Effects, Event, No, Speech, View
from door.ui.texts import Said

LOG = logging.getLogger("door.sysop")
EVERY: Final = 0.25
"""Seconds between two pictures for another host."""

carried(View)


# -- what is sent --------------------------------------------------------------------------------------


@carried
class Picture(NamedTuple):
    """A canvas."""

    cols: int
    rows: int
    cells: str
    cursor: tuple[int, int] | None

    @classmethod
    def of(cls, canvas: Canvas) -> Picture:
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


@carried
class Frame(NamedTuple):
    """A `Glimpse` of a call on another host."""

    listing: NodeListing
    screen: Picture
    view: View
    status: Picture
    plain: bool
    said: str


class FarPage:
    """A sysop's page on another host, to which a watched call sends its views."""

    def __init__(self, roster: Roster, at: At) -> None:
        self._roster, self._at = roster, at

    def say(self, make: Callable[[], Event]) -> None:
        match make():
            case Glimpse(listing, screen, state, view, status, plain, said):
                try:
                    drawn = Canvas() if plain else screen.draw(state, view)
                except Exception as error:  # the caller's own screen says so
                    LOG.error("a screen cannot be shown on another host: %r", error)
                    return
                frame = Frame(listing, Picture.of(drawn), view, Picture.of(status), plain, said)
                self._roster.links.tell(self._at, frame)
            case No(Said() as why):
                self._roster.links.tell(self._at, Over(why))


# -- on the sysop's host ---------------------------------------------------------------------------


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


@carried
@dataclass(frozen=True, slots=True)
class WatchAbroad(Message[None]):
    """Let a sysop's page on another host watch the call, or with `ends` no longer."""

    at: At
    by: str
    ends: bool = False


class Seeing(OneByOne):
    """What a sysop's page follows, while it watches a call on another host."""

    def __init__(self, call: Call, layer: Layer, there: On, by: str) -> None:
        super().__init__()
        self.node, self._by, self._to = there.node, by, Address(call, layer)
        self._roster = call.services.roster
        self.at = self._roster.links.expose(call, layer)
        self._glimpse: Glimpse | None = None
        self._said = ""
        layer.link = self
        self._roster.post.send(there.node, WatchAbroad(self.at, by))

    def hear_of(self, message: Frame | Over) -> None:
        if isinstance(message, Over):
            self.over(message.why)
            return
        listing, screen, view, status, plain, said = message
        self._said += said
        self._glimpse = Glimpse(listing, STILL, screen.canvas(), view, status.canvas(), plain)
        self.offer()

    def hand(self) -> bool:
        glimpse, said, self._said = self._glimpse, self._said, ""
        if glimpse:
            self._to.send(replace(glimpse, said=said))
        return glimpse is not None

    def over(self, why: Said) -> None:
        self._to.say(lambda: No(why.again()))

    def stop(self) -> None:
        self._roster.post.send(self.node, WatchAbroad(self.at, self._by, ends=True))


def soon(took: Callable[[], None]) -> None:
    """Let the next picture go after a while."""
    asyncio.get_running_loop().call_later(EVERY, took)


# -- chat ----------------------------------------------------------------------------------------------


@carried
class Typed(NamedTuple):
    """A line of a chat, and the half-typed one."""

    line: str
    typing: str


@carried
class Joined(NamedTuple):
    """The caller's end of a chat."""

    at: At


@carried
@dataclass(frozen=True, slots=True)
class ChatWith(Message[None]):
    """Open a chat with the sysop (`by`, for the log)."""

    at: At
    by: str


class FarSide:
    """The other end of a chat, on any host. Without `at` it keeps what it hears until it has joined."""

    def __init__(self, roster: Roster, at: At | None = None) -> None:
        self._roster, self.at = roster, at
        self._waiting: list[Any] = []

    def join(self, at: At) -> None:
        self.at = at
        for message in self._waiting:
            self._tell(message)

    def hear(self, line: str, typing: str) -> None:
        self._tell(Typed(line, typing))

    def left(self, why: Said) -> None:
        self._tell(Over(why))

    def _tell(self, message: Any) -> None:
        if self.at:
            self._roster.links.tell(self.at, message)
        else:
            self._waiting.append(message)
