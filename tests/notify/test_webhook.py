"""Webhooks: permitted addresses, hostile answers, and messages that wait."""

import asyncio
import logging
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from typing import Any

import pytest
from boardroom import Boardroom
from certificates import write_certificate
from effort import PATIENCE
from outside_servers import OK, web_hook

from door.notify import webhook
from door.notify.webhook import MOST_WAITING, HookMessage, Outbox, WebhookError, is_permitted, post
from door.settings.forms import is_url

LOOPBACK = ("127.0.0.0/8",)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "2002:c0a8:101::",
        "64:ff9b:1::7f00:1", "::10.0.0.1", "::8.8.8.8", "::ffff:0:10.0.0.1", "fec0::1", "100:0:0:1::1",
        "5f00::1", "192.88.99.1", "2002:c058:6301::", "2001:db8::1",
    ],
)  # fmt: skip
def test_private_addresses_are_refused_however_they_are_written(address):
    assert not is_permitted(address, ())


def test_public_and_listed_addresses_are_permitted():
    assert all(is_permitted(one, ()) for one in ("1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"))
    assert is_permitted("127.0.0.1", LOOPBACK) and not is_permitted("10.0.0.1", LOOPBACK)


OWN_PUBLIC = """
import fcntl, socket, struct
from door.notify.webhook import is_permitted
plug = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
fcntl.ioctl(plug, 0x8914, struct.pack("16sH14x", b"lo", 0x41))
address = socket.inet_aton("93.184.216.34")
fcntl.ioctl(plug, 0x8916, struct.pack("16sHxx4s8x", b"lo:1", socket.AF_INET, address))
print(*(is_permitted("93.184.216.34", networks) for networks in ((), ("93.184.216.34/32",))))
print(is_permitted("64:ff9b::5db8:d822", ()), is_permitted("1.1.1.1", ()))
"""
"""Gives this network namespace a public address, and asks for it."""


@pytest.mark.skipif(not shutil.which("unshare"), reason="needs a network of its own")
def test_a_public_address_of_this_machine_is_refused_unless_it_is_listed():
    command = ["unshare", "-rn", sys.executable, "-c", OWN_PUBLIC]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if "unshare" in done.stderr:
        pytest.skip("this machine gives no network of its own")
    assert done.stdout.split() == ["False", "True", "False", "True"], done.stderr


@pytest.mark.parametrize(
    ("url", "is_good"),
    [
        ("https://ntfy.sh/my-topic", True), ("http://example.org:8080/?a=b&c=%20", True),
        ("https://[2606:4700::1111]/x", True), ("https://example.org", True),
        ("ftp://example.org/", False), ("https://user:word@example.org/", False), ("https:///x", False),
        ("http://example.org:25/", False), ("http://example.org:99999/", False), ("https://a b.org/", False),
        ("https://example.org/\r\nX: y", False), ("https://example.org/#x", False),
        ("https://example.org/" + "x" * 500, False), ("javascript:alert(1)", False), ("", False),
    ],
)  # fmt: skip
def test_an_address_is_http_on_a_port_for_it(url, is_good):
    assert is_url(url) is is_good


async def test_a_message_is_posted():
    async with web_hook() as hook:
        assert await post(hook.url, "ü".encode(), "text/plain", LOOPBACK) == 204
    assert hook.bodies == ["ü"]
    assert hook.heads[0].startswith("POST /hook?a=b HTTP/1.1\r\nHost: 127.0.0.1:")


REDIRECT = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n"
LARGE = b"HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n" + bytes(10_000_000)


@pytest.mark.parametrize(
    ("answer", "why", "lasting"),
    [
        (REDIRECT, "it answers 302, a redirect, which is not followed", True),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "it answers 404", True),
        (b"HTTP/1.1 503 Service Unavailable\r\n\r\n", "it answers 503", False),
        (b"HTTP/1.1 429 Too Many\r\n\r\n", "it answers 429", False),
        (b"x" * 10_000_000, "its answer is not HTTP", True),
        (b"SSH-2.0-x\r\n", "its answer is not HTTP", True),
        (b"", r"no connection \(EOF\)", False),
        (None, "no answer within 0 seconds", False),
    ],
)
async def test_a_bad_answer_is_one_sentence(monkeypatch, answer, why, lasting):
    if answer is None:
        monkeypatch.setattr(webhook, "SECONDS", 0.05)
    async with web_hook(answer) as hook:
        with pytest.raises(WebhookError, match=why) as caught:
            await post(hook.url, b"", "text/plain", LOOPBACK)
    assert caught.value.lasting is lasting
    if answer is not None:  # in so short a time, a busy machine may not have read the head
        assert len(hook.heads) == 1, "no redirect is followed"


INTERIM = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"


async def test_interim_answers_are_not_the_answer():
    async with web_hook(INTERIM + OK, INTERIM * 50, INTERIM + b"HTTP/1.1 404 No\r\n\r\n") as hook:
        assert await post(hook.url, b"", "text/plain", LOOPBACK) == 204
        for why in ("not HTTP", "404"):
            with pytest.raises(WebhookError, match=why):
                await post(hook.url, b"", "text/plain", LOOPBACK)


