"""The end page, the same at every door: score, sums, the month, turns, and the way to the proof.

Pure. The game draws the upper rows (`last`), with two panels below. The seed has a page of its own
(`proof`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from door.games.contract import Door
from door.games.game import EVERYBODY, QUIT, GameView
from door.games.info import ALL, Info, Options
from door.play.api import PUT_ON_WALL, SUGGEST, Booked
from door.play.books import month_score, passed_line, to_first, turns_line
from door.play.match.view import names
from door.play.match.view import outcome as match_outcome
from door.play.next_thing import GUIDED, KEY, RIVAL, UNPLAYED, AtDoor, Suggestion, next_thing, read_tally
from door.play.replay import ending, has_puzzles, looks_back
from door.screens import company
from door.screens.layouts import close, question
from door.screens.pages.beside import END_ROW, NOTE_ROW, edge_of
from door.screens.pages.daily import outcome
from door.screens.state import (
    CHARGED,
    CLOSED,
    PRACTICE,
    OpenPage,
    State,
    Step,
    is_shared,
    refuse,
    table_of,
    with_run,
)
from door.term.canvas import GREY, WHITE, YELLOW, Canvas
from door.ui.blocks import SILENT, DoorFrame, Layout, PageNotice, PictureBody
from door.ui.commands import Command, hints_of
from door.ui.lettering import lettering
from door.ui.screen import COLS, ROWS, Aside, View, Visit
from door.ui.texts import tr
from door.ui.widgets import Hint, button, cut, panel, wrap
from door.ui.words import commas, day_name, ordinal

KEYS: Final = tr.door_keys
SPOKEN: Final = {
    "v": tr.play.plain_key_proof, "x": tr.play.plain_key_take, "e": tr.play.plain_key_play_on,
    "z": tr.play.plain_key_share, "o": tr.play.plain_key_wall,
}  # fmt: skip

WALL: Final = 39
"""Most characters of a game's result on the wall."""

AGAIN: Final = (RIVAL, UNPLAYED)
"""Suggestions for which this door's next game begins."""

NEXT_COLS: Final = 44
"""Columns of the next thing to do, in the lower edge of the panel."""

SIDE: Final = 25
"""Columns of text beside the sums."""


def revealed_table(table: GameView) -> GameView:
    """Return the table with nothing hidden, after the game."""
    return table._replace(eyes=EVERYBODY, frame=None)


def revealed_at_end(game: Door, state: State) -> GameView:
    """Return the table with nothing hidden, even if a caller at it gave up."""
    table, seat = table_of(state), state.seat
    given_up = seat and game.info.players.hides_codes and seat.match.end != "over"
    if given_up and not game.rules.status(table.position).ended:
        table = table._replace(course=table.course.after(game.rules, QUIT))
    return revealed_table(table)


def brief(game: Door, table: GameView) -> str:
    """Return a game's standing or result in at most 39 characters."""
    return game.words.brief(table) or game.info.unit(n=game.rules.status(table.position).scores[0])


def wall_line(game: Door, state: State) -> str:
    """Return a finished game's line for the wall, with the opponents' names if they fit.

    A game at a table that was cut short has an outcome in place of a score.
    """
    text, seat = brief(game, revealed_table(table_of(state))), state.seat
    if seat is None:
        return text
    if seat.match.end != "over" and len(ended := match_outcome(seat.match)) <= WALL:
        return ended
    against = tr.match.result_against(text=text, names=names(seat.match, seat.followed.others))
    return against if len(against) <= WALL else text


def ask_for_wall(game: Door, state: State) -> Step:
    """Ask if a counting game's result should go on the wall, once for each game."""
    if table_of(state).kind in PRACTICE or state.booked is None:
        return refuse(state, tr.play.wall_needs_counting_game())
    if state.run.is_on_wall:
        return refuse(state, tr.play.already_on_the_wall())
    return state._replace(page=OpenPage("wall"), note=SILENT), ()


def wall_layout(game: Door, state: State) -> Layout:
    """Return the question over the end page: the line as everybody will read it, yes and no."""
    line = wall_line(game, state)
    yes = Command("confirm", "y", KEYS.answer_yes, partial(_put_on_wall, game), words=("yes",))
    leaves, out = ("enter", "n", "q", "ctrl-c"), ("no", "back")
    no = Command("close", "esc", KEYS.answer_no, close, also=leaves, words=out)
    asks, note = tr.play.plain_confirm_wall(line=line), tr.play.everybody_reads_it()
    return question(game, tr.play.title_wall(), (line,), (yes, no), asks, note)


def _put_on_wall(game: Door, state: State) -> Step:
    act = PUT_ON_WALL((game.info.slug, wall_line(game, state)))
    return with_run(state, is_on_wall=True)._replace(page=CLOSED), (act,)


