"""A match: a game that several callers play with each other at a table, as its numbered events make it.

Law: pure.  A match is the fold of its events: `after` gives the next one, and `Refusal` says why an event
cannot be.  Whoever asks for something and whoever reads a table from the disk go through the same
function, so that what was refused once is refused for ever.

Events are JSON objects, numbered from 1 (`n`), each with its time (`t`, RFC 3339 in UTC) and what it does:

    sit seat who          takes a free seat; a computer is "computer:LEVEL"
    stand seat            gives it up again, as long as nothing has begun
    word seat text        what a caller gives to the dice, "" for nothing
    hide seat code salt   a hidden code, with the salt of its seal (32 hexadecimal digits)
    begin                 all seats are taken, all words given, all codes hidden
    move seat move        a move; let seat: that seat lets the moment pass to whoever may act next; where a
                          computer does either, `computer` is true
    offer seat what       "adjourn", "abort", "again" or "clock CLOCK"; it holds once all callers offer it
    adjourn               the clock stops; go: it runs again
    resign seat, claim seat, time seat, abort seat
    withdraw seat         who opened it takes it away; without a seat it was declined
    pause from to         the board was down (milliseconds since the match began)
    lapse days            a live game was adjourned, and not all came back for so many days
    again id              all want a rematch, which is opened as that table; this happens once
    end why               the sysop ends it: it counts for nothing
    say who text          a few words at the table
    rename who to         a caller goes by another handle
    remove who            a caller is removed: their seat is given up, their table or challenge withdrawn

A *race* is a match in which everybody plays the same chance alone; a seat has a position of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeVar

from door.games.game import COMPUTER, Game, Status, computer_level
from door.games.info import Options
from door.ui.texts import Said, tr

TALK: Final = 20
"""What was said at a table last, and can be read there."""

Fields = Mapping[str, Any]
T = TypeVar("T")


class Refusal(Exception):
    """An event that cannot be, and why."""

    def __init__(self, reason: Said) -> None:
        super().__init__(reason)


class Made(NamedTuple):
    """A move: whose, its text, and milliseconds since the match began.  It is not their `own` where at a
    race the game made it against them (the box of Switchbox)."""

    seat: int
    move: str
    ms: int
    own: bool = True


class Hidden(NamedTuple):
    """A code that a caller hides, and the salt of its seal in hexadecimal digits."""

    code: str
    salt: str

    @property
    def seal(self) -> str:
        """SHA-256 of salt and code."""
        return hashlib.sha256(bytes.fromhex(self.salt) + self.code.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a new table shall be.

    `options` are complete; `seats` is how many sit down; `clock` is "3d" (days a move) or "5+10"
    (minutes, and seconds more a move); `to` is the handle it is meant for, "" for anybody.  `words` says
    that each is asked for a word to the dice.
    """

    door: str
    options: Options
    seats: int = 2
    clock: str
    rated: bool = False
    race: bool = False
    to: str = ""
    words: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Proposal):
    """What callers agree to when they sit down, and what is sealed: `by` opened the table at the time `t`."""

    id: str
    by: str
    seed: str = field(repr=False)
    commit: str
    t: str


