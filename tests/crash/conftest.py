"""Crash tests write to a disk, as a board does; other tests write to memory."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with TemporaryDirectory(prefix="door-crash-", dir="/var/tmp") as folder:
        yield Path(folder)
