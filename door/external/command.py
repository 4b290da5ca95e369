"""Fill the caller into the sysop's command.

A command is a list of words and never passes through a shell, so no handle can become a command. The program
gets nothing from the board's own environment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from door.dropfile.files import DropFile

PLACEHOLDERS: Final = {
    "N": "node", "H": "handle", "U": "user", "F": "drop file", "D": "folder", "M": "minutes",
    "C": "columns", "R": "rows", "T": "terminal", "O": "home",
}  # fmt: skip
"""Letters allowed after a % in a command's words."""

PATH: Final = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
_PLACEHOLDER: Final = re.compile(r"%(.?)", re.S)


@dataclass(frozen=True, slots=True)
class ProgramVisit:
    """One caller's visit: the values of the placeholders.

    `folder` belongs to this visit, `drop` is the path of the drop file in it or "". `home` is the path
    of the caller's home or "". `terminal` is the program's TERM.
    """

    caller: DropFile
    folder: str
    drop: str = ""
    terminal: str = "xterm"
    charset: str = "utf-8"
    cols: int = 80
    rows: int = 24
    home: str = ""


def invalid_placeholder(word: str) -> str:
    """Return the first invalid placeholder in a word, or ""."""
    letters = (letter for letter in _PLACEHOLDER.findall(word) if letter not in {*PLACEHOLDERS, "%"})
    return next((f"%{letter}" for letter in letters), "")


def uses(letter: str, words: Iterable[str]) -> bool:
    """True if one of the words has that placeholder."""
    return any(letter in _PLACEHOLDER.findall(word) for word in words)


def fill_in(words: Iterable[str], visit: ProgramVisit) -> tuple[str, ...]:
    """Replace placeholders in the words. %% is a percent sign."""
    caller = visit.caller
    values = {
        "N": str(caller.node), "H": caller.alias, "U": user_word(caller.alias), "F": visit.drop,
        "D": visit.folder, "M": str(caller.minutes), "C": str(visit.cols), "R": str(visit.rows),
        "T": visit.terminal, "O": visit.home, "%": "%",
    }  # fmt: skip
    return tuple(_PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), word) for word in words)


def user_word(handle: str) -> str:
    """Return the handle as a user name: lower case, with `_` for everything except letters and digits."""
    return "".join(c.lower() if c.isascii() and c.isalnum() else "_" for c in handle)


def environment(visit: ProgramVisit, home: str, additions: Iterable[str]) -> dict[str, str]:
    """Return the program's whole environment. `additions` are NAME=VALUE and may have placeholders."""
    user = user_word(visit.caller.alias)
    own: Mapping[str, str] = {
        "PATH": PATH, "HOME": home, "SHELL": "/bin/sh", "TERM": visit.terminal, "USER": user, "LOGNAME": user,
        "LANG": "C.UTF-8" if visit.charset == "utf-8" else "C",
    }  # fmt: skip
    added = (word.partition("=") for word in fill_in(additions, visit))
    return {**own, **{name: value for name, _, value in added}}
