"""Bots that go from door to door in plain text, daily deals and all, and hold the board to what it said.

A bot knows no rules: it types what the prompt may take and keeps what it was told.  Afterwards each
game is played again from the journal, and all that was shown of it must be what its moves say, in
their order and never further back: a move lost, or dice changed, shows as a line of no such game.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from boardroom import PASSWORD
from crashbots import BOARD, Bot, Broken, move_text

from door.games.chance import Chance
from door.games.game import GameView
from door.games.record import Record, play
from door.games.shutbox.rules import legal
from door.screens.doors import DOORS
from door.ui.texts import tr
from door.ui.words import seal

BY_NAME = {door.INFO.name(): door.INFO.slug for door in DOORS}
TIPS = {"", tr.switchbox.tip_platforms(), tr.switchbox.tip_avalanche(), tr.mindbuster.advice_first_guesses()}
"""Said to newcomers and losers, by what the caller has played before."""

BY_SLUG = {door.INFO.slug: door for door in DOORS}
PROMPT = re.compile(
    r"(Tiles to shut\?|Doors to shut\?|Stack to take, or 0 to turn\?|Your hidden code, [^?]*\?"
    r"|Guess \d+\? \([^)]*\)|[^\n]*\(1-8, \+, -, box\)"
    r"|Play again\? \(y/n\)|Play\? \([^)]*quit\)|Play it\? \(y/n\)"
    rf"|Go on with it\? \(y/n\)|Enter to go on[^:]*:|{BOARD}) $"
)
ROLL = re.compile(r"Roll: \d \+ \d = (\d+)$")
OPEN = re.compile(r"Open: ([\d ]+)$")
WAITS = {"A game of yours is waiting.": "", "Daily deal: your game is waiting.": "d"}


@dataclass
class Shown:
    """A game as its bot was shown it: what was said between two prompts, and when, and its score.
    Without what was said after trouble; a game without anything else is `unsaved`."""

    slug: str
    blocks: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)
    score: int | None = None
    unsaved: bool = True


class Wanderer(Bot):
    """One caller, over many calls and all doors."""

    prompts = PROMPT

    def __init__(self, handle: str, random: Random) -> None:
        super().__init__(handle, random)
        self.shown: dict[str, Shown] = {}
        self.left = sorted(BY_SLUG)
        self._at_title()

    def _at_title(self) -> None:
        self._current: Shown | None = None
        self._said: list[str] = []
        self._waiting: list[str] = []
        self._daily = False
        self._roll, self._up = 0, 0
        self._score: int | None = None

    async def play(self, port: int) -> bool:
        self._at_title()
        self._slug = ""
        return await super().play(port)

    def _answer(self, prompt: str) -> str | None:
        self._said, self._score = [], None
        if prompt.startswith("command"):
            return self._next_door()
        for word, said in {"handle": self.handle, "Password": PASSWORD, "Enter": "", "Go on": "y"}.items():
            if prompt.startswith(word):
                self._daily = self._daily or word == "Go on"
                return said
        if prompt.startswith("Play"):
            return self._asked(prompt)
        if prompt.startswith(("Tiles", "Doors")):
            return move_text(self.random.choice(legal(self._up, self._roll)))
        if prompt.startswith("Stack"):
            return self.random.choice("0012345677")
        if prompt.startswith(("Your", "Guess")):
            return "".join(self.random.choices("RWBGYK", k=4))
        return self.random.choice("12345678")

    def _keep(self, now: float) -> None:
        if not (game := self._current):
            return
        if self._said:
            game.blocks.append((now, tuple(self._said)))
            self.kept.append(now)
        game.unsaved = False
        if game.score not in (None, self._score or game.score):
            raise self._broken(f"the score was {game.score} and is now {self._score}")
        game.score = game.score if self._score is None else self._score

    def _next_door(self) -> str | None:
        """A door by its number in the menu, None when all have been looked at for the last time."""
        if not self.last_game:
            return str(self.random.randint(1, len(BY_SLUG)))
        return str(list(BY_SLUG).index(self.left[0]) + 1) if self.left else None

    def _asked(self, prompt: str) -> str:
        """The title page and what is asked around a game."""
        if prompt.startswith("Play it"):
            self._daily = not self.last_game
            return "y" if self._daily else "n"
        if prompt.startswith("Play again"):
            if self.last_game or self._daily or self.random.random() < 0.4:
                return "n"
            self._current = None
            return "y"
        self._daily = False  # a deal that was refused: whatever begins at the title page is no deal
        if self._waiting and (self.last_game or self.random.random() < 0.7):
            return self._waiting[-1]
        if self.last_game:
            self.left = [slug for slug in self.left if slug != self._slug]
            return "q"
        return self.random.choices(("", "d", "q"), (6, 2, 2))[0]

    def _hear(self) -> None:
        for line in self._whole_lines():
            self._note_trouble(line)
            self._take(line.strip("\r"))

    def _take(self, line: str) -> None:
        if line in BY_NAME:
            self._at_title()
            self._slug = BY_NAME[line]
        elif line.startswith("The daily deal, "):  # its table, so it is over
            self._waiting = [key for key in self._waiting if key != "d"]
        elif line in WAITS:
            self._waiting.append(WAITS[line])
        elif found := re.match(r"Seal: ([0-9a-f]{4}(?: [0-9a-f]{4}){3}) ", line):
            self._said = []
            key = f"daily {self._slug}" if self._daily else found[1]
            self._current = self.shown.setdefault(key, Shown(self._slug))
            if not self._daily and key not in self.games:
                self.games.append(key)  # type: ignore[arg-type]  # counted by the harness, nothing else
        elif line.startswith("Your game goes on"):
            self.resumed += 1
        elif line.startswith("  ") and self._said:  # a line that was longer than the window
            self._said[-1] += f" {line.strip()}"
        elif self._current is not None:
            self._said.append(line)
            self._noted(line)

    def _noted(self, line: str) -> None:
        if found := ROLL.match(line):
            self._roll = int(found[1])
        elif found := OPEN.match(line):
            self._up = sum(1 << int(tile) - 1 for tile in found[1].split())
        elif found := re.match(r"Game over\. Score: (\d+)$", line):
            self._score = int(found[1])

    def check(self, lines: list[dict[str, Any]]) -> None:
        mine = [line for line in lines if line.get("caller") == self.handle]
        for turns, games, daily in (("turn", "game", False), ("daily_turn", "daily_game", True)):
            begun = {line["id"]: line for line in mine if line["kind"] == turns}
            ended = [line for line in mine if line["kind"] == games]
            keys = {
                id: f"daily {line['door']}" if daily else seal(line["commit"]) for id, line in begun.items()
            }
            shown = {
                key: game for key, game in self.shown.items()
                if key.startswith("daily") is daily and (key in keys.values() or not game.unsaved)
            }  # fmt: skip
            if sorted(keys.values()) != sorted(shown):
                raise Broken(f"{self.handle}: {turns} of {sorted(keys.values())}, shown {sorted(shown)}")
            if sorted(line["id"] for line in ended) != sorted(begun):
                raise Broken(f"{self.handle}: {len(begun)} {turns} lines and {len(ended)} {games} lines")
            for line in ended:
                self._check_shown(shown[keys[line["id"]]], line)

    def _check_shown(self, game: Shown, line: dict[str, Any]) -> None:
        if game.score not in (None, line["score"]):
            raise Broken(f"{self.handle}: {line['id']} came to {game.score} and is booked as {line['score']}")
        said = list(says(line, self.handle))
        known, at = set().union(*said), 0
        for shown, block in game.blocks:
            if self.may_be_lost(shown):
                continue
            told = [text for text in block if text in known - TIPS]
            found = next((to for to in range(at, len(said)) if fits(told, said[at : to + 1])), None)
            if found is None:
                where = f"{line['id']}, {line['door']}, after move {at}"
                raise Broken(f"{self.handle}: {where}: it was told {told}")
            at = found


def fits(told: list[str], said: list[set[str]]) -> bool:
    """Whether positions that follow each other say all that was told, the last of them its end."""
    return not told or (told[-1] in said[-1] and all(any(text in one for one in said) for text in told))


def says(line: dict[str, Any], caller: str) -> Iterator[set[str]]:
    """What is said of each position of a booked game: as news, and to one who comes back to it."""
    game = BY_SLUG[line["door"]].game  # type: ignore[attr-defined]
    options, seats = game.info.complete(line["options"]), tuple(line["seats"])
    record = Record(options, seats, Chance(bytes.fromhex(line["seed"])))
    table = GameView(play(game.rules, record), caller=caller)
    table = table._replace(board=game.board.start(table))
    yield {*game.words.say(None, table)}
    for move in line["moves"]:
        after = table._replace(course=table.course.after(game.rules, move))
        after = after._replace(board=game.board.start(after))
        yield {*game.words.say(table, after), *game.words.say(None, after)}
        table = after
