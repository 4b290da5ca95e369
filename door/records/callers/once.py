"""One-time words: a caller who was brought from another board logs on with one, and chooses a password.

A word has 79 random bits, so a plain hash of it tells nobody the word.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from door.records.callers.caller_file import Caller

ONCE: Final = "once:"
"""The beginning of a password in a caller's file that is a one-time word's hash."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_word() -> str:
    """Return a one-time word: four groups of four letters and digits, none of which look alike."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def once(word: str) -> str:
    """Return a one-time word as a caller's file has it."""
    plain = "".join(word.split()).replace("-", "").casefold()
    return ONCE + hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()


def is_once(caller: Caller) -> bool:
    """True if the caller has a one-time word, and no password yet."""
    return caller.password.startswith(ONCE)


def fits_once(caller: Caller, word: str) -> bool:
    return is_once(caller) and hmac.compare_digest(caller.password, once(word))
