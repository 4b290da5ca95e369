"""What happens at the table, said in words: for plain mode, the message line, the record, the end page.

Law: values in, sentences out; the only module here that words the game's events.  In words
and lines a card is its name ("king of clubs"), in lists its letters ("KC", "10H", "joker").
"""

from __future__ import annotations

from typing import Final

from door.games.game import QUIT, Ending, Table
from door.games.seating import OVER_SCORE, in_month
from door.games.thieves.rules import (
    CLEAR_BONUS,
    POINTS,
    STACKS,
    SUITS,
    TURN,
    Game,
    fitting_text,
    name,
    rank,
    suit,
)
from door.games.thieves.tables import place
from door.ui.texts import Text
from door.ui.words import Lines, counted, ordinal

STACK: Final = Text("Stack {number}: {cards}")
EMPTY: Final = Text("empty")
TAKEN: Final = Text("Stack {stack}: {name}, {points}.")
DEALT: Final = Text("Stack {stack}: {cards}.")
LAST_IS_OPEN: Final = Text("The last card of a stack is its open one.")
OPEN: Final = Text("Open: {tops}")
CURRENT: Final = Text("Current: {name}")
STOCK_SCORE: Final = Text("Stock: {stock}  Score: {score}")
TURN_STOCK: Final = Text("No card fits: turn the stock.")
STOCK_EMPTY: Final = Text("No card fits, and the stock is empty.")
GIVEN_UP_WITH: Final = Text("Given up. The score of {score} stands.")
TURNED_THE: Final = Text("Turned: the {name}.")
CLEARED: Final = Text("All seven stacks cleared: {bonus} points more! Deal {deal} has {jokers}.")
FIRST_CARD: Final = Text("First card: {spelt}.")
GIVEN_UP: Final = Text("Given up.")
TOLD_TURNED: Final = Text("Turned the {name}: {stock} left in the stock.")
TOLD_TAKEN: Final = Text("Stack {stack}: {name} on the {under}, {points} points, score {score}.")
TOLD_CLEARED: Final = Text("All stacks cleared: {bonus} more, score {score}.")
TOLD_DEAL: Final = Text("Deal {deal}, jokers in the pack: {jokers}; the first card is the {name}.")
BRIEF: Final = Text("{taken}{left} deal {deal}, {points}")
HIGH_SCORE: Final = Text("High score")
DEALS: Final = Text("Deals")
JOKERS_START: Final = Text("Jokers at the start")
CARDS_LEFT: Final = Text("Cards left")
LEFT_STOCK: Final = Text("Left in the stock")
ENDED_BY_HAND: Final = Text("Given up")
ENDED: Final = Text("The stock is empty and no card fits")
HIGH_SCORE_NOW: Final = Text("A high score: {place} of the games with {jokers}!")
CARDS_LEFT_NOW: Final = Text("Cards left on the table: {left}.")

NUMBERS: Final = (
    Text("one"), Text("two"), Text("three"), Text("four"), Text("five"), Text("six"), Text("seven"),
    Text("eight"), Text("nine"), Text("ten"),
)  # fmt: skip
_RANKS: Final = ("joker", "A", *map(str, range(2, 11)), "J", "Q", "K")


def letters(card: int) -> str:
    """ "10H", "KC", "joker"."""
    of = suit(card)
    return _RANKS[rank(card)] + ("" if of is None else SUITS[of][0].upper())


def table_lines(game: Game, whole: bool = False) -> Lines:
    """The current card, the open ones and the score; every card with `whole`."""
    rows = (
        STACK(number=n, cards=" ".join(map(letters, cards)) or EMPTY())
        for n, cards in enumerate(game.stacks, 1)
    )
    lines = (*rows, LAST_IS_OPEN()) if whole else ()
    tops = (f"{n}:{letters(cards[-1]) if cards else '-'}" for n, cards in enumerate(game.stacks, 1))
    return (
        *lines, OPEN(tops=' '.join(tops)), CURRENT(name=name(game.current)),
        STOCK_SCORE(stock=len(game.stock), score=game.score),
    )  # fmt: skip


