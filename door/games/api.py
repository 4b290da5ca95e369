"""All that a door needs of `door.games`: `from door.games import api`.

A door imports this module, what it draws with (`door.ui`, `door.term.canvas`, `door.term.keys`), and its own
package.  Nothing else of `door.games` is promised to authors.

- **The door**: `Door` has a card and six parts.  `Rules`, `Board`, `Picture` and `Words` are required.
- **The card**: `Info`, and parts that it may have.  An `Option` is a setting of the sysop's.
  `FREE_TURN` is the name of the option that grants another game.
- **Rules**: `Chance` has the dice.  `apply` raises `IllegalMove`, `status` returns a `Status`.
- **The view**: a `GameView` is one viewer's view of a game.  `reader`, `has_hand` and the other functions say
  who views it, and how.
- **Keys**: a `Binding` has an effect: `Show`, `Enter`, `Refuse`, `Choose` or `Do`.
- **Settings**: a `Choice` is a row of the form, a `GamePlan` the game that the caller asks for.  `seating`
  makes a row for each seat.
- **The animation**: frames, fanfares, and dice in the air.
- **The computer's face and voice**: `Speaker` says who speaks, and in which mood.
- **The end, and the door's own tables**: `Ending` is for the end page, `Sheet` a page of tables.  `tallies`
  folds finished games into the tables.
- **The coach**: subclass `Coach` and rank the moves.  `Record` and `play` make positions of a recorded game.
"""

from __future__ import annotations

from door.games import seating, tallies
from door.games.analysis import AGAIN, Account, Remark, Verdict, Way, costliest
from door.games.chance import Chance
from door.games.coaching import Coach, CoachRow, Worth
from door.games.company import Character, Mood, Speaker
from door.games.contract import Board, Door, Honours, Picture, Rules, Words
from door.games.frames import Frame, Moment, fanfare, film, flying_dice
from door.games.game import (
    AT_TABLE,
    BLACK_AND_WHITE,
    COMPUTER,
    DEMO,
    EVERYBODY,
    KEY_SET,
    KINDS,
    NO,
    QUIT,
    VALUES,
    WATCHER,
    YES,
    Act,
    Choice,
    Choose,
    Do,
    Ending,
    Enter,
    Front,
    GamePlan,
    GameView,
    IllegalMove,
    MonthPoints,
    Refuse,
    Sheet,
    Show,
    Status,
    computer_level,
    elsewhere,
    has_hand,
    kind_name,
    level_name,
    reader,
    speaks,
)
from door.games.info import (
    FREE_TURN,
    Example,
    Face,
    Feat,
    Info,
    MonthRules,
    Option,
    Options,
    Players,
    Value,
)
from door.games.keys import NO_KEYS, Binding, Keys, effect_of_click
from door.games.record import Record, play
from door.games.tallies import FinishedGame, TallyEntry, TallyTables

__all__ = [  # noqa: RUF022, by group
    # The door
    "Door", "Rules", "Board", "Picture", "Words", "Honours",
    # The card
    "Info", "Players", "MonthRules", "Face", "Feat", "Example", "Option", "Options", "Value", "FREE_TURN",
    # Rules
    "Chance", "IllegalMove", "Status", "QUIT", "COMPUTER",
    # The view
    "GameView", "WATCHER", "EVERYBODY", "AT_TABLE", "KINDS", "reader", "has_hand", "elsewhere", "speaks",
    "computer_level", "level_name", "kind_name",
    # Keys
    "Binding", "Keys", "NO_KEYS", "Act", "Show", "Enter", "Refuse", "Choose", "Do", "effect_of_click",
    # Settings
    "Choice", "Front", "GamePlan", "seating", "VALUES", "YES", "NO", "DEMO", "KEY_SET", "BLACK_AND_WHITE",
    # The animation
    "Frame", "Moment", "fanfare", "film", "flying_dice",
    # The computer's face and voice
    "Speaker", "Character", "Mood",
    # The end, and the door's own tables
    "Ending", "Sheet", "FinishedGame", "TallyTables", "TallyEntry", "tallies", "MonthPoints",
    # The coach
    "Coach", "Worth", "CoachRow", "Record", "play", "Verdict", "Remark", "Account", "Way", "AGAIN",
    "costliest",
]  # fmt: skip
