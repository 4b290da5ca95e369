"""The door in plain mode: what changed, as lines of text, and the prompt that asks.

Law: `tell` compares two states and says the difference, nothing twice; whatever the screen
shows by colour or place is said in words.
"""

from __future__ import annotations

from typing import Final

from door.games.mindbuster.card import PLAYERS
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.help import pages
from door.games.mindbuster.overlays import other_side
from door.games.mindbuster.record import record_of
from door.games.mindbuster.rules import GUESSES, score
from door.games.mindbuster.state import THEIRS, State, rows_of
from door.games.mindbuster.tell_pages import laid_over
from door.games.mindbuster.words import ORDER, colours, headline, kind_name, played, row_text
from door.midend.words import standing_lines, turns_line
from door.ui.screen import Speech
from door.ui.widgets import ordinal

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
        laid_over,
        _note,
    ):
        lines.extend(said(before, after))
    return Speech(tuple(lines), prompt(after))


# -- what is asked ------------------------------------------------------------------------------


def prompt(state: State) -> str:
    """What the caller is asked for now."""
    if state.over == "help":
        return _help_prompt(state)
    if state.over in ("scoring", "eye") and other_side(state) is not None:
        return "Enter to go on, o for the other side:"
    if state.over:
        return _OVER_PROMPTS.get(state.over, "Enter to go on:")
    if state.scene == "code":
        return "Enter hides it:" if not state.hand.empty else "Your hidden code?"
    if state.scene == "guess" and state.game is not None:
        return "Enter guesses it:" if not state.hand.empty else f"Guess {len(state.game.guesses) + 1}?"
    if state.scene == "done" and state.booked is None:
        return ""
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
    last = state.page + 1 == len(pages(state.setup.options, plain=True))
    return "Enter to go on:" if last else "Enter for more, q to go on:"


# -- the contest ----------------------------------------------------------------------------------


def _title(before: State | None, after: State) -> Lines:
    if before is not None:
        return []
    lines = ["MindBuster!", *standing_lines(after.books, ORDER), turns_line(after.books)]
    lines.append(f"You play: {played(after.choice)}.")
    if after.setup.waiting and after.game is None:
        lines.append("A game of yours is waiting.")
    return lines


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
    return [*lines, *own_record(after), turns_line(booked.books)]


def own_record(state: State) -> Lines:
    """The caller's games against this opponent, as a line."""
    kind = state.level if state.game is not None and state.game.duel else "solo"
    mine = record_of(state.books.tally, state.setup.caller, kind)
    if not mine:
        return []
    counts = f"{mine['won']} won, {mine['lost']} lost, {mine['drawn']} drawn"
    return [f"{kind_name(kind)}: {counts}; streak {mine['streak']}, longest {mine['longest']}."]


def _note(before: State | None, after: State) -> Lines:
    """The message line, again whenever a new line brought the same one."""
    if not after.note or (before and (before.note, before.asked) == (after.note, after.asked)):
        return []
    return [after.note]
