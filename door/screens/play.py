"""Start, resume, refuse, record, give up and repeat a game.

`flow` handles moves and everything that goes on by itself. Here are the board's answers and the caller's
requests.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace

from door.games.contract import Door
from door.games.game import QUIT, IllegalMove, computer_level
from door.games.record import Record, walk
from door.play.api import MET, Begin, Begun, Booked, FreshEnter, News, PastGame, Remember, Setup
from door.play.books import turns_line
from door.play.replay import ending, has_example, play_solo
from door.screens import looks
from door.screens.flow import announce, flow, hand_in, idle, make_move, put_on_table, stop_motion, to_front
from door.screens.pages.result import booked_lines, is_in_month
from door.screens.state import (
    CHARGED,
    CLOSED,
    NO_THOUGHT,
    PRACTICE,
    STILL,
    BoardNews,
    GameRun,
    State,
    Step,
    at_rest,
    front,
    notice,
    opening,
    refuse,
    say,
    sitter,
    with_run,
)
from door.ui.blocks import SILENT
from door.ui.screen import Effects
from door.ui.texts import MaybeSaid, reason_of, tr
from door.ui.words import commas, day_name, sentences


def start(game: Door, setup: Setup) -> Step:
    """Return the title page, or the game itself if `setup.straight` asks for it."""
    chosen = dict(setup.prefs)
    unknown: tuple[str, ...] = ()
    state = State(setup, chosen)
    if setup.argv:
        by_words, unknown = words(game, state, setup.argv)
        state = state._replace(chosen={**chosen, **by_words})
    if unknown:
        return refuse(state, _unknown(game, state, unknown))
    if setup.straight:
        return begin(game, state)
    met = (Remember(MET, "yes"),) if setup.new and has_example(game) else ()
    return state, (*met, *idle(game, state))


def words(game: Door, state: State, argv: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the choices that the command line's words make, and the words without a meaning.

    A word that fits a contest choice never sets a practice choice.
    """
    chosen: dict[str, str] = {}
    unknown = []
    for word in argv:
        if word.lower() in game.board.argv:
            chosen |= game.board.argv[word.lower()]
            continue
        key, _, value = word.lower().rpartition("=")
        fitting = [c for c in game.board.choices(front(state)) if value in c.values and key in ("", c.key)]
        found = [c for c in fitting if not c.practice] or fitting
        if len(found) == 1:
            chosen[found[0].key] = value
        else:
            unknown.append(f'"{word[:20]}"')
    return chosen, tuple(unknown)


def refused_words(game: Door, setup: Setup) -> MaybeSaid:
    """Return why the command line's words are invalid, as a sentence, or ""."""
    state = State(setup, dict(setup.prefs))
    unknown = words(game, state, setup.argv)[1]
    return _unknown(game, state, unknown) if unknown else ""


def _unknown(game: Door, state: State, unknown: Sequence[str]) -> MaybeSaid:
    return sentences(tr.play.unknown_options(unknown=commas(unknown)), _nearest(game, state, unknown))


def _nearest(game: Door, state: State, unknown: Sequence[str]) -> MaybeSaid:
    """Suggest a valid word for the first invalid one: "Did you mean …?", or ""."""
    choices = game.board.choices(front(state))
    known = {str(word).lower() for choice in choices for word in (*choice.values, *choice.words)}
    typed = next((word.strip('"').lower() for word in unknown if len(word) > 4), "")
    near = difflib.get_close_matches(typed, sorted(known))
    found = next((word for word in near if not words(game, state, [word])[1]), "")
    return tr.play.did_you_mean(found=found) if found else ""


def begin(game: Door, state: State, word: str = "") -> Step:
    plan = game.board.plan(front(state), False)
    commit = state.word.commit if state.word else ""
    return opening(state), (Begin(plan.options, plan.seats, plan.ranked, sealed=commit, word=word),)


def practise(game: Door, state: State, guided: bool = False) -> Step:
    """Begin a practice game. If it is `guided`, the coach gives a hint for each move."""
    plan = game.board.plan(front(state), True)
    asked = Begin(plan.options, plan.seats, ranked=False)
    return opening(state)._replace(run=GameRun(is_guided=guided)), (asked,)


def on_begun(game: Door, state: State, begun: Begun) -> Step:
    try:
        course = play_solo(game, _for_whom(begun.record))
    except IllegalMove as error:
        return refuse(state._replace(scene="title"), tr.play.game_cannot_go_on(error=reason_of(error)))
    state = put_on_table(game, state._replace(setup=replace(state.setup, books=begun.books)), course)
    if begun.resumed:
        state = notice(state, tr.play.game_goes_on(alike=game.info.alike()))
        state = say(state, (BoardNews(None, state.table),)) if state.table else state
        status = game.rules.status(course.position)
        return flow(game, *(hand_in(game, state, status, ()) if status.ended else (state, ())))
    welcome = _welcome(game, state, course.record)
    is_drawn = course.record.kind == "practice" and not course.record.day  # as the board's own label says
    state = say(state, (welcome,)) if is_drawn else notice(state, welcome)
    return flow(game, announce(game, state, None))


def _for_whom(record: Record) -> Record:
    """Practice in which only computers play is a demonstration."""
    shows = record.kind == "practice" and record.seats and all(map(computer_level, record.seats))
    return record._replace(kind="demo") if shows else record


