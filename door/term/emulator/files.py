"""Read files of ANSI art as ANSI.SYS did, on a screen without a lower end.

Only cells come out. Controls and sequences without a meaning are ignored. Rows and numbers are bounded
(`ArtError`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from door.term.canvas import BLANK, Row
from door.term.charset import CP437
from door.term.emulator.display import AT_FIRST, Display, nearest, shared_row, with_colour
from door.term.emulator.emulator import Emulator
from door.term.emulator.sequences import SEQUENCES, Kinds, Sequences, numbers_of, take, write_row, write_text

MOST_ROWS: Final = 2000


class ArtError(Exception):
    """A faulty piece of art. `recipe` is the id of a sentence and its arguments."""

    def __init__(self, id: str, **values: object) -> None:
        super().__init__(id, values)
        self.recipe = [id, values]


def draw_file(data: bytes, cols: int, charset: str, ice: bool) -> list[Row]:
    """Return the rows that a file (without its SAUCE) draws. With `ice`, blink means a bright background.

    Raises ArtError if there are too many rows.
    """
    # In DOS a full row wraps at once, so a CR LF after it leaves an empty row. In newer files it doesn't.
    modes = AT_FIRST | {mode for mode, on in (("ice", ice), ("at-once", charset != "utf-8")) if on}
    blank, most = shared_row(cols, BLANK), MOST_ROWS + 1
    # A region that ends below the last row never scrolls, so the art grows downwards.
    screen = Emulator(Display(cols, most, charset, (blank,) * most, modes=modes, bottom=most))
    take(screen, data, _KINDS)
    rows = screen.grid.cells
    if rows[-1] is not blank:
        raise ArtError("check.art_too_high", rows=MOST_ROWS)
    while rows and rows[-1] is blank:
        rows.pop()
    return rows


def _control(screen: Emulator, found: re.Match[bytes]) -> None:
    """Apply a control character. Only cursor movements act; in CP437 all others are glyphs."""
    known = _CONTROLS.get(found[0])
    if known is not None:
        known(screen)
    elif screen.pen.charset != "utf-8":
        screen.write(CP437[found[0][0]])


def _sequence(screen: Emulator, found: re.Match[bytes]) -> None:
    params, known = found["params"].decode("ascii"), _SEQUENCES.get(found["final"])
    if known is not None and not found["inner"] and params[:1] not in ("<", "=", ">", "?"):
        known(screen, numbers_of(params))


def _true_colour(screen: Emulator, numbers: list[int]) -> None:
    """Apply PabloDraw's ``ESC [ 0|1 ; r ; g ; b t``: 0 for the background, 1 for the foreground."""
    if len(numbers) == 4:
        screen.pen.brush = with_colour(screen.pen.brush, nearest(*numbers[1:]), numbers[0] != 0)


_KINDS: Final[Kinds] = {"text": write_text, "row": write_row, "control": _control, "final": _sequence}
_CONTROLS: Final[dict[bytes, Callable[[Emulator], None]]] = {
    b"\t": lambda s: s.cursor.tab(1),
    b"\n": Emulator.next_line,
    b"\f": lambda s: s.clear(BLANK),
    b"\r": lambda s: s.cursor.go(0, s.cursor.y),
}
_SEQUENCES: Final[Sequences] = {
    **{bytes((final,)): SEQUENCES[bytes((final,))] for final in b"ABCDEFGHKdfms"},
    b"J": lambda s, n: s.clear(BLANK) if n[:1] == [2] else None,
    b"u": lambda s, n: s.cursor.go(s.saved.x, s.saved.y),
    b"t": _true_colour,
}
