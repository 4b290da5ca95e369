"""Any door in plain mode: what has changed, as lines of text, and the prompt.

Everything is announced as it happens (`State.log`). A new screen is described completely.
"""

from __future__ import annotations

from door.games.contract import Game
from door.midend.pages import again, bulletin, coach, daily, help, leave, proof, result, settings, title, word
from door.midend.state import SAID_AT_ONCE, State
from door.ui.screen import Speech
from door.ui.texts import tr


def tell(game: Game, before: State | None, after: State) -> Speech:
    """Return the lines for the changes since `before`, or everything."""
    if before is None:
        said = (*whole(game, after), *((after.note,) if after.note else ()))
    else:
        said = after.log[-(after.said - before.said) :] if after.said > before.said else ()
    return Speech(tuple(said), prompt(game, after))


def whole(game: Game, state: State) -> tuple[str, ...]:
    """Return everything that a caller who comes in now needs."""
    lines = word.lines(game, state) if state.scene == "word" else title.lines(game, state)
    if state.table is not None and state.scene in ("play", "done"):
        lines = (*lines, *game.say(None, state.table))
    return (*lines, *covering(game, state))


def covering(game: Game, state: State) -> tuple[str, ...]:
    """Return the lines of the page over the scene, or ()."""
    said = {
        "help": help.lines,
        "daily": daily.lines,
        "bulletin": bulletin.lines,
        "settings": settings.lines,
        "coach": coach.lines,
        "proof": proof.lines,
    }
    return said[state.over](game, state) if state.over in said else ()


def prompt(game: Game, state: State) -> str:
    """Return the question for the caller."""
    if coach.has_more(game, state):
        return tr.play.plain_prompt_more()
    if state.over and state.over not in SAID_AT_ONCE:
        return _asked(game, state)
    if state.scene in ("title", "opening"):
        return title.prompt(game, state)
    if state.scene == "word":
        return word.PROMPT()
    if state.scene == "done":
        return result.prompt(state) if state.booked and not state.awaited else ""
    if state.scene != "play" or state.table is None:
        return ""
    if state.frames and not game.covered(state.table):
        return state.frames[state.at].prompt
    return "" if state.awaited else game.prompt(state.table)


def _asked(game: Game, state: State) -> str:
    if state.over == "help":
        last = state.page + 1 >= len(help.shown(game, state))
        return tr.play.plain_prompt_go_on() if last else tr.play.plain_prompt_more()
    if state.over == "daily" and state.books.daily:
        return daily.asked(state.books.daily)
    if state.over in ("leave", "new"):
        return leave.ask(game, state).prompt
    if state.over == "again":
        return again.prompt(game, state)
    if state.over == "settings":
        return tr.play.plain_ask_setting()
    return ""
