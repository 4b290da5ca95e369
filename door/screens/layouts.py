"""Overlays made from a `Layout`: the picture, plain mode, keys, clicks and the browser's page follow from it.

A page is one function that returns its layout. Pure. `state.page` has the marked row or the leaf, and
the open line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.games.contract import Door
from door.screens.state import CLOSED, State, Step, refuse, say_page, with_page
from door.term.canvas import GREY, WHITE, Canvas
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.blocks import SILENT, Choices, DoorFrame, Layout, OpenLine, Picked, Text
from door.ui.commands import Command
from door.ui.drawing import draw_box, to_canvas
from door.ui.screen import Leave, View
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import BACK, PAGE_OUT, Field, TextPage, turn_page
from door.ui.words import Lines, commas

Make = Callable[[Door, State], Layout]
Pick = Callable[[Door, State, Picked], Step]
TURNS: Final = {"n": "pgdn", "p": "pgup"}


def close(state: State) -> Step:
    return state._replace(page=CLOSED), ()


def leave(state: State) -> Step:
    """Close the page, and go back to where the caller came from."""
    return state._replace(page=CLOSED), (Leave(),)


@dataclass(frozen=True, slots=True)
class Overlay:
    """A page or a box over a game: picture, plain mode, keys and clicks follow from its layout.

    - `commands`: the layout's commands, made without the layout, since a key asks for nothing else. A short
      question doesn't need it.
    - `of_game`: what the game does with a key or a click before anything else. None: nothing.
    - `pick` does what an event does to the form.
    - `words`: the page in plain mode, if not as the layout has it. `own_line` handles its lines there.
    - `stays`: plain mode asks on the page. Else it reads the page out, and the scene's own prompt follows.
    - `is_box`: it is drawn over the scene's picture, by `own_box` or as a question. `is_silent`: its prompt
      in plain mode says all. `has_panels`: a picture has panels around it, like the board.
    """

    make: Make
    commands: Callable[[Door, State], Sequence[Command[State]]] | None = None
    of_game: Callable[[Door, State, Key | Mouse], Step | None] | None = None
    pick: Pick | None = None
    words: Callable[[Door, State], Lines] | None = None
    own_line: Callable[[Door, State, str], Step] | None = None
    own_box: Callable[[Door, State, Canvas, View], None] | None = None
    stays: bool = True
    is_box: bool = False
    is_silent: bool = False
    has_panels: bool = False

    def layout(self, game: Door, state: State) -> Layout:
        """Return the layout with the note that is shown, if there is one."""
        layout = self.make(game, state)
        return replace(layout, notice=state.note) if state.note.text else layout

    def draw(self, game: Door, state: State, view: View) -> Canvas:
        return to_canvas(self.layout(game, state), view)

    def draw_over(self, game: Door, state: State, canvas: Canvas, view: View) -> None:
        """Draw a box over the scene's picture."""
        if self.own_box:
            self.own_box(game, state, canvas, view)
        else:
            draw_box(self.make(game, state), canvas, view)

    def lines(self, game: Door, state: State) -> Lines:
        """Return the page in plain mode."""
        if self.is_silent:
            return ()
        return self.words(game, state) if self.words else to_speech(None, self.make(game, state)).lines

    def prompt(self, game: Door, state: State) -> str:
        return to_speech(None, self.make(game, state)).prompt

    def read_out(self, state: State) -> State:
        """Return the state with the page among the news for plain mode."""
        return state if self.is_silent else say_page(state, self.lines)

    def on_key(self, game: Door, state: State, key: Key) -> Step:
        if self.of_game and (step := self.of_game(game, state, key)):
            return step
        name = key.name.lower()
        if state.page.field is not None and (entry := self.make(game, state).entry):
            return _type(entry, state, key)
        every = self.commands(game, state) if self.commands else self.make(game, state).commands
        if (command := next((one for one in every if one.pressed(name)), None)) is not None:
            return command.run(state)
        if name in navigation.LEAVE:
            return close(state)
        return self._move(game, state, key) if navigation.moves(name) else (state, ())

    def _move(self, game: Door, state: State, key: Key) -> Step:
        """Do what a key does to the form, or turn to another sheet."""
        body = self.make(game, state).body
        if isinstance(body, Choices) and (picked := body.pick_key(key.name.lower())):
            return self._pick(game, state, picked)
        if not isinstance(body, Text):
            return state, ()
        at = turn_page(body.leaf, body.leaves, key)
        if at is None or at == state.page.at:
            return close(state) if at is None else (state, ())
        state = with_page(state, at=at)
        return self.read_out(state) if self.stays else state, ()

    def on_mouse(self, game: Door, state: State, mouse: Mouse) -> Step:
        if self.of_game and (step := self.of_game(game, state, mouse)):
            return step
        at = mouse.target
        if self.is_box or mouse.action != "press" or not isinstance(at, int):
            return state, ()
        layout = self.make(game, state)
        if layout.entry:
            return state, ()
        if isinstance(layout.body, Text):
            return with_page(state, at=at), ()
        picked = layout.body.pick_step(at) if isinstance(layout.body, Choices) else None
        return self._pick(game, state, picked) if picked else (state, ())

    def on_line(self, game: Door, state: State, text: str) -> Step:
        """Handle a line in plain mode. An empty one leaves a form, and is Enter elsewhere."""
        if self.own_line:
            return self.own_line(game, state, text)
        layout, word = self.make(game, state), text.lower() or "enter"
        if layout.entry:
            return _type(layout.entry, state, Line(text))
        if (command := next((one for one in layout.commands if one.typed(word)), None)) is not None:
            return command.run(state)
        if isinstance(layout.body, Choices) and not text:
            return close(state)
        if isinstance(layout.body, Choices) and (picked := layout.body.pick_line(text)):
            return self._pick(game, state, picked)
        if isinstance(layout.body, Choices) and word not in navigation.LEAVE:
            name, keys = repr(text.partition(" ")[0][:20]), commas(row.key for row in layout.body.rows)
            return refuse(state, tr.play.no_such_setting(name=name, keys=keys))
        return self.on_key(game, state, Key(TURNS.get(word, word)))

    def _pick(self, game: Door, state: State, picked: Picked) -> Step:
        assert self.pick is not None
        return self.pick(game, with_page(state._replace(note=SILENT), at=picked.at), picked)


