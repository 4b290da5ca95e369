"""The file `strikes.json`: wrong passwords counted so far, so that a restart forgives nobody.

Law: losing it costs a few guesses and nothing else.  So a file that cannot be read is one
sentence and an empty count, never a reason not to start; and it is written now and then, not
at every wrong password.  Times in it are of day, since the clock that strikes are counted by
starts anew with the machine; a clock set back makes a strike young again, never older.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from door.records.access.failed_logons import MOST, Strike
from door.records.files.disk import OddFile, read_file, replace_file
from door.records.journal.lines import reason, stamp
from door.ui.catalogue import tr

NAME: Final = "strikes.json"
KINDS: Final = ("address", "handle")
LARGEST: Final = 4_000_000
"""Bytes; the most that can be kept takes about half of it."""


def read_failed_logons(path: Path, now: datetime) -> tuple[list[Strike], str]:
    """What was kept, and "" or a sentence about why it could not be read."""
    try:
        tree = json.loads(read_file(path, LARGEST))
        return [_strike(row, now) for row in tree["strikes"][-MOST:]], ""
    except FileNotFoundError:
        return [], ""
    except (OddFile, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return [], tr.records.failed_logons_damaged(file=path.name)
    except OSError as error:
        return [], tr.records.failed_logons_unreadable(file=path.name, reason=reason(error))


def write_failed_logons(path: Path, strikes: Sequence[Strike], now: datetime) -> None:
    """Keeps them, mode 600, whole or not at all.  OSError where the disk refuses."""
    rows = [[s.kind, s.name, s.misses, stamp(now - timedelta(seconds=s.age))] for s in strikes]
    replace_file(path, json.dumps({"v": 1, "strikes": rows}, indent=0).encode() + b"\n")


def _strike(row: Any, now: datetime) -> Strike:
    kind, name, misses, last = row
    if kind not in KINDS or not isinstance(name, str) or type(misses) is not int or misses < 1:
        raise ValueError
    return Strike(kind, name, misses, max(0.0, (now - datetime.fromisoformat(last)).total_seconds()))
