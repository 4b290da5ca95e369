"""Start, resume, refuse, record, give up and repeat a game.

`flow` handles moves and everything that goes on by itself. Here are the board's answers and the caller's
requests.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace

from door.games.contract import Door
from door.games.game import QUIT, WATCHER, IllegalMove, Table, computer_level
from door.midend import company
from door.midend.api import MET, Begin, Begun, Booked, FreshEnter, News, Past, Remember, Setup
from door.midend.books import turns_line
from door.midend.flow import flow, handed_in, idle, made, seen, still, to_front, turned
from door.midend.pages import coach
from door.midend.pages.result import booked_lines
from door.midend.replay import ending, has_example, played
from door.midend.state import (
    CHARGED,
    PRACTICE,
    State,
    Step,
    front,
    held,
    idea,
    notice,
    opening,
    refuse,
    say,
    sitter,
)
from door.ui.texts import MaybeSaid, reason_of, tr
from door.ui.words import commas, day_name, seal, sentences


def start(game: Door, setup: Setup) -> Step:
    """Return the title page, or the game itself if `setup.straight` asks for it."""
    chosen = dict(setup.prefs)
    unknown: tuple[str, ...] = ()
    state = State(setup, setup.books, chosen, waiting=setup.waiting)
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
    state = State(setup, setup.books, dict(setup.prefs))
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
    return opening(state), (Begin(plan.options, plan.seats, plan.ranked, sealed=state.sealed, word=word),)


def practise(game: Door, state: State) -> Step:
    plan = game.board.plan(front(state), True)
    return opening(state), (Begin(plan.options, plan.seats, ranked=False),)


def on_begun(game: Door, state: State, begun: Begun) -> Step:
    try:
        position = played(game, begun.options, begun.seats, begun.chance, begun.moves)
    except IllegalMove as error:
        return refuse(state._replace(scene="title"), tr.play.game_cannot_go_on(error=reason_of(error)))
    state = _dealt(game, state, begun, position)
    if begun.resumed:
        state = notice(state, tr.play.game_goes_on(alike=game.info.alike()))
        state = say(state, company.told(game, None, state.table)) if state.table else state
        status = game.rules.status(position)
        return flow(game, *(handed_in(game, state, status, ()) if status.over else (state, ())))
    return flow(game, seen(game, notice(state, _welcome(state, begun)), None))


def _dealt(game: Door, state: State, begun: Begun, position: object) -> State:
    """Return the state with this game on the table at rest."""
    kind = "demo" if state.attract else _kind_of(begun)
    choices = held(game, state)
    table = Table(
        position, None, WATCHER if kind == "demo" else 0, begun.options, begun.seats, begun.moves,
        kind=kind, commit=begun.commit, choices=choices, keys=state.setup.keys,
        tally=begun.books.tally, caller=state.setup.caller, shared=bool(begun.daily),
    )  # fmt: skip
    table = turned(game, table, game.rules.status(position))
    state = state._replace(
        scene="play", over="", table=table._replace(board=game.board.start(table)), begun=begun, booked=None,
        books=begun.books, frames=(), at=0, past=(), filed=False, awaited="", thought=None, parts=(),
        verdict=None, again=None, waiting=state.waiting or kind in CHARGED, walled=False,
    )  # fmt: skip
    if state.attract:
        return say(state, (idea(game), tr.play.demonstration_begins()))
    return say(state, (tr.play.seal_line(seal=seal(begun.commit)),))


def _kind_of(begun: Begun) -> str:
    if not begun.ranked:
        return "demo" if begun.seats and all(map(computer_level, begun.seats)) else "practice"
    return "daily" if begun.daily else "free" if begun.free else "contest"


def _welcome(state: State, begun: Begun) -> str:
    if state.attract:
        return ""
    if begun.daily:
        return tr.daily.opening(day=day_name(begun.daily))
    kind = _kind_of(begun)
    if kind == "demo":
        return tr.play.demonstration_note()
    if kind == "practice":
        return tr.play.practice_note()
    return tr.play.free_turn_now() if begun.free else ""


def on_booked(game: Door, state: State, booked: Booked) -> Step:
    if state.begun is None or state.begun.id != booked.id:
        return state._replace(books=booked.books), ()
    waiting = state.waiting and _kind_of(state.begun) not in CHARGED
    state = state._replace(booked=booked, books=booked.books, waiting=waiting)
    if state.scene != "play":
        state = say(state, booked_lines(game, state, booked))
    if booked.note:
        state = notice(state, booked.note, bad=True)
    return _onwards(game, state)


def _onwards(game: Door, state: State) -> Step:
    if state.another == "contest":
        return begin(game, state)
    return practise(game, state) if state.another == "practice" else (state, ())


def on_past(game: Door, state: State, past: Past) -> Step:
    """Show the end page of an old game, with everything that looks back on it."""
    begun = past.begun
    try:
        position = played(game, begun.options, begun.seats, begun.chance, begun.moves)
    except IllegalMove as error:
        return refuse(state, tr.play.cannot_look_back(error=reason_of(error)))
    state = _dealt(game, state, replace(begun, books=state.books), position)
    state = state._replace(scene="done", filed=True, booked=Booked(begun.id, past.seed, state.books))
    state = say(state, ending(game, state.table).lines) if state.table else state
    return notice(state, tr.play.your_game_of_day(day=day_name(begun.daily))), coach.glance(game, state)


def on_news(game: Door, state: State, news: News) -> Step:
    """Update the standings, or the sysop's options. Clear the message about turns once there are some."""
    if news.options is not None:
        state = state._replace(setup=replace(state.setup, options=news.options))
    if state.scene == "title" and news.books.may_play and not state.books.may_play:
        state = state._replace(note="", bad=False)
    return state._replace(books=news.books), ()


