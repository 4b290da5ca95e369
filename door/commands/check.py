"""`door check`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from door.board.lobby import ART
from door.games.catalogue import infos
from door.settings.check import check as check_board
from door.term.art import ArtError, read_art

COLUMNS: Final = 80


def check(board: Path) -> int:
    """Prints what there is to say of settings and art; errors go to stderr, and make it fail."""
    lines, errors = check_board(board, infos(), judge, ART)
    print("\n".join([*lines, *([] if errors else ["Nothing is wrong."])]))
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


def judge(data: bytes) -> list[str]:
    """What is wrong with one .ans file."""
    try:
        art = read_art(data)
    except ArtError as error:
        return [str(error)]
    wide = art.canvas.cols
    faults = [] if art.sauce else ["has no SAUCE record, which names its title and its width"]
    return faults + ([f"is {wide} columns wide, more than {COLUMNS}"] if wide > COLUMNS else [])
