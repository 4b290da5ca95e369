"""Callers who press every key that each page offers them, over a board's own calls."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from boardroom import Boardroom
from callline import DUMB, XTERM
from journal_players import TABLES

from door.board.pages import PAGES
from door.midend.door import GameDoor
from door.midend.replays.screen import ReplayScreen
from door.midend.seat import SeatDoor
from door.midend.watch import WatchDoor
from door.net.line import Hints
from door.session.call.loop import Session
from door.session.call.stack import Layer
from door.term.canvas import CODE, Canvas, Row
from door.term.diff import Painter
from door.term.keys import Key, Line
from door.ui.screen import View

NAMES: Final = {page: name for name, page in reversed(PAGES.items())}
BYTES: Final = {
    "enter": "\r", "esc": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "pgup": "\x1b[5~", "pgdn": "\x1b[6~", "f1": "\x1bOP", "f2": "\x1bOQ", "f10": "\x1b[21~", "ctrl-q": "\x11",
    "tab": "\t", "backspace": "\x7f", "ctrl-x": "\x18",
}  # fmt: skip
SPOKEN: Final = {"enter": "", "esc": "q", "ctrl-x": "q", "pgdn": "", "ctrl-q": "q", "f1": "?"}
"""What is typed in plain text instead of a key; other keys with long names are not there."""

OUT: Final = ("esc", "esc", "/q", "esc", "ctrl-x")
"""What leads back from wherever one is."""

WELL: Final = "well"


@contextmanager
def painted() -> Iterator[dict[str, None]]:
    """Collect every screen that is sent to anybody, as text, with the lines above it."""
    frames: dict[str, None] = {}
    paint = Painter.paint

    def watched(painter: Painter, canvas: Canvas, above: Any = ()) -> bytes:
        frames["\n".join(map(_text, (*above, *canvas.cells)))] = None
        return paint(painter, canvas, above)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "paint", watched)
        yield frames


def _text(row: Row) -> str:
    return "".join(chr(cell & CODE) for cell in row).rstrip()


class Crawler:
    """One caller.  `typed` is what they type where a text is asked for, by place."""

    def __init__(self, board: Boardroom, hints: Hints = XTERM, typed: dict[str, str] | None = None) -> None:
        self.board, self.plain, self.typed = board, hints is DUMB, typed or {}
        self.line, self.call = board.call(hints)
        self.session: Session = board.sessions[-1]
        self.tried: set[tuple[str, str]] = set()
        self.places: dict[str, int] = {}

    @classmethod
    def proved(cls, board: Boardroom, handle: str, hints: Hints = XTERM, **typed: str) -> Crawler:
        """Somebody whom the line has proved."""
        made = cls(board, replace(hints, handle=handle, proved=True), typed)
        made.plain = hints is DUMB
        return made

    @property
    def top(self) -> Layer:
        return self.session.stack.top

    @property
    def place(self) -> str:
        """The page, or the door and what is to be seen of it."""
        screen, state = self.top.screen, self.top.state
        match screen:
            case GameDoor():
                return f"{screen.INFO.slug} {state.scene} {state.over}"
            case SeatDoor():
                inner = state.state
                return f"seat {state.match.stage} {state.over} {inner.over}"
            case ReplayScreen() | WatchDoor():
                return f"{type(screen).__name__} {state.state.over}"
        return NAMES.get(screen, type(screen).__name__)

    @property
    def offers(self) -> list[str]:
        """The keys that are to be seen here."""
        spots = self.top.screen.draw(self.top.state, View()).spots
        keys = dict.fromkeys(spot.target.name for spot in spots if isinstance(spot.target, Key))
        return [key for key in keys if not self.plain or len(key) == 1 or key in SPOKEN]

    @property
    def types(self) -> bool:
        return self.top.screen.draw(self.top.state, View()).field

    async def settle(self) -> None:
        """Wait until the board has taken in all and waits for the caller."""
        calm = 0
        while calm < 3 and not self.session.over:
            session = self.session
            if session.stack and session.terminal.view.pending:
                self.board.pass_time(1)
            rests = bool(session.stack) and session._events.quiet and not session.stack.busy
            rests = rests and not session.terminal.view.pending and not getattr(self.top.state, "awaited", "")
            calm = calm + 1 if rests else 0
            await asyncio.sleep(0 if rests else 0.0005)
        if not self.session.over:
            self.places[self.place] = self.places.get(self.place, 0) + 1

    async def press(self, key: str) -> None:
        """Press a key a second after the last; in plain text enter what stands for it."""
        self.board.pass_time(1)
        if self.plain:
            self.line.type(SPOKEN.get(key, key) + "\r")
        else:
            self.line.type(BYTES.get(key, key if len(key) == 1 else "\x1b"))
        await self.settle()

    async def enter(self, text: str) -> None:
        """Type a text and end it."""
        self.line.type(f"{text}\r")
        await self.settle()

    async def crawl(self, home: str = "menu", most: int = 2000, never: str = "") -> None:
        """Press every key of every place that can be reached, each once, until home has none left."""
        back = 0
        for _ in range(most):
            if self.session.over:
                return
            place, types = self.place, self.types
            if types and (place, "typed") not in self.tried:
                self.tried.add((place, "typed"))
                await self.enter(self.typed.get(place.split()[0], "Bob"))
                continue
            if place == "ProgramScreen":
                await self.press("enter")
                await asyncio.sleep(0.01)
                continue
            fresh = [key for key in self.offers if (f"{place} {types}", key) not in self.tried]
            fresh = [key for key in fresh if key != "esc" and f"{place} {key}" not in never]
            if fresh:
                self.tried.add((f"{place} {types}", fresh[0]))
                await self.press(fresh[0])
            elif place == home:
                return
            else:
                back += 1
                await self.press(OUT[back % len(OUT)])
                if " leave" in self.place:
                    await self.press("y")
        raise AssertionError(f"still at {self.place} after {most} keys\n{self.line.screen}")

    async def plays(self, most: int = 300) -> None:
        """Make the best moves until the game at the door ends."""
        chance = Random(1)
        for _ in range(most):
            screen, state = self.top.screen, self.top.state
            assert isinstance(screen, GameDoor), self.place
            if state.scene == "done":
                return
            text = ""
            if not state.frames and state.scene == "play":
                player = TABLES[screen.INFO.slug](state.begun, chance)
                text = player.choose(state.table.position, WELL)
                text = {"turn": "0"}.get(text, text.removeprefix("code "))
            self.board.pass_time(1)
            self.session.post(self.top, Line(text))
            await self.settle()
        raise AssertionError(f"the game goes on: {self.top.state.table.moves}")
