"""Searches the journal's files: games by id, the latest, the best of a day, a game of a deal.

The files are only read, and by worker processes too. A caller can't find anything secret: daily games are
written when their day is revealed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from itertools import islice
from operator import eq
from pathlib import Path
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from door.games.chance import commitment
from door.games.game import QUIT
from door.records.journal.files import journal_months, scan
from door.records.journal.grammar import COMPUTER, fits
from door.records.journal.lines import Fields, RecordsError, caller_key, day_of, decode
from door.ui.texts import tr

SHOWN: Final = 5
TURNS: Final = ("turn", "daily_turn", "table")
GAMES: Final = ("game", "daily_game", "match")
LIKE: Final = 16
"""Characters of an id to compare when looking for a similar one."""

LEAST: Final = 4
"""Fewest characters of an id for a search: one letter would read the whole journal."""

LOOKED_AT: Final = 50_000
"""Most games to compare for a similar id, which takes a quarter of a second."""

MONTHS: Final = 13
"""Months to search for the latest games: this month and a year."""

_KIND: Final = re.compile(rb'"kind":"(game|daily_game|match|table|rename)"')
_ID: Final = re.compile(rb'"id":"([^"\\]{1,64})"')


class NotFound(RecordsError):
    """The game can't be shown."""


def find_game(folder: Path, id: str, least: int = 1) -> tuple[Fields, Fields]:
    """Return the line that began a game (or {}), and the line that ended it. The game's id begins with
    `id`.

    The lines are `turn` and `game`, `daily_turn` and `daily_game`, or `table` and `match`. An id of fewer
    than `least` characters must match as a whole. Raises RecordsError unless exactly one finished game
    matches.
    """
    short = 0 < len(id) < least
    turns: dict[str, Fields] = {}
    games: dict[str, Fields] = {}
    for fields in _lines(folder, id, short):
        (turns if fields["kind"] in TURNS else games).setdefault(fields["id"], fields)
        if len(games) > SHOWN and {len(id) for id in games} == {len(fields["id"])} != {len(id)}:
            break  # all ids have this length, so none is exactly `id`
    found = [id] if id in games else list(games)
    if not found:
        if turns:
            raise _not_yet(next(iter(turns.values())))
        if short:
            raise NotFound(tr.replay.no_such_game_short(id=repr(id), count=least))
        near = _nearest(folder, id)
        nearest, none = tr.replay.no_such_game_nearest, tr.replay.no_such_game
        raise NotFound(nearest(id=repr(id), near=near) if near else none(id=repr(id)))
    if len(found) > 1:
        many = tr.replay.many_games if len(found) > SHOWN else tr.replay.several_games
        count, listed = min(len(found), SHOWN), ", ".join(found[:SHOWN])
        raise NotFound(many(count=count, id=repr(id), games=listed))
    return turns.get(found[0], {}), games[found[0]]


def _not_yet(turn: Fields) -> NotFound:
    """Return why an unfinished game can't be shown."""
    if turn["kind"] != "daily_turn":
        return NotFound(tr.replay.game_not_finished(id=turn["id"]))
    return NotFound(tr.replay.game_of_open_day(id=turn["id"], day=turn.get("day")))


def _lines(folder: Path, id: str, whole: bool) -> Iterator[Fields]:
    """Yield the lines of games whose id begins with `id`, or is it. Only lines that contain it are parsed."""
    plain = id.isascii() and id.isalnum()
    sign = re.compile(f'"id":"{id}{chr(34) * whole}'.encode()) if plain else None
    for raw in scan(folder, journal_months(folder), sign) if id else ():
        fields = decode(raw)
        found = str(fields.get("id", ""))
        meant = found == id if whole else found.startswith(id)
        if meant and fields.get("kind") in (*TURNS, *GAMES):
            yield fields


def _nearest(folder: Path, id: str) -> str:
    """Return the most similar id of a finished game, or "". Only the beginning is compared."""
    seek, found = id[:LIKE], set[str]()
    for one in islice(_ids(folder), LOOKED_AT) if id else ():
        if _is_near(one[: len(seek)], seek):
            found.add(one)
    like = {one[: len(seek)]: one for one in sorted(found, reverse=True)}
    near = get_close_matches(seek, list(like), 1, 0.5)
    return like[near[0]] if near else ""


