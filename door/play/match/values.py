"""A match: a game between callers at a table, as the fold of its numbered events.

Pure. `play.after` returns the next match, and `Refusal` says why an event is not allowed. Requests and files
go through the same function, so an event that was refused once is always refused.

Events are JSON objects, numbered from 1 (`n`), each with its time (`t`, RFC 3339 in UTC) and an action:

    sit seat who          take a free seat; a computer is "computer:LEVEL"
    stand seat            give it up before the game starts
    word seat text        a caller's word for the dice, or ""
    hide seat code salt   a hidden code, with the salt of its seal (32 hexadecimal digits)
    begin                 all seats are taken, all words given, all codes hidden
    move seat move        a move; let seat: that seat passes to the next in line; `computer` is true if a
                          computer did it
    offer seat what       "adjourn", "abort", "again" or "clock CLOCK", in force when all callers offer it
    decline seat what     that offer of the others is gone
    adjourn               the clock stops; go: it runs again
    resign seat, claim seat, time seat, abort seat
    withdraw seat         its opener withdraws the table; without a seat it was declined
    pause from to         the board was down (milliseconds since the match began)
    lapse days            a live game was adjourned, and not all came back for so many days
    again id              all want a rematch, which is opened as that table; only once
    end why               the sysop ends it; it doesn't count
    say who text          talk at the table
    rename who to         a caller gets another handle
    remove who            a caller is removed: their seat is given up, their table or challenge withdrawn

In a *race* everybody plays the same chance alone, and each seat has a position of its own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeVar

from door.games.chance import chance_for
from door.games.contract import Door
from door.games.game import AT_TABLE, COMPUTER, Status, computer_level
from door.games.info import Options
from door.games.record import Course, Record
from door.ui.texts import Said, tr

TALK: Final = 20
"""Lines of talk to show."""

TALK_KEPT: Final = 200
"""Lines of talk to keep for callers who are slow."""

EVENTS_KEPT: Final = 30
"""Events to keep for callers who are slow."""

Fields = Mapping[str, Any]
T = TypeVar("T")


class Refusal(Exception):
    """An event that is not allowed, and why."""

    def __init__(self, reason: Said) -> None:
        super().__init__(reason)


class TimedMove(NamedTuple):
    """A move: its seat, its text, and milliseconds since the match began.

    In a race `own` is false if the game itself made it (the box of Switchbox).
    """

    seat: int
    move: str
    ms: int
    own: bool = True


class Hidden(NamedTuple):
    """A hidden code, and the salt of its seal in hexadecimal."""

    code: str
    salt: str

    @property
    def seal(self) -> str:
        return hashlib.sha256(bytes.fromhex(self.salt) + self.code.encode()).hexdigest()


EventKind = Literal[
    "sit", "stand", "word", "hide", "turn", "finish", "leave", "offer", "retract", "decline",
    "begin", "adjourn", "go", "clock", "over",
]  # fmt: skip


class MatchEvent(NamedTuple):
    """What event `n` has done to a match, without its secrets, for those who hear of it.

    - `sit`, `stand`: `who` takes a seat, or gives it up. `word`, `hide`: they have given a word, or hidden a
      code whose seal begins with `text`.
    - `turn`: the move is theirs now. `finish`: they have ended their race, and others play on. `leave`: they
      are out of the game, which goes on.
    - `offer` of `text`, `retract` of it, and `decline` of the others' offers of it. An offer that all have
      made is in force, and no event any more, but `again`, which opens another match.
    - `begin`, `adjourn`, `go`, `clock` (the clock changes) and `over` are everybody's. Their seat is -1.
    """

    n: int
    what: EventKind
    seat: int = -1
    who: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The settings of a new table.

    - `options` are complete. `seats` is the number of players.
    - `clock` is "3d" (days a move) or "5+10" (minutes, plus seconds a move).
    - `to` is the invited handle, or "" for anybody. `words`: each player is asked for a word for the dice.
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
    """The terms that callers accept by sitting down, and the commitment. `by` opened it at time `t`."""

    id: str
    by: str
    seed: str = field(repr=False)
    commit: str
    t: str


@dataclass(frozen=True)
class Match:
    """A match after its `n`-th event.

    - `seats` are handles and computers, "" if free. `words` are the words for the dice, None until given.
    - `courses` holds the game so far, or one per seat in a race; `statuses` their statuses.
    - `budgets` are the milliseconds left on a live clock, `since` when each one's turn began.
    - `clock` is in force now, "" while it is stopped; `changes` are the times at which it changed.
    - `talk` has the latest lines, and `said` the number of the last one. `events` are the latest ones.
    - `offers` has each seat's offer. `left` are seats whose callers have gone, in order.
    - `lapsed`: it ended because not all came (back). `again` is the rematch's id, or "".
    - `removed` are seats of removed callers, whose handles others may have by now.
    - `end`, `by`, `scores` and `places` are the journal's.
    """

    terms: Terms
    seats: tuple[str, ...]
    n: int = 0
    t: str = ""
    stage: Literal["forming", "play", "over"] = "forming"
    words: tuple[str | None, ...] = ()
    codes: tuple[Hidden | None, ...] = ()
    begun: str = ""
    courses: tuple[Course, ...] = ()
    statuses: tuple[Status, ...] = ()
    let: tuple[int, ...] = ()
    made: tuple[TimedMove, ...] = ()
    clock: str = ""
    agreed: str = ""
    budgets: tuple[int, ...] = ()
    since: tuple[int, ...] = ()
    changes: tuple[tuple[int, str], ...] = ()
    offers: tuple[str, ...] = ()
    talk: tuple[tuple[str, str], ...] = ()
    said: int = 0
    events: tuple[MatchEvent, ...] = ()
    left: tuple[int, ...] = ()
    lapsed: bool = False
    again: str = ""
    removed: tuple[int, ...] = ()
    end: str = ""
    by: int = -1
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()

    @property
    def positions(self) -> tuple[Any, ...]:
        return tuple(course.position for course in self.courses)

    @property
    def adjourned(self) -> bool:
        return self.stage == "play" and not self.clock

    @cached_property
    def people(self) -> tuple[int, ...]:
        seats = (at for at, who in enumerate(self.seats) if who and not who.startswith(COMPUTER))
        return tuple(at for at in seats if at not in self.removed)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        return tuple(at for at in self.people if at not in self.left)

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The seats that must move: in a race all that have not finished, else the next in line."""
        if self.stage != "play":
            return ()
        if self.terms.race:
            stands = enumerate(self.statuses)
            return tuple(seat for seat, status in stands if not status.ended and seat not in self.left)
        status = self.statuses[0]
        return () if status.ended else tuple(seat for seat in status.movers if seat not in self.let)[:1]

    @property
    def needed_seats(self) -> tuple[int, ...]:
        """The seats whose callers a live game needs. A race needs only callers who have not finished."""
        return self.movers if self.terms.race else self.playing

    def events_after(self, n: int) -> tuple[MatchEvent, ...]:
        """Return what events after that one have done, as far as it is kept."""
        return tuple(event for event in self.events if event.n > n)

    def lines_after(self, number: int) -> tuple[tuple[str, str], ...]:
        """Return the lines of talk after that number, as far as they are kept."""
        new = min(self.said - number, len(self.talk))
        return self.talk[len(self.talk) - new :] if new > 0 else ()

    def seat_of(self, caller: str) -> int:
        key = caller.casefold()
        return self._keys.index(key) if key and key in self._keys else -1

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        return tuple("" if at in self.removed else who.casefold() for at, who in enumerate(self.seats))

    def ms_at(self, t: str) -> int:
        """Return the milliseconds from the start of play to a time, 0 before it."""
        return max(0, _ms_between(self.begun, t)) if self.begun else 0

    def challenge_age(self, t: str) -> int:
        """Return for how many milliseconds a challenge has been open, or 0 if it isn't one."""
        waits = self.stage == "forming" and self.terms.to and self.seat_of(self.terms.to) < 0
        return max(0, _ms_between(self.terms.t, t)) if waits else 0

    def moves_of(self, seat: int) -> tuple[str, ...]:
        return tuple(made.move for made in self.made if made.seat == seat)


