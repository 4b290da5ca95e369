"""The door's card, its choices, and the motion between two positions.

A letter on the command line sets a toggle to the opposite of its default for that call, whatever is
remembered.  Only there, B means black and white, and T keeps the game out of the Top Ten.

A turn's scenes: ready (press Return to roll), rolling, choosing (or watching a computer's
doors), rolling, …, stuck (the roll can't be used), turn (its points).

After a move the position already has the next decision's dice.  `sight` decides how much of it a caller may
see yet.  The frame's number, never the game's chance, decides how dice tumble.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from door.games import api
from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import MOST_SEATS, LinkGame
from door.games.shutbox.rules import MICROLINK, Dice, all_tiles, read_move, tiles_of
from door.term.canvas import BRIGHT_CYAN, CYAN
from door.ui.texts import Sentence, tr
from door.ui.widgets import Hint, cut
from door.ui.words import commas

our: Final = tr.microlink
# -- card, seats and toggles -----------------------------------------------------------------------

_LEVELS: Final = tuple(LEVELS)
INFO: Final = api.Info(
    slug="microlink",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_CYAN,
    daily=True,
    badges=(our.badge_perfect_round,),
    given_up=our.rule_given_up,
    numpad=("m", "yes"),
    face=api.Face(
        idea=our.idea,
        attract=("computer:expert", "computer:careful"),
        examples=(
            api.Example(235, "5,2 9,3 7,1 6,4 8", seats=("computer:expert",)),
            api.Example(194, "9,5,2 8,4,3 6,1 7", seats=("computer:expert",)),
            api.Example(292, "5,6,3 9,7,8,1 2 4", seats=("computer:expert",)),
        ),
        edge=CYAN,
        credits=(our.credits_source, our.credits_original),
        records=our.key_top_ten,
    ),
    players=api.Players(seats=(1, MOST_SEATS), computers=_LEVELS, quick=_LEVELS, versus={}, race={}),
)


@dataclass(frozen=True, slots=True)
class Toggle(api.Choice):
    """A yes or no that its letter (`key`) flips at the board."""

    hint: Hint = Hint("", "")


def _toggle(
    letter: str, word: Sentence, label: Sentence, default: str = api.NO, about: Sentence | str = ""
) -> Toggle:
    demo = letter == api.DEMO
    return Toggle(
        letter, label, (api.YES, api.NO), default, about, at_once=not demo, practice=demo,
        hint=Hint(letter, word, letter.upper()),
    )  # fmt: skip


PLAY: Final = (
    _toggle("r", our.toggle_roll, our.label_roll_prompt, api.YES, our.about_roll_prompt),
    _toggle("n", our.toggle_next, our.label_next_prompt, api.YES, our.about_next_prompt),
    _toggle(api.DEMO, our.toggle_demo, our.label_demonstration, api.NO, our.about_demo),
    _toggle("f", our.toggle_fast, our.label_fast, api.NO, our.about_fast),
    _toggle("p", our.toggle_pips, our.label_pips, api.YES, our.about_pips),
    _toggle("k", our.toggle_stuck, our.label_stuck, api.NO, our.about_stuck),
)
"""The original's toggles, in its order."""

MORE: Final = (
    _toggle("m", our.toggle_numpad, our.label_numpad, api.NO, our.about_numpad),
    _toggle(
        api.BLACK_AND_WHITE, our.toggle_white, our.label_black_and_white, api.NO, our.about_black_and_white
    ),
)
ALL: Final = (*PLAY, *MORE)
_BY_LETTER: Final = {toggle.key: toggle for toggle in ALL}
UNSAVED: Final = "t"
"""A choice that only the command line offers: keep the game out of the Top Ten."""


def is_on(chosen: Mapping[str, str], letter: str) -> bool:
    return _BY_LETTER[letter].value(chosen) == api.YES


def on_of(chosen: Mapping[str, str]) -> frozenset[str]:
    return frozenset(toggle.key for toggle in ALL if is_on(chosen, toggle.key))


def flip(table: api.GameView, toggle: Toggle) -> api.Act:
    if toggle.key == api.DEMO:
        return api.Refuse(our.no_demo_at_table()) if table.kind == api.AT_TABLE else api.Do("demo")
    value = api.NO if toggle.value(table.choices) == api.YES else api.YES
    return api.Choose(toggle.key, value, our.toggle_flipped(toggle=toggle.name, value=api.VALUES[value]()))


ARGV: Final = {
    UNSAVED: {UNSAVED: api.YES},
    "b": {api.BLACK_AND_WHITE: api.YES},
    **{toggle.key: {toggle.key: api.NO if toggle.default == api.YES else api.YES} for toggle in PLAY},
}


