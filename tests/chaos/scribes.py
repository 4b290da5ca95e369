"""Bots that write letters in plain text, and hold the board to those that it has taken."""

import asyncio
import re
from datetime import UTC, datetime
from itertools import cycle
from random import Random
from typing import Any

from boardroom import PASSWORD
from crashbots import BOARD, Bot, Broken

from door.records.community.letters import Letters
from door.records.store import Store

PROMPT = re.compile(rf"(To whom \([^)]*\):|Line \d+:|[^\n]*Enter to go back\.|{BOARD}) $")
REST_SECONDS = 1.0


class Scribe(Bot):
    """Writes to the boxes of callers who never call. Each letter has a line of its own."""

    prompts = PROMPT

    def __init__(self, handle: str, random: Random, boxes: list[str]) -> None:
        super().__init__(handle, random)
        self.boxes, self._next_box = boxes, cycle(boxes)
        self._written = self._box = ""
        self._typed = 0

    async def _asked_for(self) -> str:
        prompt = await super()._asked_for()
        if prompt.startswith("command") or self._is_refused(prompt):
            await asyncio.sleep(REST_SECONDS)
        return prompt

    def _is_refused(self, prompt: str) -> bool:
        """True if the letter that it has sent is still to be written."""
        return prompt.startswith("Line") and self._sent == ""

    def _answer(self, prompt: str) -> str | None:
        for word, said in {"handle": self.handle, "Password": PASSWORD}.items():
            if prompt.startswith(word):
                return said
        if prompt.startswith("command"):
            self._written = ""
            return None if self.last_game else "m"
        if self._is_refused(prompt):
            self._written = ""  # its lines are sent again, and may be there twice
            return ""
        if prompt.startswith("Line"):
            if self._sent == self._written:
                return ""
            self._typed += 1
            self._written = f"{self.handle} {self._typed}"
            return self._written
        if prompt.startswith("To whom"):
            return "" if self._sent == self._box else self._box  # it has refused it
        if "New letter" not in prompt or self._sent == "":
            return ""
        self._box = next(self._next_box)
        return "n"

    def _hear(self) -> None:
        lines = self._whole_lines()
        if any(line.startswith(f"Your letter is in {self._box}'s") for line in lines) and self._written:
            self.games.append(self._written)  # type: ignore[arg-type]  # counted by the harness
            self._written = ""

    def check(self, lines: list[dict[str, Any]]) -> None:
        """A letter has no line in the journal."""

    def check_letters(self, store: Store) -> None:
        letters = Letters(store, lambda: datetime.now(UTC))
        lines = [line for box in self.boxes for letter in letters.box(box) for line in letter.lines]
        for text in self.games:
            if (count := lines.count(text)) != 1:
                raise Broken(f"{self.handle}: the letter {text!r} is there {count} times")
