"""The board's art and its placeholders. Files are read again when they change, and filled in for each caller.

A piece may have several variants named `name[.COLSxROWS].SUFFIX`. The size is the smallest terminal they are
for. Suffixes are .ans (CP437 and ANSI colours), .utf8ans (the same in UTF-8) and .asc (plain text). `choose`
picks one for a terminal. Block pictures are unreadable in ASCII, so they are left out there.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from door.pages.api import DoorListing
from door.records.files.disk import read_regular
from door.records.part import Part
from door.term.art import Art, fill_in, read_art
from door.term.canvas import BLACK, CODE, GREY, SHIFT, Canvas, style
from door.term.emulator.files import ArtError
from door.ui.sentence import from_recipe
from door.ui.texts import tr
from door.ui.words import month_name

LOG = logging.getLogger("door.art")
VARIANT: Final = re.compile(r"([a-z0-9_-]+)(?:\.(\d{2,3})x(\d{2,3}))?\.(ans|utf8ans|asc)", re.IGNORECASE)
ART_SUFFIXES: Final = {
    "utf-8": ("utf8ans", "ans", "asc"),
    "cp437": ("ans", "utf8ans", "asc"),
    "ascii": ("asc", "ans", "utf8ans"),
}
"""Suffixes in order of preference, by character set."""

BLOCKS: Final = "▀▄█▌▐░▒▓■"

FRESH: Final = 2_000_000_000
"""Nanoseconds in which a folder could change without a new timestamp."""


class Wants(NamedTuple):
    """A terminal that art is chosen for."""

    cols: int = 80
    rows: int = 24
    charset: str = "cp437"
    mono: bool = False


class ArtVariant(NamedTuple):
    """A file: the terminal size it is for (0 × 0 fits all), and its suffix."""

    path: Path
    cols: int
    rows: int
    kind: str


def variant(path: Path) -> tuple[str, ArtVariant] | None:
    """Return the piece and variant of a file, or None if it isn't art."""
    found = VARIANT.fullmatch(path.name)
    if not found:
        return None
    name, cols, rows, kind = found.groups()
    return name.lower(), ArtVariant(path, int(cols or 0), int(rows or 0), kind.lower())


def choose(variants: Sequence[ArtVariant], wants: Wants) -> ArtVariant | None:
    """Return the largest variant that fits, in the most suitable kind."""
    kinds = ART_SUFFIXES.get(wants.charset, ART_SUFFIXES["ascii"])
    fitting = [v for v in variants if v.cols <= wants.cols and v.rows <= wants.rows]
    return max(fitting, key=lambda v: (v.cols * v.rows, -kinds.index(v.kind)), default=None)


def out_of_blocks(art: Art) -> bool:
    """True if more than a third of the picture is blocks and shades."""
    text = art.canvas.text()
    drawn = len(text) - text.count(" ") - text.count("\n")
    return sum(map(text.count, BLOCKS)) * 3 > drawn


@lru_cache(maxsize=64)
def _on_black(canvas: Canvas) -> Canvas:
    """Return a picture for a monochrome screen.

    If one background colour, apart from blocks, covers a quarter of the picture or more, it becomes black.
    Otherwise text on it would be unreadable.
    """
    backs = Counter(
        cell >> SHIFT >> 4 & 15 for row in canvas.cells for cell in row if chr(cell & CODE) not in BLOCKS
    )
    del backs[BLACK]
    ground, many = backs.most_common(1)[0] if backs else (BLACK, 0)
    if many * 4 < canvas.cols * canvas.rows:
        return canvas
    black = canvas.copy()
    for y, row in enumerate(canvas.cells):
        cells = black.writable(y)
        for x, cell in enumerate(row):
            fore, back = cell >> SHIFT & 15, cell >> SHIFT >> 4 & 15
            if ground in (fore, back):
                block = chr(cell & CODE) in BLOCKS
                fore = BLACK if fore == ground else GREY if fore == BLACK and not block else fore
                cells[x] = style(fore, BLACK if back == ground else back) << SHIFT | cell & CODE
    return black


@lru_cache(maxsize=64)
def _fill(art: Art, values: tuple[tuple[str, str | None], ...]) -> Canvas:
    return fill_in(art, {name: value for name, value in values if value is not None})


