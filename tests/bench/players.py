"""Callers who play for as long as they are let, in plain text; `painters` has those on the screen.

What a caller was shown is kept, to be held against the books: seals, seeds and scores.  Callers
hang up in the middle, with a key on its way, call again and go on.  Each presses a key every two
seconds, and times how long the first byte of the answer takes; not at the close, when all hurry to their end.
"""

from __future__ import annotations

import asyncio
import re
import time
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any

from board import PASSWORD
from callers import Telnet
from crashbots import Bot

THINKING = (1.0, 3.0)  # seconds between keys
CLOSING = (0.5, 1.5)
PATIENCE = 20.0
LONGEST_GAME = 40  # moves after which a door other than Shut The Box is given up
AT_ONCE = 20  # callers who log on at the same time
HEX64 = r"([0-9a-f]{64})"
TILES = {
    (total, mask): tiles[-1]
    for mask in range(512)
    for size in (4, 3, 2, 1)
    for tiles in combinations([tile for tile in range(1, 10) if mask >> tile - 1 & 1], size)
    if (total := sum(tiles)) <= 12
}
"""A tile to pull for what is left to match, by the tiles that are up."""


class HungUp(Exception):
    """The caller has hung up, on purpose."""


@dataclass
class Tally:
    """What all callers have seen together."""

    seconds: array[float] = field(default_factory=lambda: array("d"))
    counts: Counter[str] = field(default_factory=Counter)
    trouble: list[str] = field(default_factory=list)
    closing: bool = False
    hang_up_every: int = 90  # keys
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))


