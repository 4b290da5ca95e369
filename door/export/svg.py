"""SVG: one canvas as shapes. It needs no font and has no seams between cells.

Backgrounds, blocks and lines are rectangles that continue across cells. Shades are patterns. Every other
character is drawn once, from the font's bitmap, and reused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape

from door.export.film import About
from door.export.pixels import HIGH, PALETTE, WIDE, colours, rows_of
from door.term.canvas import CODE, SHIFT, UNDERLINE, Canvas

SHADES: Final = "░▒▓"
Run = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""


def svg(canvas: Canvas, about: About) -> bytes:
    """Return the canvas as SVG, 8×16 units per cell."""
    wide, high = canvas.cols * WIDE, canvas.rows * HIGH
    glyphs, used = _characters(canvas)
    patterns, shaded = _shades(canvas)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'shape-rendering="crispEdges">',
        f"<title>{_text(about.title)}</title>",
        f"<desc>{_text(about.by)}\n{_text(canvas.text())}</desc>",
        f"<defs>{''.join((*patterns, *glyphs))}</defs>",
        f'<rect width="{wide}" height="{high}" fill="{_hex(0)}"/>',
        *_paths(_backs(canvas)),
        *shaded,
        *_paths(_shapes(canvas)),
        *used,
        "</svg>\n",
    ]
    return "\n".join(body).encode("utf-8", "replace")


def _text(text: str) -> str:
    """Escape a caller's text for XML. Forbidden characters become blanks."""
    return escape("".join(char if char >= " " or char == "\n" else " " for char in text))


def _hex(colour: int) -> str:
    return f"#{bytes(PALETTE[colour]).hex()}"


def _paths(runs: Iterable[tuple[int, Run]]) -> Iterator[str]:
    """Return one path per colour."""
    by_colour: dict[int, list[Run]] = defaultdict(list)
    for colour, run in runs:
        by_colour[colour].append(run)
    for colour, found in sorted(by_colour.items()):
        yield f'<path fill="{_hex(colour)}" d="{_drawn(_stacked(found))}"/>'


def _drawn(runs: Iterable[Run]) -> str:
    return "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in runs)


def _stacked(runs: Iterable[Run]) -> list[Run]:
    """Merge runs of equal width that lie directly below each other."""
    done: list[Run] = []
    open_: dict[tuple[int, int, int], int] = {}
    for x, y, w, h in sorted(runs, key=lambda run: (run[1], run[0])):
        at = open_.pop((x, w, y), None)
        if at is None:
            at = len(done)
            done.append((x, y, w, h))
        else:
            _, top, _, tall = done[at]
            done[at] = (x, top, w, tall + h)
        open_[(x, w, y + h)] = at
    return done


def _backs(canvas: Canvas) -> Iterator[tuple[int, Run]]:
    for y, row in enumerate(canvas.cells):
        yield from _runs("".join([chr(colours(cell)[1]) for cell in row]), y * HIGH, WIDE, HIGH)


_SAME: Final = re.compile(r"([^\0])\1*", re.DOTALL)


def _runs(line: str, y: int, wide: int = 1, high: int = 1) -> Iterator[tuple[int, Run]]:
    """Return the runs of equal numbers, without 0. The numbers are characters."""
    for run in _SAME.finditer(line):
        yield ord(run[1]), (run.start() * wide, y, len(run[0]) * wide, high)


def _is_shape(cell: int) -> bool:
    """True if the character joins its neighbours: a line, a block or a half block."""
    return 0x2500 <= cell & CODE <= 0x259F and chr(cell & CODE) not in SHADES


def _dots(rows: bytes, ink: int = 1) -> tuple[str, ...]:
    """Return a character's pixel rows as numbers: `ink` or 0."""
    return tuple(f"{row:08b}".replace("0", "\0").replace("1", chr(ink)) for row in rows)


@lru_cache(maxsize=4096)
def _shape(cell: int) -> tuple[str, ...]:
    """Return the pixel rows of a shape, which are empty for any other character."""
    return _dots(rows_of(cell) if _is_shape(cell) else bytes(HIGH), colours(cell)[0] + 1)


def _shapes(canvas: Canvas) -> Iterator[tuple[int, Run]]:
    """Return lines and blocks by pixel row."""
    for y, row in enumerate(canvas.cells):
        for line, dots in enumerate(zip(*map(_shape, row), strict=True)):
            for ink, run in _runs("".join(dots), y * HIGH + line):
                yield ink - 1, run


def _shades(canvas: Canvas) -> tuple[list[str], list[str]]:
    """Return patterns, and the rectangles filled with them."""
    kinds: dict[tuple[str, int], int] = {}
    rects: dict[int, list[Run]] = defaultdict(list)
    for y, row in enumerate(canvas.cells):
        line = []
        for cell in row:
            char = chr(cell & CODE)
            key = (char, colours(cell)[0])
            line.append(kinds.setdefault(key, len(kinds) + 1) if char in SHADES else 0)
        for number, run in _runs("".join(map(chr, line)), y * HIGH, WIDE, HIGH):
            rects[number].append(run)
    patterns = [
        f'<pattern id="s{number}" width="{WIDE}" height="{HIGH}" patternUnits="userSpaceOnUse">'
        f'<path fill="{_hex(colour)}" d="{_drawn(_bitmap(rows_of(ord(char))))}"/></pattern>'
        for (char, colour), number in kinds.items()
    ]
    filled = [
        f'<path fill="url(#s{number})" d="{_drawn(_stacked(found))}"/>' for number, found in rects.items()
    ]
    return patterns, filled


def _bitmap(rows: bytes) -> list[Run]:
    """Return a character's rectangles."""
    return _stacked(run for y, line in enumerate(_dots(rows)) for _, run in _runs(line, y))


@lru_cache(maxsize=1024)
def _glyph(look: int) -> str:
    """Return a character's definition, or "" if it is blank, a shade or a shape."""
    rows = rows_of(look)
    if _is_shape(look) or chr(look & CODE) in SHADES or not any(rows):
        return ""
    return f'<path id="g{look:x}" d="{_drawn(_bitmap(rows))}"/>'


def _characters(canvas: Canvas) -> tuple[list[str], list[str]]:
    """Return characters, drawn once each, and their uses by colour."""
    glyphs: dict[str, None] = {}
    uses: dict[int, list[str]] = defaultdict(list)
    for y, row in enumerate(canvas.cells):
        for x, cell in enumerate(row):
            look = cell & CODE | (cell >> SHIFT & UNDERLINE) << SHIFT
            if glyph := _glyph(look):
                glyphs[glyph] = None
                uses[colours(cell)[0]].append(f'<use href="#g{look:x}" x="{x * WIDE}" y="{y * HIGH}"/>')
    used = [f'<g fill="{_hex(ink)}">{"".join(each)}</g>' for ink, each in sorted(uses.items())]
    return [*glyphs], used
