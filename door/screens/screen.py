"""A game on a caller's screen, and all that can lie over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from door.games.contract import Door
from door.games.game import BLACK_AND_WHITE, YES, covered, speaks
from door.games.info import Info
from door.screens.layouts import Overlay, no_commands
from door.screens.pages import (
    again,
    beside,
    bulletin,
    coach,
    daily,
    help,
    leave,
    result,
    scene,
    settings,
    title,
    word,
)
from door.screens.seat import board, forming, menu
from door.screens.state import (
    Action,
    NewsLog,
    OpenPage,
    State,
    Step,
    choices,
    table_of,
)
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.blocks import NO_TEXT, SILENT, Layout, PictureBody, Text
from door.ui.commands import Command
from door.ui.magnify import ONCE
from door.ui.screen import ARROWS, COLS, ROWS, Bell, Closeup, View
from door.ui.speech import paragraphs
from door.ui.widgets import origin

SIGN: Final = 10
"""Rows of a title page's picture."""


_LEAVE: Final = Overlay(leave.layout, is_box=True, is_silent=True)
_LIST: Final = Overlay(menu.layout, menu.list_commands, words=menu.lines, own_box=menu.draw, is_box=True)

OVERLAYS: Final[dict[str, Overlay]] = {
    "help": Overlay(help.layout, no_commands),
    "bulletin": Overlay(bulletin.layout, no_commands, stays=False),
    "settings": Overlay(settings.layout, settings.commands, pick=settings.pick),
    "daily": Overlay(daily.layout, daily.commands),
    "coach": Overlay(coach.layout, coach.commands, words=coach.lines, stays=False),
    "again": Overlay(
        again.layout, again.commands, of_game=again.of_game, own_line=again.line, is_silent=True
    ),
    "way": Overlay(coach.way_layout, coach.way_commands),
    "proof": Overlay(help.proof, no_commands, stays=False),
    "board": Overlay(
        scene.board_layout, scene.board_commands, of_game=scene.of_game, stays=False, has_panels=True
    ),
    "leave": _LEAVE, "new": _LEAVE, "sure": _LEAVE,
    "wall": Overlay(result.wall_layout, is_box=True, is_silent=True),
    "menu": _LIST, "clock": _LIST, "computer": _LIST, "ignore": _LIST,
    "talk": Overlay(
        menu.talk_layout, no_commands, words=menu.talk_lines, own_line=menu.say_line, is_box=True
    ),
    "chat": Overlay(menu.talk_layout, no_commands, words=menu.talk_lines, own_line=menu.say_line),
    "word": Overlay(forming.layout, no_commands, own_line=forming.word_line, is_silent=True),
}  # fmt: skip


def opens(name: str) -> Action:
    """Return the action that opens an overlay and reads it out."""
    return lambda game, state: (
        OVERLAYS[name].read_out(state._replace(page=OpenPage(name), note=SILENT)), ()
    )  # fmt: skip


def scene_layout(game: Door, state: State) -> Layout | None:
    """Return the page of a scene, or None for a board."""
    if state.scene == "word":
        return word.layout(game, state)
    if state.scene == "done" and state.table is not None:
        return (board.end_layout if state.seat else result.layout)(game, state)
    if state.seat is not None:
        return None if state.scene == "play" and state.table is not None else forming.layout(game, state)
    return title.layout(game, state) if state.scene in ("title", "opening") else None


def read_out(state: State) -> bool:
    """True if plain mode has read out all of the overlay: the scene's own prompt follows."""
    return bool(state.page.name) and not OVERLAYS[state.page.name].stays


