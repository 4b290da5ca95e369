"""Wrong passwords at somebody's handle: the guesser pays for them, its owner comes in, by SSH and rlogin."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import asyncssh
import pytest
from argon2 import PasswordHasher
from effort import PATIENCE
from wire import EchoBoard

from door.net.rlogin import RloginListener
from door.net.ssh.server import SshListener
from door.records.access import failed_logons as strikes_module
from door.records.access.failed_logons import FailedLogons
from door.records.callers.callers import Callers
from door.records.callers.logons import LogonGate, NotLetIn
from door.records.callers.passwords import Passwords
from door.records.store.files import Folder
from door.server.remote_callers import RloginAuth

HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
OWN_KEY = asyncssh.generate_private_key("ssh-ed25519")
GUESSER, OWNER = "127.0.3.77", "127.0.3.52"
PASSWORD = "open sesame"
BOARD_KEY = "a-long-secret-of-vert"


@dataclass
class House:
    """A board that listens by SSH and rlogin, and what it has counted."""

    failed_logons: FailedLogons
    logons: LogonGate
    calls: EchoBoard
    ssh: int
    rlogin: int

    def guessed(self, misses: int, handle: str = "Carol", address: str = GUESSER) -> None:
        """Wrong passwords of a moment ago."""
        for _ in range(misses):
            self.failed_logons.miss(handle, address, asyncio.get_running_loop().time())

    @contextlib.asynccontextmanager
    async def called(self, address: str, **proof: object) -> AsyncIterator[str]:
        """Carol's call by SSH from that address; what the board says first."""
        options = {"client_keys": None, "agent_path": None, "known_hosts": None, "config": None} | proof
        async with asyncio.timeout(PATIENCE):
            connection = await asyncssh.connect(
                "127.0.0.1", self.ssh, username="Carol", local_addr=(address, 0), **options
            )
            try:
                process = await connection.create_process(term_type="xterm", encoding=None)
                yield (await process.stdout.readexactly(2)).decode()
            finally:
                connection.abort()

    async def called_by_rlogin(self, address: str, password: str, handle: str = "Carol") -> bytes:
        """What a call by rlogin is told first."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.rlogin, local_addr=(address, 0))
        writer.write(b"\0" + password.encode() + b"\0" + handle.encode() + b"\0ansi/9600\0")
        async with asyncio.timeout(PATIENCE):
            assert await reader.readexactly(1) == b"\0"
            said = await reader.readexactly(2)
            if said == b"\r\n":
                said = await reader.readline()
        writer.close()
        return said


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    callers = Callers(Folder(tmp_path), Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)))
    await callers.register("Carol", PASSWORD)
    callers.add_key("Carol", OWN_KEY.export_public_key().decode())
    failed_logons, calls = FailedLogons(), EchoBoard()
    logons = LogonGate(callers, failed_logons)
    threshold = RloginAuth(logons, lambda: [f"VERT {BOARD_KEY}"], lambda: datetime(2026, 11, 22, tzinfo=UTC))
    ssh = SshListener("127.0.0.1", 0, calls.run, host_keys=[HOST_KEY], auth=logons)
    rlogin = RloginListener("127.0.0.1", 0, calls.run, prove=threshold.prove)
    (_, ssh_port), (_, rlogin_port) = await ssh.start(), await rlogin.start()
    try:
        yield House(failed_logons, logons, calls, ssh_port, rlogin_port)
    finally:
        await ssh.close()
        await rlogin.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a handle's owner waits for others' guesses, so short that no test need wait for it."""
    monkeypatch.setattr(strikes_module, "LONGEST_FOR_OTHERS", 0.01)


async def test_wrong_passwords_hold_up_no_key(house, caplog):
    house.guessed(19)
    house.guessed(15, address=OWNER)  # not even its owner's own
    async with house.called(OWNER, client_keys=[OWN_KEY]) as said:
        assert said == "> " and house.calls.lines[-1].hints.proved
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.usefixtures("quick")
async def test_the_owner_s_password_is_taken_and_the_guesser_s_is_not(house, caplog):
    house.guessed(20)
    async with house.called(OWNER, password=PASSWORD) as said:
        assert said == "> " and house.calls.lines[-1].hints.proved
    assert OWNER not in caplog.text
    with pytest.raises((asyncssh.Error, OSError)):
        async with house.called(GUESSER, password=PASSWORD):
            pass
    assert f"refused ssh from {GUESSER}" in caplog.text and OWNER not in caplog.text


@pytest.mark.usefixtures("quick")
async def test_by_rlogin_the_owner_s_password_is_taken_and_the_guesser_s_is_not(house, caplog):
    house.guessed(20)
    assert await house.called_by_rlogin(OWNER, PASSWORD) == b"> "
    assert house.calls.lines[-1].hints.proved and not caplog.records
    assert b"Too many wrong passwords" in await house.called_by_rlogin(GUESSER, PASSWORD)
    assert f"refused rlogin from {GUESSER}" in caplog.text and OWNER not in caplog.text


async def test_whoever_guesses_at_a_board_s_key_pays_for_it(house, caplog, monkeypatch):
    """Under a name that is nobody's as well, which the log-on then asks for."""
    monkeypatch.setattr(strikes_module, "LONGEST", 0.0)
    for n in range(20):
        assert await house.called_by_rlogin(GUESSER, f"guess number {n}", "Nobody") == b"> "
        assert not house.calls.lines[-1].hints.proved
    assert caplog.text.count(f"log-on failed node=0 handle='' address={GUESSER}") == 20
    assert b"Too many wrong passwords" in await house.called_by_rlogin(GUESSER, BOARD_KEY, "Alice")
    assert await house.called_by_rlogin(OWNER, BOARD_KEY, "Alice") == b"> "
    assert house.calls.lines[-1].hints.handle == "Alice@VERT" and house.calls.lines[-1].hints.proved
    assert not house.failed_logons.wait("", OWNER, asyncio.get_running_loop().time()).seconds


async def test_a_name_without_a_secret_is_no_guess(house):
    for _ in range(3):
        assert await house.called_by_rlogin(GUESSER, "", "Nobody") == b"> "
    assert not house.failed_logons.strikes(asyncio.get_running_loop().time())


async def test_many_connections_guess_no_more_than_one(house, monkeypatch):
    """All have waited, and are checked at the same time."""
    monkeypatch.setattr(strikes_module, "LONGEST", 0.0)
    house.guessed(15)
    tries = [house.logons.password("Carol", f"guess number {n}", GUESSER) for n in range(9)]
    last = house.logons.password("Carol", PASSWORD, GUESSER)
    tried = await asyncio.gather(*tries, last, return_exceptions=True)
    assert all(isinstance(one, NotLetIn) for one in tried)
    assert (await house.logons.password("Carol", PASSWORD, OWNER)).handle == "Carol"
