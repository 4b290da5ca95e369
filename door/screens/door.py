"""The door around a game, for the session to play and the records to replay: alone, or at a table.

It holds a game and nothing else. Every function takes a state and returns one. At a table a caller's action
is requested by `AtTable`, and nothing changes until `Followed` says that it has happened, or `No` why
not. In plain mode everything is announced as it happens (`State.news`), and a new screen is described
completely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from door.games.contract import Door
from door.games.game import GameView, covered
from door.play.api import Begun, Booked, News, PlayPast, Sealed, Setup, Thought
from door.play.match.view import Followed
from door.play.replay import GameReader, Puzzle
from door.screens import company, flow, keys, play
from door.screens.pages import again, beside, coach, daily, help, scene, word
from door.screens.screen import OVERLAYS, GameScreen, button_layout, scene_layout
from door.screens.seat import board, follow, forming, lines, menu
from door.screens.state import (
    CLOSED,
    NO_THOUGHT,
    State,
    Step,
    idea,
    is_hiding,
    notice,
    recap,
    refuse,
    seat_of,
    table_of,
    with_run,
)
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.blocks import NO_TEXT, SILENT, Layout
from door.ui.commands import Command
from door.ui.drawing import to_canvas
from door.ui.screen import Answer, Ask, DoAct, Done, Event, No, Speech, Tick, Took, View
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import SKIP, Hint
from door.ui.words import Lines

_LEAVE: Final = Hint("q", tr.door_keys.leave)


class Player(GameScreen):
    """A player's screen, alone or at a table."""

    def update(self, state: State, event: Event) -> Step:
        game, moves = self.game, bool(state.frames)
        if isinstance(event, Key):
            after, effects = keys.on_key(game, state, event)
        elif isinstance(event, Mouse):
            after, effects = keys.on_mouse(game, state, event)
        else:
            after, effects = _on_event(game, state, event)
        if after.scene == "title" and isinstance(event, (Key, Mouse)):
            after = flow.mark_title_seen(after)
            effects = (*flow.idle(game, after), *effects)
        return follow.end_if_still(game, after, effects) if moves and after.seat else (after, effects)

    def is_board(self, state: State) -> bool:
        hides = state.seat is not None and state.scene == "opening" and state.table is not None
        return hides or super().is_board(state)

    def page(self, state: State, view: View) -> Canvas:
        layout = scene_layout(self.game, state)
        assert layout is not None
        return to_canvas(layout, view)

    def layout(self, state: State) -> Layout | None:
        asks = state.scene == "word" and not state.page.name
        return scene_layout(self.game, state) if asks else super().layout(state)

    def button_page(self, state: State) -> Layout | None:
        """Return what is open as buttons for a browser's page of lines, which says its words."""
        game, table = self.game, state.table
        if open_page := self.layout(state):
            return open_page
        page: Layout | None = None
        if state.page.name:
            page = OVERLAYS[state.page.name].layout(game, state)
        elif state.demo.is_running:
            page = button_layout(game, (Command("skip", "enter", KEYS.skip),))
        elif state.scene == "play" and table is not None and not covered(table):
            page = button_layout(game, (*_own_buttons(game, state, table), *_buttons_around(game, state)))
        elif state.seat is not None and state.scene == "opening":
            page = forming.layout(game, state)
        elif state.scene != "opening":
            page = scene_layout(game, state)
        if page is None:
            return None
        by_enter_first = tuple(sorted(page.commands, key=lambda one: one.key != "enter"))
        return replace(page, commands=by_enter_first, body=NO_TEXT, hint="", notice=SILENT)

    def draw_lower(self, state: State, canvas: Canvas, view: View) -> None:
        game = self.game
        if state.seat is not None:
            board.draw_lower(game, state, canvas, view)
        elif state.demo.is_running:
            scene.note_row(game, state, canvas, view, idea(game))
            canvas.spots.clear()  # any key ends it, so none does anything else
            scene.keys_row(state, canvas, view, (SKIP,), game.info.accent)
        else:
            scene.note_row(game, state, canvas, view)
            if hints := _hints(game, state):
                scene.keys_row(state, canvas, view, hints, game.info.accent)

    def draw_beside(self, state: State, canvas: Canvas, room: beside.PanelRoom, view: View) -> None:
        if state.seat is None:
            super().draw_beside(state, canvas, room, view)
        else:
            beside.draw_table(self.game, state, canvas, view)

    def tell(self, before: State | None, after: State) -> Speech:
        return _speech(self.game, before, after)

    def recap(self, state: State) -> Lines:
        """Return what the caller whose move it is needs to decide."""
        asks = state.scene == "play" and not state.page.name and flow.mover(self.game, state) >= 0
        mine = asks and (state.seat is None or state.seat.is_mine)
        return recap(self.game, table_of(state)) if mine and not state.frames else ()


