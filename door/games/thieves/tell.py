"""The door in plain mode: the lines said since last time, and the prompt that asks."""

from __future__ import annotations

from typing import Final

from door.games.thieves import tables
from door.games.thieves.help import pages
from door.games.thieves.state import State, jokers_of, may_choose
from door.games.thieves.words import ALIKE, UNREADABLE, best_line, dealt_lines, end_lines, table_lines
from door.midend.daily import asked, teaser
from door.midend.words import standing_lines, turns_line
from door.ui.screen import Speech
from door.ui.words import counted

_PROMPTS: Final = {
    "wait": "",
    "play": "Stack to take, or 0 to turn?",
    "over": "Play again? (y/n, j jokers, b best possible, s same deal, t high scores)",
}


def tell(before: State | None, after: State) -> Speech:
    """The lines for what has happened since `before` (all of it where there is none)."""
    if before is None:
        return Speech(_all(after), prompt(after))
    new = min(max(after.count - before.count, 0), len(after.lines))
    return Speech(after.lines[len(after.lines) - new :], prompt(after))


def _all(state: State) -> tuple[str, ...]:
    """Everything a caller who has heard nothing yet must know."""
    lines = ["Forty Thieves"]
    if state.page in ("title", "wait"):
        lines += [*standing_lines(state.books), turns_line(state.books)]
        lines.append(teaser(state.books.daily, ALIKE) if state.books.daily else "")
        lines.append("" if tables.read(state.books.tally)[1] else UNREADABLE)
        if state.setup.waiting:
            lines.append("A game of yours is waiting.")
        lines.append("Enter plays; a number from 0 to 5 chooses the jokers." if may_choose(state) else "")
    play = state.play
    if play is not None and state.page in ("play", "over"):
        lines += [*dealt_lines(play.begun, play.first), *table_lines(play.game, whole=True)]
        lines += end_lines(play.game) if play.game.over else ()
        lines.append(best_line(state.best, play.game.score))
    return tuple(line for line in (*lines, state.note) if line)


def prompt(state: State) -> str:
    """What the caller is asked for now."""
    practice = state.play is not None and state.play.practice
    match state.box:
        case "help":
            last = state.at + 1 == len(pages(state.setup.options))
            return "Enter to go on:" if last else "Enter for more, q to go on:"
        case "tables":
            return "Jokers 0 to 5 for another table, Enter to go on:"
        case "daily" if state.books.daily:
            return asked(state.books.daily)
        case "practice":
            will = "at will" if state.prefs.at_will else "when stuck"
            jokers = counted(state.prefs.jokers, "joker")
            return f"Practice with {jokers}, stock {will}? (0-5, w stock, Enter deals, q back)"
        case "leave":
            return (
                "Give it up (g), or play on (Enter)?"
                if practice
                else ("Leave it for later (l), give it up (g), or play on (Enter)?")
            )
        case "jokers":
            return f"Play with {_jokers(state)}? (y/n{_others(state)})"
        case "new":
            return (
                "New deal (y), same deal (s), or play on (n)?"
                if practice
                else f"Give this one up for another with {_jokers(state)}? (y/n{_others(state)})"
            )
    if state.page == "over" and practice:
        return "New deal? (y/n, s same deal, u undo, b best possible)"
    if state.page == "title":
        others = "0-5, " if may_choose(state) else ""
        daily = "d daily deal, " if state.books.daily else ""
        return f"Play with {_jokers(state)}? ({others}{daily}p practice, t top, ? help, q leaves)"
    return _PROMPTS[state.page] if not _finishing(state) else ""


def _jokers(state: State) -> str:
    """The jokers of the next game that counts, in words."""
    return counted(jokers_of(state), "joker")


def _others(state: State) -> str:
    return ", 0 to 5 for other jokers" if may_choose(state) else ""


def _finishing(state: State) -> bool:
    """Over, and not yet on the books."""
    return state.page == "play" and state.play is not None and state.play.game.over
