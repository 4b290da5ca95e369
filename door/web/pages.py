"""The public pages as HTML: templates, and values for them.

A page is read anywhere: on the board's own web listener, on another web server, or from a disk. So its links
are relative, its tables are real tables, and it can be read and printed without JavaScript. The sysop may put
templates of the same names into the board's folder `pages/`; one with a fault is not used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined, TemplateError

from door.games.seating import seat_name
from door.net.web.site import PAGE_POLICY
from door.pages.bulletin_files import basis, chain, headline
from door.ui.sentence import KNOWN, Sentence
from door.ui.texts import tr
from door.ui.words import day_name, month_name, names
from door.web.board import PublicBoard
from door.web.games import PublicGame

our: Final = tr.public

ASSETS: Final = (
    *("public.css", "xterm.css", "spleen.woff2", "icon.svg"),
    *("prove.js", "proof.js", "film.js", "who.js", "live.js", "sheets.js", "vga.js", "xterm.mjs"),
)
"""The web listener's files that the pages use."""

LARGEST: Final = 200_000
"""Most bytes of a sysop's template."""


def assets(files: Iterable[str]) -> dict[str, str]:
    """Return the paths of the scripts, styles and the font by name, from the web listener's files."""
    found = {}
    for path in files:
        stem, _, kind = path.removeprefix("/s/").rpartition(".")
        name = f"{stem.rpartition('.')[0]}.{kind}"
        if path.startswith("/s/") and name in ASSETS:
            found[name] = path[1:]
    return found


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Data that all pages share: the board's and the doors' names, the files' paths, and the menu's pages.

    - `files`: the path of each file by its name, such as "public.css".
    - `menu`: title and path of the main pages. `address`: where to call the board by a browser, or "".
    - `reasons`: what a game's page says about its proof (see `reasons`).
    - `url`: the site's public address, or "". `guests_at`: doors (slugs) that guests may go straight into.
      `hosts`: other ways to call. `shows`: the path of the picture of a page that has none of its own, or "".
    - `own`: the folder of the sysop's templates.
    """

    board: str
    language: str
    doors: Mapping[str, str]
    files: Mapping[str, str] = field(default_factory=dict)
    menu: Sequence[tuple[str, str]] = ()
    address: str = ""
    reasons: str = ""
    url: str = ""
    guests_at: Sequence[str] = ()
    hosts: Sequence[str] = ()
    shows: str = ""
    own: Path | None = None

    def play(self, door: str) -> str:
        """Return the address at which a browser plays that door as a guest, or ""."""
        return f"{self.address.rstrip('/')}/play/{door}" if door in self.guests_at else ""


class PublicCard(NamedTuple):
    """What other sites show of a link: a sentence, and the path and the description of a picture (or "")."""

    about: str
    picture: str = ""
    alt: str = ""


def frame(board: PublicBoard, doors: Mapping[str, str]) -> PageFrame:
    """Return the frame of a board's pages. Only live pages know who is on."""
    menu = [(our.games(), "games/"), (our.hall(), "hall/"), (our.daily(), "daily/")]
    menu += [(our.who(), "who/")] if board.is_live else []
    shows = f"doors/{next(iter(doors))}.png" if doors and draws_pictures() else ""
    return PageFrame(
        board.name, board.language, doors, board.files, menu, board.address, reasons(), board.url,
        board.guests_at, board.hosts, shows, board.own,
    )  # fmt: skip


@cache
def draws_pictures() -> bool:
    """True if Pillow, which is an extra, is installed."""
    return find_spec("PIL") is not None


# -- templates -----------------------------------------------------------------------------------------------


def template_names() -> list[str]:
    """Return the names of the templates, in order."""
    every = (files("door.web") / "templates").iterdir()
    return sorted(one.name for one in every if one.name.endswith(".html"))


def players(game: PublicGame) -> str:
    """Return the players in words: "Ann and computer (expert)"."""
    return names(seats(game))


def seats(game: PublicGame) -> list[str]:
    return [seat_name(seat) if seat else our.caller() for seat in game.seats]


