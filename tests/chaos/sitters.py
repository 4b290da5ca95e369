"""Bots that play Switchbox with each other at tables in plain text, and hold the board to what it said."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from itertools import takewhile
from random import Random
from typing import Any

from boardroom import PASSWORD
from crashbots import BOARD, Bot, Broken
from wanderers import says

PROMPT = re.compile(rf"(which entry\? \([^)]*\)|[^\n]*Enter to go back\.|Rematch[^?]*\?[^)]*\)|{BOARD}) $")
MOVE = re.compile(r"(\S[^:]*): \S+; (nothing came out\.|out by )")
TO_PLAY = re.compile(r"(?:Your move|Waiting for others):\n(\d+)\. ")
LOOK_SECONDS = 0.2
WAITS_SECONDS = 3


class Sitter(Bot):
    """One of two callers.  The first of them opens the tables."""

    prompts = PROMPT

    def __init__(self, handle: str, random: Random, other: str, opens: bool) -> None:
        super().__init__(handle, random)
        self.other, self.opens = other, opens
        self.told: list[list[str]] = []
        """The moves that were told, one after the other without a gap."""
        self.typed: list[str] = []
        self.has_left = False

    async def play(self, port: int) -> bool:
        self._page: list[str] = []
        self._settings = iter(())
        self.told.append([])
        return await super().play(port)

    async def _asked_for(self) -> str:
        if self._sent == "/t":
            await asyncio.sleep(LOOK_SECONDS)
        for _ in range(10):
            try:
                async with asyncio.timeout(WAITS_SECONDS):
                    return await super()._asked_for()
            except TimeoutError:  # the other one may be at another of their tables
                if not self.is_calling:
                    self._call.send(b"/t\r\0")
        raise TimeoutError

    def _answer(self, prompt: str) -> str | None:
        page, self._page = "\n".join(self._page), []
        if prompt.startswith("which"):
            self.typed.append(str(self.random.randint(1, 8)))
            return self.typed[-1]
        for word, said in {"handle": self.handle, "Password": PASSWORD}.items():
            if prompt.startswith(word):
                return said
        if prompt.startswith("OPEN"):
            return next(self._settings, "")
        if prompt.startswith("Rematch"):
            self.games.append(page)  # type: ignore[arg-type]  # counted by the harness, nothing else
        if not prompt.endswith("go back."):
            return "/t"
        if found := TO_PLAY.search(page):
            self.typed.append(found[1])  # it has asked for the page twice, so this may become a move
            return found[1]
        if "Challenges to you:" in page:
            return "a 1"
        if self.last_game and (self.opens or self.partner.has_left):
            self.has_left = True
            return None
        if not self.opens:
            return "/t"
        self._settings = iter(("game Switchbox", "rated no", f"with {self.other}", "open"))
        return "n"

    partner: Sitter

    def _hear(self) -> None:
        for line in (line.strip("\r\a") for line in self._whole_lines()):
            self._page.append(line)
            if line == "Switchbox, a table." or line.startswith("Rematch"):
                self.told.append([])
            elif line.startswith("  ") and self.told[-1] and MOVE.match(self._page[-2]):
                self.told[-1][-1] += f" {line.strip()}"
            elif (found := MOVE.match(line)) and found[1] in (self.handle, self.other):  # nobody it watches
                self.told[-1].append(line)
                self.kept.append(time.monotonic())

    def _keep(self, now: float) -> None:
        """A move at a table is told only once it is kept."""

    def check(self, lines: list[dict[str, Any]]) -> None:
        opened = {
            line["id"]: line for line in lines if line["kind"] == "table" and self.handle in line["seats"]
        }
        ended = [line for line in lines if line["kind"] == "match" and line["id"] in opened]
        if sorted(opened) != sorted(line["id"] for line in ended):
            raise Broken(f"{self.handle}: {len(opened)} games began at tables, {len(ended)} ended")
        made, mine = list[str](), list[str]()
        for line in ended:
            positions = list(says({**opened[line["id"]], **line}, self.handle))
            match = [next(filter(MOVE.match, said), "") for said in positions[1:]]
            own = [told.partition(": ")[2][0] for told in match if told.startswith(f"{self.handle}: ")]
            typed = iter(self.typed)  # perhaps at another table in between
            if (n := next((n for n, move in enumerate(own) if move not in typed), None)) is not None:
                raise Broken(f"{self.handle}: move {n} of {own} at {line['id']} was not typed: {self.typed}")
            made, mine = made + match, mine + own
        if twice := Counter(mine) - Counter(self.typed):
            raise Broken(f"{self.handle}: {twice} moves more were made at tables than typed")
        for block in filter(None, self.told):
            # They may play at two tables in turns.
            most, back = max((_alike(made[n:], block), -n) for n in range(len(made)))
            if most < len(block):
                next_made, next_told = made[most - back :][:3], block[most:][:3]
                raise Broken(
                    f"{self.handle}: of {len(made)} moves it was told {len(block)} that aren't "
                    f"there: {most}, and then {next_told}, where {next_made} are"
                )


def _alike(made: list[str], told: list[str]) -> int:
    """How many of the first ones are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(made, told, strict=False)))
