"""The caller's end of a call: the line, what its terminal is, and the face drawn for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from door.net.line import CallLine, LineEvent, Resized, Term
from door.session.call.detect import Found, Knowledge, detect
from door.session.call.view import AnsiView, CallerView, PlainView, view_for
from door.term.decoder import Decoder
from door.term.diff import CLEAR
from door.term.profile import Profile

if TYPE_CHECKING:
    from door.settings import Settings

SLICES = 20  # a second, of output paced to a modem's speed


class Terminal:
    """One caller's terminal.  `prefs` are the caller's own choices, over everything found out."""

    def __init__(self, line: CallLine, settings: Callable[[], Settings], plain: bool = False) -> None:
        self.line, self._settings = line, settings
        self._known = Knowledge.of(line.hints)
        self._decoder = Decoder()
        self.profile = self._known.profile()
        self.prefs: dict[str, str] = {"plain": "on"} if plain else {}
        self.view: CallerView
        self._new_face()

    async def find_out(self, turn: Callable[[], Awaitable[None]]) -> Found:
        """Asks the terminal what it is, where that is in doubt; a silent one costs `probe_ms`.  `turn`
        is waited for between two pieces of what it says."""
        patience = self._settings().terminal.probe_ms / 1000
        found = await detect(self.line, self._known, self._decoder, patience, turn)
        self.profile = found.profile
        self._new_face()
        return found

    def learn(self, event: LineEvent) -> bytes:
        """The window has another size, or the terminal names itself late; the bytes that
        change it over."""
        late = isinstance(event, Term) and not self.profile.term
        if not self._known.learn(event):
            return b""
        if isinstance(event, Resized):
            self.profile = self.profile.resized(event.cols, event.rows)
            return self._changed_over()
        if late:
            self.profile = self._known.profile()
            return self._changed_over(anew=True)
        return b""

    def prefer(self, prefs: Mapping[str, str]) -> bytes:
        """Puts the caller's choices in force; the bytes that change the terminal over."""
        self.prefs = {**self.prefs, **prefs}
        if "plain" not in prefs and self._wanted() == self.view.profile:
            return b""  # a choice that is no matter of the terminal
        return self._changed_over(anew=not self.plain or prefs.get("plain") == "off")

    def _changed_over(self, anew: bool = False) -> bytes:
        """A new face; what undoes the old one and opens it where it is of another kind (or `anew`)."""
        old = self.view
        self._new_face()
        if not anew and type(old) is type(self.view):
            return b""
        wiped = CLEAR if isinstance(old, AnsiView) and self.plain else b""
        return old.closing() + wiped + self.view.opening()

    def _wanted(self) -> Profile:
        """The profile as the sysop and the caller want it."""
        board = self._settings().terminal.charset
        if self.pipe and not self.line.hints.charset and board == "auto":
            board = "utf-8"
        return self.profile.overridden({"charset": board} | self.prefs)

    def _new_face(self) -> None:
        """A face for the profile as it is wanted; the next screen is shown whole."""
        old = getattr(self, "view", None)
        self.view = view_for(self._wanted(), self._decoder, self.pipe)
        if isinstance(old, PlainView) and isinstance(self.view, PlainView):
            self.view.adopt(old)

    @property
    def pipe(self) -> bool:
        """Whether it is no terminal at all, but a program's output and input."""
        return self.line.hints.kind == "pipe"

    @property
    def plain(self) -> bool:
        """Whether the caller is shown lines of text."""
        return isinstance(self.view, PlainView)

    def facts(self) -> dict[str, str]:
        """What is in force, in the words of `door.board.api.PREFERENCES`."""
        profile = self.view.profile
        return {
            "charset": profile.charset,
            "colours": profile.colours,
            "mouse": "on" if profile.mouse else "off",
            "plain": "on" if self.plain else "off",
            "size": f"{profile.cols}x{profile.rows}",
            "term": profile.term or "unknown",
        }

    async def send(self, data: bytes, cut_short: Callable[[], bool] = lambda: False) -> None:
        """Sends, at the modem speed the caller or the sysop asked for, and what is left at once when
        `cut_short` says so; LostCaller if they are gone."""
        if not data:
            return
        speed = self.prefs.get("speed", "")
        bits = int(speed) if speed.isdecimal() else 0 if speed == "off" else self._settings().terminal.speed
        if not bits:
            await self.line.send(data)
            return
        step = max(1, bits // 10 // SLICES)  # ten bits on the wire for a byte
        for at in range(0, len(data), step):
            if cut_short():
                await self.line.send(data[at:])
                return
            await self.line.send(data[at : at + step])
            await asyncio.sleep(1 / SLICES)
