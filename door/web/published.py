"""What is published in a folder: a list of our files, and the pages that the web listener serves from it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from door.records.files.disk import replace_file

LIST: Final = ".published.json"

_PATH: Final = re.compile(r"(?:[0-9A-Za-z_-][0-9A-Za-z_.-]*/)*[0-9A-Za-z_-][0-9A-Za-z_.-]*")
"""The list may be edited by hand. A path in it never leaves the folder."""


@dataclass(slots=True)
class Published:
    """What is in the folder: a stamp for each file by its path, and for each month by its name."""

    files: dict[str, str] = field(default_factory=dict)
    months: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Published:
        """Read the list. A damaged one is empty."""
        try:
            listed = json.loads(path.read_bytes())
            files = {path: str(stamp) for path, stamp in listed["files"].items() if _PATH.fullmatch(path)}
            return cls(files, {month: str(stamp) for month, stamp in listed["months"].items()})
        except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def write(self, path: Path) -> None:
        listed = json.dumps({"files": self.files, "months": self.months}, indent=0, sort_keys=True)
        replace_file(path, listed.encode(), lasting=False, mode=0o644)


class PublicPages:
    """The pages in a folder. Only files in its list are served, so no path leads anywhere else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._published = Published()

    def look(self) -> None:
        """Read the list again."""
        self._published = Published.read(self.folder / LIST)

    def find(self, path: str) -> tuple[bytes, str] | None:
        """Return the content of the page at a path, such as "/games/", and its file's name. None if there is
        no such page."""
        name = path.removeprefix("/") + ("index.html" if path.endswith("/") else "")
        if name not in self._published.files:
            return None
        try:
            return (self.folder / name).read_bytes(), name
        except OSError:
            return None
