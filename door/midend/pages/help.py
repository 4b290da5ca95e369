"""Help at every door: the game's own pages, then the shared ones, credits last. Pure, words only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.contract import Game
from door.games.info import Info, Options
from door.midend.pages.daily import help_page
from door.midend.replay import has_puzzles
from door.midend.state import State
from door.term.canvas import Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import PAGE_COLS, Hint, Page, draw_page, fitted, paged, wrap
from door.ui.words import unwrapped

KEYS: Final = {
    "d": tr.play.help_key_daily,
    "p": tr.play.help_key_practice,
    "s": tr.play.help_key_settings,
    "b": tr.play.help_key_bulletin,
    "t": tr.play.help_key_tables,
    "w": tr.play.help_key_puzzle,
    "h": tr.play.help_key_help,
    "q": tr.play.help_key_leave,
}


def shown(game: Game, state: State) -> tuple[Page, ...]:
    """Return all pages for this caller. Plain mode has keys of its own."""
    info, options, plain = game.info, state.setup.options, state.setup.plain
    daily = (help_page(info.alike, info.missed),) if info.daily and options.get("daily", True) else ()
    around = (_table(plain),) if state.seated else (_keys(game, state), _contest(info, options), *daily)
    coach = (_coach(game),) if game.coach is not None else ()
    every = (*game.help(options, plain), *around, *coach, paged(tr.play.help_proof()), *_credits(info))
    return every if plain else fitted(every)


def hint(mine: Sequence[Hint]) -> Hint:
    """Return the key for help: H, or "?" if the game uses H."""
    return Hint("?" if any(hint.key == "h" for hint in mine) else "h", tr.door_keys.help)


def draw(game: Game, state: State, view: View) -> Canvas:
    """Draw the page on 80×23."""
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, shown(game, state), state.page, game.info.accent, game.info.name())
    return canvas


def lines(game: Game, state: State) -> tuple[str, ...]:
    """Return the page in words, with its number."""
    every = shown(game, state)
    at = min(state.page, len(every) - 1)
    said = unwrapped(every[at].lines, PAGE_COLS - 6)
    return (
        tr.play.help_page_of(title=every[at].title, at=at + 1, pages=len(every)),
        *(line.strip() for line in said if line),
    )


def _keys(game: Game, state: State) -> Page:
    info, options, plain = game.info, state.setup.options, state.setup.plain
    there = {
        "d": info.daily and options.get("daily", True), "t": state.setup.tables, "w": has_puzzles(game),
    }  # fmt: skip
    keys = [(key.upper(), text()) for key, text in KEYS.items() if there.get(key, True)]
    cells = [f"   {key:<8}{what}" for key, what in (("Enter", tr.play.help_key_play()), *keys)]
    if not plain:
        left, right = cells[1::2], [f"{key:<4}{what}" for key, what in (*keys[1::2], ("", ""))]
        cells[1:] = [f"{cell:<41}{more}".rstrip() for cell, more in zip(left, right, strict=False)]
    after = tr.play.help_after_a_game if game.coach is None else tr.play.help_after_a_game_coach
    out, clicked = (
        ("Q", tr.play.help_plain_typing()) if plain else (tr.play.help_key_out(), tr.play.help_clicking())
    )
    during = "\n".join((tr.play.help_during_a_game(out=out), *([""] if plain else []), clicked))
    return paged("\n\n".join((tr.play.help_around_the_game(keys="\n".join(cells)), after(), during)))


def _coach(game: Game) -> Page:
    exact = (tr.play.help_luck_exact(),) if game.coach and game.coach.exact else ()
    puzzle = (tr.play.help_puzzle(),) if has_puzzles(game) else ()
    return paged(
        "\n\n".join((tr.play.help_luck_and_choices(), *exact, tr.play.help_costly_choices(), *puzzle))
    )


def _table(plain: bool) -> Page:
    return paged(
        tr.play.help_at_a_table(keys=tr.play.help_table_plain() if plain else tr.play.help_table_keys())
    )


def _contest(info: Info, options: Options) -> Page:
    turns, top = int(str(options.get("turns_per_day", 0))), int(str(options.get("top", 3)))
    counts = (
        tr.play.help_best_counts()
        if options.get("ranking", info.contest) == "best"
        else tr.play.help_all_count()
    )
    leads = tr.play.help_lower_leads() if info.fewer_is_better else tr.play.help_higher_leads()
    daily = tr.play.help_turns_a_day(turns=turns) if turns else tr.play.help_no_turn_limit()
    return paged(
        tr.play.help_turns_and_month(turns=daily, alike=info.alike(), counts=counts, leads=leads, top=top)
    )


def _credits(info: Info) -> tuple[Page, ...]:
    lines = tuple(line for text in info.credits for line in wrap(text(), 72))
    return (Page(tr.play.help_credits(), lines),) if lines else ()
