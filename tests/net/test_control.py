"""The control protocol's readers: whatever comes in is a message, a sentence, or left out."""

import asyncio
import errno
import json
import os
import re
import socket
from pathlib import Path

import pytest
from boardroom import boardroom
from effort import PATIENCE
from hypothesis import given
from hypothesis import strategies as st

from door.net.control import Peer
from door.net.control_wire import LONGEST, BadMessage, pack, unpack
from door.records.files.backup import Backup
from door.records.journal.journal import JournalPlan, JournalWaits
from door.records.store import Change, StoreRefused, Unit
from door.server.control import DO, answer
from door.server.handed import hints_of

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANY = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
WORDS = (
    "do",
    "node",
    "text",
    "page",
    "kind",
    "term",
    "size",
    "charset",
    "environ",
    "lines",
    "word",
    "follow",
)


class Pager:
    """A connection whose other end is written down; it says `said`, then ends."""

    def __init__(self, *said: dict[str, object]) -> None:
        self.said = list(said)
        self.told: list[dict[str, object]] = []
        self.closed = False
        self.descriptors: list[int] = []

    async def get(self) -> dict[str, object] | None:
        await asyncio.sleep(0)
        return self.said.pop(0) if self.said else None

    async def put(self, message: dict[str, object]) -> None:
        assert len(pack(message)) <= LONGEST
        self.told.append(message)

    def close(self) -> None:
        self.closed = True


@given(st.binary(max_size=60) | ANY.map(lambda value: json.dumps(value).encode()))
def test_a_line_is_a_message_or_a_sentence(line):
    try:
        message = unpack(line)
    except BadMessage as error:
        assert str(error).endswith(".") and "\n" not in str(error)
    else:
        assert message["v"] == 1


@given(st.dictionaries(st.sampled_from(WORDS), ANY))
def test_hints_are_plausible_whatever_is_said(request):
    hints = hints_of(request)
    assert hints.kind in ("local", "pipe") and hints.term.isascii()
    assert hints.size is None or all(1 <= side <= 500 for side in hints.size)
    assert hints.charset in ("", "utf-8", "cp437", "ascii")


@given(st.dictionaries(st.sampled_from(WORDS[1:]), ANY), st.sampled_from(sorted(DO)) | ANY)
def test_a_request_is_answered_or_refused(tmp_path_factory, request, do):
    async def ask() -> None:
        async with boardroom(tmp_path_factory.mktemp("control")) as board:
            paper = Pager()
            try:
                await answer(board.services, {"v": 1, **request, "do": do}, paper)
            except BadMessage as error:
                assert str(error).endswith(".")
            else:
                assert paper.told

    asyncio.run(ask())


async def test_a_connection_with_the_number_of_one_just_closed_is_heard():
    (ours, theirs), (later, more) = socket.socketpair(), socket.socketpair()
    number, peer = ours.fileno(), Peer(ours)
    listening = asyncio.create_task(peer.get())
    await asyncio.sleep(0)
    listening.cancel()
    peer.close()
    os.dup2(later.fileno(), number)  # before `listening` hears of it
    with socket.socket(fileno=number) as again, theirs, later, more:
        more.sendall(pack({"do": "health"}))
        async with asyncio.timeout(PATIENCE):
            assert (await Peer(again).get() or {})["do"] == "health"
    assert listening.cancelled()


def descriptors_of(file: Path) -> list[int]:
    return [int(one.name) for one in Path("/proc/self/fd").iterdir() if one.resolve() == file]


async def test_a_request_that_the_disk_refuses_says_so(tmp_path, monkeypatch):
    """Without an answer the command tried again for ten seconds, and then named a second board."""

    def refuse(backup: Backup) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/srv/x")

    async with boardroom(tmp_path) as board:
        paper = Pager()
        paper.descriptors = [os.open(tmp_path / "backup", os.O_RDWR | os.O_CREAT)]
        monkeypatch.setattr(Backup, "add_documents", refuse)
        why = "The board couldn't do that: /srv/x: No space left on device."
        with pytest.raises(BadMessage, match=f"^{re.escape(why)}$"):
            await answer(board.services, {"v": 1, "do": "backup"}, paper)
        assert descriptors_of(tmp_path / "backup") == paper.descriptors, "nothing is written to it later"
        os.close(paper.descriptors[0])
        assert not board.services.store.journal.fault(), "the journal can be written"


async def test_a_backup_is_written_while_decisions_wait_and_counts_them(tmp_path, monkeypatch):
    async with boardroom(tmp_path) as board:
        journal, paper = board.services.store.journal, Pager()
        paper.descriptors = [os.open(tmp_path / "backup", os.O_RDWR | os.O_CREAT)]
        with monkeypatch.context() as patch:
            patch.setattr(board.services.store.journal.store, "write", refuse_unit)
            with pytest.raises(JournalWaits):
                await journal.decide([{"kind": "note"}], waits=True)
            for _ in range(2):
                await answer(board.services, {"v": 1, "do": "backup"}, paper)
        await answer(board.services, {"v": 1, "do": "backup"}, paper)
        os.close(paper.descriptors[0])
        assert [str(one["done"]).split()[1] for one in paper.told] == ["1", "1", "0"], "it tries first"


async def test_health_names_a_file_that_is_refused_and_succeeds(tmp_path):
    async with boardroom(tmp_path) as board:
        journal, paper = board.services.store.journal, Pager()
        (wall := journal.store.data / "wall.jsonl").mkdir()
        change = Change("add", "lines", "wall", 0, b"{}\n")
        with pytest.raises(JournalWaits):
            await journal.decide(lambda moment: JournalPlan([], [change]), about="ann", waits=True)
        await answer(board.services, {"v": 1, "do": "health"}, paper)
        wall.rmdir()
        assert await journal.retry()
        await answer(board.services, {"v": 1, "do": "health"}, paper)
        up = "The board is up, with 0 calls."
        refused = "wall.jsonl cannot be read or written: is a directory."
        assert [one["done"] for one in paper.told] == [f"{up}\n{refused}", up]


def refuse_unit(unit: Unit) -> list[int]:
    raise StoreRefused("no space left on device")


@pytest.mark.parametrize("size", [[True, 24], [80], [80.0, 24.0], ["80", "24"], [10**30, 24], [-1, 5]])
def test_a_size_that_is_none_is_left_out(size):
    found = hints_of({"size": size}).size
    assert found is None or all(1 <= side <= 500 for side in found)