# -- seats ------------------------------------------------------------


def choices(front: api.Front) -> tuple[api.Choice, ...]:
    return (*api.seating.seat_rows(INFO, front), *ALL)


def _counts(front: api.Front) -> bool:
    return not is_on(front.chosen, api.DEMO) and UNSAVED not in front.chosen


def plan(front: api.Front, practice: bool) -> api.GamePlan:
    ranked = not practice and _counts(front)
    return api.GamePlan(seats=api.seating.seats_of(INFO, front, demo=not ranked), ranked=ranked)


def about(front: api.Front) -> str:
    if is_on(front.chosen, api.DEMO):
        return our.demo_is_on()
    if not _counts(front):
        return our.practice_not_saved()
    seats = plan(front, False).seats
    if len(seats) == 1:
        return our.you_alone()
    return our.players_seated(seats=commas(map(api.seating.short_name, seats)))


def _with_number(game: LinkGame, seat: int, name: str) -> str:
    alike = [at for at, other in enumerate(game.seats) if other == game.seats[seat]]
    return name if len(alike) == 1 else f"{name} {alike.index(seat) + 1}"


def short(game: LinkGame, seat: int) -> str:
    """Return the seat's short name in a game; equal computers are numbered."""
    return _with_number(game, seat, api.seating.short_name(game.seats[seat]))


def fit_name(game: LinkGame, seat: int, room: int) -> str:
    """Return a seat's full name, or the short one if there is too little room."""
    name = who(game, seat)
    return name if len(name) <= room else cut(short(game, seat), room)


def who(game: LinkGame, seat: int) -> str:
    """Return a seat's full name: "computer (expert)" or the person's.  Equal ones are numbered."""
    return _with_number(game, seat, api.seating.seat_name(game.seats[seat]))


# -- motion ----------------------------------------------------------------------------------------

THROW: Final = (
    ((22, 14), (17, 17)), ((15, 17), (11, 14)), ((8, 14), (4, 17)), ((2, 16), (13, 14)), (None, (20, 16)),
)  # fmt: skip
"""The path of the dice (`frames.flying_dice`); one bounces off the edge."""

ROLL_SECONDS: Final = 0.09
DOOR_SECONDS: Final = 0.35  # between two doors that the computer shuts
DEAD_SECONDS: Final = 1.2
TURN_SECONDS: Final = 1.8
BLINK_OF_AN_EYE: Final = 0.05  # a fast demonstration must still be visible
_TURNING: Final = ("medal_edge", "medal_side", "medal", "medal_side") * 2
PERFECT: Final = api.Moment(tr.microlink.banner_perfect, 13, api.film(__file__, *_TURNING[:7]))
BUST: Final = api.Moment(tr.microlink.banner_bust, 13, left=27)
SHUT_BOX: Final = all_tiles(MICROLINK.tiles)


class Shown(NamedTuple):
    """The contents of a frame.

    - `at`: the number of the rolling dice's picture, or the mask of doors that a computer has shut.
    - `ended`: the frame belongs to the turn that has just ended.
    - `first`: the frame shows a turn's first roll to others than its player.
    """

    scene: Literal["ready", "rolling", "watching", "stuck", "turn"]
    at: int = 0
    ended: bool = False
    first: bool = False


class TurnView(NamedTuple):
    """The visible state of the table: the seat to play, the open doors, the dice (None before the roll),
    every seat's points, and the points of this turn so far.
    """

    seat: int
    round: int
    open: int
    dice: Dice | None
    totals: tuple[int, ...]
    points: int


def sight(table: api.GameView) -> TurnView:
    game, frame = table.position, table.frame
    scene = frame.scene if frame else ""
    if scene == "watching" or (frame and frame.first):
        game = table.before
    elif (frame and frame.ended) or (not frame and game.over and not game.given_up):
        turn, totals = game.turns[-1], list(game.totals)
        last, number = turn.steps[-1], (len(game.turns) - 1) // len(game.seats) + 1
        if scene in ("rolling", "stuck"):  # points count once the last roll has been seen
            totals[turn.seat] -= turn.score
        return TurnView(turn.seat, number, last.open & ~last.shut, last.dice, tuple(totals), turn.score)
    if scene == "ready" or (frame is None and unseen(table, game)):
        return TurnView(game.seat, game.round, SHUT_BOX, None, game.totals, 0)
    return TurnView(game.seat, game.round, game.box.open, game.box.dice, game.totals, game.box.points)


