"""Finding out what the caller's terminal is, without a wait that a person notices.

Law: what the line already knows is never asked again; the probe is sent only where the
character set is in doubt, and silence is an answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from door.net.line import CallLine, Charset, Data, Hints, HungUp, LineEvent, Resized, Term
from door.term.decoder import Decoder
from door.term.keys import Key, Reply
from door.term.probe import Probe
from door.term.profile import Profile

TYPED_AHEAD: Final = {"enter": "\r", "esc": "\x1b", "backspace": "\x7f"}


@dataclass(slots=True)
class Found:
    """The terminal, and what came in meanwhile that is not about it."""

    profile: Profile
    early: list[LineEvent] = field(default_factory=list)
    gone: bool = False


AHEAD: Final = 48
"""Events typed ahead after which a terminal is no longer waited for."""


@dataclass(slots=True)
class Knowledge:
    """What the line has said of the terminal so far."""

    term: str = ""
    cols: int | None = None
    rows: int | None = None
    charset: str = ""
    environ: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, hints: Hints) -> Knowledge:
        return cls(hints.term, hints.cols, hints.rows, hints.charset, hints.environ)

    def learn(self, event: LineEvent) -> bool:
        """Takes in an event about the terminal; False where it is about something else."""
        match event:
            case Resized(cols, rows):
                self.cols, self.rows = cols, rows
            case Term(name):
                self.term = name
            case Charset(name):
                self.charset = name
            case _:
                return False
        return True

    def profile(self) -> Profile:
        """The best guess from all of it."""
        return Profile.from_hints(self.term, self.cols, self.rows, self.charset, self.environ)


async def _at_once() -> None:
    """Nobody to wait for."""


async def detect(
    line: CallLine,
    known: Knowledge,
    decoder: Decoder,
    seconds: float,
    turn: Callable[[], Awaitable[None]] = _at_once,
) -> Found:
    """Asks the terminal if need be; at most `seconds` until it counts as silent.  Each piece of what
    it says has its `turn`."""
    found = Found(known.profile())
    probe = Probe(found.profile)
    if line.hints.kind == "pipe" or not probe.needed or seconds <= 0:
        return found
    await line.send(probe.question())
    try:
        async with asyncio.timeout(seconds):
            while not probe.done and not found.gone and len(found.early) < AHEAD:
                event = await line.receive()
                await asyncio.sleep(0)  # a line that is never empty must not be all the board does
                await turn()
                if known.learn(event):
                    continue
                if isinstance(event, Data):
                    _sift(event, decoder, probe, found)
                else:
                    found.gone = isinstance(event, HungUp)
                    found.early.append(event)
    except TimeoutError:
        pass
    found.profile = probe.result(known.profile())
    return found


def _sift(event: Data, decoder: Decoder, probe: Probe, found: Found) -> None:
    """Replies go to the probe; what the caller typed ahead is kept."""
    typed = ""
    for heard in decoder.feed(event.data):
        if isinstance(heard, Reply):
            probe.answer(heard)
        elif isinstance(heard, Key):
            typed += TYPED_AHEAD.get(heard.name, heard.text)
    if typed:
        found.early.append(Data(typed.encode("ascii", "ignore")))
