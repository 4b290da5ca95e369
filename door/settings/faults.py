"""What is wrong with files of the sysop's, all of it at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from door.records.files.plain_yaml import Fault


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
