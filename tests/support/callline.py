"""A caller double: a call's line in memory, typed into and read by a test."""

from __future__ import annotations

import asyncio
import re

from door.session.line import Data, Hints, HungUp, LineEvent, Resized

XTERM = Hints("telnet", "127.0.0.1", "xterm-256color", 80, 24, "utf-8", settled=True)
SYNCTERM = Hints("telnet", "127.0.0.1", "syncterm", 80, 24, "cp437", settled=True)
PIPE = Hints("pipe", "local", charset="utf-8", settled=True)


class CallDouble:
    """What a listener would hand the session.  `sent` grows with every byte sent."""

    def __init__(self, hints: Hints = XTERM) -> None:
        self._hints = hints
        self.sent = bytearray()
        self.open = True
        self._events: asyncio.Queue[LineEvent] = asyncio.Queue()
        self._news = asyncio.Event()

    @property
    def hints(self) -> Hints:
        return self._hints

    async def receive(self) -> LineEvent:
        return await self._events.get()

    async def send(self, data: bytes) -> None:
        self.sent += data
        self._news.set()

    async def hang_up(self) -> None:
        self.open = False
        self._news.set()

    # -- what the caller does -----------------------------------------------------------

    def type(self, text: str) -> None:
        self._events.put_nowait(Data(text.encode()))

    def resize(self, cols: int, rows: int) -> None:
        self._events.put_nowait(Resized(cols, rows))

    def drop(self) -> None:
        self._events.put_nowait(HungUp("dropped"))

    async def until(self, pattern: str, since: int = 0, seconds: float = 10) -> re.Match[str]:
        """Waits until what was sent from byte `since` on, escapes taken out, matches."""

        def text() -> str:
            return re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]", "", self.sent[since:].decode("utf-8", "replace"))

        try:
            async with asyncio.timeout(seconds):
                while not (found := re.search(pattern, text(), re.S)):
                    if not self.open:
                        raise AssertionError(f"hung up before /{pattern}/ in: {text()}")
                    self._news.clear()
                    await self._news.wait()
                return found
        except TimeoutError:
            raise AssertionError(f"/{pattern}/ never came in: {text()}") from None

    async def closed(self, seconds: float = 10) -> None:
        """Waits for the board to hang up."""
        async with asyncio.timeout(seconds):
            while self.open:
                self._news.clear()
                await self._news.wait()
