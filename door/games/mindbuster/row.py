"""Making a row: what keys and the mouse do to the row in hand, until it is entered.

Law: nothing here is a move but `enter_row`; a peg that cannot go where it should is refused
in place, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.games.mindbuster import hand
from door.games.mindbuster.flow import ending, marking, think
from door.games.mindbuster.rules import CODE, NO_PEG, UNSET, apply, refused
from door.games.mindbuster.state import Answer, Back, Hole, Palette, State, ring
from door.midend.api import Moved
from door.term.keys import Key, Mouse
from door.ui.screen import Effects


def refuse(state: State, reason: str) -> Answer:
    """The reason, in place, and the bell."""
    return replace(state, note=reason), ring(state)


def held(state: State, now: hand.Hand) -> Answer:
    """The row in hand has changed."""
    return replace(state, hand=now, note=""), ()


def place(state: State, peg: str, hole: int | None = None) -> Answer:
    """A peg into a hole, or at the cursor, which goes on; or why it cannot go there."""
    if reason := _no_peg_here(state, peg):
        return refuse(replace(state, hand=hand.let_go(state.hand)), reason)
    return held(state, hand.typed(state.hand, peg) if hole is None else hand.set_down(state.hand, peg, hole))


def _no_peg_here(state: State, peg: str) -> str:
    game = state.game
    if game is None:
        return ""
    if peg == NO_PEG:
        return "NO PEG is for guesses: a hidden code has a colour in every hole." if _hiding(state) else ""
    if peg in game.palette:
        return ""
    return f"{peg!r} is no colour of this game: they are {' '.join(game.palette)}."


def _hiding(state: State) -> bool:
    return state.scene == "code"


def random_row(state: State) -> Answer:
    """Every hole filled at random; whatever was set is gone."""
    assert state.game is not None and state.begun is not None
    mixed = state.mixed + 1
    seal = f"{state.begun.commit} {len(state.game.guesses)}"
    return held(replace(state, mixed=mixed), hand.at_random(state.hand, state.game.palette, seal, mixed))


def copy_row(state: State, row: int | None = None) -> Answer:
    """An earlier row of the caller's, whole; without a number the last, then the one before it."""
    assert state.game is not None
    rows = state.game.guesses
    if _hiding(state) or not rows:
        return refuse(state, "There is no earlier row of yours to copy.")
    if row is None:
        return held(state, hand.copied_back(state.hand, rows))
    if not 0 <= row < len(rows):
        return refuse(state, f"There is no row {row + 1} to copy yet.")
    return held(state, hand.copied(state.hand, rows[row]))


def enter_row(state: State) -> Answer:
    """OK: the row becomes a move, or the reason is given; an empty row is filled at random."""
    game, hiding = state.game, _hiding(state)
    assert game is not None
    if state.hand.empty:
        return random_row(state)
    if reason := refused(game, state.hand.pegs, hidden=hiding):
        unset = state.hand.pegs.find(" ")
        return refuse(replace(state, hand=replace(state.hand, cursor=max(unset, 0))), reason)
    move = (CODE if hiding else "") + state.hand.pegs
    after = apply(game, move)
    state = replace(state, game=after, note="", hand=hand.fresh(game.holes))
    effects: Effects = (Moved(move), *ending(after))
    if hiding:
        return replace(state, scene="guess", note=f"Your code is hidden. Now break {state.rival}'s."), effects
    return marking(state, effects + (think(state) if after.phase == "answer" else ()))


# -- keys ------------------------------------------------------------------------------------------


def _cycle(state: State, step: int, hole: int | None = None) -> Answer:
    assert state.game is not None
    pegs = state.game.palette + ("" if _hiding(state) else NO_PEG)
    return held(state, hand.cycled(state.hand, step, pegs, hole))


def _moved(state: State, step: int) -> Answer:
    return held(state, hand.move(state.hand, step))


def _again(state: State) -> Answer:
    """The peg before the cursor, once more."""
    if not state.hand.cursor or state.hand.pegs[state.hand.cursor - 1] == UNSET:
        return refuse(state, "There is no peg before this hole to copy.")
    return held(state, hand.again(state.hand))