def _ids(folder: Path) -> Iterator[str]:
    """Yield the ids of finished games, the newest month's first."""
    for raw in scan(folder, reversed(journal_months(folder)), _KIND):
        kind, name = _KIND.search(raw), _ID.search(raw)
        if kind and name and kind[1].decode() in GAMES:
            yield name[1].decode(errors="replace")


def _is_near(one: str, other: str) -> bool:
    """True if most characters of the two agree, perhaps after a shift by one. A cheap first check."""
    same = sum(map(eq, one, other))
    moved = max(sum(map(eq, one[1:], other)), sum(map(eq, one, other[1:])))
    return bool(2 * max(same, moved) >= len(other))


# -- the latest ------------------------------------------------------------------------------


class FoundGame(NamedTuple):
    """A finished game: `t` when it ended (RFC 3339 UTC), `seats` who played, and a score for each at a table.
    `day` is its daily deal's, or ""."""

    id: str
    t: str
    door: str
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    day: str = ""
    month: str = ""


class Wanted(NamedTuple):
    """Which games to find: of a `door`, a `caller` and a `month` (YYYY-MM); "" for any."""

    door: str = ""
    caller: str = ""
    month: str = ""


def latest_games(folder: Path, wanted: Wanted, most: int) -> tuple[FoundGame, ...]:
    """Return at most `most` finished games, the latest first. A caller's games under earlier handles are
    found, too."""
    keys = {caller_key(wanted.caller)}
    found: list[FoundGame] = []
    matches: dict[str, Fields] = {}
    for kind, raw in _back(folder, wanted.month):
        if len(found) >= most and not matches:
            break
        if kind == "table" and not matches:
            continue
        if kind in GAMES and (len(found) >= most or not _may_be(raw, wanted, keys)):
            continue
        fields = decode(raw)
        if fields.get("kind") != kind or not fits(fields):
            continue
        if kind == "rename":
            keys |= {caller_key(fields["caller"])} if caller_key(fields["to"]) in keys else set()
        elif kind == "match":
            matches[fields["id"]] = fields
        elif kind == "table":
            match = matches.pop(fields["id"], None)
            found += _if_wanted(_of_table(fields, match), wanted, keys) if match else []
        else:
            found += _if_wanted(_of_game(fields), wanted, keys)
    return tuple(sorted(found, key=lambda one: one.t, reverse=True)[:most])


def _may_be(raw: bytes, wanted: Wanted, keys: Collection[str]) -> bool:
    """True if a line may be of that door and name one of those callers. Cheaper than parsing it."""
    if wanted.door and b'"door":' in raw and f'"door":"{wanted.door}"'.encode() not in raw:
        return False
    low = raw.lower() if wanted.caller else b""
    return not wanted.caller or any(not key.isascii() or key.encode() in low for key in keys)


def _of_game(f: Fields) -> FoundGame:
    day = f.get("day", "")
    return FoundGame(
        f["id"], f["t"], f["door"], tuple(f["seats"]), (f["score"],), day, f.get("month", day[:7])
    )


def _of_table(table: Fields, f: Fields) -> FoundGame:
    return FoundGame(f["id"], f["t"], table["door"], tuple(f["seats"]), tuple(f["scores"]), month=f["t"][:7])


def _if_wanted(one: FoundGame, wanted: Wanted, keys: set[str]) -> list[FoundGame]:
    people = {caller_key(seat) for seat in one.seats if not seat.startswith(COMPUTER)}
    right = wanted.door in ("", one.door) and wanted.month in ("", one.month)
    return [one] if right and (not wanted.caller or people & keys) else []


def _back(folder: Path, month: str) -> Iterator[tuple[str, bytes]]:
    """Yield the lines of finished games, tables and handles with their kinds, latest first. A `month`'s
    games are in its file, or in the next one if they were revealed then."""
    months = journal_months(folder)
    if month:
        months = [one for one in months if one >= month][:2] + [one for one in months if one < month][-1:]
    for one in sorted(months, reverse=True)[:MONTHS]:
        for raw in reversed([*scan(folder, [one], _KIND)]):
            if found := _KIND.search(raw):
                yield found[1].decode(), raw


