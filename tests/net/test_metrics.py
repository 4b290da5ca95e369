"""The listener for monitors: who is answered, and clients that ask for something else."""

import logging

import pytest
from wire import exchange, listening

from door.net.guard.gate import Gate
from door.net.metrics import QUESTION_SECONDS, MetricsListener

TOKEN = "a-token-of-sixteen"


def get(path: str = "/metrics", *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: a", *headers, "", "")).encode()


async def asked(
    *parts: bytes, token: str = "", trusted: bool = True, pause: float = 0.0
) -> tuple[int, bytes]:
    """Send the parts of a request; the answer's status, or 0, and all of it."""

    async def numbers() -> str:
        return "door_calls 3"

    gate, wanted = Gate(spared=lambda address: trusted), lambda: token
    async with listening(MetricsListener, gate=gate, numbers=numbers, token=wanted) as (board, _, port):
        got = await exchange(port, *parts, pause=pause)
        assert not board.lines
        return int(got.split()[1]) if got else 0, got


async def test_a_trusted_address_is_answered_without_a_token():
    status, got = await asked(get())
    assert status == 200 and got.endswith(b"\r\n\r\ndoor_calls 3\n") and b"version=0.0.4" in got
    assert (await asked(get(), trusted=False))[0] == 403


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Authorization: Bearer {TOKEN}", 200), (f"authorization: bearer {TOKEN}", 200), ("X: y", 401),
        (f"Authorization: Bearer {TOKEN}x", 401), (f"Authorization: Bearer {TOKEN[:-1]}", 401),
        (f"Authorization: Basic {TOKEN}", 401), ("Authorization: Bearer", 401),
        ("Authorization: Bearer \xe9", 401), (f"Authorization: Bearer {TOKEN}\r\nAuthorization: x", 400),
    ],
)  # fmt: skip
async def test_with_a_token_it_decides_whatever_the_address(header, status, trusted):
    got = await asked(get("/metrics", header).replace("\xe9".encode(), b"\xe9"), token=TOKEN, trusted=trusted)
    assert got[0] == status
    assert (b"WWW-Authenticate: Bearer" in got[1]) == (status == 401) and TOKEN.encode() not in got[1]


async def test_a_wrong_token_is_a_line_of_the_log_without_it(caplog):
    with caplog.at_level(logging.WARNING, "door.net"):
        await asked(get("/metrics", "Authorization: Bearer wrong-one"), token=TOKEN)
    assert "refused metrics from 127.0.0.1: no token, or a wrong one" in caplog.text
    assert "wrong-one" not in caplog.text


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ((get("/"),), 404), ((get("/healthz"),), 404), ((get(method="POST"),), 405),
        ((b"\x16\x03\x01",), 400),
        ((get()[:20], get()[20:]), 200), ((get(method="HEAD"),), 200), ((get() * 3,), 200),
        ((b"GET /" + b"x" * 17_000,), 431),
    ],
)  # fmt: skip
async def test_it_answers_one_question(parts, status):
    got = await asked(*parts)
    assert got[0] == status and got[1].count(b"HTTP/1.1 ") == 1


async def test_who_asks_nothing_is_cut_off():
    assert (await asked(b"GET", pause=QUESTION_SECONDS))[0] == 0
