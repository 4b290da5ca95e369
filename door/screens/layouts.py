"""Overlays made from a `Layout`: the picture, plain mode, keys, clicks and the browser's page follow from it.

A page is one function that returns its layout. Pure. `state.page` has the marked row or the leaf, and
the open line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.games.contract import Door
from door.screens.state import CLOSED, NO_NOTE, Overlay, State, Step, refuse, say, with_page
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.blocks import Choices, Layout, OpenLine, PageNotice, Picked, Text
from door.ui.drawing import to_canvas
from door.ui.screen import Speech, View
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import turn_page
from door.ui.words import Lines, commas

Make = Callable[[Door, State], Layout]
Pick = Callable[[Door, State, Picked], Step]


def overlay_of(make: Make, pick: Pick | None = None, stays: bool = True) -> Overlay:
    """Return the overlay of a layout. `pick` does what an event does to its form.

    One that doesn't `stay` is read out by plain mode, and the scene's own prompt follows.
    """
    page = _Page(make, pick)
    return Overlay(
        page.on_key, draw=page.draw, lines=page.lines, prompt=page.prompt if stays else None,
        line=page.on_line, mouse=page.on_mouse, layout=page.layout,
    )  # fmt: skip


def close(state: State) -> Step:
    return state._replace(page=CLOSED), ()


_TURNS: Final = {"n": "pgdn", "p": "pgup"}


class _Page:
    def __init__(self, make: Make, pick: Pick | None) -> None:
        self.make, self.pick = make, pick

    def layout(self, game: Door, state: State) -> Layout:
        """Return the layout with the note that is shown."""
        return replace(self.make(game, state), notice=PageNotice(*state.note))

    def draw(self, game: Door, state: State, view: View) -> Canvas:
        return to_canvas(self.layout(game, state), view)

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
        if isinstance(layout.body, Text):
            at = turn_page(layout.body.leaf, layout.body.leaves, key)
            return close(state) if at is None else (with_page(state, at=at), ())
        return close(state) if name in navigation.LEAVE else (state, ())

    def on_mouse(self, game: Door, state: State, mouse: Mouse) -> Step:
        layout, at = self.make(game, state), mouse.target
        if layout.entry or mouse.action != "press" or not isinstance(at, int):
            return state, ()
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
        after, effects = self.on_key(game, state, Key(_TURNS.get(word, word)))
        turned = after.page.name == state.page.name and after.page.at != state.page.at
        return say(after, self.lines(game, after)) if turned else after, effects

    def _pick(self, game: Door, state: State, picked: Picked) -> Step:
        assert self.pick is not None
        return self.pick(game, with_page(state._replace(note=NO_NOTE), at=picked.at), picked)


def _type(entry: OpenLine, state: State, event: Key | Line) -> Step:
    """Type into the open line, or take what was entered."""
    text = entry.apply_event(event)
    if isinstance(text, OpenLine):
        return with_page(state._replace(note=NO_NOTE), field=text.field), entry.rang(event, text)
    state = with_page(state._replace(note=NO_NOTE), field=None)
    if text is None or not (text or entry.may_be_empty):
        return entry.gives_up(state) if entry.gives_up else (state, ())
    return entry.then(state, text)
