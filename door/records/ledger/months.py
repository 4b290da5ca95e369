"""The months: each caller's sums at each door, their places, and the winners.

Guarantees: pure. A game counts for its month only until the month is declared. A `winners` line counts only
if the games before it add up to it.

A month ranks games of the same kind by their marks; `among` names that kind (`Info.among`). With "" all
games count by their scores, even lost ones. Every month was like that once, so months declared then keep
their winners.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from door.games.info import ALL
from door.play.books import Hundredths, PlaceRow
from door.play.replay import GameReader
from door.records.journal.grammar import RANKINGS, fits
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.closed_months import ClosedMonth, ClosedMonths, MonthTable, sums_from
from door.records.ledger.contest import Luck, Places, Sum, add_score, rekey, rows_of, top_rows
from door.ui.texts import tr

PLACES_KEPT: Final = 32
"""Most months, by door and ranking, whose order is cached."""

Ranked = tuple[str, str, str]
"""A month, a door, and the kind of games that rank (`among`)."""


@dataclass(frozen=True, slots=True)
class MonthWinners:
    """A month's declared top places, and the journal's head at that time.

    `rows` are as declared, and `keys` are their callers' keys today. So are `ladder`, the best ratings then,
    and `ladder_keys`.
    """

    ranking: str
    among: str
    rows: tuple[PlaceRow, ...]
    head: str
    keys: tuple[str, ...]
    ladder: tuple[PlaceRow, ...] = ()
    ladder_keys: tuple[str, ...] = ()


def number_of(doors: Mapping[str, GameReader], door: str, among: str) -> type[int]:
    """Return the type of a score in that ranking."""
    return Hundredths if among and door in doors and doors[door].INFO.month.hundredths else int


class AllMonths:
    """The months of all doors.

    `sums` are of all games' scores, by month, door and caller's key. `marks` are sums of marks, by `Ranked`
    and caller's key. Packed months are in `closed` instead. `winners` are by month and door. `names` are the
    callers' handles, and belong to the ledger.
    """

    def __init__(
        self, doors: Mapping[str, GameReader], names: Mapping[str, str], closed: ClosedMonths
    ) -> None:
        self.doors, self.names, self.closed = doors, names, closed
        self.games = 0
        self.sums: dict[str, dict[str, dict[str, Sum]]] = {}
        self.marks: dict[Ranked, dict[str, Sum]] = {}
        self.winners: dict[tuple[str, str], MonthWinners] = {}
        self.undeclared: set[tuple[str, str]] = set()
        self._places: dict[tuple[Ranked, str], Places] = {}

    # -- folding

    def score(
        self, month: str, door: str, key: str, score: int, marks: Mapping[str, int]
    ) -> dict[str, Sum | None]:
        """Count a finished game, with its marks by `among`. Return the caller's sums of marks before it, None
        for the first game."""
        before = {among: self.marks.get((month, door, among), {}).get(key) for among in marks}
        self.games += 1
        if (month, door) in self.winners:  # too late, which the audit reports
            return before
        self.undeclared.add((month, door))
        own = self._count((month, door, ""), self.sums.setdefault(month, {}).setdefault(door, {}), key, score)
        for among, mark in marks.items():
            ranked = (month, door, among)
            self._count(ranked, self.marks.setdefault(ranked, {}), key, mark, own)
        return before

    def _count(
        self, ranked: Ranked, sums: dict[str, Sum], key: str, score: int, scores: Sum | None = None
    ) -> Sum:
        """Add a game. If the marks are the `scores` themselves, share that sum to save memory."""
        known, own = sums.get(key), add_score(sums.get(key), score, self.games)
        sums[key] = own = scores if scores == own else own
        for ranking in RANKINGS:
            if places := self._places.get((ranked, ranking)):
                places.rerank(key, known)
        return own

    def declare(self, f: Fields, head: str, ladder: Sequence[PlaceRow]) -> None:
        """Count a `winners` line. Its hash is `head`, and `ladder` has the best ratings at that time."""
        if not fits(f) or self.fault_of_winners(f):
            return
        among = f.get("among", "")
        rows = rows_of(f["top"], number_of(self.doors, f["door"], among))
        first = () if self.unfounded_ladder(f, ladder) else rows_of(f.get("ladder"), figure="rating")
        self.winners[f["month"], f["door"]] = MonthWinners(
            f["ranking"], among, rows, head, _keys(rows), first, _keys(first)
        )
        self.undeclared.discard((f["month"], f["door"]))

    def fault_of_winners(self, f: Fields) -> str:
        """Return the fault of a well-formed `winners` line, or "". It must match the games before it, and a
        month is declared once."""
        month, door, ranking, rows = f["month"], f["door"], f["ranking"], rows_of(f["top"])
        among = f.get("among", "")
        if len(rows) < len(f["top"]):
            return tr.audit.winners_shape(month=month)
        if (month, door) in self.winners:
            return tr.audit.winners_twice(month=month)
        standing = self.places(month, door, ranking, among).rows(max(1, len(rows)))
        true = bool(rows) == bool(standing) and top_rows(standing[: len(rows)]) == top_rows(rows)
        none = among == ALL or (door in self.doors and self.doors[door].INFO.sets_apart(among))
        true = true and (bool(rows) or (none and bool(self.sums_of((month, door, "")))))
        return "" if true else tr.audit.winners_untrue(month=month)

    def unfounded_ladder(self, f: Fields, ladder: Sequence[PlaceRow]) -> str:
        """Return the fault of the ladder in a well-formed `winners` line, or "". It must be the beginning
        of the `ladder` that the games before make."""
        said = f.get("ladder", [])
        first = rows_of(said, figure="rating")
        true = len(first) == len(said) and first == tuple(ladder[: len(first)])
        return "" if true else tr.audit.ladder_untrue(door=f["door"])

    def move(self, old: str, new: str) -> None:
        """Give a caller's months another key. Data that the new key had is dropped."""
        self._rekey_places(old, new)
        for sums in chain(self.marks.values(), *(doors.values() for doors in self.sums.values())):
            rekey(sums, old, new)
        now = {old: new, new: ""}
        for place, won in self.winners.items():
            if not now.keys().isdisjoint((*won.keys, *won.ladder_keys)):
                keys, ladder_keys = (
                    tuple(now.get(key, key) for key in keys) for keys in (won.keys, won.ladder_keys)
                )
                self.winners[place] = replace(won, keys=keys, ladder_keys=ladder_keys)

    def _rekey_places(self, old: str, new: str) -> None:
        """Keep the cached orders of open months right. Those of packed months are made again."""
        for (ranked, ranking), places in list(self._places.items()):
            month, door, _ = ranked
            if door in self.sums.get(month, {}):
                places.rekey(old, new)
            else:
                del self._places[ranked, ranking]

    def remove(self, key: str) -> None:
        """Take a caller who leaves off the months that have no winners yet."""
        for (ranked, _), places in self._places.items():
            if ranked[:2] in self.undeclared:
                places.rekey(key, "")
        for month, door in self.undeclared:
            self.sums_of((month, door, "")).pop(key, None)
        for (month, door, _), sums in self.marks.items():
            if (month, door) in self.undeclared:
                sums.pop(key, None)

    def drop(self, month: str, door: str, luck: Luck) -> None:
        luck.drop(month, door)
        self.marks = {ranked: sums for ranked, sums in self.marks.items() if ranked[:2] != (month, door)}
        del self.sums[month][door]
        if not self.sums[month]:
            del self.sums[month]
        self._places.clear()
        self.closed.look_again()

    # -- reading

    def played_months(self, door: str) -> set[str]:
        return {month for month, doors in self.sums.items() if doors.get(door)} | {
            month for month, slug in self.winners if slug == door
        }

    def places(self, month: str, door: str, ranking: str, among: str = "") -> Places:
        ranked = (month, door, among)
        if known := self._places.get((ranked, ranking)):
            return known
        sums = self.sums_of(ranked)
        fewer = door in self.doors and self.doors[door].INFO.fewer_is_better
        places = Places(sums, self.names, ranking, fewer, number=number_of(self.doors, door, among))
        if sums:
            if len(self._places) >= PLACES_KEPT:
                del self._places[next(iter(self._places))]
            self._places[ranked, ranking] = places
        return places

    def winner_rows(self, month: str, door: str) -> tuple[PlaceRow, ...]:
        """Return a closed month's declared places, under the callers' current handles."""
        won = self.winners.get((month, door))
        return self._with_names(won.rows, won.keys) if won else ()

    def ladder(self, month: str, door: str) -> tuple[PlaceRow, ...]:
        """Return the best ratings that were declared with a closed month, under current handles too."""
        won = self.winners.get((month, door))
        return self._with_names(won.ladder, won.ladder_keys) if won else ()

    def _with_names(self, rows: Sequence[PlaceRow], keys: Sequence[str]) -> tuple[PlaceRow, ...]:
        """Return the rows under today's handles. Most rows don't change, and are not copied."""
        names = [self.names.get(key, row.caller) for key, row in zip(keys, rows, strict=True)]
        return tuple(
            row if row.caller == name else replace(row, caller=name)
            for name, row in zip(names, rows, strict=True)
        )

    def due(self, month: str) -> list[tuple[str, str]]:
        """Return the months before `month`, with their doors, that have games but no winners."""
        return sorted((m, d) for m, d in self.undeclared if m < month and self.sums_of((m, d, "")))

    def sums_of(self, ranked: Ranked) -> dict[str, Sum]:
        """Return a month's sums by caller's key; none without a game of that kind."""
        month, door, among = ranked
        if (month, door) in self.winners and door not in self.sums.get(month, {}):
            table = self.closed.table(month, door)
            return table.marks.get(among, {}) if among else table.scores
        return self.marks.get(ranked, {}) if among else self.sums.get(month, {}).get(door, {})

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        winners = []
        for place, won in self.winners.items():
            rows, ladder = (
                [[row.caller, row.score, row.games] for row in rows] for rows in (won.rows, won.ladder)
            )
            winners.append(
                [*place, won.ranking, won.among, won.head, rows, won.keys, ladder, won.ladder_keys]
            )
        marks = [
            [*ranked, None if sums == self.sums_of((*ranked[:2], "")) else sums]
            for ranked, sums in self.marks.items()
        ]
        return [self.games, self.sums, marks, winners, sorted(self.undeclared)]

    def load(self, kept: Any) -> None:
        self.games, months, marks, winners, undeclared = kept
        for month, doors in months.items():
            self.sums[month] = {door: sums_from(sums) for door, sums in doors.items()}
        for month, door, among, sums in marks:
            scores = self.sums_of((month, door, ""))
            self.marks[month, door, among] = dict(scores) if sums is None else sums_from(sums)
        for month, door, ranking, among, head, rows, keys, ladder, ladder_keys in winners:
            won = _rows_from(rows, number_of(self.doors, door, among))
            self.winners[month, door] = MonthWinners(
                ranking, among, won, head, tuple(keys), _rows_from(ladder, int), tuple(ladder_keys)
            )
        self.undeclared = {(month, door) for month, door in undeclared}


def declared_months(months: AllMonths) -> list[tuple[str, str]]:
    """Return the declared months, with their doors, that are not packed yet."""
    return [place for place in months.winners if place[1] in months.sums.get(place[0], {})]


def parcel(months: AllMonths, luck: Luck, month: str, door: str) -> ClosedMonth:
    """Return a declared month as a parcel."""
    won, made = months.winners[month, door], luck.sums.get(month, {}).get(door, {})
    marks = {among: dict(sums) for (*place, among), sums in months.marks.items() if place == [month, door]}
    table = MonthTable(dict(months.sums[month][door]), marks, dict(made))
    return ClosedMonth(month, door, months.places(month, door, won.ranking, won.among).snapshot(), table)


def _keys(rows: Iterable[PlaceRow]) -> tuple[str, ...]:
    return tuple(caller_key(row.caller) for row in rows)


def _rows_from(rows: Iterable[Any], number: type[int]) -> tuple[PlaceRow, ...]:
    return tuple(PlaceRow(at, who, number(score), games) for at, (who, score, games) in enumerate(rows, 1))
