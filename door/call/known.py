"""What others know of a call, and what its status line says."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from door.call.access import unvalidated
from door.call.api import Call
from door.call.roster import CallInfo
from door.call.stack import topic_of
from door.call.status import Contest, StatusFields
from door.pages.api import Lobby
from door.ui.texts import again, tr
from door.ui.words import date_text

NOTHING: frozenset[str] = frozenset()


def call_info(call: Call) -> CallInfo:
    who, layers = call.who, call.stack
    slugs, topics, topic = list[str](), list[str](), ""
    for layer in layers:
        slugs.append(layer.slug)
        if topic := topic_of(layer):
            topics.append(topic)
    return CallInfo(
        call.node,
        who.handle,
        who.kind,
        who.address,
        who.admitted,
        who.caller,
        who.guest,
        who.own_rules,
        layers[-1].where if layers else "",
        tuple(slugs),
        topic,
        call.clock.seconds // 60,
        int(call.clock.idle),
        call.terminal.prefs.get("messages") != "off",
        watchable(call),
        who.ignored_here,
        who.open,
        frozenset(topics) if topics else NOTHING,
    )


def watchable(call: Call) -> str:
    """Return the watching setting in force for that caller: "yes", "ask" or "no"."""
    own = call.terminal.prefs.get("watchable", "auto")
    return own if own in ("yes", "ask", "no") else call.services.settings().tables.watchable


def status(call: Call) -> StatusFields:
    top, minutes = call.stack.top, call.clock.minutes_left
    notice, unread = call.messages.notice, call.messages.unread + call.messages.letters
    books, who = top.books, call.who.handle
    contest = Contest(books.turns_left, books.free_turns, books.rank, books.score) if books else None
    told = tuple(again(one.sentence) for one in call.messages.notices) if call.terminal.plain else ()
    return StatusFields(
        who, call.node, again(top.where), contest, minutes, notice, top.watched_by, unread, told
    )  # fmt: skip


def basis(call: Call) -> dict[str, Any]:
    """Return what every page sees of the board: the fields of a `Lobby`."""
    who, settings, caller = call.who, call.services.settings(), call.who.caller
    return {
        "board": settings.board.name, "sysop": settings.board.sysop, "node": call.node,
        "handle": caller.handle if caller else who.handle, "prefs": dict(caller.prefs) if caller else {},
        "terminal": {**call.terminal.facts(), "watchable": settings.tables.watchable},
        "guest": who.guest, "is_sysop": bool(caller and caller.sysop),
        "unvalidated": unvalidated(call), "menu": settings.board.commands,
        "languages": settings.texts.choices,
    }  # fmt: skip


def lobby(call: Call) -> Lobby:
    return Lobby(**basis(call))


def who(there: CallInfo) -> str:
    """Return a name for a call."""
    return there.handle or tr.sysop.title_node(node=there.node)


def shown_time(call: Call, t: str) -> str:
    """Return a time (RFC 3339) on the board's clock, "21 Nov, 14:05", with the year unless it is this one.

    Return "" if it isn't a time.
    """
    now = call.services.now()
    try:
        moment = datetime.fromisoformat(t).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return ""
    return date_text(tr.common.day_and_time if moment.year == now.year else tr.common.full_date, moment)
