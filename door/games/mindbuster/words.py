"""Sentences that the screen and plain mode share."""

from __future__ import annotations

from typing import Final

from door.games.mindbuster.card import Choice, player
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.rules import GUESSES, LETTERS, NAMES, Marks, links
from door.games.mindbuster.state import THEIRS, State, rows_of

ORDER: Final = "fewest guesses first"


def played(choice: Choice) -> str:
    """What is played next: "4 holes, 6 colours, a duel with Albert Einstein"."""
    against = "solo" if choice.players == 1 else f"a duel with {player(choice.level).name}"
    return f"{choice.holes} holes, {choice.colours} colours, {against}"


def marks_text(marks: Marks) -> str:
    """ "1 black, 2 white", or "nothing"."""
    said = [f"{count} {name}" for count, name in zip(marks, ("black", "white"), strict=True) if count]
    return ", ".join(said) or "nothing"


def headline(state: State) -> str:
    """How a finished game went, in a sentence."""
    game = state.game
    if game is None or not game.over:
        return ""
    if game.given_up:
        return "Given up: the code counts as not broken."
    used = len(game.guesses)
    mine = f"You broke the code in {used}" if game.broken else f"The code held for {GUESSES} guesses"
    if not game.duel:
        return f"{mine}."
    theirs = (
        f"{state.rival} broke yours in {len(game.answers)}"
        if game.beaten
        else f"{state.rival} did not break yours"
    )
    if game.beaten and not game.broken:
        return f"{theirs}, before you broke the other."
    return f"{mine}; {theirs}."


def page_size(page: int) -> str:
    """The size that a page of the tables shows: "4x3" first, "5x8" last."""
    return f"{4 + page % 12 // 6}x{3 + page % 6}"


def size_name(size: str) -> str:
    """ "4x6" as "4 holes, 6 colours"."""
    holes, _, colours = size.partition("x")
    return f"{holes} holes, {colours} colours"


def links_text(guess: str, code: str) -> tuple[str, ...]:
    """How a guess was scored, hole by hole: what the lines of Show Scoring say."""
    said = []
    for here, there in links(guess, code):
        colour = NAMES[LETTERS.index(guess[here])]
        if here == there:
            said.append(f"Direct hit: {colour} in hole {here + 1}.")
        else:
            said.append(f"Near miss: {colour} in hole {here + 1} of the guess, hole {there + 1} of the code.")
    return tuple(said) or ("Nothing of the guess is in the code.",)


def kind_name(kind: str) -> str:
    """A mode of the tables in words: "Solo", "All duels", "Albert Einstein"."""
    return {"solo": "Solo", "duel": "All duels"}.get(kind) or player(kind).name


def colours(palette: str) -> str:
    """The game's colours with letters and numbers."""
    names = (f"{at} {letter} {NAMES[LETTERS.index(letter)]}" for at, letter in enumerate(palette, 1))
    return "Colours: " + ", ".join(names)


def row_text(state: State, side: int, row: int) -> str:
    """ "Guess 2: R W B G, 1 black, 2 white"."""
    game = state.game
    assert game is not None
    marks = (game.answer_marks() if side == THEIRS else game.marks())[row]
    whose = f"{state.rival} {row + 1}" if side == THEIRS else f"Guess {row + 1}"
    return f"{whose}: {spoken(rows_of(game, side)[row])}, {marks_text(marks)}"
