"""Turn cells into a glyph's bytes and the attributes to switch to.

A *pen* is everything a terminal remembers between characters. Cells that look the same on a kind of terminal
have the same look, even if their styles differ: a blank has no foreground, and a monochrome screen knows
only bold and reverse. `Attributes.turns` holds the shortest way from one pen to another.

One `Attributes` serves all callers with the same kind of terminal. Its tables are bounded, because callers
choose some of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from door.term.canvas import BLACK, BLANK, BLINK, CODE, DARK, RICH, SHIFT, UNDERLINE, plain_style
from door.term.charset import Bounded, encoder
from door.term.profile import Profile

Look = tuple[int, bytes]

VGA: Final = (
    *((0x00, 0x00, 0x00), (0x00, 0x00, 0xAA), (0x00, 0xAA, 0x00), (0x00, 0xAA, 0xAA)),
    *((0xAA, 0x00, 0x00), (0xAA, 0x00, 0xAA), (0xAA, 0x55, 0x00), (0xAA, 0xAA, 0xAA)),
    *((0x55, 0x55, 0x55), (0x55, 0x55, 0xFF), (0x55, 0xFF, 0x55), (0x55, 0xFF, 0xFF)),
    *((0xFF, 0x55, 0x55), (0xFF, 0x55, 0xFF), (0xFF, 0xFF, 0x55), (0xFF, 0xFF, 0xFF)),
)
"""Red, green, blue of the canvas's sixteen colours."""

ANSI_ORDER: Final = (0, 4, 2, 6, 1, 5, 3, 7)
"""The SGR colour of each canvas colour 0-7, and the other way round."""

# the nearest of the 256 fixed colours, none of the 16 that a caller's theme may change
_CUBE: Final = tuple(
    240 if rgb == (0x55,) * 3 else 248 if rgb == (0xAA,) * 3 else 16 + sum(
        {0: 0, 0x55: 1, 0xAA: 3, 0xFF: 5}[part] * weight for part, weight in zip(rgb, (36, 6, 1), strict=True)
    )
    for rgb in VGA
)  # fmt: skip

# with 24 bits to choose from, black and white are still shorter by the number that they have in the cube
_EXACT: Final = {0: 16, 15: 231}
_RGB: Final = tuple(f"5;{_EXACT[n]}" if n in _EXACT else f"2;{r};{g};{b}" for n, (r, g, b) in enumerate(VGA))

_ORANGE: Final = 208
SHADES: Final = (
    *((16, 16, 16), (18, 25, 31), (22, 28, 71), (30, 38, 44)),
    *((52, 88, 160), (90, 133, 170), (94, 166, 172), (245, 250, 253)),
    *((237, 242, 244), (21, 69, 75), (40, 77, 120), (51, 123, 159)),
    *((196, 209, 217), (201, 213, 219), (178, 220, 229), (252, 254, 230)),
)
"""DEEP, SOFT and LIGHT of each canvas colour, as numbers of the 256. No two colours share one."""

NIGHT: Final = {"rgb": ((6, 6, 30), (12, 12, 60), (38, 16, 84)), "256": ((0, 0, 0), (0, 0, 0), (0, 0, 95))}
"""Red, green, blue of the shades of a black background, which is a night sky. Characters on it keep their
colour. Of 256 colours one is a dark blue: it is the strip above the horizon."""

_NIGHT: Final = {
    "rgb": tuple(f"48;2;{r};{g};{b}" for r, g, b in NIGHT["rgb"]),
    "256": ("48;5;16", "48;5;16", "48;5;17"),
}  # fmt: skip
_FORES: Final[dict[str, tuple[str, ...]]] = {
    "mono": ("",) * 16,
    "16": tuple(f"{30 + ANSI_ORDER[colour & 7]}" for colour in range(16)),
    "256": tuple(f"38;5;{number}" for number in _CUBE),
    "rgb": tuple(f"38;{colour}" for colour in _RGB),
    # if bold is not always bright, send both codes, the old one first
    "aix": tuple(
        f"{30 + ANSI_ORDER[n & 7]};{90 + ANSI_ORDER[n & 7]}" if n > 7 else f"{30 + ANSI_ORDER[n]}"
        for n in range(16)
    ),
}
_BACKS: Final[dict[str, tuple[str, ...]]] = {
    "mono": ("",) * 16,
    "16": tuple(f"{(100 if colour > 7 else 40) + ANSI_ORDER[colour & 7]}" for colour in range(16)),
    "256": tuple(f"48;5;{number}" for number in _CUBE),
    "rgb": tuple(f"48;{colour}" for colour in _RGB),
}
_SWITCHES: Final = (("bold", "1", "22"), ("blink", "5", "25"), ("under", "4", "24"), ("reverse", "7", "27"))
_SPACE, _FULL = ord(" "), ord("█")
_BLOCKS: Final = frozenset(map(ord, "█▀▄▌▐"))
_LIGHT, _SHADES = ord("░"), frozenset(map(ord, "░▒▓"))
_REST: Final = {ord(half): ord(other) for half, other in ("▀▄", "▄▀", "▌▐", "▐▌")}
_LEVELS: Final = (0, 1, 1, 1, 1, 1, 1, 2, 1, 3, 3, 3, 3, 3, 3, 3)
"""How bright each canvas colour is."""