def fits_line(game: Game) -> str:
    """What fits, or what is left to do."""
    if game.fitting:
        return f"{fitting_text(game)}."
    return TURN_STOCK() if game.stock else STOCK_EMPTY()


def move_lines(move: str, before: Game, after: Game) -> Lines:
    """What a move did, in a sentence or two."""
    if move == QUIT:
        return (GIVEN_UP_WITH(score=after.score),)
    if move == TURN:
        return (TURNED_THE(name=name(after.current)),)
    card = before.stacks[int(move) - 1][-1]
    taken = TAKEN(stack=move, name=name(card), points=counted(POINTS[rank(card)], "point"))
    if after.deal == before.deal:
        return (taken,)
    jokers = counted(after.jokers, "joker")
    return taken, CLEARED(bonus=CLEAR_BONUS, deal=after.deal, jokers=jokers)


def dealt_lines(game: Game) -> Lines:
    """A deal for the record, without figures: those of a record are its moves'."""
    stacks = zip(NUMBERS, game.stacks, strict=False)
    return tuple(DEALT(stack=number(), cards=", ".join(map(_spelt, cards))) for number, cards in stacks)


def _spelt(card: int) -> str:
    """ "five of hearts"."""
    return name(card, NUMBERS[rank(card) - 1]() if 2 <= rank(card) <= 10 else "")


def describe(before: Game | None, move: str, after: Game) -> Lines:
    """A move as a line of the record; the cards at every deal, so that it can be followed."""
    if before is None:
        return (*dealt_lines(after), FIRST_CARD(spelt=_spelt(after.current)))
    if move == QUIT:
        return (GIVEN_UP(),)
    if move == TURN:
        return (TOLD_TURNED(name=name(after.current), stock=len(after.stock)),)
    card = before.stacks[int(move) - 1][-1]
    points = POINTS[rank(card)]
    line = TOLD_TAKEN(
        stack=move, name=name(card), under=name(before.current), points=points, score=before.score + points
    )
    if after.deal == before.deal:
        return (line,)
    cleared = TOLD_CLEARED(bonus=CLEAR_BONUS, score=after.score)
    dealt = TOLD_DEAL(deal=after.deal, jokers=after.jokers, name=name(after.current))
    return line, f"{cleared} {dealt}", *dealt_lines(after)


def brief(table: Table) -> str:
    """How many stacks are cleared, and the points: "▓▓░░░░░ deal 2, 355 points"."""
    game = table.position
    left = sum(map(bool, game.stacks))
    return BRIEF(
        taken="▓" * (STACKS - left), left="░" * left, deal=game.deal, points=counted(game.score, "point")
    )


# -- the end -------------------------------------------------------------------------------------


def _place(table: Table) -> int:
    """The place among the high scores of a caller's game that counts, 0 for none."""
    if not in_month(table):
        return 0
    return place(table.tally, int(str(table.options.get("jokers", 2))), table.position.score)


def ending(table: Table) -> Ending:
    """How the game ended, what was left, and the place among the high scores."""
    game, at = table.position, _place(table)
    jokers, left = int(str(table.options.get("jokers", 2))), sum(map(len, game.stacks))
    place_sum = ((HIGH_SCORE(), ordinal(at)),) if at else ()
    sums = (
        (DEALS(), f"{game.deal}"), (JOKERS_START(), f"{jokers}"), (CARDS_LEFT(), f"{left}"),
        (LEFT_STOCK(), f"{len(game.stock)}"), *place_sum,
    )  # fmt: skip
    why = ENDED_BY_HAND() if game.given_up else ENDED()
    high = HIGH_SCORE_NOW(place=ordinal(at), jokers=counted(jokers, "joker")) if at else ""
    own = (CARDS_LEFT_NOW(left=left), high) if table.caller else ()
    said = ("" if game.given_up else f"{why}.", *own)
    return Ending(why, sums, (*(line for line in said if line), OVER_SCORE(score=game.score)))
