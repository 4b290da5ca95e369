"""Screens as they were looked at, characters and colours, kept in tests/golden.

`GOLDEN=write python -m pytest ...` writes the screens of the tests that run. `contact_sheet.py` draws them.
A test names its screens with `screens`, so that a file which no test reads is found, and compares each with
`check`.

A file's head pins the terminal: columns × rows, character set, colour tier, cursor. `like NAME` names a base:
the file has only the lines that differ from it. A smaller base is moved to the middle. Then come the rows,
each with its number. A line with the meaning of letters separates them from the colours:

    3f  colours of the characters of row 3, blank for grey
    3b  backgrounds, blank for black
    3a  underline, reverse or blink

A space has no colour of its own. `whole` in a head means that the file has every line. GOLDEN=write writes
whole files, and makes them short again at the end. After a run that was cut short, make them short with
`python tests/support/golden.py`. Add the names of screens to delete them.
"""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
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
MARKS: Final = "|fba"
_COLOURS: Final = "kbgcrmnwKBGCRMNW"
_HEAD: Final = re.compile(r"((\d+)x(\d+), \S+, \w+ colours, cursor .*?)(?:, like (\w+))?(, whole)?")
_LINE: Final = re.compile(r" ?(\d+)([|fba])(?: (.*))?")
_named: Final[set[str]] = set()

Reader = Callable[[str], str]


def screens(door: str, names: Iterable[str]) -> Any:
    """Parametrize a test with the `name` of each of these, kept as "`door`_`name`", or as "`name`"."""
    listed = list(names)
    _named.update(f"{door}_{name}" if door else name for name in listed)
    return pytest.mark.parametrize("name", listed)


def unread() -> list[str]:
    """Return the files that no test loaded so far has named."""
    return sorted(path.name for path in FOLDER.iterdir() if path.suffix != ".txt" or path.stem not in _named)


def profile_of(view: View) -> Profile:
    """Return a terminal of this view's size, characters and colours."""
    return Profile(
        view.cols,
        view.rows,
        charset="ascii" if view.ascii else "utf-8",
        colours="mono" if view.mono else "256",
        aix=True,
    )


def painted(canvas: Canvas, profile: Profile) -> Terminal:
    """Return a terminal that shows this canvas."""
    terminal = Terminal(profile.cols, profile.rows, profile.charset, at_once=True)
    painter = Painter(profile)
    terminal.feed(painter.opening() + painter.paint(canvas))
    return terminal


def check_canvas(name: str, canvas: Canvas, view: View) -> None:
    """Compare what a caller with this view sees of a canvas with the file."""
    profile = profile_of(view)
    check(name, painted(canvas, profile), profile)


def check(name: str, terminal: Terminal, profile: Profile) -> None:
    """Compare what a terminal shows with the file, or write it."""
    shown = Picture.of(terminal, profile)
    is_there = _path(name).exists()
    if os.environ.get("GOLDEN") == "write":
        like = heads({name: read_file(name)})[name][0] if is_there else ""
        write(name, shown.text(like, whole=is_there))
    else:
        _compare(name, Picture.load(name).told() if is_there else "", shown.told())


def check_text(name: str, shown: str) -> None:
    """Compare a text with the file, or write it."""
    path = _path(name)
    if os.environ.get("GOLDEN") == "write":
        path.write_text(shown, encoding="utf-8")
    _compare(name, path.read_text(encoding="utf-8") if path.exists() else "", shown)


def _path(name: str) -> Path:
    assert name in _named, f"{name} is not among the names given to golden.screens"
    return FOLDER / f"{name}.txt"


def _compare(name: str, kept: str, shown: str) -> None:
    if shown != kept:
        lines = difflib.unified_diff(
            kept.splitlines(), shown.splitlines(), f"kept {name}", "shown", lineterm=""
        )
        said = "The screen has changed. GOLDEN=write accepts it."
        pytest.fail("\n".join([said, *lines]), pytrace=False)


Layers = dict[tuple[str, int], str]
"""Lines by their mark and their row from 0. An empty line isn't there."""


