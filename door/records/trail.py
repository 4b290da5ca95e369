"""The trail: a line of the log for each change by a sysop, whether from the desk, a shell or a file.

Guarantees: each line says what changed, by whom, and the values before and after. Secrets are never among
them. The lines are written at every `log.level`. `door log --trail` prints them.
"""

from __future__ import annotations

import logging
from typing import Final

NAME: Final = "door.trail"
LOG: Final = logging.getLogger(NAME)
LOG.setLevel(logging.INFO)

BY_FILE: Final = "a file"
BY_RESTART: Final = "a restart"
CONSOLE: Final = "the command line"
"""Who changes something, besides sysops by their handles."""


def note_change(what: str, by: str, about: str = "", before: object = "", after: object = "") -> None:
    """Log a change. `about` is a handle, an address or a setting's key."""
    LOG.info("trail %s by=%r about=%r before=%r after=%r", what, by, about, str(before), str(after))
