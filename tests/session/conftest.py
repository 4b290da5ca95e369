"""A board for the tests that need no other doors than Shut The Box."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with boardroom(tmp_path) as open_board:
        yield open_board
