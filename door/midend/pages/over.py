"""Overlay pages: how each opens, and its keys.

Each page has a module for drawing and telling. Here pages are opened, turned and closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.contract import Game
from door.games.game import Show
from door.midend import play
from door.midend.api import AskPast, OnWall, PutOnWall
from door.midend.pages import again, bulletin, daily, help, leave, proof, puzzle, settings, way
from door.midend.pages.result import brief, shown
from door.midend.state import PRACTICE, Action, Over, State, Step, notice, refuse, say, table_of, tabled
from door.term.keys import Key
from door.ui import navigation
from door.ui.texts import tr
from door.ui.widgets import paged, turn_page


def open_help(game: Game, state: State) -> Step:
    return _help_page(game, _laid(state, "help"), 0)


def open_fair(game: Game, state: State) -> Step:
    """Open help at the page about proofs."""
    titles = [page.title for page in help.shown(game, state)]
    return _help_page(game, _laid(state, "help"), titles.index(paged(tr.play.help_proof()).title))


def _help_page(game: Game, state: State, at: int) -> Step:
    state = state._replace(page=at)
    return say(state, help.lines(game, state)), ()


def open_bulletin(game: Game, state: State) -> Step:
    return say(_laid(state, "bulletin"), bulletin.lines(game, state)), ()


def open_daily(game: Game, state: State) -> Step:
    if state.books.daily is None:
        return state, ()
    return say(_laid(state, "daily"), daily.lines(game, state)), ()


def open_proof(game: Game, state: State) -> Step:
    return say(state._replace(over="proof"), proof.lines(game, state)), ()


def put_on_wall(game: Game, state: State) -> Step:
    """Put the game's result on the wall: once, and only if the game counts."""
    table = state.table
    if table is None or table.kind in PRACTICE or state.booked is None:
        return refuse(state, tr.play.wall_needs_counting_game())
    if state.walled:
        return refuse(state, tr.play.already_on_the_wall())
    return state._replace(walled=True), (PutOnWall(brief(game, shown(table))),)


def on_wall(game: Game, state: State, wall: OnWall) -> Step:
    """Say that it is on the wall, or why not."""
    state = state._replace(walled=state.walled and wall.done)
    return (notice(state, wall.note), ()) if wall.done else refuse(state, wall.note)


def open_board(game: Game, state: State) -> Step:
    """Show the board again after the end."""
    said = game.say(None, shown(table_of(state)))
    return say(_laid(state, "board"), said), ()


def lay(over: Over) -> Action:
    return lambda game, state: (_laid(state, over), ())


def _laid(state: State, over: Over) -> State:
    return state._replace(over=over, page=0, note="", bad=False)


def close(game: Game, state: State) -> Step:
    return state._replace(over="", page=0), ()


def _in_help(game: Game, state: State, key: Key) -> Step:
    at = turn_page(state.page, len(help.shown(game, state)), key)
    if at is None:
        return close(game, state)
    return _help_page(game, state, at) if at != state.page else (state, ())


def _in_bulletin(game: Game, state: State, key: Key) -> Step:
    at = bulletin.turn(game, state, key)
    return close(game, state) if at is None else (state._replace(page=at), ())


def _in_daily(game: Game, state: State, key: Key) -> Step:
    deal, name = state.books.daily, key.name.lower()
    if deal and deal.may_play and name in ("enter", "p", "y", " "):
        return play.begin_daily(game, state)
    if name == "l":
        return notice(state._replace(over="", page=0, awaited=play.PAST), tr.play.looking_for_last_deal()), (
            AskPast(),
        )
    if name == "w":
        return puzzle.ask(game, state._replace(over="", page=0))
    return close(game, state) if name in ("enter", "esc", "q", "n", "d", " ") else (state, ())


def _any_key(game: Game, state: State, key: Key) -> Step:
    """Close a page. A key that would only turn it does nothing."""
    return (state, ()) if navigation.direction(key.name) else close(game, state)


def _on_board(game: Game, state: State, key: Key) -> Step:
    """Handle a key on the board after the end. The game's own pages still open there."""
    act = game.key(table_of(state), key)
    if isinstance(act, Show):
        return tabled(state, board=act.board), ()
    return close(game, state) if key.name.lower() in ("enter", "esc", "q", "l", " ") else (state, ())


OVER: Final[dict[str, Callable[[Game, State, Key], Step]]] = {
    "help": _in_help,
    "bulletin": _in_bulletin,
    "settings": settings.key,
    "daily": _in_daily,
    "coach": again.key_at_coach,
    "again": again.key,
    "way": way.key,
    "proof": _any_key,
    "leave": leave.key,
    "new": leave.key,
    "board": _on_board,
}
