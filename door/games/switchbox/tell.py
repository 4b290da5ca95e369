"""The door in plain mode: the lines said since last time, and the prompt that asks."""

from __future__ import annotations

from typing import Final

from door.games.switchbox.help import pages
from door.games.switchbox.play import summary, turn_note
from door.games.switchbox.state import State
from door.games.switchbox.words import box_lines, name, turn_line
from door.midend.words import standing_lines, turns_line
from door.ui.screen import Speech

_BETWEEN: Final = {
    "title": "Play? (Enter plays, s set-up, d demonstration, t tables, ? help, q leaves)",
    "done": "Play again? (y/n, s set-up, t tables)",
    "setup": "Row to change (3, or 3 yes), Enter begins, q back:",
    "pause": "Enter for the next ball, q ends it:",
    "thinking": "",
    "opening": "",
}


def tell(before: State | None, after: State) -> Speech:
    """The lines for what has happened since `before` (all of it where there is none)."""
    if before is None:
        return Speech(_all(after), prompt(after))
    new = min(max(after.count - before.count, 0), len(after.lines))
    return Speech(after.lines[len(after.lines) - new :], prompt(after))


def _all(state: State) -> tuple[str, ...]:
    """Everything a caller who has heard nothing yet must know."""
    lines = ["Switchbox"]
    if state.game is None or state.scene in ("title", "setup"):
        lines += [*standing_lines(state.books), turns_line(state.books)]
        lines.append("A game of yours is waiting." if state.waiting else summary(state))
    else:
        lines += [*box_lines(state.game.box), turn_line(state.game)]
    return tuple(line for line in (*lines, state.note) if line)


def prompt(state: State) -> str:
    """What the caller is asked for now."""
    if state.over == "help":
        last = state.page + 1 == len(pages(state.setup.options))
        return "Enter to go on:" if last else "Enter for more, q to go on:"
    if state.over == "tables":
        return "Enter to go on:"
    if state.over == "ask":
        if not state.ranked:
            return "End this practice game (g), or play on (Enter)?"
        return "Leave it for later (l), give it up (g), or play on (Enter)?"
    game = state.game
    if state.scene == "choosing" and game is not None:
        return f"{turn_note(game)} (1-8, +, -)"
    if state.scene == "offer" and game is not None:
        return f"Give {name(game, game.stand.mover)} a random ball? (g gives, Enter does not)"
    if state.scene == "done" and state.booked is None:
        return ""
    return _BETWEEN.get(state.scene, "")