class GameScreen:
    """One game on a screen. It holds the game and nothing else. Any event is fine in any state.

    A board's picture has a part that stays while the caller's hand moves, so that a call can keep it.
    """

    def __init__(self, game: Door) -> None:
        self.game = game
        self.INFO: Info = game.info

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.INFO.slug}>"

    def page(self, state: State, view: View) -> Canvas:
        """Draw a scene without a board on 80×23."""
        raise NotImplementedError

    def is_board(self, state: State) -> bool:
        """True if the scene is the game's board, which `draw_lower` completes."""
        return state.table is not None and state.scene == "play"

    def draw_beside(self, state: State, canvas: Canvas, room: beside.PanelRoom, view: View) -> None:
        """Draw the panels beside the board, on a canvas of their own."""
        beside.draw_alone(self.game, state, canvas, room, view)

    def around(self, state: State, board: Canvas, room: beside.PanelRoom, view: View) -> Canvas:
        """Return the board's picture in its size, with the panels that fit."""
        panels = beside.panels_for(self.game, state, room)
        if room.width:
            self.draw_beside(state, panels, room, view)
        canvas = beside.surround(self.game, board, room, panels, beside.upper(self.game, state, room.size))
        if room.above:
            beside.draw_above(self.game, state, canvas, room, view)
        return canvas

    def draw_lower(self, state: State, canvas: Canvas, view: View) -> None:
        """Draw the message line and the keys below a board that no page of the game's own covers."""
        raise NotImplementedError

    def rest(self, state: State) -> State | None:
        """Return the state without the caller's hand, if the board alone is shown, and no note on it."""
        table = state.table
        if table is None or state.page.name or state.note.text or state.frames or not self.is_board(state):
            return None
        if covered(table) or speaks(table) or state.chosen.get(BLACK_AND_WHITE) == YES:
            return None
        return state._replace(table=table._replace(board=None), news=NewsLog())

    def draw_rest(self, state: State, view: View) -> Canvas:
        """Draw the part that stays. Its `origin` is where the hand counts from."""
        room = beside.room(self.game, state, view)
        if room.size != ONCE:
            return self.around(state, self._small(state, view), room, view)
        canvas = scene.draw(self.game, state, view)
        if any(room[:2]):
            canvas = self.around(state, canvas, room, view)
        if not covered(table_of(state)):
            self.draw_lower(state, canvas, view)
        return canvas

    def _small(self, state: State, view: View) -> Canvas:
        """Draw the board in its own size with messages and keys, without the caller's hand."""
        view = replace(view, cols=COLS, rows=ROWS)
        canvas = scene.draw(self.game, state, view)
        self.draw_lower(state, canvas, view)
        return canvas

    def draw_over(self, state: State, canvas: Canvas, view: View) -> None:
        """Draw the caller's hand. A board that has grown is drawn anew, because the hand's edges grow with
        what is beside them.
        """
        (left, top), (x, y) = canvas.origin, origin(canvas.cols, canvas.rows, view.cols, view.rows)
        room = beside.room(self.game, state, view)
        if room.size != ONCE or (x + left, y + top) != view.at:
            view = replace(view, at=(x + left, y + top), zoom=room.size)
        if room.size == ONCE:
            scene.draw_hand(self.game, table_of(state), canvas, view, room.width)
            return
        board = self._small(state, view)
        scene.draw_hand(self.game, table_of(state), board, view)
        beside.replace_board(self.game, board, canvas, room)

    def _scene(self, state: State, view: View) -> Canvas:
        if self.is_board(state):
            canvas = self.draw_rest(state, view)
            self.draw_over(state, canvas, view)
            return canvas
        canvas, room = self.page(state, view), beside.room(self.game, state, view)
        if any(room[:2]):
            return self.around(state, canvas, room, view)
        return beside.surround_page(self.game, state, canvas, view)

    def draw(self, state: State, view: View) -> Canvas:
        """Draw the scene and what lies over it, on 80×23 with panels around it, or on all of the view.

        It is in black and white if the caller chose that.
        """
        game, overlay = self.game, OVERLAYS[state.page.name] if state.page.name else None
        white = state.chosen.get(BLACK_AND_WHITE) == YES
        view = replace(view, mono=True) if white else view
        if overlay is None:
            canvas = self._scene(state, view)
        elif not overlay.is_box:
            canvas = overlay.draw(game, state, view)
            if not overlay.has_panels:
                canvas = beside.surround_page(game, state, canvas, view)
            elif any((room := beside.room(game, state, view))[:2]):
                canvas = self.around(state, canvas, room, view)
        elif state.among_others or beside.room(game, state, view).size != ONCE:
            canvas = self._scene(state, view)
            overlay.draw_over(game, state, canvas, view)
        else:  # over the board, and the panels around both
            canvas = self._scene(state, replace(view, cols=COLS, rows=ROWS))
            overlay.draw_over(game, state, canvas, view)
            if any((room := beside.room(game, state, view))[:2]):
                canvas = self.around(state, canvas, room, view)
        return canvas.grey() if white else canvas

    def layout(self, state: State) -> Layout | None:
        """Return the page that is open, if it is one that a browser shows without its picture."""
        overlay = OVERLAYS[state.page.name] if state.page.name else None
        if overlay is None or overlay.is_box:
            return None
        layout = overlay.layout(self.game, state)
        return None if isinstance(layout.body, PictureBody) else layout

    def closeup(self, state: State) -> Closeup | None:
        """Return what a phone held upright shows, unless it is a page (`layout`)."""
        overlay = OVERLAYS[state.page.name] if state.page.name else None
        if self.layout(state):
            return None
        if overlay and not (overlay.is_box or overlay.has_panels):
            return Closeup(None)
        if state.table is None or state.scene in ("title", "opening", "word"):
            return Closeup(None if state.seat else (0, 0, COLS, SIGN))
        if covered(state.table):
            return Closeup((0, 0, COLS, ROWS))
        if state.scene != "play" or overlay:
            boxed = overlay.layout(self.game, state).body if overlay and overlay.is_silent else None
            said = tuple(paragraphs(boxed)) if isinstance(boxed, Text) else ()
            shown = (0, 0, COLS, beside.END_ROW) if state.scene == "done" else self.game.picture.closeup
            return Closeup(shown, says=said)
        every = (one.keys for one in self.game.board.keys(state.table).bindings)
        cursor = (key for keys in every if {*ARROWS} & {*keys} for key in keys)
        return Closeup(
            self.game.picture.closeup,
            cursor=() if state.demo.is_running else tuple(cursor),
            rare=tuple(choice.key for choice in choices(self.game, state)),
            seen=self.game.words.say(None, state.table),
        )


def button_layout(game: Door, commands: Iterable[Command[State]]) -> Layout:
    """Return commands as buttons for a browser's page of lines."""
    return Layout(game.info.name(), NO_TEXT, tuple(commands), back=None)


class Viewer(GameScreen):
    """A game that another caller plays alone, or a finished one. `does` has the actions of its keys."""

    does: ClassVar[Mapping[str, Action]]

    def layout(self, state: State) -> None:
        """A viewer's pages have the viewer's own lines, so a browser shows their words and keys."""

    def rest(self, state: State) -> None:
        """A viewer has no hand, so nothing is kept."""

    def ways(self, state: State) -> Iterable[Command[State]]:
        """Return the keys that work while no overlay is open, with their words of plain mode."""
        raise NotImplementedError

    def button_page(self, state: State) -> Layout | None:
        """Return the viewer's keys as buttons for a browser's page of lines, which says its words."""
        return button_layout(self.game, (one for one in self.ways(state) if one.label))

    def press_key(self, state: State, key: Key) -> Step:
        if state.page.name:
            return OVERLAYS[state.page.name].on_key(self.game, state, key)
        found = next((one for one in self.ways(state) if one.pressed(key.name.lower())), None)
        return self.does[found.id](self.game, state) if found else (state, (Bell(),))
