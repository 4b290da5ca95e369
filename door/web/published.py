"""The list of our files in a folder of published pages."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from door.records.files.disk import replace_file

PAGES: Final = "web"
"""The folder of a board's own pages, in its data."""

LIST: Final = ".published.json"
CLAIMS: Final = ".published.new"
"""Paths of files that are being written, a line each. After a crash they are still ours."""

_PATH: Final = re.compile(r"(?:[0-9A-Za-z_-][0-9A-Za-z_.-]*/)*[0-9A-Za-z_-][0-9A-Za-z_.-]*")
"""The list may be edited by hand. A path in it never leaves the folder."""


@dataclass(slots=True)
class Published:
    """Stamps of the folder's content: of each file by its path, each month by its name, and the whole."""

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
