"""Overlays made from a `Layout`: the picture, plain mode, keys, clicks and the browser's page follow from it.

A page is one function that returns its layout. Pure. `state.page` has the marked row or the leaf, and
the open line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from door.games.contract import Door
from door.screens.state import CLOSED, NO_NOTE, Overlay, State, Step, refuse, say, with_page
from door.term.canvas import GREY, Canvas
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.blocks import Choices, DoorFrame, Layout, OpenLine, PageNotice, Picked, Text
from door.ui.commands import Command
from door.ui.drawing import draw_box, to_canvas
from door.ui.screen import Speech, View
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import BACK, PAGE_OUT, Field, TextPage, turn_page
from door.ui.words import Lines, commas

Make = Callable[[Door, State], Layout]
Pick = Callable[[Door, State, Picked], Step]


def overlay_of(make: Make, pick: Pick | None = None, stays: bool = True) -> Overlay:
    """Return the overlay of a layout. `pick` does what an event does to its form.

    One that doesn't `stay` is read out by plain mode, and the scene's own prompt follows.
    """
    page = _Described(make, pick, stays)
    return Overlay(
        page.on_key, draw=page.draw, lines=page.lines, prompt=page.prompt if stays else None,
        line=page.on_line, mouse=page.on_mouse, layout=page.layout,
    )  # fmt: skip


def box_of(make: Make) -> Overlay:
    """Return the overlay of a question in a box. In plain mode its prompt says all."""
    page = _Described(make, None, stays=True)
    return Overlay(page.on_key, box=page.draw_box, prompt=page.prompt, line=page.on_line)


def close(state: State) -> Step:
    return state._replace(page=CLOSED), ()


TURNS: Final = {"n": "pgdn", "p": "pgup"}


class _Described:
    def __init__(self, make: Make, pick: Pick | None, stays: bool) -> None:
        self.make, self.pick, self.stays = make, pick, stays

    def layout(self, game: Door, state: State) -> Layout:
        """Return the layout with the note that is shown."""
        return replace(self.make(game, state), notice=PageNotice(*state.note))

    def draw(self, game: Door, state: State, view: View) -> Canvas:
        return to_canvas(self.layout(game, state), view)

    def draw_box(self, game: Door, state: State, canvas: Canvas, view: View) -> None:
        draw_box(self.make(game, state), canvas, view)

    def lines(self, game: Door, state: State) -> Lines:
        return self._speech(game, state).lines

    def prompt(self, game: Door, state: State) -> str:
        return self._speech(game, state).prompt

    def _speech(self, game: Door, state: State) -> Speech:
        return to_speech(None, self.make(game, state))

    def on_key(self, game: Door, state: State, key: Key) -> Step:
        layout, name = self.make(game, state), key.name.lower()
        if layout.entry:
            return _type(layout.entry, state, key)
        if (command := next((one for one in layout.commands if one.pressed(name)), None)) is not None:
            return command.run(state)
        if isinstance(layout.body, Choices) and (picked := layout.body.pick_key(name)):
            return self._pick(game, state, picked)
        if not isinstance(layout.body, Text):
            return close(state) if name in navigation.LEAVE else (state, ())
        at = turn_page(layout.body.leaf, layout.body.leaves, key)
        if at is None or at == state.page.at:
            return close(state) if at is None else (state, ())
        state = with_page(state, at=at)
        return say(state, self.lines(game, state)) if self.stays else state, ()

    def on_mouse(self, game: Door, state: State, mouse: Mouse) -> Step:
        layout, at = self.make(game, state), mouse.target
        if layout.entry or mouse.action != "press" or not isinstance(at, int):
            return state, ()
        if isinstance(layout.body, Text):
            return with_page(state, at=at), ()
        picked = layout.body.pick_step(at) if isinstance(layout.body, Choices) else None
        return self._pick(game, state, picked) if picked else (state, ())

    def on_line(self, game: Door, state: State, text: str) -> Step:
        """Handle a line in plain mode. An empty one leaves a form, and is Enter elsewhere."""
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
        return self.pick(game, with_page(state._replace(note=NO_NOTE), at=picked.at), picked)


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
    state = state._replace(note=NO_NOTE)
    if isinstance(text, OpenLine):
        return keep(state, text.field), entry.rang(event, text)
    if text is None or not (text or entry.may_be_empty):
        return entry.gives_up(state) if entry.gives_up else (state, ())
    return entry.then(state, text)


def _type(entry: OpenLine, state: State, event: Key | Line) -> Step:
    """Type into a page's open line. What is entered closes it."""
    return type_line(entry, event, with_page(state, field=None), _with_field)


def _with_field(state: State, field: Field) -> State:
    return with_page(state, field=field)
