"""Find what has happened since the caller's last call."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from door.call.api import Call
from door.call.feature import Feature
from door.call.handlers import Handlers
from door.features.callers.handlers import birthday, shown_calls
from door.features.callers.pages import callers
from door.features.news.asks import NEWS, WhatIsNew
from door.features.news.news_files import NewsFiles, NewsItem
from door.features.news.pages import news, tour
from door.features.wall.handlers import posted_lines
from door.pages import api as board
from door.play.books import Hundredths, PlaceRow, gap, overtaken_line
from door.records.community.community import LastCall, LastCalls
from door.records.journal.lines import caller_key, month_before, stamp
from door.records.ledger.closed_months import MONTHS_SHOWN
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import (
    badges_since,
    finish,
    passers,
    rival_of,
)
from door.ui.texts import Said, from_recipe, tr
from door.ui.words import month_name, ordinal

HANDLERS: Final = Handlers()
NEWS_CALLS: Final = 5
"""Number of latest calls whose callers' anniversaries are in the news."""

NEWS_FEATS: Final = 4


@HANDLERS.on(NEWS)
async def _news(call: Call, arg: None) -> WhatIsNew:
    return replace(
        await asyncio.to_thread(_read_what_is_new, call), posted=await posted_lines(call), feats=feats(call)
    )


def _read_what_is_new(call: Call) -> WhatIsNew:
    last = call.services[LastCalls].last_calls()
    seen = tuple(dict.fromkeys(one.handle for one in last[-NEWS_CALLS:]))
    since = last_on(call, last)
    told = (*places(call), *overtaken(call, since), *rival(call, since), *_birthdays(call, seen))
    return WhatIsNew(shown_calls(call, last), (), told, news_files(call), cups=cups(call))


def closed_since(call: Call) -> list[str]:
    """Return the months that have ended since the caller's last call ("YYYY-MM"), the latest first."""
    now, month = call.services.now(), f"{call.services.now():%Y-%m}"
    try:
        since = f"{datetime.fromisoformat(call.who.since).astimezone(now.tzinfo):%Y-%m}"
    except (ValueError, OverflowError):  # a first call, or a file edited by hand
        return []
    closed: list[str] = []
    while since < month and len(closed) < MONTHS_SHOWN:
        month = month_before(month)
        closed.append(month)
    return closed


def _wants_news(call: Call) -> bool:
    """True unless the caller wants no news about their own month."""
    return call.who.caller is None or call.who.caller.prefs.get(board.RIVAL) != "off"


def places(call: Call) -> Iterator[Said]:
    """Yield the caller's places of the months that have ended since their last call: all of the last month,
    with the distance to the next place, and earlier months' top places. Use a thread: it may read a closed
    month from disk."""
    services, settings, caller = call.services, call.services.settings(), call.who.handle
    last, *earlier = (closed_since(call) if _wants_news(call) else ()) or ("",)
    for slug, door in services.doors.items() if last else ():
        info, name = door.INFO, door.INFO.name()
        if slug in settings.doors:
            options = settings.doors[slug].options
            asked = partial(finish, info=info, options=options, month=last, caller=caller)
            if found := services.store.ledger.read(asked):
                yield _place_line(*found, name, month_name(last))
        for month in earlier:
            for row in services.store.ledger.read(partial(_month_winners, month=month, slug=slug)):
                if row.caller == caller:
                    yield _place_line(row, None, name, month_name(month))


def _month_winners(ledger: Ledger, month: str, slug: str) -> tuple[PlaceRow, ...]:
    return ledger.months.winner_rows(month, slug)


def _place_line(row: PlaceRow, above: PlaceRow | None, door: str, month: str) -> Said:
    if row.place == 1:
        return tr.news.won_month(month=month, door=door, score=row.score)
    names = {"place": ordinal(row.place), "month": month, "door": door, "score": row.score}
    if above is None:
        return tr.news.placed_in_month(**names)
    if above.score == row.score:
        return tr.news.placed_level(who=above.caller, **names)
    return tr.news.placed_behind(who=above.caller, gap=gap(above.score, row.score), **names)


def cups(call: Call) -> tuple[str, ...]:
    """Return the doors where the caller has won last month, on their first call since."""
    if not (closed_since(call) and _wants_news(call)):
        return ()
    listed = call.services.store.standings.books_by_door(call.who.handle).items()
    return tuple(
        slug for slug, books in listed if call.who.handle in [row.caller for row in books.winners[:1]]
    )