@lru_cache(maxsize=4)
def _environment(own: Path | None) -> Environment:
    package = PackageLoader("door.web")
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(own), package]) if own else package, autoescape=True,
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.globals.update(
        t=our, policy=PAGE_POLICY, players=players, seat_name=seat_name, day_name=day_name,
        month_name=month_name, headline=headline, basis=basis, chain=chain,
    )  # fmt: skip
    return made


def page(
    frame: PageFrame, template: str, path: str, title: str, used: Sequence[str] = (), **values: Any
) -> tuple[bytes, str]:
    """Return a page as a file, and the fault in the sysop's template, or "".

    `used` are the names of its own scripts and style sheets. If a template of the sysop's has a fault, the
    shipped ones are used.
    """
    own, fault, up = frame.own, "", "../" * path.count("/")
    card = PublicCard(our.about(), frame.shows, our.a_game())
    known = {"frame": frame, "here": path, "up": up, "title": title, "used": used, "card": card, **values}
    if own is not None and own.is_dir():
        try:
            return _environment(own).get_template(template).render(**known).encode(), ""
        except (TemplateError, OSError, ValueError, TypeError, LookupError, AttributeError) as error:
            fault = _fault(own, error)
    return _environment(None).get_template(template).render(**known).encode(), fault


def plain_page(template: str, **values: Any) -> bytes:
    """Return a page outside the public site, by a shipped template."""
    return _environment(None).get_template(template).render(**values).encode()


def _fault(own: Path, error: Exception) -> str:
    """Return a fault of a template as `file:line: reason`."""
    name, line = getattr(error, "name", None), getattr(error, "lineno", None)
    if name is None:
        trace = error.__traceback__
        while trace:
            if trace.tb_frame.f_code.co_filename.startswith(str(own)):
                name, line = Path(trace.tb_frame.f_code.co_filename).name, trace.tb_lineno
            trace = trace.tb_next
    return f"{own / str(name or '')}:{line or 1}: {error}"


def faults(own: Path) -> Iterator[str]:
    """Yield what is wrong with the sysop's templates, as `file:line: reason`, without drawing them."""
    if not own.is_dir():
        return
    for path in sorted(own.iterdir()):
        if path.name not in template_names():
            why: str = tr.check.no_such_template(names=names(template_names()))
            yield f"{path}:1: {why}"
            continue
        try:
            if path.stat().st_size > LARGEST:
                why = tr.check.template_too_large(most=LARGEST)
                yield f"{path}:1: {why}"
            else:
                _environment(own).parse(path.read_text("utf-8"), path.name, str(path))
        except (TemplateError, OSError, ValueError) as error:
            yield _fault(own, error)


# -- what a game's page says about its proof -----------------------------------------------------------------


REASONS: Final[Mapping[str, Sentence]] = {
    "proved": our.proved,
    "refused": our.refused,
    "unknown": our.unknown,
    "not_json": our.why_not_json,
    "not_plain": our.why_not_plain,
    "field_wrong": our.why_field_wrong,
    "line_missing": our.why_line_missing,
    "door_unknown": our.why_door_unknown,
    "option_unknown": our.why_option_unknown,
    "option_refused": our.why_option_refused,
    "other_turn": our.why_other_turn,
    "other_options": our.why_other_options,
    "other_seed": our.why_other_seed,
    "other_deal": our.why_other_deal,
    "other_seal": our.why_other_seal,
    "seats_refused": our.why_seats_refused,
    "move_refused": our.why_move_refused,
    "unfinished": our.why_unfinished,
    "other_score": our.why_other_score,
    "other_month": our.why_other_month,
    "other_order": our.why_other_order,
    "other_times": our.why_other_times,
    "other_end": our.why_other_end,
    "other_places": our.why_other_places,
}
"""The sentence for each verdict and each reason of proof.js."""


def reasons() -> str:
    """Return `REASONS` as JSON, with `{name}` where the page's script puts a value."""
    kept = {name: {key: f"{{{key}}}" for key in KNOWN.placeholders(one.id)} for name, one in REASONS.items()}
    return json.dumps({name: REASONS[name](**args) for name, args in kept.items()})
