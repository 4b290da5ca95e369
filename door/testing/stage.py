"""Plays a door without a board, and shows what a caller would see.

Behind it are seeded dice and a small month. Ticks and tasks happen at once, one at a time, except ticks more
than `LONG` seconds away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from door.games import contract
from door.games.chance import Chance, chance_for, commitment
from door.games.game import Status
from door.games.record import Record
from door.play.api import (
    PUZZLE,
    Begin,
    Begun,
    Booked,
    Finish,
    FreshEnter,
    Remember,
    SaveMove,
    Sealed,
    Setup,
    Think,
    Thought,
)
from door.play.books import Books, PlaceRow
from door.play.replay import Puzzle
from door.screens.door import GameDoor
from door.screens.state import State, table_of
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Answer, Ask, Leave, No, Tick, View, Wake
from door.ui.texts import tr

VIEW = View()
LONG = 10.0  # seconds


def playable(door: contract.Door) -> GameDoor:
    """Return a game's door with everything that the board puts around it."""
    return GameDoor(door)


def seed_of(number: int) -> bytes:
    """Return the seed of the stage's game with that number."""
    return hashlib.sha256(f"stage {number}".encode()).digest()


@dataclass
class StagedGame:
    """A game that was begun here, as a journal would have it."""

    id: str
    seed: bytes
    options: dict[str, Any]
    seats: tuple[str, ...]
    ranked: bool
    moves: list[str] = field(default_factory=list)
    score: int | None = None
    daily: str = ""
    word: str = ""

    @property
    def chance(self) -> Chance:
        return chance_for(self.seed.hex(), [self.word] if self.word else [])

    @property
    def record(self) -> Record:
        kind = "daily" if self.daily else "contest" if self.ranked else "practice"
        return Record(
            self.options, self.seats, self.chance, tuple(self.moves), self.id, kind, commitment(self.seed),
            self.daily, (self.word,) if self.word else (),
        )  # fmt: skip


