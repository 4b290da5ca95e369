"""What commands set off: on a terminal that can, for a user who likes it, and nowhere else."""

import os
import pty

import pytest

from door.commands.parts.shared import style


@pytest.fixture
def terminal(monkeypatch):
    """A stream to a terminal."""
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as stream:
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
            monkeypatch.delenv(name, raising=False)
        yield stream
    os.close(master)


@pytest.mark.parametrize(
    ("term", "how", "shown"),
    [
        ("xterm-256color", "red", "\x1b[31mno\x1b"),
        ("linux", "green", "\x1b[32mno\x1b"),
        ("vt100", "bold", "\x1b[1mno\x1b"),
        ("vt100", "red", "no"),
        ("dumb", "bold", "no"),
        ("", "bold", "no"),
    ],
)
def test_a_terminal_gets_what_it_can_show(terminal, monkeypatch, term, how, shown):
    monkeypatch.setenv("TERM", term)
    text = style(how, "no", terminal)
    assert text.startswith(shown) and (shown != "no" or text == "no")


def test_a_pipe_gets_words_alone_and_so_does_who_wants_no_colour(terminal, monkeypatch, tmp_path):
    monkeypatch.setenv("TERM", "xterm")
    with (tmp_path / "out").open("w") as pipe:
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert style("red", "no", pipe) == "no"
    monkeypatch.setenv("NO_COLOR", "1")
    assert style("red", "no", terminal) == "no"
