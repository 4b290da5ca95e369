"""The contract of a game: one `Door`, which is a card and six parts.

A newcomer writes seven functions: `new`, `apply`, `status`, `keys`, `draw`, `say` and `prompt`.  Everything
else has a default.  `door.games.game` has the values that the functions take and return.

Functions that run in a worker process (`computer`, and the coach) must be picklable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from door.games.chance import Chance
from door.games.coaching import Coach
from door.games.company import Speaker
from door.games.frames import Frame
from door.games.game import (
    Act,
    Choice,
    Ending,
    Front,
    GamePlan,
    GameView,
    MonthPoints,
    Sheet,
    Status,
    covered,
)
from door.games.info import Info, Options
from door.games.keys import NO_KEYS, Keys, effect_of_click
from door.games.tallies import FinishedGame, TallyTables
from door.term.canvas import Canvas, Rect, Sprite
from door.term.keys import Key, Mouse
from door.ui.screen import View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Hint, TextPage
from door.ui.words import Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules, which the audit runs.

    - `new(options, seats, chance)`: the first position.  Raises IllegalMove, ValueError or KeyError if no
      game can be made from them.
    - `apply(position, move)`: the position after a move.  Raises IllegalMove with a sentence for the caller.
    - `status(position)`: who may move, the scores, and whether the game is over.
    - `computer(position, seat, level)`: a level's move, "" to pass.  It runs in a worker.
    - `could_choose(position, seat, level, move)`: True if that level could have made that move.  Default:
      compare with `computer`.
    """

    new: Callable[[Options, Sequence[str], Chance], Any]
    apply: Callable[[Any, str], Any]
    status: Callable[[Any], Status]
    computer: Callable[[Any, int, str], str] | None = None
    could_choose: Callable[[Any, int, str, str], bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The caller's hand.

    - `keys(table)`: the keys that work now.  The keys line follows from them, unless there are
      `other_hints(table)`, also while callers look at the board after the end.  Without either, the game
      draws the last row itself.
    - `other_key(table, key)`, `other_line(table, text)`: the effect of any other input, None if it means
      nothing.  In plain mode an empty line that is refused or means nothing repeats the `recap`.
    - `click(table, mouse)`: the effect of the mouse.  Default: what the clicked `Binding` does.
    - `start(table)`: the board at a new position.  `table.board` is the previous one.  If a board has a true
      attribute `covers`, a page of the game's own covers the table.  Then nothing moves, the game gets every
      key, and no message or keys line is drawn.  Only while it has a true attribute `speaks` may message and
      keys line depend on it.
    - `choices(front)`: the rows of the settings form.
    - `plan(front, practice)`: the game that Enter starts.  `about(front)` describes it in a line.
    - `argv`: the choices that a word of the command line makes, besides the values of single choices.
    """

    keys: Callable[[GameView], Keys] = lambda table: NO_KEYS
    other_key: Callable[[GameView, Key], Act | None] = lambda table, key: None
    other_line: Callable[[GameView, str], Act | None] = lambda table, text: None
    other_hints: Callable[[GameView], tuple[Hint, ...]] | None = None
    click: Callable[[GameView, Mouse], Act | None] = effect_of_click
    start: Callable[[GameView], Any] = lambda table: None
    choices: Callable[[Front], tuple[Choice, ...]] = lambda front: ()
    plan: Callable[[Front, bool], GamePlan] = lambda front, practice: GamePlan()
    about: Callable[[Front], str] = lambda front: ""
    argv: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def key(self, table: GameView, key: Key) -> Act | None:
        bound = None if covered(table) else self.keys(table).by_key.get(key.name.lower())
        return bound.effect(table) if bound else self.other_key(table, key)

    def line(self, table: GameView, text: str) -> Act | None:
        """Return the effect of a line in plain mode."""
        bound = None if covered(table) else self.keys(table).by_word.get(text.strip().lower())
        return bound.effect(table) if bound else self.other_line(table, text)

    def hints(self, table: GameView) -> tuple[Hint, ...]:
        return self.other_hints(table) if self.other_hints else self.keys(table).hints


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The pictures.

    - `draw(table, view)`: the position, or the frame of an animation, on 80×23 with the last two rows blank.
      The table has no `board`, unless it covers the table; such a page uses all rows.
    - `hand(table, view)`: the cursor and a half-made choice, as sprites over `draw`'s picture.  A cursor key
      draws nothing else.  A sprite of 80 columns from row 0 is a page over the board.
    - `sign(front, view)`: the title page's picture, at most 80×10.  Default: the name in large letters.
    - `last(table, view)`: the upper twelve rows of the end page.  Default: the top of `draw`.
    - `beside(table)`: for wide screens, a heading and lines of at most 15 columns, the latest last.  They
      appear beside the first `upper` rows of the picture; the rows below are centred under both.
    - `frames(before, after)`: the animation of the last move.  `before` is None at the start.
    - `company(seen, table)`: the computer whose face and words join the picture.
    - `closeup`: the part of the picture that a phone shows.
    - `pairs`: the first column and row, 0 or 1, of two that belong together.  In a window with the room, the
      picture grows by a half (`door.ui.magnify`), and pairs keep their shape best.
    """

    draw: Callable[[GameView, View], Canvas]
    hand: Callable[[GameView, View], tuple[Sprite, ...]] = lambda table, view: ()
    sign: Callable[[Front, View], Canvas] | None = None
    last: Callable[[GameView, View], Canvas] | None = None
    beside: Callable[[GameView], tuple[str, Lines]] | None = None
    frames: Callable[[GameView | None, GameView], tuple[Frame, ...]] = lambda before, after: ()
    company: Callable[[GameView, GameView], Speaker | None] = lambda seen, table: None
    closeup: Rect = (0, 0, 80, 21)
    pairs: tuple[int, int] = (0, 0)
    upper: int = 21


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The sentences.

    - `say(before, after)`: the changes, for plain mode.  It describes everything if `before` is None.
    - `prompt(table)`: plain mode's question.
    - `recap(table)`: the answer to an empty line.  Default: everything.
    - `describe(before, move, after)`: a move as lines of the record.  The ending's lines follow the last
      move's, unless it is `described`.
    - `message(table)`: the message line if there is no note.
    - `brief(table)`: the state of the game in at most 39 characters.
    - `ending(table)`: the `Ending`.
    - `help(options, plain)`: the help pages.
    """

    say: Callable[[GameView | None, GameView], Lines]
    prompt: Callable[[GameView], str]
    recap: Callable[[GameView], Lines] | None = None
    describe: Callable[[Any, str, Any], Lines] = lambda before, move, after: (
        (tr.play.plain_move(move=move),) * bool(move)
    )
    message: Callable[[GameView], str] = lambda table: ""
    brief: Callable[[GameView], str] = lambda table: ""
    ending: Callable[[GameView], Ending] | None = None
    help: Callable[[Options, bool], tuple[TextPage, ...]] = lambda options, plain: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Honours:
    """The board's record of a finished game.

    - `tables`: each game's entries in the door's tables.  Default: the best scores.
    - `sheets(front)`: the tables as pages.
    - `marks(game)`: a finished game's points in its month, None if it takes no place.  Default: its score.
    - `feat(game)`: True if the game achieved the feat (`Info.feat`).
    - `badges(game)`: the badges it earned.
    """

    tables: TallyTables | None = None
    sheets: Callable[[Front], tuple[Sheet, ...]] = lambda front: ()
    marks: Callable[[FinishedGame], MonthPoints | None] | None = None
    feat: Callable[[FinishedGame], bool] | None = None
    badges: Callable[[FinishedGame], tuple[Sentence, ...]] = lambda game: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A game, as the rest of the house uses it.  `coach` is its knowledge of good moves."""

    info: Info
    rules: Rules
    board: Board
    picture: Picture
    words: Words
    coach: Coach | None = None
    honours: Honours = Honours()

    def __post_init__(self) -> None:
        if self.info.daily and self.info.players.seats[0] > 1:
            raise ValueError(f"{self.info.slug}: a daily deal is one caller's, so seats must begin at 1")
