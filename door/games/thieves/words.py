"""Events at the table in words: for plain mode, the message line, the record and the end page.

Law: values in, sentences out.  Sentences name a card in full ("king of clubs"); lists use letters ("KC").
"""

from __future__ import annotations

from typing import Final

from door.games.game import QUIT, Ending, GameView
from door.games.seating import in_month
from door.games.thieves.rules import (
    CLEAR_BONUS,
    JOKER,
    POINTS,
    RANKS,
    STACKS,
    SUITS,
    TURN,
    Game,
    fitting_text,
    name,
    rank,
    suit,
    takers,
)
from door.games.thieves.tables import place
from door.ui.texts import tr
from door.ui.words import Lines, commas, ordinal

our: Final = tr.thieves

NUMBERS: Final = (
    our.number_one, our.number_two, our.number_three, our.number_four, our.number_five, our.number_six,
    our.number_seven, our.number_eight, our.number_nine, our.number_ten,
)  # fmt: skip
_RANKS: Final = ("", "A", *map(str, range(2, 11)), "J", "Q", "K")


LOOKS: Final = {"3d": our.choice_lit, "2d": our.choice_flat}
"""The names of the cards' looks."""


def letters(card: int) -> str:
    """Return a card in letters: "10H", "KC", "joker"."""
    of = suit(card)
    return our.card_joker() if of is None else _RANKS[rank(card)] + SUITS[of][0].upper()


def table_lines(game: Game, whole: bool = False) -> Lines:
    """Return the current card, the open ones and the score; with `whole`, every card."""
    rows = (
        our.plain_stack(number=n, cards=" ".join(map(letters, cards)) or our.plain_empty_stack())
        for n, cards in enumerate(game.stacks, 1)
    )
    lines = (*rows, our.plain_last_is_open()) if whole else ()
    tops = (f"{n}:{letters(cards[-1]) if cards else '-'}" for n, cards in enumerate(game.stacks, 1))
    return (
        *lines, our.plain_open(tops=' '.join(tops)), our.plain_current(name=name(game.current)),
        our.plain_stock_score(stock=len(game.stock), score=game.score),
    )  # fmt: skip


def fits_line(game: Game) -> str:
    """Name the fitting stacks, or say what else to do."""
    if game.fitting:
        return f"{fitting_text(game)}."
    return our.nothing_fits_turn() if game.stock else our.nothing_fits_stock_empty()


def first_step(game: Game) -> str:
    """Say what to do first with this deal."""
    on = rank(game.current)
    if not game.fitting:
        return fits_line(game)
    return our.first_step_joker() if on == JOKER else our.first_step(takers=takers(on), current=RANKS[on]())


def move_lines(move: str, before: Game, after: Game) -> Lines:
    if move == QUIT:
        return (our.move_given_up(),)
    if move == TURN:
        return (our.move_turned(name=name(after.current), stock=len(after.stock)),)
    card = before.stacks[int(move) - 1][-1]
    points = POINTS[rank(card)]
    taken = our.move_taken(
        stack=move, name=name(card), under=name(before.current), points=points, score=before.score + points
    )
    if after.deal == before.deal:
        return (taken,)
    cleared = our.move_cleared(bonus=CLEAR_BONUS, score=after.score)
    return taken, cleared, our.move_deal(deal=after.deal, jokers=after.jokers, name=name(after.current))


def dealt_lines(game: Game) -> Lines:
    """Return a deal for the record, in words, so that its figures are the moves' alone."""
    stacks = zip(NUMBERS, game.stacks, strict=False)
    return tuple(
        our.plain_dealt(stack=number(), cards=commas(map(_spelt, cards))) for number, cards in stacks
    )


def _spelt(card: int) -> str:
    return name(card, NUMBERS[rank(card) - 1]() if 2 <= rank(card) <= 10 else "")


def describe(before: Game | None, move: str, after: Game) -> Lines:
    if before is None:
        return (*dealt_lines(after), our.plain_first_card(spelt=_spelt(after.current)))
    return (*move_lines(move, before, after), *(dealt_lines(after) if after.deal > before.deal else ()))


def brief(table: GameView) -> str:
    game = table.position
    left = sum(map(bool, game.stacks))
    return our.brief_score(
        taken="▓" * (STACKS - left), left="░" * left, deal=game.deal, points=tr.count.points(n=game.score)
    )


# -- the end -------------------------------------------------------------------------------------


def ending(table: GameView) -> Ending:
    game, jokers = table.position, int(str(table.options.get("jokers", 2)))
    at, left = in_month(table) and place(table.tally, jokers, game.score), sum(map(len, game.stacks))
    place_sum = ((our.label_high_score(), ordinal(at)),) if at else ()
    sums = (
        (our.label_deals(), f"{game.deal}"), (our.label_jokers_start(), f"{jokers}"),
        (our.label_cards_left(), f"{left}"), (our.label_left_in_stock(), f"{len(game.stock)}"), *place_sum,
    )  # fmt: skip
    why = our.ended_given_up() if game.given_up else our.ended_stock_empty()
    high = our.new_high_score(place=ordinal(at), jokers=tr.count.jokers(n=jokers)) if at else ""
    own = (our.cards_left_on_table(left=left), high) if table.caller else ()
    said = ("" if game.given_up else f"{why}.", *own)
    return Ending(why, sums, (*(line for line in said if line), tr.play.game_over_score(score=game.score)))