@dataclass(frozen=True)
class Match:
    """A match after its `n`-th event.

    `seats` are handles and computers, "" for a free one; `words` what each has given to the dice, None
    until then.  `positions` is the game's, or one a seat at a race, `statuses` how each stands.  `budgets`
    are the milliseconds that a live clock has left for each, `since` when it became each one's turn.
    `clock` is the one in force, "" while it stands; `changes` are the times it became another.  `offers`
    is what each seat offers; `left` are seats whose callers have gone, in that order; `lapsed` says that
    it ended because not all came, or came back.  `again` is the id of the rematch, "" for none; `removed`
    are the seats of callers who were removed, and whose handles others may have by now.  `end`, `by`,
    `scores` and `places` are the journal's.
    """

    terms: Terms
    seats: tuple[str, ...]
    n: int = 0
    t: str = ""
    stage: Literal["forming", "play", "over"] = "forming"
    words: tuple[str | None, ...] = ()
    codes: tuple[Hidden | None, ...] = ()
    begun: str = ""
    positions: tuple[Any, ...] = ()
    statuses: tuple[Status, ...] = ()
    let: tuple[int, ...] = ()
    made: tuple[Made, ...] = ()
    clock: str = ""
    agreed: str = ""
    budgets: tuple[int, ...] = ()
    since: tuple[int, ...] = ()
    changes: tuple[tuple[int, str], ...] = ()
    offers: tuple[str, ...] = ()
    talk: tuple[tuple[str, str], ...] = ()
    left: tuple[int, ...] = ()
    lapsed: bool = False
    again: str = ""
    removed: tuple[int, ...] = ()
    end: str = ""
    by: int = -1
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()

    @property
    def adjourned(self) -> bool:
        """Whether it is played and its clock stands."""
        return self.stage == "play" and not self.clock

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats in which callers sit."""
        seats = (at for at, who in enumerate(self.seats) if who and not who.startswith(COMPUTER))
        return tuple(at for at in seats if at not in self.removed)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats in which callers sit who have not gone."""
        return tuple(at for at in self.people if at not in self.left)

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The seats whose move it is: at a race everybody who has not ended, else the one that is asked."""
        if self.stage != "play":
            return ()
        if self.terms.race:
            stands = enumerate(self.statuses)
            return tuple(seat for seat, status in stands if not status.over and seat not in self.left)
        status = self.statuses[0]
        return () if status.over else tuple(seat for seat in status.movers if seat not in self.let)[:1]

    @property
    def needed(self) -> tuple[int, ...]:
        """The seats whose callers a live game cannot go on without: at a race those who have not finished."""
        return self.movers if self.terms.race else self.playing

    def seat_of(self, caller: str) -> int:
        """Where that caller sits, -1 for nowhere."""
        key = caller.casefold()
        return self._keys.index(key) if key and key in self._keys else -1

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        return tuple("" if at in self.removed else who.casefold() for at, who in enumerate(self.seats))

    def ms_at(self, t: str) -> int:
        """Milliseconds from the beginning of play to a time, 0 before it began."""
        return max(0, _ms_between(self.begun, t)) if self.begun else 0

    def unanswered(self, t: str) -> int:
        """Milliseconds for which a challenge has not been answered at a time, 0 where there is none."""
        waits = self.stage == "forming" and self.terms.to and self.seat_of(self.terms.to) < 0
        return max(0, _ms_between(self.terms.t, t)) if waits else 0

    def moves_of(self, seat: int) -> tuple[str, ...]:
        """The moves made from that seat."""
        return tuple(made.move for made in self.made if made.seat == seat)


def opened(terms: Terms) -> Match:
    """A table at which only the caller sits who opened it."""
    free = terms.seats - 1
    return Match(
        terms, (terms.by, *("",) * free), words=(None,) * terms.seats, codes=(None,) * terms.seats,
        offers=("",) * terms.seats, agreed=terms.clock, t=terms.t,
    )  # fmt: skip


def laid(game: Game, match: Match, positions: tuple[Any, ...]) -> Match:
    """The match with these on the table."""
    return replace(match, positions=positions, statuses=tuple(map(game.status, positions)))


def level_of(game: Game, match: Match, seat: int) -> str:
    """The computer that plays from that seat, its own or one for a caller who has gone; "" for a caller."""
    if seat in match.left and not match.terms.race:
        return game.info.computers[-1]
    return computer_level(match.seats[seat])


def seat_in(match: Match, event: Fields) -> int:
    """The seat that an event is about."""
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < len(match.seats):
        raise Refusal(tr.match.no_such_seat())
    return seat


def changed(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values with another one in that place."""
    return (*values[:at], value, *values[at + 1 :])


def _ms_between(early: str, late: str) -> int:
    return (datetime.fromisoformat(late) - datetime.fromisoformat(early)) // timedelta(milliseconds=1)
