"""A match as a call follows it: the messages about it, and its state in a few words.

Pure. Times are in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from door.games.game import WATCHER
from door.games.seating import seat_name
from door.play.match.values import DAY_MS, HOUR_MS, MINUTE_MS, Match, is_live, time_for, time_left, time_more
from door.ui.screen import Effect, Reply
from door.ui.texts import tr
from door.ui.widgets import cut
from door.ui.words import commas
from door.ui.words import names as listed

HOW: Final = {
    "resigned": tr.match.how_resigned,
    "time": tr.match.how_out_of_time,
    "claimed": tr.match.how_claimed,
}

_UNITS: Final = ((tr.count.days, DAY_MS), (tr.count.hours, HOUR_MS), (tr.count.minutes, MINUTE_MS))
WHOLE, BRIEF, TINY = 80, 8, 4
"""Columns of a handle: all of it, enough to tell two players at a table apart, or its beginning."""

IN_SECONDS: Final = 10 * MINUTE_MS
"""A live clock is read in minutes until it has less than this."""


def name(match: Match, seat: int) -> str:
    """Return the player's name, "Bob" or "computer (expert)", or for a free seat whom it is for."""
    who = match.seats[seat]
    return seat_name(who) or match.terms.to or tr.tables.anybody()


def names(match: Match, seats: Iterable[int]) -> str:
    """Return "Bob", "Bob and Cid" or "Bob, Cid and Dot"."""
    return listed([name(match, seat) for seat in seats])


