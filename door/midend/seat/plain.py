"""A table in plain mode: changes as lines of text, and the prompt.

Everything is announced as it happens. A table that is opened is described completely.
"""

from __future__ import annotations

from door.games.contract import Game
from door.midend import plain
from door.midend.pages import coach
from door.midend.seat import follow, forming, menu, over
from door.midend.seat.state import LISTS, TALKING, Seat, is_mine
from door.midend.state import SAID_AT_ONCE
from door.ui.screen import Speech
from door.ui.texts import tr


def tell(game: Game, before: Seat | None, after: Seat) -> Speech:
    """Return the lines for the changes since `before`, or everything for a new or different table."""
    if before is not None and before.match.terms.id == after.match.terms.id:
        new = after.state.said - before.state.said
        waits = after.state.scene == "play" and not (after.over or after.state.over or is_mine(after))
        lines = after.state.log[-new:] if new > 0 else ()
        return Speech(lines, prompt(game, after), again=not waits)
    opened = _covering(game, after) if before is None else ()
    return Speech((*whole(game, after), *opened), prompt(game, after))


def _covering(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return the lines of the open list or page, or ()."""
    if seat.over in LISTS | TALKING:
        return menu.lines(game, seat)
    return over.proof_lines(game, seat) if seat.state.over == "proof" else plain.covering(game, seat.state)


def whole(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return everything that a caller who opens the table needs."""
    if seat.match.stage == "forming" or not seat.match.positions:
        return forming.lines(game, seat)
    said = tuple(f"{who}: {text}" for who, text in seat.match.talk[-3:])
    if seat.state.scene == "done":
        return (*said, *over.lines(game, seat))
    return (tr.match.plain_title(name=game.info.name()), *said, *follow.whole(game, seat))


def prompt(game: Game, seat: Seat) -> str:
    """Return the prompt."""
    if seat.over in LISTS | TALKING or seat.over == "sure":
        return menu.prompt(seat)
    if seat.state.over == "proof":
        return over.prompt(game, seat)
    said = seat.state.over in SAID_AT_ONCE and not coach.has_more(game, seat.state)
    if (seat.state.over and not said) or seat.over == "code":
        return plain.prompt(game, seat.state)
    if seat.state.scene == "done":
        return over.prompt(game, seat)
    if seat.state.scene == "opening":
        return forming.prompt(game, seat)
    if not seat.plays:
        return tr.match.plain_prompt_watching()
    asked = _asked(game, seat)
    return tr.match.plain_prompt_or_accept(prompt=asked) if seat.followed.offered else asked


def _asked(game: Game, seat: Seat) -> str:
    if seat.match.adjourned:
        goes = any(row.word == "go" for row in menu.rows(game, seat))
        return tr.match.adjourned_go() if goes else tr.match.adjourned()
    return plain.prompt(game, seat.state) or tr.match.plain_prompt()
