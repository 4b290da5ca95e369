"""ANSI art: files become canvases, canvases become files, placeholders become words.

Law: art is only ever shown through a canvas, so nothing in a file reaches a terminal: no
sequence, no control, nothing behind the 0x1A.  A file is untrusted: rows and numbers are
bounded, and all that can go wrong is an `ArtError` with a sentence for the sysop.

The reader (`door.term.emulator.files`) does what ANSI.SYS did: CP437, sixteen colours, cursor moves, and
a wrap as soon as the last column is written, so that CR LF behind a full row leaves a row
empty.  In UTF-8 files, which come from newer editors, that CR LF is the row's own end.  256 and
24-bit colours become the nearest of the sixteen.  `charset_of` says in which character set a file is.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.term.attributes import ANSI_ORDER
from door.term.canvas import (
    BLANK,
    BLINK,
    CODE,
    DEEP,
    GREY,
    LIGHT,
    RICH,
    SHIFT,
    SOFT,
    UNDERLINE,
    Canvas,
    cut,
    is_night,
    plain_style,
)
from door.term.charset import ACTED_ON, CP437, clean
from door.term.emulator.display import shared_row
from door.term.emulator.files import MOST_ROWS, ArtError, draw_file
from door.term.sauce import END, Sauce, split

MOST_BYTES: Final = 4_000_000
MOST_COLS: Final = 500


class Placeholder(NamedTuple):
    """``@NAME@`` or ``@NAME-L20@`` at column x of row y, drawn in `length` cells.

    `align` is "L", "R" or "C", or "". `width` is the number of columns to fill, or 0.
    """

    name: str
    x: int
    y: int
    length: int
    align: str = ""
    width: int = 0


@dataclass(frozen=True, slots=True)
class Art:
    """A piece of art: its canvas (not to be drawn on: copy it), its record, its placeholders, and the
    character set it was read in."""

    canvas: Canvas
    sauce: Sauce | None = None
    placeholders: tuple[Placeholder, ...] = ()
    charset: str = "cp437"


# -- reading -----------------------------------------------------------------------------

_PAGES: Final = re.compile(r"437|720|737|775|85[02578]|86[0-6]|869")


def charset_of(body: bytes, sauce: Sauce | None) -> str:
    """Guess the character set of a file's art or text. `body` and `sauce` come from `split`.

    Return "utf-8" if the bytes are valid UTF-8 with characters beyond ASCII. Old editors add a SAUCE record,
    so with a record the text must also have a three-byte character. Otherwise the record's font decides:
    "latin-1" for the Amiga, a code page such as "cp850", or "cp437".
    """
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = ""
    if not text.isascii() and (sauce is None or max(text) >= "\u0800"):
        return "utf-8"
    font = sauce.font if sauce else ""
    page = font.rpartition(" ")[2]
    if font.startswith("Amiga") or page == "819":
        return "latin-1"
    return f"cp{page}" if _PAGES.fullmatch(page) else "cp437"


def read_art(data: bytes, utf8: bool = False) -> Art:
    """Read a file of art: .ans, or .utf8ans with `utf8`. Without `utf8` guess the character set.

    The art is as wide as its SAUCE record says (80 columns without one), and as high as the drawing or the
    record, whichever is more. Raises ArtError.
    """
    if len(data) > MOST_BYTES:
        raise ArtError("check.art_too_large", bytes=len(data), limit=MOST_BYTES)
    body, sauce = split(data)
    cols = (sauce.columns if sauce else 0) or 80
    if cols > MOST_COLS:
        raise ArtError("check.art_sauce_too_wide", columns=cols, limit=MOST_COLS)
    charset = "utf-8" if utf8 else charset_of(body, sauce)
    if charset == "utf-8":
        body = _check_text(body)
    rows = draw_file(body, cols, charset, bool(sauce and sauce.ice))
    named = sauce.rows if sauce and sauce.rows <= MOST_ROWS else 0
    rows += [shared_row(cols, BLANK)] * (max(named, 1) - len(rows))
    canvas = Canvas(cols, len(rows), rows)
    _shade(canvas, sauce.comments if sauce else ())
    return Art(canvas, sauce, tuple(_find(canvas)), charset)


_SHADED: Final = re.compile(r"(sky|water) ([1-9]\d{0,2})", re.IGNORECASE)


def _shade(canvas: Canvas, comments: tuple[str, ...]) -> None:
    """Shade the first rows as a night sky and the last as water, as many as the record's comments say.

    Such a comment is "sky 19" or "water 2". The first of a kind counts. The sky grows lighter towards the
    horizon, and the water darker below it.
    """
    found = {one[1].lower(): int(one[2]) for one in map(_SHADED.fullmatch, reversed(comments)) if one}
    sky, water = found.get("sky", 0), min(found.get("water", 0), canvas.rows)
    canvas.shade(0, 0, canvas.cols, [(0, DEEP, SOFT, LIGHT)[4 * y // sky] for y in range(sky)], night=True)
    shades = [(LIGHT, SOFT, DEEP)[3 * y // water] for y in range(water)]
    canvas.shade(0, canvas.rows - water, canvas.cols, shades)


def is_misspelt_shade(comment: str) -> bool:
    """True if a SAUCE comment looks like "sky 19" or "water 2" but isn't one. Others are free text."""
    return re.match(r"\s*(sky|water)s?([\s:=-]*\d|\W*$)", comment, re.IGNORECASE) is not None and not (
        _SHADED.fullmatch(comment)
    )


