"""Finding out what the caller's terminal is, without a wait that a person notices.

Law: what the line already knows is never asked again; the probe is sent only where the
character set is in doubt, and silence is an answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from door.net.line import CallLine, Charset, Data, Hints, HungUp, LineEvent, Resized, Term
from door.term.decoder import Decoder
from door.term.keys import Key, Reply
from door.term.probe import Probe
from door.term.profile import Profile

TYPED_AHEAD: Final = {"enter": "\r", "esc": "\x1b", "backspace": "\x7f"}


@dataclass(slots=True)
class Found:
    """What is `known` of the terminal, its profile, and what came in meanwhile that is not about it."""

    known: Hints
    profile: Profile
    early: list[LineEvent] = field(default_factory=list)
    gone: bool = False


AHEAD: Final = 48
"""Events typed ahead after which a terminal is no longer waited for."""


def learned(known: Hints, event: LineEvent) -> Hints | None:
    """What is known with an event about the terminal; None where it is about something else."""
    match event:
        case Resized(cols, rows):
            return replace(known, size=(cols, rows))
        case Term(name):
            return replace(known, term=name)
        case Charset(name):
            return replace(known, charset=name)
    return None


def guessed(known: Hints) -> Profile:
    """The best guess from all that is known."""
    cols, rows = known.size or (None, None)
    return Profile.from_hints(known.term, cols, rows, known.charset, known.environ)


async def detect(
    line: CallLine, decoder: Decoder, seconds: float, turn: Callable[[], Awaitable[object]]
) -> Found:
    """Asks the terminal if need be; at most `seconds` until it counts as silent.  Each piece of what
    it says has its `turn`."""
    found = Found(line.hints, guessed(line.hints))
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
                if known := learned(found.known, event):
                    found.known = known
                elif isinstance(event, Data):
                    _sift(event, decoder, probe, found)
                else:
                    found.gone = isinstance(event, HungUp)
                    found.early.append(event)
    except TimeoutError:
        pass
    found.profile = probe.result(guessed(found.known))
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
