"""The kinds of documents, and the file that each document is in a board's data folder."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from door.records.store import StoreError
from door.ui.catalogue import tr

KILO: Final = 1024
MEGA: Final = 1024 * KILO


BOARD_ID: Final = "board-id"
"""The file in the data folder that names the board in a database."""


class Kind(NamedTuple):
    """Documents of this kind are files in `folder`, with that `suffix` and at most so many bytes.

    `torn` says that a last line without its end was never written; elsewhere a sysop may have left it.
    `by_journal` says that the next start repairs a crash between these documents and the journal's lines.
    """

    folder: str
    suffix: str
    most: int
    torn: bool = False
    by_journal: bool = False
    single: bool = False
    """True if there is one document, whose key is "" and whose file has the suffix as its name."""

    folds: bool = False
    """True if the keys are handles, which are the same in any case. Lists have them folded. A new file is
    named as its key is spelled."""


KINDS: Final = {
    "caller": Kind("callers", ".yaml", 64 * KILO, folds=True),
    "gone": Kind("callers/removed", ".yaml", 64 * KILO, folds=True),  # handles that stay taken
    "renaming": Kind("callers", ".renaming.json", 10 * KILO, single=True),  # that isn't finished yet
    "save": Kind("saves", ".jsonl", 4 * MEGA, torn=True, by_journal=True),
    "deal": Kind("daily", ".jsonl", 4 * MEGA, torn=True, by_journal=True),
    "seed": Kind("daily", ".seed", KILO, by_journal=True),
    "table": Kind("tables", ".jsonl", 16 * MEGA, torn=True, by_journal=True),
    "alive": Kind("tables", ".alive", KILO, single=True),  # when the board was last up
    "letters": Kind("letters", ".jsonl", 64 * MEGA),
    "drafts": Kind("letters/drafts", ".jsonl", 64 * MEGA),
    "feedback": Kind("feedback", ".jsonl", 64 * MEGA),
    "visits": Kind("external", ".jsonl", 64 * MEGA),
    "puzzle": Kind("puzzles", ".jsonl", 64 * MEGA),  # a month's answers at a door
    "outside": Kind("outside", ".jsonl", 64 * MEGA),  # subscribers and their notices
    "thread": Kind("forum", ".jsonl", 64 * MEGA, torn=True),
    "marks": Kind("forum/read", ".json", MEGA),  # what a caller has read
    "announced": Kind(
        "forum", "announced", KILO, single=True
    ),  # the last day with threads of the board's own
    "lines": Kind("", ".jsonl", 64 * MEGA),  # wall, last calls, events
    "list": Kind("", ".json", 4 * MEGA),  # bans, strikes
}


def key_of(handle: str) -> str:
    """Return the key by which handles are compared."""
    return unicodedata.normalize("NFC", handle).casefold()


def listed_key(kind: str, key: str) -> str:
    """Return a document's key as lists have it."""
    return key_of(key) if KINDS[kind].folds else key


@lru_cache(4096)  # each move needs one
def file_of(data: Path, kind: str, key: str) -> Path:
    """Return the path of a document. Raises StoreError if a file can't have that name."""
    if KINDS[kind].single is bool(key) or key.startswith(".") or "/" in key or "\0" in key:
        raise StoreError(tr.records.no_such_key(key=repr(key)))
    return data / KINDS[kind].folder / f"{key}{KINDS[kind].suffix}"