async def test_a_server_says_when_it_may_be_asked_again():
    busy = b"HTTP/1.1 429 Slow\r\nretry-after: %s\r\n\r\n"
    async with web_hook(busy % b"45", busy % b"99999", busy % b"Sat, 28 Nov 2026 20:00:00 GMT") as hook:
        for seconds in (45.0, 3600.0, 0.0):
            with pytest.raises(WebhookError) as caught:
                await post(hook.url, b"", "text/plain", LOOPBACK)
            assert caught.value.pause == seconds


@pytest.mark.parametrize("dead", [("127.0.0.2", "::1"), ("::1", "127.0.0.2")], ids=["four", "six"])
async def test_a_name_with_a_dead_address_is_reached_by_the_next(monkeypatch, dead):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 80)) for one in (*dead, *dead, "127.0.0.1")]
    monkeypatch.setattr(webhook, "getaddrinfo", lambda *_: found)
    async with web_hook() as hook:
        url = f"http://both.example:{hook.port}/"
        assert await post(url, b"", "text/plain", (*LOOPBACK, "::1/128")) == 204
    with pytest.raises(WebhookError, match="no connection"):
        await post(url, b"", "text/plain", (*LOOPBACK, "::1/128"))


async def test_a_large_answer_is_not_read():
    async with web_hook(LARGE) as hook:
        assert await post(hook.url, b"", "text/plain", LOOPBACK) == 200


async def test_private_servers_are_never_connected_to():
    async with web_hook() as hook:
        for name in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"):
            with pytest.raises(WebhookError, match=r"private address") as caught:
                await post(f"http://{name}:{hook.port}/", b"", "text/plain", ())
            assert caught.value.lasting
    assert hook.heads == []


async def test_a_name_is_looked_up_once_and_every_address_of_it_counts(monkeypatch):
    asked: list[str] = []

    def looked_up(name: str, port: int, *_: object) -> list[tuple[object, ...]]:
        asked.append(name)
        first = "127.0.0.1" if name == "one.example" and len(asked) == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in (first, "127.0.0.1")]

    monkeypatch.setattr(webhook, "getaddrinfo", looked_up)
    async with web_hook() as hook:
        assert await post(f"http://one.example:{hook.port}/", b"", "text/plain", LOOPBACK) == 204
        assert asked == ["one.example"], "the address that was checked is the one that is connected to"
        with pytest.raises(WebhookError, match=r"10\.0\.0\.1, a private"):
            await post(f"http://two.example:{hook.port}/", b"", "text/plain", LOOPBACK)


async def test_a_certificate_that_nobody_trusts_is_refused(tmp_path):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*write_certificate(tmp_path, "one"))
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(WebhookError, match="TLS is not good"):
            await post(f"https://localhost:{port}/", b"", "text/plain", (*LOOPBACK, "::1"))


async def test_names_that_callers_chose_do_not_hold_up_the_sysop_s_messages(monkeypatch):
    answers, known = threading.Event(), webhook.getaddrinfo

    def looked_up(name: str, *rest: Any) -> Any:
        if name == "slow.example":
            answers.wait(30)
        return known(name if name != "slow.example" else "localhost", *rest)

    monkeypatch.setattr(webhook, "getaddrinfo", looked_up)
    callers, sysops = Outbox(lambda: LOOPBACK), Outbox(lambda: LOOPBACK)
    slow = [asyncio.create_task(callers.post("http://slow.example/", b"", "text/plain")) for _ in range(5)]
    try:
        async with web_hook() as hook:
            await asyncio.sleep(0)
            assert await sysops.post(hook.url, b"", "text/plain") == 204
            assert not any(one.done() for one in slow)
    finally:
        answers.set()
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)


async def test_what_fails_for_now_is_sent_again_and_each_failure_is_a_line(caplog):
    outbox, failing = Outbox(lambda: LOOPBACK, (0.0, 0.0)), b"HTTP/1.1 500 Sorry\r\n\r\n"
    async with web_hook(failing, failing, OK, failing) as hook:
        sending = asyncio.create_task(outbox.run())
        outbox.put(HookMessage("one", hook.url, b"first", "text/plain"))
        await Boardroom.until(lambda: len(hook.bodies) == 3)
        outbox.put(HookMessage("two", hook.url, b"second", "text/plain"))
        await Boardroom.until(lambda: "two, attempt 3" in caplog.text)
        sending.cancel()
    assert hook.bodies == ["first"] * 3 + ["second"] * 3
    assert [record.message for record in caplog.records if record.name == "door.notify"] == [
        "webhook of one, attempt 1: it answers 500",
        "webhook of one, attempt 2: it answers 500",
        "webhook of two, attempt 1: it answers 500",
        "webhook of two, attempt 2: it answers 500",
        "webhook of two, attempt 3, the last: it answers 500",
    ]
    assert hook.url not in caplog.text, "an address is a secret"


async def test_messages_that_wait_are_bounded(caplog):
    outbox = Outbox(lambda: LOOPBACK)
    with caplog.at_level(logging.WARNING):
        for _ in range(2 * MOST_WAITING):
            outbox.put(HookMessage("one", "http://127.0.0.1/", b"", "text/plain"))
    assert caplog.text.count("more are dropped") == 1
    assert len(outbox._waiting) == MOST_WAITING
