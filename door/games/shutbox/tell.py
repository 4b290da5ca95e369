"""The door in plain mode: what changed, as lines of text, and the prompt that asks.

Law: `tell` compares two states and says the difference, nothing twice; whatever the screen
shows by colour or place is said in words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.shutbox.card import ALIKE
from door.games.shutbox.coach import average, told
from door.games.shutbox.help import pages
from door.games.shutbox.record import ending, roll_text
from door.games.shutbox.rules import tiles_of
from door.games.shutbox.state import State, looked_at
from door.midend.books import Books
from door.midend.daily import SEED_TOMORROW, asked, daily_lines, opening, outcome, teaser
from door.midend.words import standing_lines, turns_line
from door.ui.screen import Speech
from door.ui.widgets import month_name, ordinal

Lines = list[str]


def tell(before: State | None, after: State) -> Speech:
    """The lines for what has happened since `before` (all of it where there is none)."""
    lines: Lines = []
    for said in (_title, _opened, _roll, _ended, _on_the_books, _laid_over, _note):
        lines.extend(said(before, after))
    return Speech(tuple(lines), prompt(after))


def prompt(state: State) -> str:
    """What the caller is asked for now."""
    if state.over == "help":
        last = state.page + 1 == len(pages(state.setup.options))
        return "Enter to go on:" if last else "Enter for more, q to go on:"
    if state.over == "daily" and state.books.daily:
        return asked(state.books.daily)
    if state.over == "ask":
        return "Leave it for later (l), give it up (g), or play on (Enter)?"
    if state.scene == "done" and state.booked is None:
        return ""
    if state.scene == "title" and state.books.daily:
        return _PROMPTS["title"].replace("t standings", "d daily deal, t standings")
    return _PROMPTS.get(state.scene, "")


_PROMPTS: Final = {
    "title": "Play? (Enter plays, t standings, ? help, q leaves)",
    "choosing": "Tiles to shut?",
    "done": "Play again? (y/n)",
}


def _title(before: State | None, after: State) -> Lines:
    """The door's name, last month's first and the standing: on entry, also on the way to a game."""
    if before is not None:
        return []
    lines = ["Shut The Box", *standing_lines(after.books), turns_line(after.books)]
    if after.setup.waiting:
        lines.append("A game of yours is waiting.")
    return [*lines, teaser(after.books.daily, ALIKE)] if after.books.daily else lines


def _opened(before: State | None, after: State) -> Lines:
    begun = after.begun
    if begun is None or (before is not None and before.begun is begun):
        return []
    lines = ["A free turn!"] if begun.free else []
    if not begun.ranked:
        lines.append("This game is practice: it does not count.")
    if begun.daily:
        lines.append(opening(begun, ALIKE))
    return [*lines, f"Commitment: {begun.commit}"]


def _thrown(state: State | None) -> object:
    """The game whose dice lie open to the caller, None while they tumble."""
    return None if state is None or state.scene in ("opening", "rolling") else state.game


def _roll(before: State | None, after: State) -> Lines:
    game = after.game
    if game is None or game.over or _thrown(after) is None or _thrown(before) is _thrown(after):
        return []
    score = [f"Score: {game.score}"] if game.points else []
    return [*score, f"Roll: {roll_text(game)}", "Open: " + " ".join(map(str, tiles_of(game.open)))]


def _ended(before: State | None, after: State) -> Lines:
    game = after.game
    shown = after.scene in ("counting", "done")
    if game is None or not shown or (before is not None and before.scene in ("counting", "done")):
        return []
    free = game.why == "shut" and game.variant.free_turn
    lines = [*ending(game)]
    if game.why != "quit" and game.points:
        lines.insert(0, f"Score: {game.points}")
    return [*lines, "You have earned a free turn!"] if free else lines


def _on_the_books(before: State | None, after: State) -> Lines:
    booked = after.booked
    if booked is None or after.scene != "done" or (_proved(before) and before and before.booked is booked):
        return []
    lines = [f"Seed: {booked.seed}", f"Check it with: door replay {booked.id}"]
    if after.begun and after.begun.daily:
        lines = [*(f"{line}." for line in outcome(after.begun, booked)), SEED_TOMORROW, lines[1]]
    elif booked.books.rank:
        lines.append(f"This month: {booked.books.score}, {ordinal(booked.books.rank)} place.")
    coach = ["Type c and the coach looks back on your choices."] if looked_at(after) else []
    return [*lines, turns_line(booked.books), *coach]


def _proved(state: State | None) -> bool:
    return state is not None and state.booked is not None and state.scene == "done"


def _laid_over(before: State | None, after: State) -> Lines:
    was = ("", 0) if before is None else (before.over, before.page)
    if (after.over, after.page) == was and (before is None or before.asked == after.asked):
        return []
    return _OVER[after.over](after) if after.over else []


def _help(state: State) -> Lines:
    every = pages(state.setup.options, plain=True)
    page = every[state.page]
    return [f"{page.title} ({state.page + 1} of {len(every)})", *(line for line in page.lines if line)]


def _standings(state: State) -> Lines:
    return [*standing_lines(state.books), *records(state.books)]


def records(books: Books) -> Lines:
    """The best games ever and how often the box was shut, as lines."""
    tally = books.tally
    if not tally or not tally.get("games"):
        return []
    score, caller, month = tally["best"][0]
    return [
        f"Best game ever: {score} by {caller}, {month_name(month)}.",
        f"Games finished: {tally['games']}, boxes shut: {tally['shut']}.",
    ]


def _nothing(state: State) -> Lines:
    return []


def _coach(state: State) -> Lines:
    if state.game is None:
        return []
    best = f"The best play averages {average(state.game.variant):.2f} points a game."
    return ["The coach:", *told(looked_at(state), state.game.variant), best]


def _daily(state: State) -> Lines:
    return daily_lines(state.books.daily, ALIKE) if state.books.daily else []


_OVER: Final[dict[str, Callable[[State], Lines]]] = {
    "help": _help,
    "standings": _standings,
    "coach": _coach,
    "daily": _daily,
    "ask": _nothing,
}


def _note(before: State | None, after: State) -> Lines:
    """The message line, again whenever a new line brought the same one."""
    if not after.note or (before and (before.note, before.asked) == (after.note, after.asked)):
        return []
    return [after.note]
