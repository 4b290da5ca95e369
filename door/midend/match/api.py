"""What a table says to a call that has it on its screen, and what the caller asks of it."""

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
"""Seconds that a dropped line may take to come back before those who wait are asked what they want."""


@dataclass(frozen=True)
class Followed(Snapshot):
    """A table as it stands, for a call that has it on its screen: sent when that opens, whenever an event
    has happened there, and when a caller comes to it or goes.

    `seat` is this caller's, `WATCHER` for somebody who only looks.  `ms` is how long ago the match began,
    in milliseconds.  `present` are the seats whose callers have the table before them; `away` tells for
    the others how many seconds ago their line dropped, -1 for those who are elsewhere or not on at all.
    `ratings` are a text a seat, "" for none: "1512", provisional "1512?".  `ignored` are the seats whose
    callers this one does not hear: what they said is left out.  `aside` is what watchers say among
    themselves, (who, text), the last few: for a watcher alone.  `rates` says that another game of the same
    would be rated.
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
        """The same, so many seconds later."""
        away = tuple((at, gone + seconds if gone >= 0 else gone) for at, gone in self.away)
        return replace(self, ms=self.ms + 1000 * seconds, away=away)

    # What follows from it is asked for by every key, and worked out once.

    @cached_property
    def plays(self) -> bool:
        """Whether this caller has a say at the table."""
        gone = self.match.stage != "over" and self.seat in self.match.left
        return self.seat != WATCHER and not gone

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The seats of other callers who play, or after the end of all."""
        match = self.match
        seats = match.people if match.stage == "over" else match.playing
        return tuple(at for at in seats if at != self.seat)

    @cached_property
    def dropped(self) -> dict[int, int]:
        """Seconds since their lines dropped, by seat, of those who play."""
        away = dict(self.away)
        return {at: away[at] for at in self.others if away.get(at, -1) >= 0}

    @cached_property
    def gone(self) -> tuple[int, ...]:
        """The seats whose callers have been away for longer than the grace."""
        return tuple(at for at, seconds in self.dropped.items() if seconds >= GRACE)

    @cached_property
    def ticks(self) -> bool:
        """Whether a clock is seen to run: a live one in its last minutes, while nobody's line has dropped."""
        match = self.match
        if match.stage != "play" or not is_live(match.clock) or self.dropped:
            return False
        lefts = (time_left(match, at, self.ms) for at in match.movers)
        return any(left is not None and left < IN_SECONDS for left in lefts)

    @cached_property
    def offered(self) -> str:
        """What others offer that this caller does not, "" for nothing."""
        offers = self.match.offers
        mine = offers[self.seat] if self.plays else ""
        return next((offers[at] for at in self.others if offers[at] not in ("", mine)), "")

    @cached_property
    def standing(self) -> str:
        """How it stands in a few words."""
        return stands(self.match, self.seat, self.ms)

    @cached_property
    def brief(self) -> str:
        """The same in fewer columns, handles cut."""
        return stands(self.match, self.seat, self.ms, BRIEF)

    @cached_property
    def short(self) -> tuple[str, ...]:
        """The same in ever fewer columns, without whose move it is; the last is ""."""
        return short_forms(self.match, self.seat, self.ms)

    def fitted(self, cols: int) -> str:
        """How it stands in that many columns."""
        forms = (self.standing, self.brief, *self.short)
        return next(form for form in forms if len(form) <= cols)


@dataclass(frozen=True, slots=True)
class NotDone(Reply):
    """Nothing has happened at the table: the reason, one sentence."""

    reason: Said


@dataclass(frozen=True, slots=True)
class AtTable(Effect):
    """Let this happen at the table on the screen: an event as `door.midend.match.values` has them, without
    its number, time and seat, which the board adds.  All who follow the table are sent `Followed`, the
    asker among them; or the asker alone `NotDone`.  With `n` it happens only if nothing else has since that
    event."""

    event: Mapping[str, Any]
    n: int | None = None
