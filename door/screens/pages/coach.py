"""The coach: it looks back on a finished game, part by part, in the background, and shows the best line.

Pure. The coach is silent until the game is over, and about a daily deal until its seed is published. The
game's own coach supplies the comments.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Final

from door.games.analysis import Way
from door.games.contract import Door
from door.games.game import GameView
from door.games.record import Record, play, steps
from door.play.api import Thought
from door.play.replay import looks_back
from door.screens import looks
from door.screens.layouts import sheet
from door.screens.pages import again, scene
from door.screens.pages.result import revealed_table
from door.screens.state import (
    CLOSED,
    NO_THOUGHT,
    OpenPage,
    State,
    Step,
    is_shared,
    put_back,
    refuse,
    say,
    say_page,
    table_of,
    with_page,
)
from door.ui import navigation
from door.ui.blocks import SILENT, DoorFrame, Layout, PictureBody
from door.ui.commands import Command
from door.ui.screen import Aside
from door.ui.texts import tr
from door.ui.widgets import TextPage, fit_pages
from door.ui.words import commas

TITLE: Final = tr.play.title_coach
KEYS: Final = tr.door_keys

SEE: Final = "w"
"""The key that shows the best line."""


def open_page(game: Door, state: State) -> Step:
    """Open the coach's page, unless it has nothing to say or others may still play the same deal."""
    table = state.table
    if game.coach is None:
        return refuse(state, tr.play.no_coach())
    if table is None or state.scene != "done" or not looks_back(game, table):
        return refuse(state, tr.play.coach_nothing_to_see())
    if is_shared(state):
        return refuse(state, tr.play.coach_not_of_todays_deal())
    state = state._replace(page=OpenPage("coach"), note=SILENT)
    return say(state, lines(game, state)), looks.ask(game, state)


def on_thought(game: Door, state: State, thought: Thought) -> Step:
    """Handle a part of the result. If the caller is looking, ask for the next one."""
    if thought.name.startswith(looks.HINT):
        return looks.on_hint(game, state, thought)
    state = state._replace(thinking=NO_THOUGHT) if thought.name == state.thinking.name else state
    if not looks.is_part(state, thought):
        return state, ()
    looking = state.page.name == "coach"
    if thought.value is None:
        why = thought.error or tr.play.coach_could_not_look()
        return refuse(state._replace(page=CLOSED), why) if looking else (state, ())
    state = looks.add(game, state, thought.value)
    if state.look.verdict is None:
        return state, looks.ask(game, state) if looking else ()
    if looking:
        return say(state, lines(game, state)), ()
    return (state if state.page.name else say(state, (state.look.verdict.line,))), ()


def pages(game: Door, state: State, plain: bool = False) -> tuple[TextPage, ...]:
    if state.table is None or not state.look.parts or game.coach is None:
        return (TextPage(TITLE(), (tr.play.coach_is_looking(),)),)
    found = game.coach.pages(state.look.parts, revealed_table(state.table), plain)
    return found if plain else fit_pages(found)


def layout(game: Door, state: State) -> Layout:
    return sheet(game, pages(game, state), state.page.at, commands(game, state))


def commands(game: Door, state: State) -> tuple[Command[State], ...]:
    """Return the commands that retry the costliest moves and show the best line."""
    label = KEYS.best_line if shown_way(state) else ""
    return (*again.retries(game, state), Command("way", SEE, label, partial(open_way, game)))


def lines(game: Door, state: State) -> tuple[str, ...]:
    """Return the page in words. The first page lists the keys."""
    if not state.look.parts:
        return (tr.play.coach_is_looking(),)
    every = pages(game, state, plain=True)
    at = min(state.page.at, len(every) - 1)
    keys = commas(
        tr.play.plain_key_for(key=one.shown or one.key, what=one.text)
        for one in commands(game, state)
        if one.label
    )
    told = (f"{every[at].title}:", *filter(None, every[at].lines))
    return (*told, Aside(tr.play.plain_type_keys(keys=keys))) if keys and not at else told


