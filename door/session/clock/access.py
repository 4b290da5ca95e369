"""Hours and access levels: who may be on the board, and in which door, just now.

Law: asked anew each time, of the settings in force, the board's clock and the caller's file as it
is, so that a sysop's change holds at once.  A sysop is never kept out or sent away.  Neither is
who came by the board's own console (`door play`) or from another board's menu (`door run`): those
have hours and levels of their own.

Hours end for whoever is inside as time limits do: warnings, then a farewell, and the game waits.
A level, and whether a door is enabled, are looked at on the way into it, never inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from door.board.api import Denied
from door.session.clock.limits import WARN_AT
from door.session.clock.timekeeper import Look
from door.settings import DoorSettings, Settings, hours
from door.settings.access import barred, closed, shut
from door.ui.words import counted

if TYPE_CHECKING:
    from door.session.call.loop import Session
    from door.session.call.services import Services
    from door.session.call.stack import Layer
    from door.settings.external import ExternalFile

OWN_RULES: Final = frozenset({"pipe", "local", "host"})
"""Kinds of lines to which hours and levels do not apply."""

EVERY: Final = 60.0
"""Seconds between two looks at the clock, at most, so that one that is set is noticed."""


TAKEN_DOWN: Final = "The sysop has closed this door."
SOON: Final = 0.2
CLOSES: Final = "closes now"
SAVED: Final = " Your game is saved."


@dataclass(slots=True)
class Seen:
    """What a call has been told of: warnings of hours, and what its menu said when it last looked, as
    a hash (None before the first look)."""

    warned: frozenset[tuple[str, datetime, int]] = frozenset()
    menu: int | None = None


# -- for a session ---------------------------------------------------------------------------


def level(session: Session) -> int | None:
    """The caller's access level by their file as it is now; None where none is asked for."""
    if session.line.hints.kind in OWN_RULES or session.plan.page:
        return None
    if session.guest:
        return session.services.settings().callers.guest_level
    caller = session.services.callers.find(session.handle) if session.caller else None
    caller = caller or session.caller
    if caller is None:
        return session.services.settings().callers.new_level
    return None if caller.sysop else caller.level


def inside(services: Services, slug: str) -> list[Session]:
    """Calls that would be sent away if that door ("" is the board) closed now."""
    there = [one for one in services.roster.calls() if one.admitted and level(one) is not None]
    return [one for one in there if not slug or any(layer.slug == slug for layer in one.stack.layers)]


def turned_away(session: Session, handle: str) -> str:
    """Why that caller cannot log on just now, or ""."""
    services = session.services
    if session.line.hints.kind in OWN_RULES or session.plan.page:
        return ""
    reason = closed(services.settings(), services.now())
    caller = services.callers.find(handle) if reason and not session.guest else None
    return "" if caller is not None and caller.sysop else reason


def may_enter(session: Session, slug: str) -> str:
    """Why the caller may not enter that door just now, or ""."""
    settings, now = session.services.settings(), session.services.now()
    if session.line.hints.kind not in OWN_RULES and not _is_open(settings, slug):
        return TAKEN_DOWN
    return barred(settings, slug, level(session), now)


def _is_open(settings: Settings, slug: str) -> bool:
    """Whether the sysop has that door open at all."""
    return any(name == slug and door.enabled for name, door in _doors(settings))


def refuse(session: Session, layer: Layer | None, reason: str) -> None:
    """Tells the page that asked for a door; a call that is for that door alone is over."""
    if layer is None:
        session.leave("closed", reason)
    else:
        session.feed(layer, Denied(reason))


def look(session: Session) -> None:
    """Warns of what closes soon, and ends what has closed: the call, or the visit to a door."""
    settings, now = session.services.settings(), session.services.now()
    again = EVERY
    if session.admitted and not session.time.held:
        own = level(session)
        if own is not None:
            if reason := shut("The board", settings.board.hours, now, CLOSES):
                session.leave("closed", reason + (SAVED if session.stack.plays else ""))
                return
            again = min(_close_doors(session, settings, now), _warn_all(session, settings, now))
        _tell_pages(session, settings, own, now)
    if _any_hours(settings):
        session.time.later("hours", again, Look())


def _warn_all(session: Session, settings: Settings, now: datetime) -> float:
    """The warnings that are due; seconds until there is something to do again."""
    again = EVERY
    for what, name, texts in _open_now(session, settings):
        if until := hours.look(texts, now).until:
            again = min(again, _warn(session, what, name, until, now))
    return again


def _doors(settings: Settings) -> Iterator[tuple[str, DoorSettings | ExternalFile]]:
    """Every door by its slug, the sysop's programs too."""
    yield from settings.doors.items()
    yield from settings.externals.items()


def _any_hours(settings: Settings) -> bool:
    return bool(settings.board.hours) or any(door.hours for _, door in _doors(settings))


def _open_now(session: Session, settings: Settings) -> list[tuple[str, str, tuple[str, ...]]]:
    """What the caller is in and has hours: the board, and the door on top."""
    found = [("", "the board", settings.board.hours)]
    doors = dict(_doors(settings))
    for layer in session.stack.layers:
        if layer.slug in doors:
            found.append((layer.slug, layer.where, doors[layer.slug].hours))
    return found


def _warn(session: Session, what: str, name: str, until: datetime, now: datetime) -> float:
    """A warning that is due; seconds until there is something to do again."""
    left = until.timestamp() - now.timestamp()
    due = [m for m in WARN_AT if left <= m * 60 and (what, until, m) not in session.hours.warned]
    if due:
        session.hours.warned |= {(what, until, m) for m in due}
        minutes = max(1, -int(-left // 60))
        session.time.notify(f"{counted(minutes, 'minute')} until {name} closes.")
    ahead = [left - m * 60 for m in WARN_AT if left > m * 60]
    return max(0.05, min([*ahead, left], default=EVERY))


def _close_doors(session: Session, settings: Settings, now: datetime) -> float:
    """Takes the caller out of a door whose hours are over, but not while it waits for an answer;
    seconds until there is something to do again."""
    doors = dict(_doors(settings))
    for layer in list(session.stack.layers):
        door = doors.get(layer.slug)
        if door is not None and (reason := shut(layer.where, door.hours, now, CLOSES)):
            if layer.busy:
                return SOON
            _take_out(session, layer, reason + (SAVED if layer.game else ""))
            break
    return EVERY


def _take_out(session: Session, layer: Layer, sentence: str) -> None:
    """The door and what lies on it go; its game waits."""
    for one in session.stack.layers[session.stack.layers.index(layer) :]:
        session.stack.drop(one)
    if not session.stack:
        session.leave("closed", sentence)
        return
    session.time.notify(sentence)
    session.feed(session.stack.top, session.lobby())


def _tell_pages(session: Session, settings: Settings, own: int | None, now: datetime) -> None:
    """A page that shows the doors is told when one of them has opened or closed, and when the board
    has another name or another day."""
    doors = ((slug, door.enabled, barred(settings, slug, own, now)) for slug, door in _doors(settings))
    menu = hash((settings.board.name, now.date(), *doors))
    before, session.hours.menu = session.hours.menu, menu
    if before not in (None, menu) and session.stack and not session.stack.top.slug:
        session.post(session.stack.top, session.lobby())
