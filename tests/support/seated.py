"""A table in memory with several callers at it: what the board does for `SeatDoor`, without a board.

Events are folded by `after`, as the records do; every caller who follows is then sent the match.  The
time is the table's own, moved on by `pass_by`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from door.games.chance import commitment
from door.games.game import WATCHER
from door.play.api import FreshEnter, Remember, Setup, Think, Thought
from door.play.books import Books
from door.play.match.events import after, waits_for
from door.play.match.values import Match, Refusal, Terms, level_of, new_match
from door.play.match.view import AtTable, Followed, Rated
from door.screens.door import SeatDoor
from door.screens.doors import find
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.testing.stage import VIEW, seed_of
from door.ui.screen import Leave, No, Tick, Took, View, Wake

SALTS = ("11" * 16, "22" * 16, "33" * 16, "44" * 16)


class Table:
    """A table at which `Ann` has opened a game; `sat` seats callers, `follow` puts it on a screen."""

    def __init__(self, door: str, seed: int = 1, seats: int = 2, **terms: Any) -> None:
        found = find(door)
        assert found is not None
        self.game = found.game
        race = terms.get("race", False)
        more = (self.game.info.players.race if race else self.game.info.players.versus) or {}
        options = {**self.game.info.defaults(), **more, **terms.pop("options", {})}
        self.now = datetime(2026, 11, 22, 20, tzinfo=UTC)
        secret = seed_of(seed)
        full: dict[str, Any] = {"clock": "3d", "rated": True, "race": False, "by": "Ann", "to": "", **terms}
        self.match: Match = new_match(Terms(
            id="7ab1e", door=door, options=options, seats=seats, seed=secret.hex(),
            commit=commitment(secret), t=self.t, **full,
        ))  # fmt: skip
        self.calls: list[Call] = []
        self.ratings: tuple[str, ...] = ()
        self.mover = ""
        self.rated: tuple[Rated | None, ...] = ()
        self.away: dict[int, int] = {}
        self.rates = bool(full["rated"])

    @property
    def t(self) -> str:
        return self.now.isoformat(timespec="milliseconds")

    # -- the board's part

    def do(self, **event: Any) -> None:
        """Something happens; all who follow are sent it.  Computers in seats answer at once."""
        self.match = after(self.game, self.match, {"t": self.t, **event})
        seats = range(len(self.match.seats))
        if self.match.stage == "forming" and not any(waits_for(self.game, self.match, at) for at in seats):
            self.match = after(self.game, self.match, {"t": self.t, "do": "begin"})
        self.tell()
        self._computers()

    def _computers(self) -> None:
        for seat in self.match.movers:
            if not self.match.terms.race and (level := level_of(self.game, self.match, seat)):
                assert self.game.rules.computer is not None
                move = self.game.rules.computer(self.match.positions[0], seat, level)
                asked = {"do": "move", "move": move} if move else {"do": "let"}
                return self.do(**asked, seat=seat, computer=True)
        return None

    def tell(self) -> None:
        for call in self.calls:
            call.send(self.followed(call.seat))

    def followed(self, seat: int) -> Followed:
        here = tuple(sorted({call.seat for call in self.calls if call.seat >= 0} - set(self.away)))
        away = tuple((at, self.away.get(at, -1)) for at in self.match.people if at not in here)
        return Followed(
            self.match, seat, self.match.ms_at(self.t), here, away, self.ratings, rates=self.rates,
            rated=self.rated, mover=self.mover if self.match.stage == "over" else "",
        )  # fmt: skip

    def pass_by(self, **span: int) -> None:
        self.now += timedelta(**span)

    # -- callers

    def sat(self, *callers: str) -> Table:
        """These sit down in the seats after Ann's."""
        for seat, who in enumerate(callers, start=1):
            self.do(do="sit", seat=seat, who=who)
        return self

    def follow(self, caller: str, view: View = VIEW, **setup: Any) -> Call:
        """The table on that caller's screen."""
        call = Call(self, caller, view, setup)
        self.calls.append(call)
        call.open()
        for other in self.calls[:-1]:
            other.send(self.followed(other.seat))
        return call

    def drops(self, call: Call, seconds: int = 0) -> None:
        """That caller's line drops, so many seconds ago."""
        self.calls = [other for other in self.calls if other is not call]
        self.away[call.seat] = seconds
        self.tell()


