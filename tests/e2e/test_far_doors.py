"""A board of ours calls another one: real processes, rlogin between them, callers by SSH and in Chromium."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import CHROMIUM, LIGHT, Page, browsing
from people import by_ssh
from pty_client import needs
from served import Served, ready_folder, served

KEY = "a-key-of-thirty-letters-and-more"


@pytest.fixture
def owl(tmp_path: Path) -> Iterator[Served]:
    """The board with the games. It lets callers of ATTIC in."""
    folder = ready_folder(tmp_path / "owl")
    config = folder / "config" / "board.yaml"
    config.write_text(config.read_text().replace("  boards: []", f"  boards: [ATTIC {KEY}]"))
    with served(folder, "--telnet", "off", "--ssh", "off", "--rlogin", "127.0.0.1:0") as running:
        yield running


@pytest.fixture
def attic(tmp_path: Path, owl: Served) -> Path:
    """The folder of the board that calls it, by a door of three lines."""
    folder = ready_folder(tmp_path / "attic", "Alice", expert="on")
    (folder / "config/external/owl.yaml").write_text(
        f"name: Night Owl\nrlogin: 127.0.0.1:{owl.port('rlogin')}/shutbox\npassword: {KEY}\n"
    )
    return folder


def scorers(owl: Served) -> list[str]:
    """Whose games that board's journal has."""
    files = (owl.folder / "data" / "journal").glob("*.jsonl")
    lines = [json.loads(line) for path in files for line in path.read_text().splitlines()]
    return [line["caller"] for line in lines if line["kind"] == "game"]


@needs("ssh")
def test_a_caller_by_ssh_plays_there_and_her_score_is_there(attic, owl, person):
    with served(attic) as board:
        one = by_ssh(board, person, "Alice")
        one.type(b"d")
        one.shows("1  Night Owl")
        one.type(b"1")
        one.shows(r"Alice@ATTIC.*\d \+ \d = \d+")
        for key, then in ((b"q", "Leave this game"), (b"g", "Final score"), (b"q", "Night Owl has ended")):
            one.type(key)
            one.shows(then)
        one.type(b" ")
        one.shows("VISITS LEFT")
    assert scorers(owl) == ["Alice@ATTIC"]


@pytest.mark.whole("browser")
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_a_caller_in_a_browser_plays_there_and_her_score_is_there(attic, owl):
    listeners = ("--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0")
    with served(attic, *listeners) as board, browsing() as browser:
        context = browser.new_context()
        context.add_init_script(LIGHT)
        page = Page(context, board)
        page.log_on("Alice")
        for key, then in (
            ("d", "Night Owl"), ("1", "Alice@ATTIC"), ("q", "Leave this game"), ("g", "Final score"),
            ("q", "Night Owl has ended"), (" ", "VISITS LEFT"),
        ):  # fmt: skip
            page.type(key)
            page.until(then)
        page.done()
        context.close()
    assert scorers(owl) == ["Alice@ATTIC"]
