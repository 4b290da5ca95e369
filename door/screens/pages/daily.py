"""The daily deal's page, the same at every door that offers one: its state, today's table, the month's.

Pure. It shows `Books.daily`. `what` is the same for everybody there (`Info.alike`): "dice", "cards".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.games.contract import Door
from door.games.game import Do
from door.games.keys import Binding, hints_of
from door.play.api import PAST, PUZZLE, Begin, Booked
from door.play.books import Daily
from door.play.replay import has_puzzles
from door.screens.state import CLOSED, NO_NOTE, OpenPage, State, Step, Thinking, notice, opening, say
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.ui.screen import COLS, ROWS, Aside, View, Visit
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, TextPage, cut, keys_line, page_frame, page_of, table
from door.ui.words import day_name, month_name, ordinal

SHOWN: Final = 8
_RIGHT: Final = 39
_TODAY: Final = (Column("", 2, True), Column(tr.door_heads.caller, 20), Column(tr.door_heads.score, 6, True))
_MONTH: Final = (*_TODAY, Column(tr.door_heads.days, 4, True))
KEYS: Final = tr.door_keys


def open_page(game: Door, state: State) -> Step:
    if state.books.daily is None:
        return state, ()
    return say(state._replace(page=OpenPage("daily"), note=NO_NOTE), lines(game, state)), ()


def ways(game: Door, state: State) -> Iterator[Binding]:
    deal = state.books.daily  # None if the sysop has just switched it off
    if deal:
        yield Binding(Do("past"), ("l",), label=KEYS.look_back if deal.played_last else None)
        yield Binding(Do("puzzle"), ("w",), ("puzzle",), KEYS.daily_puzzle if has_puzzles(game) else None)
    if may_play := deal is not None and deal.may_play:
        label = KEYS.resume if deal.waiting else KEYS.play_it
        yield Binding(Do("deal"), ("enter", "p", "y", " "), ("yes",), label)
    if deal:
        past = KEYS.past_deals if deal.last_day else None
        yield Binding(Do("archive"), ("a",), ("archive",), past)
    out = ("esc", "q", "n", "d") if may_play else ("enter", "esc", "q", "n", "d", " ")
    yield Binding(Do("close"), out, ("no", "quit"), KEYS.back)


def begin(game: Door, state: State) -> Step:
    return opening(state), (Begin(game.info.deal, daily=True),)


def ask_past(game: Door, state: State) -> Step:
    """Look for the caller's game in the last deal."""
    waits = state._replace(thinking=Thinking(PAST.name), page=CLOSED)
    return notice(waits, tr.play.looking_for_last_deal()), (PAST(game.info.slug),)


def open_archive(game: Door, state: State) -> Step:
    return state, (Visit("archive", game.info.slug),)


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


def draw(game: Door, state: State, view: View) -> Canvas:
    canvas, info, daily = Canvas(COLS, ROWS), game.info, state.books.daily
    accent, caller = info.accent, state.setup.caller
    page_frame(canvas, info.name(), accent)
    keys_line(canvas, hints_of(ways(game, state)), accent)
    if daily is None:
        return canvas
    head = tr.daily.title(day=day_name(daily.day))
    canvas.put(4, 2, head, accent)
    canvas.put(4, 3, "─" * len(head), DARK)
    canvas.put(4, 4, cut(standing_now(daily, info.alike), 74), WHITE)
    canvas.put(4, 5, cut(_seal(daily, 16), 74), GREY)
    canvas.put(4, 7, tr.daily.section_today(), YELLOW)
    canvas.put(_RIGHT, 7, month_name(daily.day[:7]), YELLOW)
    nobody, no_day = (
        (tr.daily.no_scores_yet(), tr.daily.no_day_played())
        if daily.played
        else (tr.daily.shown_once_played(), tr.daily.shown_once_played())
    )
    for x, columns, rows, none, rank, score in (
        (4, _TODAY, daily.today, nobody, daily.rank, daily.score),
        (_RIGHT, _MONTH, daily.month, no_day, daily.month_rank, daily.month_score),
    ):
        cells = [(f"{row.place}", row.caller, f"{row.score}", f"{row.games}") for row in rows[:SHOWN]]
        mine = [at for at, row in enumerate(rows) if row.caller.casefold() == caller.casefold()]
        table(canvas, x, 8, columns, cells, mine, accent)
        if not rows:
            canvas.put(x + 4, 9, cut(none, 30 if x < _RIGHT else 34), DARK)
        if rank > SHOWN:
            place = tr.play.your_place(place=ordinal(rank), score=score)
            canvas.put(x + 4, 17, cut(place, 30 if x < _RIGHT else 34), accent)
    if daily.last_day:
        said = tr.daily.all_can_be_checked(last=_last(daily))
        canvas.put(4, 18, said if len(said) <= 74 else _last(daily), GREY)
        canvas.put(4, 19, tr.daily.seed_line(seed=daily.last_seed), DARK)
    return canvas


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


# -- in words --------------------------------------------------------------------------------


def lines(game: Door, state: State) -> tuple[str, ...]:
    daily = state.books.daily
    if daily is None:
        return ()
    seal = daily.sealed and (
        tr.daily.plain_seed_sealed_today if daily.late else tr.daily.plain_seed_sealed_before
    )(seal=daily.sealed)
    said = [tr.daily.plain_title(day=day_name(daily.day)), standing_now(daily, game.info.alike), seal]
    if daily.played:
        said += [
            tr.daily.plain_today(),
            *(tr.play.place_line(place=row.place, who=row.caller, score=row.score) for row in daily.today),
        ]
    if daily.month:
        said.append(tr.common.heading(text=month_name(daily.day[:7])))
        said += [
            tr.play.place_line_games(
                place=row.place, who=row.caller, score=row.score, games=tr.count.days(n=row.games)
            )
            for row in daily.month
        ]
    if daily.last_day:
        said += [_last(daily), tr.daily.plain_seed_of_day(day=day_name(daily.last_day), seed=daily.last_seed)]
        said.append(Aside(tr.daily.plain_past_deals()))
    if daily.played_last:
        said.append(Aside(tr.daily.plain_look_back()))
    return tuple(line for line in said if line)


def prompt(game: Door, state: State) -> str:
    daily = state.books.daily
    if daily is None or not daily.may_play:
        return tr.play.plain_prompt_go_on()
    return tr.daily.plain_confirm_go_on() if daily.waiting else tr.daily.plain_confirm_play()


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
