"""The colours and attributes of an emulator, changed by SGR sequences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from door.term.attributes import ANSI_ORDER, VGA
from door.term.canvas import BLINK, GREY, UNDERLINE, style


class Brush(NamedTuple):
    """Colours and attributes in force. Bold does not brighten an `exact` foreground."""

    fore: int = GREY
    back: int = 0
    bold: bool = False
    blink: bool = False
    under: bool = False
    reverse: bool = False
    exact: bool = False

    def style(self, ice: bool) -> int:
        """Return the canvas style. With `ice`, blink means a bright background."""
        fore = self.fore | 8 if self.bold and not self.exact else self.fore
        back = self.back | 8 if self.blink and ice else self.back
        if self.reverse:
            fore, back = back, fore
        return style(fore, back, (BLINK if self.blink and not ice else 0) | (UNDERLINE if self.under else 0))


_SGR: Final[dict[int, dict[str, Any]]] = {
    **{0: Brush()._asdict(), 1: {"bold": True}, 2: {"bold": False}, 22: {"bold": False}},
    **{4: {"under": True}, 24: {"under": False}, 7: {"reverse": True}, 27: {"reverse": False}},
    **{5: {"blink": True}, 6: {"blink": True}, 25: {"blink": False}},
    **{39: {"fore": GREY, "exact": False}, 49: {"back": 0}},
    **{30 + n: {"fore": ANSI_ORDER[n], "exact": False} for n in range(8)},
    **{40 + n: {"back": ANSI_ORDER[n]} for n in range(8)},
    **{90 + n: {"fore": ANSI_ORDER[n] + 8, "exact": False} for n in range(8)},
    **{100 + n: {"back": ANSI_ORDER[n] + 8} for n in range(8)},
}


_FONTS: Final = {0: False, 10: False, 11: True, 12: True}


def paint(brush: Brush, numbers: list[int], dos: bool) -> tuple[Brush, bool]:
    """Apply SGR numbers in order (an empty list means 0). Return the brush, and True if the IBM PC's font
    is on.

    38, 48 and 58 also consume the numbers after them. 58 is the colour of an underline, which a canvas
    lacks.
    """
    rest = iter(numbers or [0])
    for number in rest:
        if number in (38, 48, 58):
            colour = _extended_colour(rest)
            brush = brush if colour is None or number == 58 else with_colour(brush, colour, number == 38)
        else:
            brush, dos = brush._replace(**_SGR.get(number, {})), _FONTS.get(number, dos)
    return brush, dos


def with_colour(brush: Brush, colour: int, fore: bool) -> Brush:
    """Return the brush with that canvas colour as its foreground or background."""
    return brush._replace(fore=colour, exact=True) if fore else brush._replace(back=colour)


def _extended_colour(rest: Iterator[int]) -> int | None:
    """Return the colour after 38 or 48: ``5;n`` or ``2;r;g;b``."""
    kind = next(rest, 0)
    if kind == 5:
        return _of_256(next(rest, 0))
    if kind == 2:
        return nearest(next(rest, 0), next(rest, 0), next(rest, 0))
    return None


@lru_cache(maxsize=1024)  # 14 µs a colour, and a picture in 24 bits has thousands of cells in few colours
def nearest(red: int, green: int, blue: int) -> int:
    """Return the nearest canvas colour."""
    return min(
        range(16), key=lambda n: sum((a - b) ** 2 for a, b in zip(VGA[n], (red, green, blue), strict=True))
    )


def _of_256(number: int) -> int:
    """Return the canvas colour nearest to one of xterm's 256."""
    if number < 16:
        return ANSI_ORDER[number & 7] | number & 8
    if number < 232:
        cube = number - 16
        steps = (0, 95, 135, 175, 215, 255)
        return nearest(steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6])
    return nearest(*(8 + 10 * min(number - 232, 23),) * 3)
