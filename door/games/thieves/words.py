"""What happens at the table, said in words: for plain mode, the message line, the record, the end page.

Law: values in, sentences out; the only module here that words the game's events.  In words
and lines a card is its name ("king of clubs"), in lists its letters ("KC", "10H", "joker").
"""

from __future__ import annotations

from typing import Final

from door.games.game import QUIT, Ending, Table
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
from door.ui.words import Lines, counted, ordinal

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS: Final = ("joker", "A", *map(str, range(2, 11)), "J", "Q", "K")


def letters(card: int) -> str:
    """ "10H", "KC", "joker"."""
    of = suit(card)
    return _RANKS[rank(card)] + ("" if of is None else SUITS[of][0].upper())


def table_lines(game: Game, whole: bool = False) -> Lines:
    """The current card, the open ones and the score; every card with `whole`."""
    rows = (
        f"Stack {n}: {' '.join(map(letters, cards)) or 'empty'}" for n, cards in enumerate(game.stacks, 1)
    )
    lines = (*rows, "The last card of a stack is its open one.") if whole else ()
    tops = (f"{n}:{letters(cards[-1]) if cards else '-'}" for n, cards in enumerate(game.stacks, 1))
    return (
        *lines, f"Open: {' '.join(tops)}", f"Current: {name(game.current)}",
        f"Stock: {len(game.stock)}  Score: {game.score}",
    )  # fmt: skip


def fits_line(game: Game) -> str:
    """What fits, or what is left to do."""
    if game.fitting:
        return f"{fitting_text(game)}."
    return "No card fits: turn the stock." if game.stock else "No card fits, and the stock is empty."


def move_lines(move: str, before: Game, after: Game) -> Lines:
    """What a move did, in a sentence or two."""
    if move == QUIT:
        return (f"Given up. The score of {after.score} stands.",)
    if move == TURN:
        return (f"Turned: the {name(after.current)}.",)
    card = before.stacks[int(move) - 1][-1]
    taken = f"Stack {move}: {name(card)}, {counted(POINTS[rank(card)], 'point')}."
    if after.deal == before.deal:
        return (taken,)
    jokers = counted(after.jokers, "joker")
    return taken, f"All seven stacks cleared: {CLEAR_BONUS} points more! Deal {after.deal} has {jokers}."


def dealt_lines(game: Game) -> Lines:
    """A deal for the record, without figures: those of a record are its moves'."""
    stacks = zip(_NUMBERS, game.stacks, strict=False)
    return tuple(f"Stack {number}: {', '.join(map(_spelt, cards))}." for number, cards in stacks)


def _spelt(card: int) -> str:
    """ "five of hearts"."""
    number, of, rest = name(card).partition(" of ")
    return f"{_NUMBERS[int(number) - 1] if number.isdigit() else number}{of}{rest}"


def describe(before: Game | None, move: str, after: Game) -> Lines:
    """A move as a line of the record; the cards at every deal, so that it can be followed."""
    if before is None:
        return (*dealt_lines(after), f"First card: {_spelt(after.current)}.")
    if move == QUIT:
        return ("Given up.",)
    if move == TURN:
        return (f"Turned the {name(after.current)}: {len(after.stock)} left in the stock.",)
    card = before.stacks[int(move) - 1][-1]
    points = POINTS[rank(card)]
    taken = f"Stack {move}: {name(card)} on the {name(before.current)}, {points} points"
    line = f"{taken}, score {before.score + points}."
    if after.deal == before.deal:
        return (line,)
    cleared = f"All stacks cleared: {CLEAR_BONUS} more, score {after.score}."
    dealt = (
        f"Deal {after.deal}, jokers in the pack: {after.jokers}; the first card is the {name(after.current)}."
    )
    return line, f"{cleared} {dealt}", *dealt_lines(after)


def brief(table: Table) -> str:
    """How many stacks are cleared, and the points: "▓▓░░░░░ deal 2, 355 points"."""
    game = table.position
    left = sum(map(bool, game.stacks))
    return f"{'▓' * (STACKS - left)}{'░' * left} deal {game.deal}, {counted(game.score, 'point')}"


# -- the end -------------------------------------------------------------------------------------


def _place(table: Table) -> int:
    """The place among the high scores of a caller's game that counts, 0 for none."""
    if not table.caller or table.kind not in ("contest", "free"):
        return 0
    return place(table.tally, int(str(table.options.get("jokers", 2))), table.position.score)


def ending(table: Table) -> Ending:
    """How the game ended, what was left, and the place among the high scores."""
    game, at = table.position, _place(table)
    jokers, left = int(str(table.options.get("jokers", 2))), sum(map(len, game.stacks))
    place_sum = (("High score", ordinal(at)),) if at else ()
    sums = (
        ("Deals", f"{game.deal}"), ("Jokers at the start", f"{jokers}"), ("Cards left", f"{left}"),
        ("Left in the stock", f"{len(game.stock)}"), *place_sum,
    )  # fmt: skip
    why = "Given up" if game.given_up else "The stock is empty and no card fits"
    high = f"A high score: {ordinal(at)} of the games with {counted(jokers, 'joker')}!" if at else ""
    own = (f"Cards left on the table: {left}.", high) if table.caller else ()
    said = ("" if game.given_up else f"{why}.", *own)
    return Ending(why, sums, (*(line for line in said if line), f"Game over. Score: {game.score}"))
