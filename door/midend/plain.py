"""Any door in plain mode: what changed, as lines of text, and the prompt that asks.

Law: whatever there is to say is said as it happens (`State.log`); a screen that is seen for the
first time is said whole.
"""

from __future__ import annotations

from door.games.game import Game
from door.midend.pages import again, bulletin, coach, daily, help, leave, proof, result, settings, title, word
from door.midend.state import SAID_AT_ONCE, State
from door.ui.screen import Speech
from door.ui.texts import tr


def tell(game: Game, before: State | None, after: State) -> Speech:
    """The lines for what has happened since `before` (all of it where there is none)."""
    if before is None:
        said = (*whole(game, after), *((after.note,) if after.note else ()))
    else:
        said = after.log[-(after.said - before.said) :] if after.said > before.said else ()
    return Speech(tuple(said), prompt(game, after))


def whole(game: Game, state: State) -> tuple[str, ...]:
    """Everything that a caller who comes in now has to know."""
    lines = word.lines(game, state) if state.scene == "word" else title.lines(game, state)
    if state.table is not None and state.scene in ("play", "done"):
        lines = (*lines, *game.say(None, state.table))
    return (*lines, *covering(game, state))


def covering(game: Game, state: State) -> tuple[str, ...]:
    """The page that lies over the scene, () for none."""
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
    """What the caller is asked for now."""
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
