"""A caller double: a call's line in memory, typed into and read by a test.

A caller on a screen reads with `shows` (what their terminal shows just now), a caller in
plain mode with `hears` (what was said since the last time). While one of them waits for what comes by itself
after some seconds, like the next notice, `passing` lets that many seconds pass at once, again and again.
"""

import asyncio
import re
from collections.abc import Callable

from effort import PATIENCE
from terminal import Terminal

from door.net.line import Charset, Data, Hints, LineEvent, LostCaller, QueuedLine, Resized, Term

XTERM = Hints("telnet", "127.0.0.1", "xterm-256color", (80, 24), "utf-8")
SYNCTERM = Hints("telnet", "127.0.0.1", "syncterm", (80, 24), "cp437")
DUMB = Hints("telnet", "127.0.0.1", "dumb", (80, 24), "utf-8")
PIPE = Hints("pipe", "local", charset="utf-8")
SOON = 0.01
"""Seconds without news after which `passing` lets time pass."""

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


class Ahead:
    """An event loop's clock that is so many seconds ahead of the real one."""

    def __init__(self, real: Callable[[], float]) -> None:
        self.real, self.seconds = real, 0.0

    def __call__(self) -> float:
        return self.real() + self.seconds


def pass_time(seconds: float) -> None:
    """Move the event loop's clock ahead; timers that fall due run next."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop.time, Ahead):
        loop.time = Ahead(loop.time)  # type: ignore[method-assign]
    loop.time.seconds += seconds


class CallDouble:
    """What a listener would hand the session.  `sent` grows with every byte sent; `full` and `room` tell
    that it can, and can again, take what is typed."""

    def __init__(
        self,
        hints: Hints = XTERM,
        full: Callable[[], None] = lambda: None,
        room: Callable[[], None] = lambda: None,
    ) -> None:
        self._hints = hints
        self.sent = bytearray()
        self.open = True
        self._gone = False
        self._inbox = QueuedLine(full, room, hints)
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._heard = 0
        self._seen = 0
        self.terminal = Terminal(*(hints.size or (80, 24)), hints.charset or "cp437")

    @property
    def hints(self) -> Hints:
        return self._hints

    async def receive(self) -> LineEvent:
        return await self._inbox.receive()

    def take(self) -> LineEvent | None:
        return self._inbox.take()

    def listen(self, arrived: Callable[[], None]) -> None:
        self._inbox.listen(arrived)

    async def send(self, data: bytes) -> None:
        await self._room.wait()
        if self._gone or not self.open:
            raise LostCaller("hung up")
        self.sent += data
        self._news.set()

    def offer(self, data: bytes) -> bool:
        taken = self._room.is_set() and not self._gone and self.open
        if taken:
            self.sent += data
            self._news.set()
        return taken

    async def hang_up(self) -> None:
        self.open = False
        self._news.set()

    def type(self, text: str) -> None:
        """Presses keys, all in one packet."""
        self.send_in(text.encode())

    def send_in(self, data: bytes) -> None:
        """Bytes from the caller's terminal; what the board has not taken yet is one packet with it."""
        self._inbox.put(Data(data))

    def resize(self, cols: int, rows: int) -> None:
        """Drags the window."""
        self._take_in()
        self.terminal.screen.resize(rows, cols)
        self.terminal.cols, self.terminal.rows = cols, rows
        self._inbox.put(Resized(cols, rows))

    def names_itself(self, term: str) -> None:
        self._inbox.put(Term(term))

    def speaks(self, charset: str) -> None:
        self._inbox.put(Charset(charset))

    def drop(self) -> None:
        """The line is cut: nothing reaches the caller any more."""
        self._gone = True
        self._inbox.end("dropped")

    def stall(self, on: bool = True) -> None:
        """The caller's line takes nothing more for now."""
        self._room.clear() if on else self._room.set()

    def end_input(self) -> None:
        """A pipe's input ends; its output is still read."""
        self._inbox.end("end of input")

    def _take_in(self) -> None:
        fresh, self._seen = bytes(self.sent[self._seen :]), len(self.sent)
        self.terminal.feed(fresh)

    @property
    def screen(self) -> str:
        """What the caller's terminal shows."""
        self._take_in()
        return self.terminal.text()

    async def shows(self, pattern: str, seconds: float = PATIENCE, passing: float = 0.0) -> str:
        """Waits until the screen matches; the screen."""
        why = f"/{pattern}/ never came; the screen:\n"
        async with _patience(seconds, lambda: f"{why}{self.screen}") as patience:
            while not re.search(pattern, self.screen, re.S):
                await self._more(why, patience, passing)
            return self.screen

    async def until(self, pattern: str, since: int = 0, seconds: float = PATIENCE) -> re.Match[str]:
        """Waits until what was sent from byte `since` on, escapes taken out, matches."""

        def text() -> str:
            return ESCAPES.sub("", self.sent[since:].decode("utf-8", "replace"))

        async with _patience(seconds, lambda: f"/{pattern}/ never came in: {text()}") as patience:
            while not (found := re.search(pattern, text(), re.S)):
                await self._more(f"/{pattern}/ never came in: {text()}", patience)
            return found

    async def hears(self, pattern: str, seconds: float = PATIENCE, passing: float = 0.0) -> str:
        """Waits until what was said since the last `hears` matches; all of it up to the match's end.

        A space in the pattern is also a fold of the line.
        """
        pattern = pattern.replace(" ", r"\s+")

        def fresh() -> str:
            return self.sent[self._heard :].decode("utf-8", "ignore")

        async with _patience(seconds, lambda: f"/{pattern}/ was not said in: {fresh()}") as patience:
            while not (found := re.search(pattern, fresh(), re.S)):
                await self._more(f"/{pattern}/ was not said in: {fresh()}", patience, passing)
            said = fresh()[: found.end()]
            self._heard += len(said.encode())
            return said

    async def press(self, keys: str, pattern: str, passing: float = 0.0) -> str:
        """Types, and waits until the screen matches; the screen."""
        self.type(keys)
        return await self.shows(pattern, passing=passing)

    async def say(self, text: str, pattern: str) -> str:
        """Types, and waits until what was said since the last time matches; all of it up to there."""
        self.type(text)
        return await self.hears(pattern)

    async def closed(self, seconds: float = PATIENCE, passing: float = 0.0) -> None:
        """Waits for the board to hang up."""
        async with _patience(seconds, lambda: f"never hung up; the screen:\n{self.screen}") as patience:
            while self.open:
                await self._more("", patience, passing)

    async def _more(self, otherwise: str, patience: asyncio.Timeout, passing: float = 0.0) -> None:
        if not self.open:
            raise AssertionError(f"hung up: {otherwise}{self.screen}")
        self._news.clear()
        if not passing:
            await self._news.wait()
            return

        def passes() -> None:
            pass_time(passing)
            patience.reschedule((patience.when() or 0) + passing)
            self._news.set()

        timer = asyncio.get_running_loop().call_later(SOON, passes)
        try:
            await self._news.wait()
        finally:
            timer.cancel()


class _patience:
    """A bounded wait that says what was waited for."""

    def __init__(self, seconds: float, why: object) -> None:
        self._timeout = asyncio.timeout(seconds)
        self._why = why

    async def __aenter__(self) -> asyncio.Timeout:
        return await self._timeout.__aenter__()

    async def __aexit__(self, *error: object) -> None:
        try:
            await self._timeout.__aexit__(*error)  # type: ignore[arg-type]
        except TimeoutError:
            raise AssertionError(self._why()) from None  # type: ignore[operator]
