"""What is on the caller's screen, as one frozen value.

Law: values and the small steps between them; no drawing, no reading of keys.  Three kinds of
data keep apart: what the caller prefers (`Prefs`, remembered), the game (`Play`, which a
replay restores), and the interface (cursor, open box, cards in motion), which never reaches
the rules.

`lines` is what plain mode has to say, the latest last; `count` is how many were ever said,
so that two states differ by the lines between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from door.games.thieves.rules import MOST_JOKERS, STACKS, Game
from door.midend.api import Begun, Booked, Remember, Setup
from door.midend.books import Books
from door.ui.screen import Effects

KEPT: Final = 200
JOKERS: Final = frozenset(map(str, range(MOST_JOKERS + 1)))
STOCK: Final = STACKS
"""The cursor's place after the seven stacks."""

Page = Literal["title", "wait", "play", "over"]
Box = Literal["", "help", "tables", "leave", "new", "jokers", "practice", "daily"]


@dataclass(frozen=True, slots=True)
class Prefs:
    """A caller's own choices: how cards look, whether 4 and 6 move the cursor, the jokers of the
    next game, and whether the stock may be turned at will in practice."""

    solid: bool = True
    numpad: bool = False
    jokers: int = 2
    at_will: bool = False


def prefs_of(setup: Setup) -> Prefs:
    """The preferences as remembered; toggles of the command line come first: 2D or 3D, and 0 to 5,
    the jokers."""
    kept, contest = setup.prefs, str(setup.options.get("jokers", 2))
    jokers = [kept.get("jokers", contest), *(word for word in setup.argv if word in JOKERS)][-1]
    looks = [word.lower() for word in setup.argv if word.lower() in ("2d", "3d")]
    return Prefs(
        solid=(looks[-1] if looks else kept.get("look", "3d")) != "2d",
        numpad=kept.get("numpad") == "on",
        jokers=int(jokers if jokers in JOKERS else contest),
        at_will=kept.get("at_will") == "on",
    )


class Motion(NamedTuple):
    """Cards under way: `table` is what lies still meanwhile, `at` the frame from 0.

    "fly": `card` from stack `stack` (0-6), where it stood `height` high, to the current card;
    "turn": `card` off the stock; "cleared": the bonus is announced; "deal": 35 cards go out.
    """

    kind: Literal["fly", "turn", "cleared", "deal"]
    table: Game
    card: int = 0
    stack: int = 0
    height: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """A game at the table.

    `first` is the table before the first move.  A practice game keeps its `moves` and the
    tables before each of them (`past`) for undo; once `filed` it is over for the board, and
    what goes on is between the caller and the cards.
    """

    begun: Begun
    first: Game
    game: Game
    practice: bool = False
    moves: tuple[str, ...] = ()
    past: tuple[Game, ...] = ()
    filed: bool = False


class Best(NamedTuple):
    """What a player who knew the stock could have scored, from asking until it is `known`.

    `exact` is False where the search gave up and more may be possible; `error` is a sentence
    where nothing was found out.
    """

    asked: bool = False
    known: bool = False
    score: int = 0
    exact: bool = False
    error: str = ""


NOT_ASKED: Final = Best()


@dataclass(frozen=True, slots=True)
class State:
    """The screen: `page`, a `box` on top of it, and the table if there is one.

    `at` is the page of help or the table of high scores shown in the box.  `note` is the
    message line, `bad` marks a refusal.  `then` is what follows once the game is booked:
    "begin" (another one) or "title"; "" shows how it ended.  `place` is the place taken
    among the high scores, 0 for none.
    """

    setup: Setup
    books: Books
    prefs: Prefs
    page: Page = "title"
    play: Play | None = None
    box: Box = ""
    at: int = 0
    cursor: int = 0
    hint: bool = False
    note: str = ""
    bad: bool = False
    motions: tuple[Motion, ...] = ()
    booked: Booked | None = None
    place: int = 0
    best: Best = NOT_ASKED
    then: str = ""
    lines: tuple[str, ...] = ()
    count: int = 0


Step = tuple[State, Effects]


def may_choose(state: State) -> bool:
    """Whether the sysop leaves the jokers of games that count to the caller."""
    return bool(state.setup.options.get("choose_jokers", True))


def jokers_of(state: State) -> int:
    """The jokers that the next game that counts is dealt with."""
    return state.prefs.jokers if may_choose(state) else int(str(state.setup.options.get("jokers", 2)))


def say(state: State, lines: Iterable[str]) -> State:
    """The state with more for plain mode to say."""
    new = tuple(lines)
    return replace(state, lines=(*state.lines, *new)[-KEPT:], count=state.count + len(new))


def notice(state: State, text: str, bad: bool = False) -> State:
    """A sentence on the message line, and for plain mode to say."""
    return say(replace(state, note=text, bad=bad), (text,))


def prefer(state: State, prefs: Prefs, text: str) -> Step:
    """Other preferences, remembered, and a sentence about it."""
    values = {
        "look": "3d" if prefs.solid else "2d",
        "numpad": "on" if prefs.numpad else "off",
        "jokers": str(prefs.jokers),
        "at_will": "on" if prefs.at_will else "off",
    }
    old = state.prefs
    changed = {
        "look": old.solid != prefs.solid,
        "numpad": old.numpad != prefs.numpad,
        "jokers": old.jokers != prefs.jokers,
        "at_will": old.at_will != prefs.at_will,
    }
    effects = tuple(Remember(key, values[key]) for key, new in changed.items() if new)
    state = replace(state, prefs=prefs)
    return (notice(state, text) if text else state), effects
