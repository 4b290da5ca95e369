"""What is published in a folder: a list of our files, and the pages that the web listener serves from it."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from door.records.files.disk import replace_file

LIST: Final = ".published.json"
CLAIMS: Final = ".published.new"
"""Paths of files that are being written, a line each. After a crash they are still ours."""

_PATH: Final = re.compile(r"(?:[0-9A-Za-z_-][0-9A-Za-z_.-]*/)*[0-9A-Za-z_-][0-9A-Za-z_.-]*")
"""The list may be edited by hand. A path in it never leaves the folder."""


@dataclass(slots=True)
class Published:
    """Stamps of what is in the folder: of each file by its path, each month by its name, and the whole."""

    files: dict[str, str] = field(default_factory=dict)
    months: dict[str, str] = field(default_factory=dict)
    whole: str = ""

    @classmethod
    def read(cls, folder: Path) -> Published:
        """Read the folder's list. A damaged one is empty."""
        try:
            listed = json.loads((folder / LIST).read_bytes())
            found = cls(dict(listed["files"]), dict(listed["months"]), str(listed["whole"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            found = cls()
        with suppress(FileNotFoundError):
            claims = (folder / CLAIMS).read_text("utf-8", "replace").splitlines()
            found.files = dict.fromkeys(claims, "") | found.files
        found.files = {path: str(stamp) for path, stamp in found.files.items() if _PATH.fullmatch(path)}
        return found

    def write(self, folder: Path) -> None:
        listed = json.dumps(asdict(self), indent=0, sort_keys=True)
        replace_file(folder / LIST, listed.encode(), lasting=False, mode=0o644)
        (folder / CLAIMS).unlink(missing_ok=True)


class PublicPages:
    """The pages in a folder. Only files in its list are served, so no path leads anywhere else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._published: Published | None = None

    def look(self) -> None:
        """Read the list again."""
        self._published = Published.read(self.folder)

    def find(self, path: str) -> tuple[Path, str] | None:
        """Return the file of the page at a path, such as "/games/", and its stamp, or None."""
        if self._published is None:
            self._published = Published.read(self.folder)
        name = path.removeprefix("/") + ("index.html" if path.endswith("/") else "")
        stamp = self._published.files.get(name)
        return None if stamp is None else (self.folder / name, stamp)
