"""A caller's end of a table, for tests of what the board sends there: a screen that keeps what it hears
and asks for nothing by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from callline import CallDouble

from door.call.loop import Session
from door.call.stack import Layer
from door.features.every import FEATURES
from door.features.tables import hub
from door.features.tables.asks import OpenTable, Sit, TableReady, TakeSeat
from door.features.tables.hub import TableHub
from door.features.tables.presence import table_of
from door.games.contract import Door as Game
from door.play.api import Setup
from door.play.match.values import Match
from door.play.match.view import AtTable, Followed
from door.screens.doors import find
from door.term.canvas import Canvas
from door.ui.screen import Answer, Effect, Effects, Event, Leave, No, Speech, Took, View


@dataclass(frozen=True)
class Kept:
    """What a seat's screen has heard, the latest last."""

    heard: tuple[Any, ...]

    @property
    def followed(self) -> Followed:
        return next(event for event in reversed(self.heard) if isinstance(event, Followed))

    @property
    def refusals(self) -> list[str]:
        return [event.why for event in self.heard if isinstance(event, No)]


class SeatProbe:
    """Stands for `SeatDoor`; Q leaves."""

    def start(self, setup: Setup, followed: Followed) -> tuple[Kept, Effects]:
        return Kept((followed,)), (Took(),)

    def update(self, state: Kept, event: Event) -> tuple[Kept, Effects]:
        if getattr(event, "name", "") == "q":
            return state, (Leave(),)
        took = (Took(),) if isinstance(event, Followed) else ()
        return replace(state, heard=(*state.heard, event)), took

    def draw(self, state: Kept, view: View) -> Canvas:
        canvas = Canvas(80, 23)
        canvas.put(0, 1, f"At table {state.followed.match.n}")
        return canvas

    def tell(self, before: Kept | None, after: Kept) -> Speech:
        return Speech((f"At table {after.followed.match.n}",), "Move:")


class AtBoard:
    """A caller on the board, and what they do at its tables."""

    def __init__(self, board: Boardroom, line: CallDouble, session: Session) -> None:
        self.board, self.line, self.session = board, line, session

    @classmethod
    async def on(cls, board: Boardroom, handle: str, *args: Any) -> AtBoard:
        """Somebody whom their line has proved has called."""
        line, _ = board.proved_call(handle, *args)
        session = board.sessions[-1]
        await board.until(lambda: bool(session.stack) and bool(session.who.admitted), "the menu")
        return cls(board, line, session)

    async def ask(self, effect: Effect) -> Any:
        """What a page that asks for it is answered."""
        answer = await FEATURES.handlers.answer(self.session, self.session.stack.top, effect)
        return answer.value if isinstance(answer, Answer) else answer

    async def opens(self, slug: str = "switchbox", **terms: Any) -> str:
        """A new table's id."""
        ready = await self.ask(OpenTable(slug, **{"kind": "versus", "clock": "3d", **terms}))
        assert isinstance(ready, TableReady), ready
        return ready.id

    async def sits(self, id: str) -> None:
        """Takes a seat, and opens the table."""
        ready = await self.ask(TakeSeat(id))
        assert isinstance(ready, TableReady), ready
        self.looks(id)

    def looks(self, id: str) -> None:
        self.session.carry_out(self.session.stack.top, Sit(id))
        self.session.timers.check()

    @property
    def table(self) -> Layer:
        return next(one for one in reversed(self.session.stack) if table_of(one))

    @property
    def kept(self) -> Kept:
        state = self.table.state
        assert isinstance(state, Kept)
        return state

    async def does(self, n: int | None = None, **event: Any) -> str:
        """Something at the table; why it was not done, or ""."""
        answer = await FEATURES.handlers.answer(self.session, self.table, AtTable(event, n))
        return answer.why if isinstance(answer, No) else ""

    async def follows(self, what: Any) -> Followed:
        """Waits until what they follow is so."""
        await self.board.until(lambda: what(self.kept.followed), "what is followed")
        return self.kept.followed

    @property
    def notice(self) -> str:
        """The newest notice that waits for them."""
        notices = self.session.messages.notices
        return notices[-1].sentence if notices else ""


def chosen(game: Game, match: Match, seat: int) -> dict[str, Any]:
    """The event of a move that a computer would make there."""
    assert game.rules.computer is not None and seat in match.movers
    move = game.rules.computer(
        match.positions[seat if match.terms.race else 0], seat, game.info.players.computers[0]
    )
    return {"do": "move", "move": move} if move else {"do": "let"}


# -- boards with tables

SWITCHBOX, MICROLINK, THIEVES = find("switchbox"), find("microlink"), find("thieves")
GAME = SWITCHBOX.game


@asynccontextmanager
async def a_board(folder: Path, *handles: str) -> AsyncIterator[Boardroom]:
    async with boardroom(folder, doors=(SWITCHBOX, MICROLINK, THIEVES)) as board:
        board.services[TableHub].screens = {slug: SeatProbe() for slug in board.doors}  # type: ignore[misc]
        for handle in handles:
            await board.register(handle, expert="on", fast="on")
        yield board


@asynccontextmanager
async def on_board(folder: Path, *handles: str) -> AsyncIterator[Any]:
    """A board, and these callers on it."""
    async with a_board(folder, *handles) as board:
        yield board, *[await AtBoard.on(board, handle) for handle in handles]


@asynccontextmanager
async def two(folder: Path, **terms: Any) -> AsyncIterator[tuple[Boardroom, AtBoard, AtBoard, str]]:
    """Ann and Bob at a table that is under way. Who leaves it soon is not taken for late at its start."""
    async with a_board(folder, "Ann", "Bob", "Cid") as board:
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens(**terms)
        ann.looks(id)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hub, "START_SECONDS", 600.0)
            await bob.sits(id)
        await ann.follows(lambda f: f.match.stage == "play" and f.present == (0, 1))
        await bob.follows(lambda f: f.match.stage == "play")
        yield board, ann, bob, id


def match_of(board: Boardroom, id: str) -> Match:
    match = board.store.tables.get(id)
    assert match is not None
    return match
