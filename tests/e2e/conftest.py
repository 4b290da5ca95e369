"""One board for all tests that need no board of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from served import Served, ready_folder, served

CALLERS = ("Alice", "Bob", "Erik", "Frieda", "Gustav", "Hanna")


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A board that runs, with a few callers."""
    with served(ready_folder(tmp_path_factory.mktemp("board"), *CALLERS, expert="on")) as running:
        yield running
