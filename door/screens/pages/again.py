"""Retry the costliest moves of a finished game, or play the day's puzzle, on the board as it was then.

Pure. Board and keys are the game's, and the coach judges. Nothing here counts except the caller's own puzzle
score, which is saved with their choices.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from door.games.analysis import SHOWN, CoachRow
from door.games.contract import Door
from door.games.game import EVERYBODY, Act, Enter, GameView, Refuse, Show, covered, reader
from door.games.record import play as play_through
from door.play.api import FreshEnter, PuzzleAnswered, Remember, Think, Thought
from door.play.next_thing import TALLY, read_tally
from door.play.replay import Puzzle, play_solo
from door.screens import play
from door.screens.pages import scene
from door.screens.state import (
    CLOSED,
    Action,
    Again,
    OpenPage,
    State,
    Step,
    again_of,
    at_rest,
    chosen_values,
    notice,
    put_back,
    recap,
    refuse,
    ring,
    say,
)
from door.term.canvas import GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key, Mouse
from door.ui.blocks import SILENT, DoorFrame, Layout, PageNotice, PictureBody
from door.ui.commands import Command, hint_command, nothing
from door.ui.screen import Effects, View, Visit
from door.ui.texts import tr
from door.ui.widgets import Hint, cut, panel
from door.ui.words import commas, day_name, sentences

NAME: Final = "again"
COSTS: Final = 6
"""Most moves whose costs are shown."""

COSTS_COLS: Final = 52
BLOCKS: Final = 9
"""Blocks of the row that a caller shares."""

NUMBERS: Final = {"1": 0, "2": 1, "3": 2}
_NOT_HERE: Final = frozenset(["n", "f2", "s", "f3", "t", "u"])
"""Keys of a game in progress: new game, settings, records, take back."""

_OUT: Final = frozenset(["esc", "q"])
_HELP: Final = frozenset(["?", "h", "help"])
"""Lines that repeat the question."""


def open_again(game: Door, state: State, dear_at: int) -> Step:
    """Show the board before costly move number `dear_at` (from 0)."""
    dear, table = state.look.verdict.dear if state.look.verdict else (), state.table
    if table is None or dear_at >= len(dear):
        return state, ()
    course = play_through(game.rules, table.course.record.upto(dear[dear_at].at))
    eyes = max(reader(table._replace(eyes=EVERYBODY)), 0)
    table = put_back(game, table._replace(eyes=eyes), course)
    state = state._replace(page=state.page._replace(name="again"), again=Again(table, dear_at), note=SILENT)
    return say(state, (question(state), *game.words.say(None, table))), ()


def question(state: State) -> str:
    """Return the question, or the verdict on the new move, as a sentence of at most 78 columns."""
    again, verdict = again_of(state), state.look.verdict
    if again.judged is not None:
        made = again.judged
        if again.puzzle:
            return _answer(state, again.puzzle, made)
        if made.cost < SHOWN:
            return tr.puzzle.retry_is_the_best(move=made.move)
        return tr.puzzle.retry_costs(move=made.move, points=points(made.cost), best=made.best)
    if again.move:
        return tr.puzzle.retry_coach_looking()
    if again.puzzle:
        return _question(again.puzzle)
    assert verdict is not None
    one = verdict.dear[again.dear_at]
    return tr.puzzle.retry_what_now(place=again.dear_at + 1, move=one.move, points=points(one.cost))


def on_thought(game: Door, state: State, thought: Thought) -> Step:
    again = state.again
    if again is None or state.page.name != "again" or not again.move or thought.name != _name(state, again):
        return state, ()
    if thought.value is None:
        return refuse(state._replace(again=again._replace(move="")), thought.error)
    effects: Effects = ()
    state = state._replace(again=again._replace(judged=thought.value))
    if again.puzzle:
        state, tally = _count(state, again.puzzle, thought.value)
        right = thought.value.cost < SHOWN
        effects = (tally, PuzzleAnswered(again.puzzle.day, thought.value.move, right))
    return say(state, (question(state), _costs_line(thought.value))), effects


def _name(state: State, again: Again) -> str:
    of = again.puzzle.day if again.puzzle else again.table.course.record.id
    return f"{NAME} {of} {len(again.table.moves)} {again.move}"


# -- keys ------------------------------------------------------------------------------------


def opens(number: str) -> Action:
    """Return the action of that key on the end page. Plain mode needs it after the coach's comments."""
    return lambda game, state: open_again(game, state, NUMBERS[number])


def retries(game: Door, state: State) -> tuple[Command[State], ...]:
    """Return the commands that retry the costliest moves. The first one is shown for all."""
    verdict = state.look.verdict
    dear = len(verdict.dear) if verdict else 0
    return tuple(
        Command(
            f"retry {key}", key, tr.door_keys.retry_costly_moves if dear and not at else "",
            partial(open_again, game, dear_at=at), shown=f"1-{dear}" if dear > 1 else "",
        )
        for key, at in NUMBERS.items()
    )  # fmt: skip


