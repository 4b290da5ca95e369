"""Messages between a table and a call that has it on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from door.games.game import WATCHER
from door.midend.match.clocks import is_live, time_left
from door.midend.match.values import Match
from door.midend.match.words import BRIEF, IN_SECONDS, short_forms, stands
from door.ui.screen import Effect, Reply, Snapshot
from door.ui.texts import Said

GRACE: Final = 60
"""Seconds a dropped connection has to come back before the others are asked what they want."""


@dataclass(frozen=True)
class Followed(Snapshot):
    """The table as a call sees it. Sent when it opens, after every event, and when a caller comes or goes.

    - `seat` is this caller's, or `WATCHER`. `ms` is the time since the match began, in milliseconds.
    - `present` are the seats whose callers have the table open. `away` gives, for the others, seconds since
      their connection dropped, or -1.
    - `ratings` are texts per seat: "1512", provisional "1512?", or "".
    - `ignored` are seats whose callers this one ignores; their talk is left out.
    - `aside` is the watchers' latest talk as (who, text), for watchers only.
    - `rates`: a rematch would be rated.
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

    def after(self, seconds: int) -> Followed:
        """Return the same, so many seconds later."""
        away = tuple((at, gone + seconds if gone >= 0 else gone) for at, gone in self.away)
        return replace(self, ms=self.ms + 1000 * seconds, away=away)

    # cached, because every key asks for it

    @cached_property
    def plays(self) -> bool:
        """True if this caller plays at the table."""
        gone = self.match.stage != "over" and self.seat in self.match.left
        return self.seat != WATCHER and not gone

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The seats of the other callers who play, or of all after the end."""
        match = self.match
        seats = match.people if match.stage == "over" else match.playing
        return tuple(at for at in seats if at != self.seat)

    @cached_property
    def dropped(self) -> dict[int, int]:
        """Seconds since players' connections dropped, by seat."""
        away = dict(self.away)
        return {at: away[at] for at in self.others if away.get(at, -1) >= 0}

    @cached_property
    def gone(self) -> tuple[int, ...]:
        """The seats whose callers have been away for longer than the grace time."""
        return tuple(at for at, seconds in self.dropped.items() if seconds >= GRACE)

    @cached_property
    def ticks(self) -> bool:
        """True if a live clock shows seconds: in its last minutes, while nobody's connection is down."""
        match = self.match
        if match.stage != "play" or not is_live(match.clock) or self.dropped:
            return False
        lefts = (time_left(match, at, self.ms) for at in match.movers)
        return any(left is not None and left < IN_SECONDS for left in lefts)

    @cached_property
    def offered(self) -> str:
        """The offer that others have made and this caller hasn't, or ""."""
        offers = self.match.offers
        mine = offers[self.seat] if self.plays else ""
        return next((offers[at] for at in self.others if offers[at] not in ("", mine)), "")

    @cached_property
    def standing(self) -> str:
        """Describe the standing in a few words."""
        return stands(self.match, self.seat, self.ms)

    @cached_property
    def brief(self) -> str:
        """The same in fewer columns, with handles cut."""
        return stands(self.match, self.seat, self.ms, BRIEF)

    @cached_property
    def short(self) -> tuple[str, ...]:
        """Ever shorter forms of it without the turn, down to ""."""
        return short_forms(self.match, self.seat, self.ms)

    def fitted(self, cols: int) -> str:
        """Describe the standing in that many columns."""
        forms = (self.standing, self.brief, *self.short)
        return next(form for form in forms if len(form) <= cols)


@dataclass(frozen=True, slots=True)
class NotDone(Reply):
    """Nothing happened at the table, with the reason in one sentence."""

    reason: Said


@dataclass(frozen=True, slots=True)
class AtTable(Effect):
    """Apply an event (see `door.midend.match.values`) at the table on the screen. The board adds its
    number, time and seat.

    All followers get `Followed`, or the asker alone gets `NotDone`. With `n` it happens only if nothing has
    happened since that event.
    """

    event: Mapping[str, Any]
    n: int | None = None
