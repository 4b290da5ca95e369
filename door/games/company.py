"""The computer as an opponent with a face and a voice.

Law: its words depend only on what everybody knows: how often it has spoken, how its last move turned out,
and the commitment.  So they never give a hint.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from door.term.canvas import WHITE, Canvas, Rect, picture
from door.ui.lettering import drawing, drawings
from door.ui.screen import Tier
from door.ui.texts import Sentence

Mood = Literal["greeting", "good", "bad", "win", "loss"]


class Character(NamedTuple):
    """A computer player's face and voice.

    `face` is the name of a drawing.  The voice is a greeting, comments on its own good and bad moves, and its
    words after a win or a loss.  Each sentence holds several lines to choose from.
    """

    face: str
    greeting: Sentence
    good: Sentence
    bad: Sentence
    win: Sentence
    loss: Sentence


class Speaker(NamedTuple):
    """The computer that speaks.

    - `mood`: which lines to choose from; None means silent.
    - `number`: how often it has spoken in this game.  It grows by one or two each time.
    - `face`, `words`: rectangles where they fit on the 80×23 board.  Without a place for words, they go on
      the message line.
    """

    name: str
    character: Character
    mood: Mood | None
    number: int
    face: Rect | None = None
    words: Rect | None = None


def line(speaker: Speaker | None, commit: str) -> str:
    """Return the speaker's line, or "".

    The commitment picks the first line of each mood.  `number` counts on from there, so no line repeats at
    once.
    """
    if speaker is None or speaker.mood is None:
        return ""
    said = str(getattr(speaker.character, speaker.mood)).split("\n")
    return said[(int(commit[:8] or "0", 16) + speaker.number) % len(said)]


@picture
def portrait(face: str, tier: Tier) -> Canvas:
    """Draw the face at the size of its letters."""
    if tier == "colour":
        return drawing(__file__, f"{face}_pixels")
    letters = drawings(__file__)[f"{face}_letters"]
    canvas = Canvas(len(letters[0]), len(letters))
    canvas.put_lines(0, 0, letters, WHITE)
    return canvas
