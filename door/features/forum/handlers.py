"""The forum on a call: lists, posts, what was read, and the sysop's hand on it.

Law: what a caller has seen is noted in the call, and goes to the records with the next question or when the
page closes. Counts of new posts are worked out at the log-on and after the forum was read; a new post adds
to them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

from door.call import access
from door.call.access import is_sysop
from door.call.api import Call, Services
from door.call.bus import Gap, sendable
from door.call.feature import Feature
from door.call.handlers import Handlers, check
from door.call.known import shown_time
from door.call.messages import MAIL
from door.call.navigation import key_of
from door.call.roster import CallMessage, Notify
from door.call.stack import Layer
from door.features.forum.asks import (
    ANSWER_THREAD,
    BEGIN_THREAD,
    DELETE_POST,
    DELETE_THREAD,
    FORUM,
    MOVE_THREAD,
    NEXT_NEW,
    POSTS,
    READ_ALL,
    THREADS,
    Area,
    PostRange,
    PostSeen,
    ThreadsFound,
)
from door.features.forum.pages import forum as pages
from door.features.forum.pages import post
from door.pages.api import FORUM as HEARS
from door.pages.page import Page
from door.play.match.values import Refusal
from door.records.community.forum import GENERAL, Forum, ForumReader, ThreadRow, Unread, Window
from door.records.journal.lines import caller_key
from door.ui.texts import MaybeSaid, Said, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
T = TypeVar("T")
WINDOW: Final = 40
"""Posts in one answer, more than a screen shows."""


def reader(call: Call) -> ForumReader:
    caller = call.who.caller
    return ForumReader(
        caller.handle if caller else "", caller.created if caller else "", call.who.ignored_keys
    )


async def _ask(call: Call, work: Callable[[Forum, ForumReader], T]) -> T:
    """Note what the caller has seen, and do the work, both in a thread."""
    return await asyncio.to_thread(_mark_and_call, call, work)


def _mark_and_call(call: Call, work: Callable[[Forum, ForumReader], T]) -> T:
    who, forum = reader(call), call.services[Forum]
    seen, call.messages.posts_seen = call.messages.posts_seen, {}
    for id, number in seen.items():
        forum.mark(who, id, number)
    return work(forum, who)


def unread(call: Call) -> Unread:
    """Count the new posts. It reads files, so use a thread."""
    return call.services[Forum].unread(reader(call))


# -- lists and posts ---------------------------------------------------------------------------------


def areas(services: Services) -> dict[str, str]:
    settings = services.settings()
    doors = {slug: door.INFO.name() for slug, door in services.doors.items() if settings.doors[slug].enabled}
    more = {slug: door.name for slug, door in settings.externals.items() if door.enabled}
    return {GENERAL: tr.forum.area_general(), **doors, **more}


@HANDLERS.on(FORUM)
async def _areas(call: Call, arg: None) -> tuple[Area, ...]:
    rows = await _ask(call, lambda forum, who: forum.thread_rows(who))
    names = areas(call.services)
    names |= {row.area: row.area for row in rows if row.area not in names}  # a door that is gone
    found = []
    for slug, name in names.items():
        own = [row for row in rows if row.area == slug]
        t, by = (shown_time(call, own[0].t), own[0].last_by or tr.forum.the_board()) if own else ("", "")
        found.append(Area(slug, name, len(own), sum(row.new for row in own), t, by))
    return tuple(found)


@HANDLERS.on(THREADS)
async def _threads(call: Call, area: str) -> ThreadsFound:
    rows = await _ask(call, lambda forum, who: forum.thread_rows(who, area))
    return ThreadsFound(
        areas(call.services).get(area, area), tuple(_with_shown_time(call, row) for row in rows)
    )


def _with_shown_time(call: Call, row: ThreadRow) -> ThreadRow:
    return replace(row, t=shown_time(call, row.t))


@HANDLERS.on(POSTS)
async def _posts(call: Call, wish: PostRange) -> Window:
    id, number, back = wish
    window = await _ask(call, lambda forum, who: forum.window(who, id, number, WINDOW, back))
    if window is None:
        raise Refusal(tr.forum.no_such_thread())
    posts = tuple(replace(post, t=shown_time(call, post.t)) for post in window.posts)
    return window._replace(thread=_with_shown_time(call, window.thread), posts=posts)


@HANDLERS.on(NEXT_NEW)
async def _next_new(call: Call, but: str) -> str:
    row = await _ask(call, lambda forum, who: forum.next_new(who, but))
    return row.id if row else ""


@HANDLERS.on(PostSeen)
def _note_seen_post(call: Call, layer: Layer, effect: PostSeen) -> None:
    if not layer.ends:
        layer.ends.append(partial(_keep, call))
    call.messages.posts_seen[effect.id] = max(effect.number, call.messages.posts_seen.get(effect.id, 0))


def _keep(call: Call) -> None:
    """Write what was read, because the page closes."""
    if call.who.caller is not None:
        call.services.writes.add(call.who.handle, _save_marks(call))


async def _save_marks(call: Call) -> None:
    await _ask(call, lambda forum, who: forum.keep_marks(who))
    await _count_unread(call)


@dataclass(frozen=True, slots=True)
class CountPosts(CallMessage[None]):
    """Count the caller's unread posts again."""


