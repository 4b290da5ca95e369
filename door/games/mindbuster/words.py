"""Sentences that the screen and plain mode share.

Law: values in, sentences out.  A code is in a sentence only for eyes that may know it (`knows`).
"""

from __future__ import annotations

from typing import Final

from door.games.game import AT_TABLE, EVERYBODY, WATCHER, Ending, Plan, Table, has_hand, over_line, reader
from door.games.mindbuster.card import called, level_of
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

_SIGNS: Final = 22
_HELD: Final = {"You": "Yours", "Lisa": "Hers"}


def left(table: Table) -> int:
    """The side that is on the left: the reader's, or the first seat's."""
    return max(reader(table), MINE)


def name(table: Table, side: int) -> str:
    """What the seat of that side is called."""
    return called(table.position.seats[side]) or "Your opponent"


def knows(table: Table, side: int) -> bool:
    """Whether these eyes may know the code that this side's guesses are at."""
    return opened(table) or side == 1 - table.eyes


def opened(table: Table) -> bool:
    """Whether both codes lie open."""
    return table.eyes == EVERYBODY and bool(table.position.over)


def rest(table: Table) -> tuple[Plan, tuple[str, ...]] | None:
    """A duel that the computer has won: the caller may go on at its code, alone; the same chance hides it."""
    game = table.position
    if table.eyes == WATCHER or reader(table) != MINE or game.between_callers or game.given_up:
        return None
    if not game.beaten or game.broken or len(game.guesses) == GUESSES:
        return None
    return Plan({**table.options, "players": 1}, game.seats[:1], ranked=False), game.guesses


def kept(table: Table) -> bool:
    """Whether the end of the game keeps the code, so that it can be played on for."""
    return table.eyes != EVERYBODY and table.frame is None and rest(table) is not None


def making(table: Table) -> bool:
    """Whether these eyes' own row is being made."""
    if table.board is None or not has_hand(table) or table.position.over:
        return False
    return hiding(table) or (table.position.phase != "code" and table.position.mover == table.eyes)


def hiding(table: Table) -> bool:
    """Whether that row is the caller's own code: two callers hide theirs at the same time."""
    game = table.position
    return game.phase == "code" and has_hand(table) and not game.code(1 - table.eyes)


def marks_text(marks: Marks) -> str:
    """ "1 black, 2 white", or "nothing"."""
    said = [f"{count} {name}" for count, name in zip(marks, ("black", "white"), strict=True) if count]
    return ", ".join(said) or "nothing"


def headline(table: Table) -> str:
    """How a finished game went, in a sentence or two."""
    game, used = table.position, len(table.position.guesses)
    if game.given_up:
        return "Given up: the code counts as not broken."
    if not game.over:
        return "The game ended before a code was broken."
    if not game.duel:
        who = "You" if reader(table) == MINE else name(table, MINE)
        return f"{who} broke the code in {used}." if game.broken else f"The code held for {GUESSES} guesses."
    if game.broken and game.beaten:
        return f"Both codes are broken in {used}: a draw."
    if not game.broken and not game.beaten:
        return "Both codes held: a draw."
    won = int(game.beaten)
    who = "You" if won == reader(table) else name(table, won)
    whose = "your" if won == 1 - reader(table) else f"{name(table, 1 - won)}'s"
    held = "" if game.between_callers else f" {_HELD.get(who, 'His')} held."
    return f"{who} broke {whose} code in {used}.{held}"


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
    whose = "Guess" if not game.duel or side == reader(table) else name(table, side)
    guess = game.rows(side)[row]
    return f"{whose} {row + 1}: {spoken(guess)}, {marks_text(mark(guess, game.code(side)))}"


def message(table: Table) -> str:
    """What stands on the message line."""
    game, frame = table.position, table.frame
    if frame is not None:
        return "" if frame.side == reader(table) else f"{name(table, frame.side)} guesses."
    if game.over or (table.board is not None and table.board.shown is not None):
        return ""
    if hiding(table):
        return "Hide a code: a colour in every hole, then ENTER. F4 picks one at random."
    if not making(table):
        return waits(table)
    row = len(game.rows(table.eyes))
    if not row:
        hidden = f"Your code is hidden. Now break {name(table, 1 - table.eyes)}'s.  " if game.duel else ""
        return f"{hidden}Guess 1 of {GUESSES}."
    theirs = f", {name(table, 1 - table.eyes)}'s {_scored(game, 1 - table.eyes)}" if game.duel else ""
    return f"Your guess scored {_scored(game, table.eyes)}{theirs}.  Guess {row + 1} of {GUESSES}."