def month_has_ended(call: Call) -> bool:
    """True if a month with winners has ended since the caller's last call."""
    return bool(closed_since(call)) and any(
        books.winners for books in call.services.store.standings.books_by_door(call.who.handle).values()
    )


def feats(call: Call) -> tuple[tuple[str, str], ...]:
    """Return others' achievements since the caller's last call: handle, and "A box shut, Shut The Box"."""
    doors, who = call.services.doors, call.who
    asked = partial(badges_since, caller=who.handle, t=who.since, most=NEWS_FEATS)
    found = call.services.store.ledger.read(asked) if who.since else ()
    return tuple(
        (one, tr.streaks.badge_at(what=from_recipe([what, {"score": score}]), door=doors[slug].INFO.name()))
        for one, slug, what, score in found
        if slug in doors and not who.ignores(one)
    )


def news_files(call: Call) -> tuple[NewsItem, ...]:
    """Return the sysop's news between the caller's last call and this one."""
    who, services = call.who, call.services
    zone = services.settings().zone
    return services[NewsFiles].between(who.since, who.admitted, zone) if who.since else ()


def overtaken(call: Call, since: str) -> tuple[Said, ...]:
    """Return a sentence per door about callers who have passed this one since then.

    Callers who were passed while online have been notified already. It reads the results of all callers who
    have played since, so use a thread.
    """
    services, who = call.services, call.who
    told: list[Said] = []
    if not who.since:
        return ()
    month = f"{services.now():%Y-%m}"
    for slug, door in services.doors.items():
        if settings := services.settings().doors.get(slug):
            asked = partial(
                passers, info=door.INFO, options=settings.options, month=month, caller=who.handle, since=since
            )
            names, place = services.store.ledger.read(asked)
            told += [overtaken_line(names, door.INFO.name(), place)] if names else []
    return tuple(told)


def rival(call: Call, since: str, played: bool = False) -> tuple[Said, ...]:
    """Return a sentence about the caller's rival: their games since then, and the distance now.

    With `played`, only if there are such games.

    It reads the month's standing of a door, so use a thread.
    """
    services, who, chosen = call.services, call.who, call.services.settings().doors
    if who.caller is None or not who.since or not _wants_news(call):
        return ()
    doors = {
        slug: (door.INFO, chosen[slug].options) for slug, door in services.doors.items() if slug in chosen
    }
    asked = partial(rival_of, doors=doors, month=f"{services.now():%Y-%m}", caller=who.handle, since=since)
    found = services.store.ledger.read(asked)
    if found is None or who.ignores(found.row.caller) or (played and not found.games):
        return ()
    info, other, own = doors[found.slug][0], found.row, found.own
    apart = gap(other.score, own.score)
    counted = apart if isinstance(own.score, Hundredths) else info.unit(n=int(apart))
    ahead = tr.news.rival_ahead if other.place < own.place else tr.news.rival_behind
    stands = tr.news.rival_level() if other.score == own.score else ahead(gap=counted)
    names = {"who": other.caller, "door": info.name(), "stands": stands}
    if not found.games:
        return (tr.news.rival_quiet(**names),)
    return (tr.news.rival_played(games=tr.count.games(n=found.games), **names),)


def last_on(call: Call, calls: Sequence[LastCall]) -> str:
    """Return the end of the caller's last call, if `calls` (the latest of all) has it, else its start."""
    since, key = call.who.since, caller_key(call.who.handle)
    for one in reversed(calls):
        if caller_key(one.handle) == key and one.t >= since:
            try:
                return stamp(datetime.fromisoformat(one.t) + timedelta(minutes=one.minutes))
            except (ValueError, OverflowError):  # a line edited by hand
                return since
    return since


def _birthdays(call: Call, handles: Sequence[str]) -> tuple[str, ...]:
    now, find = call.services.now(), call.services.callers.find
    known = (find(handle) for handle in handles)
    found = ((one.handle, birthday(one, now)) for one in known if one and one.handle != call.who.handle)
    return tuple(tr.people.anniversary(who=who, years=callers.years(years)) for who, years in found if years)


FEATURE: Final = Feature(
    "news",
    (HANDLERS,),
    {"news": news.PAGE, "tour": tour.PAGE},
    makes=(lambda services: NewsFiles(services.settings().folder),),
)
