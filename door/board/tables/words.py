"""Words for a game, its terms and its players on the pages around tables."""

from __future__ import annotations

from collections.abc import Sequence

from door.board.tables.effects import TableRow
from door.games.game import computer_level
from door.midend.doors import find
from door.midend.match.values import Match, Terms, is_live
from door.midend.match.view import clock_words, name
from door.ui.texts import tr
from door.ui.words import commas


def game_name(slug: str) -> str:
    """Return a game's name, or its slug if this release does not have the game."""
    door = find(slug)
    return door.INFO.name() if door else slug


def rated_words(rated: bool) -> str:
    return (tr.tables.rated if rated else tr.tables.unrated)()


def short_terms(terms: Terms) -> str:
    """Return the terms in at most 28 columns: "a race, 3 days a move, rated"."""
    clock = tr.tables.clock_live(clock=terms.clock) if is_live(terms.clock) else clock_words(terms.clock)
    return commas((*_race(terms), clock, rated_words(terms.rated)))


def long_terms(terms: Terms) -> str:
    """Return the terms with unusual options: "Unrated, 5 minutes and 10 seconds a move, holes 5."."""
    told = commas((clock_words(terms.clock), *_race(terms), *_own_options(terms)))
    return (tr.tables.terms_rated if terms.rated else tr.tables.terms_unrated)(terms=told)


def _race(terms: Terms) -> list[str]:
    return [tr.tables.a_race()] if terms.race else []


def _own_options(terms: Terms) -> list[str]:
    door = find(terms.door)
    if door is None:
        return []
    usual = (door.INFO.race if terms.race else door.INFO.versus) or {}
    differ = door.INFO.recorded(terms.options)
    return [f"{key.replace('_', ' ')} {value}" for key, value in differ.items() if key not in usual]


def others(row: TableRow) -> tuple[int, ...]:
    """Return the others' seats, callers first: taken ones, and the one kept for an invited caller."""
    match, seat = row.match, row.seat
    meant = match.terms.to if seat >= 0 else ""
    there = (at for at, who in enumerate(match.seats) if at != seat and (who or meant))
    return tuple(sorted(there, key=lambda at: bool(computer_level(match.seats[at]))))


def brief_names(match: Match, seats: Sequence[int]) -> str:
    """Return the players' names in short: "Bob, 2 computers"."""
    computers = [at for at in seats if computer_level(match.seats[at])]
    who = [name(match, at) for at in seats if at not in computers]
    more = tr.count.computers(n=len(computers)) if len(computers) > 1 else tr.door_keys.computer()
    return commas([*who, *([more] * bool(computers))])


def free_words(match: Match) -> list[str]:
    """Return the number of free seats if there are several: "2 seats free."."""
    free = match.seats.count("")
    return [tr.tables.seats_free(seats=tr.count.seats(n=free))] if free > 1 else []


def online_words(row: TableRow) -> list[str]:
    """Return the others' nodes: "Bob is on node 2."."""
    own = row.match.seats[row.seat] if row.seat >= 0 else ""
    return [tr.tables.on_node(handle=who, node=node) for who, node in row.online if who != own]
