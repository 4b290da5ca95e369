"""What the wall's page asks."""

from __future__ import annotations

from typing import Final

from door.records.community.community import Posted
from door.ui.screen import Act, Query

WALL: Final[Query[None, tuple[Posted, ...]]] = Query("wall")
"""The one-liners, newest last."""

MAY_POST: Final[Query[None, bool]] = Query("may-post")
"""Check whether this caller may write on the wall."""

POST: Final[Act[str]] = Act("post")
"""Post a one-liner on the wall."""