def sky_shades(canvas: Canvas) -> list[int]:
    """Return the shade of each row of a picture's sky, down to the last that has one."""
    shades = [
        next((cell >> SHIFT & LIGHT for cell in row if cell >> SHIFT & RICH and is_night(cell)), 0)
        for row in canvas.cells
    ]
    while shades and not shades[-1]:
        shades.pop()
    return shades


def _check_text(body: bytes) -> bytes:
    """Return UTF-8 without its byte order mark. Raises ArtError if it is not UTF-8."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArtError("check.art_not_utf_eight", byte=error.start) from None
    return body.removeprefix(b"\xef\xbb\xbf")


# -- writing -----------------------------------------------------------------------------

_BYTE: Final = {char: byte for byte, char in enumerate(CP437) if byte not in ACTED_ON and byte != END}


def write_art(canvas: Canvas, sauce: Sauce | None = None) -> bytes:
    """Write the canvas as a .ans file, from which `read_art` reads the same cells.

    The record gets the canvas's columns and rows. A bright background makes it an iCE file. Raises ArtError
    if a character isn't in CP437, a cell blinks in an iCE file, or the canvas is too large.
    """
    if not (1 <= canvas.cols <= MOST_COLS and 1 <= canvas.rows <= MOST_ROWS):
        size, limit = f"{canvas.cols}x{canvas.rows}", f"{MOST_COLS}x{MOST_ROWS}"
        raise ArtError("check.art_bad_size", size=size, limit=limit)
    styles = {plain_style(cell >> SHIFT) for row in canvas.cells for cell in row}
    ice = bool(sauce and sauce.ice) or any(shown >> 4 & 8 for shown in styles)
    if ice and any(shown & BLINK for shown in styles):
        raise ArtError("check.art_bright_and_blinking")
    body = _body(canvas, ice)
    record = replace(sauce or Sauce(), columns=canvas.cols, rows=canvas.rows, ice=ice, size=len(body))
    return body + bytes((END,)) + record.record()


def _body(canvas: Canvas, ice: bool) -> bytes:
    out, now = bytearray(b"\x1b[0m"), GREY
    for y, row in enumerate(canvas.cells):
        end = len(row)
        while end and plain_style(row[end - 1] >> SHIFT) << SHIFT | row[end - 1] & CODE == BLANK:
            end -= 1
        for x, cell in enumerate(row[:end]):
            if (shown := plain_style(cell >> SHIFT)) != now:
                out += _change(now, shown, ice)
                now = shown
            char = chr(cell & CODE)
            if char not in _BYTE:
                raise ArtError("check.art_bad_character", row=y + 1, column=x + 1, char=repr(char))
            out.append(_BYTE[char])
        if end < len(row) and y + 1 < canvas.rows:
            out += b"\r\n"
    return bytes(out)


def _change(now: int, to: int, ice: bool) -> bytes:
    """Return the SGR sequence from one style to another."""
    codes = []
    was, wanted = _switches(now, ice), _switches(to, ice)
    if was - wanted:
        codes, was, now = ["0"], set(), GREY
    codes += sorted(wanted - was)
    if now & 7 != to & 7:
        codes.append(f"{30 + ANSI_ORDER[to & 7]}")
    if now >> 4 & 7 != to >> 4 & 7:
        codes.append(f"{40 + ANSI_ORDER[to >> 4 & 7]}")
    return b"\x1b[%sm" % ";".join(codes).encode()


def _switches(shown: int, ice: bool) -> set[str]:
    blink = shown >> 4 & 8 if ice else shown & BLINK
    return {code for code, on in (("1", shown & 8), ("4", shown & UNDERLINE), ("5", blink)) if on}


# -- placeholders ------------------------------------------------------------------------

_DRAWN: Final = re.compile(r"[^ -~]|[|#+=_/\\]")
_PLACE: Final = re.compile(r"@([A-Z][A-Z0-9_]*)(?:-([LRC])(\d{1,3}))?@")


def fill_in(art: Art, values: Mapping[str, str]) -> Canvas:
    """Return a copy of the art with the values filled in, in the style of each placeholder's first "@".

    With a width (``@NAME-R20@``) the text is padded or cut to exactly that many columns, and the
    placeholder's other cells become blank. Without a width the text takes the placeholder's cells and the
    blanks after them. Text that follows is pushed to the right if there are blanks behind it. Drawn
    characters are never overwritten. A text that is cut ends with ». A name without a value stays as it is.
    """
    canvas, moved, row = art.canvas.copy(), 0, -1
    for placeholder in art.placeholders:
        moved, row = (moved if placeholder.y == row else 0), placeholder.y
        if placeholder.name not in values:
            continue
        x, text = placeholder.x + moved, clean(values[placeholder.name])
        shown = canvas.cells[row][x] >> SHIFT
        if placeholder.width:
            text = _ALIGN[placeholder.align](cut(text, placeholder.width), placeholder.width)
        else:
            room, by = _room(canvas, x, row, placeholder.length, len(text))
            text, moved = cut(text, room), moved + by
        canvas.put(x, row, text.ljust(placeholder.length), shown)
    return canvas


def _room(canvas: Canvas, x: int, y: int, length: int, needed: int) -> tuple[int, int]:
    """Make room for a text of `needed` columns in place of `length` columns.

    Return the columns available and how far the text behind was moved. A blank in front of that text is
    kept.
    """
    row = canvas.writable(y)
    chars = "".join(chr(cell & CODE) for cell in row)
    end = x + length
    after = len(chars) - len(chars[end:].lstrip())
    gap = int(end < after < len(chars))
    room, missing = after - gap - x, x + needed - (after - gap)
    stop = chars.find("  ", after)
    if missing <= 0 or stop < 0 or _DRAWN.search(chars, after, stop):
        return room, 0
    free = len(chars) - len(chars[stop:].lstrip())
    if stop + missing > free - int(free < len(chars)):
        return room, 0
    row[after + missing : stop + missing] = row[after:stop]
    row[after : after + missing] = array("I", [row[after - 1] if gap else BLANK]) * missing
    return room + missing, missing


_ALIGN: Final[dict[str, Callable[[str, int], str]]] = {"L": str.ljust, "R": str.rjust, "C": str.center}


def _find(canvas: Canvas) -> list[Placeholder]:
    return [
        Placeholder(found[1], found.start(), y, len(found[0]), found[2] or "", int(found[3] or 0))
        for y, row in enumerate(canvas.cells)
        for found in _PLACE.finditer("".join(chr(cell & CODE) for cell in row))
    ]