def clock_words(clock: str) -> str:
    """Return "3 days a move" or "5 minutes and 10 seconds a move"."""
    if not is_live(clock):
        return tr.match.clock_days_a_move(days=tr.count.days(n=int(clock.removesuffix("d"))))
    minutes, more = tr.count.minutes(n=time_for(clock) // MINUTE_MS), time_more(clock) // 1000
    if not more:
        return minutes
    return tr.match.clock_minutes_and_seconds(minutes=minutes, seconds=tr.count.seconds(n=more))


def terms_again(match: Match, rates: bool) -> str:
    """Return the terms of a rematch: "5+10, rated", "3 days, unrated"."""
    live = is_live(match.agreed)
    clock = match.agreed if live else tr.count.days(n=int(match.agreed.removesuffix("d")))
    return (tr.match.terms_rated if rates else tr.match.terms_unrated)(clock=clock)


def span(ms: int) -> str:
    """Return a time in days and smaller units, at most two of them: "2 days 3 hours"."""
    parts: list[str] = []
    rest = max(ms, 0)
    for counted, size in _UNITS:
        if rest >= size:
            parts.append(counted(n=rest // size))
        elif parts:
            break
        rest %= size
    if len(parts) > 1:
        return tr.match.time_in_two_units(larger=parts[0], smaller=parts[1])
    return parts[0] if parts else tr.match.less_than_a_minute()


def digits(ms: int) -> str:
    """Return a time on a live clock: "4:12", "25 min"."""
    seconds = max(ms, 0) // 1000
    if ms < IN_SECONDS:
        return f"{seconds // 60}:{seconds % 60:02}"
    return tr.match.minutes_short(minutes=seconds // 60)


def times(match: Match, seat: int, ms: int, most: int = WHOLE) -> str:
    """Return the clock for that seat, or "" if none runs.

    A live clock shows all players' times, the seat's own first: "Ann 4:12, Bob 3:50".
    """
    if not is_live(match.clock):
        left = time_left(match, seat, ms)
        return "" if left is None else span(left)
    order = sorted(match.playing, key=lambda at: at != seat)
    return commas(_clock(match, at, ms, most) for at in order)


def _clock(match: Match, seat: int, ms: int, most: int) -> str:
    left = time_left(match, seat, ms)
    return "" if left is None else tr.match.clock_of(name=cut(name(match, seat), most), time=digits(left))


def short_forms(match: Match, seat: int, ms: int) -> tuple[str, ...]:
    """Return ever shorter forms of `stands`, down to nothing. A live clock always has a name.

    The forms are all clocks, with cut handles, and the running clock. A caller whose move it is reads that
    instead of the others' clocks.
    """
    now = match.movers
    if not now:
        return ("",)
    whose = seat if seat in now else now[0]
    live = is_live(match.clock)
    running = [_clock(match, whose, ms, n) for n in (BRIEF, TINY)] if live else [times(match, whose, ms)]
    if match.terms.race:
        return *running, ""
    if seat == now[0]:
        return *(commas((tr.match.stands_your_move(), time)) for time in running), *running, ""
    return all_clocks(match, seat, ms), all_clocks(match, seat, ms, BRIEF), *running, ""


def all_clocks(match: Match, seat: int, ms: int, most: int = WHOLE) -> str:
    """Return the live clocks, that seat's first, or the time of the player to move."""
    movers = match.movers
    return times(match, seat if is_live(match.clock) or seat in movers else movers[0], ms, most)


def stands(match: Match, seat: int, ms: int, most: int = WHOLE) -> str:
    """Describe the match in a few words for that seat (`WATCHER` for anybody else), `ms` after its start.

    For example "Bob to move, 2 days 3 hours" or "Your move, Ann 4:12, Bob 3:50". Handles are cut to `most`
    columns.
    """
    if match.stage != "play":
        return tr.match.stands_not_begun() if match.stage == "forming" else outcome(match)
    if match.adjourned:
        return tr.match.stands_adjourned()
    now = match.movers
    if match.terms.race:
        return _race_line(match, seat, ms, now, most)
    if not now:
        return ""
    who = (
        tr.match.stands_your_move()
        if seat == now[0]
        else tr.match.stands_to_move(name=cut(name(match, now[0]), most))
    )
    time = times(match, seat if is_live(match.clock) else now[0], ms, most)
    return commas((who, time))


def _race_line(match: Match, seat: int, ms: int, now: tuple[int, ...], most: int) -> str:
    """Describe a race. Other players show only their number of moves, and if they have finished."""
    live, own = is_live(match.clock), ""
    if seat in now:
        own = _clock(match, seat, ms, most) if live else times(match, seat, ms)
    others = (at for at in range(len(match.seats)) if at != seat)
    return commas((own, *(_rival(match, at, ms, now, most) for at in others)))


def _rival(match: Match, seat: int, ms: int, now: tuple[int, ...], most: int) -> str:
    """Describe another player in a race: "Bob: 12 moves", "Bob 3:50 (12 moves)", "Bob has finished"."""
    who, done = cut(name(match, seat), most), rival(match, seat, now)
    if seat not in now:
        return tr.match.stands_has_ended(name=who, done=done)
    left = time_left(match, seat, ms) if is_live(match.clock) else None
    return (
        f"{who}: {done}" if left is None else tr.match.clock_and_moves(name=who, time=digits(left), done=done)
    )


def rival(match: Match, seat: int, now: tuple[int, ...]) -> str:
    """Return a seat's progress: "12 moves", "finished", "resigned"."""
    if seat in now:
        return tr.count.moves(n=sum(made.seat == seat and made.own for made in match.made))
    return tr.match.ended_resigned() if seat in match.left else tr.match.ended_otherwise()


def winners(match: Match) -> tuple[int, ...]:
    return tuple(seat for seat, place in enumerate(match.places) if place == 1)


def outcome(match: Match) -> str:
    """Return the outcome without a full stop: "Ann won, Bob resigned"."""
    if match.lapsed:
        began = match.end != "withdrawn"
        return tr.match.stands_not_resumed() if began else tr.match.stands_not_answered()
    if match.end == "withdrawn":
        return tr.match.stands_withdrawn()
    if match.end == "aborted":
        if match.by >= 0:
            return tr.match.stands_aborted_by(name=name(match, match.by))
        return tr.match.stands_aborted()
    won = winners(match)
    head = (
        tr.match.stands_won(names=names(match, won))
        if len(won) == 1
        else tr.match.stands_tie(names=names(match, won))
    )
    how, who = HOW.get(match.end), name(match, match.by) if match.by >= 0 else ""
    return how(outcome=head, name=who) if how else head


class Rated(NamedTuple):
    """A player's rating before and after a match, and the place on the ladder now, 0 while provisional."""

    before: int
    after: int
    place: int


GRACE: Final = 60
"""Seconds a dropped connection has to come back before the others are asked what they want."""


@dataclass(frozen=True)
class Followed(Reply):
    """The table as a call sees it. Sent when it opens, after every event, and when a caller comes or goes,
    once the last one was `Took`.

    - `seat` is this caller's, or `WATCHER`. `ms` is the time since the match began, in milliseconds.
    - `present` are the seats whose callers have the table open. `away` gives, for the others, seconds since
      their connection dropped, or -1.
    - `ratings` are texts per seat: "1512", provisional "1512?", or "".
    - `ignored` are seats whose callers this one ignores; their talk is left out.
    - `said` is what was said since the last one, as (who, text). `aside` is the watchers' latest talk, for
      watchers only.
    - `rates`: a rematch would be rated.
    - `rated`: what a finished match has done to its players' ratings, by seat. It is empty until the match is
      in the journal, and None for a computer.
    - `mover` waits for this caller's move at another table after the end, or is "".
    """

    match: Match
    seat: int
    ms: int
    present: tuple[int, ...] = ()
    away: tuple[tuple[int, int], ...] = ()
    ratings: tuple[str, ...] = ()
    ignored: tuple[int, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()
    rates: bool = False
    rated: tuple[Rated | None, ...] = ()
    mover: str = ""
    said: tuple[tuple[str, str], ...] = ()

    def after(self, seconds: int) -> Followed:
        away = tuple((at, gone + seconds if gone >= 0 else gone) for at, gone in self.away)
        return replace(self, ms=self.ms + 1000 * seconds, away=away)

    # cached, because every key asks for it

    @cached_property
    def plays(self) -> bool:
        gone = self.match.stage != "over" and self.seat in self.match.left
        return self.seat != WATCHER and not gone

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The seats of the other callers who play, or of all after the end."""
        match = self.match
        seats = match.people if match.stage == "over" else match.playing
        return tuple(at for at in seats if at != self.seat)

    @cached_property
    def drop_seconds(self) -> dict[int, int]:
        """Seconds since players' connections dropped, by seat."""
        away = dict(self.away)
        return {at: away[at] for at in self.others if away.get(at, -1) >= 0}

    @cached_property
    def absent_seats(self) -> tuple[int, ...]:
        """The seats whose callers have been away for longer than the grace time."""
        return tuple(at for at, seconds in self.drop_seconds.items() if seconds >= GRACE)

    @cached_property
    def open_offer(self) -> str:
        """The offer that others have made and this caller hasn't, or ""."""
        offers = self.match.offers
        mine = offers[self.seat] if self.plays else ""
        return next((offers[at] for at in self.others if offers[at] not in ("", mine)), "")

    @cached_property
    def standing(self) -> str:
        return stands(self.match, self.seat, self.ms)

    @cached_property
    def brief(self) -> str:
        """The same in fewer columns, with handles cut."""
        return stands(self.match, self.seat, self.ms, BRIEF)

    @cached_property
    def short(self) -> tuple[str, ...]:
        """Ever shorter forms of it without the turn, down to ""."""
        return short_forms(self.match, self.seat, self.ms)

    def fit_standing(self, cols: int) -> str:
        """Describe the standing in that many columns."""
        forms = (self.standing, self.brief, *self.short)
        return next(form for form in forms if len(form) <= cols)


@dataclass(frozen=True, slots=True)
class AtTable(Effect):
    """Apply an event (see `door.play.match.values`) at the table on the screen. The board adds its
    number, time and seat.

    All followers get `Followed`, or the asker alone gets `No`. With `n` it happens only if nothing has
    happened since that event.
    """

    event: Mapping[str, Any]
    n: int | None = None
