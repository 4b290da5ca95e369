"""Bots that play Shut The Box in plain text and hold the board to every word it has said.

What a bot was shown is a promise.  A move whose answer was not seen may or may not be kept; a
game whose beginning was not seen may or may not have been charged; nothing else is left open,
unless the board has said that it can't save anything right now.
"""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random
from typing import Any

from boardroom import PASSWORD
from effort import PATIENCE
from wire import TTYPE, TelnetClient

from door.games.chance import Chance, commitment
from door.games.shutbox.rules import Variant, apply, begin, legal, move_text, tiles_of
from door.ui.words import seal

FULL = 0b111111111
BOARD = r"command\?(?: \([^)]*\))?|handle \(or NEW\):|Password for .*:"
"""The menu's question, with what Enter does behind it, and those of the log-on."""

PROMPT = re.compile(rf"(Tiles to shut\?|Play again\? \(y/n\)|Play\? \([^)]*quit\)|{BOARD}) $")
VARIANT = Variant()
CALM_SECONDS = 5.0
"""After trouble, the seconds until everything that waited must be saved."""

UNSAVED = re.compile(r"The board can't save anything right now|Your game can't be saved right now")


class Broken(AssertionError):
    """The board broke a promise."""


@dataclass
class Game:
    """A game as its bot was shown it; `pending` is a move without an answer.

    `kept` has the times at which its bot was shown moves, when nothing was said of trouble.  With trouble its
    beginning or its end may be `unsaved`."""

    commit: str = ""
    rolls: list[tuple[int, int]] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    pending: str = ""
    score: int | None = None
    seed: str = ""
    over_unseen: bool = False
    kept: list[float] = field(default_factory=list)
    unsaved: bool = False
    end_unsaved: bool = False

    @property
    def open(self) -> int:
        """The tiles that must be up, as a mask."""
        return _open(self.moves)


def _open(moves: list[str]) -> int:
    return FULL & ~sum(1 << int(tile) - 1 for move in moves for tile in move.split())


