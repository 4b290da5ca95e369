"""Every `door` command that the docs quote is parsed, and run on a board with callers if it can be."""

import io
import re
import shlex
from pathlib import Path
from typing import Final, NamedTuple

import asyncssh
import pytest
from boardroom import PASSWORD
from each import each
from served import Served, ready_folder, served, settle
from wire import TTYPE, TelnetClient

from door import cli

ROOT = Path(__file__).parent.parent.parent
PAGES: Final = (*sorted(ROOT.glob("docs/*.md")), *map(ROOT.joinpath, ("README.md", "CONTRIBUTING.md")))
BOARD: Final = "/srv/board/the-door"

GO_ON: Final = ("serve", "watch", "chat", "log -f", "play", "run")
"""Commands that go on for long. Other tests run them, and here they are only parsed."""

NEED_MORE: Final = {
    "clock believe": "a clock in doubt", "clock back": "a journal from the future", "tables end": "a table",
    "replay": "a finished game", "init": "a new folder",
    "migrate": "a stopped board and a database", "config set board.store": "an address in a file",
    "log --host": "another host", "restore /srv/backup/Mon.tar.gz": "a stopped board",
}  # fmt: skip
WARNS: Final = ("systemd",)
"""They may warn on standard error: this machine may lack the account `board`."""

LAST: Final = ("hangup", "config set board.hours")
"""They end calls that others need, the hours those of all callers at some times of the day."""

FIRST: Final = {
    "callers unban": "callers ban NAME REASON", "callers unban-address": "callers ban-address ADDRESS",
    "restore": "backup FILE.tar.gz",
}  # fmt: skip


class Quoted(NamedTuple):
    """A command of a page, without `door` and its explanation. `alone` on its line, it can be copied."""

    page: str
    text: str
    alone: bool


def quoted() -> dict[Quoted, None]:
    found = {}
    for page in PAGES:
        text = page.read_text()
        lines = re.findall(r"^    (?:sudo )?(?:\S*/)?door +(.+)$", text, re.M)
        for alone, every in ((True, lines), (False, re.findall(r"`door ([^`]+)`", text))):
            for one in every:
                words = re.split(r" {2,}| # | [|>] ", one.strip())[0]
                if "…" not in words and '"$1"' not in words:
                    found[Quoted(page.name, words, alone)] = None
    return found


QUOTED: Final = list(quoted())


def filled(text: str, here: Path, name: str = "Bo") -> list[str]:
    """The command's words. What is in brackets may be left out, and is kept here."""
    backup = str(here / f"{name}.tar.gz")
    values = {
        "NAME": name, "YOURNAME": name, "NEW": f"{name}s", "WORD": "on", "PART": "o", "KEY": "log.level",
        "N": "3", "ID": "3fa9", "ADDRESS": "203.0.113.9", "SLUG": "shutbox", "KEYFILE.pub": str(here / "key"),
        "BOARD": str(here), BOARD: str(here), "/tmp/board": str(here), "DIR": str(here / name),
        "PATH": "drop", "FILE": "/dev/null", "FILE.tar.gz": backup, "/srv/board/before.tar.gz": backup,
        "/srv/www/board": str(here / "site"), "FILE.csv": str(here / "list.csv"), "/srv/board": str(here),
        "/srv/backup/board.tar.gz": backup,
    }  # fmt: skip
    return [values.get(word, word) for word in shlex.split(text.replace("[", "").replace("]", ""))]


def is_one_of(text: str, commands: object) -> bool:
    bare = re.sub(r"^--board \S+ ", "", text)
    return any(bare == one or bare.startswith(f"{one} ") for one in commands)  # type: ignore[attr-defined]


@each("command", QUOTED)
def test_a_quoted_command_is_one(command, tmp_path, capsys):
    try:
        cli.arguments(filled(command.text, tmp_path))
    except SystemExit as stop:
        said = capsys.readouterr().err
        # In a sentence, `door replay` is the command, whatever else it needs.
        assert stop.code == 0 or (not command.alone and "are required" in said), said


def test_there_are_commands():
    assert len(QUOTED) > 60


async def logged_on(board: Served, count: int) -> list[TelnetClient]:
    clients = []
    for number in range(1, count + 1):
        client = await TelnetClient({TTYPE}, terms=(b"DUMB",)).call(board.port("telnet"))
        client.send(b"On%d\r\0%s\r\0" % (number, PASSWORD.encode()))
        await client.see(b"Main menu")
        clients.append(client)
    return clients


@pytest.mark.whole("pages")
async def test_every_quoted_command_does_what_it_says(tmp_path, monkeypatch, capsys):
    run = [one for one in QUOTED if one.alone and not is_one_of(one.text, (*GO_ON, *NEED_MORE))]
    run.sort(key=lambda one: [one.text.startswith(last) for last in reversed(LAST)])
    names = [f"Caller{at}" for at in range(len(run))]
    folder = ready_folder(tmp_path / "board", "On1", "On2", "On3", *names)
    settle(folder / "config" / "board.yaml", minutes_per_call=60)
    key = asyncssh.generate_private_key("ssh-ed25519").export_public_key()
    (folder / "key").write_bytes(key)
    (folder / "list.csv").write_text("handle,level,last_call\nZoe,10,2026-01-01\n")
    monkeypatch.setenv("DOOR_BOARD", str(folder))
    monkeypatch.chdir(tmp_path)
    failed = []
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--rlogin", "127.0.0.1:0") as board:
        clients = await logged_on(board, 3)
        for one, name in zip(run, names, strict=True):
            first = next((text for start, text in FIRST.items() if is_one_of(one.text, [start])), "")
            for text in filter(None, (first, one.text)):
                words = filled(text, folder, f"New{name}" if text.startswith("callers add") else name)
                monkeypatch.setattr("sys.stdin", io.StringIO("a long secret\n"))
                code = cli.main(words)
                out, err = capsys.readouterr()
                if code or (err and text is one.text and not is_one_of(text, WARNS)):
                    failed.append(f"{one.page}: door {shlex.join(words)}: {code} {err or out}")
        for client in clients:
            client.hang_up()
    assert not failed, "\n".join(failed)
