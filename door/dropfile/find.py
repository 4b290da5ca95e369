"""Find the drop file: the path that the host board gave, in any case, or its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from door.dropfile.formats import NAMES, parse, rank
from door.dropfile.lines import LARGEST, DropFile, DropFileError
from door.ui.catalogue import tr

TOGETHER: Final = 10.0
"""Seconds within which a board writes all drop files for one caller."""


def read(path: Path) -> DropFile:
    """Read the drop file at `path`, or the best one in that folder.

    Names match in any case. A folder may hold files from earlier callers, so only those as fresh as the
    newest count. DropFileError names the file, the line, and what was expected.
    """
    try:
        found = _best(path) if path.is_dir() else _match_case(path)
        with found.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise DropFileError(str(path), 1, tr.dropfile.unreadable(why=error.strerror or error)) from None
    except ValueError:
        raise DropFileError(repr(str(path)), 1, tr.dropfile.bad_path()) from None
    return parse(found.name, data, str(found))


def _match_case(path: Path) -> Path:
    """Return the path, or the only file beside it whose name differs just in case."""
    if path.exists() or not path.parent.is_dir():
        return path
    same = (other for other in path.parent.iterdir() if other.name.lower() == path.name.lower())
    return max(same, key=_write_time, default=path)


def _best(folder: Path) -> Path:
    files = [path for path in folder.iterdir() if rank(path.name) is not None and path.is_file()]
    if not files:
        raise DropFileError(str(folder), 1, tr.dropfile.none_in_folder(names=NAMES))
    newest = max(map(_write_time, files))
    fresh = [path for path in files if newest - _write_time(path) <= TOGETHER]
    return min(fresh, key=lambda path: (rank(path.name), -_write_time(path)))


def _write_time(path: Path) -> float:
    return path.stat().st_mtime