class Bot:
    """One caller, over many calls."""

    prompts = PROMPT

    def __init__(self, handle: str, random: Random) -> None:
        self.handle, self.random = handle, random
        self.games: list[Game] = []
        self.calls = self.drops = self.resumed = 0
        self.last_game = False
        self.heard = ""
        self.is_calm: Callable[[], bool] = lambda: True
        """True if nothing is out of order, so that the board can save everything."""
        self.may_be_lost: Callable[[float], bool] = lambda shown: False
        """True if a move that was shown at that time may be lost after all."""
        self.kept: list[float] = []
        """When moves were told, and nothing of trouble."""
        self.is_calling = True
        """True while it isn't logged on."""
        self.logged_on: list[float] = []
        self.restless = 0.0
        """How likely it calls again at a prompt, and leaves the board to end the call that it has."""
        self._left: list[TelnetClient] = []
        self.silences: list[str] = []
        """What was heard before a call from which nothing more came."""
        self._resuming = False
        self._unsaved = 0.0
        """When the board said that it can't save anything, 0 if it can."""
        self._sent = ""

    @property
    def game(self) -> Game | None:
        """The game in play."""
        return self.games[-1] if self.games and not self.games[-1].seed else None

    async def play(self, port: int) -> bool:
        """One call, until the line drops (False) or the last game is over (True)."""
        self._unread, self._sent, self._call = "", "", TelnetClient({TTYPE}, terms=(b"DUMB",))
        self.calls += 1
        self._unsaved, self._is_in_game = 0.0, False
        self.is_calling = True
        try:
            await self._call.call(port)
            while (answer := self._answer(await self._asked_for())) is not None:
                self._sent = answer
                self._call.send(answer.encode() + b"\r\0")
        except (OSError, EOFError) as error:
            if isinstance(error, TimeoutError):
                self.silences.append(self.heard[-300:] + self._unread)
            self._hear()
            self.drops += bool(self._call.asked)
            return False
        self._call.hang_up()
        return True

    async def _asked_for(self) -> str:
        """The next prompt, after what was said up to it was noted as kept."""
        prompt = await self._prompt()
        now = time.monotonic()
        if prompt.startswith("command") and self.is_calling:
            self.logged_on.append(now)
            self.is_calling = False
        if not self._unsaved:
            self._keep(now)
        elif self.is_calm() and now > self._unsaved + CALM_SECONDS:
            self._unsaved = 0.0
        if self.restless and not self.is_calling and self.random.random() < self.restless:
            self._left = [*self._left[-3:], self._call]
            raise EOFError
        return prompt

    def _note_trouble(self, line: str) -> None:
        """The same trouble is told once in a game."""
        if UNSAVED.match(line):
            self._unsaved = time.monotonic()

    def _keep(self, now: float) -> None:
        if self.games and self._is_in_game:
            game = self.games[-1]
            game.unsaved = game.end_unsaved = False
            news = [now] * (len(game.moves) - len(game.kept))
            game.kept += news
            self.kept += news

    async def _prompt(self) -> str:
        """Hears all that is said up to the next prompt."""
        client = self._call
        while True:
            self._unread += client.shown.decode()
            client.shown = b""
            if self._sent != PASSWORD and (news := NEWS.search(self._unread)):
                self._unread = self._unread[: news.start()]
                self._call.hang_up()
                raise EOFError
            if found := self.prompts.search(self._unread):
                self._hear()
                self._unread = ""
                return found[1]
            async with asyncio.timeout(PATIENCE):
                data = await client.reader.read(65536)
            if not data:
                raise EOFError
            client.take(data)

    def _broken(self, what: str) -> Broken:
        return Broken(f"{self.handle}: {what}; the last it heard was {self.heard[-800:]!r}")

    def _answer(self, prompt: str) -> str | None:
        """What the bot types, None to hang up."""
        if prompt.startswith("Play again") and self.game is not None:
            return "v"  # its seed is still to be told
        if prompt.startswith("Play") and self.last_game and self.game is None:
            return None
        answers = {"handle": self.handle, "Password": PASSWORD, "command?": "1", "Play?": "", "Play": "y"}
        return next((said for word, said in answers.items() if prompt.startswith(word)), None) or (
            self._move() if prompt.startswith("Tiles") else ""
        )

    def _move(self) -> str:
        game = self.game
        assert game
        total = sum(game.rolls[-1])
        game.pending = move_text(self.random.choice(legal(game.open, total)))
        return game.pending

    def _whole_lines(self) -> list[str]:
        """The whole lines that have come."""
        *lines, self._unread = self._unread.split("\n")
        self.heard = (self.heard + "\n".join(lines))[-4000:]
        return lines

    def _hear(self) -> None:
        for line in self._whole_lines():
            self._note_trouble(line)
            for pattern, take in SAID:
                if found := pattern.match(line.strip("\r")):
                    take(self, *found.groups())

    def _waits(self) -> None:
        self._resuming = True
        if self.game is None and self.games and self.games[-1].end_unsaved:
            self._before = self.games[-1]
            self.games[-1] = replace(self._before, score=None, seed="")
        elif self.game is None:
            self.games.append(Game())  # begun by a key whose answer was lost

    _before: Game | None = None

    def _goes_on(self) -> None:
        self.resumed += 1

    def _committed(self, commit: str) -> None:
        self._is_in_game = True
        self._go_back_to(commit)
        game = self.game
        if game is not None and game.commit == commit:  # a board may not yet have said that it waits
            self._resuming = True
        if game is None or (not self._resuming and (game.rolls or game.commit)):
            game = Game()
            self.games.append(game)
        before, self._before = self._before, None
        if game.commit not in ("", commit):
            if before is not None:
                # Its end was saved, and the next game begun by a key whose answer was lost.
                self.games[-1] = before
            elif game.score is None and not game.pending:
                raise self._broken("another game came back")
            # Its end was told and the next game begun, but not the seed.
            game.over_unseen = True
            game, self._resuming = Game(), False
            self.games.append(game)
        game.commit = commit
        game.unsaved = game.unsaved or not game.rolls  # until the prompt

    def _go_back_to(self, commit: str) -> None:
        """Another host has not seen the end of that game, nor the games after it, which may be saved yet. Or
        its beginning is saved only now."""
        before = self.games if self.game is None else self.games[:-1]
        n = next((n for n, game in enumerate(before) if game.commit == commit), None)
        if n is None:
            return
        game, *later = self.games[n:]
        kept = not game.unsaved and any(one.commit and not one.unsaved for one in later)
        if kept or (game.seed and not game.end_unsaved):
            raise self._broken("a game came back that was over")
        back = replace(game, score=None, seed="", end_unsaved=False, over_unseen=False)
        self.games[n:] = [*(one for one in later if one.commit), back]
        self._before, self._resuming = None, True

    def _rolled(self, one: str, two: str) -> None:
        game, dice = self._in_play(), (int(one), int(two))
        if self._resuming:
            self._dice_back = dice
            return
        game.rolls.append(dice)

    def _opened(self, tiles: str) -> None:
        game, shown = self._in_play(), sum(1 << int(tile) - 1 for tile in tiles.split())
        if self._resuming:
            self._came_back(game, shown)
        if shown != game.open:
            raise self._broken(f"{tiles} are open; shown before were {tiles_of(game.open)}")

    def _came_back(self, game: Game, shown: int) -> None:
        """The resumed game has its moves, and the one without an answer or not."""
        self._resuming = False
        moves = [*game.moves, game.pending] if game.pending else game.moves
        surely = len(game.kept)
        while surely and self.may_be_lost(game.kept[surely - 1]):
            surely -= 1
        back = next((n for n in range(len(moves), surely - 1, -1) if _open(moves[:n]) == shown), None)
        if back is None:
            raise self._broken(
                f"{tiles_of(shown)} are open after {game.moves} and perhaps {game.pending!r}, of which "
                f"{surely} are kept for certain"
            )
        if back < len(game.moves):
            game.score = None
        game.moves, game.pending = moves[:back], ""
        del game.kept[back:], game.rolls[back + 1 :]
        dice, self._dice_back = self._dice_back, None
        if len(game.rolls) <= back and dice:
            game.rolls.append(dice)
        elif dice and game.rolls[back] != dice:
            raise self._broken(f"the dice were {game.rolls[back]} and came back as {dice}")

    _dice_back: tuple[int, int] | None = None

    def _scored(self, _: str) -> None:
        game = self._in_play()
        if game.pending and not self._resuming:
            game.moves.append(game.pending)
            game.pending = ""

    def _over(self, score: str) -> None:
        self._resuming = False
        game = self._in_play()
        if game.score not in (None, int(score)):
            raise self._broken(f"the score was {game.score} and is now {score}")
        if self._dice_back:
            self._dice_back = None
        game.score = int(score)

    def _revealed(self, seed: str) -> None:
        if self.game is None and self.games and self.games[-1].seed == seed:
            return  # asked twice, since something was told between and the prompt said again
        game = self._in_play()
        game.seed, game.end_unsaved = seed, True  # until the prompt
        if game.commit not in ("", seal(commitment(bytes.fromhex(seed)))):
            raise self._broken("the seed is not the one that was promised")

    def _in_play(self) -> Game:
        if self.game is None:
            raise self._broken("something is said of a game that is not")
        return self.game

    def check(self, lines: list[dict[str, Any]]) -> None:
        """Holds the journal's lines against all that was shown."""
        mine = [line for line in lines if line.get("caller") == self.handle]
        turns = [line for line in mine if line["kind"] == "turn"]
        ended = {line["id"]: line for line in mine if line["kind"] == "game"}
        if len(ended) != sum(line["kind"] == "game" for line in mine):
            raise Broken(f"{self.handle}: a game was booked twice")
        charged = {seal(turn["commit"]) for turn in turns}
        games = [game for game in self.games if game.commit in charged or not game.unsaved]
        if len(turns) != len(games):
            others = [game for game in games if game.commit not in charged]
            raise Broken(
                f"{self.handle}: {len(turns)} turns charged for {len(games)} games, not for {others}"
            )
        seen, unseen = {game.commit: game for game in games}, iter([one for one in games if not one.commit])
        for turn in turns:
            game = seen.get(seal(turn["commit"])) or next(unseen, None)
            if game is None:
                raise Broken(f"{self.handle}: {turn['id']} is not the game that was shown")
            if turn["id"] in ended:
                self._check_game(game, ended[turn["id"]])
            elif game.score is not None or game.seed or game.over_unseen:
                raise Broken(f"{self.handle}: {turn['id']} was over and is not on the books")

    def _check_game(self, game: Game, line: dict[str, Any]) -> None:
        if game.score not in (None, line["score"]) or game.seed not in ("", line["seed"]):
            raise Broken(f"{self.handle}: {line['id']} was booked with another score or seed")
        moves = line["moves"]
        if moves not in (game.moves, [*game.moves, game.pending]):
            raise Broken(f"{self.handle}: {line['id']} has the moves {moves}, shown were {game.moves}")
        rolls = dice_of(line["seed"], moves)
        if rolls[: len(game.rolls)] != game.rolls:
            raise Broken(f"{self.handle}: {line['id']} has other dice than were shown")