def read_file(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen. `head` describes its terminal."""

    head: str
    cols: int
    rows: int
    layers: Layers

    @classmethod
    def of(cls, terminal: Terminal, profile: Profile) -> Picture:
        at = "hidden" if terminal.cursor_hidden else "{}, {}".format(*terminal.cursor)
        head = f"{profile.cols}x{profile.rows}, {profile.charset}, {profile.colours} colours, cursor {at}"
        layers = Layers()
        for y in range(terminal.rows):
            cells = [_letters(terminal.cell(x, y)) for x in range(terminal.cols)]
            for mark, letters in zip(MARKS, zip(*cells, strict=True), strict=True):
                if line := "".join(letters).rstrip():
                    layers[mark, y] = line
        return cls(head, profile.cols, profile.rows, layers)

    @classmethod
    def load(cls, name: str, read: Reader = read_file) -> Picture:
        """Return the screen of a file, and of those that it is like."""
        head, *lines = read(name).splitlines()
        found = _HEAD.fullmatch(head)
        assert found, f"{name}: {head!r} is not the head of a screen"
        cols, rows = int(found[2]), int(found[3])
        layers = Layers()
        if found[4] and not found[5]:
            layers = dict(cls.load(found[4], read).moved(cols, rows))
        for line in lines:
            if line != LEGEND:
                row = _LINE.fullmatch(line)
                assert row, f"{name}: {line!r} is not a line of a screen"
                layers[row[2], int(row[1]) - 1] = row[3] or ""
        return cls(found[1], cols, rows, {place: line for place, line in layers.items() if line})

    def moved(self, cols: int, rows: int) -> Layers:
        """Return the layers in the middle of a screen of that size."""
        dx, dy = (cols - self.cols) // 2, (rows - self.rows) // 2
        return {(mark, y + dy): " " * dx + line for (mark, y), line in self.layers.items()}

    def changes(self, base: Picture | None) -> Layers:
        """Return the lines that differ from the base."""
        old = base.moved(self.cols, self.rows) if base else {}
        gone = {place: "" for place in old if place not in self.layers}
        return gone | {place: line for place, line in self.layers.items() if old.get(place) != line}

    def fits(self, base: Picture) -> bool:
        return base.cols <= self.cols and base.rows <= self.rows

    def text(self, like: str = "", base: Picture | None = None, whole: bool = False) -> str:
        """Return the file's text: all of it, or what differs from the base of that name."""
        head = self.head + (f", like {like}" if like else "") + (", whole" if whole else "")
        changes = self.changes(None if whole else base)
        lines = {place: f"{place[1] + 1:2}{place[0]} {line}".rstrip() for place, line in changes.items()}
        places = sorted(lines, key=lambda place: (place[1], MARKS.index(place[0])))
        letters = [lines[place] for place in places if place[0] == "|"]
        colours = [lines[place] for place in places if place[0] != "|"]
        return "\n".join([head, *letters, LEGEND, *colours, ""])

    def told(self) -> str:
        """Return the whole screen, each row with its colours below it. A difference reads well so."""
        rows = (
            f"{mark} {self.layers.get((mark, y), '')}".rstrip()
            for y in range(self.rows)
            for mark in MARKS
            if mark == "|" or (mark, y) in self.layers
        )
        return "\n".join([self.head, *rows, LEGEND, ""])


@cache
def _letters(cell: Seen) -> tuple[str, str, str, str]:
    """Return what stands for the cell behind each of the marks."""
    return cell.char, _fore(cell), _back(cell), _attributes(cell)


def _fore(cell: Seen) -> str:
    visible = cell.char != " " or cell.flags & {"underline", "reverse"}
    return _COLOURS[cell.fore] if visible and cell.fore != 7 else " "


def _back(cell: Seen) -> str:
    """A full block hides its background."""
    return _COLOURS[cell.back] if cell.back and cell.char != "█" else " "


def _attributes(cell: Seen) -> str:
    if {"underline", "reverse"} <= cell.flags:
        return "x"
    return next(
        (mark for flag, mark in (("reverse", "r"), ("underline", "u"), ("blink", "!")) if flag in cell.flags),
        " ",
    )


def heads(texts: Mapping[str, str] | None = None) -> dict[str, tuple[str, bool]]:
    """Return each screen's base, or "", and True if its file is whole."""
    if texts is None:
        texts = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.txt"))}
    found = {name: _HEAD.fullmatch(text.partition("\n")[0]) for name, text in texts.items()}
    return {name: (head[4] or "", bool(head[5])) for name, head in found.items() if head}


def write(name: str, text: str) -> None:
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


def unpack() -> None:
    """Write all of each screen into its file, so that each can be written alone."""
    texts = {name: Picture.load(name).text(like, whole=True) for name, (like, _) in heads().items()}
    for name, text in texts.items():
        write(name, text)


def pack() -> None:
    """Write into each file what differs from the screen it is like. A new file names the nearest one."""
    found = heads()
    pictures = {name: Picture.load(name) for name in found}
    bases = {name: like for name, (like, is_old) in found.items() if is_old and (not like or like in found)}
    for name in sorted(found.keys() - bases.keys(), key=lambda one: (pictures[one].cols, one)):
        bases[name] = _nearest(name, pictures, bases)
    for name, picture in pictures.items():
        write(name, picture.text(bases[name], pictures.get(bases[name])))


def _nearest(name: str, pictures: dict[str, Picture], bases: dict[str, str]) -> str:
    """Return the screen from which the fewest lines differ, among those that aren't like this one. Or ""."""
    own = pictures[name]

    def stands_on(other: str) -> bool:
        while other and other != name:
            other = bases.get(other, "")
        return other == name

    costs = {
        other: len(own.changes(pictures[other]))
        for other in bases
        if own.fits(pictures[other]) and not stands_on(other)
    }
    best = min(costs, key=costs.__getitem__, default="")
    return best if best and costs[best] < len(own.layers) else ""


if __name__ == "__main__":
    unpack()
    for gone in sys.argv[1:]:
        (FOLDER / f"{gone}.txt").unlink()
    pack()
