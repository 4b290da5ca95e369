"""Callers who press every key that each page offers them, over a board's own calls."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from string import ascii_lowercase
from typing import Any, Final

import pytest
from boardroom import Boardroom
from callline import DUMB, XTERM
from journal_players import TABLES

from door.call.loop import Session
from door.call.stack import Layer, Stack
from door.features.every import PAGES
from door.games.shutbox.rules import legal, move_text
from door.net.line import Hints
from door.screens.door import GameDoor, SeatDoor
from door.screens.replays.screen import ReplayScreen
from door.screens.state import seat_of
from door.screens.watch import WatchDoor
from door.term.canvas import CODE, Canvas, Row
from door.term.diff import Painter
from door.term.keys import Key, Line
from door.ui.screen import View
from door.ui.texts import tr

NAMES: Final = {page: name for name, page in reversed(PAGES.items())}
BYTES: Final = {
    "enter": "\r", "esc": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "pgup": "\x1b[5~", "pgdn": "\x1b[6~", "f1": "\x1bOP", "f2": "\x1bOQ", "f10": "\x1b[21~", "ctrl-q": "\x11",
    "tab": "\t", "backspace": "\x7f", "ctrl-x": "\x18",
}  # fmt: skip
AGAIN: Final = {"down": 15, "right": 8, "pgdn": 8}
"""Keys that lead somewhere new each time, and how often they are pressed at a place."""

LINES: Final = (*"1?+!", *sorted({*ascii_lowercase} - {*"qx"}), "t hello", "2 hello", "enter")
"""Lines to enter at each place in plain text. The last one leads back."""

OUT: Final = ("esc", "esc", "/q", "ok", "ctrl-x")
"""Keys that lead back from any place."""

SAYS: Final = "Rhys"
"""A text for every open field. It is a handle without a vowel, which the pseudo-language's law can tell."""


@dataclass
class Shown:
    """Every screen that was sent to anybody, with the lines above it, and every page that was opened.

    `said` is the text of each call in plain mode, and `english` that of one in English. `typed` are runs of
    letters that were typed into a field.
    """

    screens: dict[str, None] = field(default_factory=dict)
    pages: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    english: str = ""


@contextmanager
def watching() -> Iterator[Shown]:
    """Collect what all callers of all boards are shown."""
    shown, paint, push = Shown(), Painter.paint, Stack.push

    def painted(painter: Painter, canvas: Canvas, above: Any = ()) -> bytes:
        shown.screens["\n".join(map(_text, (*above, *canvas.cells)))] = None
        return paint(painter, canvas, above)

    def pushed(stack: Stack, layer: Layer) -> None:
        shown.pages.add(NAMES.get(layer.screen, type(layer.screen).__name__))
        push(stack, layer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "paint", painted)
        patch.setattr(Stack, "push", pushed)
        yield shown


def _text(row: Row) -> str:
    return "".join(chr(cell & CODE) for cell in row).rstrip()


