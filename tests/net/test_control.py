"""The control protocol's readers: whatever comes in is a message, a sentence, or left out."""

from __future__ import annotations

import asyncio
import json

import pytest
from boardroom import boardroom
from hypothesis import given
from hypothesis import strategies as st

from door.net.control import LONGEST, PIECE, BadMessage, ControlLine, hints_of, pack, unpack
from door.net.line import Data, HungUp, Resized
from door.server.control import DO, answer

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
    "cols",
    "rows",
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

    async def get(self) -> dict[str, object] | None:
        await asyncio.sleep(0)
        return self.said.pop(0) if self.said else None

    async def put(self, message: dict[str, object]) -> None:
        assert len(pack(message)) <= LONGEST
        self.told.append(message)

    def close(self) -> None:
        self.closed = True


@given(st.binary(max_size=60) | ANY.map(lambda value: json.dumps(value).encode()))
def test_a_line_is_a_message_or_a_sentence(line: bytes) -> None:
    try:
        message = unpack(line)
    except BadMessage as error:
        assert str(error).endswith(".") and "\n" not in str(error)
    else:
        assert message["v"] == 1


@given(st.dictionaries(st.sampled_from(WORDS), ANY))
def test_hints_are_plausible_whatever_is_said(request) -> None:
    hints = hints_of(request)
    assert hints.kind in ("local", "pipe") and hints.term.isascii()
    assert hints.size is None or all(1 <= side <= 500 for side in hints.size)
    assert hints.charset in ("", "utf-8", "cp437", "ascii")


@given(st.dictionaries(st.sampled_from(WORDS[1:]), ANY), st.sampled_from(sorted(DO)) | ANY)
def test_a_request_is_answered_or_refused(tmp_path_factory, request, do) -> None:
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


async def test_a_terminal_s_bytes_come_in_pieces_and_go_out_in_pieces() -> None:
    sent = b"x" * (2 * PIECE + 5)
    paper = Pager(
        {"data": "aGVsbG8="}, {"data": "%"}, {"data": 7}, {"size": [132, 37]}, {"size": [0, 0]}, {"size": 3}
    )
    line = ControlLine(paper, hints_of({"kind": "local", "cols": 80, "rows": 24}))
    await line.send(sent)
    assert [len(str(message["data"])) for message in paper.told] == [43692, 43692, 8]
    assert [await line.receive() for _ in range(3)] == [
        Data(b"hello"),
        Resized(132, 37),
        HungUp("end of input"),
    ]
    await line.hang_up()
    assert paper.closed


async def test_a_command_that_types_too_fast_waits() -> None:
    paper = Pager(*({"data": "eHh4eHh4eHh4eHh4"} for _ in range(5000)))
    line = ControlLine(paper, hints_of({}))
    for _ in range(2000):
        await asyncio.sleep(0)
    assert 5000 - len(paper.said) < 1000, "the connection is not read while nobody takes what it brought"
    got = 0
    while isinstance(event := await line.receive(), Data):
        got += len(event.data)
    assert got == 60_000
    await line.hang_up()


@pytest.mark.parametrize("size", [[True, 24], [80], [80.0, 24.0], ["80", "24"], [10**30, 24], [-1, 5]])
async def test_a_size_that_is_none_is_left_out(size) -> None:
    paper = Pager({"size": size})
    line = ControlLine(paper, hints_of({"cols": size[0], "rows": size[-1]}))
    event = await line.receive()
    assert isinstance(event, HungUp) or (isinstance(event, Resized) and 1 <= event.cols <= 500)
    await line.hang_up()
