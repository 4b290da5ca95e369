"""What happens at the table: games begin, cards are taken, games end and are booked.

Law: each function takes the state and gives the next one with its effects; none of them
knows which key, click or line asked for it (`keys` does).  The rules decide what is legal,
and a refusal is their sentence, with the bell.

A contest game hands in every move as it is made, and its score as soon as it is over.  A
practice game hands in nothing until it has ended once, so that moves can be taken back; the
board then closes it, and what follows on the same deal is nobody's business but the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from door.games.game import IllegalMove
from door.games.thieves import motion, tables
from door.games.thieves.rules import QUIT, STACKS, TURN, Game, apply, new_game
from door.games.thieves.solver import solve_game
from door.games.thieves.state import (
    NOT_ASKED,
    STOCK,
    Best,
    Play,
    State,
    Step,
    may_choose,
    notice,
    prefs_of,
    say,
)  # fmt: skip
from door.games.thieves.words import (
    ALIKE,
    UNREADABLE,
    best_line,
    booked_lines,
    dealt_lines,
    end_lines,
    move_lines,
    table_lines,
)  # fmt: skip
from door.midend.api import Begin, Begun, Booked, Finish, Moved, News, Refused, Setup, Think, Thought
from door.midend.daily import opening
from door.ui.screen import Bell, Effects, Event, Leave, Tick


def start(setup: Setup) -> Step:
    """The title page, or a game at once where `setup.straight` asks for one."""
    state = State(setup, setup.books, prefs_of(setup))
    if not tables.read(setup.books.tally)[1]:
        state = notice(state, UNREADABLE, bad=True)
    return begin(state) if setup.straight else (state, ())


# -- beginning ---------------------------------------------------------------------------


def begin(state: State) -> Step:
    """Asks for a contest game (or the one that waits), with the caller's jokers if they may choose."""
    chosen = {"jokers": state.prefs.jokers} if may_choose(state) else {}
    return _asked(state), (Begin(chosen),)


def daily(state: State) -> Step:
    """Asks for the day's deal."""
    return _asked(state), (Begin(daily=True),)


def practise(state: State) -> Step:
    """Asks for a practice game with the caller's own choice of jokers and of turning the stock."""
    chosen = {"jokers": state.prefs.jokers, "turn_at_will": state.prefs.at_will}
    return _asked(state), (Begin(chosen, ranked=False),)


def _asked(state: State) -> State:
    return replace(state, page="wait", box="", then="", note="", bad=False, motions=(), booked=None, place=0,
                   best=NOT_ASKED)  # fmt: skip


def _begun(state: State, begun: Begun) -> Step:
    try:
        first = new_game(begun.options, begun.seats, begun.chance)
        game = _played(first, begun.moves)
    except IllegalMove as error:
        return notice(replace(state, page="title"), f"This game cannot be played on: {error}", True), (
            Bell(),
        )
    play = Play(begun, first, game, practice=not begun.ranked)
    state = replace(_asked(state), page="play", play=play, books=begun.books, cursor=0, hint=False)
    state = say(state, dealt_lines(begun, game))
    if begun.resumed:
        return _looked_at(notice(state, "Your game goes on where it stopped."))
    state = say(replace(state, note=_welcome(play)), table_lines(game, whole=True))
    return motion.show(state, (motion.dealt(game),), ())


def _played(game: Game, moves: Iterable[str]) -> Game:
    for move in moves:
        game = apply(game, move)
    return game


def _welcome(play: Play) -> str:
    if play.practice:
        return "Practice: nothing counts, and moves can be taken back with U."
    if play.begun.daily:
        return opening(play.begun, ALIKE)
    return "A free turn. Good luck!" if play.begun.free else "The deck was sealed before the deal. Good luck!"


def _looked_at(state: State) -> Step:
    """A game that goes on is shown as it lies; one that was over when it dropped is handed in."""
    play = state.play
    assert play is not None
    state = say(state, table_lines(play.game, whole=True))
    return _ended(state, ()) if play.game.over else (state, ())


def same_deal(state: State) -> Step:
    """The deal just played, once more, for practice."""
    old = state.play
    if old is None:
        return state, ()
    play = Play(replace(old.begun, ranked=False, moves=()), old.first, old.first, True, filed=True)
    if old.practice and not old.filed:
        play = replace(play, filed=False)
    state = replace(_asked(state), page="play", play=play, cursor=0, hint=False,
                    note="The same deal again, for practice.")  # fmt: skip
    state = say(state, ("The same deal again, for practice.", *table_lines(play.game, whole=True)))
    return motion.show(state, (motion.dealt(play.game),), ())


# -- moves ---------------------------------------------------------------------------------


def move(state: State, text: str) -> Step:
    """Makes the move, or says why it cannot be made and rings the bell."""
    play = state.play
    if play is None or state.page != "play":
        return state, ()
    try:
        after = apply(play.game, text)
    except IllegalMove as refusal:
        return notice(state, str(refusal), bad=True), (Bell(),)
    before = play.game
    state = replace(state, play=_kept(play, text, after), hint=False, bad=False, box="")
    state = _told(state, move_lines(text, before, after))
    state = replace(state, cursor=_cursor_after(state.cursor, after))
    effects: Effects = () if play.practice else (Moved(text),)
    state, effects = motion.show(state, motion.of_move(before, text, after), effects)
    if after.over:
        return _ended(state, effects)
    return say(state, table_lines(after, after.deal > before.deal)), effects


def _kept(play: Play, text: str, after: Game) -> Play:
    if not play.practice:
        return replace(play, game=after)
    return replace(play, game=after, moves=(*play.moves, text), past=(*play.past, play.game))


