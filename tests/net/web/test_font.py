"""The web terminal's font is made from the board's own bitmaps."""

from pathlib import Path
from typing import Any

import pytest

ttLib = pytest.importorskip("fontTools.ttLib", reason="no fontTools")
pytest.importorskip("brotli", reason="no brotli")


def shapes(path: Path) -> dict[int, Any]:
    """Return outline, advance and bearing of every character."""
    font = ttLib.TTFont(path)
    glyphs, metrics = font["glyf"], font["hmtx"]
    return {
        code: ([*map(tuple, getattr(glyphs[name], "coordinates", ()))], metrics[name])
        for code, name in font.getBestCmap().items()
    }


@pytest.mark.whole("font")
def test_the_font_is_what_the_bitmaps_make(tmp_path):
    from web_font import FONT, bitmaps, build

    build(tmp_path / "font.woff2")
    shipped = shapes(FONT)
    assert shipped == shapes(tmp_path / "font.woff2") and shipped.keys() == bitmaps().keys()
