"""Every code of a size as numbers, and many guesses marked against many codes at once.

Law: arithmetic only; what to guess is `computer`'s business.  A code is a row of `holes`
bytes, a colour's place in the palette each; NO PEG is the number `NONE`, which no code has.
A mark is one small number: (black + white) * (holes + 1) + black.

A size has up to 32,768 codes, so a table of all guesses by all codes is out of the question:
marks are made when they are needed, a block that fits the processor's cache at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from door.games.mindbuster.rules import LETTERS, NO_PEG, Marks

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]

NONE: Final = 255
BLOCK: Final = 1 << 18
"""Marks made in one go: 128 KiB stay in the cache."""


@lru_cache(maxsize=12)
def all_codes(holes: int, colours: int) -> Bytes:
    """Every code, in palette order: colours ** holes rows of `holes` bytes, read-only."""
    codes = np.indices((colours,) * holes, dtype=np.uint8).reshape(holes, -1).T.copy()
    codes.flags.writeable = False
    return codes


def to_row(pegs: str) -> Bytes:
    """A guess or code as a row of numbers."""
    return np.array([NONE if peg == NO_PEG else LETTERS.index(peg) for peg in pegs], dtype=np.uint8)


def to_text(row: Iterable[int]) -> str:
    """A row of numbers as letters."""
    return "".join(NO_PEG if peg == NONE else LETTERS[peg] for peg in row)


def mark_number(marks: Marks, holes: int) -> int:
    """Black and white pegs as one number."""
    black, white = marks
    return (black + white) * (holes + 1) + black


def _tallies(rows: Bytes, colours: int) -> tuple[Bytes, Bytes]:
    """The rows turned to holes × rows, and colours × rows: how often each colour is in each."""
    turned = np.ascontiguousarray(rows.T)
    return turned, np.stack([(turned == colour).sum(axis=0, dtype=np.uint8) for colour in range(colours)])


def _mark(guesses: tuple[Bytes, Bytes], codes: tuple[Bytes, Bytes], part: slice) -> Bytes:
    (tried, tried_often), (pegs, often) = guesses, codes
    marks = np.zeros((tried[0, part].size, pegs.shape[1]), dtype=np.uint8)
    for in_guess, in_code in zip(tried_often[:, part], often, strict=True):
        if in_guess.any():
            marks += np.minimum(in_guess[:, None], in_code)
    marks *= np.uint8(len(pegs) + 1)
    for in_guess, in_code in zip(tried[:, part], pegs, strict=True):
        marks += (in_guess[:, None] == in_code).view(np.uint8)
    return marks


def mark_all(guesses: Bytes, codes: Bytes, colours: int) -> Bytes:
    """The mark of every guess against every code: guesses × codes."""
    return _mark(_tallies(guesses, colours), _tallies(codes, colours), slice(None))


def parts(guesses: Bytes, codes: Bytes, colours: int) -> Numbers:
    """How each guess would divide the codes: guesses × marks, the number of codes with that mark."""
    kinds = (codes.shape[1] + 1) ** 2
    step = max(1, BLOCK // max(1, len(codes)))
    counted = np.empty((len(guesses), kinds), dtype=np.intp)
    left, right = _tallies(guesses, colours), _tallies(codes, colours)
    for at in range(0, len(guesses), step):
        marks = _mark(left, right, slice(at, at + step))
        rows = len(marks)
        apart = marks + (np.arange(rows, dtype=np.int32) * kinds)[:, None]
        counted[at : at + rows] = np.bincount(apart.ravel(), minlength=rows * kinds).reshape(rows, kinds)
    return counted


def consistent(codes: Bytes, history: Iterable[tuple[str, Marks]], colours: int) -> Bytes:
    """Those of the codes that would have given every mark of the history."""
    for pegs, marks in history:
        got = mark_all(to_row(pegs)[None, :], codes, colours)[0]
        codes = codes[got == mark_number(marks, codes.shape[1])]
    return codes
