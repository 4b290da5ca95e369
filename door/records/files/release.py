"""The release that last wrote a data folder, in `data/release.json`.

An older release may still use the folder if it can read everything that the newer one has written.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from door import __version__
from door.records.files.disk import read_file, replace_file
from door.records.journal.lines import RecordsError
from door.ui.catalogue import tr

NAME: Final = "release.json"
READABLE_SINCE: Final = "0.2.0"
"""The oldest release that can read what this one writes. A change of a file's format moves it."""

NOTE: Final = {"readable_since": READABLE_SINCE, "release": __version__}


class NewerRelease(RecordsError):
    """A newer release has written the files, in a way that we can't read."""


def refuse_newer(what: Path, note: object) -> None:
    """Raise NewerRelease if the note that came with `what` says that we can't read it."""
    written = note if isinstance(note, dict) else {}
    since, release = str(written.get("readable_since", "")), str(written.get("release", ""))
    if _parts(since) > _parts(__version__):
        raise NewerRelease(
            tr.records.newer_release(what=what, release=release, since=since, ours=__version__)
        )


def check_release(data: Path) -> object:
    """Return the folder's note, if it has one. Raises NewerRelease if this release can't read the folder."""
    note = None
    with suppress(OSError, ValueError):  # the note is not worth refusing a board that can be read
        note = json.loads(read_file(data / NAME, 10_000))
    refuse_newer(data, note)
    return note


def note_release(data: Path) -> None:
    """Note this release in the data folder. Raises NewerRelease."""
    if check_release(data) != NOTE:
        with suppress(OSError):  # a full or read-only disk
            replace_file(data / NAME, json.dumps(NOTE).encode() + b"\n")


def _parts(release: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", release, re.ASCII)[:3]]
