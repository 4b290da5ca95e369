"""The ledger carried over from one start to the next, so that ten years need not be read.

Law: `data/cache/` holds nothing that the journal does not.  What is kept is the ledger as it
stood at the end of the last closed month, and it is believed only while every file it came
from still has its size and time.  Without it a start takes longer, and that is all.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from door import __version__
from door.games.api import Door
from door.records.disk import FOLDER, replace_file
from door.records.journal import START, Journal, Place
from door.records.ledger import Ledger
from door.records.lines import reason

LOG: Final = logging.getLogger("door.records")
NAME: Final = "ledger.json"


def read_ledger(journal: Journal, doors: Mapping[str, Door], cache: Path) -> tuple[Ledger, Place]:
    """The ledger of the whole journal, and the place up to which it was read.

    Keeps the closed months' part in `cache` when it was not there; OSError where the journal
    cannot be read.
    """
    months = journal.months()
    ledger, done = _kept(journal, doors, cache) or (Ledger(doors), [])
    for month in months[len(done) : -1]:
        ledger.fold(entry for entry, _ in journal.read(month))
    if len(done) < len(months) - 1:
        _keep(journal, ledger, cache, months[:-1])
    if not months:
        return ledger, START
    place = months[-1], 0
    for entry, after in journal.read(months[-1]):
        ledger.fold((entry,))
        place = months[-1], after
    return ledger, place


def _kept(journal: Journal, doors: Mapping[str, Door], cache: Path) -> tuple[Ledger, list[str]] | None:
    """The kept ledger and the months in it, if it is there and still true."""
    try:
        kept = json.loads((cache / NAME).read_bytes())
        done = [month for month, _ in kept["files"]]
        if kept["made"] != _maker(doors) or journal.months()[: len(done)] != done:
            return None
        if kept["files"] != _signs(journal, done):
            return None
        return Ledger.from_json(doors, kept["ledger"]), done
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _keep(journal: Journal, ledger: Ledger, cache: Path, months: list[str]) -> None:
    kept = {"made": _maker(ledger.doors), "files": _signs(journal, months), "ledger": ledger.to_json()}
    try:
        cache.mkdir(mode=FOLDER, exist_ok=True)
        replace_file(cache / NAME, json.dumps(kept, separators=(",", ":")).encode(), lasting=False)
    except OSError as error:
        LOG.warning("%s/%s was not kept: %s.", cache.name, NAME, reason(error))


def _maker(doors: Mapping[str, Door]) -> list[str]:
    """Another version of the board, or other doors, may fold the same lines otherwise."""
    return [__version__, *sorted(doors)]


def _signs(journal: Journal, months: list[str]) -> list[list[Any]]:
    """Each month with what would change if its file did."""
    stats = [(month, journal.path(month).stat()) for month in months]
    return [[month, [stat.st_size, stat.st_mtime_ns]] for month, stat in stats]
