"""Every file that is published of a board. Each is made when it is asked for."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from door import __version__
from door.net.web.site import made
from door.play.replay import CANNOT
from door.records.journal.files import journal_head, journal_months
from door.records.journal.grammar import Wrong
from door.screens.doors import find
from door.web import api, pages
from door.web.board import Board
from door.web.feed import atom
from door.web.films import Replayed
from door.web.games import Change, Game, by_day, read_changes, read_games
from door.web.pages import Page
from door.web.published import Published

LATEST: Final = 20
"""Games on the first page."""

BEST, BEST_OF_DAY = 3, 1
"""Best games of each door in a month, and in a daily deal, that get a picture and a film."""

OPEN: Final = 2
"""Months that are always read: this one, and the one before, whose last games may end now."""

_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")


class File(NamedTuple):
    """A file to publish: its path, a fingerprint of its sources, and a function that makes it.

    `game` is the id of the game whose file it is, or "".
    """

    path: str
    stamp: str
    make: Callable[[], bytes]
    game: str = ""


def fingerprint(*parts: object) -> str:
    """Return a fingerprint."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part if isinstance(part, bytes) else str(part).encode("utf-8", "replace"))
        whole.update(b"\0")
    return whole.hexdigest()[:24]


def _file(path: str, body: bytes) -> File:
    return File(path, fingerprint(body), partial(bytes, body))


def _document(path: str, document: api.Document) -> File:
    return _file(f"{api.ROOT}{path}.json", api.to_json(document))


