"""The caller's end of a call: the connection, the terminal's profile, and its view."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Protocol

from door.call.phone import CallerView, view_for
from door.call.plain import PlainView
from door.call.view import AnsiView
from door.net.line import CallLine, Charset, Data, Hints, HungUp, LineEvent, Resized, ScreenLost, Term
from door.pages.api import LANGUAGE
from door.settings import Settings
from door.term.decoder import Decoder
from door.term.diff import CLEAR
from door.term.keys import TerminalReply
from door.term.probe import Probe
from door.term.profile import PAGE, Profile
from door.ui.texts import Language, Said

SLICES = 20  # a second, of output paced to a modem's speed
BELL = b"\x07"


class Watched(Protocol):
    """The caller's screen, as others follow it."""

    @property
    def readers(self) -> Sequence[object]: ...

    def note(self, data: bytes) -> None:
        """Note the bytes that the caller has received."""

    def close(self, reason: Said) -> None:
        """Note the end of the call. `reason` is a sentence."""


class CallTerminal:
    """One caller's terminal.

    `prefs` are the caller's settings, which override detection. `watched` gets all output, for others who
    follow it. `owed` must be sent before the next screen. `plain`: the caller uses plain mode.
    """

    def __init__(self, line: CallLine, settings: Callable[[], Settings], plain: bool = False) -> None:
        self.line, self._settings = line, settings
        self._known = line.hints
        self._probe: Probe | None = None
        self._decoder = Decoder()
        self.profile = guess_profile(self._known)
        self.prefs: dict[str, str] = {"plain": "on"} if plain else {}
        self.watched: Watched | None = None
        self.owed = b""
        self.view: CallerView
        self._new_view()
        self.follow_settings()

    def follow_settings(self) -> None:
        """Take over the board's settings and the caller's: the language, and the modem's speed in bits per
        second (0 for none).
        """
        settings, code = self._settings(), self.prefs.get(LANGUAGE, "auto")
        self._language = settings.texts.of(settings.board.language if code == "auto" else code)
        speed = self.prefs.get("speed", "")
        chosen = int(speed) if speed.isdecimal() else 0 if speed == "off" else None
        self.speed = settings.terminal.speed if chosen is None else chosen

    def language(self) -> Language:
        """Return the caller's language, or the board's."""
        return self._language

    async def find_out(self, turn: Callable[[], Awaitable[None]]) -> Detection:
        """Ask the terminal what it is, if that is in doubt.

        A silent terminal costs `probe_ms`. Each piece of the answer waits for `turn`.
        """
        patience = self._settings().terminal.probe_ms / 1000
        found = await detect(self.line, patience, turn)
        self._known, self.profile, self._probe = found.known, found.profile, found.probe
        self._new_view()
        return found

    def open(self) -> None:
        self.owed += self.view.opening()

    def learn(self, event: LineEvent) -> None:
        """Handle a new window size, or a terminal that names itself late."""
        if isinstance(event, ScreenLost):
            self._change_over(anew=True)
            if isinstance(self.view, PlainView):
                self.view.tell_again()
            return
        if isinstance(event, Term) and self.profile.term.startswith("web"):  # a phone was turned
            self._known = replace(self._known, term=event.name)
            self.profile = replace(self.profile, term=event.name)
            self._change_over(anew=True)
            return
        late = isinstance(event, Term) and not self.profile.term
        known, sized = update_hints(self._known, event), self._known.size is not None
        if known is None:
            return
        self._known = known
        if isinstance(event, Resized) and sized:
            self.profile = self.profile.resize(event.cols, event.rows)
            self._change_over()
        elif late or isinstance(event, Resized):
            before, guess = self.profile, guess_profile(known)
            self.profile = self._probe.result(guess) if self._probe else guess
            if sized:
                self.profile = self.profile.resize(before.cols, before.rows)
            self._change_over(anew=late)

    def prefer(self, prefs: Mapping[str, str]) -> None:
        self.prefs = {**self.prefs, **prefs}
        self.follow_settings()
        if "plain" not in prefs and self._preferred_profile() == self.view.profile:
            return  # a setting that doesn't concern the terminal
        self._change_over(anew=not self.plain or prefs.get("plain") == "off")

    def _change_over(self, anew: bool = False) -> None:
        """Switch to a new view. If its kind differs (or `anew`), owe the bytes that switch the terminal."""
        old = self.view
        self._new_view()
        if anew or type(old) is not type(self.view):
            wiped = CLEAR if isinstance(old, AnsiView) and self.plain else b""
            self.owed += old.closing() + wiped + self.view.opening()

    def late(self) -> None:
        """Say in plain mode that an answer takes long. A full screen shows that itself."""
        if isinstance(self.view, PlainView):
            self.owed += self.view.late()

    def ring(self) -> None:
        if self.prefs.get("bell") != "off":
            self.owed += BELL

    async def show(self, shown: bytes, cut_short: Callable[[], bool]) -> None:
        """Send the screen after everything owed; see `send`."""
        echo = self.view.echo() if isinstance(self.view, PlainView) else b""
        data, self.owed = self.owed + echo + shown, b""
        if self.watched:
            self.watched.note(data)
        if self.speed or (data and not self.line.offer(data)):
            await self.send(data, cut_short)

    def part(self, reason: Said) -> None:
        watched, self.watched = self.watched, None
        if watched:
            watched.close(reason)

    def _preferred_profile(self) -> Profile:
        """Return the profile after the sysop's and the caller's settings."""
        board = self._settings().terminal.charset
        if self.pipe and not self.line.hints.charset and board == "auto":
            board = "utf-8"
        return self.profile.overridden({"charset": board} | self.prefs)

    def _new_view(self) -> None:
        """Make a view for the wanted profile. The next screen is sent in full."""
        old = getattr(self, "view", None)
        self.view = view_for(self._preferred_profile(), self._decoder, self.pipe)
        self.plain = isinstance(self.view, PlainView)
        if isinstance(old, PlainView) and isinstance(self.view, PlainView):
            self.view.adopt(old)

    def download(self, path: str) -> None:
        """Have the board's own page save the file at a path of the web listener."""
        told = b'{"download":"%s"}' % path.encode()
        is_plain = self.line.hints.term == PAGE
        self.owed += told + b"\n" if is_plain else b"\x1b]7437;%s\x07" % told

    def copy(self, text: str) -> Literal["", "terminal", "browser"]:
        """Ask the board's own page, or a terminal that knows OSC 52, to put text into the clipboard. Return
        who was asked.
        """
        if self.line.hints.kind == "web":
            told = json.dumps({"copy": text}).encode()
            self.owed += told + b"\n" if self.line.hints.term == PAGE else b"\x1b]7437;%s\x07" % told
            return "browser"
        if self.plain or not self.view.profile.clipboard:
            return ""
        self.owed += b"\x1b]52;c;%s\x07" % base64.b64encode(text.encode())
        return "terminal"

    @property
    def pipe(self) -> bool:
        """True if the other end is a program's input and output."""
        return self.line.hints.kind == "pipe"

    def facts(self) -> dict[str, str]:
        """Return the values in force, by the keys of `door.pages.api.PREFERENCES`."""
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
        """Send at the modem's speed. If `cut_short` returns True, send the rest at once.

        Raises LostCaller if the caller has gone.
        """
        if not data:
            return
        bits = self.speed
        if not bits:
            await self.line.send(data)
            return
        at = slices = 0
        while at < len(data):
            if cut_short():
                await self.line.send(data[at:])
                return
            slices += 1
            end = bits * slices // (10 * SLICES)  # ten bits on the wire for a byte
            await self.line.send(data[at:end])
            at = end
            await asyncio.sleep(1 / SLICES)


