"""Cards under way: what moves after a move, frame by frame.

Law: motions only show what the rules have already done; skipping them changes nothing.  A
state carries those still to be shown, the first of them running; each frame is one `Tick`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.games.thieves.rules import QUIT, ROWS, STACKS, TURN, Game
from door.games.thieves.state import Motion, State, Step
from door.ui.screen import Effects, Wake

TICK: Final = "motion"
FRAMES: Final = {"fly": 6, "turn": 5, "cleared": 1, "deal": ROWS * STACKS}
SECONDS: Final = {"fly": 0.04, "turn": 0.04, "cleared": 1.5, "deal": 0.025}


def dealt(game: Game) -> Motion:
    """The table being laid out."""
    return Motion("deal", game)


def of_move(before: Game, move: str, after: Game) -> tuple[Motion, ...]:
    """What `move` looks like: a card flies or the stock is turned, and a new deal may follow."""
    if move == QUIT:
        return ()
    if move == TURN:
        return (Motion("turn", replace(before, stock=before.stock[1:]), after.current),)
    at = int(move) - 1
    cards = before.stacks[at]
    stacks = (*before.stacks[:at], cards[:-1], *before.stacks[at + 1 :])
    fly = Motion("fly", replace(before, stacks=stacks), cards[-1], at, len(cards))
    if after.deal == before.deal:
        return (fly,)
    bare = replace(before, stacks=((),) * STACKS, current=cards[-1])
    return fly, Motion("cleared", bare), dealt(after)


def show(state: State, motions: tuple[Motion, ...], effects: Effects) -> Step:
    """Sets the motions going after these effects, unless the caller wants none."""
    if not motions or state.setup.fast or state.setup.plain:
        return replace(state, motions=()), effects
    return replace(state, motions=motions), (*effects, _wake(motions[0]))


def tick(state: State) -> Step:
    """The next frame, or the next motion, or rest."""
    if not state.motions:
        return state, ()
    now, *later = state.motions
    running = (now._replace(at=now.at + 1),) if now.at + 1 < FRAMES[now.kind] else ()
    motions = (*running, *later)
    return replace(state, motions=motions), (_wake(motions[0]),) if motions else ()


def _wake(now: Motion) -> Wake:
    return Wake(SECONDS[now.kind], TICK)