def has_more(game: Door, state: State) -> bool:
    return state.page.name == "coach" and state.page.at + 1 < len(pages(game, state, plain=True))


def say_more(game: Door, state: State) -> State:
    state = with_page(state, at=state.page.at + 1)
    return say(state, lines(game, state))


def shown_way(state: State) -> Way | None:
    verdict = state.look.verdict
    return verdict.way if verdict and verdict.way and verdict.way.moves else None


def open_way(game: Door, state: State) -> Step:
    """Show its first position. Plain mode tells all of it."""
    way = shown_way(state)
    if way is None:
        return state, ()
    if not state.setup.plain:
        return state._replace(page=OpenPage("way"), note=SILENT), ()
    lines = [_best_line_title(way, 0)]
    for move, (before, after) in islice(steps(game.rules, _best_line(state, way)), way.at, None):
        lines += game.words.describe(before, move, after)
    return say(state._replace(page=CLOSED), lines), ()


def _best_line(state: State, way: Way) -> Record:
    record = table_of(state).course.record
    return record._replace(moves=(*record.moves[: way.at], *way.moves))


def _way_table(game: Door, state: State, way: Way) -> GameView:
    """Return the table at that step, without a player."""
    course = play(game.rules, _best_line(state, way).upto(way.at + state.page.at))
    return put_back(game, table_of(state)._replace(caller=""), course)


def _best_line_title(way: Way, step: int) -> str:
    if not step:
        after = (
            tr.play.best_line_after_moves(moves=tr.count.moves(n=way.at))
            if way.at
            else tr.play.best_line_from_deal()
        )
        return tr.play.best_line_title(after=after, moves=tr.count.moves(n=len(way.moves)))
    return tr.play.best_line_move(step=step, moves=len(way.moves), move=way.moves[step - 1])


def _way(state: State) -> Way:
    way = shown_way(state)
    assert way is not None
    return way


def way_layout(game: Door, state: State) -> Layout:
    """Return the board at a step of the best line."""
    title = _best_line_title(_way(state), state.page.at)
    picture = PictureBody(
        lambda view: scene.board(game, _way_table(game, state, _way(state)), view),
        partial(_way_lines, game, state),
    )
    return Layout(
        title,
        picture,
        way_commands(game, state),
        hint=title,
        back=None,
        frame=DoorFrame("", game.info.accent),
    )


def _way_lines(game: Door, state: State) -> tuple[str, ...]:
    table = _way_table(game, state, _way(state))
    return (_best_line_title(_way(state), state.page.at), *game.words.say(None, table))


_AHEAD: Final = navigation.keys("down", "pgdn", "right")
_BEFORE: Final = (*navigation.keys("up", "pgup", "left"), "backspace")


def way_commands(game: Door, state: State) -> tuple[Command[State], ...]:
    at, last = state.page.at, len(_way(state).moves)
    to = partial(_turn_way, game)
    ends = at == last
    return (
        Command("next", "right", KEYS.next, partial(to, min(at + 1, last)),
                also=_AHEAD if ends else (*_AHEAD, "enter"), shown="►"),
        Command("before", "left", KEYS.page_back, partial(to, max(at - 1, 0)), also=_BEFORE, shown="◄"),
        Command("first", "home", run=partial(to, 0)),
        Command("last", "end", run=partial(to, last)),
        Command(
            "back", "esc", KEYS.back_to_the_coach, _to_coach, also=(*navigation.LEAVE, *["enter"] * ends)
        ),
    )  # fmt: skip


def _turn_way(game: Door, at: int, state: State) -> Step:
    if at == state.page.at:
        return state, ()
    state = with_page(state, at=at)
    return say_page(state, _way_lines), ()


def _to_coach(state: State) -> Step:
    return state._replace(page=OpenPage("coach")), ()
