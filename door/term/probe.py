"""Asking the terminal itself: its size, whether it draws UTF-8, whether it is CTerm, which xterm it is.

Law: sans-IO.  The session sends `question`, hands every `Reply` to `answer` until `done` or its
own time-out, and takes `result`.  Silence is an answer too.  The question leaves nothing to be
seen on a terminal that understands cursor movement; on others the first screen clears it.

The cursor is sent as far right and down as it goes and its place asked for: that is the size.
Then a UTF-8 byte order mark is sent at the beginning of a line: it takes no column where UTF-8
is understood and three where every byte is a character.

Whatever calls itself xterm is asked for its second device attributes, too: what answers knows 256
colours, and what is neither PuTTY nor draws UTF-8 has the characters of its own country, not
CP437's.  Others are not asked that: some would print it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.term.keys import Reply
from door.term.profile import LARGEST, Profile

_QUESTION: Final = b"\x1b[s\x1b[0c\x1b[255B\x1b[255C\x1b[6n\x1b[u\x1b[255D\xef\xbb\xbf\x1b[6n\b\b\b\x1b[K"
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
        if self._places and not known.sized:
            known = _measured(known, *self._places[0])
        if self._kind and _poor(known):
            known = replace(known, colours="256")
        if self.done and not known.sure:
            known = replace(known, **self._told(known, self._places[1][1]))
        return known

    def _told(self, profile: Profile, column: int) -> dict[str, Any]:
        """What the column after a byte order mark says; without UTF-8 only a name's promise of it falls."""
        if column < 3:
            return {"charset": "utf-8"}
        if profile.charset != "utf-8":
            return {}
        return {"charset": "cp437" if self._kind[:2] in ((), _PUTTY) else "ascii"}


def _poor(profile: Profile) -> bool:
    """Whether it is an xterm or passes for one, and has not said that it has 256 colours."""
    return profile.term.startswith(_XTERMS) and profile.colours == "16"


def _measured(profile: Profile, rows: int, cols: int) -> Profile:
    """With the size of the far corner; absurd numbers are those of a terminal that does not clamp."""
    if all(10 <= size <= LARGEST and size != _NO_SIZE for size in (rows, cols)):
        return profile.resized(cols, rows)
    return profile