def new_match(terms: Terms) -> Match:
    free = terms.seats - 1
    return Match(
        terms, (terms.by, *("",) * free), words=(None,) * terms.seats, codes=(None,) * terms.seats,
        offers=("",) * terms.seats, agreed=terms.clock, t=terms.t,
    )  # fmt: skip


def note(match: Match, what: EventKind, seat: int = -1, text: str = "") -> Match:
    """Note what the event that is being applied does to a match."""
    event = MatchEvent(match.n + 1, what, seat, match.seats[seat] if seat >= 0 else "", text)
    return replace(match, events=(*match.events, event)[-EVENTS_KEPT:])


def with_courses(game: Door, match: Match, courses: tuple[Course, ...]) -> Match:
    statuses = tuple(game.rules.status(course.position) for course in courses)
    return replace(match, courses=courses, statuses=statuses)


def record_of(match: Match, whose: int = 0) -> Record:
    """Return the game, in a race that of one seat."""
    terms = match.terms
    words = tuple(word or "" for word in match.words) if any(match.words) else ()
    seats = (match.seats[whose],) if terms.race else match.seats
    moves = match.moves_of(whose) if terms.race else tuple(made.move for made in match.made)
    return Record(
        terms.options,
        seats,
        chance_for(terms.seed, words),
        moves,
        terms.id,
        AT_TABLE,
        terms.commit,
        words=words,
    )


def level_of(game: Door, match: Match, seat: int) -> str:
    """Return the computer level that plays from that seat (its own, or for a caller who has gone), or ""."""
    if seat in match.left and not match.terms.race:
        return game.info.players.computers[-1]
    return computer_level(match.seats[seat])


def seat_in(match: Match, event: Fields) -> int:
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < len(match.seats):
        raise Refusal(tr.match.no_such_seat())
    return seat


