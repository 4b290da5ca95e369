"""Write the public pages to a folder, for the web listener or any other web server.

Only what has changed is written. `.published.json` in the folder lists the files that we wrote, each with a
fingerprint of what it was made from. A file that isn't in this list belongs to somebody else and is never
touched. The pages of a month that is over are kept until something that they show has changed.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from door import __version__
from door.export import cast, svg
from door.export.film import About
from door.games.chance import keyed
from door.midend.doors import find
from door.midend.replay import CANNOT, Finished
from door.midend.replays import steps
from door.midend.replays.film import Camera
from door.net.web.site import made
from door.records.audit.proof import complete
from door.records.files.disk import make_folder, replace_file
from door.records.journal.files import journal_months
from door.records.journal.grammar import Wrong
from door.records.journal.lines import RecordsError
from door.records.replays import finished
from door.term.charset import clean
from door.ui.catalogue import tr
from door.web import api, pages
from door.web.board import Board
from door.web.games import Change, Game, by_day, read_changes, read_games
from door.web.pages import Frame, Page
from door.web.published import CLAIMS, Published

LATEST: Final = 20
"""Games on the first page."""

BEST: Final = 3
"""Best games of each door and month that get a picture and a film."""

OPEN: Final = 2
"""Months that are always read: this one, and the one before, whose last games may end now."""

ASSETS: Final = (
    *("public.css", "xterm.css", "spleen.woff2", "icon.svg"),
    *("prove.js", "proof.js", "film.js", "sheets.js", "vga.js", "xterm.mjs"),
)
"""The web listener's files that the pages use."""

_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")


class NotOurs(RecordsError):
    """A file of somebody else is where a page should be."""


class File(NamedTuple):
    """A file to publish: its path, a fingerprint of what it is made from, and a function that makes it."""

    path: str
    stamp: str
    make: Callable[[], bytes]


class Written(NamedTuple):
    """How many files were written, kept and removed. `done` is False if more must be written."""

    written: int
    kept: int
    removed: int
    done: bool = True


class _Enough(Exception):
    """As many files as were wanted have been written."""


def publish(board: Board, out: Path, most: int = sys.maxsize) -> Written:
    """Write what has changed to the folder `out`, but at most `most` files. Raises NotOurs and OSError."""
    make_folder(out, 0o755)
    known, wanted, written = Published.read(out), Published(), 0
    site = _Site(board, out, known, wanted)
    if known.whole == site.stamp and all((out / path).is_file() for path in known.files):
        return Written(0, len(known.files), 0)
    with (out / CLAIMS).open("a", encoding="utf-8", buffering=1) as claims:
        try:
            for file in site.files():
                target = out / file.path
                if known.files.get(file.path) != file.stamp or not target.is_file():
                    if file.path not in known.files and (target.is_symlink() or target.exists()):
                        raise NotOurs(tr.public.not_ours(path=target))
                    if written == most:
                        raise _Enough
                    claims.write(f"{file.path}\n")
                    make_folder(target.parent, 0o755)
                    replace_file(target, file.make(), lasting=False, mode=0o644)
                    written += 1
                wanted.files[file.path] = file.stamp
        except BaseException as error:
            Published(known.files | wanted.files, {}).write(out)
            if not isinstance(error, _Enough):
                raise
            return Written(written, len(wanted.files) - written, 0, done=False)
    gone = known.files.keys() - wanted.files.keys()
    for path in gone:
        (out / path).unlink(missing_ok=True)
    wanted.whole = site.stamp
    wanted.write(out)
    return Written(written, len(wanted.files) - written, len(gone))