def share(game: Door, state: State) -> Step:
    """Open the page with a finished game in lines to paste elsewhere. They give nothing of it away."""
    table = state.table
    if table is None or table.kind in PRACTICE or state.booked is None:
        return refuse(state, tr.share.needs_counting_game())
    daily, place = state.books.daily, ""
    if table.kind == "daily":
        heading = tr.share.deal(door=game.info.name(), day=day_name(table.course.record.day))
        if daily and daily.rank and daily.day == table.course.record.day:
            place = tr.share.place_today(place=ordinal(daily.rank))
    else:
        heading = tr.share.game(door=game.info.name(), day=day_name(state.books.day))
        if state.books.rank:
            place = tr.share.place_in_month(place=ordinal(state.books.rank))
    row = commas(filter(None, (brief(game, revealed_table(table)), *(state.booked.told[:1] or (place,)))))
    return state, (Visit("share", "\n".join((game.info.slug, heading, row))),)


class Closing(NamedTuple):
    """The part of the end page between its picture and its keys.

    It has the score, a headline with labels and values, at most five lines of 25 columns beside them, and the
    next thing to do.
    """

    figure: str
    headline: str
    sums: Sequence[tuple[str, str]]
    side: Sequence[str]
    next: str = ""


def layout(game: Door, state: State) -> Layout:
    commands = (*_ways(game, state), *looking_back(game, state))
    asks = _prompt(state) if state.booked and not state.thinking.name else ""
    picture, following = partial(_draw, game, state), next_text(game, state)
    return end_page(game, following, picture, commands, state.note, _hint(game, state), prompt=asks)


def end_page(
    game: Door, following: str, draw: Callable[[View], Canvas], commands: tuple[Command[State], ...],
    notice: PageNotice, hint: str, prompt: str, words: Callable[[], Sequence[str]] = tuple,
) -> Layout:  # fmt: skip
    """Return an end page, alone or at a table. Beside the next thing to do, the other keys are quiet."""
    picture = PictureBody(draw, words, note=NOTE_ROW, menu=NOTE_ROW + 1, ink=WHITE)
    frame = DoorFrame(game.info.name(), GREY if following else game.info.accent)
    return Layout(
        game.info.name(), picture, commands, hint=hint, notice=notice, back=None, frame=frame, prompt=prompt
    )


def _draw(game: Door, state: State, view: View) -> Canvas:
    table = table_of(state)
    end = ending(game, table)
    if not end.play_on:
        table = revealed_table(table)
        end = ending(game, table)
    figure = end.figure or str(game.rules.status(table.position).scores[0])
    side = _standing(game, state, table)
    return draw_end(game, table, view, Closing(figure, end.headline, end.sums, side, next_text(game, state)))


def suggestion(game: Door, state: State) -> Suggestion | None:
    """Return the next thing to do after this game, unless the caller wants no suggestions."""
    booked, chosen = state.booked, state.chosen
    if booked is None or chosen.get(SUGGEST) == "off" or table_of(state).kind == "demo":
        return None
    if game.coach and ending(game, table_of(state)).advice:
        return Suggestion(GUIDED, game.info.slug, tr.next.guided(), tr.next.to_guided)
    puzzles = read_tally(chosen) if has_puzzles(game) else None
    found = next_thing(booked.mover, (AtDoor(game.info.slug, game.info, state.books, puzzles=puzzles),))
    if found is None or found.what not in AGAIN:
        return found
    spends = table_of(state).kind not in CHARGED and state.books.turns_left is not None
    return found._replace(does=tr.next.to_spend_turn if spends else tr.next.to_catch_up)


def next_text(game: Door, state: State) -> str:
    """Return the suggestion as the end page shows it, or ""."""
    found = suggestion(game, state)
    if found is None:
        return ""
    if found.what not in AGAIN:
        return found.text
    does = found.does()
    return tr.play.next_and_does(what=cut(found.text, NEXT_COLS - 2 - len(does)), does=does)


