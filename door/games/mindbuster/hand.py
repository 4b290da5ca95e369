"""The row in the caller's hand: pegs chosen but not entered, the cursor, the peg on the mouse.

Law: pure functions over a frozen value, without keys or screen.  Nothing here is a move: the rules see a row
only after it is entered.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from door.games.mindbuster.rules import NO_PEG, UNSET

FROM_PALETTE: Final = -1


@dataclass(frozen=True, slots=True)
class Hand:
    """A row being made.

    - `pegs`: a letter for each hole, blank if unset.
    - `cursor`: a hole, from 0.
    - `back`: how many rows back `=` has copied from.
    - `held`: the peg on the mouse, taken from hole `source` or the palette.
    - `at`: the mouse's column and row.
    """

    pegs: str
    cursor: int = 0
    back: int = 0
    held: str = ""
    source: int = FROM_PALETTE
    at: tuple[int, int] = (0, 0)

    @property
    def empty(self) -> bool:
        return not self.pegs.strip(UNSET)

    @property
    def full(self) -> bool:
        return UNSET not in self.pegs


def put(hand: Hand, peg: str, hole: int) -> Hand:
    """Put a peg into a hole, with the cursor on it."""
    pegs = hand.pegs[:hole] + peg + hand.pegs[hole + 1 :]
    return replace(hand, pegs=pegs, cursor=hole, held="", back=0)


def typed(hand: Hand, peg: str) -> Hand:
    """Put a peg at the cursor and advance to the next hole."""
    return move(put(hand, peg, hand.cursor), 1, around=False)


def set_down(hand: Hand, peg: str, hole: int) -> Hand:
    """Drop a peg into a hole, and move the cursor to the next unset hole."""
    now = put(hand, peg, hole)
    holes = range(len(now.pegs))
    after = [at for at in (*holes[hole:], *holes[:hole]) if now.pegs[at] == UNSET]
    return replace(now, cursor=after[0]) if after else now


def move(hand: Hand, step: int, around: bool = True) -> Hand:
    last, at = len(hand.pegs) - 1, hand.cursor + step
    return replace(hand, cursor=at % (last + 1) if around else max(0, min(at, last)))


def rubbed_out(hand: Hand, before: int = 1) -> Hand:
    """Empty the hole at the cursor; if it is empty, the one so many holes before it."""
    at = hand.cursor if hand.pegs[hand.cursor] != UNSET else max(hand.cursor - before, 0)
    return put(hand, UNSET, at)


def cycled(hand: Hand, step: int, pegs: str, hole: int | None = None) -> Hand:
    """Put the next of `pegs` into a hole, by default the cursor's.  An unset hole starts at either end."""
    hole = hand.cursor if hole is None else hole
    at = pegs.find(hand.pegs[hole])
    if at < 0:
        at = -1 if step > 0 else 0
    return put(hand, pegs[(at + step) % len(pegs)], hole)


def copied(hand: Hand, row: str, back: int = 0) -> Hand:
    return replace(hand, pegs=row, held="", cursor=0, back=back)


def at_random(hand: Hand, palette: str, seal: str, asked: int) -> Hand:
    """Fill every hole from the palette.  The same commitment and number always give the same row."""
    digest = hashlib.sha256(f"random {seal} {asked}".encode()).digest()
    pegs = "".join(palette[byte * len(palette) // 256] for byte in digest[: len(hand.pegs)])
    return replace(hand, pegs=pegs, held="", back=0)


def taken(hand: Hand, peg: str, source: int, at: tuple[int, int]) -> Hand:
    """Pick up a peg from the palette, or a copy of a hole's peg."""
    return replace(hand, held=peg, source=source, at=at)


def let_go(hand: Hand) -> Hand:
    return replace(hand, held="", source=FROM_PALETTE)


def spoken(pegs: str) -> str:
    return " ".join("." if peg == UNSET else peg for peg in pegs)


def read_row(text: str) -> str | None:
    """Read a typed row: letters, or numbers 1-8, `-` or 0 for NO PEG, with or without blanks.

    Returns None if something in it can't be a peg.  A colour that the game lacks is kept, so that the rules
    can name it.
    """
    pegs = "".join(text.replace(",", " ").split()).upper()
    read = "".join(NUMBERS.get(peg, peg) for peg in pegs)
    return read if all(peg.isalpha() or peg == NO_PEG for peg in read) else None


NUMBERS: Final = dict(zip("012345678", "-RWBGYKOV", strict=True))
"""The peg of each number; 0 is NO PEG."""