class GameDoor(Player, GameReader):
    def start(self, setup: Setup) -> Step:
        state, effects = play.start(self.game, setup)
        if setup.first and state.scene == "title":
            state, more = keys.on_key(self.game, state, Key(setup.first))
            effects = (*effects, *more)
        return state, effects

    def refused_words(self, setup: Setup) -> str:
        return play.refused_words(self.game, setup)


class SeatDoor(Player):
    def start(self, setup: Setup, followed: Followed) -> Step:
        state, effects = follow.open_table(self.game, setup, followed)
        return state, (Took(), *effects)


KEYS: Final = tr.door_keys


def _own_buttons(game: Door, state: State, table: GameView) -> Iterator[Command[State]]:
    """Yield the game's own commands, unless somebody else is to move."""
    seat = state.seat
    if seat is None or is_hiding(state) or (seat.is_mine and not seat.match.adjourned):
        bound = (one for one in game.board.keys(table).bindings if one.label and one.words)
        yield from (Command[State](one.words[0], "", one.label or "") for one in bound if one.effect(table))


def _buttons_around(game: Door, state: State) -> tuple[Command[State], ...]:
    """Return what can be done around the game: help and the way out, and at a table what it asks for."""
    if state.seat is None:
        return tuple(one for one in keys.AT_BOARD if one.label)
    return menu.urgent_rows(game, state)


# -- events ------------------------------------------------------------------------------


def _on_event(game: Door, state: State, event: Event) -> Step:
    """Handle anything but a key or a click."""
    seat = state.seat
    match event:
        case Line():
            return lines.on_line(game, state, event) if seat else keys.on_line(game, state, event)
        case Tick(follow.CLOCK) if seat:
            return follow.on_clock(game, state)
        case Tick():
            return flow.on_tick(game, state, event)
        case Thought():
            return _on_thought(game, state, event)
        case News():
            state, effects = play.on_news(game, state, event)
            return help.with_sheets(game, state), effects
        case Done(note):
            return notice(state, note), ()
        case No(why, to=DoAct()):
            return refuse(with_run(state, is_on_wall=False), why)
        case Followed() if seat:
            state, effects = follow.on_followed(game, state, event)
            return state, (Took(), *effects)
        case No(why) if seat:
            return follow.on_not_done(state, why)
        case Begun() if not seat:
            return play.on_begun(game, state, event)
        case Sealed() if not seat:
            return word.on_sealed(game, state, event)
        case Answer(query) | No(to=Ask(query)) if state.thinking.name == query.name:
            return _show_found(game, state._replace(thinking=NO_THOUGHT), event)
        case No(to=Ask()):
            return state, ()
        case No(why):
            return refuse(with_run(state, next_kind="")._replace(scene="title", page=CLOSED), why)
        case Booked() if not seat:
            return play.on_booked(game, state, event)
        case PlayPast(day) if not seat:
            return daily.begin_past(game, state, day)
    return state, ()


def _show_found(game: Door, state: State, event: Answer[Any] | No) -> Step:
    """Show the puzzle or the past deal that was looked for, unless the caller has gone on meanwhile."""
    if state.page.name or state.scene not in ("title", "done"):
        return state, ()
    match event:
        case No(why):
            return refuse(state, why)
        case Answer(_, Puzzle() as puzzle):
            return again.on_found(game, state, puzzle)
    return play.on_past(game, state, event.value)