# -- the terminal, without a noticeable delay -------------------------------------------------------


@dataclass(slots=True)
class Detection:
    """The hints (`known`), the profile, input that came meanwhile (`early`), and the terminal's answers."""

    known: Hints
    profile: Profile
    probe: Probe | None = None
    early: list[LineEvent] = field(default_factory=list)
    gone: bool = False


ANY: Final = "cp437"
"""A character set in which every byte is a character."""
AHEAD: Final = 48
"""Typed events after which we stop waiting for the terminal."""


def update_hints(known: Hints, event: LineEvent) -> Hints | None:
    """Return the hints with an event about the terminal, or None if the event is about something else."""
    match event:
        case Resized(cols, rows):
            return replace(known, size=(cols, rows))
        case Term(name):
            return replace(known, term=name)
        case Charset(name):
            return replace(known, charset=name)
    return None


def guess_profile(known: Hints) -> Profile:
    cols, rows = known.size or (None, None)
    return Profile.from_hints(known.term, cols, rows, known.charset, known.environ)


async def detect(line: CallLine, seconds: float, turn: Callable[[], Awaitable[object]]) -> Detection:
    """Probe the terminal, for at most `seconds`, if its character set is unknown.

    Not answering is an answer, too. Bytes typed meanwhile are kept, and decoded once the character set is
    known. Each piece of the answer waits for `turn`.
    """
    found = Detection(line.hints, guess_profile(line.hints))
    probe, decoder = Probe(found.profile), Decoder(ANY)
    if line.hints.kind == "pipe" or not probe.needed or seconds <= 0:
        return found
    found.probe = probe
    await line.send(probe.question())
    try:
        async with asyncio.timeout(seconds):
            while not probe.done and not found.gone and len(found.early) < AHEAD:
                event = await line.receive()
                await asyncio.sleep(0)  # a connection that always has input must not block the board
                await turn()
                if known := update_hints(found.known, event):
                    found.known = known
                elif isinstance(event, Data):
                    _sift(event.data, decoder, probe, found.early)
                else:
                    found.gone = isinstance(event, HungUp)
                    found.early.append(event)
    except TimeoutError:
        pass
    found.profile = probe.result(guess_profile(found.known))
    return found


def _sift(data: bytes, decoder: Decoder, probe: Probe, early: list[LineEvent]) -> None:
    """Pass replies to the probe. Keep all other bytes, with unfinished sequences joined."""
    whole = data
    if decoder.pending and early and isinstance(last := early[-1], Data):
        early.pop()
        whole = last.data + data
    for heard in decoder.feed(data):
        if isinstance(heard, TerminalReply):
            probe.answer(heard)
    if decoder.pending or not all(isinstance(heard, TerminalReply) for heard in Decoder(ANY).feed(whole)):
        early.append(Data(whole))
