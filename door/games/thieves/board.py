"""The caller's board: the cursor, the hint, keys, clicks and typed lines, and animation.

Law: pure.  Only an entered move reaches the rules.  Animation shows moves that the rules have already made.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, Literal, NamedTuple

from door.games.frames import Frame, Moment, fanfare, film
from door.games.game import QUIT, Act, Choose, Do, Enter, GameView, IllegalMove, Refuse, Show
from door.games.keys import NO_KEYS, Binding, Keys
from door.games.thieves.rules import CLEAR_BONUS, ROWS, STACKS, TAKES, TURN, Game, apply
from door.games.thieves.words import LOOKS, first_step, fits_line, move_lines, table_lines
from door.ui.texts import reason_of, tr
from door.ui.widgets import Hint

our: Final = tr.thieves
STOCK: Final = STACKS
"""The cursor's place after the seven stacks."""
FRAMES: Final = {"fly": 6, "turn": 5, "deal": ROWS * STACKS}
SECONDS: Final = {"fly": 0.04, "turn": 0.04, "deal": 0.025}
SACK: Final = film(__file__, "sack_empty", "sack_empty", "sack_half", "sack_half", "sack_full", dark="R")
CLEARED: Final = Moment(our.banner_cleared, 7, SACK)


class Board(NamedTuple):
    """The cursor (a stack 0-6, or the stock), and True if fitting cards are marked."""

    cursor: int = 0
    hint: bool = False


class CardMotion(NamedTuple):
    """A picture of moving cards over `game`, the table without them.

    - "fly": `card` flies from stack `stack` (0-6), at height `height`, to the current card.
    - "turn": `card` is turned off the stock.
    - "cleared": nothing moves under the fanfare.
    - "deal": 35 cards are dealt.

    `at` counts a motion's pictures from 0.
    """

    kind: Literal["fly", "turn", "cleared", "deal"]
    game: Game
    card: int = 0
    stack: int = 0
    height: int = 0
    at: int = 0


def board(table: GameView) -> Board:
    at = table.board.cursor if table.board is not None else 0
    if table.before is not None and table.moves[-1] in TAKES:
        at = int(table.moves[-1]) - 1
    return Board(STOCK if at < STACKS and not table.position.stacks[at] else at)


def message(table: GameView) -> str:
    if isinstance(table.frame, CardMotion):
        cleared = table.frame.kind == "cleared"
        return our.new_deal(points=CLEAR_BONUS) if cleared else ""
    if table.before is None:
        return "" if table.moves else first_step(table.position)
    return move_lines(table.moves[-1], table.before, table.position)[-1]


# -- animation --------------------------------------------------------------------------------


def frames(before: GameView | None, after: GameView) -> tuple[Frame, ...]:
    if before is None:
        return _run(CardMotion("deal", after.position))
    old, new, move = before.position, after.position, after.moves[-1]
    if move == QUIT:
        return ()
    if move == TURN:
        return _run(CardMotion("turn", replace(old, stock=old.stock[1:]), new.current))
    at = int(move) - 1
    cards = old.stacks[at]
    stacks = (*old.stacks[:at], cards[:-1], *old.stacks[at + 1 :])
    fly = _run(CardMotion("fly", replace(old, stacks=stacks), cards[-1], at, len(cards)))
    if new.deal == old.deal:
        return fly
    bare = replace(old, stacks=((),) * STACKS, current=cards[-1])
    return (*fly, *fanfare(CLEARED, CardMotion("cleared", bare)), *_run(CardMotion("deal", new)))


def _run(motion: CardMotion) -> tuple[Frame, ...]:
    seconds = SECONDS[motion.kind]
    return tuple(Frame(seconds, motion._replace(at=at)) for at in range(FRAMES[motion.kind]))


# -- keys ------------------------------------------------------------------------------------


def take(table: GameView, at: int) -> Act:
    """Take the open card of stack `at` (0-6), or refuse it and move the cursor there."""
    move = TAKES[at]
    try:
        apply(table.position, move)
    except IllegalMove as why:
        return Refuse(reason_of(why), table.board._replace(cursor=at))
    return Enter(move)


