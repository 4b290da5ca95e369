"""The public pages as HTML: pure functions of values.

A page is read anywhere: on the board's own web listener, on another web server, or from a disk. So its links
are relative, its tables are real tables, and it can be read and printed without JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from door.games.seating import seat_name
from door.pages.bulletin_files import basis, chain, headline
from door.play.books import Row
from door.records.bulletins import Bulletin
from door.records.ledger.standings import Won
from door.ui.catalogue import tr
from door.ui.sentence import KNOWN, Sentence
from door.ui.words import day_name, month_name, names
from door.web.api import PublicCaller
from door.web.games import Game
from door.web.html import Html, join, tag, text

our: Final = tr.public
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)

ASSETS: Final = (
    *("public.css", "xterm.css", "spleen.woff2", "icon.svg"),
    *("prove.js", "proof.js", "film.js", "who.js", "sheets.js", "vga.js", "xterm.mjs"),
)
"""The web listener's files that the pages use."""

IsHidden = Callable[[str], bool]
"""True if that caller doesn't want their handle on the web."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Data that all pages share: the board's and the doors' names, the files' paths, and the menu's pages.

    - `files`: the path of each file by its name, such as "public.css".
    - `menu`: title and path of the main pages. `address`: where to call the board by a browser, or "".
    - `reasons`: what a game's page says about its proof (see `reasons`).
    """

    board: str
    language: str
    doors: Mapping[str, str]
    files: Mapping[str, str] = field(default_factory=dict)
    menu: Sequence[tuple[str, str]] = ()
    address: str = ""
    reasons: str = ""


def frame(
    board: str, language: str, doors: Mapping[str, str], files: Mapping[str, str], address: str, is_live: bool
) -> Frame:
    """Return the frame of a board's pages. Only live pages know who is on."""
    menu = [(our.games(), "games/"), (our.hall(), "hall/"), (our.daily(), "daily/")]
    menu += [(our.who(), "who/")] if is_live else []
    return Frame(board, language, doors, files, menu, address, reasons())


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
class Page:
    """A page: its path, such as "games/2026-11/", its title, and its content.

    `used` are the names of its own scripts and style sheets.
    """

    path: str
    title: str
    content: Html
    used: tuple[str, ...] = ()


def whole(frame: Frame, page: Page) -> bytes:
    """Return the page with its head and its menu, as a file."""
    depth = page.path.count("/")
    before, after = _around(frame, page.path if depth == 1 else "../" * depth, page.used)
    return f"{before.replace(_HERE, text(page.title))}{page.content}{after}".encode()


_HERE: Final = "\0"
_CONTENT: Final = "\1"


@lru_cache(maxsize=64)
def _around(frame: Frame, path: str, used: Sequence[str]) -> list[str]:
    """Return the texts before and after the content of pages that share them, with `_HERE` for the title.

    `path` is a page of the menu, or the way up from any other page.
    """
    up = "../" * path.count("/")
    menu = [
        tag("li", tag("a", title, href=up + other, aria_current="page" if other == path else None))
        for title, other in frame.menu
    ]
    call = tag("li", tag("a", our.call(), href=frame.address)) if frame.address else ""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="color-scheme", content="dark"),
        tag("title", our.title_on_board(title=_HERE, name=frame.board)),
        tag(
            "link",
            rel="alternate",
            type="application/atom+xml",
            title=our.feed_of(name=frame.board),
            href=f"{up}feed.atom",
        ),
        tag("link", rel="icon", href=up + frame.files["icon.svg"]),
        tag("link", rel="stylesheet", href=up + frame.files["public.css"]),
        *(
            tag("script", type="module", src=up + frame.files[name])
            if name.endswith(".js")
            else tag("link", rel="stylesheet", href=up + frame.files[name])
            for name in used
        ),
    )
    body = tag(
        "body",
        tag("a", our.skip(), href="#page", class_="skip"),
        tag(
            "header",
            tag("p", frame.board, class_="board"),
            tag("nav", tag("ul", *menu, call), aria_label=our.main()),
        ),
        tag("main", tag("h1", _HERE), Html(_CONTENT), id="page"),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang=frame.language)}\n".split(_CONTENT)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: frozenset[int], caption: str = ""
) -> Html:
    """Return a table. `numbers` are the columns of numbers, which stand to the right."""

    def cells(name: str, row: Sequence[object], **more: object) -> Html:
        return tag(
            "tr",
            *(tag(name, cell, class_="n" if at in numbers else None, **more) for at, cell in enumerate(row)),
        )

    return tag(
        "table",
        tag("caption", caption) if caption else "",
        tag("thead", cells("th", heads, scope="col")),
        tag("tbody", *(cells("td", row) for row in rows)),
    )


