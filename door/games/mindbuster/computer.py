"""The computer's guesses, from Homer Simpson to Albert Einstein, and what guesses promise.

A guess depends on the size, the marked guesses so far and a salt.  These functions never get the code
itself.  The same arguments always give the same guess.

The salt is bytes of the game's secret stream.  It decides between equal guesses and sets the order of
colours and holes.  It doesn't change the strength, and nobody can foresee a guess without the seed.

    homer, bart, lisa   any code that fits the last one, two or three rows; they forget the rest
    watson              any code that fits every row
    holmes              the best of three such codes
    einstein            weighs every guess, fitting or not, and looks ahead

Einstein computes how each guess would divide the possible codes, and chooses the guess with the fewest
guesses still to come.  A part of n codes needs about `_cost(n)` guesses in all, a curve fitted to whole
games at 4×6 to 5×6.  Once few codes are left, the most promising guesses are played out to the end instead.
Guesses that differ only in indistinguishable colours are weighed once.

A code is a row of `holes` bytes, each a colour's place in the palette.  NO PEG is the number `NONE`, which
no code has.  A mark is one small number: (black + white) * (holes + 1) + black.  A size has up to 32,768
codes, too many for a table of all guesses by all codes.  So marks are computed on demand, in blocks that fit
the processor's cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from door.games.mindbuster.rules import LETTERS, LEVELS, NO_PEG, SAMPLE, History, Marks

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]

NONE: Final = 255
BLOCK: Final = 1 << 18
"""Marks computed at a time; 128 KiB stay in the cache."""

WORK: Final = 10_000_000
"""The most marks weighed for one guess, about 0.1 s of one core."""
THOUGHTS: Final = 3
"""Codes that Holmes weighs."""
PLAYED_OUT: Final = 40
"""With so many possible codes or fewer, Einstein plays out the `RIVALS` most promising guesses."""
RIVALS: Final = 8
REPLIES: Final = 400
"""The most guesses weighed at each step of a game played out."""

OPENINGS: Final = {
    (4, 3): "RRWB", (4, 4): "RRWB", (4, 5): "RRWB", (4, 6): "RRWB", (4, 7): "RWBG", (4, 8): "RWBG",
    (5, 3): "RRRWB", (5, 4): "RRWWB", (5, 5): "RRWWB", (5, 6): "RRWWB", (5, 7): "RRWBG", (5, 8): "RRWBG",
}  # fmt: skip
"""Einstein's first guess for each (holes, colours): the best kind, found by playing all codes."""

MEMORY: Final = {"homer": 1, "bart": 2, "lisa": 3}
"""Rows that forgetful levels remember."""

FEW, CLEAR = range(4, 25), 0.3
"""A puzzle has so many possible codes, and its best guess is ahead by at least so many bits."""

TIE: Final = 1e-9
"""Guesses whose promises differ by less are equal, because processors differ in a logarithm's last digit."""

SMALL_COSTS: Final = (0.0, 1.0, 3.0, 5.2, 7.5)


def guess(holes: int, colours: int, history: History, level: str = "einstein", salt: str = "") -> str:
    """Return the level's next guess, as letters.

    Raises ValueError for a level that is not in `rules.LEVELS`, or if no code fits the history.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}: they are {', '.join(LEVELS)}")
    mixed = _Mix(holes, colours, salt)
    known = [(mixed.to(pegs), marks) for pegs, marks in history]
    return mixed.back(_choose(holes, colours, known, level, salt))


def might(holes: int, colours: int, history: History, level: str, salt: str, pegs: str) -> bool:
    """True if the level makes that guess here, or rates it equal to the last digit.

    Raises ValueError like `guess`.
    """
    if guess(holes, colours, history, level, salt) == pegs:
        return True
    if level not in ("holmes", "einstein") or not history:
        return False
    mixed = _Mix(holes, colours, salt)
    known = [(mixed.to(row), marks) for row, marks in history]
    left = consistent(all_codes(holes, colours), known, colours)
    row = to_row(mixed.to(pegs))
    if level == "holmes":
        thoughts = _thoughts(left, f"{salt}/{known}")
        promise = _promise(thoughts, left, colours)
        return bool((promise[_same(thoughts, row)] < promise.min() + TIE).any())
    return len(left) > 2 and _as_good(row, left, known, colours)


def possible(holes: int, colours: int, history: History) -> int:
    """Return the number of codes that fit every row of the history."""
    return len(consistent(all_codes(holes, colours), history, colours))


def promised_bits(holes: int, colours: int, history: History, pegs: str) -> float:
    """Return the bits that a guess promises after that history."""
    left = _fitting(all_codes(holes, colours), history, colours)
    return float(_bits(to_row(pegs)[None, :], left, colours)[0])


def most_promised(holes: int, colours: int, history: History) -> tuple[str, float]:
    """Return the guess that promises most bits, by a sample of the possible codes, and its bits."""
    codes = all_codes(holes, colours)
    left = _fitting(codes, history, colours)
    pool, _ = _guesses_to_weigh(codes, left, history, colours)
    best = to_text(pool[int(_bits(pool, _thin(left, SAMPLE), colours).argmax())])
    return best, promised_bits(holes, colours, history, best)


def sharpness(holes: int, colours: int, history: History) -> float:
    """Return how many more bits the best guess promises than any code that fits the history.  Return 0 if
    the difference is too small or too many codes fit.
    """
    left = consistent(all_codes(holes, colours), history, colours)
    if len(left) not in FEW:
        return 0.0
    possible = float(_bits(left, left, colours).max())
    more = most_promised(holes, colours, history)[1] - possible
    return more if more >= CLEAR else 0.0


def _bits(guesses: Bytes, left: Bytes, colours: int) -> npt.NDArray[np.float64]:
    """Return the expected bits of each guess's score, with all codes left equally likely."""
    share = parts(guesses, left, colours) / len(left)
    expected: npt.NDArray[np.float64] = -(share * np.log2(np.where(share > 0, share, 1))).sum(axis=1) + 0.0
    return expected


