"""The board's pages by name: what `Visit` may open."""

from __future__ import annotations

from typing import Any, Final

from door.board import bulletins, goodbye, help, logon, menu, options, splash, who

PAGES: Final[dict[str, Any]] = {
    "logon": logon,
    "menu": menu,
    "bulletins": bulletins,
    "who": who,
    "options": options,
    "help": help,
    "goodbye": goodbye,
    "splash": splash,
}
