"""The door in plain mode: what changed, as lines of text, and the prompt that asks.

Law: `tell` compares two states and says the difference, nothing twice; whatever the screen
shows by colour or place is said in words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.api import Books, Row, Speech
from door.games.mindbuster.card import PLAYERS, SETTINGS, value_of
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.help import pages
from door.games.mindbuster.record import record_of, table_of
from door.games.mindbuster.rules import GUESSES, LETTERS, LEVELS, NAMES, score
from door.games.mindbuster.state import THEIRS, State, code_of, rows_of
from door.games.mindbuster.words import (
    headline,
    kind_name,
    links_text,
    marks_text,
    played,
    size_name,
    turns_left,
)  # fmt: skip
from door.games.widgets import month_name, ordinal

Lines = list[str]


def tell(before: State | None, after: State) -> Speech:
    """The lines for what has happened since `before` (all of it where there is none)."""
    lines: Lines = []
    for said in (
        _title,
        _opened,
        _codes,
        _guesses,
        _answers,
        _waiting,
        _over,
        _hand,
        _booked,
        _laid_over,
        _note,
    ):
        lines.extend(said(before, after))
    return Speech(tuple(lines), prompt(after))


# -- what is asked ------------------------------------------------------------------------------


def prompt(state: State) -> str:
    """What the caller is asked for now."""
    if state.over:
        return (
            _help_prompt(state) if state.over == "help" else _OVER_PROMPTS.get(state.over, "Enter to go on:")
        )
    if state.scene == "code":
        return "Enter hides it:" if not state.hand.empty else "Your hidden code?"
    if state.scene == "guess" and state.game is not None:
        return "Enter guesses it:" if not state.hand.empty else f"Guess {len(state.game.guesses) + 1}?"
    return _PROMPTS.get(state.scene, "")


_PROMPTS: Final = {
    "title": "Play? (Enter plays, s settings, t tables, ? help, q leaves)",
    "done": "Play again? (y/n; e solver's eye, l lines, board, s settings, t tables)",
}
_OVER_PROMPTS: Final = {
    "settings": "Setting and value (colours 5), or Enter when done:",
    "ask": "Leave it for later (l), give it up (g), or play on (Enter)?",
    "quit": "Give this game up? (y/n)",
    "again": "Give this game up and begin another? (y/n)",
}


def _help_prompt(state: State) -> str:
    last = state.page + 1 == len(pages(state.setup.options))
    return "Enter to go on:" if last else "Enter for more..., q to go on:"


# -- the contest ----------------------------------------------------------------------------------


def _title(before: State | None, after: State) -> Lines:
    if before is not None:
        return []
    lines = ["MindBuster!", *winners(after.books), *standing(after.books), turns_left(after.books)]
    lines.append(f"You play: {played(after.choice)}.")
    if after.setup.waiting and after.game is None:
        lines.append("A game of yours is waiting.")
    return lines


def winners(books: Books) -> Lines:
    """Last month's top places as lines."""
    if not books.winners:
        return []
    return [f"{month_name(books.last_month)}, won by {books.winners[0].caller}:", *map(_place, books.winners)]


def standing(books: Books) -> Lines:
    """This month's places as lines, and the caller's own."""
    month = month_name(books.month) or "This month"
    if not books.standing:
        return [f"{month}: no game finished yet."]
    lines = [f"{month} so far, fewest guesses first:", *map(_place, books.standing)]
    return [*lines, f"You are {ordinal(books.rank)} with {books.score}."] if books.rank else lines


def _place(row: Row) -> str:
    games = f" in {row.games} game{'s' * (row.games != 1)}" if row.games else ""
    return f"{row.place}. {row.caller}, {row.score}{games}"


# -- the game ---------------------------------------------------------------------------------------


def _fresh(before: State | None, after: State) -> bool:
    """Whether the game is one that `before` did not have."""
    return after.begun is not None and (before is None or before.begun is not after.begun)


def _opened(before: State | None, after: State) -> Lines:
    begun, game = after.begun, after.game
    if begun is None or game is None or not _fresh(before, after):
        return []
    against = f"Duel with {PLAYERS[after.level].name}" if game.duel and after.level in PLAYERS else "Solo"
    lines = [
        f"{against}: {game.holes} holes, {game.colours} colours, {GUESSES} guesses.",
        colours(game.palette),
    ]
    if not begun.ranked:
        lines.append("This game is practice: it does not count.")
    return [*lines, f"Commitment: {begun.commit}"]


def colours(palette: str) -> str:
    """The game's colours with letters and numbers."""
    names = (f"{at} {letter} {NAMES[LETTERS.index(letter)]}" for at, letter in enumerate(palette, 1))
    return "Colours: " + ", ".join(names)


def _codes(before: State | None, after: State) -> Lines:
    game = after.game
    if game is None or not game.own or not (_fresh(before, after) or (before and before.scene == "code")):
        return []
    return [f"Your hidden code: {spoken(game.own)}"]


def _new_rows(before: State | None, after: State, side: int) -> Lines:
    """A line for each row of that side which was not there before."""
    game = after.game
    if game is None:
        return []
    known = 0
    if before is not None and before.game is not None and not _fresh(before, after):
        known = len(rows_of(before.game, side))
    return [row_text(after, side, row) for row in range(known, len(rows_of(game, side)))]


def row_text(state: State, side: int, row: int) -> str:
    """ "Guess 2: R W B G, 1 black, 2 white"."""
    game = state.game
    assert game is not None
    marks = (game.answer_marks() if side == THEIRS else game.marks())[row]
    whose = f"{state.rival} {row + 1}" if side == THEIRS else f"Guess {row + 1}"
    return f"{whose}: {spoken(rows_of(game, side)[row])}, {marks_text(marks)}"


