"""The coach: what the caller's score was made of, then a page for every turn.

Law: pure, over the coach that both games of the box share.  A turn is a box of its own: par is what the best
play averages in the turns that were finished, as the score is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from door.games.game import AT_TABLE, Table, computer_level, reader
from door.games.luck import Account, Dear, Remark, Review, Verdict, dearest, remarked
from door.games.microlink.rules import Game, play
from door.games.microlink.seats import who
from door.games.shutbox import coach as box
from door.games.shutbox.odds import average
from door.games.shutbox.rules import MICROLINK
from door.ui.texts import tr
from door.ui.widgets import Column, Page, heads, paged, row_text
from door.ui.words import Lines, hundredths

_COLUMNS: Final = (
    Column(tr.door_heads.turn, 4, True),
    Column(tr.door_heads.points, 6, True),
    Column(tr.door_heads.luck, 7, True),
    Column(tr.door_heads.cost, 7, True),
)
CLEAR: Final = 1.5
"""Points by which a puzzle's best choice is better than any other."""


class Looked(NamedTuple):
    """A turn of a game looked back on: its number, what its points were made of, and its choices, with a
    sentence about each."""

    game: Game
    number: int
    account: Account
    choices: Mapping[Dear, str]

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.game.turns[self.number].seat


def watch(review: Review, step: int) -> tuple[Looked, ...]:
    """Every turn of a person in the order of play; all of a demonstration's."""
    game = play(*review)
    return tuple(_looked(game, number) for number in _of_people(game))


def _looked(game: Game, number: int) -> Looked:
    turn, first = game.turns[number], _first(game, number)
    advice = box.coach(turn.steps, MICROLINK)
    made = box.account(advice, turn.score, MICROLINK)
    return Looked(game, number, made, box.choices(advice, first))


def _first(game: Game, number: int) -> int:
    """The number of the move that a turn began with."""
    return sum(step.shut > 0 for turn in game.turns[:number] for step in turn.steps)


def _of_people(game: Game) -> list[int]:
    """The numbers of a person's turns; of all where only computers sit."""
    people = {seat for seat, name in enumerate(game.seats) if not computer_level(name)}
    return [number for number, turn in enumerate(game.turns) if not people or turn.seat in people]


def _own(looked: tuple[Looked, ...], table: Table) -> tuple[Looked, ...]:
    """The reader's turns; none in a demonstration, where nobody chose, or for who looked on at a table."""
    seat = -1 if table.kind == "demo" else reader(table) if table.kind == AT_TABLE else 0
    return tuple(look for look in looked if look.seat == seat)


def pages(parts: tuple[tuple[Looked, ...], ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """What the caller's points were made of, and their own turns; in practice everybody's turns."""
    own = _own(parts[0], table)
    turns = parts[0] if table.kind in ("practice", "demo") or not own else own
    dear = _dear(own)
    pages = tuple(_page(look.game, look.number, plain, dear) for look in turns)
    return (*_whole(own, plain), *pages) or (paged(tr.microlink.coach_nothing()),)


def _dear(own: tuple[Looked, ...]) -> tuple[Dear, ...]:
    return dearest(one for look in own for one in look.choices)


def _whole(own: tuple[Looked, ...], plain: bool) -> Iterator[Page]:
    """What all the turns come to, and a row a turn."""
    if own:
        made = _account(own)
        best = tr.microlink.coach_averages(average=f"{average(MICROLINK):.2f}")
        title = box.TITLE(score=f"{made.score:g}", best=best)
        rows = () if plain else ("", heads(_COLUMNS), *_rows(own))
        yield Page(title, (made.said(), made.text(), *rows))


def _rows(own: tuple[Looked, ...]) -> Lines:
    made = [(at, look.account) for at, look in enumerate(own, 1)]
    return tuple(
        row_text(_COLUMNS, (at, f"{one.score:g}", hundredths(one.luck, "+"), f"{one.cost:.2f}"))
        for at, one in made
    )


def _account(own: tuple[Looked, ...]) -> Account:
    made = [look.account for look in own]
    return Account(*map(sum, zip(*made, strict=True))) if made else Account(0, 0, 0, 0)


def accounted(review: Review, score: int) -> Account:
    """What the caller's points of a finished game were made of."""
    return _account(tuple(look for look in watch(review, 0) if look.seat == 0))


def luck(review: Review, seat: int) -> float:
    """What the dice brought a person's seat."""
    return sum(look.account.luck for look in watch(review, 0) if look.seat == seat)


def verdict(parts: tuple[tuple[Looked, ...], ...], table: Table) -> Verdict:
    """What the caller's points were made of, and the dearest choices."""
    own = _own(parts[0], table)
    if not own:
        return Verdict("")
    made = _account(own)
    return Verdict(made.said(), _dear(own), made)


def judge(game: Game, move: str) -> Dear:
    """What shutting those doors costs, and the best there."""
    return box.judge(game.box, move)


def sharp(game: Game) -> float:
    """By how much the best doors are better than any others, where that is clear."""
    return box.clearly(game.box, CLEAR)


def last_turn(game: Game, plain: bool = False) -> Page | None:
    """A person's turn that ended last, None before there is one."""
    numbers = _of_people(game)
    return _page(game, numbers[-1], plain) if numbers else None


def _page(game: Game, number: int, plain: bool, dear: tuple[Dear, ...] = ()) -> Page:
    """A turn; those of the game's dearest choices that were made in it are numbered."""
    turn, first = game.turns[number], _first(game, number)
    title = tr.microlink.coach_title(
        who=who(game, turn.seat), number=number // len(game.seats) + 1, score=turn.score
    )
    if plain:
        return Page(title, box.told(turn.steps, MICROLINK, turn.score))
    marked = [one.at - first for one in dear]
    return Page(
        title, box.look_back(turn.steps, MICROLINK, turn.score, marked, tr.microlink.coach_doors_open())
    )


def remarks(parts: tuple[tuple[Looked, ...], ...], tables: Sequence[Table]) -> dict[int, Remark]:
    """What each choice of a person cost."""
    return remarked({one: words for part in parts for look in part for one, words in look.choices.items()})