def draw_end(game: Door, table: GameView, view: View, end: Closing, last: bool = True) -> Canvas:
    """Draw an end page on 80×23, with the game's own picture of its end above the result.

    Without such a picture, or with `last` false, it shows the board instead.
    """
    canvas, edge = Canvas(COLS, ROWS), edge_of(game, view)
    draw = game.picture.last if last and game.picture.last else game.picture.draw
    picture = draw(table, replace(view, cols=COLS, rows=ROWS))
    canvas.strip(0, picture.cells[:END_ROW])
    panel(canvas, 1, END_ROW, 23, 7, tr.play.label_final_score(), edge, head=YELLOW)
    _figure(canvas, end.figure, game.info.accent, view)
    panel(canvas, 25, END_ROW, 54, 7, end.headline, edge, head=YELLOW)
    sums = end.sums[:5]
    more = int(any(len(label + value) > 22 for label, value in sums))
    for at, (label, value) in enumerate(sums):
        canvas.put(28 - more, END_ROW + 1 + at, cut(label, 22 + 2 * more - len(value)), GREY)
        canvas.right(50 + more, END_ROW + 1 + at, value, WHITE)
    for at, line in enumerate(end.side[:5]):
        canvas.put(53, END_ROW + 1 + at, cut(line, SIDE), WHITE if at else game.info.accent)
    if words := company.quote(game, table, 48):
        low = end.next and max(len(sums), len(end.side)) < 5
        if low or not end.next:
            canvas.centre(END_ROW + 5 if low else END_ROW + 6, f" {words} ", WHITE, 25, 54)
    if end.next:
        text = cut(end.next, NEXT_COLS)
        x = 25 + (54 - len(text) - 8) // 2
        canvas.put(x, END_ROW + 6, " " * (len(text) + 8))
        ends = button(canvas, x + 1, END_ROW + 6, Hint(KEY, text), YELLOW)
        canvas.tint(x + 7, END_ROW + 6, ends - x - 7, 1, WHITE)
    return canvas


def _figure(canvas: Canvas, figure: str, ink: int, view: View) -> None:
    if view.ascii:
        canvas.centre(END_ROW + 3, figure, WHITE, 1, 23)
        return
    letters = lettering(figure, ink)
    if letters.cols > 21:
        letters = lettering(figure, ink, small=True)
    canvas.blit_centred(letters, END_ROW + 2, 1, 23)


def _hint(game: Door, state: State) -> str:
    if not state.booked:
        return tr.proof.game_being_recorded()
    if state.record and state.record.day and not state.booked.seed:
        return tr.daily.seed_shown_tomorrow()
    if advice := ending(game, table_of(state)).advice:
        return advice
    said = (passed_line(state.booked.passed), state.look.verdict.line if state.look.verdict else "")
    whole = "  ".join(filter(None, said))
    whole = whole or (tr.play.result_stands_play_on() if _rest(game, state) else _par_line(game, state))
    return whole if len(whole) <= COLS - 2 else said[0]


def _par_line(game: Door, state: State) -> str:
    """Explain the month's figure of a game that is counted from par."""
    counts = game.info.month.hundredths and game.info.fewer_is_better and state.books.rank
    return tr.play.par_explained() if counts else ""


def _standing(game: Door, state: State, table: GameView) -> list[str]:
    """Return the caller's month, day and turns after the game, at most 25 columns per line."""
    books, booked = state.books, state.booked
    if table.kind in PRACTICE:
        join = wrap(tr.play.keep_a_name(), SIDE) if state.setup.may_join else ()
        return [tr.play.label_practice(), tr.play.practice_nothing_kept(), *join]
    if table.kind == "daily" and booked:
        return [*outcome(table.course.record.day, booked), *booked.told, *_turns(state)]
    score = month_score(game.info, state.setup.options, books.score)
    month: list[str] = []
    if books.rank:
        placed = tr.play.label_month_place(score=score, place=ordinal(books.rank))
        month = [
            placed
            if len(placed) <= SIDE
            else tr.play.label_month_short(score=score, place=ordinal(books.rank))
        ]
        month.append(to_first(books))
    if not is_in_month(game.info, state.setup.options, table.options):
        month = [tr.play.label_not_in_month()]
    return [*filter(None, month), *(booked.told if booked else ()), *_turns(state)]


def is_in_month(info: Info, options: Options, of_game: Options) -> bool:
    """True if the month counts a game with those options, by the sysop's `options`."""
    return info.among(options) in (ALL, info.alike_in({**options, **of_game}))


def _turns(state: State) -> list[str]:
    books = state.books
    if books.turns_left is None:
        return [tr.play.no_turn_limit()]
    free = [tr.play.label_free_turns(free=books.free_turns)] if books.free_turns else []
    more = (
        [tr.play.label_new_turns(hours=tr.count.hours(n=books.hours))]
        if books.hours and not books.may_play
        else []
    )
    return [tr.play.label_turns_left(turns=books.turns_left), *free, *more]


def _prompt(state: State) -> str:
    """Return plain mode's question at the end. It says if the next game costs a turn."""
    if state.table is None or state.table.kind != "daily":
        return tr.play.plain_play_again()
    if state.books.may_play:
        return tr.play.plain_enter_daily_or_contest()
    return tr.play.plain_enter_or_daily()