def no_commands(game: Door, state: State) -> tuple[Command[State], ...]:
    return ()


def sheet(
    game: Door, every: Sequence[TextPage], at: int, commands: tuple[Command[State], ...] = (),
    words: tuple[str, ...] = (), prompt: str = "",
) -> Layout:  # fmt: skip
    """Return one of several pages of text. `words` are the text in plain mode."""
    at = min(at, len(every) - 1)
    title, lines = every[at]
    titles = tuple(page.title for page in every)
    text = Text(
        title, tuple((line, GREY) for line in lines), words=words, leaves=len(every), leaf=at, contents=titles
    )
    frame = DoorFrame(game.info.name(), game.info.accent)
    return Layout(
        title, text, commands, back=BACK if len(every) == 1 else PAGE_OUT, frame=frame, prompt=prompt
    )


def question(
    game: Door, title: str, lines: Lines, commands: tuple[Command[State], ...], prompt: str, note: str = ""
) -> Layout:
    """Return a question over the scene, with its answers. A `note` is dim."""
    text = Text("", (*((line, WHITE) for line in lines), *((note, GREY),) * bool(note)))
    frame = DoorFrame(game.info.name(), game.info.accent)
    return Layout(title, text, commands, back=None, frame=frame, prompt=prompt)


def type_line(
    entry: OpenLine, event: Key | Line, state: State, keep: Callable[[State, Field], State]
) -> Step:
    """Type into the open line, or take what was entered. `keep` puts the line into the state."""
    name = event.text.strip().lower() if isinstance(event, Line) else event.name.lower()
    also = (
        one for one in entry.also if (name in one.words if isinstance(event, Line) else one.pressed(name))
    )
    if (command := next(also, None)) is not None:
        return command.run(state)
    text = entry.apply_event(event)
    state = state._replace(note=SILENT)
    if isinstance(text, OpenLine):
        return keep(state, text.field), entry.rang(event, text)
    if text is None or not (text or entry.may_be_empty):
        return entry.gives_up(state) if entry.gives_up else (state, ())
    return entry.then(state, text)


def _type(entry: OpenLine, state: State, event: Key | Line) -> Step:
    """Type into a page's open line. An entered text closes it."""
    return type_line(entry, event, with_page(state, field=None), _with_field)


def _with_field(state: State, field: Field) -> State:
    return with_page(state, field=field)
