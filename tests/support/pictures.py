"""A simulated terminal's screen as a picture, drawn with the VGA fonts of Debian's
console-setup-linux, and Unifont where they lack a glyph."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from terminal import Terminal

FONTS = [Path("/usr/share/consolefonts") / f"{name}-VGA16.psf.gz" for name in ("Uni2", "FullGreek")]
OUTLINE = Path("/usr/share/fonts/opentype/unifont/unifont.otf")
VGA = (
    "#000000", "#0000aa", "#00aa00", "#00aaaa", "#aa0000", "#aa00aa", "#aa5500", "#aaaaaa",
    "#555555", "#5555ff", "#55ff55", "#55ffff", "#ff5555", "#ff55ff", "#ffff55", "#ffffff",
)  # fmt: skip


def psf_glyphs(path: Path) -> dict[str, bytes]:
    """The 8×16 bitmaps of a PSF1 console font by character."""
    data = gzip.decompress(path.read_bytes())
    count = 512 if data[2] & 1 else 256
    glyphs: dict[str, bytes] = {}
    at, sequence = 0, False
    for (code,) in struct.iter_unpack("<H", data[4 + count * 16 :]):
        if code == 0xFFFF:
            at, sequence = at + 1, False
        elif code == 0xFFFE:
            sequence = True
        elif not sequence:
            glyphs[chr(code)] = data[4 + at * 16 : 20 + at * 16]
    return glyphs


def picture(terminal: Terminal, cols: int = 80, rows: int = 24, scale: int = 1) -> Image.Image:
    """The terminal's screen as a VGA card would show it, 8×16 pixels a cell."""
    glyphs: dict[str, bytes] = {}
    for font in FONTS:
        glyphs |= psf_glyphs(font) if font.exists() else {}
    outline = ImageFont.truetype(str(OUTLINE), 16) if OUTLINE.exists() else ImageFont.load_default()
    image = Image.new("RGB", (cols * 8, rows * 16), VGA[0])
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    for y in range(rows):
        for x in range(cols):
            cell = terminal.cell(x, y)
            fore = VGA[cell.fore if cell.fore >= 0 else 7]
            draw.rectangle((x * 8, y * 16, x * 8 + 7, y * 16 + 15), VGA[max(cell.back, 0)])
            if cell.char in glyphs:
                mask = Image.frombytes("1", (8, 16), glyphs[cell.char])
                image.paste(fore, (x * 8, y * 16), mask)
            elif cell.char.strip():
                draw.text((x * 8, y * 16), cell.char, font=outline, fill=fore)
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
