"""Forms: rows of choices, one of them marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from door.board.widgets.blocks import Choice, Choices
from door.board.widgets.page import Page, S
from door.ui import navigation
from door.ui.screen import Bell, Effects
from door.ui.words import commas


class FormPage(Page[S]):
    """Rows of choices, one of them marked."""

    def choices(self, state: S) -> tuple[Choice, ...]:
        """Return the rows, or none until they have come."""
        raise NotImplementedError

    def choose(self, state: S, key: str, value: str) -> tuple[S, Effects]:
        """Set a row to one of its values."""
        raise NotImplementedError

    def summary(self, state: S) -> str:
        """Return a sentence on the whole form."""
        return ""

    changed: Callable[[Choice], str] | None = None
    """What plain mode says of a row whose value has changed."""

    def prompt(self, state: S) -> str:
        """Return the plain-mode prompt."""
        raise NotImplementedError

    def body(self, state: S) -> Choices:
        rows, at = self.choices(state), state.at
        at = min(at, max(0, len(rows) - 1))
        return Choices(rows, at, self.summary(state), self.changed, self.prompt(state))

    def move(self, state: S, name: str) -> tuple[S, Effects] | None:
        rows = self.choices(state)
        if not rows:
            return None
        if by := 1 if name == "enter" else navigation.change(name):
            return self.step(state, rows[state.at], by)
        to = navigation.row(name, state.at, len(rows))
        return None if to is None else (replace(state.say(""), at=to), ())

    def click(self, state: S, at: int) -> tuple[S, Effects]:
        rows = self.choices(state)
        return self.step(replace(state, at=at), rows[at], 1) if 0 <= at < len(rows) else (state, ())

    def step(self, state: S, row: Choice, by: int) -> tuple[S, Effects]:
        """Set a row to its next value, or the one before."""
        if row.run:
            done: tuple[S, Effects] = row.run(state.say(""))
            return done
        if len(row.options) < 2:
            return state.say(""), (Bell(),)
        value = row.options[(row.options.index(row.value) + by) % len(row.options)]
        return self.choose(state.say(""), row.key, value)

    def line(self, state: S, text: str) -> tuple[S, Effects] | None:
        """Handle "bell off", or a row's name or number, which tells its values."""
        rows = self.choices(state)
        word, _, value = text.partition(" ")
        word, value = word.lower(), value.strip()
        number = int(word) if word.isdecimal() and len(word) < 4 else 0
        row = next((row for at, row in enumerate(rows, 1) if word == row.key or number == at), None)
        if row is None:
            return None
        state = replace(state, at=rows.index(row))
        if row.run:
            return self.step(state, row, 1)
        known = {row.shown(one).lower(): one for one in row.options} | {one: one for one in row.options}
        wanted = known.get(value.lower()) if value else None
        if wanted is None:
            return self.unknown(state, row, value)
        if wanted == row.value and self.changed:
            return state.say(self.changed(row)), ()
        return self.choose(state.say(""), row.key, wanted)

    def unknown(self, state: S, row: Choice, value: str) -> tuple[S, Effects]:
        """Tell a row's values, after its name alone or a value that it doesn't have."""
        return state.refuse(row.told)


def values(each: Sequence[str], shown: Callable[[str], str]) -> str:
    """Return "auto, on, off", in the reader's language."""
    return commas(map(shown, each))