def dice_of(seed: str, moves: list[str]) -> list[tuple[int, int]]:
    """Every roll of a game."""
    played = list(accumulate(moves, apply, initial=begin(VARIANT, Chance(bytes.fromhex(seed)))))
    return [game.dice for game in played if game.open]


NEWS = re.compile(
    r""".*passed you at |.*! Bot \w+ at |Bot \w+ has beaten |Your settings couldn't be saved\. """
    r"""|"1" is not one of the choices"""
)
"""After it the screen comes once more, which looks like an answer, so the bot hangs up and calls again. A bot
is told the last one if it has answered a menu twice, because a busy board showed it before it was loaded."""

SAID = (
    (re.compile(r"A game of yours is waiting"), Bot._waits),
    (re.compile(r"Your game goes on"), Bot._goes_on),
    (re.compile(r"Seal: ([0-9a-f]{4}(?: [0-9a-f]{4}){3}) "), Bot._committed),
    (re.compile(r"Roll: (\d) \+ (\d) = \d"), Bot._rolled),
    (re.compile(r"Open: ([\d ]+)$"), Bot._opened),
    (re.compile(r"Score: (\d+)$"), Bot._scored),
    (re.compile(r"Game over\. Score: (\d+)$"), Bot._over),
    (re.compile(r"Seed: ([0-9a-f]{64})$"), Bot._revealed),
)
