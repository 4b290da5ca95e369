"""finger: a question and its answer, and clients that ask for more."""

import pytest
from wire import exchange, listening

from door.net.finger import LONGEST, MOST, QUESTION_SECONDS, FingerListener


async def asked(*parts: bytes, pause: float = 0.0, answer: str = "Ann is here.\n") -> tuple[bytes, list[str]]:
    """Send the parts of a question; the answer, and the names that were asked for."""
    names: list[str] = []

    def told(name: str, address: str) -> str:
        names.append(name)
        assert address == "127.0.0.1"
        return answer

    async with listening(FingerListener, answer=told) as (board, _, port):
        got = await exchange(port, *parts, pause=pause)
        assert not board.lines, "nobody is on the board for that"
        return got, names


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ((b"\r\n",), ""), ((b"\n",), ""), ((b"/W\r\n",), ""), ((b"/W  Ann\r\n",), "Ann"),
        ((b"A", b"nn\r", b"\nBob\r\n"), "Ann"), ((b"\xff\xf4\r\n",), "\ufffd\ufffd"),
    ],
)  # fmt: skip
async def test_one_line_gets_one_answer(parts, name):
    assert await asked(*parts) == (b"Ann is here.\r\n", [name])


async def test_an_answer_has_its_bound():
    got, _ = await asked(b"\r\n", answer="x" * 10 * MOST)
    assert len(got) == MOST


@pytest.mark.parametrize("parts", [(b"x" * (LONGEST + 1),), (b"x" * (LONGEST + 1) + b"\n",)])
async def test_a_question_without_end_is_cut_off(parts):
    assert await asked(*parts) == (b"", [])


async def test_silence_is_cut_off():
    assert await asked(b"An", pause=QUESTION_SECONDS + 1) == (b"", [])
