"""Forty Thieves: the pack, the deal, the fitting cards, the points, the end.

Law: values in, values out.  Cards come from the game's `Chance`, and a redeal draws on from the same stream.
The solver shares `fits`, `POINTS` and `CLEAR_BONUS`, so there is only one set of rules.

A card is a number: its place in the unshuffled pack, suit by suit from the ace (spades, hearts, diamonds,
clubs: 0-51), then the jokers (52 and up).  A stack is a tuple of cards in the order they were dealt; its
last card is exposed.  Stacks are numbered 1-7.

When the last card is taken, the next deal follows at once, so the table is never empty.  Unless it was given
up, a game is over exactly when no exposed card fits and the stock is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.games import api
from door.ui.texts import cache_by_language, tr
from door.ui.words import names

our: Final = tr.thieves
STACKS: Final = 7
ROWS: Final = 5
SUITED: Final = 52
MOST_JOKERS: Final = 5
CLEAR_BONUS: Final = 15
TURN: Final = "turn"
TAKES: Final = tuple(str(n) for n in range(1, STACKS + 1))

JOKER: Final = 0
POINTS: Final = (0, 8, 6, 6, 4, 4, 2, 2, 2, 4, 4, 6, 6, 8)
"""The points for taking a card, by rank: joker, ace, 2 … king."""

SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
SUIT_NAMES: Final = (our.suit_spades, our.suit_hearts, our.suit_diamonds, our.suit_clubs)
RANKS: Final = (
    our.rank_joker, our.rank_ace, our.rank_two, our.rank_three, our.rank_four, our.rank_five, our.rank_six,
    our.rank_seven, our.rank_eight, our.rank_nine, our.rank_ten, our.rank_jack, our.rank_queen,
    our.rank_king,
)  # fmt: skip
A_RANK: Final = (
    our.a_joker, our.an_ace, our.a_two, our.a_three, our.a_four, our.a_five, our.a_six, our.a_seven,
    our.an_eight, our.a_nine, our.a_ten, our.a_jack, our.a_queen, our.a_king,
)  # fmt: skip

OPTIONS: Final = (
    api.Option("jokers", 2, our.option_jokers, high=MOST_JOKERS),
    api.Option("choose_jokers", False, our.option_jokers_count, recorded=False),
    api.Option("turn_at_will", False, our.option_turn_at_will),
)

Stack = tuple[int, ...]
Stacks = tuple[Stack, ...]


def rank(card: int) -> int:
    return card % 13 + 1 if card < SUITED else JOKER


def suit(card: int) -> int | None:
    """Return 0-3 as in `SUITS`, None for a joker."""
    return card // 13 if card < SUITED else None


@cache_by_language
def name(card: int, number: str = "") -> str:
    """Return a card's name: "5 of hearts", "joker"; with its `number` given in words, "five of hearts"."""
    number = number or RANKS[rank(card)]()
    return our.card_of_suit(rank=number, suit=SUIT_NAMES[card // 13]()) if card < SUITED else number


def fits(upper: int, lower: int) -> bool:
    """True if a card of rank `upper` may go on rank `lower`: neighbours, or a joker."""
    return upper == JOKER or lower == JOKER or abs(upper - lower) == 1


@dataclass(frozen=True, slots=True)
class ThievesGame:
    """The table between two moves.

    - `current`: the card that others go on.
    - `stock`: the cards face down; the first is turned next.
    - `jokers`: how many are in this deal's pack.
    - `deal`: counts from 1.
    """

    stacks: Stacks
    current: int
    stock: Stack
    chance: api.Chance
    jokers: int
    turn_at_will: bool = False
    score: int = 0
    deal: int = 1
    given_up: bool = False

    @property
    def fitting(self) -> tuple[int, ...]:
        """The stacks (1-7) whose exposed card fits the current card."""
        on = rank(self.current)
        return tuple(n for n, stack in enumerate(self.stacks, 1) if stack and fits(rank(stack[-1]), on))

    @property
    def over(self) -> bool:
        """True if the game was given up, or if no card fits and the stock is empty."""
        return self.given_up or not (self.stock or self.fitting)


def status(game: ThievesGame) -> api.Status:
    return api.Status(game.over, (game.score,), () if game.over else (0,), used=game.chance.used)


def _deal(jokers: int, chance: api.Chance) -> tuple[Stacks, int, Stack, api.Chance]:
    pack, chance = chance.shuffle(range(SUITED + jokers))
    table = STACKS * ROWS
    stacks = tuple(pack[n:table:STACKS] for n in range(STACKS))
    return stacks, pack[table], pack[table + 1 :], chance


def new_game(options: api.Options, seats: Sequence[str], chance: api.Chance) -> ThievesGame:
    """Return the first deal.  `options`: `jokers` 0-5 (2), `turn_at_will` (False).

    Raises IllegalMove if the number of jokers is out of range, or if there is more than one seat.
    """
    if len(seats) > 1:
        raise api.IllegalMove(tr.play.played_alone(seats=len(seats)))
    jokers, at_will = options.get("jokers", 2), options.get("turn_at_will", False)
    if isinstance(jokers, bool) or not isinstance(jokers, int) or not 0 <= jokers <= MOST_JOKERS:
        raise api.IllegalMove(f"jokers: 0 to {MOST_JOKERS}, not {str(jokers)[:20]}.")
    stacks, current, stock, chance = _deal(jokers, chance)
    return ThievesGame(stacks, current, stock, chance, jokers, turn_at_will=bool(at_will))


def legal(game: ThievesGame) -> tuple[str, ...]:
    """Return the moves that continue the game, stacks first; giving up is always possible, too."""
    if game.over:
        return ()
    takes = tuple(str(n) for n in game.fitting)
    return (*takes, TURN) if game.stock and (game.turn_at_will or not takes) else takes


def apply(game: ThievesGame, move: str) -> ThievesGame:
    if game.over:
        raise api.IllegalMove(tr.play.game_over())
    if move in TAKES:
        return _take(game, int(move) - 1)
    if move == TURN:
        return _turn(game)
    if move == api.QUIT:
        return replace(game, given_up=True)
    raise api.IllegalMove(
        our.no_such_move(move=repr(str(move)[:20]), stacks=STACKS, turn=TURN, quit=api.QUIT)
    )


def _turn(game: ThievesGame) -> ThievesGame:
    if not game.stock:
        raise api.IllegalMove(our.stock_is_empty())
    if not game.turn_at_will and game.fitting:
        raise api.IllegalMove(our.no_turn_while_fits(fitting=fitting_text(game)))
    return replace(game, current=game.stock[0], stock=game.stock[1:])


def fitting_text(game: ThievesGame) -> str:
    """Name the fitting stacks, at least one: "Stack 6 fits", "Stacks 3 and 6 fit"."""
    stacks = [str(stack) for stack in game.fitting]
    if len(stacks) > 1:
        return our.stacks_fit(stacks=names(stacks))
    return our.stack_fits(last=stacks[0])


def takers(on: int) -> str:
    """Name the ranks that go on that one: "a 10 or a queen"."""
    first, *second = (A_RANK[one]() for one in (on - 1, on + 1) if 1 <= one <= 13)
    return our.either_rank(first=first, second=second[0]) if second else first


def _take(game: ThievesGame, at: int) -> ThievesGame:
    stack = game.stacks[at]
    if not stack:
        raise api.IllegalMove(our.stack_is_empty(stack=at + 1))
    card, on = stack[-1], rank(game.current)
    if not fits(rank(card), on):  # then neither is a joker
        raise api.IllegalMove(
            our.card_does_not_fit(current=name(game.current), takers=takers(on), card=name(card))
        )
    stacks = (*game.stacks[:at], stack[:-1], *game.stacks[at + 1 :])
    score = game.score + POINTS[rank(card)]
    if any(stacks):
        return replace(game, stacks=stacks, current=card, score=score)
    jokers = max(0, game.jokers - 1)
    stacks, current, stock, chance = _deal(jokers, game.chance)
    return ThievesGame(
        stacks, current, stock, chance, jokers, game.turn_at_will, score + CLEAR_BONUS, game.deal + 1
    )
