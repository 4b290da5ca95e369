"""A board as `door init` makes it, and commands on it in this process."""

import io
import sys

import pytest

from door import cli
from door.settings.skeleton import init


@pytest.fixture
def board(tmp_path):
    init(tmp_path)
    return tmp_path


@pytest.fixture
def door(board, capsys, monkeypatch):
    """A command on the board: exit code, stdout, stderr."""

    def run(*words, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.main(["--board", str(board), *words])
        return code, *capsys.readouterr()

    return run
