"""The coach: a page for every turn, what was best at each roll and what another choice cost.

Law: pure, over the coach that both games of the box share.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from door.games.game import Review, Table, computer_level
from door.games.microlink.rules import Game, play
from door.games.microlink.seats import who
from door.games.remarks import Remark, dearest
from door.games.shutbox.coach import costs, look_back, told
from door.games.shutbox.rules import MICROLINK
from door.ui.widgets import Page


class Looked(NamedTuple):
    """A turn looked back on: whose, and the page as it is drawn and as it is said."""

    seat: int
    page: Page
    said: Page


def watch(review: Review, step: int) -> tuple[Looked, ...]:
    """Every turn of a person in the order of play; all of a demonstration's."""
    game = play(*review)
    return tuple(
        Looked(game.turns[number].seat, _page(game, number, False), _page(game, number, True))
        for number in _of_people(game)
    )


def _of_people(game: Game) -> list[int]:
    """The numbers of a person's turns; of all where only computers sit."""
    people = {seat for seat, name in enumerate(game.seats) if not computer_level(name)}
    return [number for number, turn in enumerate(game.turns) if not people or turn.seat in people]


def pages(parts: tuple[tuple[Looked, ...], ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """The caller's own turns in a game that counts, everybody's in practice."""
    own = table.kind not in ("practice", "demo")
    pages = tuple(look.said if plain else look.page for look in parts[0] if not (own and look.seat))
    return pages or (Page("The coach", ("No turn has ended: there is nothing to look back on.",)),)


def last_turn(game: Game, plain: bool = False) -> Page | None:
    """A person's turn that ended last, None before there is one."""
    numbers = _of_people(game)
    return _page(game, numbers[-1], plain) if numbers else None


def _page(game: Game, number: int, plain: bool) -> Page:
    turn = game.turns[number]
    title = f"Coach: {who(game, turn.seat)}, turn {number // len(game.seats) + 1}, {turn.score} points"
    steps = turn.steps
    return Page(title, told(steps, MICROLINK) if plain else look_back(steps, MICROLINK, "doors"))


def remarks(parts: tuple[tuple[Looked, ...], ...], tables: Sequence[Table]) -> dict[int, Remark]:
    """What each choice of a person cost, once the coach has looked."""
    game, found, number = tables[-1].position, dict[int, tuple[float, str]](), 0
    people = set(_of_people(game)) if parts else set()
    for at, turn in enumerate(game.turns):
        made = sum(bool(step.shut) for step in turn.steps)
        if at in people:
            found |= dict(enumerate(costs(turn.steps, MICROLINK), start=number + 1))
        number += made
    return dearest(found)