class Call:
    """One caller with the table on the screen."""

    def __init__(self, table: Table, caller: str, view: View, setup: dict[str, Any]) -> None:
        self.table, self.caller, self.view = table, caller, view
        self.door = SeatDoor(table.game)
        self.setup = Setup(caller, table.game.info.defaults(), Books(month="2026-11"), **setup)
        self.wakes: dict[str, float] = {}
        self.effects: list[Any] = []
        self.bells, self.left, self.prefs = 0, False, dict[str, str]()
        self.enter_is_held = False
        self.state: Any = None

    @property
    def seat(self) -> int:
        at = self.table.match.seat_of(self.caller)
        return at if at >= 0 else WATCHER

    def open(self) -> None:
        self.state, effects = self.door.start(self.setup, self.table.followed(self.seat))
        self.spoken = self.table.match.said
        self.carry_out(effects)

    def send(self, event: Any) -> None:
        """The screen gets an event; of a table with what was said since the last one."""
        if isinstance(event, Followed) and not event.said:
            heard = [one for one in event.match.lines_after(self.spoken) if not self.ignores(event, one[0])]
            event, self.spoken = replace(event, said=tuple(heard)), event.match.said
        self.state, effects = self.door.update(self.state, event)
        self.carry_out(effects)

    @staticmethod
    def ignores(event: Followed, who: str) -> bool:
        return any(event.match.seats[seat] == who for seat in event.ignored)

    def carry_out(self, effects: Iterable[Any]) -> None:
        for effect in effects:
            if isinstance(effect, Took):
                continue
            self.effects.append(effect)
            match effect:
                case AtTable():
                    self._ask(effect)
                case Wake():
                    self.wakes[effect.name] = effect.seconds
                case Think():
                    self.send(Thought(effect.name, effect.task(*effect.args)))
                case Remember():
                    self.prefs[effect.key] = effect.value
                case Leave():
                    self.left = True
                case FreshEnter():
                    self.enter_is_held = True
                case _:
                    self.bells += 1

    def _ask(self, asked: AtTable) -> None:
        event = {"seat": self.seat, "who": self.caller, **asked.event}
        if event["do"] == "hide":
            event["salt"] = SALTS[self.seat]
        try:
            if asked.n is not None and asked.n != self.table.match.n:
                raise Refusal("Something changed at the table while you typed. Please look again.")
            self.table.do(**event)
        except Refusal as why:
            self.send(No(str(why)))

    # -- the caller's part

    def rest(self, limit: int = 500) -> Call:
        """Lets what moves come to rest; what waits for ENTER is gone past."""
        for _ in range(limit):
            frames = self.state.frames
            if not frames:
                break
            if frames[self.state.at].seconds:
                self.send(Tick("motion"))
            else:
                self.press("enter")
        return self.release()

    def release(self) -> Call:
        """Release Enter, which is held down once the door has asked for that."""
        self.enter_is_held = False
        return self

    def tick(self, name: str = "clock") -> Call:
        self.wakes.pop(name, None)
        self.send(Tick(name))
        return self

    def press(self, keys: str) -> Call:
        for name in keys.split():
            self.enter_is_held = self.enter_is_held and name == "enter"
            if not self.enter_is_held:
                self.send(Key(" " if name == "space" else name))
        return self

    def type(self, text: str) -> Call:
        """Characters, one after another."""
        for char in text:
            self.send(Key(char))
        return self

    def say(self, *lines: str) -> list[str]:
        """Enters lines in plain mode; all that is said, prompts last of each."""
        said: list[str] = []
        for line in lines:
            before = self.state
            self.send(Line(line))
            speech = self.door.tell(before, self.state)
            said += [*speech.lines, speech.prompt]
        return said

    def hears(self, before: Any) -> list[str]:
        """What is said since, and the prompt."""
        speech = self.door.tell(before, self.state)
        return [*speech.lines, speech.prompt]

    def click(self, x: int, y: int) -> Call:
        target = self.canvas.at(x, y)
        self.send(target if isinstance(target, Key) else Mouse(x, y, target=target))
        return self

    def move(self) -> Call:
        """A move that the weakest computer would make, asked for as a key press would."""
        self.rest()
        match, game = self.table.match, self.table.game
        assert game.rules.computer is not None
        position = match.positions[self.seat if match.terms.race else 0]
        seat = 0 if match.terms.race else self.seat
        move = game.rules.computer(position, seat, game.info.players.computers[0])
        asked = {"do": "move", "move": move} if move else {"do": "let"}
        self.carry_out((AtTable(asked, match.n),))
        return self

    @property
    def canvas(self) -> Canvas:
        return self.door.draw(self.state, self.view)

    @property
    def text(self) -> str:
        return self.canvas.text()

    @property
    def position(self) -> Any:
        return self.state.table.position


def to_the_end(table: Table, *calls: Call) -> None:
    """Everybody moves in turn until it is over."""
    for _ in range(2000):
        if table.match.stage == "over":
            break
        now = table.match.movers
        next(call for call in calls if call.seat in now).move()
    for call in table.calls:
        call.rest()


def without_hand(call: Call) -> Any:
    """The match and the table, nothing of it this caller's own hand: no cursor, no page."""
    table = call.state.table
    return call.state.seat.match, table._replace(board=None)
