"""What callers can learn of each other: who is online, last callers, news, the hall of fame, profiles.

Law: one short function per effect, as in `dispatch`. Disk access runs in a thread. Times are converted to
the board's time zone here, so that pages need no clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from door.board import api as board
from door.board.art.news_files import NewsItem
from door.board.community import callers
from door.board.community import effects as talk
from door.board.living import CALLERS, LINES, LIVING, Living
from door.midend.books import Hundredths, Row, gap, overtaken_line
from door.midend.match.values import Refusal
from door.midend.next_thing import Tally, read_tally
from door.midend.replay import PUZZLE
from door.records.callers.caller_file import Caller
from door.records.community.community import LastCall
from door.records.journal.lines import caller_key, month_before, stamp
from door.records.ledger.closed_months import MONTHS_SHOWN
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import (
    History,
    Won,
    badges_since,
    best_places,
    finish,
    hall_of_fame,
    history,
    passers,
    rival_of,
)
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.effects.account import key_name
from door.session.effects.handlers import Handlers
from door.session.talk.effects import posted
from door.session.watching.channel import on_small_tv
from door.ui.texts import Said, from_recipe, tr
from door.ui.words import month_name, ordinal

HANDLERS: Final = Handlers()
MOST_CALLERS: Final = 200
"""Callers in one answer."""

NEWS_CALLS: Final = 5
"""Number of latest calls whose callers' anniversaries are in the news."""

NEWS_FEATS: Final = 4


# -- questions ---------------------------------------------------------------------------


@HANDLERS.answers(talk.WHO)
async def _who(call: Call, arg: None) -> tuple[board.Online, ...]:
    rows, unheard = lobby.everybody(call.services), call.who.ignored
    return tuple(
        replace(row, ignored=True) if unheard and caller_key(row.handle) in unheard else row for row in rows
    )


@HANDLERS.answers(LIVING)
async def _living(call: Call, arg: None) -> Living:
    services = call.services
    on = tuple(one for one in lobby.everybody(services)[: CALLERS + 1] if one.node != call.node)
    return Living(on, services.roster.count, on_small_tv(services), (await posted(call))[-LINES:])


@HANDLERS.answers(talk.LAST_CALLERS)
async def _last_callers(call: Call, arg: None) -> tuple[LastCall, ...]:
    last = call.services.community.last_calls
    return await asyncio.to_thread(lambda: _shown_calls(call, last()))


@HANDLERS.answers(talk.NEWS)
async def _news(call: Call, arg: None) -> talk.WhatIsNew:
    return replace(await asyncio.to_thread(_happened, call), posted=await posted(call), feats=feats(call))


def _happened(call: Call) -> talk.WhatIsNew:
    last = call.services.community.last_calls()
    seen = tuple(dict.fromkeys(one.handle for one in last[-NEWS_CALLS:]))
    since = last_on(call, last)
    told = (*places(call), *overtaken(call, since), *rival(call, since), *_birthdays(call, seen))
    return talk.WhatIsNew(_shown_calls(call, last), (), told, news_files(call), cups=cups(call))


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
                yield _placed(*found, name, month_name(last))
        for month in earlier:
            for row in services.store.ledger.read(partial(_won, month=month, slug=slug)):
                if row.caller == caller:
                    yield _placed(row, None, name, month_name(month))


def _won(ledger: Ledger, month: str, slug: str) -> tuple[Row, ...]:
    return ledger.months.won(month, slug)


def _placed(row: Row, above: Row | None, door: str, month: str) -> Said:
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
    listed = call.services.store.listed(call.who.handle).items()
    return tuple(
        slug for slug, books in listed if call.who.handle in [row.caller for row in books.winners[:1]]
    )


