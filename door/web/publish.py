"""Write the public pages as a static site, into a folder for any web server.

Guarantees: files that we did not write are never touched, and links are never followed. The folder's list
says that a run is at work, so files of a run that was killed are still ours, by their names.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from operator import call
from pathlib import Path
from typing import Final, NamedTuple

from door.net.web.site import make_files
from door.records.files.disk import make_folder, read_file, replace_file
from door.records.journal.files import journal_head, journal_months
from door.records.journal.lines import RecordsError
from door.ui.sentence import Texts
from door.ui.texts import tr
from door.web import pages
from door.web.board import LedgerFacts, PublicBoard, Visibility
from door.web.routes import ROOT, Route, route
from door.web.site import PublicSite, open_sites

LIST: Final = ".published.json"
LARGEST: Final = 1 << 30
_PATH: Final = re.compile(r"(?:[0-9A-Za-z_-][0-9A-Za-z_.-]*/)*[0-9A-Za-z_-][0-9A-Za-z_.-]*")
"""The list may be edited by hand. A path in it never leaves the folder."""

_OTHERS: Final = re.compile(r"s/[\w-]+\.[0-9a-f]{16}\.\w+|journal/(?:head|\d{4}-\d\d\.jsonl)")
"""Files besides pages: scripts, styles, the font and the journal."""

ONCE: Final = {
    "games": "games/", "hall": "hall/", "days": "daily/", "feed": "feed.atom",
    "months.json": f"{ROOT}months.json",
    "ladders.json": f"{ROOT}ladders.json", "hall.json": f"{ROOT}hall.json", "days.json": f"{ROOT}daily.json",
    "games.json": f"{ROOT}games.json", "schema.json": f"{ROOT}schema.json",
}  # fmt: skip
"""The path of each page that there is once."""

Facts = Callable[[Route], LedgerFacts]
"""Returns what a page shows of the ledger."""


class NotOurs(RecordsError):
    """The folder holds files that aren't ours."""


class FileCounts(NamedTuple):
    """How many files were written and removed."""

    written: int
    removed: int


def publish(
    board: PublicBoard, facts: Facts, out: Path, texts: Texts, code: str, processes: int = 1,
    shows_journal: bool = False,
) -> FileCounts:  # fmt: skip
    """Write every page into the folder `out`, and remove our pages that are gone. Raises NotOurs and OSError.

    So many `processes` write the months. `texts` and `code` are the board's language.
    """
    make_folder(out, 0o755)
    before, journal = _read_list(out), board.data / "journal"
    if strange := next(_strange(out, before), None):
        raise NotOurs(tr.public.not_empty(path=out, name=strange))
    _keep(out, before.files, is_unfinished=True)
    written = set[str]()
    with open_sites(board, texts, code) as site_of:
        served = make_files()
        for path in pages.assets(served).values():  # they name each other, and share a folder
            written.add(_write(out, path, served[f"/{path}"].body.replace(b"/s/", b"./")))
        for one, path in _routes(board, facts):
            if (body := site_of(facts(one)).body(one)) is not None:
                written.add(_write(out, path, body))
    months = sorted({*journal_months(journal), *facts(Route("months.json")).months})
    tasks = [partial(_month, board, facts(Route("month", one)), out, one, texts, code) for one in months]
    written = written.union(*_do_all(tasks, processes))
    if shows_journal:
        written.add(_write(out, "journal/head", journal_head(journal)))
        for month in journal_months(journal):
            name = f"{month}.jsonl"
            written.add(_write(out, f"journal/{name}", (journal / name).read_bytes()))
    gone = [path for path in _ours(out, before) if path not in written]
    for path in gone:
        (out / path).unlink(missing_ok=True)
    _keep(out, written)
    return FileCounts(len(written), len(gone))


def _ours(out: Path, before: _List, folder: str = "") -> Iterator[str]:
    """Yield the files in the folder that an earlier run has written."""
    for entry in os.scandir(out / folder):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.is_dir(follow_symlinks=False):
            yield from _ours(out, before, path)
        elif before.has(path) and path != LIST:
            yield path


def _do_all(tasks: list[partial[set[str]]], processes: int) -> Iterator[set[str]]:
    """Yield what each task returns, in order."""
    if processes < 2 or len(tasks) < 2:
        yield from (task() for task in tasks)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        yield from pool.map(call, tasks)


def _month(
    board: PublicBoard, known: LedgerFacts, out: Path, month: str, texts: Texts, code: str
) -> set[str]:
    """Write a month's pages. Return their paths."""
    with open_sites(board, texts, code) as site_of:
        return {_write(out, path, body) for path, body in site_of(known).month_files(month)}


def _routes(board: PublicBoard, facts: Facts) -> Iterator[tuple[Route, str]]:
    """Yield every page that belongs to no month, with its path."""
    for kind, path in ONCE.items():
        yield Route(kind), path
    for slug in facts(Route("ladders.json")).ladders:
        yield Route("ladder", door=slug), f"ladder/{slug}/"
    site = PublicSite(board, LedgerFacts(), Visibility(lambda handle: None, True))
    for slug in site.doors:
        yield Route("showcase", door=slug), f"doors/{slug}.png"
    for day in site.games.days():
        yield Route("day", day=day), f"daily/{day}/"
        yield Route("day.json", day=day), f"{ROOT}daily/{day}.json"


# -- the folder ----------------------------------------------------------------------------------------------


def _write(out: Path, path: str, body: bytes) -> str:
    """Write a page or a file. Return the file's path."""
    path += "index.html" if path.endswith("/") else ""
    make_folder((out / path).parent, 0o755)
    replace_file(out / path, body, lasting=False, mode=0o644)
    return path


class _List(NamedTuple):
    """The files that we have written, and True while a run is at work, or was killed."""

    files: set[str]
    is_unfinished: bool = False

    def has(self, path: str) -> bool:
        """True if the file is ours."""
        return path in self.files or (self.is_unfinished and _is_a_page(path))


def _is_a_page(path: str) -> bool:
    """True if we write files of that name."""
    return bool(route(path.removesuffix("index.html")) or _OTHERS.fullmatch(path))


def _read_list(out: Path) -> _List:
    """Return the folder's list. A damaged one is empty."""
    try:
        kept = json.loads(read_file(out / LIST, LARGEST))
        files = {str(path) for path in kept["files"] if _PATH.fullmatch(str(path))}
        return _List(files, kept.get("unfinished") is True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return _List(set())


def _keep(out: Path, files: set[str], is_unfinished: bool = False) -> None:
    body = json.dumps({"files": sorted(files), "unfinished": is_unfinished}, indent=0).encode()
    replace_file(out / LIST, body, lasting=False, mode=0o644)


def _strange(out: Path, ours: _List, folder: str = "") -> Iterator[str]:
    """Yield the names of files and links in the folder that aren't ours."""
    for entry in os.scandir(out / folder):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.is_dir(follow_symlinks=False):
            yield from _strange(out, ours, path)
        elif path != LIST and (entry.is_symlink() or not ours.has(path)):
            yield path
