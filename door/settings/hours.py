"""When the board, or a door of it, is open: what the sysop wrote, against the clock.

Law: pure.  A span stands on the wall clock of the board's time zone and is turned into moments
day by day, so that a night with a change of the clocks has one beginning and one end like any
other: where a time does not exist it is an hour later, where it comes twice the first counts.
No spans at all means always open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final, NamedTuple

from door.ui.texts import tr
from door.ui.words import weekday

NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS: Final = tuple(name[:3] for name in NAMES)
AHEAD: Final = 8
"""Days that are looked at: a span comes again after seven."""

_AT: Final = re.compile(r"(?:([a-z, -]+) )?([0-9]{1,2}):([0-9]{2})")
_SPAN: Final = re.compile(r"(?:([a-z, -]+) )?([0-9]{1,2}):([0-9]{2}) ?- ?([0-9]{1,2}):([0-9]{2})")


def _any_case(name: str) -> str:
    """A day's name, three letters or more of it, in a pattern that knows no cases."""
    letters = [f"[{char.upper()}{char}]" for char in name]
    more = ""
    for letter in reversed(letters[3:]):
        more = f"({letter}{more})?"
    return "".join(letters[:3]) + more


_DAY: Final = f"({'|'.join(map(_any_case, NAMES))})"
_TIME: Final = "([01]?[0-9]|2[0-3]):[0-5][0-9]"
_DAYS: Final = rf"([, ]*{_DAY}(( ?- ?|[, ]+){_DAY})*[, ]* )?"
PATTERN: Final = rf"^\s*{_DAYS}{_TIME} ?- ?({_TIME}|24:00)\s*$"
AT_PATTERN: Final = rf"^\s*{_DAYS}{_TIME}\s*$"
"""What editors can check of a span, and of a time, as JSON Schema has it: nothing that is taken here is
refused."""


class Span(NamedTuple):
    """Open on `days` (0 is Monday) from minute `start` of the day to minute `end`, both counted
    from that day's midnight; an end past 1440 lies on the next day."""

    days: frozenset[int]
    start: int
    end: int


class At(NamedTuple):
    """A minute of the day, counted from midnight, on `days` (0 is Monday)."""

    days: frozenset[int]
    minute: int


class Now(NamedTuple):
    """Whether it is open, and when that changes next; None for never."""

    open: bool
    until: datetime | None = None


def span(text: str) -> Span:
    """`[DAYS ]HH:MM-HH:MM`; an end that is not after the start is the next day's.  ValueError
    says what was expected."""
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


def at(text: str) -> At:
    """`[DAYS ]HH:MM`; ValueError says what was expected."""
    found = _AT.fullmatch(text.strip().lower())
    if not found:
        raise ValueError(tr.must.be_time(text=repr(text[:60])))
    days, hour, minute = _days(found[1]), int(found[2]), int(found[3])
    if days is None:
        raise ValueError(tr.must.be_weekdays(text=repr(text[:60])))
    if hour > 23 or minute > 59:
        raise ValueError(tr.must.be_on_a_clock(text=repr(text[:60])))
    return At(days, hour * 60 + minute)


def due(text: str, since: datetime, now: datetime) -> datetime | None:
    """The last time after `since`, up to `now`, that such a text names; both in the board's zone.  None where
    there was none in a week."""
    days = (now.date() - timedelta(days=back) for back in range(AHEAD))
    times = (time for time in _times(at(text), days, now.tzinfo) if time.timestamp() <= now.timestamp())
    last = next(times, None)
    return last if last and last.timestamp() > since.timestamp() else None


def comes(text: str, now: datetime) -> datetime:
    """The first time after `now` that such a text names."""
    days = (now.date() + timedelta(days=ahead) for ahead in range(-1, AHEAD + 1))
    times = _times(at(text), days, now.tzinfo)
    return next(time for time in times if time.timestamp() > now.timestamp())


def _times(when: At, days: Iterable[date], zone: tzinfo | None) -> Iterator[datetime]:
    return (_moment(day, when.minute, zone) for day in days if day.weekday() in when.days)


def _days(text: str | None) -> frozenset[int] | None:
    """`mon-fri`, `sat,sun`, `fri-mon`; all of them for none, None for what names no days."""
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
    """How it stands at `now`, an aware time in the board's zone; `hours` are spans as texts."""
    if not hours:
        return Now(True)
    times = _merged(sorted(_moments(_spans(tuple(hours)), now)))
    for start, end in times:
        if start.timestamp() > now.timestamp():
            return Now(False, start)
        if end.timestamp() > now.timestamp():
            far = (end.date() - now.date()).days >= AHEAD - 1
            return Now(True, None if far else end)
    return Now(False)


def _moments(spans: Sequence[Span], now: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Every span's begin and end from the day before `now` on, as far as is looked ahead."""
    for ahead in range(-1, AHEAD + 1):
        day = now.date() + timedelta(days=ahead)
        for one in spans:
            if day.weekday() in one.days:
                start, end = (_moment(day, minute, now.tzinfo) for minute in (one.start, one.end))
                if end.timestamp() > start.timestamp():
                    yield start, end


def _moment(day: date, minute: int, zone: tzinfo | None) -> datetime:
    """A wall clock's minute as a moment, by the clock that is in force then."""
    days, rest = divmod(minute, 1440)
    there = datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60), zone)
    return datetime.fromtimestamp(there.timestamp(), zone)


def _merged(times: Sequence[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    """Spans that touch or overlap as one."""
    merged: list[tuple[datetime, datetime]] = []
    for start, end in times:
        if merged and start.timestamp() <= merged[-1][1].timestamp():
            merged[-1] = (merged[-1][0], max(end, merged[-1][1], key=datetime.timestamp))
        else:
            merged.append((start, end))
    return merged


# -- in words ----------------------------------------------------------------------------


def moment_words(moment: datetime, now: datetime) -> str:
    """When that is, as the end of a sentence: "at 18:00", "tomorrow at 18:00", "on Monday at 18:00"."""
    days = (moment.date() - now.date()).days
    if days < 2:
        return (tr.hours.opens_tomorrow if days else tr.hours.opens_at_time)(time=f"{moment:%H:%M}")
    return tr.hours.opens_on_day(weekday=weekday(moment), time=f"{moment:%H:%M}")


def opens_words(state: Now, now: datetime) -> str:
    """ "It opens tomorrow at 18:00 (CET)."; "" where it is open, or never will be."""
    if state.open or state.until is None:
        return ""
    return tr.hours.opens_when(when=moment_words(state.until, now), zone=f"{state.until:%Z}")


def stands_words(state: Now, now: datetime) -> str:
    """ "open, until 23:30", "open at all times", "closed, opens on Monday at 18:00"."""
    if state.until is None:
        return (tr.hours.open_always if state.open else tr.hours.closed)()
    if state.open and state.until.date() == now.date():
        return tr.hours.open_until_time(time=f"{state.until:%H:%M}")
    return (tr.hours.open_until_day if state.open else tr.hours.closed_until)(
        when=moment_words(state.until, now)
    )
