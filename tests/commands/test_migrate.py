"""`door migrate` and `door export-journal`: a board moves to a database and back, and nothing is lost."""

import socket
import threading
from contextlib import suppress
from io import StringIO
from pathlib import Path

import postgres_kit
import pytest
from served import settle
from store_kit import lines

from door.cli import main
from door.records.files.owner import owning
from door.records.journal.lines import ZERO
from door.records.store import Change, Unit
from door.records.store.files import Folder
from door.records.store.kinds import DOC_KINDS
from door.settings.skeleton import init
from door.ui.texts import tr

pytestmark = pytest.mark.whole("database")


def place(kind: str) -> tuple[str, str]:
    return kind, "" if DOC_KINDS[kind].single else "Ann"


def text(kind: str) -> bytes:
    return f"handle: Ann\nnote: {kind}\n".encode()


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A board with a document of each kind, and lines of two months."""
    folder = tmp_path / "board"
    init(folder)
    data = folder / "data"
    store = Folder(data)
    store.open()
    for kind in DOC_KINDS:
        store.write(Unit([Change("put", *place(kind), 0, text(kind))]))
    october = lines(ZERO, *range(600), month="2025-10")
    store.write(Unit(lines=october, after=ZERO))
    store.write(Unit(lines=lines(october[-1].hash, 7), after=october[-1].hash))
    for note in ("clock", "release", "running"):
        (data / f"{note}.json").write_text("{}")
    return folder


def door(board: Path, *words: str) -> int:
    return main([*words, "--board", str(board)])


def test_a_journal_that_can_t_be_read_leaves_no_folder(board, tmp_path, capsys):
    (odd := board / "data" / "journal" / "2025-12.jsonl").mkdir()
    assert door(board, "export-journal", str(tmp_path / "copy")) == 1
    assert capsys.readouterr().err == f"{odd}: Is a directory.\n" and not (tmp_path / "copy").exists()


async def test_a_board_moves_to_a_database_and_back(board, tmp_path, capsys):
    url = postgres_kit.server().emptied()
    (board / "url").write_text(url)
    data, files = board / "data", sorted((board / "data" / "journal").glob("*.jsonl"))
    before = [file.read_bytes() for file in files]
    with owning(data):
        assert door(board, "migrate", "--to", url) == 1, "it runs"
    assert door(board, "migrate", "--to", "files") == 1, "it is there"
    assert door(board, "migrate", "--to", "@file:url") == 0
    # host keys stay in their files
    assert f"601 lines and {len(DOC_KINDS) - 1} documents" in capsys.readouterr().out
    assert not Folder(data).keys("caller") and (data / "before-database-1" / "callers").is_dir()
    assert door(board, "migrate", "--to", url) == 1, "nothing is overwritten"

    settle(board / "config" / "board.yaml", store='"@file:url"')
    assert door(board, "export-journal", str(tmp_path / "copy")) == 0
    assert [(tmp_path / "copy" / file.name).read_bytes() for file in files] == before
    assert door(board, "export-journal", str(tmp_path / "copy")) == 1
    assert door(board, "migrate", "--to", "files") == 0
    back = Folder(data)
    assert [back.get(*place(kind)).body for kind in DOC_KINDS] == [*map(text, DOC_KINDS)]
    assert (data / "callers" / "Ann.yaml").exists() and (data / "callers" / "removed" / "Ann.yaml").exists()
    assert [file.read_bytes() for file in files] == before


def test_the_first_caller_is_added_to_a_new_database(tmp_path, capsys, monkeypatch):
    url = postgres_kit.server().database(tmp_path)
    init(board := tmp_path / "board")
    settle(board / "config" / "board.yaml", store=f'"{url}"')
    monkeypatch.setattr("sys.stdin", StringIO("open sesame\n"))
    assert door(board, "callers", "add", " Ann ", "--password-stdin") == 0
    assert capsys.readouterr().out == f"{tr.command.caller_added(handle='Ann')}\n"
    assert door(board, "callers", "show", "ann") == 0


@pytest.mark.parametrize("address", ["nosuch", "mysql://door@db/door", "file"])
def test_what_is_no_address_is_refused(board, capsys, address):
    assert door(board, "migrate", "--to", address) == 1
    assert capsys.readouterr().err.startswith(f"{address!r} is neither files nor a PostgreSQL")


async def test_what_is_no_database_is_refused_in_a_sentence(board, capsys, monkeypatch):
    postgres_kit.server()
    for address in (
        "postgresql://door:hun/ter2@nowhere.invalid/door", "postgresql://door@/x?host=/nowhere",
        "postgresql://door:hunter2@127.0.0.1:99999/door",
    ):  # fmt: skip
        assert door(board, "migrate", "--to", address) == 1
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith("The database cannot be used: ") and "hun" not in said
    monkeypatch.setenv("HOME", "/nowhere")
    with socket.create_server(("127.0.0.1", 0)) as server:

        def agree_to_tls() -> None:
            for _ in range(2):
                with suppress(OSError):
                    client, _ = server.accept()
                    client.recv(8)
                    client.sendall(b"S")

        threading.Thread(target=agree_to_tls, daemon=True).start()
        address = f"postgresql://door@127.0.0.1:{server.getsockname()[1]}/door?sslmode=verify-full"
        assert door(board, "migrate", "--to", address) == 1
        assert "/nowhere/.postgresql/root.crt" in capsys.readouterr().err
