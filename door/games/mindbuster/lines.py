"""Plain mode: a whole line as the caller enters it.

Law: a line does what the key of its first letter does; while a row is asked for, letters
and numbers are pegs, and only the words of `_WORDS` are commands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.games.mindbuster import hand
from door.games.mindbuster.card import BY_KEY
from door.games.mindbuster.overlays import closed, open_over, set_to
from door.games.mindbuster.row import copy_row, enter_row, random_row, refuse
from door.games.mindbuster.rules import refused
from door.games.mindbuster.state import Answer, State
from door.term.keys import Key, Line
from door.ui.words import passed_over

_WORDS: Final = {
    "?": "?", "h": "h", "help": "h", "rules": "h",
    "n": "n", "new": "n",
    "s": "s", "set": "s", "settings": "s",
    "a": "a", "any": "a", "random": "a", "*": "*",
    "l": "l", "lines": "l", "scoring": "l",
    "t": "t", "top": "t", "tables": "t",
    "e": "e", "eye": "e",
    "q": "q", "quit": "q", "leave": "q",
}  # fmt: skip
_SAID_AT_ONCE: Final = frozenset(["help", "tables", "scoring", "eye", "board"])


def enter_line(state: State, line: Line, press: Callable[[State, Key], Answer]) -> Answer:
    """The state after a line; `press` is what a key does."""
    state = replace(state, asked=state.asked + 1, note="")
    text = line.text.strip()
    after, effects = _understood(state, text, press)
    if note := passed_over(text, state, after, effects):
        return refuse(state, note)
    return after, effects


def _understood(state: State, text: str, press: Callable[[State, Key], Answer]) -> Answer:
    word = _WORDS.get(text.lower(), "")
    if state.over == "settings":
        return _setting(state, text)
    if state.over in ("scoring", "eye") and text.lower() in ("o", "other"):
        return press(state, Key("tab"))
    if state.over in _SAID_AT_ONCE:
        if state.over == "help" and not text:
            return press(state, Key("pgdn"))
        state, _ = closed(state)
        if text.lower() in ("", "q"):
            return state, ()
    if state.over:
        return press(state, Key(text[:1].lower() or "enter"))
    if text.lower() == "board" and state.game is not None and state.scene not in ("title", "opening"):
        return open_over("board")(state)
    if state.in_hand and not (word and word != "a" and word != "*"):
        return _row(state, text, word)
    return press(state, Key(word or text[:1].lower() or "enter"))


def _row(state: State, text: str, word: str) -> Answer:
    """A row typed whole, copied, or mixed; an empty line enters the one in hand."""
    assert state.game is not None
    if word:
        return random_row(state)
    if text.startswith("="):
        number = text[1:].strip()
        return copy_row(state, int(number) - 1 if number.isdecimal() and len(number) < 4 else None)
    if not text:
        return enter_row(state)
    game, pegs = state.game, hand.read_row(text, state.game.palette)
    if pegs is None:
        letters = " ".join(game.palette)
        none = "" if state.scene == "code" else ", - for NO PEG"
        return refuse(state, f"Type {game.holes} letters of {letters}{none}, or their numbers; ? is help.")
    if reason := refused(game, pegs, hidden=state.scene == "code"):
        return refuse(replace(state, hand=hand.fresh(game.holes)), reason)
    return enter_row(replace(state, hand=hand.copied(state.hand, pegs)))


def _setting(state: State, text: str) -> Answer:
    """ "colours 5", "level einstein"; an empty line is done."""
    name, _, value = text.lower().partition(" ")
    if name in ("", "q", "done"):
        return closed(state)
    setting = BY_KEY.get(name)
    if setting is None:
        return refuse(state, f"There is no setting {name!r}: they are {', '.join(BY_KEY)}.")
    if value.strip() not in setting.choices:
        return refuse(state, f"{setting.label} can be {', '.join(setting.choices)}.")
    return set_to(state, setting, value.strip())