class Site:
    """The pages of one board in the folder `out`.

    `known` lists the files that are published already. `wanted` lists this run's files.
    """

    def __init__(self, board: Board, out: Path, known: Published, wanted: Published) -> None:
        self.board, self.out, self.known, self.wanted = board, out, known, wanted
        self.doors = {slug: door for slug in board.slugs if (door := find(slug))}
        served = made()
        paths = pages.assets(served)
        self.assets = {path: served[f"/{path}"].body.replace(b"/s/", b"./") for path in paths.values()}
        doors = {slug: door.INFO.name() for slug, door in self.doors.items()}
        self.frame = pages.frame(board.name, board.language, doors, paths, board.address, board.is_live)
        self.draws_pictures = find_spec("PIL") is not None
        self.style = fingerprint(__version__, self.frame, self.draws_pictures)
        sizes = [path.stat().st_size for path in sorted(board.journal.glob("*.jsonl"))]
        standings = board.bulletins, board.ladders, board.hall, board.records
        rest = fingerprint(sizes, standings, sorted(board.hidden), board.shows_journal)
        self.whole = f"{self.style} {rest}"
        self.latest: list[Game] = []
        self.days: set[str] = set()

    def files(self) -> Iterator[File]:
        """Yield everything that is published."""
        for path, body in self.assets.items():  # they name each other, and share a folder
            yield File(path, path, partial(bytes, body))
        changes = read_changes(self.board.journal)
        months = journal_months(self.board.journal)
        latest = {month: self._read(month, changes) for month in reversed(months[-OPEN:])}
        self.latest = [game for games in latest.values() for game in reversed(games)][:LATEST]
        for page in self._pages(sorted({*months, *self.board.bulletins}, reverse=True)):
            yield self._page(page)
        yield from self._documents(months)
        yield _file("feed.atom", atom(self.board, self.frame))
        for month in reversed(months):
            yield from self._month(month, changes, latest.get(month))
        yield self._page(pages.deals(self.days))
        yield _document("daily", api.Days(sorted(self.days, reverse=True)))
        if self.board.shows_journal:
            yield _file("journal/head", journal_head(self.board.journal))
            for month in months:
                file = self.board.journal / f"{month}.jsonl"
                yield File(f"journal/{file.name}", str(file.stat().st_size), file.read_bytes)

    def _page(self, page: Page) -> File:
        return _file(f"{page.path}index.html", pages.whole(self.frame, page))

    # -- months and their games

    def _read(self, month: str, changes: Sequence[Change]) -> list[Game]:
        games = read_games(self.board.journal, month, changes, self.board.hidden)
        return [game for game in games if self._fits(game)]

    def _month(self, month: str, changes: Sequence[Change], latest: list[Game] | None) -> Iterator[File]:
        """Yield a month's files. `latest` are its games if it may still get more.

        The files of a month that is over and unchanged are taken from the list.
        """
        size = (self.board.journal / f"{month}.jsonl").stat().st_size
        hidden = sorted(self.board.hidden)
        stamp = fingerprint(self.style, size, self.board.bulletins.get(month), changes, hidden)
        known = self.known.months.pop(month, "")
        if latest is None and known == stamp and (kept := self._kept(month)):
            self.days |= {file.path.split("/")[1] for file in kept if file.path.startswith("daily/")}
            self.wanted.months[month] = stamp
            yield from kept
            return
        games = self._read(month, changes) if latest is None else latest
        bulletins = self.board.bulletins.get(month, ())
        yield self._page(pages.month(self.frame, month, bulletins, games, self.board.is_hidden))
        yield _document(f"months/{month}", api.month(month, bulletins, games, self.board.named))
        shown = self._best(games, BEST)
        for day, played in by_day(games).items():
            self.days.add(day)
            shown |= self._best(played, BEST_OF_DAY)
            yield self._page(pages.deal(self.frame, day, played, self._fewer))
            yield _document(f"daily/{day}", api.Day(day, api.finished(played)))
        shown |= {game.id for game in self.latest}
        for game in games:
            if game.is_public:
                yield from self._game(game, game.id in shown and self._can_be_replayed(game))
        self.wanted.months[month] = stamp

    def _kept(self, month: str) -> list[File]:
        """Return a month's published files, or none if one of them is gone."""
        own = (
            f"games/{month}/", f"daily/{month}-", f"{api.ROOT}months/{month}.", f"{api.ROOT}daily/{month}-"
        )  # fmt: skip
        kept = [path for path in self.known.files.keys() - self.wanted.files.keys() if path.startswith(own)]
        whole = all(map(self.is_there, kept))
        return [File(path, self.known.files[path], partial(bytes)) for path in kept if whole]

    def is_new(self, file: File) -> bool:
        """True if the file must be written."""
        return self.known.files.get(file.path) != file.stamp or not self.is_there(file.path)

    def is_there(self, path: str) -> bool:
        """True if the file has been published and is still there. Paths are text, because there are many."""
        return os.path.isfile(f"{self.out}/{path}")  # noqa: PTH113

    def _fits(self, game: Game) -> bool:
        """True if the game's door is here, and its id is fit for a path. A journal may come from anybody."""
        if game.door not in self.doors or not _ID.fullmatch(game.id):
            return False
        try:
            Replayed(game)
        except Wrong:
            return False
        return True

    def _can_be_replayed(self, game: Game) -> bool:
        try:
            Replayed(game).words()
        except CANNOT:
            return False
        return True

    def _fewer(self, slug: str) -> bool:
        return self.doors[slug].INFO.fewer_is_better

    def _best(self, games: Sequence[Game], most: int) -> set[str]:
        """Return the ids of the best games at each door."""
        ids = set()
        for slug in self.doors:
            mine = [game for game in games if game.door == slug and len(game.scores) == 1]
            mine.sort(key=lambda game: game.scores[0], reverse=not self._fewer(slug))
            ids |= {game.id for game in mine[:most]}
        return ids

    def _game(self, game: Game, has_film: bool) -> Iterator[File]:
        """Yield a game's page and its lines, and a picture and a film if it has them."""
        stamp = fingerprint(self.style, game.lines, game.seats, has_film)
        files: dict[str, Callable[[], bytes]] = {
            "index.html": partial(self._game_page, game, has_film),
            "lines.jsonl": lambda: "".join(f"{line}\n" for line in game.lines).encode(),
        }
        if has_film:
            if self.draws_pictures:
                files["picture.png"] = lambda: Replayed(game).picture(self.board.name)
            files["film.cast"] = lambda: Replayed(game).film(self.board.name)
        for name, make in files.items():
            yield File(game.path + name, stamp, make, game.id)

    def _game_page(self, game: Game, has_film: bool) -> bytes:
        try:
            words, has_words = Replayed(game).words(), True
        except CANNOT as error:
            words, has_words = [str(error)], False
        picture = "picture.png" if has_film and self.draws_pictures else ""
        film = "film.cast" if has_film or (has_words and self.board.is_live) else ""
        return pages.whole(self.frame, pages.game(self.frame, game, words, picture, film))

    # -- all other pages

    def _pages(self, months: Sequence[str]) -> Iterator[Page]:
        board, frame = self.board, self.frame
        names = frame.doors
        links = [(names[slug], f"ladder/{slug}/") for slug in board.ladders]
        now = board.bulletins.get(months[0], ()) if months else ()
        yield pages.overview(frame, now, months, self.latest, links, board.is_hidden)
        for month in self._without_games():
            yield pages.month(frame, month, board.bulletins[month], (), board.is_hidden)
        for slug, rows in board.ladders.items():
            yield pages.ladder(slug, names[slug], rows, board.is_hidden)
        yield pages.hall(frame, board.hall, board.is_hidden)

    def _without_games(self) -> set[str]:
        """Return the months without a journal, such as the running one before its first game."""
        return self.board.bulletins.keys() - set(journal_months(self.board.journal))

    def _documents(self, months: Sequence[str]) -> Iterator[File]:
        board = self.board
        for month in self._without_games():
            yield _document(f"months/{month}", api.month(month, board.bulletins[month], (), board.named))
        every = sorted({*months, *board.bulletins}, reverse=True)
        yield _document("months", api.Months(board.name, dict(self.frame.doors), every))
        ladders = {slug: api.places(rows, board.named) for slug, rows in board.ladders.items()}
        yield _document("ladders", api.Ladders(ladders))
        yield _document("hall", api.hall(board.hall, board.named))
        yield _document("games", api.Latest(api.finished(self.latest)))
        yield _file(f"{api.ROOT}schema.json", api.schema())
