"""The sysop's news: .ans and .txt files in the board's folder `news`.

Files become cells, so they can't send control codes. A file that can't be shown is logged once and skipped.
A file's date is its modification time.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final, NamedTuple

from door.records.journal.lines import stamp
from door.records.part import Part
from door.term.art import charset_of, read_art
from door.term.canvas import Canvas
from door.term.charset import clean
from door.term.emulator.files import ArtError
from door.term.sauce import split
from door.ui.sentence import from_recipe
from door.ui.widgets import wrap
from door.ui.words import day_name

LOG = logging.getLogger("door.art")
FOLDER: Final = "news"
SUFFIXES: Final = (".ans", ".txt")
MOST: Final = 9
"""Maximum number of files shown. Older ones are skipped."""

MOST_BYTES, COLS, LEFT = 64_000, 80, 2
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


class NewsItem(NamedTuple):
    """A news file: its day ("22 November 2026") and its contents, at most 80 columns wide."""

    day: str
    picture: Canvas


def news_files(folder: Path) -> list[Path]:
    """Return the news files, sorted by name."""
    return [path for path in every_file(folder) if path.suffix.lower() in SUFFIXES]


def every_file(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def read_news(path: Path) -> Canvas:
    """Return a file's contents. Raises ArtError if it can't be shown, OSError if it can't be read."""
    if path.suffix.lower() not in SUFFIXES:
        raise ArtError("check.news_misnamed")
    if not path.is_file():
        raise ArtError("check.not_a_file")
    if (size := path.stat().st_size) > MOST_BYTES:
        raise ArtError("check.news_too_large", size=size, limit=MOST_BYTES)
    data = path.read_bytes()
    if path.suffix.lower() == ".txt":
        return _text(data)
    art = read_art(data).canvas
    if art.cols > COLS:
        raise ArtError("check.art_too_wide", columns=art.cols, most=COLS)
    if not art.text().strip():
        raise ArtError("check.news_empty")
    return art


def _text(data: bytes) -> Canvas:
    body, sauce = split(data)
    text = body.decode(charset_of(body, sauce), "replace").removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if found := CONTROL.search(text):
        raise ArtError("check.news_control_character", code=f"{ord(found[0]):02x}")
    lines = wrap(text.expandtabs(), COLS - 2 * LEFT)
    if not text.strip():
        raise ArtError("check.news_empty")
    canvas = Canvas(COLS, len(lines) + 1)
    for y, line in enumerate(lines, 1):
        canvas.put(LEFT, y, clean(line))
    return canvas


class NewsFiles(Part):
    """The news folder. A file is read again only after a change."""

    def __init__(self, board: Path) -> None:
        self.folder = board / FOLDER
        self._read: dict[Path, tuple[tuple[int, int], Canvas | None]] = {}

    def between(self, since: str, until: str, zone: tzinfo | None) -> tuple[NewsItem, ...]:
        """Return files written after `since` and up to `until` (RFC 3339 UTC), newest first. Blocks."""
        found = []
        for path in news_files(self.folder):
            try:
                stat = path.stat()
                written = datetime.fromtimestamp(stat.st_mtime, UTC)
            except (OSError, OverflowError, ValueError):
                continue
            if since < stamp(written) <= until:
                found.append((written, path, (stat.st_mtime_ns, stat.st_size)))
        items: list[NewsItem] = []
        for written, path, version in sorted(found, reverse=True):
            if len(items) < MOST and (picture := self._picture(path, version)):
                items.append(NewsItem(day_name(f"{written.astimezone(zone):%Y-%m-%d}"), picture))
        return tuple(items)

    def _picture(self, path: Path, version: tuple[int, int]) -> Canvas | None:
        known = self._read.get(path)
        if known is None or known[0] != version:
            known = self._read[path] = (version, _read_or_warn(path))
        return known[1]


def _read_or_warn(path: Path) -> Canvas | None:
    try:
        return read_news(path)
    except ArtError as error:
        LOG.warning("news %s is not shown: it %s", path.name, from_recipe(error.recipe))
    except OSError as error:
        LOG.warning("news %s is not shown: it cannot be read: %s", path.name, error.strerror or error)
    return None
