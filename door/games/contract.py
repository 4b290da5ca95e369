"""The contract of a game as one value: `Game`.  Its parts are in `door.games.game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from door.games.chance import Chance
from door.games.coaching import Coach
from door.games.company import Speaker
from door.games.frames import Frame
from door.games.game import Act, Choice, Ending, Front, Marks, Plan, Sheet, Status, Table
from door.games.info import Info, Options
from door.games.tallies import Tables
from door.term.canvas import Canvas, Sprite
from door.term.keys import Key, Mouse
from door.ui.screen import View
from door.ui.texts import MaybeSaid, Sentence, tr
from door.ui.widgets import Hint, Page
from door.ui.words import Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game, as the rest of the house uses it.  Functions that run in a worker process must be picklable.

    Rules:

    - `new(options, seats, chance)`: the first position.  Raises IllegalMove, ValueError or KeyError if no
      game can be made from them.
    - `apply(position, move)`: the position after a move, or IllegalMove.
    - `status(position)`: the `Status`.
    - `describe(before, move, after)`: a move as lines of the record.  The ending's lines follow the last
      move's, unless `end_described`.
    - `whose(movers, move)`: the mover that makes this move.
    - `free_turns(options, moves)`: the extra games that a finished game earned.

    Board:

    - `board(table)`: the board at a new position.  `table.board` is the previous one.
    - `key`, `click`, `line`: the effect of input, None if it means nothing.  In plain mode an empty line that
      is refused or means nothing repeats the `recap`.
    - `covered(table)`: True if a page of the game's own covers the table.  Then nothing moves, the game gets
      every key, and no message or keys line is drawn.
    - `hints(table)`: the keys line.  Without hints the game draws the last row itself.
    - `looking(table)`: the game's keys while callers look at the board after the end.

    Pictures:

    - `draw(table, view)`: 80×23 with the last two rows blank.  A covering page uses all rows.
    - `sign(front, view)`: the title page's picture, at most 80×10.  Default: the name in large letters.
    - `last(table, view)`: the upper twelve rows of the end page.  Default: the top of `draw`.
    - `beside(table)`: for wide screens, a heading and lines of at most 15 columns, the latest last.  They
      appear beside the first `upper` rows of the picture; the rows below are centred under both.
    - `frames(before, after)`: the animation of the last move.  `before` is None at the start.
    - `moving(table, view)`: everything that moves, as sprites over `draw`'s picture, above row `upper`.
    - `rested(table)`: the table without moving parts.  Tables with equal results share a cached picture; None
      redraws it.
    - `company(seen, table)`: the computer whose face and words join the picture.

    Words:

    - `say(before, after)`: the changes, for plain mode.  It describes everything if `before` is None.
    - `recap(table)`: the answer to an empty line.  Default: everything.
    - `prompt(table)`: plain mode's question.
    - `message(table)`: the message line if there is no note.
    - `brief(table)`: the state of the game in at most 39 characters.
    - `ending(table)`: the `Ending`.
    - `help(options, plain)`: the help pages.

    Around a game:

    - `choices(front)`: the rows of the settings form.
    - `plan(front, practice)`: the game that Enter starts.  `about(front)` describes it in a line.
    - `words(argv, front)`: choices made by command-line words, and the unknown words.
    - `rest(table)`: for practice, how a finished game may be played on: the game with the same chance, and
      its first moves.  Its end page then hides what was hidden.
    - `hides(options, code)`: the reason why a caller can't hide that code, or "".  Callers of such a game
      begin with the move "code CODE".

    Records:

    - `tables`: each game's entries in the door's tables.  Default: the best scores.
    - `sheets(front)`: the tables as pages.
    - `marks(game)`: a finished game's points in its month, None if it takes no place.  Default: its score.
    - `feat(game)`: True if the game achieved the feat (`Info.feat`).
    - `badges(game)`: the badges it earned.

    Players:

    - `computer(position, seat, level)`: a level's move, "" to pass.  It runs in a worker.
    - `might(position, seat, level, move)`: True if this level could have made this move at some time limit.
      One function for each released algorithm, the oldest first.  Default: compare with `computer`.
    - `coach`: the game's knowledge of good moves (`door.games.coaching`).
    """

    info: Info
    new: Callable[[Options, Sequence[str], Chance], Any]
    apply: Callable[[Any, str], Any]
    status: Callable[[Any], Status]
    key: Callable[[Table, Key], Act | None]
    draw: Callable[[Table, View], Canvas]
    say: Callable[[Table | None, Table], Lines]
    prompt: Callable[[Table], str]
    hints: Callable[[Table], tuple[Hint, ...]] = lambda table: ()
    describe: Callable[[Any, str, Any], Lines] = lambda before, move, after: (
        (tr.play.plain_move(move=move),) * bool(move)
    )
    end_described: bool = False
    ending: Callable[[Table], Ending] | None = None
    sign: Callable[[Front, View], Canvas] | None = None
    message: Callable[[Table], str] = lambda table: ""
    looking: Callable[[Table], tuple[Hint, ...]] = lambda table: ()
    help: Callable[[Options, bool], tuple[Page, ...]] = lambda options, plain: ()
    board: Callable[[Table], Any] = lambda table: None
    covered: Callable[[Table], bool] = lambda table: False
    click: Callable[[Table, Mouse], Act | None] = lambda table, mouse: None
    line: Callable[[Table, str], Act | None] = lambda table, text: None
    recap: Callable[[Table], Lines] | None = None
    last: Callable[[Table, View], Canvas] | None = None
    beside: Callable[[Table], tuple[str, Lines]] | None = None
    company: Callable[[Table, Table], Speaker | None] = lambda seen, table: None
    brief: Callable[[Table], str] = lambda table: ""
    upper: int = 21
    frames: Callable[[Table | None, Table], tuple[Frame, ...]] = lambda before, after: ()
    rest: Callable[[Table], tuple[Plan, tuple[str, ...]] | None] = lambda table: None
    moving: Callable[[Table, View], tuple[Sprite, ...]] = lambda table, view: ()
    rested: Callable[[Table], Table | None] = lambda table: None
    choices: Callable[[Front], tuple[Choice, ...]] = lambda front: ()
    plan: Callable[[Front, bool], Plan] = lambda front, practice: Plan()
    about: Callable[[Front], str] = lambda front: ""
    words: Callable[[Sequence[str], Front], tuple[dict[str, str], Lines]] | None = None
    sheets: Callable[[Front], tuple[Sheet, ...]] = lambda front: ()
    tables: Tables | None = None
    marks: Callable[[Mapping[str, Any]], Marks | None] | None = None
    feat: Callable[[Mapping[str, Any]], bool] | None = None
    badges: Callable[[Mapping[str, Any]], tuple[Sentence, ...]] = lambda game: ()
    computer: Callable[[Any, int, str], str] | None = None
    might: tuple[Callable[[Any, int, str, str], bool], ...] = ()
    whose: Callable[[Sequence[int], str], int] = lambda movers, move: movers[-1]
    hides: Callable[[Options, str], MaybeSaid] | None = None
    coach: Coach | None = None
    free_turns: Callable[[Options, Sequence[str]], int] = lambda options, moves: 0

    def __post_init__(self) -> None:
        if self.info.daily and self.info.seats[0] > 1:
            raise ValueError(f"{self.info.slug}: a daily deal is one caller's, so seats must begin at 1")
