"""The web terminal's font is made from the board's own bitmaps."""

from pathlib import Path

from web_font import FONT, build


def test_the_font_is_what_the_bitmaps_make(tmp_path: Path) -> None:
    build(tmp_path / "font.woff2")
    assert (tmp_path / "font.woff2").read_bytes() == FONT.read_bytes()