def _after_verdict(game: Door, state: State, again: Again) -> tuple[Command[State], ...]:
    """Return the commands once the new move is judged."""
    if again.puzzle:
        crowd = _crowd(game, again.puzzle)
        others = Command(
            "others", "enter", tr.door_keys.what_others_chose, lambda state: (_back(state)[0], crowd),
            also=(" ",),
        )  # fmt: skip
        shares = share_puzzle(game, state, again.puzzle)
        share: Command[State] = Command("share", "z", tr.door_keys.share, lambda state: (state, shares))
        return others, share, Command("back", "esc", tr.door_keys.back, _back, also=("q",))
    on = Command(
        "play-on", "g", tr.door_keys.play_from_here,
        lambda state: play.play_on(game, state, again.table.moves),
    )  # fmt: skip
    back = Command("back", "esc", tr.door_keys.back_to_the_coach, _back, also=("q", "enter", "c", " "))
    return (*retries(game, state), *(() if state.among_others else (on,)), back)


def of_game(game: Door, state: State, event: Key | Mouse) -> Step | None:
    """Do what the game says of a key or a click, until the choice is made."""
    again = again_of(state)
    if again.judged is not None or (again.move and isinstance(event, Mouse)):
        return None
    board = game.board
    act = board.key(again.table, event) if isinstance(event, Key) else board.click(again.table, event)
    if act is None and not covered(again.table):
        return None
    return _do_act(game, state, act)


def line(game: Door, state: State, text: str) -> Step:
    """Handle a line in plain mode: the game's, or "q" to leave. After the verdict it is a key."""
    again, word = again_of(state), text.lower()
    if word in _HELP:
        return say(state, (question(state),)), ()
    if again.judged is not None:
        name = word[:1] or "enter"
        command = next((one for one in commands(game, state) if one.pressed(name)), None)
        return command.run(state) if command else (state, ())
    if word in _OUT:
        return _back(state)
    act = game.board.line(again.table, text)
    if not text and not again.move and (act is None or isinstance(act, Refuse)):
        return say(state, (question(state), *recap(game, again.table))), ()
    return _do_act(game, state, act)


def _back(state: State) -> Step:
    """Return to the coach's page. Plain mode returns to the end page, a puzzle to the page it came from."""
    away = state.setup.plain or (state.again is not None and state.again.puzzle is not None)
    state = state._replace(page=state.page._replace(name="coach"), again=None, note=SILENT)
    return (state._replace(page=CLOSED) if away else state), ()


def _do_act(game: Door, state: State, act: Act | None) -> Step:
    """Carry out the game's answer: update the board, or have the move judged in the background."""
    again = state.again
    if again is None or again.move:
        return state, ()
    if isinstance(act, Show):
        table = again.table._replace(board=act.board)
        state = state._replace(again=again._replace(table=table), note=SILENT)
        return say(state, act.lines), ((FreshEnter(),) if act.hold else ())
    if isinstance(act, Refuse):
        return refuse(state, act.why)
    if not isinstance(act, Enter) or not act.move:
        return state, ring(state) if isinstance(act, Enter) else ()
    assert game.coach is not None
    if not game.coach.examines(act.move):
        return refuse(state, tr.coach.not_judged())
    again = again._replace(move=act.move)
    judge = game.coach.weigh if again.puzzle else game.coach.judge
    task = (again.table.position, act.move)
    return state._replace(again=again, note=SILENT), (Think(judge, task, _name(state, again)),)


# -- what is shown -----------------------------------------------------------------------------


def layout(game: Door, state: State) -> Layout:
    """Return the board as it was, with the question below it."""
    again, said = again_of(state), question(state)
    notice = PageNotice(state.note.text or (said if again.judged else ""), bool(state.note.text))
    picture = PictureBody(
        partial(_board, game, again), lambda: (said, *game.words.say(None, again.table)),
        covers=covered(again.table),
    )  # fmt: skip
    return Layout(
        game.info.name(), picture, commands(game, state), hint=said, notice=notice,
        frame=DoorFrame("", game.info.accent), prompt=prompt(game, state),
    )  # fmt: skip


def _board(game: Door, again: Again, view: View) -> Canvas:
    canvas = scene.whole_board(game, again.table, view)
    if again.judged and len(again.judged.costs) > 1:
        _draw_costs(canvas, game, again.judged)
    return canvas


def _draw_costs(canvas: Canvas, game: Door, made: CoachRow) -> None:
    """Draw what each of the best moves loses over the lower part of the board, with the caller's own."""
    every = made.costs
    rows = (
        every[:COSTS] if made.move in dict(every[:COSTS]) else (*every[: COSTS - 1], (made.move, made.cost))
    )
    left, top = (canvas.cols - COSTS_COLS) // 2, canvas.rows - len(rows) - 5
    panel(
        canvas, left, top, COSTS_COLS, len(rows) + 2, tr.puzzle.title_costs(), game.info.accent, head=YELLOW
    )
    most = max(cost for _, cost in rows)
    for y, (move, cost) in enumerate(rows, top + 1):
        ink = WHITE if move == made.move else GREY
        canvas.put(left + 1, y, " " * (COSTS_COLS - 2))
        canvas.put(left + 2, y, cut(move, 14), ink)
        canvas.put(left + 17, y, "█" * round((COSTS_COLS - 30) * cost / most) if most else "", ink)
        canvas.right(
            left + COSTS_COLS - 3, y, f"-{points(cost)}" if cost >= SHOWN else tr.coach.mark_best(), ink
        )


