"""Every page and document that is published of a board. Each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from door.play.replay import CANNOT
from door.records.callers.callers import Callers
from door.records.journal.grammar import Wrong
from door.records.store.opening import store_of
from door.screens.doors import find
from door.ui.sentence import Language, Texts, speaking
from door.ui.texts import tr
from door.ui.words import commas, day_name, month_name, names
from door.web import api, pages
from door.web.board import HandleAnswer, LedgerFacts, PublicBoard, Visibility
from door.web.feed import atom
from door.web.films import Replayed, showcase
from door.web.games import Games, HandleChanges, PublicGame
from door.web.routes import ROOT, Route, is_safe_id

our: Final = tr.public
LATEST: Final = 20
"""Games on the first page."""

BEST: Final = 3
"""Best games of each door in a month whose films a static site has."""


class DrawnPage(NamedTuple):
    """A page: its bytes, the handles looked up with their answers, and the fault in the sysop's
    template, or ""."""

    body: bytes
    named: Mapping[str, HandleAnswer]
    trouble: str = ""


class FrontDoor(NamedTuple):
    """A door on the first page. `leader` is a sentence. `picture` is its picture's path, `play` the address
    at which guests play it, or ""."""

    slug: str
    name: str
    tagline: str
    leader: str
    picture: str
    play: str


_CHANGES: Final[dict[Path, HandleChanges]] = {}
"""Each journal's renames and removals, as read by this process."""


def draw(route: Route, board: PublicBoard, known: LedgerFacts, texts: Texts, code: str) -> DrawnPage | None:
    """Return a page, or None if there is nothing at its path. For a worker process. `texts` and `code` are
    the board's language."""
    with open_sites(board, texts, code) as site_of:
        site = site_of(known)
        body = site.body(route)
        return None if body is None else DrawnPage(body, site.visible.asked, site.trouble)


@contextmanager
def open_sites(board: PublicBoard, texts: Texts, code: str) -> Iterator[Callable[[LedgerFacts], PublicSite]]:
    """Open a board's records. Yield a function that returns its pages by what the ledger knows. `texts` and
    `code` are the board's language."""
    language = Language(texts, code)
    with speaking(lambda: language), closing(store_of(*board.where)) as store:
        read, by_default = Callers(store).read, board.shown_by_default
        yield lambda known: PublicSite(board, known, Visibility(read, by_default, known.departed))


