"""The board's settings, hours and events, for the sysop's pages.

Law: changes use the same code as the command line (`door.settings.change`), in a thread. A change that would
disconnect callers needs a confirmation. Values are never logged, because they may be secret.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import datetime
from typing import Final

from door.board.api import Done
from door.board.sysop import effects as desk
from door.games.info import Info
from door.records.community.event_runs import DONE, EventRuns
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.clock import access
from door.session.effects.community import shown_time
from door.session.effects.sysop import for_sysops
from door.settings import hours
from door.settings.change import meant, put
from door.settings.keys import Key, keys
from door.ui.screen import No
from door.ui.texts import tr
from door.ui.words import commas, dated, weekday

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
SPANS: Final = {"type": "array", "items": {"type": "string"}}


@HANDLERS.answers(desk.SETTINGS)
async def _keys(call: Call, arg: None) -> tuple[Key, ...]:
    services = call.services
    return await asyncio.to_thread(keys, services.settings().folder, _infos(services))


def _infos(services: Services) -> dict[str, Info]:
    return {slug: door.INFO for slug, door in services.doors.items() if slug in services.settings().doors}


@HANDLERS.answered(desk.ChangeSetting)
async def _change(call: Call, layer: Layer, effect: desk.ChangeSetting) -> desk.AreYouSure | Done | No:
    services, folder = call.services, call.services.settings().folder
    if not effect.sure and (question := _sends_away(services, effect)):
        return desk.AreYouSure(question)
    saved = await asyncio.to_thread(put, folder, _infos(services), effect.name, effect.text)
    services.reload()
    LOG.info("sysop set by=%r about=%r", call.who.handle, effect.name)
    if saved.same:
        return Done(tr.sysop.setting_already_so(value=saved.after))
    return Done(tr.sysop.setting_changed(before=saved.before, after=saved.after, when=saved.applies))


def _sends_away(services: Services, effect: desk.ChangeSetting) -> str:
    """Return a question if the new hours would close the board or a door over callers now, else ""."""
    section, _, key = effect.name.rpartition(".")
    if key != "hours":
        return ""
    slug = section.partition(".")[2]
    callers = access.inside(services, slug)
    try:
        shuts = not hours.look(tuple(map(str, meant(SPANS, effect.text))), services.now()).open
    except (ValueError, TypeError):
        return ""  # refused later, in the words of `door check`
    if not (shuts and callers):
        return ""
    what = slug or tr.hours.the_board_within()
    return tr.sysop.confirm_closing(what=what, callers=tr.count.callers(n=len(callers)))


@HANDLERS.answers(desk.EVENTS)
async def _events(call: Call, arg: None) -> desk.EventsFound:
    services, now = call.services, call.services.now()
    last = await asyncio.to_thread(EventRuns(services.settings().data).last)
    rows = []
    for name, event in services.settings().events.items():
        run, runs = last.get(name), name in services.events_running
        row = desk.EventRow(
            name, event.at, dated(tr.common.date_and_time, hours.comes(event.at, now)), strong=runs
        )
        if run:
            took = (
                tr.sysop.event_took(seconds=tr.count.seconds(n=run.seconds))
                if run.ended == DONE
                else run.ended
            )
            row = replace(row, last=shown_time(call, run.t), ended=took, said=run.said)
        rows.append(
            replace(row, last=tr.sysop.event_now(), ended=tr.sysop.event_running(), said="") if runs else row
        )
    return desk.EventsFound(_clock(now), tuple(rows))


@HANDLERS.answers(desk.HOURS)
async def _hours(call: Call, arg: None) -> desk.HoursFound:
    services, settings, now = call.services, call.services.settings(), call.services.now()
    rows = [_hours_of("board", tr.hours.the_board(), settings.board.hours, None, now)]
    for slug, door in settings.doors.items():
        if slug in services.doors:
            name = services.doors[slug].INFO.name()
            rows.append(_hours_of(f"doors.{slug}", name, door.hours, door.access_level, now))
    for slug, program in settings.externals.items():
        section = f"external.{slug}"
        rows.append(_hours_of(section, program.name, program.hours, program.access_level, now))
    return desk.HoursFound(_clock(now), tuple(rows))


def _clock(now: datetime) -> str:
    return tr.sysop.clock_now(weekday=weekday(now), time=f"{now:%H:%M}", zone=f"{now:%Z}")


def _hours_of(key: str, name: str, texts: tuple[str, ...], level: int | None, now: datetime) -> desk.Hours:
    state = hours.look(texts, now)
    words = hours.stands_words(state, now)
    return desk.Hours(key, name, commas(texts) or tr.sysop.hours_always(), words, level, state.open)
