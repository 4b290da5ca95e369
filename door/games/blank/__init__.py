"""The blank door: one die, one guess.  Copy this folder to begin a door of your own.

It is small and complete: a rule, a move with a text form, the screen, plain mode, and what
the audit needs.  It is not in the catalogue; the contract test runs it all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from door.games import api, widgets
from door.games.chance import Chance
from door.term.canvas import BRIGHT_CYAN, GREY, WHITE, Canvas
from door.term.keys import Key, Line

INFO: Final = api.Info(
    "blank", "High Or Low", "One die, one guess", BRIGHT_CYAN,
    options=(api.TURNS_PER_DAY, api.RANKING, api.TOP, api.Option("prize", 10, "points for a right guess")),
)  # fmt: skip
KEYS: Final = widgets.Hint("h", "high"), widgets.Hint("l", "low"), widgets.Hint("q", "leave")
BETWEEN: Final = widgets.Hint("enter", "play"), widgets.Hint("q", "leave")
MOVES: Final = {"h": "high", "l": "low"}

# -- the rules: seed, options and moves give the score, and nothing else does ----------------


def replay(
    options: api.Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]
) -> api.Outcome:  # fmt: skip
    """A die is thrown; "high" is right for 4 to 6, "low" for 1 to 3; "quit" scores nothing."""
    face, chance = chance.below(6)
    if len(moves) > 1 or not set(moves) <= {"high", "low", "quit"}:
        raise api.IllegalMove('one move only: "high", "low" or "quit"')
    right = list(moves) == ["high" if face >= 3 else "low"]
    score = int(str(options["prize"])) if right else 0
    return api.Outcome(score, bool(moves), used=chance.used, detail={"die": face + 1})


def free_turns(options: api.Options, moves: Sequence[str]) -> int:
    """None are ever earned here."""
    return 0


def narrate(
    options: api.Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]
) -> tuple[str, ...]:  # fmt: skip
    """The finished game, a line a move."""
    outcome = replay(options, seats, chance, moves)
    return (*(f"Guess: {move}" for move in moves), f"Die: {outcome.detail['die']}. Score: {outcome.score}")


def tally(tally: Any, game: Mapping[str, Any]) -> Any:
    """How many games were finished."""
    return (tally or 0) + 1


def renamed(tally: Any, caller: str, to: str) -> Any:
    """Nothing changes: the table knows no callers."""
    return tally


# -- the screen: a frozen state, and what each event makes of it -------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """`begun` is the game on screen; `outcome` what it came to, None while the guess is open."""

    books: api.Books
    begun: api.Begun | None = None
    outcome: api.Outcome | None = None
    seed: str = ""
    note: str = ""

    @property
    def guessing(self) -> bool:
        """Whether a guess is being asked for."""
        return self.begun is not None and self.outcome is None


def start(setup: api.Setup) -> tuple[State, api.Effects]:
    """The first screen; the game at once where that is asked for."""
    return State(setup.books), (api.Begin(),) if setup.straight else ()


def update(state: State, event: api.Event) -> tuple[State, api.Effects]:
    """Keys and lines are guesses; the board's answers are kept to be shown."""
    match event:
        case Key(name) | Line(name):
            return _typed(state, name.strip().lower()[:1] if isinstance(event, Line) else name.lower())
        case api.Begun(moves=moves):
            state = replace(state, begun=event, outcome=None, seed="", note="", books=event.books)
            return _end(state, moves, ()) if moves else (state, ())
        case api.Booked(seed=seed, books=books, note=note):
            return replace(state, seed=seed, books=books, note=note), ()
        case api.Refused(reason, books):
            return replace(state, note=reason, books=books), (api.Bell(),)
        case api.News(books):
            return replace(state, books=books), ()
    return state, ()


def _typed(state: State, name: str) -> tuple[State, api.Effects]:
    if name in ("q", "esc", "n"):
        return state, (api.Leave(),)
    if not state.guessing:
        return state, (api.Begin(),) if name in ("enter", "", "y", "p") else ()
    move = MOVES.get(name)
    return _end(state, (move,), (api.Moved(move),)) if move else (replace(state, note="High or low?"), ())


def _end(state: State, moves: tuple[str, ...], effects: api.Effects) -> tuple[State, api.Effects]:
    assert state.begun is not None
    outcome = replay(state.begun.options, state.begun.seats, state.begun.chance, moves)
    return replace(state, outcome=outcome, note=""), (*effects, api.Finish(outcome.score))


def _lines(state: State) -> list[str]:
    """What there is to say: the screen shows it, plain mode says it."""
    if state.begun is None:
        return [INFO.tagline, state.note]
    lines = [f"Commitment: {state.begun.commit}"]
    if state.outcome is not None:
        lines += [f"Die: {state.outcome.detail['die']}", f"Game over. Score: {state.outcome.score}"]
    return [*lines, *([f"Seed: {state.seed}"] if state.seed else []), state.note]


def draw(state: State, view: api.View) -> Canvas:
    """Everything in the middle, the keys on the last line."""
    canvas = Canvas(80, 23)
    widgets.panel(canvas, 1, 2, 78, 16, INFO.name, INFO.accent, WHITE, "double")
    for row, line in enumerate(_lines(state)):
        canvas.centre(5 + row * 2, line[:76], GREY)
    widgets.keys_line(canvas, KEYS if state.guessing else BETWEEN, INFO.accent)
    return widgets.centred(canvas, view.cols, view.rows)


def tell(before: State | None, after: State) -> api.Speech:
    """The lines that were not there before, and the question."""
    said = _lines(before) if before is not None and before.begun is after.begun else []
    prompt = "High or low?" if after.guessing else "Play? (y/n)"
    return api.Speech(tuple(line for line in _lines(after) if line and line not in said), prompt)
