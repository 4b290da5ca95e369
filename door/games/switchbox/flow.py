"""How a game moves on: seats make their moves, balls land, rounds and games end.

Law: `make` is the one way a move is made, whichever seat it comes from; `flow` is the one
place where things move on by themselves, from a landed ball to whatever the game needs next.
The rules decide what is legal, and a refusal is their sentence, with the bell.  The computer
thinks aside (`Think`), by position alone, so that a resumed game gets the same move unless its
time ran out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.games.game import IllegalMove
from door.games.switchbox import computer, motion
from door.games.switchbox.rules import GIFT, QUIT, Game, apply, detail, random_ball, score
from door.games.switchbox.state import State, Step, notice, say, sitter
from door.games.switchbox.turns import gift_refused
from door.games.switchbox.words import (
    box_lines,
    goal_line,
    move_line,
    round_line,
    round_lines,
    turn_line,
    verdict,
)
from door.midend.api import Finish, Moved, Think, Thought
from door.ui.screen import Bell, Effects, Tick, Wake

GO: Final = "go"
PAUSE_SECONDS: Final = 0.4
ROUND_SECONDS: Final = 4.0


# -- moves ---------------------------------------------------------------------------------------


def make(state: State, move: str) -> Step:
    """The seat whose turn it is makes this move, or is told why it cannot."""
    step = _made(state, move)
    return flow(*step) if step[0].scene == "landed" else step


def _made(state: State, move: str) -> Step:
    before = state.game
    if before is None:
        return state, ()
    try:
        after = apply(before, move)
    except IllegalMove as refusal:
        return notice(state, str(refusal), True), (Bell(),)
    state = replace(
        state, game=after, before=before, made=state.made + 1, frame=0, preview=False, declined=False,
        rested=False, awaited="", scene="landed",
    )  # fmt: skip
    state = _told(state, before, after)
    effects: Effects = (Moved(move),)
    if after.over:
        effects = (*effects, finish(after))
    shown = () if state.still else motion.falling(before, after)
    if shown:
        return replace(state, scene="falling"), (*effects, Wake(shown[0].seconds, motion.TICK))
    return state, effects


def _told(state: State, before: Game, after: Game) -> State:
    """What the move did, on the message lines and in plain mode's words."""
    goal = goal_line(before, after)
    lines = (move_line(before, after), *box_lines(after.box, before.box), goal)
    note = move_line(before, after, ways=False)
    past, note = (note, goal) if goal else (state.past if state.refused else state.note, note)
    return say(replace(state, past=past, note=note, refused=False), lines)


def finish(game: Game) -> Finish:
    return Finish(score(game), detail(game))


def drop(state: State, entry: int) -> Step:
    """A ball into that entry; the cursor goes along."""
    return make(replace(state, cursor=entry), str(entry))


def drop_random(state: State) -> Step:
    """A ball into the entry the stream gives."""
    return (state, ()) if state.game is None else make(state, random_ball(state.game))


def give_ball(state: State) -> Step:
    """A random ball as the other player's turn."""
    return (state, ()) if state.game is None else make(state, GIFT + random_ball(state.game))


def keep_ball(state: State) -> Step:
    """No random ball is given after this move."""
    return flow(replace(state, scene="landed", declined=True))


def give_up(state: State) -> Step:
    """The game ends here with the totals of the finished rounds; a demonstration just goes away."""
    game, demo = state.game, state.demo
    if game is None or game.over:
        return replace(state, over=""), ()
    state, effects = _made(replace(state, over=""), QUIT)
    if demo:
        return replace(state, scene="title", note="", past=""), effects
    return flow(state, effects)


# -- what moves by itself -----------------------------------------------------------------------------


def flow(state: State, effects: Effects = ()) -> Step:
    """From where a ball has landed to where a key, a tick or a thought is needed."""
    while state.scene == "landed" and state.game is not None:
        state, more = _next(state, state.game)
        effects = (*effects, *more)
    return state, effects


def _next(state: State, game: Game) -> Step:
    if len(game.rounds) > state.told:
        return _round_ends(state, game)
    if game.over:
        return _ended(state, game), ()
    if state.demo and not state.rested:
        return replace(state, scene="pause"), () if state.setup.plain else (Wake(PAUSE_SECONDS, GO),)
    if not state.declined and not gift_refused(game.terms, game.stand):
        return _gift(state, game)
    level = sitter(game, game.stand.mover)
    if not level:
        return say(replace(state, scene="choosing", cursor=state.cursor), (turn_line(game),)), ()
    if game.terms.solitaire or level == "random":
        return _made(state, computer.choose(game, level))
    return _think(state, "move", choose, game, level)


def _gift(state: State, game: Game) -> Step:
    """Whoever has just moved decides whether the other gets a random ball."""
    level = sitter(game, game.stand.by)
    if not level:
        return replace(state, scene="offer"), ()
    if level == "random":
        return replace(state, declined=True), ()
    return _think(state, "gift", gives, game, level)


def _think(state: State, what: str, task: Any, game: Game, level: str) -> Step:
    assert state.begun is not None
    awaited = f"{what} {state.begun.id} {state.made}"
    return replace(state, scene="thinking", awaited=awaited), (Think(task, (game, level), awaited),)


def choose(game: Game, level: str) -> str:
    """The computer's move, worked out aside."""
    return computer.choose(game, level)


def gives(game: Game, level: str) -> bool:
    """Whether the computer gives a random ball away, worked out aside."""
    return computer.gives_ball(game, level)


def thought(state: State, event: Thought) -> Step:
    """The computer has made up its mind; where that failed it takes what its own ball brings."""
    game = state.game
    if game is None or state.scene != "thinking" or event.name != state.awaited:
        return state, ()
    if state.awaited.startswith("gift"):
        return give_ball(state) if event.value is True else keep_ball(state)
    move = event.value if isinstance(event.value, str) else computer.choose(game, "beginner")
    return make(state, move)


def tick(state: State, event: Tick) -> Step:
    """A frame of a falling ball, or the end of a pause."""
    game = state.game
    if event.name == motion.TICK and state.scene == "falling" and game is not None:
        shown = motion.falling(state.before, game)
        if state.frame + 1 >= len(shown):
            return flow(replace(state, scene="landed", frame=0))
        state = replace(state, frame=state.frame + 1)
        return state, (Wake(shown[state.frame].seconds, motion.TICK),)
    if event.name == GO and state.demo and state.scene in ("pause", "round"):
        return (state, (Wake(PAUSE_SECONDS, GO),)) if state.over else skip(state)
    return state, ()


def skip(state: State) -> Step:
    """Any key: the ball has fallen, the pause is over."""
    if state.scene not in ("falling", "pause", "round"):
        return state, ()
    rested = state.rested or state.scene == "pause"
    return flow(replace(state, scene="landed", frame=0, rested=rested))


# -- ends -----------------------------------------------------------------------------------------------


def _round_ends(state: State, game: Game) -> Step:
    """The four figures; then the next round, or the end."""
    state = say(replace(state, told=len(game.rounds)), round_lines(game))
    if not game.over:
        state = say(state, (round_line(game),))
    if state.setup.plain:
        return state, ()
    return replace(state, scene="round"), (Wake(ROUND_SECONDS, GO),) if state.demo else ()


def _ended(state: State, game: Game) -> State:
    lines = [] if game.given_up else [verdict(game)]
    state = say(state, (*lines, f"Game over. Score: {score(game)}"))
    return replace(state, scene="done", past="", note="" if state.note == "Given up." else state.note)