def replace_at(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _ms_between(early: str, late: str) -> int:
    return (datetime.fromisoformat(late) - datetime.fromisoformat(early)) // timedelta(milliseconds=1)


MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
CLOCK: Final = re.compile(r"[137]d|[1-9]\d?\+\d\d?", re.ASCII)
MOST: Final = 60
"""Most minutes per game, and seconds per move, that callers may agree on."""


def is_clock(text: str) -> bool:
    """True if the journal may hold this clock: days a move, or minutes plus seconds a move."""
    return bool(CLOCK.fullmatch(text))


def may_be_set(text: str) -> bool:
    """True if callers may choose it: at most an hour, plus a minute a move."""
    if not is_clock(text):
        return False
    minutes, plus, seconds = text.partition("+")
    return not plus or (int(minutes) <= MOST and int(seconds) <= MOST)


def time_for(clock: str) -> int:
    """Return the milliseconds for a move, or on a live clock for the whole game at first."""
    return (
        int(clock.partition("+")[0]) * MINUTE_MS if is_live(clock) else int(clock.removesuffix("d")) * DAY_MS
    )


def time_more(clock: str) -> int:
    return int(clock.partition("+")[2]) * 1000


def for_race(clock: str) -> str:
    """Return the same clock for a race, in which no move adds time."""
    return f"{clock.partition('+')[0]}+0" if is_live(clock) else clock


def budgets_of(clock: str, seats: int) -> tuple[int, ...]:
    """Return everybody's time at the start of a live clock, 0 on other clocks."""
    return (time_for(clock) if is_live(clock) else 0,) * seats


def move_budget(match: Match, seat: int) -> int:
    """Return the milliseconds that a seat has for this move."""
    return match.budgets[seat] if is_live(match.clock) else time_for(match.clock)


def is_live(clock: str) -> bool:
    """True if it counts minutes and seconds, not days."""
    return "+" in clock


def thinking_time(match: Match, seat: int, ms: int) -> int:
    """Return the milliseconds that a seat has thought, at `ms` since the match began."""
    return max(0, ms - match.since[seat])


def time_left(match: Match, seat: int, ms: int) -> int | None:
    """Return the milliseconds left for a seat, negative after its time, or None if no clock runs for it."""
    if match.adjourned or match.stage != "play" or seat not in match.playing:
        return None
    running = seat in match.movers
    if not is_live(match.clock) and not running:
        return None
    return move_budget(match, seat) - (thinking_time(match, seat, ms) if running else 0)


def out_of_time(match: Match, ms: int) -> int:
    """Return the seat whose time was up first, or -1."""
    lefts = [(left, seat) for seat in match.movers if (left := time_left(match, seat, ms)) is not None]
    left, seat = min(lefts, default=(1, -1))
    return seat if left <= 0 else -1


def set_clock(match: Match, ms: int, clock: str) -> Match:
    return replace(match, clock=clock, changes=(*match.changes, (ms, clock)))


def stop_clock(match: Match, ms: int) -> Match:
    """Stop the clock. A live clock keeps the time used so far."""
    budgets = match.budgets
    if is_live(match.clock):
        for seat in match.movers:
            budgets = replace_at(budgets, seat, budgets[seat] - thinking_time(match, seat, ms))
    match = replace(match, budgets=budgets, since=(ms,) * len(match.seats))
    return set_clock(note(match, "adjourn"), ms, "")


def adjourned_time(match: Match, ms: int) -> int:
    """Return the milliseconds that an adjourned game has waited while the board was up."""
    return ms - match.since[0]


def has_stood(match: Match, start: int, end: int) -> bool:
    """True if the clock was stopped at some time from `start` to `end`."""
    spans = zip(match.changes, (*match.changes[1:], (end, "")), strict=False)
    return any(max(start, ms) < min(end, until) for (ms, clock), (until, _) in spans if not clock)


def restart_clock(match: Match, ms: int, clock: str) -> Match:
    """Continue with the agreed clock, and start everybody's time again."""
    count, match = len(match.seats), note(match, "go" if match.adjourned else "clock")
    match = replace(match, agreed=clock, budgets=budgets_of(clock, count), since=(ms,) * count)
    return set_clock(match, ms, clock)


def go(game: Door, match: Match, event: Fields) -> Match:
    if not match.adjourned:
        raise Refusal(tr.match.not_adjourned())
    ms = match.ms_at(str(event["t"]))
    return set_clock(replace(note(match, "go"), since=(ms,) * len(match.seats)), ms, match.agreed)


def pause(game: Door, match: Match, event: Fields) -> Match:
    """Leave out the time while the board was down."""
    start, end = int(event["from"]), int(event["to"])
    if match.stage != "play" or not 0 <= start <= end <= match.ms_at(str(event["t"])):
        raise Refusal(tr.match.clock_was_stopped())
    since = tuple(at + end - max(start, at) if at < end else at for at in match.since)
    match = replace(match, since=since)
    return match if match.adjourned else set_clock(set_clock(match, start, ""), end, match.clock)
