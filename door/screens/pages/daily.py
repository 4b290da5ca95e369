"""The daily deal's page, the same at every door that offers one: its state, today's table, the month's.

Pure. It shows `Books.daily`. `what` is the same for everybody there (`Info.alike`): "dice", "cards".
"""

from __future__ import annotations

from functools import partial
from typing import Final

from door.games.contract import Door
from door.play.api import PAST, PUZZLE, Begin, Booked
from door.play.books import Daily, PlaceRow, place_line
from door.play.replay import has_puzzles
from door.screens.layouts import close
from door.screens.state import CLOSED, State, Step, Thinking, notice, opening
from door.term.canvas import DARK, GREY, WHITE, YELLOW
from door.ui.blocks import DoorFrame, Layout, Lines, Styled, Text, Told, abreast, table, telling
from door.ui.commands import Command
from door.ui.screen import Aside, Visit
from door.ui.texts import Sentence, tr
from door.ui.widgets import PAGE_COLS, Column, TextPage, page_of
from door.ui.words import day_name, month_name, ordinal

SHOWN: Final = 8
_RIGHT: Final = 35
_TODAY: Final = (Column("", 2, True), Column(tr.door_heads.caller, 20), Column(tr.door_heads.score, 6, True))
_MONTH: Final = (*_TODAY, Column(tr.door_heads.days, 4, True))
KEYS: Final = tr.door_keys
_LEAVE: Final = Command(
    "close", "enter", KEYS.back, close, also=("esc", "q", "n", "d", " "), words=("no", "quit")
)


def begin(game: Door, state: State) -> Step:
    return opening(state), (Begin(game.info.deal, daily=True),)


def ask_past(game: Door, state: State) -> Step:
    """Look for the caller's game in the last deal."""
    waits = state._replace(thinking=Thinking(PAST.name), page=CLOSED)
    return notice(waits, tr.play.looking_for_last_deal()), (PAST(game.info.slug),)


def begin_past(game: Door, state: State, day: str) -> Step:
    """Begin practice of a past day's deal, unless a game is in progress."""
    if state.scene not in ("title", "done"):
        return state, ()
    return opening(state), (Begin(past=day),)


def ask_puzzle(game: Door, state: State) -> Step:
    if not has_puzzles(game):
        return state, ()
    waits = notice(
        state._replace(thinking=Thinking(PUZZLE.name), page=CLOSED), tr.puzzle.looking_for_puzzle()
    )
    return waits, (PUZZLE(game.info.slug),)


def teaser(daily: Daily, what: Sentence, unit: Sentence = tr.count.points) -> str:
    """Return the caller's state of the deal in a sentence of at most 78 characters."""
    if daily.waiting:
        return tr.daily.teaser_waiting()
    if daily.played:
        score = unit(n=daily.score)
        if not daily.rank:
            return tr.daily.teaser_played_no_place(score=score)
        return tr.daily.teaser_played(score=score, place=ordinal(daily.rank))
    return tr.daily.teaser(what=what())


def standing_now(daily: Daily, what: Sentence) -> str:
    """Return the caller's options in a sentence of at most 72 characters."""
    if daily.waiting:
        return tr.daily.waiting()
    if daily.played:
        if not daily.rank:
            return tr.daily.already_played_no_place(score=daily.score)
        return tr.daily.already_played(place=ordinal(daily.rank), score=daily.score)
    if not daily.may_play:
        return tr.daily.day_closed()
    return tr.daily.same_for_everybody(what=what())


def layout(game: Door, state: State) -> Layout:
    """Return the page. The tables stand side by side, and plain mode reads them one after the other."""
    info, daily = game.info, state.books.daily
    title = tr.daily.title(day=day_name(daily.day)) if daily else ""
    return Layout(
        title, Text(title, _lines(game, state, daily) if daily else ()), commands(game, state), back=None,
        frame=DoorFrame(info.name(), info.accent), prompt=_prompt(daily),
    )  # fmt: skip


def commands(game: Door, state: State) -> tuple[Command[State], ...]:
    daily = state.books.daily
    if daily is None:  # the sysop has just switched it off
        return (_LEAVE,)
    visit = Visit("archive", game.info.slug)
    past = KEYS.past_deals if daily.last_day else ""
    archive: Command[State] = Command("archive", "a", past, lambda state: (state, (visit,)))
    found: list[Command[State]] = []
    if daily.played_last:
        found.append(Command("past", "l", KEYS.look_back, partial(ask_past, game)))
    if has_puzzles(game):
        puzzle = KEYS.daily_puzzle if state.books.winners else ""  # it comes from last month's games
        found.append(Command("puzzle", "w", puzzle, partial(ask_puzzle, game)))
    if not daily.may_play:
        return (*found, archive, _LEAVE)
    play = Command(
        "deal", "enter", KEYS.resume if daily.waiting else KEYS.play_it, partial(begin, game),
        also=("p", "y", " "), words=("yes",),
    )  # fmt: skip
    return (*found, play, archive, _LEAVE._replace(key="esc", also=("q", "n", "d")))