# -- the levels --------------------------------------------------------------------------


def _choose(holes: int, colours: int, history: History, level: str, salt: str) -> str:
    codes = all_codes(holes, colours)
    if level == "einstein":
        return to_text(_einstein(codes, history, colours))
    left = _fitting(codes, history[-MEMORY.get(level, len(history)) :], colours)
    seed = f"{salt}/{history}"
    if level != "holmes":
        return to_text(left[_pick(seed, len(left))])
    thoughts = _thoughts(left, seed)
    return to_text(thoughts[_promise(thoughts, left, colours).argmin()])


def _thoughts(left: Bytes, seed: str) -> Bytes:
    chosen: Bytes = left[[_pick(f"{seed}/{n}", len(left)) for n in range(THOUGHTS)]]
    return chosen


def _same(rows: Bytes, row: Bytes) -> npt.NDArray[np.bool_]:
    same: npt.NDArray[np.bool_] = (rows == row).all(axis=1)
    return same


def _fitting(codes: Bytes, history: History, colours: int) -> Bytes:
    left = consistent(codes, history, colours)
    if not len(left):
        raise ValueError("no code fits this history")
    return left


def _pick(seed: str, below: int) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % below


# -- Einstein ----------------------------------------------------------------------------


def _einstein(codes: Bytes, history: History, colours: int) -> Bytes:
    holes = codes.shape[1]
    left = _fitting(codes, history, colours)
    if not history:
        return to_row(OPENINGS[holes, colours])
    if len(left) <= 2:
        first: Bytes = left[0]
        return first
    pool, others = _guesses_to_weigh(codes, left, history, colours)
    promise = _promise(pool, left, colours)
    chosen = int(promise.argmin())
    if len(left) <= PLAYED_OUT:
        rivals = np.argsort(promise, kind="stable")[:RIVALS]
        replies = _thin(others, REPLIES)
        chosen = min(map(int, rivals), key=lambda rival: _to_come(pool[rival], replies, left, colours))
    best: Bytes = pool[chosen]
    return best


def _guesses_to_weigh(codes: Bytes, left: Bytes, history: History, colours: int) -> tuple[Bytes, Bytes]:
    """Return the guesses that Einstein weighs, and the part of them that don't come from the codes left."""
    tried = {int(peg) for pegs, _ in history for peg in to_row(pegs)} - {NONE}
    most = WORK // min(len(left), SAMPLE) // 2
    others = _thin(_worth_weighing(codes, left, tried, colours), most)
    return np.concatenate([_thin(left, most), others]), others


def _as_good(row: Bytes, left: Bytes, history: History, colours: int) -> bool:
    codes = all_codes(left.shape[1], colours)
    pool, others = _guesses_to_weigh(codes, left, history, colours)
    promise = _promise(pool, left, colours)
    mine = promise[_same(pool, row)]
    if not len(mine):
        return False
    if len(left) > PLAYED_OUT:
        return bool(mine[0] < promise.min() + TIE)
    replies = _thin(others, REPLIES)
    made = _einstein(codes, history, colours)
    rival = mine[0] < np.sort(promise)[:RIVALS][-1] + TIE
    return bool(rival) and _to_come(row, replies, left, colours) <= _to_come(made, replies, left, colours)


def _promise(pool: Bytes, left: Bytes, colours: int) -> npt.NDArray[np.float64]:
    """Return the expected guesses still to come after each guess of the pool, by `_cost`."""
    sample = _thin(left, SAMPLE)
    costs = _cost(len(sample))[parts(pool, sample, colours)]
    costs[:, _all_black(left)] = 0
    promise: npt.NDArray[np.float64] = costs.sum(axis=1)
    return promise


