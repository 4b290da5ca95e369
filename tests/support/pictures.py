"""A simulated terminal's screen as a picture, drawn as exported games are (`door.export`)."""

from functools import cache

from PIL import Image
from terminal import Terminal

from door.export.picture import image
from door.export.pixels import HIGH, PALETTE, WIDE, glyph
from door.term.canvas import Canvas, style


def picture(terminal: Terminal) -> Image.Image:
    """The terminal's screen, 8×16 pixels a cell."""
    canvas = Canvas(terminal.cols, terminal.rows)
    for y in range(terminal.rows):
        for x in range(terminal.cols):
            cell = terminal.cell(x, y)
            canvas.put(x, y, cell.char, style(cell.fore if cell.fore >= 0 else 7, max(cell.back, 0)))
    return image(canvas)


def picture_in_all_colours(terminal: Terminal) -> Image.Image:
    """The same in every colour that was sent, such as those of shades."""
    drawn = Image.new("RGB", (terminal.cols * WIDE, terminal.rows * HIGH))
    for y in range(terminal.rows):
        for x in range(terminal.cols):
            cell, raw = terminal.cell(x, y), terminal.screen.buffer[y][x]
            fore, back = _rgb(raw.fg, cell.fore if cell.fore >= 0 else 7), _rgb(raw.bg, max(cell.back, 0))
            drawn.paste(_tile(cell.char, fore, back), (x * WIDE, y * HIGH))
    return drawn


def _rgb(name: str, number: int) -> tuple[int, ...]:
    """Return a colour as pyte calls it, six hexadecimal digits if it is none of the sixteen."""
    try:
        return tuple(bytes.fromhex(name)) if len(name) == 6 else PALETTE[number]
    except ValueError:
        return PALETTE[number]


@cache
def _tile(char: str, fore: tuple[int, ...], back: tuple[int, ...]) -> Image.Image:
    tile = Image.new("RGB", (WIDE, HIGH), back)
    for y, row in enumerate(glyph(char)):
        for x in range(WIDE):
            if row >> 7 - x & 1:
                tile.putpixel((x, y), fore)
    return tile


def after_bytes(cols: int, rows: int, sent: bytes) -> Terminal:
    """Return a terminal of that size that has got these bytes."""
    terminal = Terminal(cols, rows)
    terminal.feed(sent)
    return terminal