def _guesses(before: State | None, after: State) -> Lines:
    return _new_rows(before, after, 0)


def _answers(before: State | None, after: State) -> Lines:
    return _new_rows(before, after, THEIRS)


def _waiting(before: State | None, after: State) -> Lines:
    if after.scene != "waiting" or (before is not None and before.scene == "waiting"):
        return []
    return [f"{after.rival} is thinking."]


def _over(before: State | None, after: State) -> Lines:
    game = after.game
    if (
        game is None
        or after.scene != "done"
        or (before and before.scene == "done" and not _fresh(before, after))
    ):
        return []
    return [headline(after), f"The code was {spoken(game.hidden)}.", f"Game over. Score: {score(game)}"]


def _hand(before: State | None, after: State) -> Lines:
    """A row that was mixed or copied, before it is entered."""
    if not after.in_hand or after.hand.empty or (before is not None and before.hand.pegs == after.hand.pegs):
        return []
    return [f"Row: {spoken(after.hand.pegs)}"]


def _booked(before: State | None, after: State) -> Lines:
    booked = after.booked
    if booked is None or (before is not None and before.booked is booked):
        return []
    lines = [f"Seed: {booked.seed}", f"Check it with: door replay {booked.id}"]
    if booked.books.rank:
        lines.append(f"This month: {booked.books.score}, {ordinal(booked.books.rank)} place.")
    return [*lines, *own_record(after), turns_left(booked.books)]


def own_record(state: State) -> Lines:
    """The caller's games against this opponent, as a line."""
    kind = state.level if state.game is not None and state.game.duel else "solo"
    mine = record_of(state.books.tally, state.setup.caller, kind)
    if not mine:
        return []
    counts = f"{mine['won']} won, {mine['lost']} lost, {mine['drawn']} drawn"
    return [f"{kind_name(kind)}: {counts}; streak {mine['streak']}, longest {mine['longest']}."]


# -- pages ------------------------------------------------------------------------------------------


def _laid_over(before: State | None, after: State) -> Lines:
    """What has been opened or turned to; settings again whenever one was changed."""
    if not after.over:
        return []
    shown = (after.over, after.page, after.side, after.eyes, after.choice)
    same = before is not None and (before.over, before.page, before.side, before.eyes, before.choice) == shown
    return [] if same else _OVER[after.over](after)


def _help(state: State) -> Lines:
    every = pages(state.setup.options)
    page = every[state.page]
    return [f"{page.title} ({state.page + 1} of {len(every)})", *(line for line in page.lines if line)]


def _tables(state: State) -> Lines:
    """Every table that has a game in it, and the caller's own record."""
    tally = state.books.tally
    lines = []
    for size in sorted((tally or {}).get("tables", {})):
        for mode in ("solo", *LEVELS):
            of = table_of(tally, size, mode)
            if of:
                best = (
                    ", ".join(f"{guesses} {caller}" for guesses, caller, _ in of["best"][:3]) or "none broken"
                )
                counts = f"{of['games']} played, {of['won']} won, {of['lost']} lost, {of['drawn']} drawn"
                lines.append(f"{size_name(size)}, {kind_name(mode)}: {counts}; fewest guesses {best}.")
    for kind in ("solo", "duel", *LEVELS):
        mine = record_of(tally, state.setup.caller, kind)
        if mine:
            counts = f"{mine['won']} won, {mine['lost']} lost, {mine['drawn']} drawn"
            lines.append(
                f"You, {kind_name(kind)}: {counts}, streak {mine['streak']}, longest {mine['longest']}."
            )
    return [*winners(state.books), *standing(state.books), *(lines or ["No game on the books yet."])]


def _settings(state: State) -> Lines:
    lines = [f"{s.key}: {value_of(state.choice, s)} ({', '.join(s.choices)}). {s.help}" for s in SETTINGS]
    level = PLAYERS[state.choice.level]
    return [
        *lines,
        f"{level.name} {level.how}",
        "Settings hold from the next game on.",
    ]


def _scoring(state: State) -> Lines:
    game = state.game
    if game is None:
        return []
    rows, code = rows_of(game, state.side), code_of(game, state.side)
    chosen = range(len(rows)) if game.over else range(len(rows) - 1, len(rows))
    lines = []
    for row in chosen:
        lines += [row_text(state, state.side, row), *links_text(rows[row], code)]
    return [f"The code: {spoken(code)}", *lines]


def _eye(state: State) -> Lines:
    """Row by row, once the solver has looked."""
    eyes = state.eyes[state.side]
    if eyes is None:
        return ["Einstein is looking at every row."]
    return [
        f"Row {at}: {spoken(eye.guess)}, {marks_text(eye.marks)}. {eye.before} codes were possible, "
        f"{eye.after} after it. Einstein: {spoken(eye.einstein)}"
        for at, eye in enumerate(eyes, 1)
    ]


def _board(state: State) -> Lines:
    game = state.game
    if game is None:
        return []
    lines = [f"Your hidden code: {spoken(game.own)}"] if game.own else []
    for row in range(len(game.guesses)):
        lines.append(row_text(state, 0, row))
        if row < len(game.answers):
            lines.append(row_text(state, THEIRS, row))
    return [*lines, colours(game.palette)]


def _nothing(state: State) -> Lines:
    return []


_OVER: Final[dict[str, Callable[[State], Lines]]] = {
    "help": _help,
    "tables": _tables,
    "settings": _settings,
    "scoring": _scoring,
    "eye": _eye,
    "board": _board,
    "ask": _nothing,
    "quit": _nothing,
    "again": _nothing,
}


def _note(before: State | None, after: State) -> Lines:
    """The message line, again whenever a new line brought the same one."""
    if not after.note or (before and (before.note, before.asked) == (after.note, after.asked)):
        return []
    return [after.note]
