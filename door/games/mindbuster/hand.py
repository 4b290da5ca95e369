"""The row in the caller's hand: pegs chosen but not entered, the cursor, the peg on the mouse.

Law: pure functions over one frozen value, no key and no screen.  Nothing here is a move: the
rules see a row only once it is entered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.games.mindbuster.rules import NO_PEG, UNSET

FROM_PALETTE: Final = -1


@dataclass(frozen=True, slots=True)
class Hand:
    """`pegs` is a letter a hole, blank where unset; `cursor` a hole, from 0.

    `back` tells how many rows back `=` has copied from.  `held` is the peg on the mouse,
    taken from hole `source` (or the palette), `at` where the mouse is: column and row.
    """

    pegs: str
    cursor: int = 0
    back: int = 0
    held: str = ""
    source: int = FROM_PALETTE
    at: tuple[int, int] = (0, 0)

    @property
    def empty(self) -> bool:
        """Whether no hole is set."""
        return not self.pegs.strip(UNSET)

    @property
    def full(self) -> bool:
        """Whether every hole is set."""
        return UNSET not in self.pegs


def fresh(holes: int) -> Hand:
    """A row with nothing in it."""
    return Hand(UNSET * holes)


def put(hand: Hand, peg: str, hole: int) -> Hand:
    """The row with that peg in that hole, the cursor on it."""
    pegs = hand.pegs[:hole] + peg + hand.pegs[hole + 1 :]
    return replace(hand, pegs=pegs, cursor=hole, held="", back=0)


def typed(hand: Hand, peg: str) -> Hand:
    """The row with that peg at the cursor, which goes on to the next hole."""
    return move(put(hand, peg, hand.cursor), 1, around=False)


def set_down(hand: Hand, peg: str, hole: int) -> Hand:
    """The row with a peg dropped into that hole, the cursor on the next hole that is unset."""
    now = put(hand, peg, hole)
    holes = range(len(now.pegs))
    after = [at for at in (*holes[hole:], *holes[:hole]) if now.pegs[at] == UNSET]
    return replace(now, cursor=after[0]) if after else now


def move(hand: Hand, step: int, around: bool = True) -> Hand:
    """The cursor some holes on; around the ends, or no further than the last hole."""
    last, at = len(hand.pegs) - 1, hand.cursor + step
    return replace(hand, cursor=at % (last + 1) if around else max(0, min(at, last)))


def rubbed_out(hand: Hand) -> Hand:
    """Backspace: the hole at the cursor is emptied, or the one before it where it is empty."""
    at = hand.cursor if hand.pegs[hand.cursor] != UNSET else max(hand.cursor - 1, 0)
    return put(hand, UNSET, at)


def cycled(hand: Hand, step: int, pegs: str, hole: int | None = None) -> Hand:
    """The next of `pegs` in a hole (the cursor's); an unset hole begins at either end."""
    hole = hand.cursor if hole is None else hole
    at = pegs.find(hand.pegs[hole])
    if at < 0:
        at = -1 if step > 0 else 0
    return put(hand, pegs[(at + step) % len(pegs)], hole)


def copied(hand: Hand, row: str) -> Hand:
    """A whole earlier row."""
    return replace(hand, pegs=row, held="", cursor=0)


def copied_back(hand: Hand, rows: Sequence[str]) -> Hand:
    """The last of these rows; asked again, the one before it, and so around."""
    back = hand.back % len(rows) + 1
    return replace(copied(hand, rows[-back]), back=back)


def at_random(hand: Hand, palette: str, seal: str, asked: int) -> Hand:
    """Every hole filled from the palette; the same seal and number always give the same row."""
    digest = hashlib.sha256(f"random {seal} {asked}".encode()).digest()
    pegs = "".join(palette[byte * len(palette) // 256] for byte in digest[: len(hand.pegs)])
    return replace(hand, pegs=pegs, held="", back=0)


# -- the mouse --------------------------------------------------------------------------------


def taken(hand: Hand, peg: str, source: int, at: tuple[int, int]) -> Hand:
    """A peg picked up: from the palette, or a copy of a hole's."""
    return replace(hand, held=peg, source=source, at=at)


def let_go(hand: Hand) -> Hand:
    """The held peg dropped beside the board."""
    return replace(hand, held="", source=FROM_PALETTE)


def spoken(pegs: str) -> str:
    """A row in plain text: letters apart, "." for a hole that is unset."""
    return " ".join("." if peg == UNSET else peg for peg in pegs)


def read_row(text: str) -> str | None:
    """A typed line as pegs: letters, or numbers 1-8, `-` or 0 for NO PEG, blanks between or not.

    None where something in it is no peg at all; a colour the game lacks is kept, so that the
    rules can name it.
    """
    pegs = "".join(text.replace(",", " ").split()).upper()
    read = "".join(NUMBERS.get(peg, peg) for peg in pegs)
    return read if all(peg.isalpha() or peg == NO_PEG for peg in read) else None


NUMBERS: Final = dict(zip("012345678", "-RWBGYKOV", strict=True))
"""The peg of each number, 0 being NO PEG."""
