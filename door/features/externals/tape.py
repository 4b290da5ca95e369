"""Keep a visit as a film, a picture or text.

A film is made of cells like every screen, so none of the program's bytes are in it. It ends when the caller's
window changes or when it is long enough; the picture is the last screen in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from door.export.cast import cast
from door.export.film import About, Shot
from door.term.canvas import Canvas
from door.term.emulator.display import Display
from door.term.emulator.sequences import fed

MOST: Final = 512 * 1024
"""Most bytes of a film."""

PAUSE: Final = 3.0
"""Longest pause in a film, in seconds."""

LEAST: Final = 0.05
"""Seconds within which all that is printed is one picture."""

PICTURES: Final = 20_000
"""Most pictures of a film."""

TAPE_SUFFIXES: Final = ("cast", "png", "txt")


@dataclass(slots=True)
class Tape:
    """A visit: the door's slug and name, whose it was, the day, and the first and last screen.

    `pieces` are bytes with the seconds since the start. `full`: the film has ended.
    """

    slug: str
    name: str
    who: str
    day: str
    first: Display
    last: Display
    pieces: list[tuple[float, bytes]] = field(default_factory=list)
    size: int = 0
    full: bool = False

    def add(self, seconds: float, data: bytes) -> None:
        """Note what was printed, unless the film has ended."""
        self.full = self.full or self.size + len(data) > MOST or len(self.pieces) >= PICTURES
        if self.full:
            return
        self.size += len(data)
        if self.pieces and seconds - self.pieces[-1][0] < LEAST:
            began, before = self.pieces.pop()
            self.pieces.append((began, before + data))
        else:
            self.pieces.append((seconds, data))


def shots(tape: Tape) -> Iterator[Shot]:
    """Yield the film's pictures."""
    display, since = tape.first, 0.0
    for seconds, data in tape.pieces:
        if seconds > since:
            yield Shot(_canvas(display), min(seconds - since, PAUSE))
            since = seconds
        display = fed(replace(display, gone=()), data)
    yield Shot(_canvas(display), PAUSE)


def make_file(tape: Tape, kind: str, by: str) -> bytes:
    """Return the visit as a file. `by` is the program that drew it. ImportError: Pillow is not installed."""
    about = About(tape.name, tape.who, by, tape.day)
    if kind == "cast":
        return cast(shots(tape), about)
    if kind == "png":
        from door.export.picture import png

        return png(_canvas(tape.last), about)
    return (tape.last.text() + "\n").encode()


def _canvas(display: Display) -> Canvas:
    return Canvas(display.cols, display.rows, list(display.cells))
