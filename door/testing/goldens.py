"""Screens as they were looked at, kept as text files with their colours.

`GOLDEN=write pytest` writes them again. Look at the difference before you commit it.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from door.term.canvas import CODE, SHIFT, Canvas

_INKS: Final = "kbgcrmnwKBGCRMNW"
"""A letter for each colour; capitals are bright."""


@dataclass(frozen=True, slots=True)
class Goldens:
    """The folder with the files."""

    folder: Path

    def check(self, name: str, canvas: Canvas) -> None:
        """Compare a canvas with the file of that name, and show how they differ."""
        path, shown = self.folder / f"{name}.txt", "\n".join(_rows(canvas)) + "\n"
        if os.environ.get("GOLDEN") == "write":
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(shown, encoding="utf-8")
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        if shown != known:
            rows = difflib.unified_diff(
                known.splitlines(), shown.splitlines(), path.name, "shown", lineterm=""
            )
            pytest.fail("\n".join(["The screen has changed. GOLDEN=write accepts it.", *rows]), pytrace=False)


def _rows(canvas: Canvas) -> Iterator[str]:
    """Yield each row's text, then its colours and its backgrounds if it has any but grey on black."""
    for row in canvas.cells:
        text = "".join(chr(cell & CODE) for cell in row)
        styles = [cell >> SHIFT for cell in row]
        inks = "".join(
            " " if char == " " or one & 15 == 7 else _INKS[one & 15]
            for char, one in zip(text, styles, strict=True)
        )
        backs = "".join(_INKS[one >> 4 & 15] if one >> 4 & 15 else " " for one in styles)
        for mark, line in (("|", text), ("f", inks), ("b", backs)):
            if line.strip() or mark == "|":
                yield f"{mark} {line}".rstrip()
