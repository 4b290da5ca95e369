"""Asking the terminal itself: its size, what it draws, whether it is CTerm, which xterm it is.

Law: sans-IO.  The session sends `question`, hands every `Reply` to `answer` until `done` or its
own time-out, and takes `result`.  Silence is an answer too.  The question leaves nothing to be
seen on a terminal that understands cursor movement; on others the first screen clears it.

The cursor is sent as far right and down as it goes and its place asked for: that is the size.
If the line named another size, the smaller one counts.

Then three characters are sent at the beginning of a line.  A UTF-8 byte order mark takes no column
where UTF-8 is understood, one on a few such terminals (the cursor is sent back by one), and three
where every byte is a character.  A UTF-8 "■" takes one column, or two on the terminals of East Asia
that draw our boxes and arrows twice as wide, or three.  The byte 0x06 takes one where it is CP437's
"♠", and none where it is a control character.  So the column that follows is:

1, 2   UTF-8
3      UTF-8, and the letters of ASCII alone have their proper width
7      CP437 with the glyphs of control characters
more   another character set of single bytes

Whatever calls itself xterm is asked for its second device attributes, too: what answers knows 256
colours, and what is neither PuTTY nor draws UTF-8 has the characters of its own country, not
CP437's.  Others are not asked that: some would print it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.term.keys import Reply
from door.term.profile import LARGEST, Profile

_QUESTION: Final = (
    b"\x1b[s\x1b[0c\x1b[255B\x1b[255C\x1b[6n\x1b[u"
    b"\x1b[255D\xef\xbb\xbf\x1b[D\xe2\x96\xa0\x06\x1b[6n\x1b[255D\x1b[K"
)
_WIDE, _GLYPHS = 3, 7
"""Columns after the three characters."""
_FARTHEST: Final = 255
"""Rows and columns that the question measures at most."""
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
        """Whether anything is in doubt that a terminal could tell."""
        return not self.profile.plain and not (
            self.profile.sized and self.profile.sure and not _poor(self.profile)
        )

    def question(self) -> bytes:
        """The bytes to send, once."""
        return (_WHICH if self.profile.term.startswith(_XTERMS) else b"") + _QUESTION

    @property
    def done(self) -> bool:
        """Whether all has been answered."""
        return len(self._places) >= 2

    def answer(self, reply: Reply) -> None:
        """Takes in a reply of the terminal's; others than those asked for are passed over."""
        if reply.kind == "da" and reply.params[:5] == _CTERM:
            self._cterm = True
        elif reply.kind == "da2" and reply.params:
            self._kind = reply.params
        elif reply.kind == "cpr" and len(reply.params) == 2 and not self.done:
            self._places.append(reply.params)

    def result(self, profile: Profile | None = None) -> Profile:
        """The profile (the one asked about, or a newer guess) corrected by the answers.

        A terminal that has neither named itself nor answered gets plain text.
        """
        known = self.profile if profile is None else profile
        if not self._places and not self._cterm:
            silent = not known.term and not known.sure and not known.plain
            return replace(known, plain=True, reason="silent") if silent else known
        if self._cterm:
            known = replace(known, cterm=True, ice=True, mouse=True, aix=False, ech=False)
        if self._places:
            known = _measured(known, *self._places[0])
        if self._kind and _poor(known):
            known = replace(known, colours="256")
        return replace(known, **self._drawn(known, self._places[1][1])) if self.done else known

    def _drawn(self, profile: Profile, column: int) -> dict[str, Any]:
        """Return what the column after the three characters says of the character set."""
        glyphs = column == _GLYPHS or (profile.glyphs and profile.sure)
        if profile.sure or (column > _WIDE and profile.charset != "utf-8"):
            return {"glyphs": glyphs}
        if column <= _WIDE:
            return {"charset": "utf-8" if column < _WIDE else "ascii"}
        return {"charset": "cp437" if self._kind[:2] in ((), _PUTTY) else "ascii", "glyphs": glyphs}


def _poor(profile: Profile) -> bool:
    """Whether it is an xterm or passes for one, and has not said that it has 256 colours."""
    return profile.term.startswith(_XTERMS) and profile.colours == "16"


def _measured(profile: Profile, rows: int, cols: int) -> Profile:
    """With the size of the far corner; absurd numbers are those of a terminal that does not clamp."""
    if not all(10 <= size <= LARGEST and size != _NO_SIZE for size in (rows, cols)):
        return profile
    if profile.sized:
        cols = min(cols, profile.cols) if cols < _FARTHEST else profile.cols
        rows = min(rows, profile.rows) if rows < _FARTHEST else profile.rows
    return profile.resized(cols, rows)
