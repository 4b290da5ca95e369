"""Events at the table in words: for plain mode, the message line, the record and the end page.

Law: values in, sentences out.  Sentences name a card in full ("king of clubs"); lists use letters ("KC").
"""

from __future__ import annotations

from typing import Final

from door.games.game import QUIT, Ending, Table
from door.games.seating import in_month
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
from door.ui.texts import tr
from door.ui.words import Lines, commas, ordinal

GIVEN_UP: Final = tr.thieves.move_given_up

NUMBERS: Final = (
    tr.thieves.number_one,
    tr.thieves.number_two,
    tr.thieves.number_three,
    tr.thieves.number_four,
    tr.thieves.number_five,
    tr.thieves.number_six,
    tr.thieves.number_seven,
    tr.thieves.number_eight,
    tr.thieves.number_nine,
    tr.thieves.number_ten,
)
_RANKS: Final = ("", "A", *map(str, range(2, 11)), "J", "Q", "K")


LOOKS: Final = {"3d": tr.thieves.choice_lit, "2d": tr.thieves.choice_flat}
"""The names of the cards' looks."""


def letters(card: int) -> str:
    """Return a card in letters: "10H", "KC", "joker"."""
    of = suit(card)
    return tr.thieves.card_joker() if of is None else _RANKS[rank(card)] + SUITS[of][0].upper()


def table_lines(game: Game, whole: bool = False) -> Lines:
    """Return the current card, the open ones and the score; with `whole`, every card."""
    rows = (
        tr.thieves.plain_stack(
            number=n, cards=" ".join(map(letters, cards)) or tr.thieves.plain_empty_stack()
        )
        for n, cards in enumerate(game.stacks, 1)
    )
    lines = (*rows, tr.thieves.plain_last_is_open()) if whole else ()
    tops = (f"{n}:{letters(cards[-1]) if cards else '-'}" for n, cards in enumerate(game.stacks, 1))
    return (
        *lines, tr.thieves.plain_open(tops=' '.join(tops)), tr.thieves.plain_current(name=name(game.current)),
        tr.thieves.plain_stock_score(stock=len(game.stock), score=game.score),
    )  # fmt: skip


def fits_line(game: Game) -> str:
    """Name the fitting stacks, or say what else to do."""
    if game.fitting:
        return f"{fitting_text(game)}."
    return tr.thieves.nothing_fits_turn() if game.stock else tr.thieves.nothing_fits_stock_empty()


def move_lines(move: str, before: Game, after: Game) -> Lines:
    """Describe a move in a sentence or two."""
    if move == QUIT:
        return (tr.thieves.given_up_score(score=after.score),)
    if move == TURN:
        return (tr.thieves.plain_turned(name=name(after.current)),)
    card = before.stacks[int(move) - 1][-1]
    taken = tr.thieves.plain_taken(stack=move, name=name(card), points=tr.count.points(n=POINTS[rank(card)]))
    if after.deal == before.deal:
        return (taken,)
    jokers = tr.count.jokers(n=after.jokers)
    return taken, tr.thieves.all_stacks_cleared(bonus=CLEAR_BONUS, deal=after.deal, jokers=jokers)


def dealt_lines(game: Game) -> Lines:
    """Return a deal for the record, in words, so that its figures are the moves' alone."""
    stacks = zip(NUMBERS, game.stacks, strict=False)
    return tuple(
        tr.thieves.plain_dealt(stack=number(), cards=commas(map(_spelt, cards))) for number, cards in stacks
    )


def _spelt(card: int) -> str:
    """Return a card's name with its number in words: "five of hearts"."""
    return name(card, NUMBERS[rank(card) - 1]() if 2 <= rank(card) <= 10 else "")


def describe(before: Game | None, move: str, after: Game) -> Lines:
    """Describe a move in a line of the record.  Each deal lists its cards, so that readers can follow."""
    if before is None:
        return (*dealt_lines(after), tr.thieves.plain_first_card(spelt=_spelt(after.current)))
    if move == QUIT:
        return (GIVEN_UP(),)
    if move == TURN:
        return (tr.thieves.move_turned(name=name(after.current), stock=len(after.stock)),)
    card = before.stacks[int(move) - 1][-1]
    points = POINTS[rank(card)]
    line = tr.thieves.move_taken(
        stack=move, name=name(card), under=name(before.current), points=points, score=before.score + points
    )
    if after.deal == before.deal:
        return (line,)
    cleared = tr.thieves.move_cleared(bonus=CLEAR_BONUS, score=after.score)
    dealt = tr.thieves.move_deal(deal=after.deal, jokers=after.jokers, name=name(after.current))
    return line, f"{cleared} {dealt}", *dealt_lines(after)


def brief(table: Table) -> str:
    """Return the cleared stacks and the points: "▓▓░░░░░ deal 2, 355 points"."""
    game = table.position
    left = sum(map(bool, game.stacks))
    return tr.thieves.brief_score(
        taken="▓" * (STACKS - left), left="░" * left, deal=game.deal, points=tr.count.points(n=game.score)
    )


# -- the end -------------------------------------------------------------------------------------


def _place(table: Table) -> int:
    """Return the high-score place of a game that counts, or 0."""
    if not in_month(table):
        return 0
    return place(table.tally, int(str(table.options.get("jokers", 2))), table.position.score)


def ending(table: Table) -> Ending:
    """Return the reason for the end, the cards left, and the place among the high scores."""
    game, at = table.position, _place(table)
    jokers, left = int(str(table.options.get("jokers", 2))), sum(map(len, game.stacks))
    place_sum = ((tr.thieves.label_high_score(), ordinal(at)),) if at else ()
    sums = (
        (tr.thieves.label_deals(), f"{game.deal}"),
        (tr.thieves.label_jokers_start(), f"{jokers}"),
        (tr.thieves.label_cards_left(), f"{left}"),
        (tr.thieves.label_left_in_stock(), f"{len(game.stock)}"),
        *place_sum,
    )
    why = tr.thieves.ended_given_up() if game.given_up else tr.thieves.ended_stock_empty()
    high = tr.thieves.new_high_score(place=ordinal(at), jokers=tr.count.jokers(n=jokers)) if at else ""
    own = (tr.thieves.cards_left_on_table(left=left), high) if table.caller else ()
    said = ("" if game.given_up else f"{why}.", *own)
    return Ending(why, sums, (*(line for line in said if line), tr.play.game_over_score(score=game.score)))
