"""The day's puzzles: callers' answers, what all chose, and the threads about yesterday's puzzles and deals.

Law: only the answers of callers whose games count are recorded, and of each the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any, Final

from door.call import access
from door.call.api import Call, Services
from door.call.feature import Feature
from door.call.handlers import Handlers
from door.call.stack import Layer
from door.features.bulletins import pages
from door.features.bulletins.pages import CROWD, TOP, PuzzleCrowd
from door.pages import api as board
from door.pages.page import Page
from door.play import api
from door.play.books import DAYS
from door.play.next_thing import read_tally
from door.records.community.community import PuzzleAnswer, PuzzleAnswers, choices_of_day, solvers
from door.records.community.forum import Announcement
from door.records.journal.lines import caller_key
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import Won, hall_of_fame
from door.ui.texts import tr
from door.ui.words import short_month

HANDLERS: Final = Handlers()
LEAST: Final = 2
"""Callers from whom on a puzzle or a deal has a thread: there is nobody to talk to about one's own."""

NAMED: Final = 5
"""Moves and places that a thread about a day names."""


@HANDLERS.on(api.PuzzleAnswered)
async def _record_answer(call: Call, layer: Layer, effect: api.PuzzleAnswered) -> None:
    if call.who.caller is not None and not access.unvalidated(call):
        answer = PuzzleAnswer(effect.day, call.who.handle, effect.move, effect.right)
        await asyncio.to_thread(call.services[PuzzleAnswers].add, layer.slug, answer)


@HANDLERS.on(CROWD)
async def _crowd(call: Call, arg: str) -> PuzzleCrowd:
    return await asyncio.to_thread(_read_crowd, call, *arg.split(" "))


def _read_crowd(call: Call, slug: str, day: str) -> PuzzleCrowd:
    services, key = call.services, caller_key(call.who.handle)
    answers = services[PuzzleAnswers].of_month(slug, day[:7])
    own = (one.move for one in answers if one.day == day and caller_key(one.caller) == key)
    table = tuple((one, _streak(services, one.caller, slug)) for one in solvers(answers)[:TOP])
    name = services.doors[slug].INFO.name()
    return PuzzleCrowd(name, day, choices_of_day(answers, day), next(own, ""), day[:7], table)


def _streak(services: Services, handle: str, slug: str) -> int:
    """Return how many days in a row the caller has solved the door's puzzle."""
    caller = services.callers.find(handle)
    tally = read_tally(caller.doors.get(slug, {})) if caller else None
    day = f"{services.now():%Y-%m-%d}"
    before = services.store.ledger.read(lambda ledger: ledger.play_days.before(DAYS, day))
    return tally.at(day, before).streak if tally else 0


def announcements(services: Services, day: str) -> Iterator[Announcement]:
    """Yield the threads about a day's puzzles and deals. It reads files, so use a thread."""
    when = datetime.fromisoformat(day)
    names = {"day": when.day, "month": short_month(when)}
    for slug in services.doors:
        moves = choices_of_day(services[PuzzleAnswers].of_month(slug, day[:7]), day)
        if (total := sum(one.callers for one in moves)) >= LEAST:
            right, callers = sum(one.callers for one in moves if one.right), tr.count.callers(n=total)
            lines = [tr.puzzle.how_many_solved(solved=right, callers=callers)]
            for one in moves[:NAMED]:
                said = tr.puzzle.line_right if one.right else tr.puzzle.plain_chosen
                percent, count = round(100 * one.callers / total), tr.count.callers(n=one.callers)
                lines.append(said(move=one.move, percent=percent, callers=count))
            yield Announcement(slug, f"puzzle {day}", tr.puzzle.thread_title(**names), tuple(lines))
        deal = services.store.standings.books(slug, "").daily
        asked = partial(_finisher_count, slug=slug, day=day)
        if not (deal and deal.last_day == day and deal.last):
            continue
        if (played := services.store.ledger.read(asked)) >= LEAST:
            title = tr.daily.thread_title(who=deal.last[0].caller, **names)
            rows = [
                tr.daily.thread_row(place=row.place, who=row.caller, score=row.score) for row in deal.last
            ]
            lines = [tr.daily.thread_played(callers=tr.count.callers(n=played)), *rows[:NAMED]]
            yield Announcement(slug, f"deal {day}", title, tuple(lines))


def _finisher_count(ledger: Ledger, slug: str, day: str) -> int:
    """Return how many callers finished the day's deal."""
    return sum(game.score is not None for _, game in ledger.deals.days[day].at(slug))


@HANDLERS.on(board.HALL)
async def _hall(call: Call, arg: None) -> tuple[Won, ...]:
    doors = call.services.doors
    return call.services.store.ledger.read(lambda ledger: hall_of_fame(ledger, doors))


PAGES: Final[dict[str, Page[Any]]] = {
    "bulletins": pages.PAGE,
    "hall": pages.HALL_PAGE,
    "puzzle": pages.PUZZLE_PAGE,
}
FEATURE: Final = Feature(
    "bulletins",
    (HANDLERS,),
    PAGES,
    makes=(lambda services: PuzzleAnswers(services.store.journal.store, services.now),),
)
