"""One-time words: typed in place of a password on the log-on page, they let a caller choose a new one.

A caller who was brought from another board has a word and no password. One who has lost the password gets a
word by e-mail or from the sysop, and the password works until the word is used. A caller has one word at
most, so the next one ends it. A word has 79 random bits, so a plain hash of it tells nobody the word.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Final

from door.records.callers.caller_file import Caller
from door.records.journal.lines import stamp

BY_MAIL: Final = timedelta(hours=1)
BY_SYSOP: Final = timedelta(days=7)
"""How long a word is valid that the board has mailed, and one that the sysop passes on."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_word() -> str:
    """Return a one-time word: four groups of four letters and digits, none of which look alike."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def once(word: str, until: datetime | None = None) -> str:
    """Return a one-time word as a caller's file has it: its hash, and the time when it ends."""
    return " ".join(filter(None, (_hash(word), stamp(until) if until else "")))


def has_only_word(caller: Caller) -> bool:
    """True if the caller has a one-time word, and no password yet."""
    return bool(caller.word) and not caller.password


def fits_once(caller: Caller, word: str, now: datetime) -> bool:
    """True if that is the caller's one-time word, and it hasn't ended."""
    known, _, until = caller.word.partition(" ")
    fits = hmac.compare_digest(known.encode("utf-8", "replace"), _hash(word).encode())
    try:
        return fits and (not until or now < datetime.fromisoformat(until))
    except (ValueError, TypeError):  # a sysop's slip in the file
        return False


def _hash(word: str) -> str:
    plain = "".join(word.split()).replace("-", "").casefold()
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()
