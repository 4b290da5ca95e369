"""Brushes for drawing .ans screens: half-block pixels, shaded paints and block lettering.

Law: a sheet is 80 columns wide and knows pixels (two to a cell, one above the other, as square
as the VGA font makes them) and, over them, cells of text.  Nothing here knows a screen or a file.

Two limits of the medium shape it.  A background may only be one of the eight dim colours,
because a bright one blinks on terminals without iCE colours; and the brighter half of a cell is
always its foreground, so that a terminal without colours still shows the lit shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from door.term.canvas import COLS, Canvas, style

# how light a palette colour looks, 0-100: which half of a cell is the figure
_LIGHT = (0, 12, 38, 45, 20, 26, 40, 66, 33, 45, 75, 82, 55, 60, 92, 100)


class Paint(NamedTuple):
    """What a pixel is made of: `edge` where half a cell shows it, else the character and its two colours."""

    edge: int
    char: str = ""
    fore: int = 0
    back: int = 0


def solid(colour: int) -> Paint:
    """A dim colour as a figure: it stays visible where a terminal has no colours."""
    return Paint(colour, "█", colour, 0)


Brush = int | Paint | Callable[[int, int], int | Paint | None]
Point = tuple[float, float]


def ramp(*steps: tuple[str, int, int]) -> tuple[Paint, ...]:
    """Paints from (character, foreground, background), darkest first; edges take the stronger colour."""
    return tuple(Paint(back if char in " ░" else fore, char, fore, back) for char, fore, back in steps)


AMBER = ramp(
    (" ", 6, 0), ("░", 6, 0), ("▒", 6, 0), ("▓", 6, 0), (" ", 6, 6), ("░", 14, 6), ("▒", 14, 6), ("▓", 14, 6),
    ("█", 14, 6),
)  # fmt: skip
NIGHT = ramp((" ", 1, 0), ("░", 1, 0), ("▒", 1, 0), ("░", 0, 1), (" ", 1, 1))


def step(paints: Sequence[Paint], part: float) -> Paint:
    """The paint at `part` (0 darkest, 1 lightest) of a ramp."""
    return paints[min(max(int(part * len(paints)), 0), len(paints) - 1)]


def cell_of(top: int | Paint, low: int | Paint) -> tuple[str, int, int]:
    """The character, foreground and background that show one pixel above another."""
    if top == low:
        if isinstance(top, Paint) and top.char:
            return top.char, top.fore, top.back
        colour = top.edge if isinstance(top, Paint) else top
        return ("█", colour, 0) if colour > 6 else (" ", 7, colour)
    upper = top.edge if isinstance(top, Paint) else top
    lower = low.edge if isinstance(low, Paint) else low
    if upper == lower:
        return cell_of(upper, upper)
    if _LIGHT[upper] >= _LIGHT[lower] and (lower < 8 or upper > 7):
        return "▀", upper, lower & 7
    return ("▄", lower, upper & 7) if upper < 8 or lower > 7 else ("▀", upper, lower & 7)


class Sheet:
    """80 columns × `rows` rows to draw on; pixels are (x, y) with y in 0..2*rows-1."""

    def __init__(self, rows: int, ground: int = 0) -> None:
        self.rows = rows
        self.pixels: list[list[int | Paint]] = [[ground] * COLS for _ in range(2 * rows)]
        self.over: dict[tuple[int, int], tuple[str, int, int | None]] = {}

    # -- pixels

    def dot(self, x: int, y: int, brush: Brush) -> None:
        """One pixel; outside the sheet nothing happens."""
        if 0 <= x < COLS and 0 <= y < 2 * self.rows:
            paint = brush(x, y) if callable(brush) else brush
            if paint is not None:
                self.pixels[y][x] = paint
                self.over.pop((x, y // 2), None)

    def spots(self, points: Iterable[tuple[int, int]], brush: Brush) -> None:
        """Every pixel of `points`."""
        for x, y in points:
            self.dot(x, y, brush)

    def rect(self, x: int, y: int, w: int, h: int, brush: Brush) -> None:
        """A filled rectangle of pixels."""
        self.spots(((i, j) for j in range(y, y + h) for i in range(x, x + w)), brush)

    def line(self, x: int, y: int, to_x: int, to_y: int, brush: Brush) -> None:
        """A line one pixel wide, both ends included."""
        count = max(abs(to_x - x), abs(to_y - y), 1)
        self.spots(
            (
                (round(x + (to_x - x) * i / count), round(y + (to_y - y) * i / count))
                for i in range(count + 1)
            ),
            brush,
        )

    def poly(self, points: Sequence[Point], brush: Brush) -> None:
        """A filled polygon: the pixels whose middles lie inside."""
        self.spots(inside(points, 2 * self.rows), brush)

    def disc(self, x: float, y: float, across: float, brush: Brush, down: float | None = None) -> None:
        """A filled ellipse around (x, y), `across` and `down` being its half-axes in pixels."""
        high = across if down is None else down
        self.spots(
            (
                (i, j)
                for j in range(int(y - high) - 1, int(y + high) + 2)
                for i in range(int(x - across) - 1, int(x + across) + 2)
                if ((i - x) / across) ** 2 + ((j - y) / high) ** 2 <= 1
            ),
            brush,
        )

    def picture(self, x: int, y: int, rows: Sequence[str], brushes: dict[str, Brush]) -> None:
        """A bitmap written as text, one character a pixel; characters not in `brushes` stay clear."""
        for j, row in enumerate(rows):
            for i, char in enumerate(row):
                if char in brushes:
                    self.dot(x + i, y + j, brushes[char])

    # -- cells

    def cell(self, x: int, y: int, char: str, fore: int, back: int | None = None) -> None:
        """One character over the pixels; without `back` it stands on whatever is below it."""
        if 0 <= x < COLS and 0 <= y < self.rows:
            self.over[x, y] = (char, fore, back)

    def text(self, x: int, y: int, words: str, fore: int, back: int | None = None) -> None:
        """Characters side by side over the pixels."""
        for i, char in enumerate(words):
            self.cell(x + i, y, char, fore, back)

    def centre(
        self, y: int, words: str, fore: int, back: int | None = None, x: int = 0, w: int = COLS
    ) -> None:
        """Characters in the middle of columns x..x+w-1."""
        self.text(x + (w - len(words)) // 2, y, words, fore, back)

    def canvas(self) -> Canvas:
        """The finished screen."""
        made = Canvas(COLS, self.rows)
        for y in range(self.rows):
            for x in range(COLS):
                char, fore, back = cell_of(self.pixels[2 * y][x], self.pixels[2 * y + 1][x])
                if (x, y) in self.over:
                    own, fore, wanted = self.over[x, y]
                    back = self._behind(x, y) if wanted is None else wanted
                    char = own
                made.put(x, y, char, style(7 if char == " " else fore, back))
        return made

    def _behind(self, x: int, y: int) -> int:
        """The background a character takes from the pixels under it."""
        low = self.pixels[2 * y + 1][x]
        if isinstance(low, Paint):
            return low.back if low.char else low.edge & 7
        return low & 7


def inside(points: Sequence[Point], height: int) -> Iterator[tuple[int, int]]:
    """The pixels whose middles lie in a polygon, rows 0..height-1."""
    for y in range(height):
        middle = y + 0.5
        cuts = sorted(
            a[0] + (middle - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            for a, b in zip(points, [*points[1:], points[0]], strict=True)
            if (a[1] <= middle) != (b[1] <= middle)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            yield from ((x, y) for x in range(max(int(left + 0.5), 0), min(int(right + 0.5), COLS)))