_ROW: Final[dict[str, Callable[[State], Answer]]] = {
    **dict.fromkeys(("left", "backtab"), lambda state: _moved(state, -1)),
    **dict.fromkeys(("right", "tab", " "), lambda state: _moved(state, 1)),
    "home": lambda state: _moved(state, -state.hand.cursor),
    "end": lambda state: _moved(state, -1 - state.hand.cursor),
    "up": lambda state: _cycle(state, -1),
    "down": lambda state: _cycle(state, 1),
    "backspace": lambda state: held(state, hand.rubbed_out(state.hand)),
    **dict.fromkeys(("delete", "."), lambda state: held(state, hand.put(state.hand, " ", state.hand.cursor))),
    **dict.fromkeys(("f4", "a", "*"), random_row),
    "=": copy_row,
    **dict.fromkeys(("c", "insert"), _again),
    "enter": enter_row,
}
_KEYPAD: Final = {"4": _ROW["left"], "6": _ROW["right"], "8": _ROW["up"], "2": _ROW["down"]}


def row_key(state: State, key: Key) -> Answer:
    """A key that makes the row: a colour's letter or number, or one that moves."""
    name = key.name.lower()
    action = (_KEYPAD.get(name) if state.worn.keypad else None) or _ROW.get(name)
    if action:
        return action(state)
    if not key.text or not (key.text.isalnum() or key.text == NO_PEG):
        return state, ()
    if key.text in hand.NUMBERS and not (state.worn.keypad and key.text != "0"):
        return _numbered(state, key.text)
    if key.text.isdigit() and state.worn.keypad:
        return refuse(state, "Numpad moves are on: 4 6 move, 8 2 change the colour, letters choose one.")
    return place(state, key.text.upper())


def _numbered(state: State, digit: str) -> Answer:
    assert state.game is not None
    if int(digit) > state.game.colours:
        return refuse(state, f"{digit} is no colour of this game: they are 1 to {state.game.colours}.")
    return place(state, hand.NUMBERS[digit])


# -- the mouse -------------------------------------------------------------------------------------


def _press(state: State, mouse: Mouse) -> Answer:
    """Picks a peg up; a terminal that tells of no release drops it with the next press."""
    now, target, at = state.hand, mouse.target, (mouse.x, mouse.y)
    if isinstance(target, Palette):
        return held(state, hand.taken(now, target.peg, hand.FROM_PALETTE, at))
    if isinstance(target, Hole) and target.number < len(now.pegs):
        if mouse.button == "right":
            return held(state, hand.put(now, " ", target.number))
        if now.held:
            return _drop(state, target.number)
        peg = now.pegs[target.number].strip()
        now = replace(now, cursor=target.number)
        return held(state, hand.taken(now, peg, target.number, at) if peg else now)
    if isinstance(target, Back):
        return copy_row(state, target.row)
    return replace(state, hand=hand.let_go(now)), ()


def _drag(state: State, mouse: Mouse) -> Answer:
    if not state.hand.held:
        return state, ()
    return replace(state, hand=replace(state.hand, at=(mouse.x, mouse.y))), ()


def _release(state: State, mouse: Mouse) -> Answer:
    """Drops the peg: into a hole, at the cursor after a click on the palette, or nowhere."""
    now, target = state.hand, mouse.target
    if not now.held:
        return state, ()
    if isinstance(target, Hole) and target.number < len(now.pegs):
        return _drop(state, target.number)
    if isinstance(target, Palette) and now.source == hand.FROM_PALETTE and target.peg == now.held:
        return place(state, now.held)
    return replace(state, hand=hand.let_go(now)), ()


def _drop(state: State, hole: int) -> Answer:
    now = state.hand
    return held(state, hand.dropped(now, hole)) if hole == now.source else place(state, now.held, hole)


def _wheel(state: State, mouse: Mouse) -> Answer:
    if not isinstance(mouse.target, Hole) or mouse.target.number >= len(state.hand.pegs):
        return state, ()
    return _cycle(state, -1 if mouse.action == "wheel-up" else 1, mouse.target.number)


MOUSE: Final[dict[str, Callable[[State, Mouse], Answer]]] = {
    "press": _press,
    "drag": _drag,
    "release": _release,
    "wheel-up": _wheel,
    "wheel-down": _wheel,
}
