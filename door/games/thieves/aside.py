"""What a caller does beside the moves: the cursor, hints, and how things shall look and answer.

Law: nothing here reaches the rules or the board's books; what is to last is `Remember`ed.
"""

from __future__ import annotations

from dataclasses import replace

from door.games.thieves.rules import MOST_JOKERS
from door.games.thieves.state import STOCK, Prefs, State, Step, jokers_of, may_choose, notice, prefer
from door.ui.words import counted


def hint(state: State) -> Step:
    """Marks the stacks whose card fits, and says which."""
    play = state.play
    if play is None or state.page != "play":
        return state, ()
    fits = ", ".join(map(str, play.game.fitting))
    if fits:
        return notice(replace(state, hint=True), f"These stacks fit: {fits}."), ()
    left = "turn the stock" if play.game.stock else "and the stock is empty"
    return notice(replace(state, hint=True), f"No card fits: {left}."), ()


def step_cursor(state: State, by: int) -> Step:
    """The cursor to the next stack with cards, or the stock."""
    play = state.play
    if play is None:
        return state, ()
    places = [n for n, cards in enumerate(play.game.stacks) if cards] + [STOCK]
    at = places.index(state.cursor) if state.cursor in places else 0
    return replace(state, cursor=places[(at + by) % len(places)], note="", bad=False), ()


def other_look(state: State) -> Step:
    """Cards in the other look."""
    solid = not state.prefs.solid
    return prefer(state, replace(state.prefs, solid=solid), f"Cards are drawn {'3D' if solid else '2D'} now.")


def other_keys(state: State) -> Step:
    """Whether 4 and 6 take cards or move the cursor."""
    on = not state.prefs.numpad
    text = "4 and 6 move the cursor now." if on else "4 and 6 take from their stacks now."
    return prefer(state, replace(state.prefs, numpad=on), text)


def choose(state: State, prefs: Prefs) -> Step:
    """Other choices for practice."""
    return prefer(state, prefs, "")


def other_jokers(state: State, jokers: int) -> Step:
    """Other jokers for the next game that counts, where the sysop leaves them to the caller."""
    if not may_choose(state):
        return notice(state, f"Games that count have {counted(jokers_of(state), 'joker')} here."), ()
    jokers %= MOST_JOKERS + 1
    text = f"The next game is dealt with {counted(jokers, 'joker')}."
    return prefer(state, replace(state.prefs, jokers=jokers), text)