def _stamp(*parts: object) -> str:
    """Return a fingerprint."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part if isinstance(part, bytes) else str(part).encode("utf-8", "replace"))
        whole.update(b"\0")
    return whole.hexdigest()[:24]


def _file(path: str, body: bytes) -> File:
    return File(path, _stamp(body), partial(bytes, body))


def _document(path: str, document: api.Document) -> File:
    return _file(f"{api.ROOT}{path}.json", api.to_json(document))


def _assets() -> dict[str, tuple[str, bytes]]:
    """Return the scripts, styles and the font by name: each with its path and its bytes.

    They name each other by absolute paths on the web listener. Here they stand in one folder.
    """
    found = {}
    for path, file in made().items():
        stem, _, kind = path.removeprefix("/s/").rpartition(".")
        name = f"{stem.rpartition('.')[0]}.{kind}"
        if path.startswith("/s/") and name in ASSETS:
            found[name] = path[1:], file.body.replace(b"/s/", b"./")
    return found


class _Site:
    """The pages of one board in the folder `out`.

    `known` is what is published already, and `wanted` what will be.
    """

    def __init__(self, board: Board, out: Path, known: Published, wanted: Published) -> None:
        self.board, self.out, self.known, self.wanted = board, out, known, wanted
        self.doors = {slug: door for slug in board.slugs if (door := find(slug))}
        self.assets = _assets()
        self.frame = Frame(
            board.name,
            board.language,
            {slug: door.INFO.name() for slug, door in self.doors.items()},
            {name: path for name, (path, _) in self.assets.items()},
            ((tr.public.games(), "games/"), (tr.public.hall(), "hall/"), (tr.public.daily(), "daily/")),
            board.address,
            pages.reasons(),
        )
        self.style = _stamp(__version__, self.frame)
        sizes = [path.stat().st_size for path in sorted(board.journal.glob("*.jsonl"))]
        standings = board.bulletins, board.ladders, board.hall
        self.stamp = _stamp(self.style, sizes, standings, sorted(board.hidden), board.shows_journal)
        self.latest: list[Game] = []
        self.days: set[str] = set()

    def files(self) -> Iterator[File]:
        """Yield everything that is published."""
        for path, body in self.assets.values():
            yield File(path, path, partial(bytes, body))
        changes = read_changes(self.board.journal)
        months = journal_months(self.board.journal)
        for month in reversed(months):
            yield from self._month(month, changes, is_open=month in months[-OPEN:])
        for page in self._pages(sorted({*months, *self.board.bulletins}, reverse=True)):
            yield self._page(page)
        yield from self._documents(months)
        if self.board.shows_journal:
            for month in months:
                file = self.board.journal / f"{month}.jsonl"
                yield File(f"journal/{file.name}", str(file.stat().st_size), file.read_bytes)

    def _page(self, page: Page) -> File:
        return _file(f"{page.path}index.html", pages.whole(self.frame, page))

    # -- months and their games

    def _month(self, month: str, changes: Sequence[Change], *, is_open: bool) -> Iterator[File]:
        """Yield a month's files. Those of a month that is over and unchanged are taken from the list."""
        size = (self.board.journal / f"{month}.jsonl").stat().st_size
        hidden = sorted(self.board.hidden)
        stamp = _stamp(self.style, size, self.board.bulletins.get(month), changes, hidden)
        self.wanted.months[month] = stamp
        if not is_open and self.known.months.get(month) == stamp and (kept := self._kept(month)):
            self.days |= {file.path.split("/")[1] for file in kept if file.path.startswith("daily/")}
            yield from kept
            return
        games = [
            game
            for game in read_games(self.board.journal, month, changes, self.board.hidden)
            if self._fits(game)
        ]
        self.latest += games[::-1][: LATEST - len(self.latest)]
        bulletins = self.board.bulletins.get(month, ())
        yield self._page(pages.month(self.frame, month, bulletins, games, self.board.is_hidden))
        yield _document(f"months/{month}", api.month(month, bulletins, games, self.board.named))
        for day, played in by_day(games).items():
            self.days.add(day)
            yield self._page(pages.deal(self.frame, day, played, self._fewer))
            yield _document(f"daily/{day}", api.Day(day, api.finished(played)))
        shown = self._best(games) | ({game.id for game in self.latest} if is_open else set())
        for game in games:
            if game.is_public:
                yield from self._game(game, game.id in shown and self._can_be_replayed(game))

    def _kept(self, month: str) -> list[File]:
        """Return a month's published files, or none if one of them is gone."""
        own = (
            f"games/{month}/", f"daily/{month}-", f"{api.ROOT}months/{month}.", f"{api.ROOT}daily/{month}-"
        )  # fmt: skip
        kept = [path for path in self.known.files.keys() - self.wanted.files.keys() if path.startswith(own)]
        whole = all((self.out / path).is_file() for path in kept)
        return [File(path, self.known.files[path], partial(bytes)) for path in kept if whole]

    def _fits(self, game: Game) -> bool:
        """True if the game's door is here, and its id is fit for a path. A journal may come from anybody."""
        if game.door not in self.doors or not _ID.fullmatch(game.id):
            return False
        try:
            self._finished(game)
        except Wrong:
            return False
        return True

    def _can_be_replayed(self, game: Game) -> bool:
        try:
            self._told(game)
        except CANNOT:
            return False
        return True

    def _fewer(self, slug: str) -> bool:
        return self.doors[slug].INFO.fewer_is_better

    def _best(self, games: Sequence[Game]) -> set[str]:
        """Return the ids of a month's best games at each door."""
        ids = set()
        for slug in self.doors:
            mine = [game for game in games if game.door == slug and len(game.scores) == 1]
            mine.sort(key=lambda game: game.scores[0], reverse=not self._fewer(slug))
            ids |= {game.id for game in mine[:BEST]}
        return ids

    def _game(self, game: Game, has_film: bool) -> Iterator[File]:
        """Yield a game's page and its lines, and a picture and a film if it has them."""
        path = game.path
        stamp = _stamp(self.style, game.lines, game.seats, has_film)
        yield File(f"{path}index.html", stamp, partial(self._game_page, game, has_film))
        yield File(f"{path}lines.jsonl", stamp, lambda: "".join(f"{line}\n" for line in game.lines).encode())
        if has_film:
            yield File(f"{path}picture.svg", stamp, partial(self._picture, game))
            yield File(f"{path}film.cast", stamp, partial(self._film, game))

    def _game_page(self, game: Game, has_film: bool) -> bytes:
        try:
            words = self._told(game)
        except CANNOT as error:
            words = [str(error)]
        files = ("picture.svg", "film.cast") if has_film else ("", "")
        return pages.whole(self.frame, pages.game(self.frame, game, words, *files))

    def _told(self, game: Game) -> list[str]:
        """Return the game in words. Raises one of `CANNOT` if it can't be replayed."""
        door, record = self.doors[game.door], self._finished(game)
        chance = keyed(record.seed, record.words)
        words: list[str] = []
        for side, moves in enumerate(record.sides):
            words += [f"{record.seats[side]}:"] if record.race else []
            words += door.narrate(record.options, record.seats_of(side), chance, moves)
        return words

    def _finished(self, game: Game) -> Finished:
        options = complete(self.doors[game.door], game.ended.get("options", game.began["options"]))
        return finished(game.door, options, game.began, game.ended)

    def _camera(self, game: Game) -> tuple[Camera, About]:
        door, record = self.doors[game.door].game, self._finished(game)
        by = clean(f"{self.board.name} {game.id}")
        about = About(clean(steps.headline(door, record)), clean(record.players), f"{by}.", record.t[:10])
        return Camera(door, record, by), about

    def _picture(self, game: Game) -> bytes:
        camera, about = self._camera(game)
        return svg.svg(camera.still(), about)

    def _film(self, game: Game) -> bytes:
        camera, about = self._camera(game)
        return cast.cast(camera.film(), about, colours="16")

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
        yield pages.deals(self.days)

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
        yield _document("daily", api.Days(sorted(self.days, reverse=True)))
        yield _document("games", api.Latest(api.finished(self.latest)))
        yield _file(f"{api.ROOT}schema.json", api.schema())
