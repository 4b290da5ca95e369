"""Telnet and the web over TLS, and certificates that change or are wrong."""

import asyncio
import logging
from datetime import UTC, datetime

import pytest
from certificates import trusting, write_certificate
from cryptography import x509
from effort import PATIENCE
from websockets.asyncio.client import connect
from wire import exchange, listening

from door.net.guard import acceptor
from door.net.guard.acceptor import Acceptor
from door.net.guard.gate import Gate
from door.net.line import Data
from door.net.socketline import READ
from door.net.telnet.server import TelnetListener
from door.net.tls import BadCertificate, Certificate, load_context, warning_of
from door.net.web.frames import TERMINAL
from door.net.web.server import WebListener
from door.net.web.site import Site


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    paths = write_certificate(tmp_path_factory.mktemp("tls"), "one")
    return Certificate(lambda: paths)


async def subject(port: int) -> str:
    """The name in the certificate that a new connection is shown."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting())
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return x509.load_der_x509_certificate(shown).subject.rfc4514_string()


async def test_a_telnet_call_over_tls(certificate):
    async with listening(TelnetListener, tls=certificate, connect_seconds=0.0) as (board, listener, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting())
        await asyncio.wait_for(reader.readuntil(b"> "), PATIENCE)
        writer.write(b"hello")
        assert await board.typed(5) == b"hello"
        assert await asyncio.wait_for(reader.readuntil(b"hello"), PATIENCE) == b"hello"
        assert board.lines[0].hints.encrypted
        writer.write(b"Q")
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b"Q", "the last screen, then the end"
        writer.close()
        assert await board.end() == "left" and len(listener.gate) <= 1
    assert len(listener.gate) == 0


@pytest.mark.parametrize(("is_encrypted", "size"), [(False, 3 * READ), (True, 100)])
async def test_bytes_that_come_before_a_connection_is_let_in_are_kept_but_not_many(
    is_encrypted, size, certificate, monkeypatch
):
    """uvloop reads after `connection_made`, even if that has paused it."""
    accept, update, gate, kept = Acceptor.connection_made, Acceptor.buffer_updated, Gate(), []

    def accept_and_read(self, transport):
        accept(self, transport)
        transport.resume_reading()

    def note(self, nbytes):
        update(self, nbytes)
        kept.append(len(self._data))

    monkeypatch.setattr(Acceptor, "connection_made", accept_and_read)
    monkeypatch.setattr(Acceptor, "buffer_updated", note)
    tls = certificate if is_encrypted else None
    async with listening(TelnetListener, tls=tls, gate=gate, connect_seconds=0.0) as (board, _, port):
        for _ in range(50):  # passes before its address has its turn
            gate.pace.when_due("127.0.0.1", lambda: None)
        theirs = trusting() if is_encrypted else None
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=theirs)
        writer.write(b"x" * size)
        assert await board.typed(size) == b"x" * size
        writer.close()
    assert 0 < max(kept) <= READ


async def test_a_page_calls_over_tls(certificate):
    async with listening(WebListener, tls=certificate, site=Site()) as (board, _, port):
        address, origin = f"wss://127.0.0.1:{port}/ws", f"https://127.0.0.1:{port}"
        async with connect(address, subprotocols=[TERMINAL], origin=origin, ssl=trusting()) as socket:
            await socket.send('{"cols":80,"rows":25}')
            await socket.send(b"x")
            assert await board.event() == Data(b"x")
            assert board.lines[0].hints.encrypted


async def test_a_new_certificate_is_shown_at_once_and_calls_go_on(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    paths = write_certificate(tmp_path, "one")
    tls = Certificate(lambda: paths)
    async with listening(TelnetListener, tls=tls, connect_seconds=0.0) as (board, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting())
        await asyncio.wait_for(reader.readuntil(b"> "), PATIENCE)
        assert await subject(port) == "CN=one"
        write_certificate(tmp_path, "two")
        assert await subject(port) == "CN=two"
        paths[1].write_text("no key")
        assert await subject(port) == "CN=two", "a bad one is not used"
        writer.write(b"x")
        assert await board.typed(1) == b"x"
        writer.close()
    said = [record.getMessage() for record in caplog.records if "tls: " in record.getMessage()]
    assert len(said) == 2 and str(paths[0]) in said[0] and "the certificate from before" in said[1]


def test_a_wrong_certificate_is_one_sentence(tmp_path):
    certificate, _ = write_certificate(tmp_path, "one")
    (tmp_path / "two").mkdir()
    other = write_certificate(tmp_path / "two", "two")[1]
    for wrong in (other, certificate, tmp_path / "none", tmp_path):
        with pytest.raises(BadCertificate) as error:
            load_context(certificate, wrong)
        assert str(wrong) in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("days", "of", "warns"),
    [
        (90, "localhost", ""), (15, "localhost", ""), (13, "localhost", "runs out on "),
        (0, "localhost", "ran out on "), (-5, "localhost", "ran out on "), (90, "*.example", ""),
        (90, "*.bbs.example", "is not for BBS.example"), (90, "example", "is not for BBS.example"),
    ],
)  # fmt: skip
def test_a_certificate_that_has_run_out_or_soon_will_or_is_of_another_host_is_told(tmp_path, days, of, warns):
    path, _ = write_certificate(tmp_path, "one", days, of)
    said = warning_of(path, datetime.now(UTC), "" if of == "localhost" else "BBS.example")
    assert warns in said and bool(warns) == bool(said), said
    assert warning_of(tmp_path / "none", datetime.now(UTC)) == ""


async def test_the_log_warns_of_its_end_once_a_day(tmp_path, caplog):
    paths = write_certificate(tmp_path, "one", 3)
    certificate = Certificate(lambda: paths)
    for _ in range(3):
        certificate()
    assert caplog.text.count("runs out on") == 1
    write_certificate(tmp_path, "two", -1)
    certificate()
    assert caplog.text.count("ran out on") == 1


@pytest.mark.parametrize("data", [
    b"GET / HTTP/1.1\r\n\r\n", b"\xff\xfb\x1f" * 100, b"\x16\x03\x01\xff\xff", b"",
])  # fmt: skip
async def test_who_speaks_no_tls_is_one_line(data, certificate, caplog, monkeypatch):
    monkeypatch.setattr(acceptor, "HANDSHAKE_SECONDS", 0.1)
    async with listening(TelnetListener, tls=certificate) as (board, listener, port):
        await exchange(port, data)
        await listener.calls.wait(PATIENCE)
        assert not board.lines and not len(listener.gate)
    (record,) = caplog.records
    assert record.getMessage().startswith("refused telnet from 127.0.0.1: no TLS: ")