def _pick(table: GameView, place: int) -> Act:
    return Enter(TURN) if place == STOCK else take(table, place)


def _step(table: GameView, by: int) -> Act:
    places = [n for n, cards in enumerate(table.position.stacks) if cards] + [STOCK]
    at = places.index(table.board.cursor) if table.board.cursor in places else 0
    return _to(table, places[(at + by) % len(places)])


def _to(table: GameView, place: int) -> Act:
    return Show(table.board._replace(cursor=place))


def solid(table: GameView) -> bool:
    return table.choices.get("look") != "2d"


def _look(table: GameView) -> Act:
    value = "2d" if solid(table) else "3d"
    return Choose("look", value, our.look_is(look=LOOKS[value]()))


def _numpad(table: GameView) -> Act:
    if table.choices.get("numpad") == "on":
        return Choose("numpad", "off", our.keypad_takes())
    return Choose("numpad", "on", our.keypad_moves())


STACK_KEYS: Final = tuple(Binding(partial(take, at=at), (text,), (text,)) for at, text in enumerate(TAKES))
STOCK_KEY: Final = Binding(
    Enter(TURN), (" ", "0"), ("0", "turn", "stock"), label=tr.door_keys.turn, about=our.help_key_turn
)
KEYS: Final = Keys(
    STACK_KEYS[0]._replace(about=our.help_key_take, named="1-7"), *STACK_KEYS[1:],
    Binding(partial(_step, by=-1), ("left", "a"), about=our.help_key_cursor, named="◄  ►  A  D"),
    Binding(partial(_step, by=1), ("right", "d")),
    Binding(partial(_to, place=0), ("home",)),
    Binding(partial(_to, place=STOCK), ("end",)),
    Binding(
        lambda table: _pick(table, table.board.cursor), ("enter",), label=tr.door_keys.take,
        about=our.help_key_pick,
    ),
    STOCK_KEY,
    Binding(
        lambda table: Show(table.board._replace(hint=True), fits_line(table.position)),
        ("f",), ("f", "fits", "hint"), label=tr.door_keys.fits, about=our.help_key_fits,
    ),
    Binding(
        lambda table: Show(table.board, lines=table_lines(table.position, True)),
        words=("c", "cards", "look"), about=our.help_key_cards,
    ),
    Binding(_look, ("l",), about=our.help_key_look),
    Binding(_numpad, ("k",), about=our.help_key_numpad),
    Binding(Do("undo"), words=("back",)),
    Binding(Do("bulletin"), words=("scores",)),
)  # fmt: skip
_NUMPAD_KEYS: Final = Keys(
    Binding(partial(_step, by=-1), ("4",)), Binding(partial(_step, by=1), ("6",)), *KEYS.bindings,
)  # fmt: skip
_HINTS: Final = (*KEYS.hints, Hint("n", tr.door_keys.new))


def keys(table: GameView) -> Keys:
    if table.position.over:
        return NO_KEYS
    return _NUMPAD_KEYS if table.choices.get("numpad") == "on" else KEYS


def hints(table: GameView) -> tuple[Hint, ...]:
    return _HINTS if table.frame is not None or not table.position.over else ()


# -- lines: plain mode ------------------------------------------------------------------------


def line(table: GameView, text: str) -> Act | None:
    return Refuse(our.typed_unknown()) if text else None


def say(before: GameView | None, after: GameView) -> tuple[str, ...]:
    game = after.position
    if before is None:
        jokers = (our.plain_jokers(jokers=game.jokers),) if not game.over else ()
        return (*jokers, *table_lines(game, whole=True))
    did = move_lines(after.moves[-1], before.position, game)
    return did if game.over else (*did, *table_lines(game, game.deal > before.position.deal))


def prompt(table: GameView) -> str:
    return "" if table.position.over else our.plain_prompt()
