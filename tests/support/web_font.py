"""Make the web terminal's font from Spleen's bitmaps: python -m tests.support.web_font.

Each run of pixels in a row becomes a rectangle, 64 units a pixel. Every glyph has its own left side bearing,
because renderers push a glyph with a wrong one towards its cell's edge.
"""

from importlib.resources import files
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

FONT = Path(str(files("door.net.web"))) / "vendor" / "spleen.woff2"
PIXEL = 64
ROWS = 16
ASCENT = 12
"""Rows above the baseline."""

EPOCH = 2_082_844_800
"""The date in the font, in seconds since 1904. It is fixed, so that each build gives the same bytes."""


def bitmaps() -> dict[int, bytes]:
    """Return the rows of every character by its code point."""
    text = (files("door.export") / "spleen" / "spleen-8x16.hex").read_text()
    pairs = (line.split(":") for line in text.splitlines())
    return {int(code, 16): bytes.fromhex(rows) for code, rows in pairs}


def _runs(row: int) -> list[tuple[int, int]]:
    """Return the runs of pixels in a row: first column and the column behind the last."""
    bits = f"{row:08b}0"
    starts = [at for at in range(8) if bits[at] == "1" and (at == 0 or bits[at - 1] == "0")]
    return [(at, bits.index("0", at)) for at in starts]


def _glyph(rows: bytes) -> Glyph:
    pen = TTGlyphPen(None)
    for y, row in enumerate(rows):
        top, bottom = (ASCENT - y) * PIXEL, (ASCENT - y - 1) * PIXEL
        for left, right in _runs(row):
            corners = ((left, bottom), (left, top), (right, top), (right, bottom))
            x, height = corners[0]
            pen.moveTo((x * PIXEL, height))
            for x, height in corners[1:]:
                pen.lineTo((x * PIXEL, height))
            pen.closePath()
    return pen.glyph()


def build(path: Path) -> None:
    """Write the font."""
    maps = bitmaps()
    names = {code: f"u{code:04X}" for code in maps}
    glyphs = {".notdef": _glyph(maps[ord("?")])} | {names[code]: _glyph(rows) for code, rows in maps.items()}
    builder = FontBuilder(ROWS * PIXEL, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (8 * PIXEL, glyph.xMin if glyph.numberOfContours else 0) for name, glyph in glyphs.items()}
    )
    height = {"ascent": ASCENT * PIXEL, "descent": (ASCENT - ROWS) * PIXEL}
    builder.setupHorizontalHeader(**height, lineGap=0)
    builder.setupNameTable({"familyName": "Spleen", "styleName": "Regular"})
    builder.setupOS2(
        sTypoAscender=height["ascent"], sTypoDescender=height["descent"], sTypoLineGap=0,
        usWinAscent=height["ascent"], usWinDescent=-height["descent"],
    )  # fmt: skip
    builder.setupPost(isFixedPitch=1, keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = EPOCH
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff2"
    builder.save(path)


if __name__ == "__main__":
    build(FONT)