def _costs_line(made: CoachRow) -> str:
    """Return what each of the best moves loses, in a sentence for plain mode, or ""."""
    lost = [f"{move} {points(cost)}" for move, cost in made.costs[1:COSTS] if cost >= SHOWN]
    return tr.puzzle.plain_costs(costs=commas(lost)) if lost else ""


def share_puzzle(game: Door, state: State, puzzle: Puzzle) -> Effects:
    """Open the page with the puzzle's result in lines to paste elsewhere. They don't give it away."""
    tally = read_tally(state.chosen)
    heading = tr.share.puzzle(door=game.info.name(), day=day_name(puzzle.day))
    solved = min(round(BLOCKS * tally.solved / max(tally.tried, 1)), BLOCKS)
    row = tr.share.puzzle_row(bar="▓" * solved + "░" * (BLOCKS - solved), stands=tally.stands())
    return (Visit("share", "\n".join((game.info.slug, heading, row))),)


def commands(game: Door, state: State) -> tuple[Command[State], ...]:
    """Return the keys that are shown. Until the choice is made, they are the game's own."""
    again = again_of(state)
    if again.judged is not None:
        return _after_verdict(game, state, again)
    if covered(again.table):
        return ()
    mine = [hint for hint in game.board.hints(again.table) if hint.key not in _NOT_HERE]
    mine += [Hint("enter", tr.door_keys.play_it)] * all(hint.key != "enter" for hint in mine)
    label = tr.door_keys.back if again.puzzle else tr.door_keys.back_to_the_coach
    back = Command("back", "esc", label, _back, also=("q",))
    return (*(hint_command(one, _back if back.pressed(one.key) else nothing) for one in mine), back)


def prompt(game: Door, state: State) -> str:
    again = again_of(state)
    if again.judged is None:
        return game.words.prompt(again.table)
    if again.puzzle:
        return tr.puzzle.plain_prompt_answered()
    most = len(state.look.verdict.dear) if state.look.verdict else 1
    asked = tr.puzzle.retry_plain_prompt if state.among_others else tr.puzzle.retry_plain_prompt_play_on
    return asked(numbers=f"1-{most}" if most > 1 else "1")


def on_found(game: Door, state: State, puzzle: Puzzle) -> Step:
    """Show the puzzle, once a day."""
    tally = read_tally(state.chosen)
    if tally.day == puzzle.day:
        return notice(state, tr.puzzle.already_had_today(stands=tally.stands())), _crowd(game, puzzle)
    table = _puzzle_table(game, state, puzzle)
    state = state._replace(page=OpenPage("again"), again=Again(table, 0, puzzle=puzzle), note=SILENT)
    return say(state, (_question(puzzle), *game.words.say(None, table))), ()


def _crowd(game: Door, puzzle: Puzzle) -> Effects:
    return (Visit("puzzle", f"{game.info.slug} {puzzle.day}"),)


def _puzzle_table(game: Door, state: State, puzzle: Puzzle) -> GameView:
    course, choices = play_solo(game, puzzle.record), chosen_values(game, state)
    return at_rest(game, GameView(course, choices=choices, caller=state.setup.caller))


def _question(puzzle: Puzzle) -> str:
    if not puzzle.by:
        return tr.puzzle.plain_question(points=points(puzzle.gap))
    asked = tr.puzzle.question(by=puzzle.by)
    whole = sentences(asked, tr.puzzle.question_best_by(points=points(puzzle.gap)))
    return whole if len(whole) <= 78 else asked


def _count(state: State, puzzle: Puzzle, made: CoachRow) -> tuple[State, Remember]:
    """Return the state with the caller's new puzzle score, and the effect that saves it."""
    tally = read_tally(state.chosen)
    tally = tally.after(puzzle.day, state.books.day_before, made.cost < SHOWN)
    return state._replace(chosen={**state.chosen, TALLY: tally.text()}), Remember(TALLY, tally.text())


def _answer(state: State, puzzle: Puzzle, made: CoachRow) -> str:
    """Return the result of the choice with the puzzle score, in at most 78 columns."""
    tally = read_tally(state.chosen).stands()
    if made.cost < SHOWN:
        return sentences(tr.puzzle.right_answer(points=points(puzzle.gap), move=made.move), tally)
    wrong = tr.puzzle.wrong_answer(move=made.move, points=points(made.cost), best=made.best)
    return sentences(wrong, tally)


def points(cost: float) -> str:
    """Return the cost of a choice in hundredths: "2.50", "3"."""
    return f"{cost:.2f}".removesuffix(".00")
