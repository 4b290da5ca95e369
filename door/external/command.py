"""What is started, and with what: the sysop's words with the caller filled in.

Law: pure.  A command is a list of words and never a line for a shell, so that nothing a caller
is called can become another command.  Nothing of the board's own environment goes in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from door.dropfile.lines import DropFile

PLACES: Final = {
    "N": "node", "H": "handle", "U": "user", "F": "drop file", "D": "folder", "M": "minutes",
    "C": "columns", "R": "rows", "T": "terminal",
}  # fmt: skip
"""The letters that may follow a % in a command's words."""

PATH: Final = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
_PLACE: Final = re.compile(r"%(.?)", re.S)


@dataclass(frozen=True, slots=True)
class Visit:
    """One caller's visit: what the placeholders stand for.

    `folder` is the visit's own, `drop` the path of the drop file in it ("" for none); `terminal`
    is the program's TERM.
    """

    caller: DropFile
    folder: str
    drop: str = ""
    terminal: str = "xterm"
    charset: str = "utf-8"
    cols: int = 80
    rows: int = 24


def wrong_place(word: str) -> str:
    """The first placeholder of a word that is none, or ""."""
    letters = (letter for letter in _PLACE.findall(word) if letter not in {*PLACES, "%"})
    return next((f"%{letter}" for letter in letters), "")


def filled(words: Iterable[str], visit: Visit) -> tuple[str, ...]:
    """The words, placeholders replaced; %% is a percent sign."""
    caller = visit.caller
    values = {
        "N": str(caller.node), "H": caller.alias, "U": user_word(caller.alias), "F": visit.drop,
        "D": visit.folder, "M": str(caller.minutes), "C": str(visit.cols), "R": str(visit.rows),
        "T": visit.terminal, "%": "%",
    }  # fmt: skip
    return tuple(_PLACE.sub(lambda found: values.get(found[1], found[0]), word) for word in words)


def user_word(handle: str) -> str:
    """The handle as programs take a user's name: lower case, `_` for each that is no letter or digit."""
    return "".join(c.lower() if c.isascii() and c.isalnum() else "_" for c in handle)


def environment(visit: Visit, home: str, additions: Iterable[str]) -> dict[str, str]:
    """All that the program finds in its environment; `additions` are NAME=VALUE, with placeholders."""
    user = user_word(visit.caller.alias)
    own: Mapping[str, str] = {
        "PATH": PATH, "HOME": home, "SHELL": "/bin/sh", "TERM": visit.terminal, "USER": user, "LOGNAME": user,
        "LANG": "C.UTF-8" if visit.charset == "utf-8" else "C",
    }  # fmt: skip
    added = (word.partition("=") for word in filled(additions, visit))
    return {**own, **{name: value for name, _, value in added}}