class Player:
    """One caller.  `number` chooses what they play and how."""

    door = "1"

    def __init__(self, name: str, random: Random, tally: Tally) -> None:
        self.name, self.random, self.tally = name, random, tally
        self.seals: list[str] = []  # as shown: all of a commitment, or its beginning
        self.ends: list[tuple[str, int | None]] = []  # seed, and score where it was read
        self.done = False
        self.line: Telnet
        self.text = ""

    async def run(self, port: int) -> None:
        """Calls until the last game is over."""
        tries = 0
        while not self.done and tries < 5:
            try:
                await self.call(port)
                tries = 0
            except HungUp:
                self.tally.counts["hang-ups"] += 1
                tries = 0
            except (OSError, EOFError) as error:
                tries += 1
                self.tally.trouble.append(
                    f"{self.name}: {error or type(error).__name__}: {self.text[-200:]!r}"
                )
            finally:
                self.line.close()
            # at the end no game may be about to begin any more when the last call looks for it
            await asyncio.sleep(self.random.uniform(*((4, 8) if self.tally.closing else (0.5, 3))))

    async def call(self, port: int) -> None:
        """One call."""
        self.line = Telnet(self.term)
        self.tally.counts["calls"] += 1
        async with self.tally.room:
            await asyncio.get_running_loop().create_connection(lambda: self.line, "127.0.0.1", port)
            await self.log_on()
        while not self.done:
            await self.turn()

    term = b"syncterm"

    async def log_on(self) -> None:
        raise NotImplementedError

    async def turn(self) -> None:
        """One look and one key."""
        raise NotImplementedError

    async def press(self, keys: str, timed: bool = True) -> None:
        """Presses and waits for the first byte; now and then hangs up instead of waiting."""
        line, begun = self.line, time.perf_counter()
        line.came.clear()
        line.type(keys.encode())
        self.tally.counts["keys"] += 1
        if not self.tally.closing and self.random.randrange(self.tally.hang_up_every) == 0:
            if self.random.randrange(2):
                line.transport.close()
            raise HungUp
        await self.more(f"no answer to {keys!r}")
        if timed and not self.tally.closing:
            self.tally.seconds.append(time.perf_counter() - begun)

    async def more(self, otherwise: str) -> None:
        """Waits until something comes; EOFError where the line ends."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.line.came.wait()
        except TimeoutError:
            raise EOFError(otherwise) from None
        if self.line.gone and not self.line.data:
            raise EOFError("the board hung up")

    async def think(self) -> None:
        await asyncio.sleep(self.random.uniform(*(CLOSING if self.tally.closing else THINKING)))

    def sealed(self, seal: str) -> None:
        if seal not in self.seals:
            self.seals.append(seal)
            self.tally.counts["games begun"] += 1

    def over(self, seed: str, score: int | None) -> None:
        if seed not in [known for known, _ in self.ends]:
            self.ends.append((seed, score))
            self.tally.counts["games ended"] += 1

    def faults(self, lines: list[dict[str, Any]]) -> list[str]:
        """What of the books (this caller's lines) is not as it was shown."""
        turns = [line["commit"] for line in lines if line["kind"] == "turn"]
        games = [line for line in lines if line["kind"] == "game"]
        booked = Counter(line["seed"] for line in games)
        said = [f"charged {turns.count(seal)} times: {seal}" for seal in set(turns) if turns.count(seal) > 1]
        said += [
            f"a game that was never shown: {turn}" for turn in turns if not turn.startswith(tuple(self.seals))
        ]
        said += [f"not charged: {s}" for s in self.seals if sum(turn.startswith(s) for turn in turns) != 1]
        said += [f"booked {count} times: {seed}" for seed, count in booked.items() if count > 1]
        said += [f"an end that is not on the books: {seed}" for seed, _ in self.ends if not booked[seed]]
        for seed, score in self.ends:
            said += [
                f"{line['id']}: {score} was shown, {line['score']} is booked"
                for line in games
                if line["seed"] == seed and score not in (None, line["score"])
            ]
            if not sha256(bytes.fromhex(seed)).hexdigest().startswith(tuple(self.seals)):
                said.append(f"a seed of no seal that was shown: {seed}")
        if len(games) != len(turns):
            said.append(f"{len(turns)} turns, {len(games)} games")
        return [f"{self.name}: {fault}" for fault in said]


PROMPT = re.compile(
    r"(?:^|\n)(Tiles to shut\?|Doors to shut\?|Play again\? \(.*|Play.*\? \(.*|.*command\?|Your handle .*:"
    r"|Password for .*:|Enter begins, .*:|Your hidden code,.*\?|Enter hides it:|Guess \d+\?|Stack to take.*\?"
    r"|.*: which entry\? \(.*|Leave it for later .*\?|.*\(y/n\)|Enter to go on:|.*\?) $"
)


class Talker(Player):
    """Plays a door in plain text, answering its prompts."""

    term = b"dumb"

    def __init__(self, name: str, random: Random, tally: Tally, door: str) -> None:
        super().__init__(name, random, tally)
        self.door = door
        self._moves = 0
        self._score: int | None = None
        self._waiting = False
        self._typed = ""

    async def log_on(self) -> None:
        self.text = self._typed = ""
        for _ in range(3):  # handle, password, menu
            self.line.type(self.answer(await self.prompt()).encode() + b"\r\0")

    async def prompt(self) -> str:
        """Hears all that is said up to the next prompt.  What news has asked again is no answer."""
        while True:
            self.text += bytes(self.line.data).decode("latin-1").replace("\r", "")
            self.line.data.clear()
            found = PROMPT.search(self.text)
            if found and f"{self._typed}\n" in self.text:
                self.hear(self.text)
                self.text = self._typed = ""
                return found[1]
            self.line.came.clear()
            await self.more("no prompt")

    async def turn(self) -> None:
        prompt = await self.prompt()
        await self.think()
        answer = self._typed = self.answer(prompt)
        if not self.done:
            await self.press(f"{answer}\r\0", timed=not SYNCED.match(prompt))

    def hear(self, text: str) -> None:
        """Takes in what was said."""
        self._waiting = "A game of yours is waiting" in text
        self._last = text
        for word, said in re.findall(
            rf"^(Seal|Game over\. Score|Seed): ({HEX64[1:-1]}|\d+|(?:[0-9a-f]{{4}} ){{4}})(?:$|\()",
            text,
            re.M,
        ):
            if word == "Seal":
                self.sealed(said.replace(" ", ""))
                self._moves = 0
            elif word == "Seed":
                self.over(said, self._score)
                self._score = None
            else:
                self._score = int(said)

    def answer(self, prompt: str) -> str:
        """What is typed at a prompt."""
        closing = self.tally.closing
        if prompt.startswith("Play"):
            if "again" in prompt and self._score is not None:
                return "v"  # the seed is still to be told
            self.done = closing and ("again" in prompt or not self._waiting)
            return "y" if "again" in prompt else ""
        for word, answer in SAID.items():
            if word in prompt:
                return answer(self) if callable(answer) else answer
        self._moves += 1
        if closing or self._moves > LONGEST_GAME:
            return "q"
        return next((move(self) for word, move in MOVES.items() if word in prompt), "")


def _doors(player: Talker) -> str:
    """Doors of MicroLink's box that make the roll."""
    last = player._last
    total = int(re.findall(r"Roll: \d \+ \d = (\d+)", last)[-1])
    up = sum(1 << int(door) - 1 for door in re.findall(r"Open: ([\d ]+)", last)[-1].split())
    doors = []
    while total:
        doors.append(TILES[total, up])
        total, up = total - doors[-1], up & ~(1 << doors[-1] - 1)
    return " ".join(map(str, doors))


SYNCED = re.compile(r"Play|Enter begins|Leave it|Your |Password|Main|Enter hides")
"""Prompts whose answer waits for the disk, or is not one of a game."""

RANKS = {rank: at for at, rank in enumerate(
    ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"))}  # fmt: skip
FACES = {"A": 0, "J": 10, "Q": 11, "K": 12} | {str(pip): pip - 1 for pip in range(2, 11)}


def _stack(player: Talker) -> str:
    """A stack of Forty Thieves whose open card lies beside the current one, or the stock."""
    current = re.findall(r"Current: (\w+)", player._last)
    shown = re.findall(r"Open: (.*)", player._last)
    rank = RANKS.get(current[-1]) if current else None
    for stack, face in re.findall(r"(\d):(10|[2-9AJQK])[CDHS]", shown[-1] if shown else ""):
        if rank is not None and (FACES[face] - rank) % 13 in (1, 12):
            return str(stack)
    return "0" if rank is not None else str(player.random.randrange(8))


SAID: dict[str, str | Callable[[Talker], str]] = {
    "handle (or": lambda player: player.name,
    "Password": PASSWORD,
    "command?": lambda player: player.door,
    "Enter begins": "",
    "to go on": "",
    "hides it": "",
    "Your hidden code": "random",
    "for later": "g",
}
MOVES: dict[str, Callable[[Talker], str]] = {
    "Doors to shut": _doors,
    "Guess": lambda player: "".join(player.random.choices("RWBGYK", k=4)),
    "Stack": _stack,
    "which entry": lambda player: str(player.random.randint(1, 8)),
    "?": lambda player: str(player.random.randrange(8)),
}


class Witness(Talker):
    """Plays Shut The Box in plain text and holds the board to every word: moves, dice, tiles."""

    def __init__(self, name: str, random: Random, tally: Tally) -> None:
        super().__init__(name, random, tally, "1")
        self.bot = Bot(name, random)

    def hear(self, text: str) -> None:
        super().hear(text)
        self.bot._unread = text
        self.bot._hear()

    def answer(self, prompt: str) -> str:
        self.bot.last_game = self.tally.closing
        if prompt.startswith(("Tiles", "Play")):
            said = self.bot._answer(prompt)
            self.done = said is None
            return said or ""
        return super().answer(prompt)

    def faults(self, lines: list[dict[str, Any]]) -> list[str]:
        said = super().faults(lines)
        try:
            self.bot.check(lines)
        except AssertionError as error:
            said.append(str(error))
        return said