class ArtStore(Part):
    """The art folder. A missing or broken file is logged once and not shown.

    Files are checked at most once every `seconds`, however many callers see them.
    """

    def __init__(self, folder: Callable[[], Path], seconds: float = 0.0) -> None:
        self.folder, self._seconds = folder, seconds
        self._until = 0.0
        self._seen: dict[tuple[str, Wants], Art | None] = {}
        self._listed: tuple[object, dict[str, list[ArtVariant]]] = (None, {})
        self._read: dict[Path, tuple[tuple[int, int], Art | None]] = {}
        self._missed: set[str] = set()

    def art(self, name: str, wants: Wants = Wants()) -> Art | None:  # noqa: B008  a frozen value
        if (now := time.monotonic()) >= self._until:
            self._until = now + self._seconds
            self._seen.clear()
        if (name, wants) not in self._seen:
            self._seen[name, wants] = self._look(name, wants)
        return self._seen[name, wants]

    def read_all(self) -> None:
        """Read every file, so that the first log-on doesn't have to. Blocks: use a thread."""
        for chosen in chain.from_iterable(self._variants().values()):
            with suppress(OSError):
                self._as_it_is(chosen)

    def _look(self, name: str, wants: Wants) -> Art | None:
        chosen = choose(self._variants().get(name, ()), wants)
        try:
            found = self._as_it_is(chosen) if chosen else None
        except OSError:
            chosen = None
        if chosen is None:
            self._missing(name)
            return None
        self._missed.discard(name)
        return None if found and wants.charset == "ascii" and out_of_blocks(found) else found

    def _as_it_is(self, chosen: ArtVariant) -> Art | None:
        """Return the file's current art, or None if it isn't art. Raises OSError if the file is missing."""
        stat = chosen.path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._read.get(chosen.path)
        if known is None or known[0] != stamp:
            known = self._read[chosen.path] = (stamp, self._load(chosen))
        return known[1]

    def canvas(self, name: str, values: Mapping[str, str], wants: Wants = Wants()) -> Canvas | None:  # noqa: B008
        """Return the piece with its placeholders filled in, or None. Never draw on it.

        Callers with the same values share one canvas. A canvas per caller would be most of a call's memory.
        """
        art = self.art(name, wants)
        if art is None:
            return None
        canvas = art.canvas
        if art.placeholders:
            canvas = _fill(art, tuple((one.name, values.get(one.name)) for one in art.placeholders))
        return _on_black(canvas) if wants.mono else canvas

    def _variants(self) -> dict[str, list[ArtVariant]]:
        """Return every piece in the folder. The folder is listed again after a change."""
        folder = self.folder()
        try:
            changed = folder.stat().st_mtime_ns
            if self._listed[0] == (folder, changed):
                return self._listed[1]
            listed: dict[str, list[ArtVariant]] = {}
            for found in filter(None, map(variant, sorted(folder.iterdir()))):
                listed.setdefault(found[0], []).append(found[1])
        except OSError:
            return {}
        fresh = time.time_ns() - changed < FRESH
        self._listed = (None if fresh else (folder, changed), listed)
        return listed

    def _load(self, chosen: ArtVariant) -> Art | None:
        try:
            return read_art(read_regular(chosen.path), utf8=chosen.kind == "utf8ans")
        except (OSError, ArtError) as error:
            why = from_recipe(error.recipe) if isinstance(error, ArtError) else error
            LOG.warning("art %s is not shown: %s", chosen.path.name, why)
            return None

    def _missing(self, name: str) -> None:
        if name not in self._missed:
            self._missed.add(name)
            LOG.warning("art %s.ans is missing; its screen is shown without art", name)


# -- placeholders --------------------------------------------------------------------------------

PLACEHOLDERS: Final = (
    "ALIAS", "BOARD", "SYSOP", "LOCATION", "NODE", "DATE", "TIME", "TIMELEFT", "CALLERS", "CALLS", "TURNS",
    "RANK", "DOOR", "MONTH", "SCORE", "WINNER",
)  # fmt: skip
"""ansi_art/README.md explains each."""

LONGEST: Final = {
    **{"ALIAS": 20, "NODE": 3, "DATE": 10, "TIME": 5, "TIMELEFT": 8, "CALLERS": 3, "CALLS": 5, "TURNS": 8},
    **{"RANK": 4, "DOOR": 24, "MONTH": 14, "SCORE": 6, "WINNER": 20},
}
"""The columns each value may need. Names chosen by the sysop take their own length."""


def time_left(minutes: int | None) -> str:
    return tr.art.no_time_limit() if minutes is None else tr.art.minutes_left(minutes=minutes)


def everywhere(now: datetime, listings: Sequence[DoorListing]) -> dict[str, str]:
    """Return the values that depend on the time and on all doors together."""
    turns = [listing.books.turns_left for listing in listings]
    ranks = [listing.books.rank for listing in listings if listing.books.rank]
    return {
        "DATE": now.strftime("%Y-%m-%d"),
        "TIME": now.strftime("%H:%M"),
        "MONTH": month_name(now.strftime("%Y-%m")),
        "TURNS": tr.art.no_time_limit() if None in turns else str(sum(n for n in turns if n is not None)),
        "RANK": str(min(ranks)) if ranks else "-",
        "DOOR": "",
        "SCORE": "-",
        "WINNER": "-",
    }


def at_door(listing: DoorListing) -> dict[str, str]:
    """Return the values that a door's own title overrides."""
    books = listing.books
    return {
        "DOOR": listing.name,
        "TURNS": tr.art.no_time_limit() if books.turns_left is None else str(books.turns_left),
        "RANK": str(books.rank) if books.rank else "-",
        "SCORE": str(books.score) if books.rank else "-",
        "WINNER": books.winners[0].caller if books.winners else "-",
    }


def of_winner(listing: DoorListing) -> dict[str, str]:
    best = listing.books.winners[0]
    return at_door(listing) | {"MONTH": month_name(listing.books.last_month), "SCORE": str(best.score)}
