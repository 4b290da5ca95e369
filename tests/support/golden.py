"""Screens as they were looked at, characters and colours, kept in tests/golden.

`GOLDEN=write python -m pytest ...` writes those of the tests that are run anew; what changed is
read in the diff.  A test names its screens by `screens`, so that a file which no test reads is
found, and compares each by `check`.

A file's first line pins what it was seen on: columns × rows, character set, colour tier, cursor.
Then each row of the screen, marked "|", with as many of these lines below it as say anything:

    f  colour of what is written, where it is not grey
    b  background, where it is not black
    a  underline, reverse or blink

Colours are letters that mean the same in every file (`LEGEND`, the last line); a blank has no
colour of what is written.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from terminal import Seen, Terminal

from door.term.canvas import Canvas
from door.term.diff import Painter
from door.term.profile import Profile
from door.ui.screen import View

FOLDER: Final = Path(__file__).parent.parent / "golden"
LEGEND: Final = (
    "k black b blue g green c cyan r red m magenta n brown w grey, capitals bright;"
    " a: u underline r reverse x both ! blink"
)
_COLOURS: Final = "kbgcrmnwKBGCRMNW"
_named: Final[set[str]] = set()


def screens(door: str, names: Iterable[str]) -> Any:
    """Parametrizes a test with the `name` of each of these, kept as "`door`_`name`", or as "`name`"."""
    listed = list(names)
    _named.update(f"{door}_{name}" if door else name for name in listed)
    return pytest.mark.parametrize("name", listed)


def unread() -> list[str]:
    """The files that no test loaded so far has named."""
    return sorted(path.name for path in FOLDER.iterdir() if path.suffix != ".txt" or path.stem not in _named)


def profile_of(view: View) -> Profile:
    """A terminal that is as such a view says, of its size alone."""
    return Profile(
        view.cols,
        view.rows,
        charset="ascii" if view.ascii else "utf-8",
        colours="mono" if view.mono else "256",
        aix=True,
    )


def painted(canvas: Canvas, profile: Profile) -> Terminal:
    """A terminal that shows this canvas."""
    terminal = Terminal(profile.cols, profile.rows, profile.charset, at_once=True)
    painter = Painter(profile)
    terminal.feed(painter.opening() + painter.paint(canvas))
    return terminal


def check_canvas(name: str, canvas: Canvas, view: View) -> None:
    """Compares what a caller with this view sees of a canvas with what is kept."""
    profile = profile_of(view)
    check(name, painted(canvas, profile), profile)


def check(name: str, terminal: Terminal, profile: Profile) -> None:
    """Compares what a terminal shows with what is kept."""
    check_text(name, told(terminal, profile))


def check_text(name: str, shown: str) -> None:
    """Compares a text with what is kept, or keeps it; fails with a readable diff."""
    assert name in _named, f"{name} is not among the names given to golden.screens"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(shown, encoding="utf-8")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    if shown != kept:
        lines = difflib.unified_diff(
            kept.splitlines(), shown.splitlines(), f"kept {name}", "shown", lineterm=""
        )
        said = "not as it was kept (GOLDEN=write accepts what is shown)"
        pytest.fail("\n".join([said, *lines]), pytrace=False)


def told(terminal: Terminal, profile: Profile) -> str:
    """A terminal's screen as a golden file has it."""
    at = "hidden" if terminal.cursor_hidden else "{}, {}".format(*terminal.cursor)
    head = f"{profile.cols}x{profile.rows}, {profile.charset}, {profile.colours} colours, cursor {at}"
    rows = (
        line
        for y in range(terminal.rows)
        for line in _row([terminal.cell(x, y) for x in range(terminal.cols)])
    )
    return "\n".join([head, *rows, LEGEND, ""])


def _row(cells: list[Seen]) -> Iterator[str]:
    """A row's characters, and what is to be said of them."""
    lines: tuple[tuple[str, Callable[[Seen], str]], ...] = (
        ("| ", lambda cell: cell.char), ("f ", _fore), ("b ", _back), ("a ", _attributes),
    )  # fmt: skip
    for mark, letter in lines:
        line = "".join(map(letter, cells)).rstrip()
        if line or mark == "| ":
            yield (mark + line).rstrip()


def _fore(cell: Seen) -> str:
    visible = cell.char != " " or cell.flags & {"underline", "reverse"}
    return _COLOURS[cell.fore] if visible and cell.fore != 7 else " "


def _back(cell: Seen) -> str:
    """Nothing is seen of what is behind a full block."""
    return _COLOURS[cell.back] if cell.back and cell.char != "█" else " "


def _attributes(cell: Seen) -> str:
    if {"underline", "reverse"} <= cell.flags:
        return "x"
    return next(
        (mark for flag, mark in (("reverse", "r"), ("underline", "u"), ("blink", "!")) if flag in cell.flags),
        " ",
    )
