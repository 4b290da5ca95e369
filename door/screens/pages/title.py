"""The title page, the same at every door. Pure. Only the picture at the top is the game's own (`sign`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from door.games.contract import Door
from door.play.books import (
    Books,
    PlaceRow,
    chance_is,
    month_heading,
    month_order,
    standing_lines,
    turns_left,
    turns_line,
)
from door.play.replay import has_example, has_puzzles
from door.screens.pages.beside import edge_of
from door.screens.pages.daily import teaser
from door.screens.state import State, front, idea
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, picture
from door.ui.blocks import DoorFrame, Layout, PictureBody
from door.ui.commands import Command
from door.ui.lettering import signboard
from door.ui.screen import COLS, ROWS, Aside, View
from door.ui.texts import tr
from door.ui.widgets import cut, panel
from door.ui.words import commas, month_name, ordinal

KEYS: Final = tr.door_keys
SPOKEN: Final = {"enter": tr.play.plain_key_enter, "d": tr.play.plain_key_daily, "q": tr.play.plain_key_quit}

RANK_ROWS: Final = 8
RANKS_SHOWN: Final = 5
_RANK_COLS: Final = 38
_GOLD: Final = (YELLOW, WHITE, WHITE, GREY, GREY)


def layout(game: Door, state: State) -> Layout:
    info, notice = game.info, state.note
    picture = PictureBody(partial(_draw, game, state), partial(_lines, game, state), note=20, menu=18)
    commands = (*_of_the_day(game, state), *_ways(game, state))
    asks = state.scene == "title" and not state.thinking.name
    return Layout(
        info.name(), picture, commands, hint=_hint(game, state), notice=notice, back=None,
        frame=DoorFrame(info.name(), info.accent), prompt=_prompt(commands) if asks else "",
    )  # fmt: skip


def _draw(game: Door, state: State, view: View) -> Canvas:
    canvas, books = Canvas(COLS, ROWS), state.books
    canvas.blit(sign(game, state, view))
    heading = month_heading(game.info, state.setup.options, books.month)
    draw_ranks(canvas, 10, books, edge_of(game, view), heading)
    about, turns = _about(game, state), turns_left(books)
    canvas.centre(19, f"{cut(about, 76 - len(turns))}  {turns}" if about else turns, WHITE)
    return canvas


def _about(game: Door, state: State) -> str:
    """Describe the game that Enter plays, unless an interrupted one waits: that one has its own options."""
    return "" if state.setup.waiting else game.board.about(front(state))


def sign(game: Door, state: State, view: View) -> Canvas:
    """Draw the game's own picture, or its name in large letters."""
    if game.picture.sign is not None:
        return game.picture.sign(front(state), view)
    canvas = Canvas(COLS, 10)
    canvas.blit_centred(signboard(game.info.name(), game.info.accent, GREY, view.ascii), 3)
    return canvas


def draw_ranks(canvas: Canvas, y: int, books: Books, edge: int, heading: str) -> None:
    """Draw two panels side by side, 8 rows from row `y` on an 80-column layout. `heading` is this month's."""
    last = month_name(books.last_month, tr.play.last_month())
    won = tr.play.last_month_won_by(caller=books.winners[0].caller) if books.winners else ""
    mine = tr.play.your_place(place=ordinal(books.rank), score=books.score) if books.rank else ""
    canvas.blit(
        _panel(
            tr.play.month_winners(month=last), books.winners[:RANKS_SHOWN], tr.play.nobody_played(), won, edge
        ),
        1,
        y,
    )
    canvas.blit(_panel(heading, books.standing[:RANKS_SHOWN], tr.play.nobody_placed(), mine, edge), 41, y)


@picture
def _panel(head: str, rows: tuple[PlaceRow, ...], nobody: str, below: str, edge: int) -> Canvas:
    """Draw one panel of 38 columns × 8 rows: places, callers, scores, and a line below them."""
    canvas = Canvas(_RANK_COLS, RANK_ROWS)
    panel(canvas, 0, 0, _RANK_COLS, RANK_ROWS, head, edge)
    if not rows:
        canvas.centre(3, nobody, GREY, 0, _RANK_COLS)
    for at, row in enumerate(rows):
        canvas.put(1, 1 + at, f"{row.place:>2} {cut(row.caller, 20):<20} {row.score:>10}", _GOLD[at])
    canvas.put(4, RANK_ROWS - 2, cut(below, _RANK_COLS - 6), GREY)
    return canvas


