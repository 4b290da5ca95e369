"""A choice made once more: the dearest of a game that is over are set before the caller again, and judged.

Law: pure.  The board and the keys are the game's; nothing of it counts, and nothing is kept.
"""

from __future__ import annotations

from typing import Final

from door.games.game import EVERYBODY, Act, Enter, Game, Refuse, Show, reader
from door.games.luck import SHOWN, Dear
from door.midend import play
from door.midend.api import Think, Thought
from door.midend.flow import beaten
from door.midend.pages import coach, puzzle
from door.midend.pages.way import SEE, open_way
from door.midend.replay import position_after
from door.midend.state import Action, Again, State, Step, recap, refuse, ring, say, table_of
from door.term.canvas import GREY, YELLOW, Canvas
from door.term.keys import Key, Mouse
from door.ui.screen import Effects, View
from door.ui.texts import tr
from door.ui.widgets import BACK, Hint, cut, keys_line

NAME: Final = "again"
NUMBERS: Final = {"1": 0, "2": 1, "3": 2}
_BACK: Final = Hint("esc", tr.door_keys.back_to_the_coach)
_ENTER: Final = Hint("enter", tr.door_keys.play_it)
"""What makes the choice, also at a game that draws this key itself."""

_NOT_HERE: Final = frozenset(["n", "f2", "s", "f3", "t", "u"])
"""Keys of a game that is being played: a new one, its settings and records, a move taken back."""

_OUT: Final = frozenset(["esc", "q"])
_HELP: Final = frozenset(["?", "h", "help"])
"""Lines that ask for help, which is told what is asked."""


def open_again(game: Game, state: State, place: int) -> Step:
    """Sets the dearest choice number `place` (from 0) before the caller, on the board as it was then."""
    begun, dear = state.begun, state.verdict.dear if state.verdict else ()
    if begun is None or place >= len(dear):
        return state, ()
    table = table_of(state)
    moves = table.moves[: dear[place].at]
    table = table._replace(
        position=position_after(game, begun.options, table.seats, begun.chance, moves), moves=moves,
        before=None, frame=None, let=(), board=None,
    )  # fmt: skip
    table = table._replace(eyes=max(reader(table._replace(eyes=EVERYBODY)), 0))
    table = table._replace(board=game.board(table))
    state = state._replace(over="again", again=Again(table, place), note="", bad=False)
    return say(state, (asked(state), *game.say(None, table))), ()


def asked(state: State) -> str:
    """What is asked, or what the choice made now comes to: a sentence of at most 78 columns."""
    again, verdict = state.again, state.verdict
    assert again is not None
    if again.judged is not None:
        return puzzle.answer(state, again.puzzle, again.judged) if again.puzzle else judged(again.judged)
    if again.move:
        return tr.puzzle.retry_coach_looking()
    if again.puzzle:
        return puzzle.question(again.puzzle)
    assert verdict is not None
    one = verdict.dear[again.place]
    return tr.puzzle.retry_what_now(place=again.place + 1, move=one.move, points=puzzle.points(one.cost))


def judged(made: Dear) -> str:
    """What a choice made once more comes to."""
    if made.cost < SHOWN:
        return tr.puzzle.retry_is_the_best(move=made.move)
    return tr.puzzle.retry_costs(move=made.move, points=puzzle.points(made.cost), best=made.best)


def on_thought(game: Game, state: State, thought: Thought) -> Step:
    """The choice made now has been judged."""
    again = state.again
    if again is None or state.over != "again" or not again.move or thought.name != _name(state, again):
        return state, ()
    if thought.value is None:
        return refuse(state._replace(again=again._replace(move="")), thought.error)
    effects: Effects = ()
    state = state._replace(again=again._replace(judged=thought.value))
    if again.puzzle:
        state, tally = puzzle.judged(state, again.puzzle, thought.value)
        effects = (tally,)
    return say(state, (asked(state),)), effects


def _name(state: State, again: Again) -> str:
    of = again.puzzle.day if again.puzzle else state.begun.id if state.begun else ""
    return f"{NAME} {of} {len(again.table.moves)} {again.move}"


# -- keys ------------------------------------------------------------------------------------


def key_at_coach(game: Game, state: State, key: Key) -> Step:
    """1 to 3 set the dearest choices before the caller, W shows the way to the best; any other key is the
    page's."""
    if key.name in NUMBERS:
        return open_again(game, state, NUMBERS[key.name])
    if key.name.lower() == SEE.key:
        return open_way(game, state)
    return coach.key(game, state, key)


def opens(number: str) -> Action:
    """The action of that key at the end page: in plain mode it comes after what the coach has said."""
    return lambda game, state: open_again(game, state, NUMBERS[number])