@HANDLERS.on(CountPosts)
def _count_posts(call: Call, message: CountPosts) -> None:
    if call.who.caller is not None:
        call.services.keep(_count_unread(call))


async def _count_unread(call: Call) -> None:
    call.messages.posts = await asyncio.to_thread(unread, call)
    call.timers.redraw()


@HANDLERS.on(READ_ALL)
async def _read_all(call: Call, arg: None) -> Said:
    await _ask(call, lambda forum, who: forum.mark_all(who))
    await _save_marks(call)
    return tr.forum.all_read()


# -- writing -----------------------------------------------------------------------------------------


@HANDLERS.on(ANSWER_THREAD)
async def _answer(call: Call, post: tuple[str, tuple[str, ...]]) -> MaybeSaid:
    (id, lines), own = post, call.who.handle
    check(access.leaves_nothing(call))
    check(await _ask(call, lambda forum, who: forum.post(own, id, lines, is_sysop(call))))
    window = await _ask(call, lambda forum, who: forum.window(who, id, 0, 1))
    _came(call, window.thread if window else None)
    return ""


@HANDLERS.on(BEGIN_THREAD)
async def _begin(call: Call, thread: tuple[str, str, tuple[str, ...]]) -> MaybeSaid:
    (area, title, lines), own = thread, call.who.handle
    check(access.leaves_nothing(call))
    check("" if area in areas(call.services) else tr.forum.no_such_area(area=area))
    check(await _ask(call, lambda forum, who: forum.begin(own, area, title, lines, is_sysop(call))))
    rows = await _ask(call, lambda forum, who: forum.thread_rows(who, area))
    _came(call, next((row for row in rows if row.by == own), None))
    return ""


def _came(call: Call, row: ThreadRow | None) -> None:
    """Tell the caller that their post is in that thread, and let the others know."""
    call.messages.notify(tr.forum.posted())
    if row:
        LOG.info("post node=%d caller=%r thread=%s", call.node, call.who.handle, row.id)
        message = PostCame(call.who.handle, row.id, row.title, row.by)
        call.services.roster.post.send_to_all(message, but=call.node)


@sendable
@dataclass(frozen=True, slots=True)
class PostCame(CallMessage[None]):
    """Somebody has written in a thread, which `begun_by` began."""

    who: str
    id: str
    title: str
    begun_by: str


@HANDLERS.on(PostCame)
def _post_came(call: Call, message: PostCame) -> None:
    """Count the post, and notify the caller who began its thread."""
    if call.who.caller is None or call.who.ignores(message.who):
        return
    posts, threads = call.messages.posts
    call.messages.posts = Unread(posts + 1, threads | {message.id})
    hears = call.info().takes_messages and call.who.caller.prefs.get(HEARS) != "off"
    if hears and caller_key(message.begun_by) == caller_key(call.who.handle):
        key = key_of(call.services, "forum")
        call.receive(Notify(tr.forum.answered(who=message.who, title=message.title, key=key), MAIL))


# -- the sysop's -------------------------------------------------------------------------------------


@HANDLERS.on(DELETE_POST)
async def _delete_post(call: Call, post: tuple[str, int]) -> Said:
    check(access.sysops_only(call))
    check(await _ask(call, lambda forum, who: forum.delete_post(*post)))
    LOG.warning("post deleted node=%d caller=%r thread=%s number=%d", call.node, call.who.handle, *post)
    return tr.mail.letter_deleted()


@HANDLERS.on(DELETE_THREAD)
async def _delete_thread(call: Call, id: str) -> Said:
    check(access.sysops_only(call))
    check(await _ask(call, lambda forum, who: forum.delete(id)))
    LOG.warning("thread deleted node=%d caller=%r thread=%s", call.node, call.who.handle, id)
    return tr.mail.letter_deleted()


@HANDLERS.on(MOVE_THREAD)
async def _move(call: Call, wish: tuple[str, str]) -> Said:
    check(access.sysops_only(call))
    (id, typed), names = wish, areas(call.services)
    begins = typed.strip().casefold()
    slug = next((one for one, name in names.items() if begins in (one, name.casefold())), "")
    slug = slug or next((one for one, name in names.items() if name.casefold().startswith(begins)), "")
    check("" if slug else tr.forum.no_such_area(area=typed))
    check(await _ask(call, lambda forum, who: forum.move(id, slug)))
    return tr.forum.thread_moved(area=names[slug])


def joins(services: Services) -> None:
    """Count the posts again when messages of other hosts were lost."""
    services.roster.bus.hears(Gap, lambda gap, host: services.roster.post.send_here(CountPosts()))


PAGES: Final[dict[str, Page[Any]]] = {
    "forum": pages.AREAS_PAGE, "threads": pages.THREADS_PAGE, "thread": pages.THREAD_PAGE,
    "post": post.PAGE,
}  # fmt: skip


def _forum(services: Services) -> Forum:
    return Forum(services.store.journal.store, services.now, lambda: services.settings().callers.forum_days)


FEATURE: Final = Feature("forum", (HANDLERS,), PAGES, makes=(_forum,), joins=joins)