def _hint(game: Door, state: State) -> str:
    """Return what Enter does."""
    if state.scene == "opening":
        return tr.play.being_sealed(chance=chance_is(game.info.alike))
    if state.setup.waiting and game.board.plan(front(state), False).ranked:
        return tr.play.game_waits_press_enter()
    if not _may_begin(game, state):
        hours = state.books.hours
        when = (
            tr.play.new_turns_in_hours(hours=tr.count.hours(n=hours))
            if hours
            else tr.play.new_turns_at_midnight()
        )
        return tr.play.new_turns_come(when=when)
    if state.setup.new:
        follows = has_example(game) and not state.still
        enter = tr.play.demonstration_follows() if follows else tr.play.enter_plays()
        return "\n".join((idea(game), enter))
    return tr.play.press_enter(chance=chance_is(game.info.alike))


def _may_begin(game: Door, state: State) -> bool:
    """True if Enter can play: an interrupted game, one for a turn, or one without a cost."""
    return state.setup.waiting or state.books.may_play or not game.board.plan(front(state), False).ranked


def _of_the_day(game: Door, state: State) -> Iterator[Command[State]]:
    """Yield the keys of daily offers, which have a line of their own."""
    if daily := state.books.daily:
        deal = teaser(daily, game.info.alike, game.info.unit)
        yield Command("daily", "d", deal, menu=True, about=tr.play.help_key_daily)
    if has_puzzles(game):
        found = tr.door_keys.puzzle if state.books.winners else ""  # it comes from last month's games
        yield Command("puzzle", "w", found, menu=True, about=tr.play.help_key_puzzle)
    if has_example(game):
        about = tr.play.help_key_example
        yield Command("example", "e", tr.door_keys.example, words=("demo",), menu=True, about=about)


def _ways(game: Door, state: State) -> Iterator[Command[State]]:
    """Yield the other keys of the title page."""
    play = KEYS.play if _may_begin(game, state) else ""
    yield Command("begin", "enter", play, also=("y",), words=("yes", "new"), about=tr.play.help_key_play)
    yield Command("practice", "p", KEYS.practice, about=tr.play.help_key_practice)
    setup = tr.play.help_key_settings
    yield Command("settings", "s", KEYS.setup, also=("f3",), words=("setup",), about=setup)
    if state.setup.tables:
        yield Command("tables", "t", KEYS.tables, about=tr.play.help_key_tables)
    top = tr.play.help_key_bulletin
    yield Command("bulletin", "b", KEYS.bulletin, also=("t",), words=("top",), about=top)
    yield Command("help", "h", KEYS.help, also=("?", "f1"), about=tr.play.help_key_help)
    out = ("quit", "leave", "no")
    yield Command("away", "q", KEYS.back, also=("esc", "n"), words=out, about=tr.play.help_key_leave)


def _lines(game: Door, state: State) -> tuple[str, ...]:
    books = state.books
    waiting = tr.play.plain_game_waits() if state.setup.waiting else ""
    deal = teaser(books.daily, game.info.alike, game.info.unit) if books.daily else ""
    about = _about(game, state)
    first = books._replace(standing=books.standing[:RANKS_SHOWN], winners=books.winners[:RANKS_SHOWN])
    order = month_order(game.info, state.setup.options) if game.info.measure_in(state.setup.options) else ""
    example = Aside(tr.play.plain_demonstration()) if has_example(game) else ""
    new = (idea(game), example) if state.setup.new else ()
    said = (game.info.name(), *new, *standing_lines(first, order), turns_line(books), about, waiting, deal)
    return tuple(filter(None, said))


def in_words(commands: Sequence[Command[State]]) -> list[Command[State]]:
    """Return the keys in the order of prompts and help: how to play, the daily offers, the others."""
    play, *others = (one for one in commands if not one.menu)
    return [play, *(one for one in commands if one.menu), *others]


def _prompt(commands: Sequence[Command[State]]) -> str:
    """Return plain mode's question with every key in words."""
    every = in_words([one for one in commands if one.label and one.key != "e"])
    words = (SPOKEN[one.key]() if one.key in SPOKEN else one.text for one in every)
    return tr.play.plain_prompt_play(keys=commas(words))