class PublicSite:
    """The pages of one board. `trouble` is the fault in a sysop's template, or ""."""

    def __init__(self, board: PublicBoard, known: LedgerFacts, visible: Visibility) -> None:
        self.board, self.known, self.visible, self.trouble = board, known, visible, ""
        self.doors = {slug: door for slug in board.slugs if (door := find(slug))}
        self.frame = pages.frame(board, {slug: door.INFO.name() for slug, door in self.doors.items()})
        self.draws_pictures = pages.draws_pictures()

    @cached_property
    def games(self) -> Games:
        folder = self.board.data / "journal"
        if folder not in _CHANGES:
            _CHANGES[folder] = HandleChanges(folder, self.board.data / "cache" / "handles.json")
        return Games(folder, _CHANGES[folder].read(), self.visible.name_of)

    def body(self, route: Route) -> bytes | None:
        """Return what is at a path, or None."""
        if route.is_of_game:
            game = self.games.game(route.month, route.id)
            return self.of_game(route.kind, game) if game and self._fits(game) and game.is_public else None
        return _BODIES[route.kind](self, route)

    # -- games

    def _fits(self, game: PublicGame) -> bool:
        """True if the game's door is here, and its id is fit for a path. A journal may come from anybody."""
        if game.door not in self.doors or not is_safe_id(game.id):
            return False
        try:
            Replayed(game)
        except Wrong:
            return False
        return True

    def of_game(self, kind: str, game: PublicGame) -> bytes | None:
        """Return a game's page, its lines, its picture or its film."""
        match kind:
            case "lines":
                return "".join(f"{line}\n" for line in game.lines).encode()
            case "game":
                return self._game(game)
        try:
            if kind == "film":
                return Replayed(game).film(self.board.name)
            return Replayed(game).picture(self.board.name) if self.draws_pictures else None
        except CANNOT:
            return None

    def _game(self, game: PublicGame, has_film: bool | None = None) -> bytes:
        """Return a game's page. A live board draws each film, other sites have only some."""
        try:
            words, can_be_replayed = Replayed(game).words(), True
        except CANNOT as error:
            words, can_be_replayed = [str(error)], False
        has_film = can_be_replayed and (self.board.is_live if has_film is None else has_film)
        seats, scores = pages.seats(game), [f"{score:,}" for score in game.scores]
        if len(scores) == 1:
            said = [our.score_is(score=scores[0])]
        else:
            said = [our.score_of(who=who, score=score) for who, score in zip(seats, scores, strict=True)]
        title = our.game_title(door=self.frame.doors.get(game.door, game.door), players=names(seats))
        used = ("prove.js", *(("film.js", "xterm.css") if has_film else ()))
        picture = "picture.png" if has_film and self.draws_pictures else ""
        about = tr.common.full_stop(text=commas(said))
        card = pages.PublicCard(
            our.game_about(result=about, day=day_name(game.day or game.ended["t"][:10])),
            picture and game.path + picture, our.picture(),
        )  # fmt: skip
        return self._page(
            "game.html", game.path, title, used, game=game, words=words, scores=said, picture=picture,
            film="film.cast" if has_film else "", card=card, play=self.frame.play(game.door),
        )  # fmt: skip

    def _page(self, template: str, path: str, title: str, used: Sequence[str] = (), **values: Any) -> bytes:
        named = self.visible.name_of
        body, trouble = pages.page(self.frame, template, path, title, used, named=named, **values)
        self.trouble = self.trouble or trouble
        return body

    # -- pages

    def _latest(self) -> list[PublicGame]:
        return [game for game in self.games.latest(LATEST) if self._fits(game)]

    def _month_games(self, month: str) -> list[PublicGame]:
        return [game for game in self.games.month(month) if self._fits(game)]

    def overview(self, route: Route) -> bytes:
        known, doors, latest = self.known, self.frame.doors, self._latest()
        used = ("live.js",) if self.board.is_live else ()
        public = (game for game in latest if game.is_public)
        hero = next(public, None) if self.draws_pictures else None
        return self._page(
            "games.html", "games/", self.board.name, used, bulletins=known.bulletins, latest=latest,
            hero=hero, doors=[self._door(slug) for slug in self.doors], deal=self._deal(),
            months=[(month_name(month), f"{month}/") for month in known.months],
            ladders=[(doors[slug], f"../ladder/{slug}/") for slug in known.ladders],
        )  # fmt: skip

    def _door(self, slug: str) -> FrontDoor:
        """Return a door as the first page shows it."""
        info = self.doors[slug].INFO
        rows = next((one.rows for one in self.known.bulletins if one.info.slug == slug), ())
        leader: str = our.no_leader()
        if rows:
            who = self.visible.name_of(rows[0].caller) or our.somebody()
            leader = our.leader(who=who, score=f"{rows[0].score}")
        picture = f"../doors/{slug}.png" if self.draws_pictures else ""
        return FrontDoor(slug, info.name(), info.tagline(), leader, picture, self.frame.play(slug))

    def _deal(self) -> PublicGame | None:
        """Return the best game of the last revealed day at the first door that has one."""
        if not (days := self.games.days()):
            return None
        games = self._day_games(days[-1])
        for slug, door in self.doors.items():
            if mine := [game for game in games if game.door == slug]:
                return (min if door.INFO.fewer_is_better else max)(mine, key=lambda game: game.scores[0])
        return None

    def showcase(self, route: Route) -> bytes | None:
        """Return a door's picture."""
        door = self.doors.get(route.door)
        return showcase(door) if door and self.draws_pictures else None

    def month(self, route: Route, games: Sequence[PublicGame] | None = None) -> bytes | None:
        month, games = route.month, self._month_games(route.month) if games is None else games
        if not games and month not in self.known.months:
            return None
        title = our.month_title(month=month_name(month))
        return self._page(
            "month.html", f"games/{month}/", title, month=month, bulletins=self.known.bulletins,
            games=[*reversed(games)],
        )  # fmt: skip

    def hall(self, route: Route) -> bytes:
        months: dict[str, list[Any]] = {}
        for one in self.known.hall:
            months.setdefault(one.month, []).append(one)
        return self._page("hall.html", "hall/", our.hall(), won=[*months.items()])

    def ladder(self, route: Route) -> bytes | None:
        slug = route.door
        if slug not in self.known.ladders:
            return None
        title = our.ladder_of(door=self.frame.doors[slug])
        return self._page("ladder.html", f"ladder/{slug}/", title, rows=self.known.rows[slug])

    def days(self, route: Route) -> bytes:
        days = [*reversed(self.games.days())]
        return self._page("days.html", "daily/", our.daily(), days=days)

    def _day_games(self, day: str) -> list[PublicGame]:
        return [game for game in self.games.day(day) if self._fits(game)]

    def day(self, route: Route) -> bytes | None:
        games, doors = self._day_games(route.day), list[tuple[str, list[PublicGame]]]()
        for slug, name in self.frame.doors.items():
            mine = [game for game in games if game.door == slug]
            mine.sort(key=lambda game: game.scores[0], reverse=not self.doors[slug].INFO.fewer_is_better)
            doors += [(name, mine)] if mine else []
        if not doors:
            return None
        title = our.deal_of(day=day_name(route.day))
        return self._page("day.html", f"daily/{route.day}/", title, doors=doors)

    # -- documents

    def _name_of(self, handle: str) -> str | None:
        return self.visible.name_of(handle) or None

    def feed(self, route: Route) -> bytes:
        return atom(self.board, self.frame, self.known, self._name_of, self._identity())

    def _identity(self) -> str:
        """Return the hash of the journal's first line. A board without games has only its name."""
        first = min((self.board.data / "journal").glob("*.jsonl"), default=None)
        if first is None:
            return self.board.name
        with first.open("rb") as lines:
            return sha256(lines.readline()).hexdigest()

    def months_document(self, route: Route) -> bytes:
        return api.to_json(api.Months(self.board.name, dict(self.frame.doors), [*self.known.months]))

    def month_document(self, route: Route) -> bytes | None:
        games = self._month_games(route.month)
        if not games and route.month not in self.known.months:
            return None
        return api.to_json(api.month(route.month, self.known.bulletins, games, self._name_of))

    def ladders_document(self, route: Route) -> bytes:
        rows = self.known.rows.items()
        return api.to_json(api.Ladders({slug: api.places(one, self._name_of) for slug, one in rows}))

    def hall_document(self, route: Route) -> bytes:
        return api.to_json(api.hall(self.known.hall, self._name_of))

    def days_document(self, route: Route) -> bytes:
        return api.to_json(api.Days([*reversed(self.games.days())]))

    def day_document(self, route: Route) -> bytes | None:
        games = self._day_games(route.day)
        return api.to_json(api.Day(route.day, api.finished_games(games))) if games else None

    def games_document(self, route: Route) -> bytes:
        return api.to_json(api.Latest(api.finished_games(self._latest())))

    def schema(self, route: Route) -> bytes:
        return api.schema()

    # -- a whole site

    def best(self, games: Sequence[PublicGame]) -> set[str]:
        """Return the ids of the best games at each door."""
        ids = set[str]()
        for slug, door in self.doors.items():
            mine = [game for game in games if game.door == slug and len(game.scores) == 1]
            mine.sort(key=lambda game: game.scores[0], reverse=not door.INFO.fewer_is_better)
            ids |= {game.id for game in mine[:BEST]}
        return ids

    def month_files(self, month: str) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of a month's page, its document, and everything of its games."""
        games = self._month_games(month)
        filmed = self.best(games) | {game.id for game in self.games.latest(LATEST)}
        if page := self.month(Route("month", month), games):
            yield f"games/{month}/", page
            yield (
                f"{ROOT}months/{month}.json",
                api.to_json(api.month(month, self.known.bulletins, games, self._name_of)),
            )
        for game in games:
            if game.is_public:
                film = self.of_game("film", game) if game.id in filmed else None
                picture = self.of_game("picture", game) if film else None
                yield game.path, self._game(game, bool(film))
                yield f"{game.path}lines.jsonl", self.of_game("lines", game) or b""
                yield from ((f"{game.path}film.cast", film),) if film else ()
                yield from ((f"{game.path}picture.png", picture),) if picture else ()


_BODIES: Final[Mapping[str, Callable[[PublicSite, Route], bytes | None]]] = {
    "games": PublicSite.overview, "showcase": PublicSite.showcase,
    "month": PublicSite.month, "hall": PublicSite.hall,
    "ladder": PublicSite.ladder, "days": PublicSite.days, "day": PublicSite.day, "feed": PublicSite.feed,
    "months.json": PublicSite.months_document, "month.json": PublicSite.month_document,
    "ladders.json": PublicSite.ladders_document, "hall.json": PublicSite.hall_document,
    "days.json": PublicSite.days_document, "day.json": PublicSite.day_document,
    "games.json": PublicSite.games_document, "schema.json": PublicSite.schema,
}  # fmt: skip
