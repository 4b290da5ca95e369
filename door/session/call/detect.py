"""Find out what the caller's terminal is, without a noticeable delay.

The probe is sent only if the character set is unknown. Not answering is an answer, too. Bytes typed
meanwhile are kept, and decoded once the character set is known.
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


def learned(known: Hints, event: LineEvent) -> Hints | None:
    """Return the hints with an event about the terminal, or None if the event is about something else."""
    match event:
        case Resized(cols, rows):
            return replace(known, size=(cols, rows))
        case Term(name):
            return replace(known, term=name)
        case Charset(name):
            return replace(known, charset=name)
    return None


def guessed(known: Hints) -> Profile:
    """Return the best guess from the hints."""
    cols, rows = known.size or (None, None)
    return Profile.from_hints(known.term, cols, rows, known.charset, known.environ)


async def detect(line: CallLine, seconds: float, turn: Callable[[], Awaitable[object]]) -> Found:
    """Probe the terminal if needed, for at most `seconds`. Each piece of its answer waits for `turn`."""
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
                await asyncio.sleep(0)  # a connection that always has input must not block the board
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
    """Pass replies to the probe. Keep all other bytes, with unfinished sequences joined."""
    whole = data
    if decoder.pending and early and isinstance(last := early[-1], Data):
        early.pop()
        whole = last.data + data
    for heard in decoder.feed(data):
        if isinstance(heard, Reply):
            probe.answer(heard)
    if decoder.pending or not all(isinstance(heard, Reply) for heard in Decoder(ANY).feed(whole)):
        early.append(Data(whole))
