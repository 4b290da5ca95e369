"""What happens around a game: it is asked for, begins, is looked into, is put on the books.

Law: each function takes the state and gives the next one with its effects; none of them knows
which key, click or line asked for it (`keys` does).  How the game itself moves on is `flow`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.games.game import IllegalMove
from door.games.switchbox import plan
from door.games.switchbox.flow import finish, flow
from door.games.switchbox.rules import Game, apply, gain, new_game, preview
from door.games.switchbox.state import State, Step, notice, say
from door.games.switchbox.words import begun_lines, box_lines, name, plan_line, preview_line
from door.midend.api import Begin, Begun, Booked, News, Refused, Setup
from door.midend.words import turns_line
from door.ui.screen import Bell, Leave
from door.ui.widgets import ordinal
from door.ui.words import seal

DEMO: Final = plan.Plan("demo", "player", "skilled")


def start(setup: Setup) -> Step:
    """The title page, or the game at once where `setup.straight` asks for it."""
    wanted = plan.planned(setup)
    known = tuple(sorted(setup.prefs.items()))
    state = State(setup, setup.books, wanted, known=known, waiting=setup.waiting)
    return begin(state) if setup.straight else (state, ())


# -- beginning ---------------------------------------------------------------------------------


def begin(state: State) -> Step:
    """The game that waits, or the one that is planned."""
    return (_asked(state), (Begin(),)) if state.waiting else begin_planned(state)


def begin_planned(state: State) -> Step:
    """A game as the set-up page has it, or the reason why it cannot begin; the plan is remembered."""
    reason = plan.refusal(state.plan, state.setup.caller)
    if reason:
        at = plan.rows(state.plan).index("name")
        return notice(replace(state, scene="setup", row=at, over=""), reason, True), (Bell(),)
    state, kept = remember(state)
    return _asked(state), (*kept, plan.begin(state.plan, state.setup, state.beaten))


def remember(state: State) -> Step:
    """The plan becomes the caller's preferences."""
    known = dict(state.known)
    kept = plan.changes(state.plan, state.setup, known)
    known |= {each.key: each.value for each in kept}
    return replace(state, known=tuple(sorted(known.items()))), kept


def demonstrate(state: State) -> Step:
    """A game of the computer against itself, which counts for nothing."""
    wanted = (
        replace(DEMO, level=state.plan.level, first=state.plan.first)
        if state.plan.against == "demo"
        else DEMO
    )
    wanted = replace(wanted, exits=plan.boards(state.setup.options).exits)
    return _asked(state), (plan.begin(wanted, state.setup, state.beaten),)


def _asked(state: State) -> State:
    return replace(state, scene="opening", over="", page=0, field=None, note="", past="", refused=False)


def begun(state: State, event: Begun) -> Step:
    """A game was begun, or goes on where it was dropped."""
    try:
        game = new_game(event.options, event.seats, event.chance)
        for move in event.moves:
            game = apply(game, move)
    except (IllegalMove, KeyError, ValueError) as error:
        return notice(replace(state, scene="title"), f"This game cannot be played on: {error}", True), (
            Bell(),
        )
    state = replace(
        state, scene="landed", over="", begun=event, booked=None, books=event.books, game=game, before=None,
        made=len(event.moves), told=len(game.rounds), frame=0, preview=False, declined=False, rested=False,
        awaited="", note="", past="", waiting=state.waiting and not event.ranked,
    )  # fmt: skip
    state = say(state, (*begun_lines(event, game, state.demo), *box_lines(game.box)))
    if game.over:
        return flow(state, (finish(game),))
    if event.resumed:
        return flow(notice(state, "Your game goes on: the same box, the same balls."))
    return flow(replace(state, note=_welcome(state, game)))


def _welcome(state: State, game: Game) -> str:
    if state.demo:
        return "A demonstration. Esc ends it."
    if not state.ranked:
        return "Practice: it counts for nothing, and V shows where a ball would go."
    free = "A free turn. " if state.begun and state.begun.free else ""
    sealed = seal(state.begun.commit) if state.begun else ""
    return f"{free}The switches were sealed: {sealed}. Good luck!"


def refused(state: State, event: Refused) -> Step:
    """No game: the reason is shown on the title page."""
    return notice(replace(state, scene="title", books=event.books), event.reason, True), (Bell(),)


# -- the books and the way out ----------------------------------------------------------------


def booked(state: State, event: Booked) -> Step:
    """The game is on the books."""
    ranked = state.ranked
    state = replace(state, booked=event, books=event.books, note=event.note or state.note)
    if state.scene == "title":
        return state, ()
    lines = [f"Seed: {event.seed}"]
    if not ranked:
        return say(state, (*lines, "This game does not count.", event.note)), ()
    lines.append(f"Check it with: door replay {event.id}")
    if event.books.rank:
        lines.append(f"This month: {event.books.score}, {ordinal(event.books.rank)} place.")
    return say(state, (*lines, turns_line(event.books), next_line(state), event.note)), ()


def news(state: State, event: News) -> Step:
    """The books have changed."""
    return replace(state, books=event.books), ()


def leave(state: State) -> Step:
    """Back to where the caller came from."""
    return state, (Leave(),)


# -- looking ------------------------------------------------------------------------------------------------


def look(state: State, entry: int) -> Step:
    """Shows where a ball in that entry would go; not in a contest game."""
    game = state.game
    if game is None or state.scene != "choosing":
        return state, ()
    if state.ranked:
        return notice(state, "A contest game is played without previews.", True), (Bell(),)
    state = replace(state, preview=True, cursor=entry, refused=False)
    return say(state, (preview_line(entry, preview(game, entry), gain(game, entry)),)), ()


def point(state: State, entry: int) -> Step:
    """The cursor to that entry; a preview goes along."""
    state = replace(state, cursor=entry)
    return look(state, entry) if state.preview else (state, ())


def summary(state: State) -> str:
    """The planned game in a sentence."""
    return plan_line(state.plan, state.practice_why)


def planned(state: State) -> str:
    """The same after a colon."""
    said = summary(state)
    return said[0].lower() + said[1:]


def next_line(state: State) -> str:
    """That playing again would not count, though the game just ended did; or an empty text."""
    return f"Next: {planned(state)}" if state.ranked and state.practice_why else ""


def turn_note(game: Game) -> str:
    """Whose turn it is, for the message line."""
    last = "The last turn of this round. " if game.last_chance else ""
    return f"{last}{name(game, game.stand.mover)}: which entry?"