def looking_back(game: Door, state: State) -> Iterator[Command[State]]:
    """Yield the keys of the end page, alone and at a table, that look back on the game."""
    seat, kind = state.seat, state.table.kind if state.table else ""
    coach = state.table and looks_back(game, state.table) and not is_shared(state)
    recorded = kind in CHARGED or seat is not None
    key: Callable[..., Command[State]] = partial(Command, menu=True)
    yield key("coach", "c", KEYS.coach if coach else "")
    yield key("look", "l", KEYS.look_at_board if seat else KEYS.look)
    yield key("replay", "r", KEYS.replay if recorded else "")
    yield key("proof", "v", KEYS.proof if state.booked else "")
    yield key("take", "x", KEYS.take_along if recorded and state.booked else "")
    if state.books.daily is not None and seat is None:
        deal = tr.play.plain_key_days_table() if kind == "daily" else tr.play.label_daily_deal()
        yield key("daily", "d", deal)
    if seat is None:
        counts = state.booked and kind not in PRACTICE
        yield key("share", "z", KEYS.share if counts else "")
    if seat is None or seat.plays:
        counts = state.booked and kind not in PRACTICE and not state.run.is_on_wall
        yield key("wall", "o", KEYS.wall if counts else "")
    yield Command("way", "w")
    for number in "123":
        yield Command(f"retry {number}", number)


def _ways(game: Door, state: State) -> Iterator[Command[State]]:
    """Yield the other keys of the end page."""
    kind, may_play = state.table.kind if state.table else "", state.books.may_play
    again = kind in PRACTICE or (may_play and kind != "daily")
    yield Command("title", "enter", KEYS.go_on)
    yield from _rest(game, state)
    yield Command("contest", "g", KEYS.contest_a_turn if kind == "daily" and may_play else "")
    yield Command("play-again", "y", KEYS.play_again if again else "", also=("f2",), words=("yes", "new"))
    yield Command("same", "a", KEYS.same_again, words=("again",))
    yield Command("bulletin", "b", game.info.face.records, also=("t",), words=("top",))
    yield Command("help", "h", KEYS.help, also=("?", "f1"))
    yield Command("away", "q", KEYS.back, also=("esc", "n"), words=("quit", "leave", "no"))
    yield Command("practice", "p")
    yield Command("settings", "s", also=("f3",), words=("setup",))
    yield Command("undo", "u")
    yield Command("next", KEY)


def _rest(game: Door, state: State) -> tuple[Command[State], ...]:
    rest = state.table and ending(game, state.table).play_on
    return (Command("rest", "e", tr.door_keys.play_on, words=("on",)),) if rest else ()


def booked_lines(game: Door, state: State, booked: Booked) -> tuple[str, ...]:
    """Return plain mode's lines once the game is recorded."""
    found = suggestion(game, state) if state.table else None
    more = (Aside(tr.play.plain_next(what=found.text, does=found.does())),) if found else ()
    return (*_record_lines(game, state, booked), *more)


def _record_lines(game: Door, state: State, booked: Booked) -> tuple[str, ...]:
    table, books = state.table, booked.books
    looks = (hint for hint in hints_of(looking_back(game, state)) if hint.key in "crvxoz")
    rest = hints_of(_rest(game, state))
    every = (*rest, *looks, Hint("a", tr.door_keys.same_again), Hint("b", game.info.face.records))
    keys = (
        tr.play.plain_key_for(key=hint.key, what=SPOKEN[hint.key]() if hint.key in SPOKEN else hint.text)
        for hint in every
    )
    ways = Aside(tr.play.plain_type_keys(keys=commas(keys)))
    if table is None:
        return ()
    if table.kind in PRACTICE:
        join = tr.play.plain_keep_a_name() if state.setup.may_join else ""
        return (tr.play.plain_practice(), join, ways)
    if table.kind == "daily":
        said = (tr.common.full_stop(text=line) for line in outcome(table.course.record.day, booked))
        return (*said, *_sentences(booked), tr.daily.seed_shown_tomorrow(), turns_line(books), ways)
    month = _plain_month(game, state) if books.rank else ""
    if not is_in_month(game.info, state.setup.options, table.options):
        month = tr.common.full_stop(text=tr.play.label_not_in_month())
    return (month, passed_line(booked.passed), *_sentences(booked), turns_line(books), ways)


def _plain_month(game: Door, state: State) -> str:
    books = state.books
    score, place = month_score(game.info, state.setup.options, books.score), ordinal(books.rank)
    if gap := to_first(books):
        return tr.play.plain_this_month_behind(score=score, place=place, gap=gap)
    return tr.play.plain_this_month(score=score, place=place)


def _sentences(booked: Booked) -> tuple[str, ...]:
    return tuple(tr.common.full_stop(text=line) for line in booked.told)
