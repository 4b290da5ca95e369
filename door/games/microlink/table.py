"""The table: how a game moves on from roll to roll, by the caller's hand and by itself.

Law: `flow` is the one place where things move by themselves.  Each scene says how long it
waits before it moves on (`_PAUSES`: None for ever, until a key) and what it moves on to
(`_NEXT`); where nothing is to be animated the pauses are 0 and whole turns go by in one
step.  Dice that tumble are drawn from the frame's number, never from the game's chance.

A game is on the books as soon as it is over: `Finish` goes out with the last move, and what
is left to show is shown while the board writes it down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.games.game import IllegalMove
from door.games.microlink import computer
from door.games.microlink.rules import Game, apply, new_game, refusal, score, summary
from door.games.microlink.state import IN_PLAY, Answer, State, by_computer, level_for
from door.games.microlink.toggles import DEMO
from door.games.shutbox.rules import QUIT, move_text, read_move, tiles_of, total_of
from door.midend.api import Begin, Begun, Finish, Moved
from door.ui.screen import Bell, Effects, Wake

ROLL_FRAMES: Final = 8
ROLL_SECONDS: Final = 0.06
DOOR_SECONDS: Final = 0.35  # between two doors that the computer shuts
DEAD_SECONDS: Final = 1.2
TURN_SECONDS: Final = 1.8
BLINK_OF_AN_EYE: Final = 0.05  # a fast demonstration still has to be seen
GO: Final = "go"
_LEVELS: Final = tuple(level.name for level in computer.LEVELS)


# -- a game begins ------------------------------------------------------------------------------


def begun(state: State, event: Begun) -> Answer:
    """A game was begun, or goes on where it was dropped."""
    try:
        game = _replayed(event)
    except IllegalMove as error:
        return replace(state, scene="title", note=f"This game cannot be played on: {error}"), (Bell(),)
    on = state.on - {DEMO} if event.ranked else state.on
    note = "Your game goes on: the same doors, the same dice." if event.resumed else ""
    if not event.ranked and not state.demo and state.saved:
        note = "Practice: it costs no turn and counts for nothing."
    state = replace(
        state, begun=event, booked=None, books=event.books, game=game, on=on, note=note, over="", page=0,
        filed=False, chosen=0, frame=0, at=5, waiting=state.waiting and not event.ranked,
    )  # fmt: skip
    if game.over:
        return _over(state, game, ())
    if game.steps:
        return flow(_chooser(state, game))
    return flow(replace(state, scene="ready"))


def _replayed(event: Begun) -> Game:
    game = new_game(event.options, event.seats, event.chance)
    for move in event.moves:
        game = apply(game, move)
    return game


# -- what moves by itself ---------------------------------------------------------------------------


def flow(state: State, effects: Effects = ()) -> Answer:
    """Moves on until a key is needed, or a wait; the wait is the last effect."""
    while True:
        pause = pause_of(state)
        if pause is None or state.over:
            return state, effects
        if pause > 0:
            return state, (*effects, Wake(pause, GO))
        state, more = move_on(state)
        effects = (*effects, *more)


def pause_of(state: State) -> float | None:
    """Seconds until the scene moves on by itself; None where it waits for a key."""
    rule = _PAUSES.get(state.scene)
    return rule(state, state.game) if rule and state.game is not None else None


def _quick(state: State, seconds: float) -> float:
    """A wait as the caller wants it: none, hardly any, or all of it."""
    if state.setup.plain or (state.still and not state.demo):
        return 0
    return BLINK_OF_AN_EYE if state.still else seconds


def _before_roll(state: State, game: Game) -> float | None:
    prompt = "r" in state.on and not state.setup.plain and not by_computer(state, game, game.seat)
    return None if prompt else 0


def _while_rolling(state: State, game: Game) -> float:
    return 0 if state.still else ROLL_SECONDS * (1 + state.frame / ROLL_FRAMES)


def _while_stuck(state: State, game: Game) -> float | None:
    seat = game.turns[-1].seat
    return _quick(state, DEAD_SECONDS) if state.setup.plain or by_computer(state, game, seat) else None


def _after_turn(state: State, game: Game) -> float | None:
    prompt = ("n" in state.on or game.over) and not state.setup.plain and not state.demo
    return None if prompt else _quick(state, TURN_SECONDS)


_PAUSES: Final[dict[str, Callable[[State, Game], float | None]]] = {
    "ready": _before_roll,
    "rolling": _while_rolling,
    "watching": lambda state, game: _quick(state, DOOR_SECONDS),
    "stuck": _while_stuck,
    "turn": _after_turn,
}


def move_on(state: State) -> Answer:
    """What a scene comes to next."""
    if state.game is None or state.scene not in _NEXT:
        return state, ()
    return _NEXT[state.scene](state, state.game)


def _roll(state: State, game: Game) -> Answer:
    return replace(state, scene="rolling", frame=0, chosen=0), ()


def _tumble(state: State, game: Game) -> Answer:
    if state.frame + 1 < ROLL_FRAMES and not state.still:
        return replace(state, frame=state.frame + 1), ()
    return _landed(state, game), ()


def _landed(state: State, game: Game) -> State:
    """The dice lie still."""
    state = replace(state, frame=0)
    if not state.filed:
        return _chooser(state, game)
    return replace(state, scene="stuck" if "k" in state.on else "turn")


def _chooser(state: State, game: Game) -> State:
    """Whoever has the turn looks at the dice."""
    if by_computer(state, game, game.seat):
        return replace(state, scene="watching", chosen=0)
    tiles = tiles_of(game.box.open)
    at = state.at if state.at in tiles else min(tiles, key=lambda tile: abs(tile - state.at))
    return replace(state, scene="choosing", chosen=0, at=at)


def _watch(state: State, game: Game) -> Answer:
    """The computer shuts one more of its doors, or enters them."""
    level = level_for(game, _LEVELS, game.seat)
    wanted = read_move(computer.choose(game, level))
    rest = tiles_of(wanted & ~state.chosen)
    if rest and not state.still and state.chosen & ~wanted == 0:
        return replace(state, chosen=state.chosen | 1 << rest[0] - 1, at=rest[0]), ()
    return _entered(state, game, wanted)


def _turn_ends(state: State, game: Game) -> Answer:
    return replace(state, scene="turn"), ()


def _next_turn(state: State, game: Game) -> Answer:
    state = replace(state, filed=False, chosen=0, note="")
    if game.over:
        return (putting_away(state)) if state.idle else (replace(state, scene="done"), ())
    return replace(state, scene="ready"), ()


_NEXT: Final[dict[str, Callable[[State, Game], Answer]]] = {
    "ready": _roll,
    "rolling": _tumble,
    "watching": _watch,
    "stuck": _turn_ends,
    "turn": _next_turn,
}


# -- moves -----------------------------------------------------------------------------------------------


def enter(state: State, chosen: int) -> Answer:
    """Enters these doors, or says why not and rings."""
    game = state.game
    if game is None or state.scene != "choosing":
        return state, ()
    if reason := refusal(game, chosen):
        return replace(state, note=reason), (Bell(),)
    return flow(*_entered(state, game, chosen))


def _entered(state: State, game: Game, chosen: int) -> Answer:
    move = move_text(chosen)
    after = apply(game, move)
    ended = len(after.turns) > len(game.turns)
    state = replace(state, game=after, chosen=0, note="", filed=ended, frame=0, scene="rolling")
    if ended and after.turns[-1].perfect:
        state = replace(state, scene="turn")
    effects: Effects = (Moved(move),)
    if after.over:
        effects = (*effects, Finish(score(after), summary(after)))
    return state, effects


def _over(state: State, game: Game, effects: Effects) -> Answer:
    """A game that is over already goes on the books, and its last page is shown."""
    return replace(state, scene="done", filed=False), (*effects, Finish(score(game), summary(game)))


def shut(state: State, number: int, down: bool) -> Answer:
    """Shuts a door or opens it again; one shut on an earlier roll stays shut.

    Without the roll prompt the doors are entered as soon as they make the roll.
    """
    game = state.game
    if game is None or state.scene != "choosing":
        return state, ()
    bit = 1 << number - 1
    if not game.box.open & bit:
        return replace(state, note=f"Door {number} is shut for this turn."), (Bell(),)
    chosen = state.chosen | bit if down else state.chosen & ~bit
    state = replace(state, chosen=chosen, at=number, note="")
    if "r" not in state.on and down and total_of(chosen) == game.box.total:
        return enter(state, chosen)
    return state, ()


def give_up(state: State) -> Answer:
    """The game ends here, with the turns that are finished."""
    game = state.game
    if game is None or game.over:
        return state, ()
    after = apply(game, QUIT)
    return _over(replace(state, game=after, over="", note="", chosen=0), after, (Moved(QUIT),))


# -- demonstrations ----------------------------------------------------------------------------------------


def put_away(state: State) -> Answer:
    """Breaks off a game that counts for nothing, whatever it has come to."""
    game = state.game
    if game is None or game.over:
        return putting_away(state)
    state, effects = give_up(state)
    return replace(state, scene="closing", filed=False), effects


def putting_away(state: State) -> Answer:
    """Leaves a demonstration that is over, once the board has let it go."""
    state = replace(state, scene="closing", over="", filed=False)
    return went_away(state) if state.booked is not None else (state, ())


def went_away(state: State) -> Answer:
    """The demonstration is gone: back to the contest game that waits, or to the title page."""
    state = replace(state, idle=False, game=None, begun=None, booked=None, note="")
    if state.back:
        return replace(state, scene="opening", back=False, on=state.on - {DEMO}), (Begin(),)
    return replace(state, scene="title"), ()


def hand_over(state: State) -> Answer:
    """After the demonstration was switched: the turn goes to who plays now."""
    game = state.game
    if game is None or state.scene not in IN_PLAY:
        return state, ()
    if state.scene in ("choosing", "watching") and not state.filed:
        state = _chooser(state, game)
    return flow(state)


def skip(state: State) -> Answer:
    """Any key: the dice fall at once, the computer's doors shut at once, a pause is over."""
    game = state.game
    if game is None:
        return state, ()
    state = replace(state, note="")
    if state.scene == "rolling":
        return flow(_landed(state, game))
    if state.scene == "watching":
        wanted = read_move(computer.choose(game, level_for(game, _LEVELS, game.seat)))
        return flow(*_entered(state, game, wanted))
    return flow(*move_on(state))
