"""Finding out what a terminal is, while somebody floods the line with keys."""

import asyncio
from functools import partial

from door.net.line import Data, Hints
from door.session.call.terminal import AHEAD, detect


class Flood:
    """A line that is never empty."""

    hints = Hints("telnet", "192.0.2.1", "xterm", (80, 24))
    taken = 0

    async def send(self, data: bytes) -> None:
        pass

    async def receive(self) -> Data:
        self.taken += 1
        return Data(b"keys" * 100)


async def test_a_flood_of_keys_neither_holds_up_the_board_nor_is_taken_without_end() -> None:
    line, others = Flood(), 0

    async def somebody_else() -> None:
        nonlocal others
        while True:
            others += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(somebody_else())
    found = await detect(line, 60, partial(asyncio.sleep, 0))  # type: ignore[arg-type]
    task.cancel()
    assert line.taken == len(found.early) == AHEAD
    assert others >= AHEAD - 1