def _to_come(row: Bytes, replies: Bytes, left: Bytes, colours: int) -> int:
    """Return the guesses needed for all codes left, if this guess is made and the most promising follow."""
    marks = mark_all(row[None, :], left, colours)[0]
    rest = [left[marks == number] for number in np.unique(marks) if number != _all_black(left)]
    return len(left) + sum(_played_out(part, replies, colours) for part in rest)


def _played_out(left: Bytes, replies: Bytes, colours: int) -> int:
    if len(left) <= 2:
        return 2 * len(left) - 1
    pool = np.concatenate([left, replies])
    return _to_come(pool[_promise(pool, left, colours).argmin()], replies, left, colours)


def _all_black(left: Bytes) -> int:
    holes = int(left.shape[1])
    return holes * (holes + 1) + holes


@lru_cache(maxsize=256)
def _cost(most: int) -> npt.NDArray[np.float64]:
    """Return roughly how many guesses it takes in all to tell n codes apart, for n = 0..most."""
    n = np.arange(most + 1, dtype=np.float64)
    n[0] = 1
    cost = n * (1.25 + 0.4 * np.log(n))
    known = min(len(SMALL_COSTS), most + 1)
    cost[:known] = SMALL_COSTS[:known]
    return cost


def _thin(rows: Bytes, most: int) -> Bytes:
    return rows[:: -(-len(rows) // max(1, most))] if len(rows) else rows


def _worth_weighing(codes: Bytes, left: Bytes, tried: set[int], colours: int) -> Bytes:
    """Return one guess of each kind.  Indistinguishable colours appear in palette order only.  Of the
    colours that no possible code has, only one is used.
    """
    holes = codes.shape[1]
    alive = [colour for colour in range(colours) if (left == colour).any()]
    dead = [colour for colour in range(colours) if colour not in alive]
    keep = np.ones(len(codes), dtype=np.bool_)
    for colour in dead[1:]:
        keep &= ~(codes == colour).any(axis=1)
    firsts = [_first_hole(codes, colour) for colour in alive if colour not in tried]
    for sooner, later in pairwise(firsts):
        keep &= (sooner < later) | (later == holes)
    return codes[keep]


def _first_hole(codes: Bytes, colour: int) -> npt.NDArray[np.intp]:
    has = codes == colour
    first: npt.NDArray[np.intp] = np.where(has.any(axis=1), has.argmax(axis=1), codes.shape[1])
    return first


# -- codes as numbers, and many guesses marked at once ------------------------------------------


@lru_cache(maxsize=12)
def all_codes(holes: int, colours: int) -> Bytes:
    """Return every code, in palette order: colours ** holes rows of `holes` bytes, read-only."""
    codes = np.indices((colours,) * holes, dtype=np.uint8).reshape(holes, -1).T.copy()
    codes.flags.writeable = False
    return codes


def to_row(pegs: str) -> Bytes:
    return np.array([NONE if peg == NO_PEG else LETTERS.index(peg) for peg in pegs], dtype=np.uint8)


def to_text(row: Iterable[int]) -> str:
    return "".join(NO_PEG if peg == NONE else LETTERS[peg] for peg in row)


def mark_number(marks: Marks, holes: int) -> int:
    black, white = marks
    return (black + white) * (holes + 1) + black


def _tallies(rows: Bytes, colours: int) -> tuple[Bytes, Bytes]:
    """Return the rows as holes × rows, and how often each colour is in each row as colours × rows."""
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
    """Return the mark of every guess against every code: guesses × codes."""
    return _mark(_tallies(guesses, colours), _tallies(codes, colours), slice(None))


def parts(guesses: Bytes, codes: Bytes, colours: int) -> Numbers:
    """Return how each guess would divide the codes: the number of codes with each mark, guesses × marks."""
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
    """Return the codes that would have given every mark of the history."""
    for pegs, marks in history:
        got = mark_all(to_row(pegs)[None, :], codes, colours)[0]
        codes = codes[got == mark_number(marks, codes.shape[1])]
    return codes


# -- the salt ----------------------------------------------------------------------------


class _Mix:
    """Maps colours and holes to the salt's order and back.  Without a salt nothing changes."""

    def __init__(self, holes: int, colours: int, salt: str) -> None:
        letters = LETTERS[:colours]
        mixed = "".join(_shuffle(letters, salt))
        self._to = str.maketrans(letters + NO_PEG, mixed + NO_PEG)
        self._back = str.maketrans(mixed + NO_PEG, letters + NO_PEG)
        self._holes = [int(hole) for hole in _shuffle("01234"[:holes], salt)]

    def to(self, pegs: str) -> str:
        return "".join(pegs[hole] for hole in self._holes).translate(self._to)

    def back(self, pegs: str) -> str:
        placed = sorted(zip(self._holes, pegs.translate(self._back), strict=True))
        return "".join(peg for _, peg in placed)


def _shuffle(items: Iterable[str], salt: str) -> list[str]:
    return sorted(items, key=lambda item: hashlib.sha256(f"{salt}/{item}".encode()).digest() if salt else b"")
