"""Goodbye: a summary of the call's games, the art, and the hang-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from door.features.menu.pages import menu
from door.pages import sky
from door.pages.api import HangUp, Lobby, Pass
from door.pages.page import Page, PageState, doing
from door.pages.sheets import SheetPage, SheetState, paper
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui import look, navigation
from door.ui.blocks import Text, sentence
from door.ui.commands import Command
from door.ui.screen import Effects, Event, Leave, Speech, Tick, View
from door.ui.texts import tr
from door.ui.widgets import fold, keys_line
from door.ui.words import commas, semicolons, without_keys

SCORES: Final = 3
"""Scores named per door."""


@dataclass(frozen=True, slots=True)
class GoodbyeLobby(Lobby):
    """With the games finished today, as door and score, and the picture for them."""

    today: tuple[tuple[str, int], ...] = ()
    art: Mapping[str, Canvas] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GoodbyeState(PageState):
    """`beat` counts the movements of the sky."""

    lobby: GoodbyeLobby
    beat: int = 0


Next = tuple[GoodbyeState, Effects]


def day_summary(lobby: GoodbyeLobby) -> str:
    """Return the games finished today, by door: "Shut The Box 104, 87 and 2 more; MindBuster! 6"."""
    if not lobby.today:
        return tr.goodbye.no_games_today()
    told = []
    for door in dict.fromkeys(name for name, _ in lobby.today):
        scores = [str(score) for name, score in lobby.today if name == door]
        last, more = commas(scores[-SCORES:]), len(scores) - SCORES
        told.append(
            tr.goodbye.door_scores_and_more(door=door, scores=last, count=more)
            if more > 0
            else tr.goodbye.door_scores(door=door, scores=last)
        )
    return tr.goodbye.finished_today(games=semicolons(told))


class _GoodbyePage(Page[GoodbyeState]):
    """A key or a word that it doesn't know belongs to the menu."""

    TITLE = tr.goodbye.title
    LOBBY = GoodbyeLobby
    STATE = GoodbyeState
    BACK = None
    ENTERS = True

    def load(self, state: GoodbyeState) -> Effects:
        return sky.next_beat(state.lobby, state.beat)

    def receive(self, state: GoodbyeState, reply: Event) -> Next | None:
        if reply == Tick(sky.TICK):
            state = replace(state, beat=state.beat + 1)
            return state, self.load(state)
        return None

    def commands(self, state: GoodbyeState) -> tuple[Command[GoodbyeState], ...]:
        careful = state.arg == menu.ASKED
        hang_up, back = ("g", "enter") if careful else ("enter", "esc")
        more = ("y",) if careful else ("y", "g")
        return (
            Command("hang-up", hang_up, tr.keys.hang_up, doing(HangUp()), also=more, words=("yes",)),
            Command("back", back, tr.keys.back_to_the_board, doing(Leave()), also=("n",), words=("no",)),
        )

    def move(self, state: GoodbyeState, name: str) -> Next | None:
        at_menu = len(name) == 1 and (name.isalnum() or name in "!?") and name not in navigation.LEAVE
        return (state, (Pass(Key(name)),)) if at_menu else None

    def line(self, state: GoodbyeState, text: str) -> Next:
        return state, (Pass(Line(text)),)

    def body(self, state: GoodbyeState) -> Text:
        told = (tr.goodbye.thanks(handle=state.lobby.handle), day_summary(state.lobby))
        return Text(self.TITLE(), (*sentence(told[0], style(YELLOW)), *sentence(told[1], style(GREY))))

    def draw(self, state: GoodbyeState, view: View) -> Canvas:
        lobby = state.lobby
        art = lobby.art.get("goodbye")
        canvas = look.backdrop(view, art, tr.goodbye.heading(board=lobby.board), look.HEIGHT - 3)
        if art and view.cols - art.cols >= sky.MARGIN:
            art = sky.amid_stars(art, view.cols, view.rows)
            canvas = art.copy()
        left, top = look.text_column(canvas) + 5, look.top(canvas)
        canvas.put(left, top + 1 if art else 4, tr.goodbye.thanks(handle=lobby.handle), style(YELLOW))
        lines = fold(day_summary(lobby), 74, 2)
        canvas.put_lines(left, top + look.HEIGHT - 1 - len(lines), lines)
        if art:
            sky.twinkle(canvas, art, state.beat, (canvas.cols - art.cols) // 2)
        keys_line(canvas, [one.hint for one in self.commands(state)])
        return canvas

    def tell(self, before: GoodbyeState | None, after: GoodbyeState) -> Speech:
        said = (tr.goodbye.thanks(handle=after.lobby.handle), day_summary(after.lobby))
        asks = tr.goodbye.confirm_twice if after.arg == menu.ASKED else tr.goodbye.confirm_hang_up
        return Speech(said if before is None else (), asks())


PAGE: Final = _GoodbyePage()


class _Help(SheetPage[SheetState]):
    """How to get around, and how scores count."""

    TITLE = tr.help.title

    def sheet(self, state: SheetState) -> Text:
        lobby = state.lobby
        keys = menu.keys(lobby) | {"watchers": tr.help.watchers(), "answer": tr.help.answer()}
        shown = "\n".join(
            (tr.help.getting_about(), tr.help.turns_and_more(**keys, others=tr.help.whos_online()))
        )
        if lobby.upright:
            keys |= {"watchers": tr.help.phone_watchers(), "answer": tr.help.phone_answer()}
            more = tr.help.turns_and_more(**keys, others=tr.help.phone_whos_online())
            told = without_keys("\n".join((tr.help.phone_getting_about(), more)))
        else:
            more = tr.help.turns_and_more(**keys, others=tr.help.plain_whos_online())
            told = "\n".join((tr.help.plain_getting_about(), more))
        return paper(tr.help.heading(board=state.lobby.board), shown, told=told)


HELP: Final = _Help()
