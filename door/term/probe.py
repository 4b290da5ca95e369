"""Ask the terminal for its size, its character set, and which CTerm or xterm it is.

The probe does no IO. The session sends `question`, passes every `TerminalReply` to `answer` until `done` or a
time-out, and takes `result`. No answer is an answer too. The question leaves nothing visible on a terminal
that understands cursor movement; on others the first screen clears it.

The cursor is sent to the far right and bottom, and its position is the size. If the connection named another
size, the smaller one counts.

Then three characters are written at the start of a line. A UTF-8 byte order mark takes no column if the
terminal understands UTF-8 (one on a few of them, so the cursor is sent back by one), and three if every byte
is a character. A UTF-8 "■" takes one column, two on East Asian terminals that draw our boxes and arrows
double width, or three. The byte 0x06 takes one column if it is CP437's "♠", and none if it is a control
character. The column that follows tells:

1, 2   UTF-8
3      UTF-8, but only ASCII letters have the right width
7      CP437 with the glyphs of control characters
more   another single-byte character set

A terminal that calls itself xterm is also asked for its secondary device attributes. If it answers, it has
256 colours. If it isn't PuTTY and doesn't draw UTF-8, it uses a national character set, not CP437. Other
terminals are not asked, because some would print the question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.term.keys import TerminalReply
from door.term.profile import LARGEST, Profile

_QUESTION: Final = (
    b"\x1b[s\x1b[0c\x1b[255B\x1b[255C\x1b[6n\x1b[u"
    b"\x1b[255D\xef\xbb\xbf\x1b[D\xe2\x96\xa0\x06\x1b[6n\x1b[255D\x1b[K"
)
_WIDE, _GLYPHS = 3, 7
"""Columns after the three characters."""
_FARTHEST: Final = 255
"""Largest size that the question can measure, in rows and columns."""
_XTERMS: Final = ("xterm", "putty")
_WHICH: Final = b"\x1b[>c"
_PUTTY: Final = (0, 136)
_CTERM: Final = (67, 84, 101, 114, 109)
_NO_SIZE: Final = 999


class Probe:
    """One question and its answers."""

    __slots__ = ("_cterm", "_kind", "_places", "profile")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._places: list[tuple[int, ...]] = []
        self._cterm = False
        self._kind: tuple[int, ...] = ()

    @property
    def needed(self) -> bool:
        """True if a question could settle anything."""
        return not self.profile.plain and not (
            self.profile.sized and self.profile.sure and not _poor(self.profile)
        )

    def question(self) -> bytes:
        """Return the bytes to send. Call it once."""
        return (_WHICH if self.profile.term.startswith(_XTERMS) else b"") + _QUESTION

    @property
    def done(self) -> bool:
        """True if everything has been answered."""
        return len(self._places) >= 2

    def answer(self, reply: TerminalReply) -> None:
        """Record a reply. Unexpected replies are ignored."""
        if reply.kind == "da" and reply.params[:5] == _CTERM:
            self._cterm = True
        elif reply.kind == "da2" and reply.params:
            self._kind = reply.params
        elif reply.kind == "cpr" and len(reply.params) == 2 and not self.done:
            self._places.append(reply.params)

    def result(self, profile: Profile | None = None) -> Profile:
        """Return the profile (the original, or a newer guess) corrected by the answers.

        A terminal that gave no name and no answer gets plain text.
        """
        known = self.profile if profile is None else profile
        if not self._places and not self._cterm:
            silent = not known.term and not known.sure and not known.plain
            return replace(known, plain=True, reason="silent") if silent else known
        if self._cterm:
            known = replace(known, cterm=True, ice=True, mouse=True, aix=False, ech=False)
        if self._places:
            known = _with_size(known, *self._places[0])
        if self._kind and _poor(known):
            known = replace(known, colours="256")
        return replace(known, **self._charset_of(known, self._places[1][1])) if self.done else known

    def _charset_of(self, profile: Profile, column: int) -> dict[str, Any]:
        """Return the character set that the column after the three characters implies."""
        glyphs = column == _GLYPHS or (profile.glyphs and profile.sure)
        if profile.sure or (column > _WIDE and profile.charset != "utf-8"):
            return {"glyphs": glyphs}
        if column <= _WIDE:
            return {"charset": "utf-8" if column < _WIDE else "ascii"}
        return {"charset": "cp437" if self._kind[:2] in ((), _PUTTY) else "ascii", "glyphs": glyphs}


def _poor(profile: Profile) -> bool:
    """True if it is or imitates xterm and has not reported 256 colours."""
    return profile.term.startswith(_XTERMS) and profile.colours == "16"


def _with_size(profile: Profile, rows: int, cols: int) -> Profile:
    """Set the measured size. Absurd numbers come from terminals that don't clamp, and are ignored."""
    if not all(10 <= size <= LARGEST and size != _NO_SIZE for size in (rows, cols)):
        return profile
    if profile.sized:
        cols = min(cols, profile.cols) if cols < _FARTHEST else profile.cols
        rows = min(rows, profile.rows) if rows < _FARTHEST else profile.rows
    return profile.resize(cols, rows)
