"""Write the public pages to a folder, for the web listener or any other web server.

Only what has changed is written. `.published.json` in the folder lists the files that we wrote, each with a
fingerprint of its sources. A file that isn't in this list belongs to somebody else and is never
touched. The pages of a month that is over are kept until something that they show has changed.
"""

from __future__ import annotations

import multiprocessing
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from door.records.files.disk import make_folder, replace_file
from door.records.journal.lines import RecordsError
from door.ui.catalogue import tr
from door.web.board import Board
from door.web.published import CLAIMS, Published
from door.web.site import Site

FORKED: Final = multiprocessing.get_context("fork")


class NotOurs(RecordsError):
    """A file of somebody else is where a page should be."""


class Written(NamedTuple):
    """How many files were written, kept and removed. `done` is False if more must be written."""

    written: int
    kept: int
    removed: int
    done: bool = True


def publish(board: Board, out: Path, is_enough: Callable[[], bool] = bool, processes: int = 1) -> Written:
    """Write what has changed to the folder `out`, until `is_enough` before one of the files.

    If every page must be written, so many `processes` share the games. Raises NotOurs and OSError. Files that
    were written before an error are ours, but are written again.
    """
    make_folder(out, 0o755)
    known, wanted = Published.read(out), Published()
    if not known.files and (strange := next((one for one in out.iterdir() if one.name[0] != "."), None)):
        raise NotOurs(tr.public.not_empty(path=out, name=strange.name))
    site = Site(board, out, known, wanted)
    if known.whole == site.whole and all(map(site.is_there, known.files)):
        return Written(0, len(known.files), 0)
    shares = 1 if known.whole.startswith(site.style) else processes
    helpers = [FORKED.Process(target=_help, args=(site, share, shares)) for share in range(1, shares)]
    for helper in helpers:
        helper.start()
    try:
        written, done = _write(site, 0, shares, is_enough)
    finally:
        for helper in helpers:
            helper.join()
    if any(helper.exitcode for helper in helpers):
        return publish(board, out, is_enough)  # what stopped it stops us, too, and then we know why
    gone = known.files.keys() - wanted.files.keys() if done else set()
    for path in gone:
        (out / path).unlink(missing_ok=True)
    if done:
        wanted.whole = site.whole
    else:
        wanted.files, wanted.months = known.files | wanted.files, known.months | wanted.months
    wanted.write(out)
    return Written(written, len(wanted.files) - written, len(gone), done)


def _write(site: Site, share: int, shares: int, is_enough: Callable[[], bool] = bool) -> tuple[int, bool]:
    """Write a share of the changed files. Return how many files have changed, and True if all were seen."""
    changed, folder = 0, site.out
    with (site.out / CLAIMS).open("a", encoding="utf-8", buffering=1) as claims:
        for file in site.files():
            if site.is_new(file):
                if zlib.crc32(file.game.encode()) % shares == share:
                    if changed and is_enough():
                        return changed, False
                    target = site.out / file.path
                    if file.path not in site.known.files and os.path.lexists(target):
                        raise NotOurs(tr.public.not_ours(path=target))
                    claims.write(f"{file.path}\n")
                    if target.parent != folder:
                        make_folder(folder := target.parent, 0o755)
                    replace_file(target, file.make(), lasting=False, mode=0o644)
                changed += 1
            site.wanted.files[file.path] = file.stamp
    return changed, True


def _help(site: Site, share: int, shares: int) -> None:
    """Write a share in a process of its own. It ends with 1 if it fails."""
    try:
        _write(site, share, shares)
    except BaseException:
        os._exit(1)
