"""Bulletins: last month's top three and this month's standing, a page a door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board import look, paper
from door.board.api import BoardEffects, BoardEvent, DoorCard, Lobby
from door.games.api import Effects, Row, Speech, View
from door.games.widgets import Hint, month_name
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key

TITLE: Final = "Bulletins"


@dataclass(frozen=True, slots=True)
class State:
    """`at` is the door shown; `sheet` its bulletin."""

    lobby: Lobby
    at: int
    sheet: paper.Paper


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(lobby, 0, sheet(lobby, 0)), ()


def winners(card: DoorCard) -> list[tuple[str, int]]:
    """Last month's places, or a sentence where nobody finished a game."""
    month = month_name(card.books.last_month)
    if not card.books.winners:
        return [(f"  Nobody finished a game in {month}.", style(GREY))]
    best = card.books.winners[0]
    lines = [(f"  ♥ {best.caller} is the winner of {month}, with {best.score}. ♥", style(YELLOW)), ("", 0)]
    return lines + table(card.books.winners)


def table(rows: Sequence[Row], handle: str = "") -> list[tuple[str, int]]:
    """Rows as aligned lines: place, caller, score, games."""
    lines = [("     Caller                    Score   Games", style(DARK))]
    for row in rows:
        text = f"  {row.place}. {row.caller:<22} {row.score:>8} {row.games:>7}"
        lines.append((text, style(WHITE if row.caller == handle else look.medal(row.place))))
    return lines


def sheet(lobby: Lobby, at: int) -> paper.Paper:
    """One door's bulletin."""
    keys = (Hint("left", "", "←"), Hint("right", "Other doors", "→"), *paper.READ)
    if not lobby.doors:
        return paper.Paper(TITLE, (("No door is open just now.", style(GREY)),), keys=(paper.BACK,))
    card = lobby.doors[at]
    last, this = month_name(card.books.last_month), month_name(card.books.month)
    lines = [(f"TOP OF {last.upper()}", style(card.accent)), ("", 0), *winners(card), ("", 0)]
    lines += [(f"SO FAR IN {this.upper()}", style(card.accent)), ("", 0)]
    if card.books.standing:
        lines += table(card.books.standing, lobby.handle)
        if card.books.rank > len(card.books.standing):
            lines.append((f"  {card.books.rank}. {lobby.handle:<22} {card.books.score:>8}", style(WHITE)))
    else:
        lines.append(("  Nobody has finished a game yet. The month is open!", style(GREY)))
    return paper.Paper(f"Bulletins: {card.name}", tuple(lines), f"{at + 1} of {len(lobby.doors)}", keys)


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    step = {"left": -1, "right": 1, "4": -1, "6": 1, "a": -1, "d": 1, "tab": 1}
    if isinstance(event, Key) and event.name.lower() in step and state.lobby.doors:
        at = (state.at + step[event.name.lower()]) % len(state.lobby.doors)
        return State(state.lobby, at, sheet(state.lobby, at)), ()
    turned = paper.turn(state.sheet, event)
    if turned is None:
        return state, ()
    return replace(state, sheet=turned[0]), turned[1]


def draw(state: State, view: View) -> Canvas:
    return paper.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if before is not None:
        return paper.tell(before.sheet, after.sheet)
    lines: list[str] = []
    for at in range(len(after.lobby.doors)):
        lines += paper.tell(None, sheet(after.lobby, at)).lines
    return Speech(tuple(lines) or ("No door is open just now.",), "Enter to go back.")