HANDLES: Final = ("rename", "remove")
"""The kinds of line that change handles."""


def handle_now(caller: str, since: Iterable[Fields]) -> str:
    """Return a caller's handle after these lines, "" if they have left."""
    for change in since:
        if caller_key(str(change.get("caller"))) == caller_key(caller):
            caller = str(change.get("to", ""))
    return caller


_SIGN: Final = re.compile(rb'"kind":"(game|turn|rename|remove)"')


class BestGame(NamedTuple):
    """The best game of a door on a day or in a month: its `game` line, the `turn` line that began it ({} if
    it isn't in these months), and its player's handle now, "" if they have left."""

    day: bool
    game: Fields
    turn: Fields
    player: str


def best_games(
    folder: Path, day: str, months: Iterable[str], zone: ZoneInfo, better: Callable[[str], bool]
) -> tuple[BestGame, ...]:
    """Return each door's best game of that day ("YYYY-MM-DD"), and of its month if that is a different
    game. Reads the files of `months`. `better(slug)` is True if high scores win there."""
    turns: dict[str, Fields] = {}
    handles: list[Fields] = []
    changes_before: dict[str, int] = {}
    of_day: dict[str, Fields] = {}
    of_month: dict[str, Fields] = {}
    for fields in filter(fits, map(decode, scan(folder, months, _SIGN))):
        if fields["kind"] == "turn":
            turns[fields["id"]] = fields
        elif fields["kind"] in HANDLES:
            handles.append(fields)
        elif fields["kind"] == "game" and fields["moves"] and fields["moves"][-1] != QUIT:
            sign = 1 if better(fields["door"]) else -1
            tables = [of_month] if fields["month"] == day[:7] else []
            if day_of(datetime.fromisoformat(fields["t"]), zone) == day:
                tables.append(of_day)
            for table in tables:
                known = table.get(fields["door"])
                if known is None or sign * fields["score"] > sign * known["score"]:
                    table[fields["door"]] = fields
                    changes_before[fields["id"]] = len(handles)
    chosen = [(True, game) for game in of_day.values()]
    chosen += [(False, game) for game in of_month.values() if game not in of_day.values()]
    return tuple(
        BestGame(
            is_day, game, turns.get(game["id"], {}),
            handle_now(game["caller"], handles[changes_before[game["id"]] :]),
        )
        for is_day, game in chosen
    )  # fmt: skip


class RevealedDeal(NamedTuple):
    """A day's revealed deal at a door: the day's seed, and the recorded options of the day's first game there
    (None if nobody has begun one)."""

    day: str
    seed: bytes
    options: Mapping[str, Any] | None


def revealed_deal(folder: Path, slug: str, day: str) -> RevealedDeal | None:
    """Return the deal of that day ("YYYY-MM-DD") as the journal has revealed it, or None. A seed that doesn't
    fit the day's commitment doesn't count.

    A day is sealed in its own month or the one before. Later months are read only for its reveal.
    """
    sign = re.compile(rf'"day":"{day}".*"kind":"(daily|daily_turn|reveal)"'.encode())
    before = (date.fromisoformat(day).replace(day=1) - timedelta(days=1)).strftime("%Y-%m")
    commit: str = ""
    options: Mapping[str, Any] | None = None
    for month in (month for month in journal_months(folder) if month >= before):
        if month > day[:7] and not commit:
            break
        for f in filter(fits, map(decode, scan(folder, [month], sign))):
            if f["kind"] == "daily":
                commit = commit or f["commit"].lower()
            elif f["kind"] == "daily_turn":
                options = f["options"] if options is None and f["door"] == slug else options
            elif commit == commitment(seed := bytes.fromhex(f["seed"])):
                return RevealedDeal(day, seed, options)
    return None


def deal_game(folder: Path, day: str, id: str) -> Fields | None:
    """Return the `daily_game` line of a day's game, or None. It is in the month of its day, or in the one in
    which a board revealed the day."""
    sign = re.compile(rb'"kind":"daily_game"')
    for fields in map(decode, scan(folder, [one for one in journal_months(folder) if one >= day[:7]], sign)):
        match fields:
            case {"kind": "daily_game", "day": on, "id": of} if (on, of) == (day, id):
                return fields
    return None