def demonstrated(table: api.GameView) -> bool:
    return table.kind == "demo" or (table.kind == "practice" and is_on(table.choices, api.DEMO))


def watched(table: api.GameView, seat: int) -> bool:
    """True if that seat's moves come from a computer or another caller's keyboard."""
    return demonstrated(table) or bool(api.seating.level_at(table, seat)) or api.elsewhere(table, seat)


def goes_on(table: api.GameView, seat: int) -> bool:
    """True if the end of that seat's turn is shown for a while without waiting for a key."""
    return demonstrated(table) or api.elsewhere(table, seat)


def unseen(table: api.GameView, game: LinkGame) -> bool:
    """True if that player may still have to press Return to roll: others see the roll with its doors."""
    live = bool(table.caller) or table.eyes == api.WATCHER
    return live and api.elsewhere(table, game.seat) and not game.steps and not game.over


def choosing(table: api.GameView) -> bool:
    """True if a person at this keyboard has doors to choose."""
    game = table.position
    mine = api.has_hand(table) and not watched(table, game.seat)
    return mine and table.frame is None and not game.over


# -- frames ------------------------------------------------------------------------------------


def frames(before: api.GameView | None, after: api.GameView) -> tuple[api.Frame, ...]:
    game = after.position
    if game.given_up:
        return ()
    if before is None:
        return _roll_frames(after, game)
    was = before.position
    shut = _watching_frames(after) if watched(after, was.seat) else ()
    if unseen(after, was):
        shut = _rolling_frames(after, False, first=True) + shut
    if len(game.turns) == len(was.turns):
        return shut + _rolling_frames(after, False)
    return shut + _turn_ends(after, game) + (() if game.over else _roll_frames(after, game))


def _roll_frames(table: api.GameView, game: LinkGame) -> tuple[api.Frame, ...]:
    if unseen(table, game):
        return ()
    asks = is_on(table.choices, "r") and not watched(table, game.seat)
    return ((_READY,) if asks else ()) + _rolling_frames(table, False)


_UNDER: Final = Shown("turn", 1, True)
"""The turn's end, under a fanfare."""

_READY: Final = api.Frame(0, Shown("ready"))


def _rolling_frames(table: api.GameView, ended: bool, first: bool = False) -> tuple[api.Frame, ...]:
    if is_on(table.choices, "f"):
        return ()
    shown = (Shown("rolling", at, ended, first) for at in range(len(THROW)))
    return tuple(api.Frame(ROLL_SECONDS, show) for show in shown)


def _watching_frames(table: api.GameView) -> tuple[api.Frame, ...]:
    wanted = read_move(table.moves[-1])
    if is_on(table.choices, "f"):
        return (api.Frame(BLINK_OF_AN_EYE, Shown("watching", wanted)),) if demonstrated(table) else ()
    masks = [0]
    for door in tiles_of(wanted):
        masks.append(masks[-1] | 1 << door - 1)
    return tuple(api.Frame(DOOR_SECONDS, Shown("watching", mask)) for mask in masks)


def _turn_ends(table: api.GameView, game: LinkGame) -> tuple[api.Frame, ...]:
    """Show a roll that cannot be used, if there is one, and the turn's points."""
    turn, end, quiet = game.turns[-1], Shown("turn", 0, True), is_on(table.choices, "f")
    if turn.perfect:
        seen = () if quiet else api.fanfare(PERFECT, _UNDER)
    else:
        seen = (*_rolling_frames(table, True), *_stuck_frames(table, turn.seat))
    waits = (is_on(table.choices, "n") or game.over) and not goes_on(table, turn.seat)
    rings = turn.perfect and quiet
    return (*seen, *((api.Frame(0, end, bell=rings),) if waits else _frame_for(table, TURN_SECONDS, end)))


def _stuck_frames(table: api.GameView, seat: int) -> tuple[api.Frame, ...]:
    stuck = Shown("stuck", 0, True)
    if not is_on(table.choices, "k"):
        return () if is_on(table.choices, "f") or watched(table, seat) else api.fanfare(BUST, _UNDER)
    return _frame_for(table, DEAD_SECONDS, stuck) if watched(table, seat) else (api.Frame(0, stuck),)


def _frame_for(table: api.GameView, seconds: float, show: Shown) -> tuple[api.Frame, ...]:
    """Show a frame for so long.  With the fast toggle it is left out, or flashes in a demonstration."""
    if not is_on(table.choices, "f"):
        return (api.Frame(seconds, show),)
    return (api.Frame(BLINK_OF_AN_EYE, show),) if demonstrated(table) else ()
