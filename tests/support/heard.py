"""What a caller in plain mode would have heard so far."""

from typing import Any

from door.screens import company
from door.ui.words import Lines


def heard(one: Any) -> Lines:
    """All of it, at a stage or in a call: anything with a door and its state."""
    return company.new_lines((getattr(one, "door", None) or one.screen).game, None, one.state)
