"""What a caller at a table has before them, as one frozen value.

Law: values and the small steps between them.  The board and the pages around it are those of any door
(`State`); what is done at the table is asked for, and shown once the table says that it has happened.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from door.games.game import WATCHER
from door.midend.match.api import AtTable, Followed
from door.midend.match.clocks import is_live
from door.midend.match.forming import CODE
from door.midend.match.values import Match
from door.midend.state import State, Step, ring
from door.ui.screen import Effect, Effects
from door.ui.values import quick
from door.ui.widgets import Field

OFTEN: Final = 1
"""Seconds between two looks at a clock that is read in seconds."""

Over = Literal["", "menu", "talk", "chat", "word", "code", "clock", "computer", "ignore", "sure"]
LISTS: Final = frozenset(["menu", "clock", "computer", "ignore"])
"""Those from which something is chosen by a key."""

TALKING: Final = frozenset(["talk", "chat"])
"""Those in which something is said: one line of it, or as many as there are to say."""


class Row(NamedTuple):
    """One thing to do at a table: its key, the word that plain mode takes for it, what it is.

    It asks the table for `event`, or opens what `over` names, or with neither leaves the table; with a
    `sure` it asks that first.
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

    `ticks` is what `followed` says of it, kept here since each picture asks: 1 µs less of one, cold.
    `over` is what lies over the board that is the table's own, `field` what is typed there, `sure` what is
    asked once more.  `asked` is a move, or a code, that the table has not answered yet.  `met` are the
    seats whose callers were at the table before.  `heard` was
    said last, and no key has been pressed since; `waits` says that the caller goes on waiting for who has
    gone.  `lucks` are what chance brought each caller, once the match is over; `ended` says that what this
    caller's own race came to was told before that.
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
        """The same at the table as it stands now."""
        return self._replace(followed=followed, ticks=followed.ticks)

    @property
    def match(self) -> Match:
        """The match as it was last heard of."""
        return self.followed.match

    @property
    def me(self) -> int:
        """This caller's seat, `WATCHER` for somebody who only looks on."""
        return self.followed.seat

    @property
    def plays(self) -> bool:
        """Whether this caller has a say at the table."""
        return self.followed.plays

    @property
    def talks(self) -> bool:
        """Whether this caller can say something: to all at the table, or to the others who look on."""
        return self.plays or self.me == WATCHER


SeatStep = tuple[Seat, Effects]


def is_mine(seat: Seat) -> bool:
    """Whether it is this caller's move."""
    return seat.plays and seat.me in seat.match.movers


def is_asked_to_wait(seat: Seat) -> bool:
    """Whether this caller waits for somebody who has gone, and has not said yet what they want."""
    if seat.waits or not seat.followed.gone:
        return False
    return seat.match.stage == "play" and is_live(seat.match.clock) and seat.plays and not is_mine(seat)


def talking_on(before: Seat, after: Seat) -> Seat:
    """What is being said is typed on, whatever has come about at the table: no letter of it is a move."""
    return after._replace(over=before.over, field=before.field) if before.over in TALKING else after


def ask(seat: Seat, *event: tuple[str, Any]) -> SeatStep:
    """The table is asked for this."""
    return seat, ((AtTable(dict(event)),) if seat.plays else ())


def carried(seat: Seat, step: Step) -> SeatStep:
    """The state that a key at the board came to; a move is asked for once, until the table answers.

    While the table is forming, a move is the code that this caller hides."""
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
    """What changes in a match when something that this caller asked for happens, or cannot any more."""
    if me < 0:
        return (match.stage,)
    made = match.moves_of(me) if match.terms.race else match.made
    return match.terms.id, match.stage, len(made), match.let, match.codes[me]


def bell(seat: Seat) -> Effects:
    """The bell, where the caller has not chosen silence for this door."""
    return ring(seat.state)
