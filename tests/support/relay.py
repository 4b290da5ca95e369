"""An address of a database server whose connections can be cut."""

import asyncio
from contextlib import suppress

from postgres_kit import Server


class Cable:
    """A connection to a server.  One that `loses_answer` is cut when the server answers the next time."""

    def __init__(self, *ends: asyncio.StreamWriter) -> None:
        self.ends, self.loses_answer = ends, False

    def cut(self) -> None:
        for end in self.ends:
            end.transport.abort()


class Relay:
    """Stands between clients and a server.  The answers to the next `cuts` requests that contain `marker` are
    lost."""

    def __init__(self, server: Server, marker: bytes = b"", cuts: int = 0) -> None:
        self.folder, self.marker, self.cuts = server.folder, marker, cuts
        self.cables, self.refused = set[Cable](), 0

    async def start(self) -> str:
        """Listen; return the address."""
        self.listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return "127.0.0.1:{1}".format(*self.listener.sockets[0].getsockname())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(str(self.folder / ".s.PGSQL.5432"))
        except OSError:
            writer.transport.abort()
            self.refused += 1
            return
        self.cables.add(cable := Cable(writer, back))

        async def ask() -> None:
            while data := await reader.read(65536):
                if self.cuts and self.marker in data:
                    self.cuts -= 1
                    cable.loses_answer = True
                back.write(data)

        async def answer() -> None:
            while (data := await there.read(65536)) and not cable.loses_answer:
                writer.write(data)

        tasks = {asyncio.create_task(ask()), asyncio.create_task(answer())}
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        cable.cut()
        self.cables.discard(cable)
        for task in tasks:
            with suppress(OSError):
                await task
