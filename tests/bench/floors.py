"""The floors: the least servers there are, which send a fixed full screen of 1.3 KB for every key.

    python tests/bench/floors.py telnetlib3|asyncssh|asyncssh-password|streams

Prints `listening on HOST:PORT` and serves until it is ended.
"""

import asyncio
import sys
from functools import partial

import asyncssh
import telnetlib3

SCREEN = (b"\x1b[2J\x1b[H" + b"".join(b"\x1b[%d;1H" % y + b"x" * 45 for y in range(1, 25)))[:1300]


async def streams() -> int:
    """Plain asyncio streams, no protocol at all."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(SCREEN)
        while await reader.read(256):
            writer.write(SCREEN)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1024)
    return int(server.sockets[0].getsockname()[1])


async def telnetlib3_bare() -> int:
    """telnetlib3 in bytes, as it comes, with the backlog that many callers at once need."""

    async def shell(reader, writer) -> None:
        writer.write(SCREEN)
        while await reader.read(256):
            writer.write(SCREEN)
            await writer.drain()

    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: telnetlib3.TelnetServer(
            shell=shell, encoding=False, connect_maxwait=1.0, timeout=0),
        "127.0.0.1", 0, backlog=1024,
    )  # fmt: skip
    return int(server.sockets[0].getsockname()[1])


async def asyncssh_bare(password: bool = False) -> int:
    """asyncssh with one ed25519 key, without a password or with any."""

    class Open(asyncssh.SSHServer):
        def begin_auth(self, username: str) -> bool:
            return password

        def password_auth_supported(self) -> bool:
            return True

        def validate_password(self, username: str, password: str) -> bool:
            return True

    async def serve(process: asyncssh.SSHServerProcess) -> None:
        process.stdout.write(SCREEN)
        while await process.stdin.read(256):
            process.stdout.write(SCREEN)
            await process.stdout.drain()
        process.exit(0)

    server = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Open, server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        process_factory=serve, encoding=None, line_editor=False, backlog=512,
    )  # fmt: skip
    return server.get_port()


FLOORS = {
    "streams": streams,
    "telnetlib3": telnetlib3_bare,
    "asyncssh": asyncssh_bare,
    "asyncssh-password": partial(asyncssh_bare, password=True),
}


async def main(kind: str) -> None:
    port = await FLOORS[kind]()
    print(f"{kind.partition('-')[0]} listening on 127.0.0.1:{port}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