class Stage:
    """One caller at one door. `press("6 2 enter")` types keys, `say("2 6")` enters a line.

    With `fast` nothing moves. A `patient` stage waits until `tick` is called, and holds Enter down until
    `release` where the door asks for that. With `asks` the board asks for
    the caller's word before a game.
    """

    def __init__(
        self,
        door: GameDoor | contract.Door,
        view: View = VIEW,
        first_seed: int = 1,
        patient: bool = False,
        books: Books | None = None,
        options: dict[str, Any] | None = None,
        caller: str = "Ann",
        asks: bool = False,
        fast: bool = False,
        **setup: Any,
    ) -> None:
        door = playable(door) if isinstance(door, contract.Door) else door
        self.door, self.view, self.patient = door, view, patient
        self.next_seed, self.asks = first_seed, asks
        self.games: list[StagedGame] = []
        self.waiting: list[Wake] = []
        self.effects: list[Any] = []
        self.bells, self.left = 0, False
        self.enter_is_held = False
        self.prefs: dict[str, str] = {}
        self.settling = False
        self.puzzle: Puzzle | None = None
        self.books = (
            books if books is not None else Books(month="2026-11", last_month="2026-10", turns_left=5)
        )
        full = door.INFO.complete(options or {})
        prefs = {**({"motion": "off"} if fast else {}), **setup.pop("prefs", {})}
        self.setup = Setup(caller, full, self.books, prefs=prefs, **setup)
        self.state: State
        self.state, effects = door.start(self.setup)
        self.carry_out(effects)

    # -- the session's part

    def send(self, event: Any) -> None:
        """Pass an event to the door, and carry out everything that follows."""
        self.state, effects = self.door.update(self.state, event)
        self.carry_out(effects)

    def carry_out(self, effects: Sequence[Any]) -> None:
        """Carry out what the door asks for."""
        self.effects.extend(effects)
        for effect in effects:
            match effect:
                case Begin():
                    self.send(self._begin(effect))
                case SaveMove():
                    self.games[-1].moves.append(effect.move)
                case Finish():
                    self.send(self._finish())
                case Wake():
                    self.waiting = [wake for wake in self.waiting if wake.name != effect.name] + [effect]
                case Think():
                    self.send(Thought(effect.name, effect.task(*effect.args)))
                case Ask(query) if query is PUZZLE:
                    none = No(tr.puzzle.no_puzzle_today(), to=effect)
                    self.send(Answer(PUZZLE, self.puzzle) if self.puzzle else none)
                case Remember():
                    self.prefs[effect.key] = effect.value
                case Leave():
                    self.left = True
                case FreshEnter():
                    self.enter_is_held = self.patient
                case _:
                    self.bells += 1
        if not self.patient:
            self.settle()

    def settle(self, limit: int = 5000) -> None:
        """Let ticks happen until only long ones are left."""
        if self.settling:
            return
        self.settling = True
        while limit and (soon := next((wake for wake in self.waiting if wake.seconds <= LONG), None)):
            self.tick(soon)
            limit -= 1
        self.settling = self.enter_is_held = False

    def tick(self, wake: Wake | None = None) -> None:
        """Let that tick happen, or the oldest."""
        if self.waiting:
            wake = wake or self.waiting[0]
            self.waiting.remove(wake)
            self.send(Tick(wake.name))

    def _begin(self, effect: Begin) -> Begun | Sealed | No:
        if effect.daily:
            return self._deal(effect)
        if self.games and self.games[-1].score is None and self.games[-1].ranked and effect.ranked:
            return self._begin_game(self.games[-1], resumed=True)
        if not self.books.may_play:
            return No(tr.play.no_turns_left())
        seal = commitment(seed_of(self.next_seed))
        if self.asks and effect.ranked and effect.sealed != seal:
            return Sealed(seal)
        if self.books.turns_left:
            self.books = self.books._replace(turns_left=self.books.turns_left - 1)
        seed, self.next_seed = seed_of(self.next_seed), self.next_seed + 1
        options = dict(self.setup.options) | dict(effect.options)
        seats = effect.seats or (self.setup.caller,)
        game = StagedGame(
            f"{len(self.games) + 1:016x}", seed, options, seats, effect.ranked, word=effect.word
        )
        self.games.append(game)
        return self._begin_game(game)

    def _deal(self, effect: Begin) -> Begun | No:
        """Begin the day's deal, whose seed is the day."""
        daily = self.books.daily
        if daily is None or not daily.may_play:
            return No(tr.daily.no_deal_today())
        options = dict(self.setup.options) | dict(effect.options)
        seed = hashlib.sha256(daily.day.encode()).digest()
        game = StagedGame(
            f"{len(self.games) + 1:016x}", seed, options, (self.setup.caller,), True, daily=daily.day
        )
        self.games.append(game)
        return self._begin_game(game)

    def _begin_game(self, game: StagedGame, resumed: bool = False) -> Begun:
        return Begun(game.record, resumed, self.books)

    def _finish(self) -> Booked:
        game = self.games[-1]
        score = game.score = self.door.replay(game.record).score
        if game.daily and self.books.daily:
            rows = (PlaceRow(1, self.setup.caller, score),) * (score != self.door.INFO.missed)
            daily = self.books.daily._replace(
                may_play=False, waiting=False, played=True, today=rows, rank=len(rows),
                score=score, month=rows, month_rank=len(rows), month_score=score,
            )  # fmt: skip
            self.books = self.books._replace(daily=daily)
            return Booked(game.id, "", self.books, score=score)
        self.books = self.books._replace(score=self.books.score + score, rank=1)
        return Booked(game.id, game.seed.hex(), self.books, look=self.door.look(game.record), score=score)

    # -- the caller's part

    def press(self, keys: str) -> Stage:
        """Type keys by name, separated by spaces. If Enter is held, it is not pressed again."""
        for name in keys.split():
            self.enter_is_held = self.enter_is_held and name == "enter"
            if not self.enter_is_held:
                self.send(Key(" " if name == "space" else name))
        return self

    def release(self) -> Stage:
        """Release Enter."""
        self.enter_is_held = False
        return self

    def say(self, *lines: str) -> list[str]:
        """Enter lines in plain mode. Return the lines of the answers, each with its prompt last."""
        said = []
        for line in lines:
            before = self.state
            self.send(Line(line))
            speech = self.door.tell(before, self.state)
            said += [*speech.lines, speech.prompt]
        return said

    def click(self, x: int, y: int) -> Stage:
        """Click there. A spot with a key is that key."""
        target = self.canvas.at(x, y)
        self.send(target if isinstance(target, Key) else Mouse(x, y, target=target))
        return self

    @property
    def position(self) -> Any:
        """The position of the game."""
        return table_of(self.state).position

    @property
    def board(self) -> Any:
        """The caller's board."""
        return table_of(self.state).board

    @property
    def asked(self) -> bool:
        """True if the caller may make a move, and nothing moves."""
        return self.state.scene == "play" and not self.state.frames

    @property
    def canvas(self) -> Canvas:
        """The picture that the caller sees."""
        return self.door.draw(self.state, self.view)

    @property
    def text(self) -> str:
        """The text of the picture."""
        return self.canvas.text()

    def replay(self, game: StagedGame | None = None) -> Status:
        """Replay a game, by default the last one, as the audit does."""
        game = game or self.games[-1]
        return self.door.replay(game.record)
