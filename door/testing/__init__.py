"""Tests for doors: a stage that plays one, the laws that each must keep, and screens kept as files.

For the authors of doors, which come with `bbs-door[test]`. The board's own tests use the same.
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("door.testing.events", "door.testing.laws")

from door.testing.goldens import Goldens  # noqa: E402
from door.testing.stage import Stage, playable, seed_of  # noqa: E402

__all__ = ["Goldens", "Stage", "playable", "seed_of"]
