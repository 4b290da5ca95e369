"""Reports winners, records, new callers, and the board's start and end to the sysop's webhooks.

Guarantees: callers who don't show their handle on the web are "a caller" here, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from door.notify import words
from door.notify.webhook import HookMessage, Outbox
from door.records.callers.callers import Callers
from door.records.journal.lines import stamp
from door.records.ledger.callers import RECORD
from door.records.ledger.ledger import Ledger
from door.records.part import Part
from door.records.play.game_store import GameStore
from door.settings import Settings
from door.settings.models import Happening
from door.ui.texts import Said, tr
from door.ui.words import month_name
from door.web.board import is_shown

DOWN_SECONDS: Final = 3.0
"""Seconds that a board which goes down waits for its webhooks."""

OVERLAP: Final = timedelta(minutes=1)
"""A look goes back so far, because a game is counted a little later than its time says."""


class Happenings(Part):
    """Reports events from now on to the webhooks in the settings."""

    def __init__(
        self,
        store: GameStore,
        callers: Callers,
        settings: Callable[[], Settings],
        now: Callable[[], datetime],
    ) -> None:
        self.outbox = Outbox(lambda: settings().outside.networks)
        self._store, self._callers, self._settings, self._now = store, callers, settings, now
        self._begun, self._told = stamp(now()), frozenset[tuple[str, str, str, int]]()
        self._won = frozenset(store.ledger.read(_declared_months))

    def say(self, event: Happening, said: Said, **facts: Any) -> None:
        """Report an event to every webhook that wants it."""
        for message in self._messages(event, said, facts):
            self.outbox.put(message)

    def _messages(self, event: Happening, said: Said, facts: Mapping[str, Any]) -> list[HookMessage]:
        settings = self._settings()
        facts = {"board": settings.board.name, "t": stamp(self._now()), **facts}
        return [
            HookMessage(name, one.url, words.happening(one.format, event, said, facts), words.JSON)
            for name, one in settings.webhooks.items()
            if event in one.events
        ]

    def up(self) -> None:
        """Report that the board is up."""
        self.say("board", tr.outside.board_up(board=self._settings().board.name), up=True)

    async def down(self) -> None:
        """Report that the board goes down, and wait a few seconds for the answers."""
        said = tr.outside.board_down(board=self._settings().board.name)
        sending = [self.outbox.send(one) for one in self._messages("board", said, {"up": False})]
        if sending:
            await asyncio.wait([asyncio.ensure_future(one) for one in sending], timeout=DOWN_SECONDS)

    async def report_caller(self, handle: str) -> None:
        """Report a new caller."""
        if self._settings().webhooks:
            who = await self._public_name(handle)
            self.say("callers", tr.outside.new_caller(who=who, board=self._settings().board.name), caller=who)

    async def look(self, reports: bool = True) -> None:
        """Report the winners and records since the last look, unless another host `reports` them."""
        before, self._won = self._won, frozenset(self._store.ledger.read(_declared_months))
        if not (reports and self._settings().webhooks):
            return
        for month, slug in sorted(self._won - before):
            if top := self._store.ledger.read(partial(_first, month, slug)):
                await self._say_of("winners", *top, slug, month)
        if any("records" in one.events for one in self._settings().webhooks.values()):
            since = max(stamp(self._now() - OVERLAP), self._begun)
            found = await asyncio.to_thread(self._store.ledger.read, partial(_records, since))
            new, self._told = set(found) - self._told, frozenset(found)
            for _, handle, slug, score in sorted(new):
                await self._say_of("records", handle, score, slug)

    async def _say_of(
        self, event: Happening, handle: str, score: int, slug: str, month: str | None = None
    ) -> None:
        """Report a caller's score at a door. A removed door is skipped."""
        if slug not in self._store.doors:
            return
        who, door = await self._public_name(handle), self._store.doors[slug].INFO.name()
        if month is None:
            said = tr.outside.record(who=who, door=door, score=score)
        else:
            said = tr.outside.winner(who=who, door=door, score=score, month=month_name(month))
        dated = {"month": month} if month else {}
        self.say(event, said, caller=who, door=slug, score=score, **dated)

    async def _public_name(self, handle: str) -> str:
        """Return the handle, or "a caller" if they don't want it shown on the web."""
        caller = await asyncio.to_thread(self._callers.find, handle)
        by_default = self._settings().web.handles == "shown"
        return handle if caller and is_shown(caller, by_default) else tr.public.caller()


def _declared_months(ledger: Ledger) -> list[tuple[str, str]]:
    """Return every declared month, with its door."""
    return list(ledger.months.winners)


def _first(month: str, slug: str, ledger: Ledger) -> tuple[str, int] | None:
    rows = ledger.months.winner_rows(month, slug)
    return (rows[0].caller, rows[0].score) if rows else None


def _records(since: str, ledger: Ledger) -> list[tuple[str, str, str, int]]:
    """Return the records since then: when, the caller's handle, the door, and the score."""
    return [
        (t, ledger.names.get(key, key), slug, score)
        for t, key, slug, what, score in ledger.recent.badges(since)
        if what == RECORD
    ]