def to_title(game: Door, state: State) -> Step:
    state = state._replace(scene="title", over="", frames=(), note="", bad=False)
    return say(state, (turns_line(state.books),)), (FreshEnter(), *idle(game, state))


def give_up(game: Door, state: State, another: str = "") -> Step:
    """End the game here. `another` is the kind of game to start once it is recorded."""
    table = state.table
    if table is None or state.scene != "play":
        return state._replace(over=""), ()
    if state.attract:
        return to_front(game, state)
    if game.rules.status(table.position).over:
        return state._replace(over=""), ()
    quiet, known = table.kind == "demo", state.filed
    state, effects = made(game, state._replace(over="", another=another), QUIT)
    state = still(state)
    if quiet:
        return state._replace(scene="title", table=None, note=""), effects
    if known and another:
        return _onwards(game, state)
    return flow(game, state, effects)


def undo(game: Door, state: State) -> Step:
    """Take back the caller's last move of a practice game, with the answers to it."""
    table = state.table
    if table is None or table.kind not in PRACTICE:
        return refuse(state, tr.play.no_undo_it_counts())
    for back in range(1, len(state.past) + 1):
        position, moves = state.past[-back], table.moves[:-back]
        earlier = table._replace(position=position, moves=moves, before=None, frame=None, let=())
        status = game.rules.status(position)
        if not all(sitter(game, earlier, seat) for seat in status.movers):
            earlier = turned(game, earlier, status)
            earlier = earlier._replace(board=game.board.start(earlier))
            state = state._replace(
                table=earlier, past=state.past[:-back], scene="play", frames=(), awaited="", thought=None
            )
            return say(notice(state, tr.play.move_undone()), game.words.say(None, earlier)), ()
    return refuse(state, tr.play.nothing_to_undo())


def same_again(game: Door, state: State) -> Step:
    """Play the same game from its start, for practice. It is not recorded."""
    return play_on(game, state, ())


def play_rest(game: Door, state: State) -> Step:
    """After the game is recorded, play on for practice from where a rival has ended it."""
    rest = ending(game, state.table).play_on if state.table else None
    if rest is None or state.begun is None or state.booked is None:
        return state, ()
    plan, moves = rest
    begun = replace(state.begun, options=plan.options, seats=plan.seats)
    return play_on(game, state._replace(begun=begun), moves, tr.play.result_stands_practice())


def play_on(game: Door, state: State, moves: tuple[str, ...], told: str = "") -> Step:
    old = state.begun
    if old is None or state.scene != "done":
        return state, ()
    begun = replace(old, books=state.books, moves=moves, ranked=False, resumed=False, free=False)
    position = played(game, begun.options, begun.seats, begun.chance, moves)
    state = _dealt(game, opening(state), begun, position)._replace(filed=True, booked=state.booked)
    told = told or tr.play.same_again_practice(alike=game.info.alike())
    return flow(game, seen(game, notice(state, told), None))
