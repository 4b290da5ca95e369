"""Sentences that the screen and plain mode share.

Law: values in, sentences out.  A code is in a sentence only for eyes that may know it (`knows`).
"""

from __future__ import annotations

from door.games.game import EVERYBODY, Ending, Table
from door.games.mindbuster.card import level_of, rival
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.record import kind_name, record_of, with_one_more
from door.games.mindbuster.rules import (
    GUESSES,
    LETTERS,
    MINE,
    NAMES,
    THEIRS,
    Game,
    Marks,
    links,
    mark,
    result,
    score,
)
from door.ui.words import Lines


def knows(table: Table, side: int) -> bool:
    """Whether these eyes may know the code that this side's guesses are at."""
    over = table.eyes == EVERYBODY and table.position.over
    return over or (side == THEIRS and table.eyes == MINE)


def making(table: Table) -> bool:
    """Whether these eyes' own row is being made."""
    return table.eyes == MINE and table.board is not None and table.position.phase in ("code", "guess")


def hiding(table: Table) -> bool:
    """Whether that row is the caller's own code."""
    return bool(table.position.phase == "code")


def marks_text(marks: Marks) -> str:
    """ "1 black, 2 white", or "nothing"."""
    said = [f"{count} {name}" for count, name in zip(marks, ("black", "white"), strict=True) if count]
    return ", ".join(said) or "nothing"


def headline(table: Table) -> str:
    """How a finished game went, in a sentence or two."""
    game, other = table.position, rival(table).short
    if game.given_up:
        return "Given up: the code counts as not broken."
    used = len(game.guesses)
    if not game.duel:
        return f"You broke the code in {used}." if game.broken else f"The code held for {GUESSES} guesses."
    theirs = f"{other} broke your code in {len(game.answers)}"
    if game.broken and game.beaten:
        return f"Both codes are broken in {used}: a draw."
    if game.broken:
        return f"You broke {other}'s code in {used}. Yours held."
    held = "Hers" if other == "Lisa" else "His"
    return f"{theirs}. {held} held." if game.beaten else "Both codes held: a draw."


def links_text(guess: str, code: str) -> Lines:
    """How a guess was scored, hole by hole: what the lines of Show Scoring say."""
    said = []
    for here, there in links(guess, code):
        colour = NAMES[LETTERS.index(guess[here])]
        if here == there:
            said.append(f"Direct hit: {colour} in hole {here + 1}.")
        else:
            said.append(f"Near miss: {colour} in hole {here + 1} of the guess, hole {there + 1} of the code.")
    return tuple(said) or ("Nothing of the guess is in the code.",)


def row_text(table: Table, side: int, row: int) -> str:
    """ "Guess 2: R W B G, 1 black, 2 white"."""
    game = table.position
    whose = f"{rival(table).short} {row + 1}" if side == THEIRS else f"Guess {row + 1}"
    guess = game.rows(side)[row]
    return f"{whose}: {spoken(guess)}, {marks_text(mark(guess, game.code(side)))}"


def message(table: Table) -> str:
    """What stands on the message line."""
    game, other = table.position, rival(table).short
    if table.frame is not None:
        return f"{other} guesses." if table.frame.side == THEIRS else ""
    if game.phase == "answer":
        return f"{other} is thinking."
    if not making(table) or table.board.shown is not None:
        return ""
    if hiding(table):
        return "Hide a code: a colour in every hole, then ENTER. F4 picks one at random."
    row = len(game.guesses)
    if row:
        mine = marks_text(mark(game.guesses[-1], game.hidden))
        theirs = f", {other}'s {marks_text(mark(game.answers[-1], game.own))}" if game.answers else ""
        return f"Your guess scored {mine}{theirs}.  Guess {row + 1} of {GUESSES}."
    hidden = f"Your code is hidden. Now break {other}'s.  " if game.duel else ""
    return f"{hidden}Guess 1 of {GUESSES}."


def _told(game: Game) -> str:
    """The end for a reader of the record, who has seen the code."""
    return f"The code was broken in {score(game)}." if game.broken else "The code was not broken."


def ending(table: Table) -> Ending:
    """What the game came to."""
    game, said = table.position, headline(table)
    sums = [("Guesses used", f"{len(game.guesses)}")]
    if game.duel:
        sums.append((f"{rival(table).short}'s guesses", f"{len(game.answers)}"))
    sums.append(("Counts as", f"{score(game)}"))
    lines = [said, f"The code was {spoken(game.hidden)}."] if table.caller else [_told(game)]
    if table.caller and table.kind in ("contest", "free"):
        kind = level_of(table.seats, table.options) if game.duel else "solo"
        of = with_one_more(record_of(table.tally, table.caller, kind), result(game))
        won, streak = f"{of['won']} of {of['won'] + of['lost'] + of['drawn']}", of["streak"]
        sums += [("Won so far", won), ("Streak", f"{streak}, best {of['longest']}")]
        lines.append(f"{kind_name(kind)}: {won} won; streak {streak}, longest {of['longest']}.")
    lines.append(f"Game over. Score: {score(game)}")
    return Ending(said, tuple(sums), tuple(lines), bell=game.broken or game.beaten)