def places(rows: Sequence[Row], is_hidden: IsHidden, caption: str = "") -> Html:
    heads = our.head_place(), our.head_caller(), our.head_score(), our.head_games()
    shown = (
        (f"{row.place}.", our.caller() if is_hidden(row.caller) else row.caller, f"{row.score:,}", row.games)
        for row in rows
    )
    return table(heads, shown, frozenset((0, 2, 3)), caption)


def players(game: Game) -> str:
    """Return the players in words: "Ann and computer (expert)"."""
    return names([seat_name(seat) if seat else our.caller() for seat in game.seats])


def listed(frame: Frame, games: Iterable[Game], up: str) -> Html:
    """Return a table of games, with links to their pages."""
    heads = our.head_when(), our.head_door(), our.head_players(), our.head_score()
    rows = []
    for game in games:
        name = frame.doors.get(game.door, game.door)
        link = tag("a", name, href=up + game.path) if game.is_public else name
        t = str(game.ended["t"])
        scores = " : ".join(f"{score:,}" for score in game.scores)
        rows.append((tag("time", f"{t[:10]} {t[11:16]}", datetime=t), link, players(game), scores))
    return table(heads, rows, frozenset((3,)))


# -- pages ---------------------------------------------------------------------------------------------------


def overview(
    frame: Frame, bulletins: Sequence[Bulletin], months: Sequence[str], latest: Sequence[Game],
    ladders: Sequence[tuple[str, str]], is_hidden: IsHidden,
) -> Page:  # fmt: skip
    """Return the first page: this month so far, the latest games, and the way to everything else."""
    up = "../"
    content = join(
        tag("h2", our.this_month()),
        _standings(bulletins, is_hidden, "h3"),
        tag("h2", our.latest()),
        listed(frame, latest, up) if latest else tag("p", our.no_games()),
        _links(our.months(), [(month_name(month), f"{month}/") for month in months]),
        _links(our.ladders(), [(title, up + path) for title, path in ladders]),
    )
    return Page("games/", our.games(), content)


def _links(title: str, links: Sequence[tuple[str, str]]) -> Html:
    """Return a list of links below a heading, or nothing without links."""
    items = (tag("li", tag("a", text, href=path)) for text, path in links)
    return join(tag("h2", title), tag("ul", *items)) if links else Html()


def month(
    frame: Frame, name: str, bulletins: Sequence[Bulletin], games: Sequence[Game], is_hidden: IsHidden
) -> Page:
    """Return a month: each door's places, and every game."""
    title = month_name(name)
    content = join(
        _standings(bulletins, is_hidden),
        tag("h2", our.all_games(month=title)),
        listed(frame, reversed(games), "../../"),
    )
    return Page(f"games/{name}/", our.month_title(month=title), content)


def _standings(bulletins: Sequence[Bulletin], is_hidden: IsHidden, heading: str = "h2") -> Html:
    """Return the places at each door that was played, and the chain's head."""
    played = [one for one in bulletins if one.rows]
    doors = (
        join(
            tag(heading, one.info.name()),
            tag("p", headline(one), " ", basis(one))
            if not is_hidden(one.rows[0].caller)
            else tag("p", basis(one)),
            places(one.rows, is_hidden),
            tag("p", chain(one.head), class_="quiet"),
        )
        for one in played
    )
    return join(*doors) if played else tag("p", our.no_games())


def ladder(slug: str, door: str, rows: Sequence[Row], is_hidden: IsHidden) -> Page:
    """Return a door's ladder."""
    heads = our.head_place(), our.head_caller(), our.head_rating(), our.head_games()
    shown = (
        (f"{row.place}.", our.caller() if is_hidden(row.caller) else row.caller, row.score, row.games)
        for row in rows
    )
    content = table(heads, shown, frozenset((0, 2, 3))) if rows else tag("p", our.nobody_rated())
    return Page(f"ladder/{slug}/", our.ladder_of(door=door), content)


def hall(frame: Frame, won: Sequence[Won], is_hidden: IsHidden) -> Page:
    """Return the winners of every month, newest first."""
    months: dict[str, list[Won]] = {}
    for one in won:
        months.setdefault(one.month, []).append(one)
    parts = (
        join(
            tag("h2", tag("a", month_name(name), href=f"../games/{name}/")),
            *(places(one.rows, is_hidden, frame.doors.get(one.slug, one.slug)) for one in every),
        )
        for name, every in months.items()
    )
    return Page("hall/", our.hall(), join(*parts) if months else tag("p", our.no_winners()))


def deals(days: Collection[str]) -> Page:
    """Return the list of revealed days."""
    items = (tag("li", tag("a", day_name(day), href=f"{day}/")) for day in sorted(days, reverse=True))
    return Page("daily/", our.daily(), tag("ul", *items) if days else tag("p", our.no_deals()))


