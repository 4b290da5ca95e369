"""A board's keys as data: its keys line, its lines of the help, and what keys and typed words do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from door.games.game import Act, GameView
from door.term.keys import Mouse
from door.ui.texts import Sentence
from door.ui.widgets import Hint


class Binding(NamedTuple):
    """Keys, and words of plain mode, that do one thing at the board.

    - `act`: the effect, or a function of the table that returns it, None if it means nothing now.
    - `keys`: in lower case.  A click on the keys line presses the first.
    - `words`: in lower case.  The help of plain mode names the first.
    - `label`: a word for the keys line, which names the first key, or `shown`.
    - `about`: a line of the help, which names all keys, or `named`.
    """

    act: Act | Callable[[GameView], Act | None]
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    label: Sentence | str | None = None
    shown: Sentence | str = ""
    about: Sentence | None = None
    named: str = ""

    def effect(self, table: GameView) -> Act | None:
        return self.act(table) if callable(self.act) else self.act

    @property
    def hint(self) -> Hint:
        return Hint(self.keys[0], self.label or "", self.shown)

    @property
    def names(self) -> str:
        """The keys as the help names them: "4  A  ◄"."""
        return self.named or "  ".join(Hint(key, "").label_text for key in self.keys)


def hints_of(bindings: Iterable[Binding]) -> tuple[Hint, ...]:
    return tuple(one.hint for one in bindings if one.label)


class Keys:
    """Bindings that work at the same time.  The first counts if two have the same key or word."""

    def __init__(self, *bindings: Binding) -> None:
        self.bindings = bindings
        self.by_key = {key: one for one in reversed(bindings) for key in one.keys}
        self.by_word = {word: one for one in reversed(bindings) for word in one.words}
        self.hints = hints_of(bindings)
        """The keys line."""

    def help(self, plain: bool = False) -> str:
        """Return a line of the help for each binding with keys; in plain mode, for each with words."""
        told = [one for one in self.bindings if one.about and (one.words if plain else one.keys)]
        rows = [(one.named or one.words[0] if plain else one.names, one.about()) for one in told if one.about]
        width = max(len(names) for names, _ in rows)
        return "\n".join(f"{names:<{width}}  {about}" for names, about in rows)


NO_KEYS: Final = Keys()


def effect_of_click(table: GameView, mouse: Mouse) -> Act | None:
    """Return the effect of a click on a part of the picture that is a `Binding` (`Canvas.hot`)."""
    target = mouse.target
    return target.effect(table) if mouse.action == "press" and isinstance(target, Binding) else None
