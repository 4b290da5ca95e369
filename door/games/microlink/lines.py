"""A caller in plain mode: whole lines instead of keys.

Law: a line does what the key of its first letter does; where doors, players or DOS commands
are asked for, it is those.  What cannot be is answered in one sentence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.games.microlink import boss, seating, table
from door.games.microlink.hands import act_for, close, lay, press, sit_down
from door.games.microlink.state import Answer, State
from door.term.keys import Key, Line
from door.ui.words import passed_over


def enter_line(state: State, line: Line) -> Answer:
    """A line does what a key of that name does; where doors or players are asked for, it is those."""
    state = replace(state, asked=state.asked + 1, note="")
    text = line.text.strip()
    if state.over == "boss" and state.dos is not None:
        dos, done = boss.enter(state.dos, text)
        return close(replace(state, dos=None)) if done else (replace(state, dos=dos), ())
    if state.over in ("help", "stats", "coach"):
        return press(state, Key("esc" if text.lower().startswith("q") else "enter"))
    if state.over in ("scores", "ten"):
        state, _ = close(state)
        if not text:
            return state, ()
    if state.scene == "seating" and not state.over:
        return _players(state, text)
    if state.scene == "choosing" and not state.over and (not text or text[0].isdigit()):
        return _doors(state, text)
    return _command(state, text.lower())


_WORDS: Final = frozenset(["help", "quit", "yes", "no", "later", "give up"])


def _command(state: State, text: str) -> Answer:
    if len(text) > 1 and text not in _WORDS and not state.over:
        return replace(state, note=f'"{text[:20]}" is not a command; ? is help.'), ()
    name = text[:1] or "enter"
    if state.scene == "done" and not state.over and name == "n":
        name = "q"
    if state.scene == "choosing" and not state.over and act_for(state, name) is None:
        return replace(state, note='Type doors that make the roll, like "2 6"; q leaves, ? is help.'), ()
    after, effects = press(state, Key(name))
    if note := passed_over(text, state, after, effects):
        return replace(state, note=note), ()
    return after, effects


def _doors(state: State, text: str) -> Answer:
    if not text and state.chosen:
        return table.enter(state, state.chosen)
    numbers = [
        int(char) for char in text.replace(",", "").replace("+", "").replace(" ", "") if char in "123456789"
    ]
    plain = all(char in "123456789 ,+" for char in text)
    if not plain or len(set(numbers)) != len(numbers):
        return replace(state, note='Type doors from 1 to 9, each once, like "2 6"; q leaves, ? is help.'), ()
    return table.enter(state, sum(1 << number - 1 for number in numbers))


def _players(state: State, text: str) -> Answer:
    word = text.lower()
    if word in ("?", "help"):
        return lay("help")(state)
    if word in ("q", "quit"):
        return replace(state, scene="title"), ()
    if word in ("practice", "contest"):
        return replace(state, seating=replace(state.seating, practice=word == "practice", note="")), ()
    if text:
        state = replace(state, seating=seating.read(state.seating, state.setup.caller, text))
        if state.seating.note:
            return state, ()
    return sit_down(state)
