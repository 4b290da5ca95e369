"""What happens at the table, said in words: for plain mode, the message line and the end page.

Law: values in, sentences out; the only module here that words the game's events.  In words
and lines a card is its name ("king of clubs"), in lists its letters ("KC", "10H", "joker").
"""

from __future__ import annotations

from typing import Final

from door.games.thieves.rules import CLEAR_BONUS, POINTS, QUIT, SUITS, TURN, Game, name, rank, suit
from door.games.thieves.state import Best
from door.games.thieves.tables import PLACES, Entry
from door.midend.api import Begun, Booked
from door.midend.books import Books
from door.midend.daily import SEED_TOMORROW, opening, outcome
from door.midend.words import turns_line
from door.ui.widgets import ordinal
from door.ui.words import Lines, counted

_RANKS: Final = ("joker", "A", *map(str, range(2, 11)), "J", "Q", "K")
ALIKE: Final = "cards"
"""What everybody has the same of in the daily deal."""
UNREADABLE: Final = "The high scores cannot be read just now: the tables are shown empty, nothing is lost."


def letters(card: int) -> str:
    """ "10H", "KC", "joker"."""
    of = suit(card)
    return _RANKS[rank(card)] + ("" if of is None else SUITS[of][0].upper())


def dealt_lines(begun: Begun, game: Game) -> Lines:
    """What a game begins with."""
    lines = ["A free turn!"] if begun.free else []
    if not begun.ranked:
        lines.append("This game is practice: it does not count.")
    if begun.daily:
        lines.append(opening(begun, ALIKE))
    return (*lines, f"Commitment: {begun.commit}", f"Jokers in the pack: {game.jokers}")


def table_lines(game: Game, whole: bool = False) -> Lines:
    """The current card, the open ones and the score; every card with `whole`."""
    lines = []
    if whole:
        for number, cards in enumerate(game.stacks, 1):
            lines.append(f"Stack {number}: {' '.join(map(letters, cards)) or 'empty'}")
        lines.append("The last card of a stack is its open one.")
    tops = (f"{n}:{letters(cards[-1]) if cards else '-'}" for n, cards in enumerate(game.stacks, 1))
    lines += [f"Open: {' '.join(tops)}", f"Current: {name(game.current)}"]
    return (*lines, f"Stock: {len(game.stock)}  Score: {game.score}")


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


def why_over(game: Game) -> str:
    """How the game ended."""
    return "Given up." if game.given_up else "The stock is empty and no card fits."


def end_lines(game: Game) -> Lines:
    """The end of a game; that it was given up has been said already."""
    why = () if game.given_up else (why_over(game),)
    return (*why, f"Game over. Score: {game.score}")


def place_line(place: int, jokers: int) -> str:
    """The place among the high scores, or "" for none."""
    return f"A high score: {ordinal(place)} of the games with {counted(jokers, 'joker')}!" if place else ""


def month_line(books: Books) -> str:
    """The caller's standing as a sentence, or ""."""
    return f"This month: {books.score}, {ordinal(books.rank)} place." if books.rank else ""


def booked_lines(begun: Begun, booked: Booked, place: int, jokers: int) -> Lines:
    """What the books answer to a game."""
    lines = [place_line(place, jokers), f"Seed: {booked.seed}" if booked.seed else ""]
    check = f"Check it with: door replay {booked.id}"
    if begun.daily:
        lines = [*(f"{line}." for line in outcome(begun, booked)), SEED_TOMORROW, check]
    elif begun.ranked:
        lines += [check, month_line(booked.books), turns_line(booked.books)]
    return tuple(line for line in lines if line)


def best_line(best: Best, made: int) -> str:
    """What was possible, as a sentence; "" where nobody asked."""
    if not best.asked:
        return ""
    if not best.known:
        return "Working out what was possible."
    if best.error:
        return best.error
    if not best.exact:
        return f"Too much to look at, so this is given up: {best.score} or more was possible."
    return f"Knowing every card to come, {best.score} was possible; you made {made}."


def high_lines(jokers: int, rows: tuple[Entry, ...]) -> Lines:
    """One table of high scores."""
    head = f"High scores, {counted(jokers, 'joker')}:"
    if not rows:
        return (head, "Nobody yet.")
    return (
        head,
        *(f"{at}. {row.caller}, {row.score}, {row.date}" for at, row in enumerate(rows[:PLACES], 1)),
    )