class Crawler:
    """One caller; without a handle a stranger."""

    def __init__(self, board: Boardroom, hints: Hints = XTERM, handle: str = "") -> None:
        self.board, self.plain = board, hints is DUMB
        self.line, self.call = board.call(replace(hints, handle=handle, proved=True) if handle else hints)
        self.session: Session = board.sessions[-1]
        self.pressed: dict[tuple[str, str], int] = {}
        self.into_fields = [""]
        """Runs of letters that were typed into an open field."""
        self._drawn = None, Canvas()

    @property
    def top(self) -> Layer:
        return self.session.stack.top

    @property
    def place(self) -> str:
        """The page, or the door and what is to be seen of it; "" once the call has ended."""
        if not self.session.stack:
            return ""
        screen, state = self.top.screen, self.top.state
        match screen:
            case GameDoor():
                return f"{screen.INFO.slug} {state.scene} {state.page.name}"
            case SeatDoor():
                return f"seat {state.seat.match.stage} {state.page.name}"
            case ReplayScreen() | WatchDoor():
                return f"{type(screen).__name__} {state.page.name}"
        return NAMES.get(screen, type(screen).__name__)

    @property
    def _seen(self) -> Canvas:
        top = self.top
        if self._drawn[0] is not top.state:
            self._drawn = top.state, top.screen.draw(top.state, View())
        return self._drawn[1]

    @property
    def offers(self) -> list[str]:
        """The keys that can be pressed here."""
        spots = self._seen.spots
        keys = [*dict.fromkeys(spot.target.name for spot in spots if isinstance(spot.target, Key))]
        if not self.plain:
            return keys
        return [*dict.fromkeys([*(key for key in keys if len(key) == 1 and key != "q"), *LINES])]

    @property
    def _throws_away(self) -> bool:
        """True if the page asks whether a text that was refused goes."""
        entry = getattr(self.top.state, "entry", None) if self.session.stack else None
        return entry is not None and (entry.answers or ())[:1] == (tr.keys.throw_it_away,)

    async def settle(self) -> None:
        """Wait until the board has taken in all, and waits for the caller."""
        calm = 0
        while calm < 3 and not self.session.over:
            session = self.session
            if session.terminal.view.decoder.pending:
                self.board.pass_time(1)
            rests = bool(session.stack) and session._events._empty and not session.stack.busy
            rests = rests and not session.terminal.view.decoder.pending
            rests = rests and not getattr(getattr(self.top.state, "thinking", None), "name", "")
            calm = calm + 1 if rests else 0
            await asyncio.sleep(0 if rests else 0.0005)

    async def press(self, *keys: str) -> None:
        """Press keys, each a second after the last. In plain mode enter lines instead."""
        for key in keys:
            if len(key) == 1 and self.session.stack and self._seen.field:
                self.into_fields[-1] += key
            elif self.into_fields[-1]:
                self.into_fields.append("")
            self.board.pass_time(1)
            if self.plain:
                self.line.type({"enter": "", "esc": "q", "ctrl-x": "q"}.get(key, key) + "\r")
            else:
                self.line.type(BYTES.get(key, key if len(key) == 1 else "\x1b"))
            await self.settle()

    async def enter(self, *texts: str) -> None:
        """Type texts and end each."""
        for text in texts:
            self.line.type(f"{text}\r")
            await self.settle()

    async def home(self) -> None:
        """Go back to the main menu."""
        await self.settle()
        for at in range(50):
            if self.place in ("menu", ""):
                return
            await self.press(OUT[at % len(OUT)] if at else "enter")
            if " leave" in self.place:
                await self.press("g" if self.plain else "y")
        raise AssertionError(f"no way out of {self.place}\n{self.line.screen}")

    async def crawl(self, *never: str, most: int = 3000) -> None:
        """Press every key of every place that can be reached; end at the main menu, or with the call."""
        for _ in range(most):
            if self.session.over:
                return
            place = self.place
            if place == "ProgramScreen":
                await self.press("enter")
                await asyncio.sleep(0.01)
                continue
            typing = self._seen.field
            if typing and self._once(place, "typed"):
                await self.enter(SAYS)
                continue
            at = f"{place} {typing}"
            key = next(
                (key for key in self.offers if f"{place} {key}" not in never and self._once(at, key)), ""
            )
            if key:
                await self.press(key)
            elif place == "menu":
                return
            else:
                self._once(place, "out")
                out = OUT[self.pressed[place, "out"] % len(OUT)]
                await self.press("enter" if typing and self.plain and out == "ok" else out)
                if " leave" in self.place:
                    await self.press("g" if self.plain else "y")
                elif self._throws_away:
                    await self.press("y")
        raise AssertionError(f"still at {self.place}\n{self.line.screen}")

    def _once(self, place: str, key: str) -> bool:
        """True if that is still to be pressed there; count it."""
        count = self.pressed[place, key] = self.pressed.get((place, key), 0) + 1
        return key != "esc" and count <= AGAIN.get(key, 1)

    async def says(self, text: str) -> None:
        """Enter a line at a door, on a screen too."""
        self.board.pass_time(1)
        if self.plain:
            await self.enter(text)
        else:
            self.session.post(self.top, Line(text))
            await self.settle()

    async def plays(self, most: int = 400) -> None:
        """Make random moves until the game at the door ends."""
        chance = Random(1)
        for _ in range(most):
            screen, state = self.top.screen, self.top.state
            if isinstance(screen, SeatDoor):  # a race at Shut The Box
                seat = seat_of(state)
                if seat.me not in seat.match.movers:
                    return
                game = seat.match.positions[seat.me]
                await self.says(move_text(legal(game.open, game.total)[0]))
                continue
            assert isinstance(screen, GameDoor), self.place
            if state.scene == "done":
                return
            text = ""
            if not state.frames and state.scene == "play":
                player = TABLES[screen.INFO.slug](state.record, chance)
                move = player.choose(state.table.position, "wild")
                text = {"turn": "0"}.get(move, move.removeprefix("code "))
            await self.says(text)
        raise AssertionError(f"the game goes on: {self.top.state.table.moves}")
