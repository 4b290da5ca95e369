"""Who sits down: a row of the settings form for every seat, and the seats that they make.

Law: data out of a card (`Info`) and what the caller has chosen; no screen, no key.  A seat is the
caller, another person at this keyboard, a computer of some level, or nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from door.games.game import COMPUTER, Choice, Front, Table, computer_level
from door.games.info import Info

YOU: Final = "you"
PERSON: Final = "person"
NOBODY: Final = "nobody"
LONGEST: Final = 16


def seat_rows(info: Info, front: Front, defaults: Mapping[int, str] | None = None) -> tuple[Choice, ...]:
    """A row for each seat, `seat1` the first, and for a person's name; `defaults` by seat number."""
    rows: list[Choice] = []
    low, high = info.seats
    for number in range(1, high + 1):
        values = _values(info, number, low)
        default = (defaults or {}).get(number, values[0])
        words = tuple(f"computer: {value}" if value in info.computers else value for value in values)
        rows.append(Choice(
            f"seat{number}", f"Seat {number}", values, default, _HELP[number > 1], words, practice=number == 1
        ))  # fmt: skip
        if number > 1 and rows[-1].held(front.chosen) == PERSON:
            check = _checked(front, number)
            label, default = "  name", f"Guest {number}"
            rows.append(
                Choice(f"name{number}", label, (), default, "Who sits there.", check=check, limit=LONGEST)
            )
    return tuple(rows)


_HELP: Final = (
    "You, or a computer for a demonstration.",
    "A person at this keyboard, a computer of that level, or nobody.",
)


def _values(info: Info, number: int, low: int) -> tuple[str, ...]:
    if number == 1:
        return (YOU, *info.computers)
    nobody = (NOBODY,) if number > low else ()
    return (*nobody, *((PERSON,) if info.people else ()), *info.computers)


def seats_of(
    info: Info, front: Front, defaults: Mapping[int, str] | None = None, demo: bool = True
) -> tuple[str, ...]:
    """The seats in order as the record names them; without `demo` the caller has the first."""
    rows = {row.key: row for row in seat_rows(info, front, defaults)}
    seats = []
    for number in range(1, info.seats[1] + 1):
        who = rows[f"seat{number}"].held(front.chosen)
        if who == YOU or (number == 1 and not demo):
            seats.append(front.caller)
        elif who == PERSON:
            seats.append(_name(front, number))
        elif who != NOBODY:
            seats.append(COMPUTER + who)
    return tuple(seats)


def _name(front: Front, number: int) -> str:
    name = front.chosen.get(f"name{number}", "")
    return name if name and not name_refusal(name, front.caller) else f"Guest {number}"


def _checked(front: Front, number: int) -> Callable[[str], str]:
    others = {
        _name(front, other).casefold()
        for other in range(2, 5)
        if other != number and f"name{other}" in front.chosen
    }

    def check(name: str) -> str:
        if name.casefold() in others:
            return "Two players cannot have the same name."
        return name_refusal(name, front.caller)

    return check


def name_refusal(name: str, caller: str) -> str:
    """Why a person at this keyboard cannot be called that, one sentence; "" for a fit name."""
    name = name.strip()
    if not name:
        return "A person needs a name."
    if name.casefold().startswith(COMPUTER):
        return f'A name cannot begin with "{COMPUTER}".'
    if name.casefold() == caller.casefold():
        return "That is your own name."
    if bad := [char for char in name if char in "|," or not _fits(char)]:
        return f'A name cannot hold "{bad[0]}".'
    return f"A name has at most {LONGEST} characters." if len(name) > LONGEST else ""


def _fits(char: str) -> bool:
    """Whether every terminal of the board can show the character."""
    try:
        return char.isprintable() and bool(char.encode("cp437"))
    except UnicodeEncodeError:
        return False


def seat_name(seat: str) -> str:
    """Who sits there, as it is said: "Ann", "computer (expert)"."""
    level = computer_level(seat)
    return f"computer ({level})" if level else seat


def level_at(table: Table, seat: int) -> str:
    """The level of the computer in that seat, "" for a person or an empty seat."""
    return computer_level(table.seats[seat]) if seat < len(table.seats) else ""
