"""Seats at the start: one row of the settings form for each seat, and the seats they make.

Law: computed from a card (`Info`) and the caller's choices alone.  A seat is the caller, another person at
this keyboard, a computer of some level, or nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from door.games.game import AT_TABLE, COMPUTER, Choice, Front, GameView, computer_level, level_name, reader
from door.games.info import Info
from door.ui.texts import MaybeSaid, cache_by_language, tr

YOU: Final = "you"
PERSON: Final = "person"
NOBODY: Final = "nobody"
PEOPLE: Final = {YOU: tr.tables.you, PERSON: tr.play.choice_person, NOBODY: tr.play.choice_nobody}
LONGEST: Final = 16
GENTLE: Final = "gentle"
"""Set among a caller's choices by a board whose opponents grow with the caller."""

_FIRST: Final[Mapping[int, str]] = MappingProxyType({})
"""Default seats: the first value that each seat allows."""


def seat_rows(info: Info, front: Front, defaults: Mapping[int, str] = _FIRST) -> tuple[Choice, ...]:
    """Return a row for each seat, `seat1` first, and for each person's name; `defaults` by seat number."""
    rows: list[Choice] = []
    for number, who in _sitting(info, front, defaults):
        rows.append(seat_row(info, number, defaults.get(number, "")))
        if number > 1 and rows[-1].value(front.chosen) == PERSON:
            check = _name_check(info, front, number)
            rows.append(
                Choice(
                    f"name{number}", tr.play.label_seat_name(), (), who, tr.play.about_seat_name(),
                    check=check, limit=LONGEST,
                )
            )  # fmt: skip
    return tuple(rows)


def grows(info: Info, front: Front) -> bool:
    """True if opponents start gently for callers who have chosen none.  A sysop's level is for everybody."""
    return GENTLE in front.chosen and front.options["level"] == info.defaults()["level"]


def next_rival(info: Info, front: Front, beaten: Iterable[str]) -> str:
    """Return the opponent of a caller who has chosen none.

    One that grows is the weakest, then the one above the strongest that the caller has beaten, up to the
    board's.
    """
    levels, board = info.players.computers, str(front.options["level"])
    if not grows(info, front):
        return board
    strongest = max((levels.index(level) for level in beaten if level in levels), default=-1)
    return levels[min(strongest + 1, levels.index(board))]


def seat_row(info: Info, number: int, default: str = "") -> Choice:
    """Return the row of seat `number`, from 1; "" means the first value that the seat allows."""
    return _seat_row(
        number, default, number > info.players.seats[0], info.players.people, info.players.computers
    )


@cache_by_language
def _seat_row(number: int, default: str, optional: bool, people: bool, computers: tuple[str, ...]) -> Choice:
    if number == 1:
        values = (YOU, *computers)
    else:
        values = (*((NOBODY,) if optional else ()), *((PERSON,) if people else ()), *computers)
    words = tuple(
        tr.play.computer_level(level=level_name(value)) if value in computers else PEOPLE[value]
        for value in values
    )
    return Choice(
        f"seat{number}", tr.play.label_seat(number=number), values, default or values[0],
        HELP[number > 1](), words, practice=number == 1,
    )  # fmt: skip


HELP: Final = (tr.play.about_your_seat, tr.play.about_other_seat)


def seats_of(
    info: Info, front: Front, defaults: Mapping[int, str] = _FIRST, demo: bool = True
) -> tuple[str, ...]:
    """Return the seats in order as the record names them; without `demo` the caller takes the first."""
    seats = [who for _, who in _sitting(info, front, defaults)]
    return tuple(filter(None, seats if demo else (front.caller, *seats[1:])))


def _sitting(info: Info, front: Front, defaults: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Yield each seat's number and name, "" for nobody.  Remembered names that clash are replaced."""
    taken = {_key(front.caller)}
    for number in range(1, info.players.seats[1] + 1):
        who = seat_row(info, number, defaults.get(number, "")).value(front.chosen)
        if who == PERSON:
            name = front.chosen.get(f"name{number}", "").strip()
            free = range(number, number + len(taken) + 1)
            # a language's word may have letters that no name can have; a number has none
            names = (name, *(str(tr.play.unnamed_person(number=one)) for one in free), *map(str, free))
            who = next(one for one in names if _key(one) not in taken and not name_refusal(one, front.caller))
            taken.add(_key(who))
            yield number, who
        else:
            yield number, front.caller if who == YOU else "" if who == NOBODY else COMPUTER + who


def _key(name: str) -> str:
    return name.strip().casefold()


def _name_check(info: Info, front: Front, number: int) -> Callable[[str], MaybeSaid]:
    names = (front.chosen.get(f"name{n}", "") for n in range(2, info.players.seats[1] + 1) if n != number)
    others = set(map(_key, names))

    def check(name: str) -> MaybeSaid:
        refusal = name_refusal(name, front.caller)
        return refusal or (tr.play.seat_names_alike() if _key(name) in others else "")

    return check


def name_refusal(name: str, caller: str) -> MaybeSaid:
    """Return the reason why a person at this keyboard can't use that name, or ""."""
    name = name.strip()
    if not name:
        return tr.play.seat_needs_a_name()
    if name.casefold().startswith(COMPUTER):
        return tr.play.seat_name_like_computer(word=COMPUTER)
    if name.casefold() == caller.casefold():
        return tr.play.seat_own_name()
    # every terminal shows the characters of cp437
    shown = [char for char in name if char.isprintable() and char.encode("cp437", "ignore")]
    if bad := [char for char in name if char in "|," or char not in shown]:
        return tr.play.seat_name_sign(sign=bad[0])
    return tr.play.seat_name_too_long(most=LONGEST) if len(name) > LONGEST else ""


def seat_name(seat: str) -> str:
    """Return a seat's name in words: "Ann", "computer (expert)"."""
    level = computer_level(seat)
    return tr.play.computer_seat(level=level_name(level)) if level else seat


def short_name(seat: str) -> str:
    """Return a seat's short name: that of a computer's level, or a person's."""
    level = computer_level(seat)
    return level_name(level) if level else seat


def level_at(table: GameView, seat: int) -> str:
    """Return the level of the computer in that seat, "" for a person or an empty seat."""
    return computer_level(table.seats[seat]) if seat < len(table.seats) else ""


def in_month(table: GameView) -> bool:
    """True if the game is the reader's own and counts in their month."""
    return bool(table.caller) and table.kind in ("contest", "free")


def over_line(table: GameView, scores: Sequence[int]) -> str:
    """Return the last line of an ending, with the reader's score."""
    seat = reader(table)
    if table.kind == AT_TABLE and seat < 0:
        return tr.play.game_over_short()
    return tr.play.game_over_score(score=scores[max(seat, 0)])
