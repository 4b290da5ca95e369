"""A caller's view of a table as one frozen value, and the small steps between values.

Board and pages work as at any door (`State`). Actions at the table are requested, and
shown once the table says that they have happened.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from door.games.game import WATCHER
from door.midend.match.play import CODE
from door.midend.match.values import Match, is_live
from door.midend.match.view import AtTable, Followed
from door.midend.state import State, Step, ring
from door.ui.screen import Effect, Effects
from door.ui.values import quick
from door.ui.widgets import Field

OFTEN: Final = 1
"""Seconds between two updates of a clock that shows seconds."""

Over = Literal["", "menu", "talk", "chat", "word", "code", "clock", "computer", "ignore", "sure"]
LISTS: Final = frozenset(["menu", "clock", "computer", "ignore"])
"""Pages on which a key chooses something."""

TALKING: Final = frozenset(["talk", "chat"])
"""Pages for talk: a single line, or a whole page."""


class Row(NamedTuple):
    """A command at a table: its key, its plain word, its label.

    It asks the table for `event`, opens `over`, or with neither leaves the table. With `sure` it asks that
    first.
    """

    key: str
    word: str
    text: str
    event: tuple[tuple[str, Any], ...] = ()
    over: Over = ""
    sure: str = ""


@quick
class Seat(NamedTuple):
    """One caller at a table.

    - `ticks` is cached from `followed`, because each picture asks for it.
    - `over` is the table's own page over the board, `field` the text typed there, `sure` the question to
      confirm.
    - `asked` is a move, or a code, that the table has not answered yet. `met` are seats whose callers were
      here before.
    - `heard` was said last, and no key has been pressed since. `waits`: the caller goes on waiting for
      somebody who has gone.
    - `lucks` are each caller's net luck after the match. `ended`: this caller's own race was already
      reported.
    """

    state: State
    followed: Followed
    ticks: bool = False
    over: Over = ""
    field: Field | None = None
    sure: Row | None = None
    asked: AtTable | None = None
    met: frozenset[int] = frozenset()
    heard: str = ""
    waits: bool = False
    lucks: tuple[float, ...] = ()
    ended: bool = False

    def follows(self, followed: Followed) -> Seat:
        """Return the same with the table as it is now."""
        return self._replace(followed=followed, ticks=followed.ticks)

    @property
    def match(self) -> Match:
        """The match as last received."""
        return self.followed.match

    @property
    def me(self) -> int:
        """This caller's seat, or `WATCHER`."""
        return self.followed.seat

    @property
    def plays(self) -> bool:
        """True if this caller plays at the table."""
        return self.followed.plays

    @property
    def talks(self) -> bool:
        """True if this caller can talk, to the table or to other watchers."""
        return self.plays or self.me == WATCHER


SeatStep = tuple[Seat, Effects]


def is_mine(seat: Seat) -> bool:
    """True if it is this caller's move."""
    return seat.plays and seat.me in seat.match.movers


def is_asked_to_wait(seat: Seat) -> bool:
    """True if this caller waits for somebody who has gone, and has not yet said what to do."""
    if seat.waits or not seat.followed.gone:
        return False
    return seat.match.stage == "play" and is_live(seat.match.clock) and seat.plays and not is_mine(seat)


def talking_on(before: Seat, after: Seat) -> Seat:
    """Keep the typed talk open, whatever happens at the table, so that no letter of it becomes a move."""
    return after._replace(over=before.over, field=before.field) if before.over in TALKING else after


def ask(seat: Seat, *event: tuple[str, Any]) -> SeatStep:
    """Ask the table for this."""
    return seat, ((AtTable(dict(event)),) if seat.plays else ())


def carried(seat: Seat, step: Step) -> SeatStep:
    """Return the state after a key at the board. A move is requested once, until the table answers.

    While the table is forming, a move is the code that this caller hides.
    """
    state, effects = step
    seat = seat._replace(state=state)
    if not effects:
        return seat, ()
    out: list[Effect] = []
    for effect in effects:
        if not isinstance(effect, AtTable):
            out.append(effect)
        elif seat.asked is None and seat.plays:
            seat = seat._replace(asked=AtTable(_hidden(seat.match, effect), seat.match.n))
            assert seat.asked is not None
            out.append(seat.asked)
    return seat, tuple(out)


def _hidden(match: Match, asked: AtTable) -> dict[str, Any]:
    event = dict(asked.event)
    if match.stage != "forming":
        return event
    return {"do": "hide", "code": str(event.get("move", "")).removeprefix(CODE)}


def answers(match: Match, me: int) -> tuple[Any, ...]:
    """Return the part of a match that changes when this caller's request is answered."""
    if me < 0:
        return (match.stage,)
    made = match.moves_of(me) if match.terms.race else match.made
    return match.terms.id, match.stage, len(made), match.let, match.codes[me]


def bell(seat: Seat) -> Effects:
    """Return the bell, unless the caller has turned it off at this door."""
    return ring(seat.state)