def _told(state: State, lines: tuple[str, ...]) -> State:
    return notice(say(state, lines[:-1]), lines[-1])


def _cursor_after(cursor: int, game: Game) -> int:
    """Where the cursor was, unless there is nothing left: then at the stock."""
    return STOCK if cursor < STACKS and not game.stacks[cursor] else cursor


def take(state: State, at: int) -> Step:
    """Takes the exposed card of stack `at` (0-6); the cursor goes along."""
    return move(replace(state, cursor=at), str(at + 1))


def turn(state: State) -> Step:
    """Turns the next card of the stock."""
    return move(state, TURN)


def at_cursor(state: State) -> Step:
    """Takes or turns, whichever the cursor points at."""
    return turn(state) if state.cursor == STOCK else take(state, state.cursor)


def undo(state: State) -> Step:
    """Takes the last move of a practice game back."""
    play = state.play
    if play is None:
        return state, ()
    if not play.practice:
        return notice(state, "Moves cannot be taken back in a game that counts.", bad=True), (Bell(),)
    if not play.past:
        return notice(state, "There is no move to take back.", bad=True), (Bell(),)
    game = play.past[-1]
    play = replace(play, game=game, moves=play.moves[:-1], past=play.past[:-1])
    state = replace(state, page="play", box="", play=play, motions=(), hint=False, best=NOT_ASKED)
    state = notice(state, "Taken back.")
    return say(state, table_lines(game)), ()


# -- ending ---------------------------------------------------------------------------------


def give_up(state: State, then: str = "") -> Step:
    """The game ends with the score that stands; `then` as in `State`."""
    play = state.play
    if play is None or play.game.over:
        return replace(state, box=""), ()
    state = replace(state, then=then, motions=())
    if not play.practice:
        return move(state, QUIT)
    game = apply(play.game, QUIT)
    if then and play.filed:
        return _onwards(replace(state, box="", play=replace(play, game=game)))
    state = replace(state, box="", play=_kept(play, QUIT, game))
    return _ended(_told(state, move_lines(QUIT, play.game, game)), ())


def _ended(state: State, effects: Effects) -> Step:
    """The game is over: it is handed in at once, and shown when it is on the books."""
    play = state.play
    assert play is not None
    state = replace(state, hint=False)
    if play.filed:
        state = replace(state, page="over")
        return say(state, end_lines(play.game)), effects
    if play.practice:
        effects = (*effects, *map(Moved, play.moves))
    state = replace(state, play=replace(play, filed=True))
    return say(state, end_lines(play.game)), (*effects, Finish(play.game.score))


def _booked(state: State, booked: Booked) -> Step:
    play = state.play
    if play is None or play.begun.id != booked.id:
        return replace(state, books=booked.books), ()
    place = 0
    if not play.practice:
        before, now = play.begun.books.tally, booked.books.tally
        place = tables.place(before, now, play.first.jokers, state.setup.caller, play.game.score)
    state = replace(state, books=booked.books, booked=booked, place=place)
    if play.game.over:
        state = replace(state, page="over")
    state = say(state, booked_lines(play.begun, booked, place, play.first.jokers))
    if booked.note:
        state = notice(state, booked.note, bad=True)
    return _onwards(state) if state.then else (state, ())


def _onwards(state: State) -> Step:
    """What the caller wanted after the game: another one, or the title page."""
    if state.then == "begin":
        practice = state.play is not None and state.play.practice
        return practise(state) if practice else begin(state)
    return replace(state, page="title", then="", box="", note="" if not state.bad else state.note), ()


def again(state: State) -> Step:
    """Another game of the same kind."""
    return _onwards(replace(state, then="begin"))


def leave(state: State) -> Step:
    """Out of the door; from practice, back to its title page."""
    if state.page == "over" and state.play and state.play.practice:
        return _onwards(replace(state, then="title"))
    return replace(state, box=""), (Leave(),)


# -- what was possible -------------------------------------------------------------------------


def best(state: State) -> Step:
    """Asks what a player who knew the stock could have scored, once the game is over."""
    play = state.play
    if play is None or state.page != "over" or state.best.asked:
        return state, ()
    state = say(replace(state, best=Best(asked=True)), ("Working out what was possible.",))
    return state, (Think(solve_game, (play.first,), f"best {play.begun.id}"),)


def _thought(state: State, thought: Thought) -> Step:
    play = state.play
    if play is None or not state.best.asked or thought.name != f"best {play.begun.id}":
        return state, ()
    found = Best(True, True, error=thought.error or "This could not be worked out.")
    match thought.value:
        case (int(score), bool(exact), _):
            found = Best(True, True, score, exact)
    state = replace(state, best=found)
    return say(state, (best_line(found, play.game.score),)), ()


# -- events of the session ------------------------------------------------------------------------


def _refused(state: State, refused: Refused) -> Step:
    state = replace(state, page="title", books=refused.books, box="")
    return notice(state, refused.reason, bad=True), (Bell(),)


def _news(state: State, news: News) -> Step:
    return replace(state, books=news.books), ()


def _tick(state: State, tick: Tick) -> Step:
    return motion.tick(state) if tick.name == motion.TICK else (state, ())


EVENTS: Final[dict[type, Callable[[State, Any], Step]]] = {
    Begun: _begun,
    Refused: _refused,
    Booked: _booked,
    Thought: _thought,
    News: _news,
    Tick: _tick,
}


def answered(state: State, event: Event) -> Step:
    """What the session's answer makes of the state."""
    handler = EVENTS.get(type(event))
    return handler(state, event) if handler else (state, ())
