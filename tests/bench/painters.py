"""Callers on the screen of all five doors, who play for as long as they are let and read only the screen.

What a caller was shown is kept, to be held against the books: seals and seeds.  Callers hang up in the
middle, with a key on its way, call again and go on.  Each presses a key every two seconds, and times how
long the first byte of the answer takes; not at the close, when all hurry to their end.
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
from glass import Glass

THINKING = (1.0, 3.0)  # seconds between keys
CLOSING = (0.5, 1.5)
PATIENCE = 20.0
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


END = "[V] proof"
TITLE = r"\[Enter\](?: play)? +\[[DP]\]"
SEAL = re.compile(r"sealed:?((?: +[0-9a-f]{4}\b)+)|codes sealed:.*?\n.{62} +((?:[0-9a-f]{4} ?)+)", re.S)
MOST_KEYS = 200  # in a game of the soak; then it is given up


class Painter:
    """One caller, who plays one door on a screen."""

    def __init__(self, name: str, random: Random, tally: Tally, door: str = "1") -> None:
        self.name, self.random, self.tally, self.door = name, random, tally, door
        self.seals: list[str] = []  # as shown: all of a commitment, or its beginning
        self.ends: list[str] = []  # seeds
        self.done = False
        self.line: Telnet
        self.text = ""
        self._keys = 0  # in this game

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
        self.line = Telnet(b"syncterm")
        self.tally.counts["calls"] += 1
        async with self.tally.room:
            await asyncio.get_running_loop().create_connection(lambda: self.line, "127.0.0.1", port)
            await self.log_on()
        while not self.done:
            await self.turn()

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

    def over(self, seed: str) -> None:
        if seed not in self.ends:
            self.ends.append(seed)
            self.tally.counts["games ended"] += 1

    def faults(self, lines: list[dict[str, Any]]) -> list[str]:
        """Return what the books (this caller's lines) have otherwise than it was shown."""
        turns = [line["commit"] for line in lines if line["kind"] == "turn"]
        games = [line for line in lines if line["kind"] == "game"]
        booked = Counter(line["seed"] for line in games)
        said = [f"charged {turns.count(seal)} times: {seal}" for seal in set(turns) if turns.count(seal) > 1]
        said += [
            f"a game that was never shown: {turn}" for turn in turns if not turn.startswith(tuple(self.seals))
        ]
        said += [f"not charged: {s}" for s in self.seals if sum(turn.startswith(s) for turn in turns) != 1]
        said += [f"booked {count} times: {seed}" for seed, count in booked.items() if count > 1]
        said += [f"an end that is not on the books: {seed}" for seed in self.ends if not booked[seed]]
        said += [
            f"a seed of no seal that was shown: {seed}"
            for seed in self.ends
            if not sha256(bytes.fromhex(seed)).hexdigest().startswith(tuple(self.seals))
        ]
        if len(games) != len(turns):
            said.append(f"{len(turns)} turns, {len(games)} games")
        return [f"{self.name}: {fault}" for fault in said]

    async def log_on(self) -> None:
        self.glass, self.fresh, self.proved = Glass(), True, False
        for word, keys in (("handle", self.name), ("assword", PASSWORD)):
            await self.sees(word)
            self.line.type(f"{keys}\r".encode())
        if await self.sees("Last callers|Write on the wall") != "Last callers":
            self.line.type(b"\r")
            await self.sees("Last callers")
        self.line.type(self.door.encode())

    async def sees(self, pattern: str) -> str:
        """Waits until the screen has it; what it matched."""
        self.line.came.clear()
        while not (found := re.search(pattern, self.look())):
            await self.more(f"no {pattern!r}")
            self.line.came.clear()
        return found[0]

    def look(self) -> str:
        """The screen, with all that has come."""
        data, self.line.data = self.line.data, bytearray()
        self.glass.feed(bytes(data))
        self.text = self.glass.text
        return self.text

    async def turn(self) -> None:
        await self.think()
        screen = self.look()
        if END not in screen and (seal := SEAL.search(screen)):
            self.sealed((seal[1] or seal[2]).replace(" ", ""))
        if seed := re.search(rf"secret seed.*?{HEX64}", screen, re.S):
            self.over(seed[1])
            self.proved = True
        key = self.key(screen)
        if key and not self.done:
            try:
                at_board = self.door != "1" or "to match" in screen or "matches" in screen
                await self.press(key, timed=at_board and key != "\x1b")  # what may follow it is waited for
            except EOFError:
                if self.line.gone:
                    raise
                self.tally.counts["unanswered"] += 1  # it came late for its screen, and meant nothing

    def key(self, screen: str) -> str:
        """Return what to press now, or "" to wait."""
        closing = self.tally.closing
        if "[L] for later" in screen:
            return "g"
        if "The proof" in screen:
            return "\r"
        if "NO CARRIER" in screen:
            return "\x1b"  # a G too many, in the menu
        if END in screen:
            if not self.proved:
                return "v"
            if closing:
                raise HungUp  # a Y may be on its way: the next call shows whether it began a game
            self.proved, self._keys = False, 0
            return "y"
        if re.search(TITLE, screen):
            if closing and "game of yours is waiting" not in screen:
                if not self.fresh:
                    raise HungUp  # a game may be about to begin: the next call shows it
                self.done = True
            self.fresh = False
            return "\r"
        if "Last callers" in screen:
            return self.door  # a key too many has led out of the door
        if SEAL.search(screen):
            self._keys += 1
            move = self.move(screen)
            leave = (closing or self._keys > MOST_KEYS) and move != "\r"  # what only waits goes on
            return move if not leave else "q" if self.door != "2" else "\x1b"
        return " "

    def move(self, screen: str) -> str:
        """One key of a game that is under way; "" where nothing is asked."""
        return MOVES[self.door](self, screen)


def _shutbox(player: Painter, screen: str) -> str:
    """One key towards a match: to a tile that fits, pull it, enter."""
    rows = screen.split("\n")
    frame = next((y for y, row in enumerate(rows) if "dice sealed" in row), 0)
    left = re.search(r"(\d+) to match", screen)
    if "matches" in screen:
        return "\r"
    if left is None:
        return " "  # the dice roll
    up = sum(1 << tile for tile in range(9) if rows[frame + 2][5 + 8 * tile] == "▀")
    wanted = TILES.get((int(left[1]), up))
    place = max(rows[frame + 1].find("▼"), rows[frame + 11].find("▲"))
    here = (place - 3) // 8 + 1
    return "8" if wanted is None else "2" if wanted == here and "▼" in rows[frame + 1] else "6"


def _microlink(player: Painter, screen: str) -> str:
    """Enter if it is asked for, or a door towards what the dice make."""
    if re.search(r"[Pp]ress Enter|Enter: ", screen):
        return "\r"
    left = re.search(r"add up to (\d+)|, (\d+) to go", screen)
    if left is None:
        return ""
    doorways = screen.split("\n")[3]
    up = sum(1 << door for door in range(9) if doorways[4 + 8 * door] != "░")
    wanted = TILES.get((int(left[1] or left[2]), up))
    return str(wanted) if wanted else "\x1b[B"


def _mindbuster(player: Painter, screen: str) -> str:
    """A code by chance, then OK."""
    return "" if "[any key] skip" in screen else "a" if player._keys % 2 else "\r"


_FACES = ("JOK", "A", *map(str, range(2, 11)), "J", "Q", "K")


def _thieves(player: Painter, screen: str) -> str:
    """A stack whose open card lies beside the current one, or the stock."""
    rows = screen.split("\n")

    def rank(x: int) -> int:
        """Return the rank of the lowest card from column x on, or -1."""
        found = [re.match(r"(JOK|A|10|[2-9JQK])[♠♥♦♣E]", row[x : x + 5]) for row in rows[4:20]]
        faces = [face[1] for face in found if face]
        return _FACES.index(faces[-1]) if faces else -1

    current = rank(69)
    for stack in range(7):
        face = rank(3 + 9 * stack)
        if face == 0 or (face > 0 and (current == 0 or abs(face - current) == 1)):
            return str(stack + 1)
    return "0"


def _switchbox(player: Painter, screen: str) -> str:
    """A ball into an entry by chance."""
    if "[Enter] go on" in screen:
        return "\r"
    return str(player.random.randint(1, 8)) if "Enter] drop" in screen else ""


MOVES: dict[str, Callable[[Painter, str], str]] = {
    "1": _shutbox,
    "2": _microlink,
    "3": _mindbuster,
    "4": _thieves,
    "5": _switchbox,
}