class CellPen(NamedTuple):
    """A terminal's attributes: SGR parameters of the colours ("" where unknown) and switches.

    As the pen of a cell, None says that the cell looks the same either way.
    """

    fore: str | None = None
    back: str | None = None
    bold: bool | None = None
    blink: bool | None = None
    under: bool | None = None
    reverse: bool | None = None


PENS: Final = 16
"""Bits of a pen's number."""

UNKNOWN: Final = 0
"""The number of the pen of a terminal about which nothing is known."""


class TerminalKind(NamedTuple):
    """The parts of a terminal's profile that decide its attributes, under the profile's own names."""

    encoding: str
    colours: str
    ice: bool
    aix: bool
    seams: bool
    bce: bool
    rich: bool


class Ink(dict[int, tuple[bytes, int, int, int]]):
    """The bytes for some cells, cached by the pen in force: bytes, pen afterwards, bytes spent on pens,
    switches.

    `looks` groups the cells by pen. `own` is the pen of the first cell that is not blank.
    """

    __slots__ = ("_turns", "looks", "own")

    def __init__(self, looks: tuple[Look, ...], turns: Mapping[int, tuple[bytes, int]]) -> None:
        super().__init__()
        self.looks, self._turns = looks, turns
        self.own = next((pen for pen, glyphs in looks if glyphs.strip(b" ")), None)

    def __missing__(self, pen: int) -> tuple[bytes, int, int, int]:
        now, out, spent, count = pen, list[bytes](), 0, 0
        for wanted, glyphs in self.looks:
            code, now = self._turns[now << PENS | wanted]
            spent, count = spent + len(code), count + bool(code)
            out += code, glyphs
        self[pen] = made = b"".join(out), now, spent, count
        return made


UNSEEN: Final = CODE
"""A cell whose content on the terminal is unknown. It differs from every other cell."""


class Attributes:
    """Glyphs and pens of all cells, and the bytes between pens, for one kind of terminal."""

    __slots__ = (
        *("_aix", "_by_pen", "_colours", "_encoder", "_ice", "_pens", "_rich", "_seams", "_vga"),
        *("blank", "erases", "inked", "looks", "turns"),
    )

    def __init__(self, kind: TerminalKind) -> None:
        self._encoder, self._colours, self._ice, self._aix = encoder(kind.encoding), *kind[1:4]
        drawn = kind.aix and kind.encoding != "ascii"
        self._rich = kind.rich or self._colours in ("256", "rgb")
        self._seams = kind.seams and drawn and self._colours in ("256", "rgb")
        if self._seams:
            self._colours = "256"  # what turns to and fro costs half the bytes by its number
        self._vga = kind.encoding.startswith("cp437") and self._colours == "16" and not self._aix
        self.erases = kind.bce or self._colours == "mono"
        """True if erased cells look like written blanks."""
        self._pens: list[CellPen] = [CellPen()]
        self._by_pen: dict[CellPen, int] = {CellPen(): UNKNOWN}
        self.looks = Bounded(self.look)
        """Cell → look."""
        self.turns = Bounded(self.turn)
        """`now << PENS | to` → the bytes that switch pens, and the number of the pen reached."""
        self.inked = lru_cache(maxsize=2048)(self.ink)
        """The ink of cells, by the bytes of their array. The limit saves 9 MB with 150 callers."""
        self.blank: Look = self.looks[BLANK]

    def look(self, cell: int) -> Look:
        if cell == UNSEEN:
            return UNKNOWN, b""
        code, style = cell & CODE, cell >> SHIFT
        if self._colours == "mono":
            code, pen = _mono(code, style)
        else:
            pen = self._pen_of(style, code)
            if code == _FULL and self._seams and not plain_style(style) & (BLINK | UNDERLINE):
                code, pen = _SPACE, pen._replace(back=None, reverse=True)
        glyph = self._encoder[code]
        if glyph == b" " and not pen.under and not (pen.reverse and pen.fore):
            lit = self._ice and self._colours == "16"
            bold = False if pen.reverse else None
            pen = pen._replace(fore=None, bold=bold, blink=pen.blink if lit else None)
        return self._number(pen), glyph

    def ink(self, cells: bytes) -> Ink:
        """Return the ink for some cells (cached in `inked`)."""
        runs = groupby([self.looks[cell] for cell in memoryview(cells).cast("I")], itemgetter(0))
        return Ink(tuple([(pen, b"".join([glyph for _, glyph in run])) for pen, run in runs]), self.turns)

    def turn(self, pens: int) -> tuple[bytes, int]:
        """Compute the way between two pens (cached in `turns`)."""
        return self._way(self._pens[pens >> PENS], self._pens[pens & (1 << PENS) - 1])

    def _number(self, pen: CellPen) -> int:
        number = self._by_pen.get(pen)
        if number is None:
            number = self._by_pen[pen] = len(self._pens)
            self._pens.append(pen)
        return number

    def _rich_pen(self, style: int, code: int) -> CellPen:
        """Return the pen of a cell in orange or with a shade."""
        pen, (fore, back), shade = (
            self._pen_of(style & 0xFF, code),
            (style & 15, style >> 4 & 15),
            style >> 8 & 3,
        )
        if not shade:
            return pen._replace(fore=f"38;5;{_ORANGE}", bold=False)
        ink = f"38;5;{SHADES[fore][shade - 1]}"
        if back:
            return pen._replace(fore=ink, back=f"48;5;{SHADES[back][shade - 1]}", bold=False)
        if code == _FULL:
            return pen._replace(fore=ink, bold=False)
        return pen._replace(back=_NIGHT["256" if self._colours == "256" else "rgb"][shade - 1])

    def _pen_of(self, style: int, code: int) -> CellPen:
        if style & RICH and self._rich:
            return self._rich_pen(style, code)
        fore, back, style = style & 15, style >> 4 & 15, plain_style(style)
        bold, blink, under = False, bool(style & BLINK), bool(style & UNDERLINE)
        if self._colours == "16":
            if self._ice:
                back, blink = back & 7, back > 7
            elif not self._aix:
                fore, back = _dim(fore, back)
            bold = fore > 7
        fores = _FORES["aix" if self._aix and self._colours == "16" else self._colours]
        return CellPen(fores[fore], _BACKS[self._colours][back], bold, blink, under, False)

    def _way(self, now: CellPen, to: CellPen) -> tuple[bytes, int]:
        """Return the shorter way: switch what differs, or start over from SGR 0 and set both colours.

        Both colours are set because the terminal's default background may not be black.
        """
        goal = _over(now, to)
        if goal == now and now != CellPen():
            return b"", self._number(now)
        start = CellPen("37" if self._vga else "", "40" if self._vga else "", False, False, False, False)
        over = _over(start, to)
        ways = [(["0", *_steps(start, over)], over)]
        falls = any(getattr(now, name) and not getattr(goal, name) for name, _, _ in _SWITCHES)
        if None not in now and (self._aix or not falls):
            ways.append((_steps(now, goal), goal))
        codes, pen = min(ways, key=lambda way: len(";".join(way[0])))
        return b"\x1b[%sm" % ";".join(codes).encode(), self._number(pen)


