"""Callers on the screen of all five doors, who read nothing but the screen."""

import re
from collections.abc import Callable
from random import Random

from board import PASSWORD
from glass import Glass
from players import HEX64, TILES, HungUp, Player, Tally

END = "[V] proof"
TITLE = r"\[Enter\](?: play)? +\[[DP]\]"
SEAL = re.compile(r"sealed:?((?: +[0-9a-f]{4}\b)+)|codes sealed:.*?\n.{62} +((?:[0-9a-f]{4} ?)+)", re.S)
MOST_KEYS = 200  # in a game of the soak; then it is given up


class Painter(Player):
    """Plays one door on a screen."""

    def __init__(self, name: str, random: Random, tally: Tally, door: str = "1") -> None:
        super().__init__(name, random, tally)
        self.door = door
        self._keys = 0  # in this game

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
            self.over(seed[1], None)
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
        """What to press now; "" to wait."""
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
            if closing and "waiting" not in screen:
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
    """Enter where it is asked for, or a door towards what the dice make."""
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
        """Of the lowest card from column x on; -1 for none."""
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