def key(game: Game, state: State, key: Key) -> Step:
    """A key at the board; after the choice, where it leads."""
    again, name = state.again, key.name.lower()
    assert again is not None
    if again.judged is not None:
        if again.puzzle:
            return _back(state) if name in {*_OUT, "enter", " "} else (state, ())
        if name in NUMBERS:
            return open_again(game, state, NUMBERS[name])
        if name == "g" and not state.seated:
            return play.play_on(game, state, again.table.moves)
        return _back(state) if name in {*_OUT, "enter", "c", " "} else (state, ())
    if state.beat:
        if name == "enter":
            return beaten(state)
        state = state._replace(beat=False)
    act = game.key(again.table, key)
    if act is None and name in _OUT and not game.covered(again.table):
        return _back(state)
    return _carried(game, state, act)


def mouse(game: Game, state: State, mouse: Mouse) -> Step:
    """A click on the board."""
    again = state.again
    waits = again is not None and not again.move
    return _carried(game, state, game.click(again.table, mouse)) if again and waits else (state, ())


def line(game: Game, state: State, text: str) -> Step:
    """A line of plain mode: the game's, "q" out of it; after the choice, as a key."""
    again, word = state.again, text.lower()
    assert again is not None
    if word in _HELP:
        return say(state, (asked(state),)), ()
    if again.judged is not None or word in _OUT:
        return key(game, state, Key(word[:1] or "enter")) if again.judged else _back(state)
    act = game.line(again.table, text)
    if not text and not again.move and (act is None or isinstance(act, Refuse)):
        return say(state, (asked(state), *recap(game, again.table))), ()
    return _carried(game, state, act)


def _back(state: State) -> Step:
    """At the coach's page; in plain mode, which has said it, at the end page; from a puzzle at the title."""
    away = state.setup.plain or (state.again is not None and state.again.puzzle is not None)
    state = state._replace(over="coach", again=None, note="", bad=False)
    return (state._replace(over="") if away else state), ()


def _carried(game: Game, state: State, act: Act | None) -> Step:
    """What the caller's hand came to: the board, or the choice, which is judged aside."""
    again = state.again
    if again is None or again.move:
        return state, ()
    if isinstance(act, Show):
        state = state._replace(again=again._replace(table=again.table._replace(board=act.board)), note="")
        state = say(state, act.lines)
        return beaten(state) if act.hold else (state, ())
    if isinstance(act, Refuse):
        return refuse(state, act.why)
    if not isinstance(act, Enter) or not act.move:
        return state, ring(state) if isinstance(act, Enter) else ()
    assert game.coach is not None
    if not game.coach.examines(act.move):
        return refuse(state, tr.coach.not_judged())
    again = again._replace(move=act.move)
    task = (again.table.position, act.move)
    return state._replace(again=again, note=""), (Think(game.coach.judge, task, _name(state, again)),)


# -- what is shown -----------------------------------------------------------------------------


def draw(game: Game, state: State, view: View) -> Canvas:
    """The board as it was, with what is asked below it."""
    again = state.again
    assert again is not None
    canvas = game.draw(again.table, view)
    for sprite in game.moving(again.table, view):
        canvas.blit(*sprite)
    if game.covered(again.table):
        return canvas
    said, ink = (
        (f"! {state.note}", YELLOW) if state.note else (asked(state), YELLOW if again.judged else GREY)
    )
    canvas.centre(canvas.rows - 2, cut(said, canvas.cols - 2), ink)
    keys_line(canvas, _hints(game, state, again), game.info.accent)
    return canvas


def _hints(game: Game, state: State, again: Again) -> tuple[Hint, ...]:
    if again.judged is None:
        mine = [hint for hint in game.hints(again.table) if hint.key not in _NOT_HERE]
        mine += [_ENTER] * all(hint.key != "enter" for hint in mine)
        return (*mine, Hint("esc", tr.door_keys.back) if again.puzzle else _BACK)
    if again.puzzle:
        return (BACK,)
    on = () if state.seated else (Hint("g", tr.door_keys.play_from_here),)
    return (*coach.again(state), *on, _BACK)


def prompt(game: Game, state: State) -> str:
    """What plain mode asks."""
    again = state.again
    assert again is not None
    if again.judged is None:
        return game.prompt(again.table)
    if again.puzzle:
        return tr.play.plain_prompt_go_back()
    most = len(state.verdict.dear) if state.verdict else 1
    asked = tr.puzzle.retry_plain_prompt if state.seated else tr.puzzle.retry_plain_prompt_play_on
    return asked(numbers=f"1-{most}" if most > 1 else "1")
