"""Finding out what the caller's terminal is, without a wait that a person notices.

Law: what the line already knows is never asked again; the probe is sent only where the
character set is in doubt, and silence is an answer.  What is typed meanwhile is kept as the bytes
that came, to be decoded once the character set is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from door.net.line import CallLine, Charset, Data, Hints, HungUp, LineEvent, Resized, Term
from door.term.decoder import Decoder
from door.term.keys import Reply
from door.term.probe import Probe
from door.term.profile import Profile


@dataclass(slots=True)
class Found:
    """What is `known` of the terminal, its profile, and what came in meanwhile that is not about it.
    `probe` has the answers of a terminal that was asked."""

    known: Hints
    profile: Profile
    probe: Probe | None = None
    early: list[LineEvent] = field(default_factory=list)
    gone: bool = False


ANY: Final = "cp437"
"""The character set in which every byte is typed."""
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


async def detect(line: CallLine, seconds: float, turn: Callable[[], Awaitable[object]]) -> Found:
    """Asks the terminal if need be; at most `seconds` until it counts as silent.  Each piece of what
    it says has its `turn`."""
    found = Found(line.hints, guessed(line.hints))
    probe, decoder = Probe(found.profile), Decoder(ANY)
    if line.hints.kind == "pipe" or not probe.needed or seconds <= 0:
        return found
    found.probe = probe
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
                    _sift(event.data, decoder, probe, found.early)
                else:
                    found.gone = isinstance(event, HungUp)
                    found.early.append(event)
    except TimeoutError:
        pass
    found.profile = probe.result(guessed(found.known))
    return found


def _sift(data: bytes, decoder: Decoder, probe: Probe, early: list[LineEvent]) -> None:
    """Give replies to the probe; keep bytes with anything else in them, unfinished ones joined."""
    whole = data
    if decoder.pending and early and isinstance(last := early[-1], Data):
        early.pop()
        whole = last.data + data
    for heard in decoder.feed(data):
        if isinstance(heard, Reply):
            probe.answer(heard)
    if decoder.pending or not all(isinstance(heard, Reply) for heard in Decoder(ANY).feed(whole)):
        early.append(Data(whole))
