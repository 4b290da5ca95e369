"""The kept screens themselves: none that no test reads, and nothing that a caller sees left out."""

import runpy
from pathlib import Path

import golden
from terminal import Terminal

from door.term.profile import Profile

TESTS = Path(__file__).parents[1]
SMALL = Profile(12, 2, charset="utf-8", colours="256")


def test_every_file_is_read_by_a_test():
    for path in TESTS.rglob("test_*.py"):
        if "golden.screens(" in path.read_text(encoding="utf-8"):
            runpy.run_path(str(path))
    assert len(golden.unread()) == 0, f"no test reads {golden.unread()} in {golden.FOLDER}"


def told(sent: str) -> list[str]:
    terminal = Terminal(SMALL.cols, SMALL.rows)
    terminal.feed(sent.encode())
    return golden.Picture.of(terminal, SMALL).told().splitlines()


def test_a_screen_tells_its_characters_and_colours_where_they_stand():
    assert told("grey \x1b[31;44mred\x1b[0m \x1b[1;32m█\r\n\x1b[0;4mline\x1b[0;7m \x1b[25l") == [
        "12x2, utf-8, 256 colours, cursor 5, 1",
        "| grey red █",
        "f      rrr G",
        "b      bbb",
        "| line",
        "a uuuur",
        golden.LEGEND,
    ]


def test_black_on_black_is_not_grey_on_black():
    assert told("title") != told("\x1b[30mtitle")
    assert told(" ") == told("\x1b[30m "), "but of a blank nothing is seen"


def test_a_file_has_what_differs_from_the_screen_that_it_is_like():
    """GOLDEN=write ends so. `python tests/support/golden.py` mends a run that was cut short."""
    for name, (like, is_whole) in golden.heads().items():
        base = golden.Picture.load(like) if like else None
        text = golden.Picture.load(name).text(like, base)
        assert not is_whole and golden.read_file(name) == text, name


def test_a_screen_is_like_a_smaller_one_in_its_middle():
    files = {
        "small": "4x2, utf-8, 256 colours, cursor hidden\n 1| ab\n 2| cd\n 1f b\n",
        "large": "8x4, utf-8, 256 colours, cursor hidden, like small\n 1| title\n 3|\n",
    }
    large = golden.Picture.load("large", files.__getitem__)
    assert large.layers == {("|", 0): "title", ("|", 1): "  ab", ("f", 1): "  b"}
