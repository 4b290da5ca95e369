"""The daily deal: the same game for every caller, once a day.

Guarantees: `ledger.deals` folds the journal's lines, `days` seals and reveals, `deals` deals to callers.

A day has one secret seed of 32 random bytes for all doors. The board makes it the day before
(`data/daily/DAY.seed`, mode 600) and commits to it with a `daily` line. After `IDLE_DAYS`
without a game, or if the board was off, that line is written when a caller begins, and is marked as late. A
door's stream is seeded by HMAC-SHA256(day's seed, "door:SLUG").

A `game` line shows its seed, which would give the deal away to later callers, and it counts in a month's
contest. So the daily deal has kinds of its own (see `journal.grammar`). A daily_turn's `commit` is the
SHA-256 of the door's seed. All games of a day at a door have the options of the first, even if the sysop
changes them. A daily_score's `seal` is HMAC-SHA256(door's seed, moves as a JSON list), which fixes the moves
and hides them. The game itself is in `data/daily/` (mode 600) before its caller sees that it counts.

A deal can be begun until midnight and ended until `GRACE` later. Then one write reveals the seed and every
game of the day. Unfinished ones are given up (`quit`) with the score so far. A board that was off reveals
past days when it comes back. A score counts from its daily_score line on. Once the day is revealed or over,
it needs a daily_game line that proves it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple

from door.games.chance import commitment
from door.games.info import Info, Options
from door.records.journal.lines import caller_key, day_of
from door.records.part import Part

GRACE: Final = timedelta(hours=1)
IDLE_DAYS: Final = 7


def door_seed(day_seed: bytes, slug: str) -> bytes:
    """Return the seed of a door's stream on that day, 32 bytes."""
    return hmac.digest(day_seed, f"door:{slug}".encode("utf-8", "replace"), "sha256")


def offers(info: Info, options: Options) -> bool:
    """True if the door has a daily deal and the sysop has it on."""
    return info.daily and bool(options.get("daily", True))


def seal_of(seed: bytes, moves: Sequence[str]) -> str:
    """Return a seal of a game's moves that doesn't show them, 64 hexadecimal digits."""
    text = json.dumps(list(moves), ensure_ascii=True, separators=(",", ":"))
    return hmac.new(seed, text.encode(), hashlib.sha256).hexdigest()


def closing(day: str, zone: tzinfo) -> datetime:
    """Return when a day's deal can no longer be ended: `GRACE` after its midnight, in UTC."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return datetime.combine(after, time(), zone).astimezone(UTC) + GRACE


class Today(NamedTuple):
    """The board's date, and the first day whose deal is open: yesterday's, for the hour after midnight."""

    day: str
    open_since: str


def today_at(moment: datetime, zone: tzinfo) -> Today:
    """Return the day at that time."""
    day = day_of(moment, zone)
    before = day_after(day, -1)
    return Today(day, day if moment >= closing(before, zone) else before)


def day_after(day: str, days: int = 1) -> str:
    """Return the date so many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def fits(seed: str, commit: str) -> bool:
    """True if the seed in hex is 32 bytes and fits the commitment."""
    try:
        raw = bytes.fromhex(seed)
    except ValueError:
        return False
    return len(raw) == 32 and len(seed) == 64 and commitment(raw) == commit.lower()


class DailyAddresses(Part):
    """Callers who have begun a door's deal of the day, by address (an IPv6 address's /64), if the sysop
    limits that.

    In memory only, because the journal, which anybody may read, has no addresses in it. `tell` tells other
    hosts what has changed, as `note` has it.
    """

    def __init__(self, tell: Callable[[str, str, str, str, bool], object]) -> None:
        self._day, self._tell = "", tell
        self._begun: dict[tuple[str, str], set[str]] = {}

    def admit(self, day: str, slug: str, block: str, caller: str, most: int) -> bool:
        """Count the caller and return True if they may begin the day's deal. At most `most` callers may
        from an address."""
        key, begun = caller_key(caller), self._on(day).setdefault((slug, block), set())
        if key in begun:
            return True
        if len(begun) >= most:
            return False
        begun.add(key)
        self._tell(day, slug, block, key, True)
        return True

    def forget(self, slug: str, block: str, caller: str) -> None:
        """Forget a caller who hasn't begun it after all."""
        begun, key = self._begun.get((slug, block), set()), caller_key(caller)
        if key in begun:
            begun.remove(key)
            self._tell(self._day, slug, block, key, False)

    def note(self, day: str, slug: str, block: str, key: str, has_begun: bool) -> None:
        """Note what another host has counted or forgotten."""
        begun = self._on(day).setdefault((slug, block), set())
        if has_begun:
            begun.add(key)
        else:
            begun.discard(key)

    def _on(self, day: str) -> dict[tuple[str, str], set[str]]:
        if day != self._day:
            self._day, self._begun = day, {}
        return self._begun
