"""A computer as company: its face, what it says, and where on the board both have room.

Law: what is said follows from what everybody at the table may know: how often the computer has spoken, how
its last move came out, the seal of the game.  Nothing hidden, no chance and no clock is in it, so that it is
no hint.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

from door.term.canvas import (
    BLACK,
    BLUE,
    BRIGHT_BLUE,
    BRIGHT_CYAN,
    BRIGHT_GREEN,
    BRIGHT_RED,
    BROWN,
    CYAN,
    DARK,
    GREEN,
    GREY,
    MAGENTA,
    RED,
    WHITE,
    YELLOW,
    Canvas,
    picture,
)
from door.ui.catalogue_file import read
from door.ui.lettering import paint
from door.ui.screen import Tier
from door.ui.texts import Sentence

Mood = Literal["greeting", "good", "bad", "win", "loss"]


class Voice(NamedTuple):
    """What a character says: as the game begins, of a good move of its own and of a bad one, as it has won
    and as it has lost; one of the lines of each."""

    greeting: Sentence
    good: Sentence
    bad: Sentence
    win: Sentence
    loss: Sentence


class Character(NamedTuple):
    """A computer player as callers meet it; `face` is the name of a picture in faces.yaml."""

    face: str
    voice: Voice


class Place(NamedTuple):
    """Columns and rows of the picture from (x, y) on, in which nothing else stands."""

    x: int
    y: int
    cols: int
    rows: int


class Speaker(NamedTuple):
    """Who sits there, as whom, and what for: `number` is how often it has spoken in this game, more by one
    or two each time; without a `mood` it is silent just now.  `face` and `words` are where they have room on
    80×23, None for none: then words stand on the message line."""

    name: str
    character: Character
    mood: Mood | None
    number: int
    face: Place | None = None
    words: Place | None = None


INKS: Final = {
    "k": BLACK, "B": BLUE, "n": GREEN, "c": CYAN, "R": RED, "m": MAGENTA, "s": BROWN, "g": GREY, "d": DARK,
    "b": BRIGHT_BLUE, "G": BRIGHT_GREEN, "C": BRIGHT_CYAN, "r": BRIGHT_RED, "y": YELLOW, "w": WHITE,
}  # fmt: skip
"""The colours of faces by their letter; any other is none."""


def line(speaker: Speaker | None, commit: str) -> str:
    """What it says, "" for nothing.  The seal says where a game begins in the character's sentences; from
    there on each is another than the last."""
    if speaker is None or speaker.mood is None:
        return ""
    said = str(getattr(speaker.character.voice, speaker.mood)).split("\n")
    return said[(int(commit[:8] or "0", 16) + speaker.number) % len(said)]


@cache
def faces() -> dict[str, list[str]]:
    """Return the rows of each face: `homer_pixels`, and `homer_letters` for mono and ASCII."""
    found = read(Path(__file__).with_name("faces.yaml").read_text("utf-8"))
    return {name: str(rows).split("\n") for name, rows in found.items()}


@picture
def portrait(face: str, tier: Tier) -> Canvas:
    """Draw the face, as large as its letters."""
    letters = faces()[f"{face}_letters"]
    canvas = Canvas(len(letters[0]), len(letters))
    if tier == "colour":
        paint(canvas, 0, 0, faces()[f"{face}_pixels"], INKS, BLACK)
        return canvas
    for y, row in enumerate(letters):
        canvas.put(0, y, row, WHITE)
    return canvas