def month_has_ended(call: Call) -> bool:
    """True if a month with winners has ended since the caller's last call."""
    return bool(closed_since(call)) and any(
        books.winners for books in call.services.store.listed(call.who.handle).values()
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
    return services.news_files.between(who.since, who.admitted, zone) if who.since else ()


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


@HANDLERS.answers(board.HALL)
async def _hall(call: Call, arg: None) -> tuple[Won, ...]:
    doors = call.services.doors
    return call.services.store.ledger.read(lambda ledger: hall_of_fame(ledger, doors))


@HANDLERS.answers(board.PROFILE)
async def _profile(call: Call, handle: str) -> board.Profile:
    services, now = call.services, call.services.now()
    own = handle.casefold() in ("", call.who.handle.casefold())
    find = services.callers.find
    caller = call.who.caller if own else await asyncio.to_thread(find, handle)
    if caller is None and not own:
        raise Refusal(tr.people.no_such_handle(who=handle))
    who, day = caller.handle if caller else call.who.handle, f"{now:%Y-%m-%d}"
    past = tuple(
        board.DoorPast(
            services.doors[slug].INFO.name(),
            services.doors[slug].INFO.accent,
            history,
            services.tables.ladders.of(slug, who),
            read_tally(caller.doors.get(slug, {}).get(PUZZLE, "")).at(day) if caller else Tally(),
        )
        for slug, history in (await pasts(services, who)).items()
    )
    if caller is None:
        return board.Profile(who, 0, "", "", past, ())
    key, years = caller_key(who), calls_for(caller, now)
    return board.Profile(
        who,
        caller.calls,
        lobby.shown_time(call, caller.created),
        lobby.shown_time(call, call.who.since if own else caller.last_call),
        past,
        tuple((key_name(line), line) for line in caller.keys) if own else (),
        caller.ignored if own else (),
        services.store.ledger.read(lambda ledger: ledger.streaks.days(key, day)),
        tr.people.anniversary(who=who, years=callers.years(years)) if years else "",
    )


def calls_for(caller: Caller, now: datetime) -> int:
    """Return the number of whole years since the caller's registration."""
    try:
        first = datetime.fromisoformat(caller.created).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return 0
    return max(0, now.year - first.year - ((now.month, now.day) < (first.month, first.day)))


def birthday(caller: Caller, now: datetime) -> int:
    """Return the number of years if today is the anniversary, else 0."""
    years = calls_for(caller, now)
    return years if years > calls_for(caller, now - timedelta(days=1)) else 0


@HANDLERS.answers(talk.CALLERS)
async def _callers(call: Call, part: str) -> talk.CallersFound:
    services, settings = call.services, call.services.settings().doors
    found, count = await asyncio.to_thread(services.callers.latest, part, MOST_CALLERS)
    doors = {slug: (door.INFO, settings[slug].options) for slug, door in services.doors.items()}
    handles, month = [one.handle for one in found], f"{services.now():%Y-%m}"
    places = services.store.ledger.read(lambda ledger: best_places(ledger, doors, month, handles))
    nodes = {one.handle: one.node for one in services.roster.on()}
    return talk.CallersFound(tuple(
        talk.CallerRow(
            one.handle, lobby.shown_time(call, one.last_call), one.calls, *places.get(one.handle, (0, "")),
            nodes.get(one.handle, 0),
        )
        for one in sorted(found, key=lambda one: one.handle not in nodes)  # callers online come first
    ), count)  # fmt: skip


async def pasts(services: Services, handle: str) -> dict[str, History]:
    """Return a caller's history, door by door.

    Other work runs between two doors: a year with a thousand callers takes some milliseconds.
    """
    found = {}
    for slug, door in services.doors.items():
        if settings := services.settings().doors.get(slug):
            asked = partial(history, door=door, options=settings.options, caller=handle)
            found[slug] = services.store.ledger.read(asked)
            await asyncio.sleep(0)
    return found


def _shown_calls(call: Call, calls: Sequence[LastCall]) -> tuple[LastCall, ...]:
    """Return the calls with the board's time and the doors' names."""
    doors: dict[str, str] = {slug: door.INFO.name() for slug, door in call.services.doors.items()}
    doors |= {slug: door.name for slug, door in call.services.settings().externals.items()}
    return tuple(
        replace(
            one,
            t=lobby.shown_time(call, one.t),
            doors=tuple(doors[slug] for slug in one.doors if slug in doors),
        )
        for one in calls
    )


def call_over(call: Call) -> None:
    """Add the call to the last callers, unless it is a guest's."""
    if call.who.caller is None or call.who.guest:
        return
    minutes = call.clock.seconds // 60
    past = LastCall(call.who.handle, call.who.admitted, call.node, minutes, call.history.doors)
    call.services.keep(asyncio.to_thread(call.services.community.note_call, past))
    call.services.tables.left(call.who.handle)
