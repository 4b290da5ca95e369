"""Finished games from the journal, with the lines that prove them and the names that may be shown.

A caller who hides their handle, or has left the board, is "a caller" on every page. The lines of such a game
hold the handle, so they are not published, and the game has no page of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from door.records.journal.files import journal_months, read_lines
from door.records.journal.find import GAMES, TURNS
from door.records.journal.grammar import COMPUTER, fits
from door.records.journal.lines import Entry, Fields, caller_key, decode

DAYS: Final = ("daily", "reveal")
"""The kinds of line that belong to every daily deal of a day."""

Place = tuple[str, int]
"""A month and a line's number in its file."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game.

    - `began`, `ended`: its first and its last line, as fields. `lines`: every line that proves it, as texts.
    - `seats`: who played, as shown on the pages. "" is a caller without a name.
    """

    began: Fields
    ended: Fields
    lines: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def id(self) -> str:
        return str(self.ended["id"])

    @property
    def door(self) -> str:
        return str(self.began["door"])

    @property
    def month(self) -> str:
        """The month under which the game has its page: the one in which it ended."""
        return str(self.ended["t"])[:7]

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"games/{self.month}/{self.id}/"

    @property
    def day(self) -> str:
        """The day of its daily deal, or ""."""
        return str(self.ended["day"]) if self.ended["kind"] == "daily_game" else ""

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.ended.get("scores", ())) or (self.ended["score"],)

    @property
    def is_public(self) -> bool:
        """True if everybody in it may be named."""
        return all(self.seats)


# -- handles -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A line that changes handles: a `rename` or a `remove`."""

    place: Place
    fields: Fields
    raw: str


def read_changes(folder: Path) -> list[Change]:
    """Return every change of handles in the journal, in order."""
    found = []
    for month in journal_months(folder):
        with (folder / f"{month}.jsonl").open("rb") as file:
            for at, raw in enumerate(file):
                if b'"kind":"re' in raw:  # most lines are not parsed
                    fields = decode(raw)
                    if fields.get("kind") in ("rename", "remove") and fits(fields):
                        found.append(Change((month, at), fields, raw.decode().rstrip("\n")))
    return found


class Names:
    """Today's names of the handles in the journal. Ask for the latest lines first."""

    def __init__(self, changes: Sequence[Change], hidden: Collection[str]) -> None:
        self._changes, self._hidden = list(changes), hidden
        self._now: dict[str, str] = {}  # a key at this point of the journal → the handle today, "" for nobody

    def shown(self, place: Place, seat: str) -> str:
        """Return the name of a seat in the line at that place, "" for a caller who isn't named."""
        while self._changes and self._changes[-1].place > place:
            self._go_back(self._changes.pop().fields)
        if seat.startswith(COMPUTER):
            return seat
        today = self._now.get(caller_key(seat), seat)
        return "" if caller_key(today) in self._hidden else today

    def _go_back(self, change: Fields) -> None:
        before = caller_key(change["caller"])
        if change["kind"] == "remove":
            self._now[before] = ""
            return
        after = caller_key(change["to"])
        today = self._now.get(after, str(change["to"]))
        self._now[after] = ""  # an earlier owner of that handle has left the board
        self._now[before] = today


# -- games ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Lines:
    """The lines of one game so far, in order, each with its place."""

    places: list[Place] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def add(self, place: Place, entry: Entry) -> None:
        self.places.append(place)
        self.entries.append(entry)


def read_games(folder: Path, month: str, changes: Sequence[Change], hidden: Collection[str]) -> list[Game]:
    """Return the games that ended in a month's file, in order. `changes` are the whole journal's."""
    own = list(_entries(folder, month))
    ids = {entry.fields["id"] for _, entry in own if entry.fields["kind"] in GAMES}
    games: dict[str, _Lines] = {id: _Lines() for id in ids}
    days: dict[str, list[tuple[Place, str]]] = {}
    missing = set(ids)
    for earlier in [one for one in reversed(journal_months(folder)) if one <= month]:
        found = dict[str, _Lines]()
        for place, entry in own if earlier == month else _entries(folder, earlier):
            if entry.fields["kind"] in DAYS:
                days.setdefault(entry.fields["day"], []).append((place, _text(entry)))
            elif entry.fields["id"] in ids:
                found.setdefault(entry.fields["id"], _Lines()).add(place, entry)
        for id, lines in found.items():
            games[id] = _Lines([*lines.places, *games[id].places], [*lines.entries, *games[id].entries])
            missing -= {id} if lines.entries[0].fields["kind"] in TURNS else set()
        if not missing and earlier < month:
            break
    whole = [lines for lines in games.values() if lines.entries[0].fields["kind"] in TURNS]
    whole.sort(key=lambda lines: lines.places[-1], reverse=True)
    names = Names(changes, hidden)
    return [_game(lines, days, changes, names) for lines in whole][::-1]


def _game(
    lines: _Lines, days: Mapping[str, list[tuple[Place, str]]], changes: Sequence[Change], names: Names
) -> Game:
    """Put a game's lines in order, with its day's lines and its callers' renames."""
    began, ended = lines.entries[0].fields, lines.entries[-1].fields
    first, last = lines.places[0], lines.places[-1]
    seats = [caller_key(seat) for seat in began.get("seats") or [began["caller"]]]
    texts = [*zip(lines.places, map(_text, lines.entries), strict=True)]
    texts += days.get(ended["day"], ()) if ended["kind"] == "daily_game" else ()
    texts += (
        (change.place, change.raw)
        for change in changes
        if first < change.place < last
        and change.fields["kind"] == "rename"
        and caller_key(change.fields["caller"]) in seats
    )
    shown = tuple(names.shown(last, seat) for seat in ended["seats"])
    return Game(began, ended, tuple(text for _, text in sorted(texts)), shown)


def _entries(folder: Path, month: str) -> Iterator[tuple[Place, Entry]]:
    """Yield a file's well-formed lines about games and daily deals."""
    kinds = {*TURNS, *GAMES, *DAYS, "daily_score"}
    for at, (entry, _) in enumerate(read_lines(folder / f"{month}.jsonl", month)):
        if entry.fields.get("kind") in kinds and fits(entry.fields):
            yield (month, at), entry


def _text(entry: Entry) -> str:
    return entry.raw.decode("utf-8", "replace")


def by_day(games: Sequence[Game]) -> Mapping[str, list[Game]]:
    """Group games of daily deals by their day."""
    days: dict[str, list[Game]] = {}
    for game in games:
        if game.day:
            days.setdefault(game.day, []).append(game)
    return days