def _on_thought(game: Door, state: State, thought: Thought) -> Step:
    match thought.name.partition(" ")[0]:
        case "coach":
            return coach.on_thought(game, state, thought)
        case again.NAME:
            return again.on_thought(game, state, thought)
        case board.LUCK if state.seat:
            return board.on_luck(game, state, thought)
    return flow.on_thought(game, state, thought)


def _hints(game: Door, state: State) -> tuple[Hint, ...]:
    """Return the available keys, or none if the game draws the last row itself."""
    mine = game.board.hints(table_of(state))
    if not mine:
        return ()
    undo = (
        (Hint("u", tr.door_keys.undo),)
        if state.practised and state.run.since < len(table_of(state).moves)
        else ()
    )
    return (*mine, *undo, help.hint(mine), _LEAVE)


def _speech(game: Door, before: State | None, after: State) -> Speech:
    if before is not None and _table(before) == _table(after):
        seat = after.seat
        waits = seat is not None and after.scene == "play" and not (after.page.name or seat.is_mine)
        return Speech(company.new_lines(game, before, after), _prompt(game, after), again=not waits)
    to_page = after.page.name or after.thinking.name
    straight = before is None and after.setup.first and to_page
    said = () if straight else _at_table(game, after) if after.seat else _opening_lines(game, after)
    if before is None:
        said = (*said, *(OVERLAYS[after.page.name].lines(game, after) if after.page.name else ()))
        said = (*said, after.note.text) if after.note.text and not after.seat else said
    return Speech(said, _prompt(game, after))


def _table(state: State) -> str:
    return state.seat.match.terms.id if state.seat else ""


def _opening_lines(game: Door, state: State) -> tuple[str, ...]:
    """Return a door in words. A view that is new in the middle of a game has the game, and no title page."""
    if state.table is not None and state.scene in ("play", "done"):
        return (game.info.name(), *game.words.say(None, state.table))
    return _page_words(game, state if state.scene == "word" else state._replace(scene="title"))


def _page_words(game: Door, state: State) -> Lines:
    """Return the words of a scene's page. Its notice is among the news."""
    page = scene_layout(game, state)
    return tuple(filter(None, to_speech(None, replace(page, notice=SILENT)).lines)) if page else ()


def _at_table(game: Door, state: State) -> tuple[str, ...]:
    seat = seat_of(state)
    if seat.match.stage == "forming" or not seat.match.positions:
        return _page_words(game, state)
    said = tuple(f"{who}: {text}" for who, text in (*seat.followed.said, *seat.match.talk[-3:]))
    if state.scene == "done":
        return (*said, *_page_words(game, state))
    return (tr.match.plain_title(name=game.info.name()), *said, *follow.all_lines(game, state))


def _prompt(game: Door, state: State) -> str:
    if coach.has_more(game, state):
        return tr.play.plain_prompt_more()
    if state.page.name and (page := OVERLAYS[state.page.name]).stays:
        return page.prompt(game, state)
    if (layout := scene_layout(game, state)) is not None:
        return layout.prompt
    at_table = state.seat is not None and not is_hiding(state)
    return (_asked_at_table if at_table else _asked_at_board)(game, state)


def _asked_at_board(game: Door, state: State) -> str:
    if state.scene != "play" or state.table is None:
        return ""
    if state.frames and not covered(state.table):
        return state.frames[state.at].prompt
    return "" if state.thinking.name else game.words.prompt(state.table)


def _asked_at_table(game: Door, state: State) -> str:
    seat = seat_of(state)
    if not seat.plays:
        return tr.match.plain_prompt_watching()
    if seat.match.adjourned:
        goes = any(row.id == "go" for row in menu.rows(game, seat))
        asked: str = tr.match.adjourned_go() if goes else tr.match.adjourned()
    else:
        asked = _asked_at_board(game, state) or tr.match.plain_prompt()
    return tr.match.plain_prompt_or_accept(prompt=asked) if seat.followed.open_offer else asked