def _mono(code: int, style: int) -> tuple[int, CellPen]:
    """Return the character and the pen for a monochrome screen.

    Every background except black becomes reverse without bold, because many terminals brighten text that is
    bold and reversed. Otherwise bright colours are bold, except dark grey. Blocks are pixels, and a block
    without black in it is not reversed. A shade between two colours, as of a gradient, is a full block of the
    one with the larger share.
    """
    fore, back = style & 15, style >> 4 & 15
    if code in _BLOCKS:
        code, fore, back = _pixels(code, fore, back)
    elif code in _SHADES and fore and back:
        code, fore, back = _FULL, back if code == _LIGHT else fore, BLACK
    elif fore == back:
        code = _SPACE
    return code, CellPen("", "", fore > DARK and back == BLACK, False, False, back != BLACK)


def _pixels(code: int, fore: int, back: int) -> tuple[int, int, int]:
    """Reduce a block to black and one colour.

    Two colours of similar brightness are both lit. Otherwise only the brighter one is.
    """
    if code == _FULL or fore == back:
        return (_FULL if fore else _SPACE), fore, BLACK
    if fore and back and abs(_LEVELS[fore] - _LEVELS[back]) < 2:
        return _FULL, max(fore, back, key=_LEVELS.__getitem__), BLACK
    if _LEVELS[fore] > _LEVELS[back]:
        return code, fore, BLACK
    return (_REST[code], back, BLACK) if back > DARK else (code, BLACK, back)


def _over(now: CellPen, to: CellPen) -> CellPen:
    """Return `to`, with its don't-care attributes taken from `now`."""
    return now._replace(**{name: value for name, value in to._asdict().items() if value is not None})


def _dim(fore: int, back: int) -> tuple[int, int]:
    """Dim the background for terminals without bright ones. Text that would vanish changes brightness."""
    dim = back & 7
    if dim == back:
        return fore, back
    return (dim if fore == back else fore ^ 8 if fore == dim else fore), dim


def _steps(now: CellPen, to: CellPen) -> list[str]:
    codes = [
        on if getattr(to, name) else off
        for name, on, off in _SWITCHES
        if getattr(now, name) != getattr(to, name)
    ]
    if to.fore and to.fore != now.fore:
        codes.append(to.fore)
    if to.back and to.back != now.back:
        codes.append(to.back)
    return codes


_attributes: Final = cache(Attributes)


def attributes(profile: Profile) -> Attributes:
    """Return the attributes of a kind of terminal. There are about fifty kinds."""
    return _attributes(TerminalKind(*(getattr(profile, name) for name in TerminalKind._fields)))
