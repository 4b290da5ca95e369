"""The day's puzzle at a door: requested on the title page, played on the game's own board.

Pure. It only counts for the caller's own puzzle score, which is saved with their choices.
"""

from __future__ import annotations

from typing import Final

from door.games.chance import keyed
from door.games.contract import Game
from door.games.game import Table
from door.games.luck import SHOWN, Dear
from door.midend.api import AskPuzzle, PuzzleFound, Remember
from door.midend.replay import PUZZLE, Puzzle, has_puzzles, played, read_tally
from door.midend.state import Again, State, Step, held, notice, refuse, say
from door.ui.texts import tr
from door.ui.widgets import Hint
from door.ui.words import sentences

HINT: Final = Hint("w", tr.door_keys.puzzle)


def ask(game: Game, state: State) -> Step:
    """Request the day's puzzle."""
    if not has_puzzles(game):
        return state, ()
    return notice(state._replace(awaited=PUZZLE), tr.puzzle.looking_for_puzzle()), (AskPuzzle(),)


def on_found(game: Game, state: State, found: PuzzleFound) -> Step:
    """Show the puzzle, once a day."""
    puzzle = found.puzzle
    if state.awaited != PUZZLE:
        return state, ()
    state = state._replace(awaited="")
    if state.scene not in ("title", "done") or state.over:
        return state, ()
    if puzzle is None:
        return refuse(state, found.why)
    tally = read_tally(state.chosen.get(PUZZLE, ""))
    if tally.day == puzzle.day:
        return notice(state, tr.puzzle.already_had_today(stands=tally.stands())), ()
    table = _table(game, state, puzzle)
    state = state._replace(over="again", again=Again(table, 0, puzzle=puzzle), note="", bad=False)
    return say(state, (question(puzzle), *game.say(None, table))), ()


def _table(game: Game, state: State, puzzle: Puzzle) -> Table:
    chance = keyed(puzzle.seed, puzzle.words)
    position = played(game, puzzle.options, puzzle.seats, chance, puzzle.moves)
    choices = held(game, state)
    table = Table(
        position, None, 0, puzzle.options, puzzle.seats, puzzle.moves, kind="practice", choices=choices,
        keys=state.setup.keys, caller=state.setup.caller,
    )  # fmt: skip
    return table._replace(board=game.board(table))


def question(puzzle: Puzzle) -> str:
    """Return the question in at most 78 columns."""
    if not puzzle.by:
        return tr.puzzle.plain_question(points=points(puzzle.gap))
    asked = tr.puzzle.question(by=puzzle.by)
    whole = sentences(asked, tr.puzzle.question_best_by(points=points(puzzle.gap)))
    return whole if len(whole) <= 78 else asked


def judged(state: State, puzzle: Puzzle, made: Dear) -> tuple[State, Remember]:
    """Return the state with the caller's new puzzle score, and the effect that saves it."""
    tally = read_tally(state.chosen.get(PUZZLE, "")).after(puzzle.day, made.cost < SHOWN)
    return state._replace(chosen={**state.chosen, PUZZLE: tally.text()}), Remember(PUZZLE, tally.text())


def answer(state: State, puzzle: Puzzle, made: Dear) -> str:
    """Return the result of the choice with the puzzle score, in at most 78 columns."""
    tally = read_tally(state.chosen.get(PUZZLE, "")).stands()
    if made.cost < SHOWN:
        return sentences(tr.puzzle.right_answer(points=points(puzzle.gap), move=made.move), tally)
    wrong = tr.puzzle.wrong_answer(move=made.move, points=points(made.cost), best=made.best)
    return sentences(wrong, tally)


def points(cost: float) -> str:
    """Return the cost of a choice in hundredths: "2.50", "3"."""
    return f"{cost:.2f}".removesuffix(".00")
