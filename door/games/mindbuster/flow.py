"""A game's course: it is begun, the computer thinks, pegs come to the board, it ends.

Law: every move of a game passes through here, and its effects are told in the order in which
they happen.  The computer's guesses are worked out aside (`Think`) from its own rows and
their scores; a game is on the books as soon as it is over, while the last pegs are still
being shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.games.game import IllegalMove
from door.games.mindbuster import hand, thoughts
from door.games.mindbuster.card import options_for, seats_of
from door.games.mindbuster.record import checked
from door.games.mindbuster.rules import LEVELS, QUIT, Game, apply, new_game, result, score
from door.games.mindbuster.state import MINE, THEIRS, Answer, State, ring, rows_of
from door.midend.api import Begin, Begun, Booked, Finish, Moved, News, Refused, Think, Thought
from door.ui.screen import Effects, Tick, Wake

PEG_SECONDS: Final = 0.14


# -- the board answers ----------------------------------------------------------------------


def begin(state: State) -> Answer:
    """Asks for a game of the caller's choice, or for the one that waits."""
    asked = Begin(options_for(state.choice), seats_of(state.choice, state.setup.caller))
    return replace(state, scene="opening", over="", note=""), (asked,)


def on_begun(state: State, begun: Begun) -> Answer:
    try:
        checked(begun.options)
        game = new_game(begun.options, begun.seats, begun.chance)
        for move in begun.moves:
            game = apply(game, move)
    except (IllegalMove, KeyError, TypeError, ValueError) as error:
        return replace(state, scene="title", note=f"This game cannot be played on: {error}"), ring(state)
    state = replace(
        state, begun=begun, booked=None, books=begun.books, game=game, hand=hand.fresh(game.holes), over="",
        worn=state.choice.worn,
        note="Your game goes on: the same codes, the same rows." if begun.resumed else "",
        eyes=((), ()), another=False, frame=0,
    )  # fmt: skip
    if game.phase == "code":
        return replace(state, scene="code"), ()
    if game.phase == "answer":
        return replace(state, scene="waiting"), think(state)
    return _settled(state, (Finish(score(game), {"result": result(game)}),) if game.over else ())


def on_refused(state: State, no: Refused) -> Answer:
    return replace(state, scene="title", books=no.books, note=no.reason, another=False), ring(state)


def on_booked(state: State, booked: Booked) -> Answer:
    state = replace(state, booked=booked, books=booked.books, note=booked.note or state.note)
    return begin(state) if state.another else (state, ())


def on_news(state: State, news: News) -> Answer:
    return replace(state, books=news.books), ()


# -- the computer thinks ---------------------------------------------------------------------


def _turn(state: State) -> str:
    """The name of the thought that the game waits for."""
    assert state.game is not None and state.begun is not None
    return f"answer {state.begun.id} {len(state.game.answers)}"


def think(state: State) -> Effects:
    """The computer's next guess, worked out from its own rows alone, never from the code."""
    game, begun = state.game, state.begun
    assert game is not None and begun is not None
    level = state.level if state.level in LEVELS else "watson"
    args = (game.holes, game.colours, game.history(), level, begun.commit)
    return (Think(thoughts.guess, args, _turn(state)),)


def on_thought(state: State, thought: Thought) -> Answer:
    if state.game is None or state.begun is None:
        return state, ()
    for side in (MINE, THEIRS):
        if thought.name == _glance(state, side):
            return _seen(state, thought, side)
    if thought.name != _turn(state) or state.game.phase != "answer":
        return state, ()
    try:
        game = apply(state.game, str(thought.value))
    except IllegalMove:
        why = thought.error or "The computer could not think of a guess."
        return replace(state, note=f"{why} ENTER asks it again."), ring(state)
    state, effects = replace(state, game=game, note=""), (Moved(str(thought.value)), *ending(game))
    return _answering(state, effects) if state.scene == "waiting" else (state, effects)


def ending(game: Game) -> Effects:
    return (Finish(score(game), {"result": result(game)}),) if game.over else ()


def _glance(state: State, side: int) -> str:
    """The name of the thought about the next row of that side."""
    assert state.begun is not None
    return f"eye {state.begun.id} {side} {len(state.eyes[side])}"


def _seen(state: State, thought: Thought, side: int) -> Answer:
    """The solver has seen a row, and goes on to the next while the caller looks on."""
    if thought.value is None:
        return replace(state, over="", note=thought.error or "The rows could not be looked at."), ring(state)
    mine, theirs = state.eyes
    eyes = ((*mine, thought.value), theirs) if side == MINE else (mine, (*theirs, thought.value))
    state = replace(state, eyes=eyes)
    return state, look(state, side) if state.over == "eye" and state.side == side else ()


def look(state: State, side: int) -> Effects:
    """Asks the solver for one side's next row: a row at a time, so that nobody's move waits for ten."""
    game, begun = state.game, state.begun
    if game is None or begun is None or len(state.eyes[side]) == len(rows_of(game, side)):
        return ()
    history = game.history() if side == THEIRS else tuple(zip(game.guesses, game.marks(), strict=True))
    args = (game.holes, game.colours, history[: len(state.eyes[side]) + 1], begun.commit)
    return (Think(thoughts.solver_eye, args, _glance(state, side)),)


# -- what moves by itself ----------------------------------------------------------------------


def frames(state: State) -> int:
    """The steps of the scene's animation: the pegs that come to the board one by one."""
    game = state.game
    if game is None or state.scene not in ("marking", "answering"):
        return 0
    if state.scene == "marking":
        return sum(game.marks()[-1])
    return game.holes + sum(game.answer_marks()[-1])


def _showing(state: State) -> Effects:
    return (Wake(PEG_SECONDS, "peg"),)


def marking(state: State, effects: Effects) -> Answer:
    """The caller's score goes up peg by peg."""
    shown = replace(state, scene="marking", frame=0)
    return _marked(shown, effects) if state.still or not frames(shown) else (shown, effects + _showing(shown))


def _marked(state: State, effects: Effects) -> Answer:
    """The caller's row stands: the computer's turn in a duel."""
    assert state.game is not None
    if not state.game.duel:
        return _settled(state, effects)
    if state.game.phase == "answer":
        return replace(state, scene="waiting", frame=0), effects
    return _answering(state, effects)


def _answering(state: State, effects: Effects) -> Answer:
    """The computer sets its pegs, and their score goes up."""
    shown = replace(state, scene="answering", frame=0)
    return _settled(shown, effects) if state.still else (shown, effects + _showing(shown))


def _settled(state: State, effects: Effects) -> Answer:
    """Nothing moves: the next row, or the end."""
    game = state.game
    assert game is not None
    state = replace(state, frame=0, hand=hand.fresh(game.holes))
    if not game.over:
        return replace(state, scene="guess"), effects
    solved = game.broken or game.beaten
    return replace(state, scene="done"), (*effects, *(ring(state) if solved else ()))


def on_tick(state: State, tick: Tick) -> Answer:
    if tick.name != "peg" or not frames(state):
        return state, ()
    if state.frame >= frames(state):
        return skip(state)
    return replace(state, frame=state.frame + 1), _showing(state)


def skip(state: State) -> Answer:
    """The end of what is being shown, at once."""
    return _marked(state, ()) if state.scene == "marking" else _settled(state, ())


def give_up(state: State, another: bool = False) -> Answer:
    """The game ends here, not broken."""
    if state.game is None or state.game.over:
        return replace(state, over=""), ()
    game = apply(state.game, QUIT)
    state = replace(state, game=game, over="", note="", scene="done", frame=0, another=another)
    return state, (Moved(QUIT), *ending(game))