def _prompt(daily: Daily | None) -> str:
    if daily is None or not daily.may_play:
        return tr.play.plain_prompt_go_on()
    return tr.daily.plain_confirm_go_on() if daily.waiting else tr.daily.plain_confirm_play()


def _lines(game: Door, state: State, daily: Daily) -> Lines:
    today, month = tr.daily.section_today(), month_name(daily.day[:7])
    nobody, no_day = tr.daily.no_scores_yet(), tr.daily.no_day_played()
    if not daily.played:
        nobody = no_day = tr.daily.shown_once_played()
    left = _places(game, state, today, _TODAY, daily.today, nobody, (daily.rank, daily.score))
    right = _places(game, state, month, _MONTH, daily.month, no_day, (daily.month_rank, daily.month_score))
    whole = daily.sealed and (
        tr.daily.plain_seed_sealed_today if daily.late else tr.daily.plain_seed_sealed_before
    )(seal=daily.sealed)
    past: list[Styled] = [("", GREY)] * 2
    if daily.last_day:
        day, last = day_name(daily.last_day), _last(daily)
        said = tr.daily.all_can_be_checked(last=last)
        seed = tr.daily.plain_seed_of_day(day=day, seed=daily.last_seed)
        past = [
            Told(said if len(said) <= PAGE_COLS + 2 else last, GREY, last),
            Told(tr.daily.seed_line(seed=daily.last_seed), DARK, seed),
            Told("", GREY, Aside(tr.daily.plain_past_deals())),
        ]
    if daily.played_last:
        past.append(Told("", GREY, Aside(tr.daily.plain_look_back())))
    return (
        (standing_now(daily, game.info.alike), WHITE), Told(_seal(daily, 16), GREY, whole), ("", GREY),
        *abreast(left, right, _RIGHT, SHOWN + 3), *past,
    )  # fmt: skip


def _places(
    game: Door, state: State, heading: str, columns: tuple[Column, ...], rows: tuple[PlaceRow, ...],
    nobody: str, own: tuple[int, int],
) -> Lines:  # fmt: skip
    """Return a table of places, with the caller's `own` place and score below if they are further down."""
    caller, (rank, score) = state.setup.caller.casefold(), own
    cells = [(f"{row.place}", row.caller, f"{row.score}", f"{row.games}") for row in rows[:SHOWN]]
    mine = [at for at, row in enumerate(rows) if row.caller.casefold() == caller]
    lines: list[Styled] = [(heading, YELLOW), *table(columns, cells, mine, game.info.accent)]
    if not rows:
        lines += [("", GREY), (f"    {nobody}", DARK)]
    if rank > SHOWN:
        lines.append((f"    {tr.play.your_place(place=ordinal(rank), score=score)}", game.info.accent))
    told = (place_line(row, tr.count.days if columns is _MONTH else None) for row in rows)
    return telling(lines, (tr.common.heading(text=heading), *told) if rows else ())


def _seal(daily: Daily, digits: int) -> str:
    """Return when the day's seed was sealed, with the commitment's first digits in groups of four."""
    if not daily.sealed:
        return tr.daily.seed_not_sealed()
    seal = " ".join(daily.sealed[at : at + 4] for at in range(0, digits, 4))
    return (tr.daily.seed_sealed_today if daily.late else tr.daily.seed_sealed_before)(seal=seal)


def _last(daily: Daily) -> str:
    day = day_name(daily.last_day)
    if not daily.last:
        return tr.daily.day_nobody_won(day=day)
    return tr.daily.day_won_by(day=day, caller=daily.last[0].caller, score=daily.last[0].score)


def outcome(day: str, booked: Booked) -> tuple[str, ...]:
    """Return the result of a daily deal, in one or two lines of at most 25 characters."""
    daily = booked.books.daily
    if daily is None or day != daily.day:
        return (tr.daily.counts_for(daily=day),)
    return (
        tr.daily.score_and_place_today(score=daily.score, place=ordinal(daily.rank))
        if daily.rank
        else tr.daily.score_no_place_today(score=daily.score),
        tr.daily.month_score_and_place(score=daily.month_score, place=ordinal(daily.month_rank))
        if daily.month_rank
        else tr.daily.month_no_place(),
    )


def help_page(what: Sentence, missed: int = 0) -> TextPage:
    """Return the help page about the daily deal. A day not played counts `missed` in the month."""
    counts = (tr.daily.help_missed_day(missed=missed),) if missed else ()
    return page_of("\n\n".join((tr.daily.help(what=what()), *counts, tr.daily.help_day_and_seed())))
