"""Servers on loopback that the board tells outside itself: a web hook, and an SMTP server."""

import asyncio
import email
import email.policy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass
class Hook:
    """A web server that keeps its requests. It gives its answers in turn, and the last one for ever. None is
    no answer at all."""

    answers: list[bytes | None] = field(default_factory=lambda: [OK])
    heads: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?a=b"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(int(line[15:]) for line in head.split("\r\n") if line.startswith("Content-Length:"))
            body = (await reader.readexactly(length)).decode()
            answer = self.answers[min(len(self.heads), len(self.answers) - 1)]
            self.heads.append(head)
            self.bodies.append(body)
            if answer is None:
                await reader.read()
            else:
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()


@asynccontextmanager
async def web_hook(*answers: bytes | None) -> AsyncIterator[Hook]:
    hook = Hook(*([list(answers)] if answers else ()))
    server = await asyncio.start_server(hook.answer, "127.0.0.1", 0, limit=1 << 20)
    hook.port = server.sockets[0].getsockname()[1]
    try:
        yield hook
    finally:
        server.close()


@dataclass
class Post:
    """An SMTP server: the e-mails it has taken, and the commands it refuses with a line of its own."""

    refuses: dict[str, str] = field(default_factory=dict)
    mails: list[EmailMessage] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    full: dict[str, str] = field(default_factory=dict)
    """Answers to RCPT, by address."""
    port: int = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if "hello" in self.refuses:
            await reader.read()
            return
        with suppress(ConnectionError):
            await self._talk(reader, writer)
        writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 post.example.org\r\n")
        while line := await reader.readline():
            self.commands.append(repr(line))
            word = line.decode().upper().split(" ")[0].strip()
            said = self.refuses.get(word, "250 fine")
            if word == "RCPT":
                said = self.full.get(line.decode().split("<")[1].split(">")[0].lower(), said)
            if word == "DATA" and said[0] == "2":
                writer.write(b"354 go on\r\n")
                data = await reader.readuntil(b"\r\n.\r\n")
                made = email.message_from_bytes(data[:-5], policy=email.policy.default)
                assert isinstance(made, EmailMessage)
                self.mails.append(made)
            writer.write(f"{said}\r\n".encode())
            if word == "QUIT":
                break


@asynccontextmanager
async def post_office(**refuses: str) -> AsyncIterator[Post]:
    post = Post(refuses)
    server = await asyncio.start_server(post.answer, "127.0.0.1", 0)
    post.port = server.sockets[0].getsockname()[1]
    try:
        yield post
    finally:
        server.close()
