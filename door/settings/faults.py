"""What is wrong with a file of the sysop's: a place, a key, a reason."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final, NamedTuple

FILE: Final = "(file)"
"""Stands where a key would, when the fault is the whole file's."""


class Fault(NamedTuple):
    """One fault, shown as `file:line: key: reason`; `line` counts from 1, `key` is dotted."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key}: {self.reason}"


class SettingsError(Exception):
    """The settings cannot be used; `errors` has every fault, a `file:line: key: reason` each."""

    def __init__(self, errors: tuple[str, ...]) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors


def refuse(faults: Iterable[Fault]) -> SettingsError:
    """The faults as one error, in the order of files and lines."""
    return SettingsError(tuple(str(fault) for fault in sorted(faults)))


def nearest(word: object, words: Iterable[str]) -> str:
    """The one of `words` that was probably meant, in any case, or "" where none is near."""
    said, known = str(word).casefold(), {name.casefold(): name for name in words}
    found = difflib.get_close_matches(said, known, 1, 0.6)
    longer = [name for name in known if len(said) >= 4 and name.startswith(said)]
    return known[(longer or found)[0]] if longer or found else ""


def dotted(path: Iterable[str | int]) -> str:
    """`("callers", "reserved", 2)` as `callers.reserved.2`; nothing at all is the file."""
    return ".".join(str(part) for part in path) or FILE
