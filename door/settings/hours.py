"""Opening hours of the board and its doors: parse the sysop's spans, and compare them with the clock.

Pure. Spans are wall-clock times in the board's zone, converted day by day, so a night when the clocks change
has one start and one end. A time that doesn't exist then is an hour later; one that exists twice is the
first. Without spans, it is always open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final, NamedTuple

from door.ui.texts import tr
from door.ui.words import weekday

NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS: Final = tuple(name[:3] for name in NAMES)
AHEAD: Final = 8
"""Days to look ahead: a span repeats after seven."""

_SPAN: Final = re.compile(r"(?:([a-z, -]+) )?([0-9]{1,2}):([0-9]{2}) ?- ?([0-9]{1,2}):([0-9]{2})")


def _any_case(name: str) -> str:
    """Return a pattern for a day's name, three letters or more, in upper or lower case."""
    letters = [f"[{char.upper()}{char}]" for char in name]
    more = ""
    for letter in reversed(letters[3:]):
        more = f"({letter}{more})?"
    return "".join(letters[:3]) + more


_DAY: Final = f"({'|'.join(map(_any_case, NAMES))})"
_TIME: Final = "([01]?[0-9]|2[0-3]):[0-5][0-9]"
_DAYS: Final = rf"([, ]*{_DAY}(( ?- ?|[, ]+){_DAY})*[, ]* )?"
PATTERN: Final = rf"^\s*{_DAYS}{_TIME} ?- ?({_TIME}|24:00)\s*$"
"""JSON Schema pattern of a span, for editors. It accepts everything that we do."""


class Span(NamedTuple):
    """Open on `days` (0 is Monday) from minute `start` to minute `end`.

    Both count from that day's midnight. An end past 1440 is on the next day.
    """

    days: frozenset[int]
    start: int
    end: int


class Now(NamedTuple):
    """True if it is open, and when that changes next (None: never)."""

    open: bool
    until: datetime | None = None


def span(text: str) -> Span:
    """Parse `[DAYS ]HH:MM-HH:MM`, which may end on the next day. ValueError says what was expected."""
    found = _SPAN.fullmatch(text.strip().lower())
    days = _days(found[1]) if found else None
    if not found or days is None:
        days_alone = text.strip() and _days(text.strip().lower())
        said = tr.must.be_hours_in_quotes if days_alone else tr.must.be_hours
        raise ValueError(said(text=repr(text[:60])))
    start, end = (int(found[at]) * 60 + int(found[at + 1]) for at in (2, 4))
    if int(found[3]) > 59 or int(found[5]) > 59 or start >= 1440 or end > 1440:
        raise ValueError(tr.must.be_on_a_clock(text=repr(text[:60])))
    if start == end:
        raise ValueError(tr.must.take_some_time(text=repr(text[:60])))
    return Span(days, start, end if end > start else end + 1440)


def _days(text: str | None) -> frozenset[int] | None:
    """Parse `mon-fri`, `sat,sun` or `fri-mon`. Return all days for None, and None for an invalid text."""
    if text is None:
        return frozenset(range(7))
    found: set[int] = set()
    for part in re.sub(r" ?- ?", "-", text).replace(",", " ").split():
        first, _, last = part.partition("-")
        names = [name[:3] for name in (first, last or first) if _is_day(name)]
        if len(names) < 2:
            return None
        at, end = (DAYS.index(name) for name in names)
        found |= {(at + step) % 7 for step in range((end - at) % 7 + 1)}
    return frozenset(found) or None


def _is_day(name: str) -> bool:
    return len(name) >= 3 and any(day.startswith(name) for day in NAMES)


@lru_cache(maxsize=256)
def _spans(texts: tuple[str, ...]) -> tuple[Span, ...]:
    return tuple(map(span, texts))


def look(hours: Sequence[str], now: datetime) -> Now:
    """Return the state at `now`, an aware time in the board's zone. `hours` are spans as text."""
    if not hours:
        return Now(True)
    times = _merge(sorted(_moments(_spans(tuple(hours)), now)))
    for start, end in times:
        if start.timestamp() > now.timestamp():
            return Now(False, start)
        if end.timestamp() > now.timestamp():
            far = (end.date() - now.date()).days >= AHEAD - 1
            return Now(True, None if far else end)
    return Now(False)


def _moments(spans: Sequence[Span], now: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the start and end of every span from the day before `now` until AHEAD days after it."""
    for ahead in range(-1, AHEAD + 1):
        day = now.date() + timedelta(days=ahead)
        for one in spans:
            if day.weekday() in one.days:
                start, end = (_moment(day, minute, now.tzinfo) for minute in (one.start, one.end))
                if end.timestamp() > start.timestamp():
                    yield start, end


def _moment(day: date, minute: int, zone: tzinfo | None) -> datetime:
    """Return the time of a minute on the wall clock, with the UTC offset in force then."""
    days, rest = divmod(minute, 1440)
    there = datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60), zone)
    return datetime.fromtimestamp(there.timestamp(), zone)


def _merge(times: Sequence[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    """Join spans that touch or overlap."""
    merged: list[tuple[datetime, datetime]] = []
    for start, end in times:
        if merged and start.timestamp() <= merged[-1][1].timestamp():
            merged[-1] = (merged[-1][0], max(end, merged[-1][1], key=datetime.timestamp))
        else:
            merged.append((start, end))
    return merged


# -- in words ----------------------------------------------------------------------------


def moment_words(moment: datetime, now: datetime) -> str:
    """Return the end of a sentence: "at 18:00", "tomorrow at 18:00", "on Monday at 18:00"."""
    days = (moment.date() - now.date()).days
    if days < 2:
        return (tr.hours.opens_tomorrow if days else tr.hours.opens_at_time)(time=f"{moment:%H:%M}")
    return tr.hours.opens_on_day(weekday=weekday(moment), time=f"{moment:%H:%M}")


def opens_words(state: Now, now: datetime) -> str:
    """Return "It opens tomorrow at 18:00 (CET).", or "" if it is open or never opens."""
    if state.open or state.until is None:
        return ""
    return tr.hours.opens_when(when=moment_words(state.until, now), zone=f"{state.until:%Z}")


def stands_words(state: Now, now: datetime) -> str:
    """Return "open, until 23:30", "open at all times" or "closed, opens on Monday at 18:00"."""
    if state.until is None:
        return (tr.hours.open_always if state.open else tr.hours.closed)()
    if state.open and state.until.date() == now.date():
        return tr.hours.open_until_time(time=f"{state.until:%H:%M}")
    return (tr.hours.open_until_day if state.open else tr.hours.closed_until)(
        when=moment_words(state.until, now)
    )
