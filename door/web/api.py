"""The public pages' data as JSON for programs, at `/api/v1/`.

Each document is one of the types here, and `schema.json` is made from them. A later release may add fields.
In this version none is removed or changes its meaning. Paths are relative to the site's root.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter

from door.play.books import PlaceRow
from door.records.bulletins import Bulletin
from door.records.ledger.standings import Won
from door.web.games import PublicGame
from door.web.routes import ROOT

Shown = Callable[[str], str | None]
"""Returns a caller's handle, or None if it isn't shown on the web."""


@dataclass(frozen=True, slots=True)
class Place:
    """A row of a table. `caller` is null for a caller who isn't named. On a ladder `score` is the rating."""

    place: int
    caller: str | None
    score: int
    games: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A door's places in a month. `ranking` is "total" or "best". `head` is the hash of the journal's last
    line at that time, or of the line that declared the winners. `closed`: the month is over."""

    door: str
    name: str
    ranking: str
    closed: bool
    head: str
    places: list[Place]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game. `day` is the day of its daily deal, or null. `page` is the path of its page, below
    which `lines.jsonl` has its lines of the journal. It is null if somebody in it isn't named."""

    id: str
    door: str
    ended: str
    day: str | None
    players: list[str | None]
    scores: list[int]
    page: str | None


@dataclass(frozen=True, slots=True)
class Months:
    """months.json: the board, its doors by slug, and the months with games, newest first."""

    board: str
    doors: dict[str, str]
    months: list[str]


@dataclass(frozen=True, slots=True)
class Month:
    """months/YYYY-MM.json: a month's places, and the games that ended in it, newest first."""

    month: str
    standings: list[Standing]
    games: list[Finished]


@dataclass(frozen=True, slots=True)
class Ladders:
    """ladders.json: each door's rated callers, by its slug."""

    ladders: dict[str, list[Place]]


@dataclass(frozen=True, slots=True)
class Winners:
    """A month's winners at a door."""

    month: str
    door: str
    places: list[Place]


@dataclass(frozen=True, slots=True)
class Hall:
    """hall.json: the winners of each month that is over, newest first."""

    winners: list[Winners]


@dataclass(frozen=True, slots=True)
class Days:
    """daily.json: the days whose daily deal has been revealed, newest first."""

    days: list[str]


@dataclass(frozen=True, slots=True)
class Day:
    """daily/YYYY-MM-DD.json: the games of a revealed daily deal."""

    day: str
    games: list[Finished]


@dataclass(frozen=True, slots=True)
class Latest:
    """games.json: the latest games, newest first."""

    games: list[Finished]


@dataclass(frozen=True, slots=True)
class PublicCaller:
    """A call. `caller` is null if the handle isn't shown, `door` null outside the doors. `minutes` since
    the call began."""

    caller: str | None
    door: str | None
    minutes: int


@dataclass(frozen=True, slots=True)
class Who:
    """who.json: the callers who are on now. Only the board itself serves it."""

    callers: list[PublicCaller]


@dataclass(frozen=True, slots=True)
class InProgress:
    """A game in progress that everybody may watch. `page` is the path of its page, below which `picture.png`
    is the position after so many `moves`."""

    id: str
    door: str
    title: str
    moves: int
    page: str


@dataclass(frozen=True, slots=True)
class Live:
    """live.json: the games in progress, the liveliest first. Only the board itself serves it."""

    games: list[InProgress]


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """board.json: the board, its games by slug, how many callers are on, and seconds since its start.
    `address` is the web listener's, or null. Only the board itself serves it."""

    board: str
    address: str | None
    release: str
    games: dict[str, str]
    callers: int
    uptime: int


Document = BoardStatus | Months | Month | Ladders | Hall | Days | Day | Latest | Who | Live
DOCUMENTS: Final[Mapping[str, type[Document]]] = {
    "board.json": BoardStatus,
    "months.json": Months,
    "months/YYYY-MM.json": Month,
    "ladders.json": Ladders,
    "hall.json": Hall,
    "daily.json": Days,
    "daily/YYYY-MM-DD.json": Day,
    "games.json": Latest,
    "who.json": Who,
    "live.json": Live,
}
"""The type of the document at each path."""

_ADAPTERS: Final[Mapping[type[Document], TypeAdapter[Any]]] = {
    kind: TypeAdapter(kind) for kind in DOCUMENTS.values()
}


def to_json(document: Document) -> bytes:
    return _ADAPTERS[type(document)].dump_json(document) + b"\n"


def schema() -> bytes:
    """Return the JSON Schema: `$defs` has the type of each document by its name, `paths` the name by path."""
    _, whole = TypeAdapter.json_schemas(
        [(path, "serialization", _ADAPTERS[kind]) for path, kind in DOCUMENTS.items()]
    )
    paths = {ROOT + path: f"#/$defs/{kind.__name__}" for path, kind in DOCUMENTS.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "door-api-v1"}
    return json.dumps({**head, "paths": paths, "$defs": whole["$defs"]}, indent=1).encode() + b"\n"


# -- documents of values -------------------------------------------------------------------------------------


def places(rows: Iterable[PlaceRow], shown: Shown) -> list[Place]:
    return [Place(row.place, shown(row.caller), row.score, row.games) for row in rows]


def finished_games(games: Iterable[PublicGame]) -> list[Finished]:
    return [
        Finished(
            game.id, game.door, str(game.ended["t"]), game.day or None, [seat or None for seat in game.seats],
            list(game.scores), game.path if game.is_public else None,
        )
        for game in games
    ]  # fmt: skip


def month(name: str, bulletins: Sequence[Bulletin], games: Sequence[PublicGame], shown: Shown) -> Month:
    standings = [
        Standing(one.info.slug, one.info.name(), one.ranking, one.closed, one.head, places(one.rows, shown))
        for one in bulletins
        if one.rows
    ]
    return Month(name, standings, finished_games(reversed(games)))


def hall(won: Iterable[Won], shown: Shown) -> Hall:
    return Hall([Winners(one.month, one.slug, places(one.rows, shown)) for one in won])
