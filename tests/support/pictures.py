"""A simulated terminal's screen as a picture, drawn as exported games are (`door.export`)."""

from __future__ import annotations

from PIL import Image
from terminal import Terminal

from door.export.picture import image
from door.term.canvas import Canvas, style


def picture(terminal: Terminal) -> Image.Image:
    """The terminal's screen, 8×16 pixels a cell."""
    canvas = Canvas(terminal.cols, terminal.rows)
    for y in range(terminal.rows):
        for x in range(terminal.cols):
            cell = terminal.cell(x, y)
            canvas.put(x, y, cell.char, style(cell.fore if cell.fore >= 0 else 7, max(cell.back, 0)))
    return image(canvas)