def deal(frame: Frame, day: str, games: Sequence[Game], fewer: Callable[[str], bool]) -> Page:
    """Return a day's deal: each door's games, the best first."""
    parts = []
    for slug, name in frame.doors.items():
        mine = [game for game in games if game.door == slug]
        mine.sort(key=lambda game: game.scores[0] if fewer(game.door) else -game.scores[0])
        parts += [tag("h2", name), listed(frame, mine, "../../")] if mine else []
    return Page(f"daily/{day}/", our.deal_of(day=day_name(day)), join(*parts))


def game(frame: Frame, one: Game, told: Sequence[str], picture: str, film: str) -> Page:
    """Return a finished game: its moves in words (`told`), its proof, its picture and its film.

    `picture` and `film` are paths, or "" for games without them.
    """
    up = "../" * 3
    door = frame.doors.get(one.door, one.door)
    seats = [seat_name(seat) if seat else our.caller() for seat in one.seats]
    scores = (
        [our.score_is(score=f"{one.scores[0]:,}")]
        if len(one.scores) == 1
        else [our.score_of(who=who, score=f"{score:,}") for who, score in zip(seats, one.scores, strict=True)]
    )
    before, after = _proof(frame, up)
    content = join(
        *(tag("p", score) for score in scores),
        tag("p", tag("time", day_name(str(one.ended["t"])[:10]), datetime=one.ended["t"]), class_="quiet"),
        tag("img", src=picture, alt=our.picture(), width=640, height=384) if picture else "",
        tag("div", id="player", hidden=True) if film else "",
        tag("p", tag("button", our.film(), id="film", data_cast=film)) if film else "",
        tag("p", "", id="no-film", role="status") if film else "",
        tag("h2", our.in_words()),
        tag("ul", Html(text("\n".join(("", *told))).replace("\n", "\n<li>")), class_="told"),
        before,
        text("".join(f"{line}\n" for line in one.lines)),
        after,
        tag(
            "dl",
            *(tag("dt", our.commitment()), tag("dd", tag("code", one.began["commit"]))),
            *(tag("dt", our.seed()), tag("dd", tag("code", one.ended["seed"]))),
        ),
    )
    used = ("prove.js", *(("film.js", "xterm.css") if film else ()))
    return Page(one.path, our.game_title(door=door, players=names(seats)), content, used)


@lru_cache(maxsize=16)
def _proof(frame: Frame, up: str) -> list[Html]:
    """Return what is before and after the lines of a game's proof."""
    proof = join(
        tag("h2", our.prove(), id="proof"),
        tag("p", our.prove_intro()),
        tag("label", our.the_lines(), for_="lines"),
        tag("textarea", _CONTENT, id="lines", spellcheck="false", rows=8, data_reasons=frame.reasons),
        tag(
            "p",
            tag("button", our.prove(), id="prove"),
            " ",
            tag("a", our.the_script(), href=up + frame.files["proof.js"]),
        ),
        tag("p", "", id="verdict", role="status"),
        tag("table", tag("caption", our.steps()), _step_heads(), tag("tbody"), id="steps", hidden=True),
        tag("p", our.not_checked(), class_="quiet"),
    )
    return [*map(Html, proof.split(_CONTENT))]


def who(frame: Frame, callers: Sequence[PublicCaller]) -> Page:
    """Return the callers who are on. The page's script asks again every half minute."""
    heads = our.head_caller(), our.head_where(), our.head_minutes()
    shown = (
        (one.caller or our.caller(), frame.doors.get(one.door or "", frame.board), one.minutes)
        for one in callers
    )
    content = table(heads, shown, frozenset((2,))) if callers else tag("p", our.nobody_on())
    return Page("who/", our.who(), tag("div", content, id="who"), ("who.js",))


def _step_heads() -> Html:
    heads = our.step_given(), our.step_move(), our.step_score()
    return tag("thead", tag("tr", *(tag("th", head, scope="col") for head in heads)))


REASONS: Final[Mapping[str, Sentence]] = {
    "proved": our.proved,
    "refused": our.refused,
    "unknown": our.unknown,
    "not_json": our.why_not_json,
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
    "other_times": our.why_other_times,
    "other_end": our.why_other_end,
    "other_places": our.why_other_places,
}
"""The sentence for each verdict and each reason of proof.js."""


def reasons() -> str:
    """Return `REASONS` as JSON, with `{name}` where the page's script puts a value."""
    kept = {name: {key: f"{{{key}}}" for key in KNOWN.shown(one.id)} for name, one in REASONS.items()}
    return json.dumps({name: REASONS[name](**args) for name, args in kept.items()})