def _welcome(game: Door, state: State, record: Record) -> str:
    if state.demo.is_running:
        return ""
    if record.day and record.kind in PRACTICE:
        return tr.archive.opening(day=day_name(record.day))
    if record.day:
        return tr.daily.opening(day=day_name(record.day))
    match record.kind:
        case "demo":
            return tr.play.demonstration_note()
        case "practice":
            return tr.play.practice_note()
        case "free":
            return tr.play.free_turn_now()
        case "contest" if not is_in_month(game.info, state.setup.options, record.options):
            return tr.play.not_in_month()
    return ""


def on_booked(game: Door, state: State, booked: Booked) -> Step:
    record = state.record
    if record is not None and record.id != booked.id:
        return state._replace(setup=replace(state.setup, books=booked.books)), ()
    waiting = state.setup.waiting and (record is None or record.kind not in CHARGED)
    state = state._replace(booked=booked, setup=replace(state.setup, books=booked.books, waiting=waiting))
    effects: Effects = ()
    if state.scene != "play":
        state = say(state, booked_lines(game, state, booked))
    if state.scene == "done":
        state, effects = looks.at_end(game, state)
    if booked.note:
        state = notice(state, booked.note, bad=True)
    state, more = _onwards(game, state)
    return state, (*effects, *more)


def _onwards(game: Door, state: State) -> Step:
    if state.run.next_kind == "contest":
        return begin(game, state)
    return practise(game, state) if state.run.next_kind == "practice" else (state, ())


def on_past(game: Door, state: State, past: PastGame) -> Step:
    """Show the end page of an old game, with everything that looks back on it."""
    record = past.record
    try:
        course = play_solo(game, record)
    except IllegalMove as error:
        return refuse(state, tr.play.cannot_look_back(error=reason_of(error)))
    state = put_on_table(game, state, course)
    booked = Booked(record.id, past.seed, state.books)
    state = with_run(state, is_handed_in=True)._replace(scene="done", booked=booked)
    state = say(state, ending(game, state.table).lines) if state.table else state
    return notice(state, tr.play.your_game_of_day(day=day_name(record.day))), looks.glance(game, state)


def on_news(game: Door, state: State, news: News) -> Step:
    """Update the standings, or the sysop's options. Clear the message about turns once there are some."""
    if news.options is not None:
        state = state._replace(setup=replace(state.setup, options=news.options))
    if state.scene == "title" and news.books.may_play and not state.books.may_play:
        state = state._replace(note=SILENT)
    return state._replace(setup=replace(state.setup, books=news.books)), ()


def to_title(game: Door, state: State) -> Step:
    state = state._replace(scene="title", page=CLOSED, motion=STILL, note=SILENT)
    return say(state, (turns_line(state.books),)), (FreshEnter(), *idle(game, state))


def give_up(game: Door, state: State, another: str = "") -> Step:
    """End the game here. `another` is the kind of game to start once it is recorded."""
    table = state.table
    if table is None or state.scene != "play":
        return state._replace(page=CLOSED), ()
    if state.demo.is_running:
        return to_front(game, state)
    if game.rules.status(table.position).ended:
        return state._replace(page=CLOSED), ()
    quiet, known = table.kind == "demo", state.run.is_handed_in
    state, effects = make_move(game, with_run(state, next_kind=another), QUIT)
    state = stop_motion(state)
    if quiet:
        return state._replace(scene="title", table=None, note=SILENT), effects
    if known and another:
        return _onwards(game, state)
    return flow(game, state, effects)


def undo(game: Door, state: State) -> Step:
    """Take back the caller's last move of a practice game, with the answers to it."""
    table = state.table
    if table is None or table.kind not in PRACTICE:
        return refuse(state, tr.play.no_undo_it_counts())
    courses = tuple(walk(game.rules, table.course.record))[state.run.since : -1]
    for course in reversed(courses):
        if not all(sitter(game, table, seat) for seat in game.rules.status(course.position).movers):
            earlier = at_rest(game, table._replace(course=course))
            state = state._replace(table=earlier, scene="play", motion=STILL, thinking=NO_THOUGHT)
            return say(notice(state, tr.play.move_undone()), game.words.say(None, earlier)), ()
    return refuse(state, tr.play.nothing_to_undo())


def same_again(game: Door, state: State) -> Step:
    """Play the same game from its start, for practice. It is not recorded."""
    return play_on(game, state, ())


def play_rest(game: Door, state: State) -> Step:
    """After the game is recorded, play on for practice from where a rival has ended it."""
    rest = ending(game, state.table).play_on if state.table else None
    record = state.record
    if rest is None or record is None or state.booked is None:
        return state, ()
    plan, moves = rest
    record = record._replace(options=plan.options, seats=plan.seats, moves=moves)
    return _play_on(game, state, record, tr.play.result_stands_practice())


def play_on(game: Door, state: State, moves: tuple[str, ...]) -> Step:
    """Play the game on from these moves, for practice."""
    record = state.record
    if record is None or state.scene != "done":
        return state, ()
    return _play_on(game, state, record._replace(moves=moves))


def _play_on(game: Door, state: State, record: Record, told: str = "") -> Step:
    course = play_solo(game, _for_whom(record._replace(kind="practice")))
    opened = put_on_table(game, opening(state), course)._replace(booked=state.booked)
    state = with_run(opened, is_handed_in=True)
    told = told or tr.play.same_again_practice(alike=game.info.alike())
    return flow(game, announce(game, notice(state, told), None))