def _scored(game: Game, side: int) -> str:
    """What the last guess of a side scored."""
    return marks_text(mark(game.rows(side)[-1], game.code(side)))


def waits(table: Table) -> str:
    """What is going on while these eyes only look on."""
    game = table.position
    who, last = name(table, game.mover), 1 - game.mover if game.duel else MINE
    if game.phase == "code":
        return f"{who} hides a code."
    if game.phase == "answer" and not game.between_callers:
        return f"{who} is thinking."
    if not game.rows(last):
        return f"{who} is to guess."
    whose = "Your" if last == reader(table) else f"{name(table, last)}'s"
    return f"{whose} guess scored {_scored(game, last)}.  {who} is to guess."


def whose_code(table: Table, side: int) -> str:
    """Whose code it is that this side's guesses are at: "Your code", "Bob's code", "The code"."""
    if not table.position.duel:
        return "The code"
    return "Your code" if side == 1 - reader(table) else f"{name(table, 1 - side)}'s code"


def _told(game: Game) -> str:
    """The end for a reader of the record, who has seen a code that was broken."""
    broken = f"broken in {score(game)}." if game.broken else f"not broken: it was {spoken(game.hidden)}."
    return f"The code was {broken}"


def _codes(table: Table) -> Lines:
    """The codes that there were to break, the reader's own last; none for one who only looks on as yet."""
    game, first = table.position, left(table)
    if table.eyes == WATCHER or not game.over:
        return ()
    if not game.between_callers:
        return () if kept(table) else (f"The code was {spoken(game.hidden)}.",)
    return tuple(f"{whose_code(table, side)} was {spoken(game.code(side))}." for side in (first, 1 - first))


def brief(table: Table) -> str:
    """The reader's scores, or the first seat's, a sign a peg (black █, white ▒, none ·): "▒ █▒ ████
    broken in 3"."""
    game = table.position
    rows = ["█" * black + "▒" * white or "·" for _, (black, white) in game.history(left(table))]
    signs = " ".join(rows)[-_SIGNS:]
    broken = game.beaten if left(table) else game.broken
    if broken or not game.over:
        told = f"broken in {len(rows)}" if broken else f"{len(rows)} of {GUESSES} guesses"
    else:
        told = "given up" if game.given_up else "not broken"
    return f"{signs} {told}".strip()


def ending(table: Table) -> Ending:
    """What the game came to."""
    game, said, mine = table.position, headline(table), left(table)
    looks_on = game.between_callers and reader(table) < 0
    sums = [(f"{name(table, mine)}'s guesses" if looks_on else "Guesses used", f"{len(game.rows(mine))}")]
    if game.duel:
        sums.append((f"{name(table, 1 - mine)}'s guesses", f"{len(game.rows(1 - mine))}"))
    if not looks_on:
        sums.append(("Counts as", f"{score(game, mine)}"))
    plays = table.caller or table.kind == AT_TABLE or game.between_callers
    lines = [said, *_codes(table)] if plays else [_told(game)]
    if table.caller and table.kind in ("contest", "free"):
        kind = level_of(table.seats, table.options) if game.duel else "solo"
        of = with_one_more(record_of(table.tally, table.caller, kind), result(game))
        won, streak = f"{of['won']} of {of['won'] + of['lost'] + of['drawn']}", of["streak"]
        sums += [("Won so far", won), ("Streak", f"{streak}, best {of['longest']}")]
        lines.append(f"{kind_name(kind)}: {won} won; streak {streak}, longest {of['longest']}.")
    lines.append(over_line(table, (score(game, MINE), score(game, THEIRS))))
    early = max(len(game.guesses), len(game.answers)) < GUESSES  # the last guess has had its fanfare
    return Ending(said, tuple(sums), tuple(lines), bell=early and (game.broken or game.beaten))
