"""More doors: the sysop's external programs, with visits left, and the ways into doors.

On a screen an external program starts at once. Plain mode first explains what to expect, because programs
that draw are not made for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.external.api import (
    KEEP,
    KEEPABLE,
    MORE_DOORS,
    BackFromProgram,
    Busy,
    EnterProgram,
    Keepable,
    MoreDoor,
    WaitForSeat,
)
from door.pages.api import Done, DoorsLobby, Lobby, Pass, Visit
from door.pages.lists import ListPage, ListState
from door.pages.page import Page, PageState, doing
from door.term.canvas import GREY, WHITE, Canvas, style
from door.term.keys import Key, Mouse
from door.ui import look
from door.ui.blocks import Row, Text, sentence
from door.ui.commands import Command
from door.ui.screen import Effects, Event, No, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Column, keys_line, wrap
from door.ui.words import sentences

_MoreNext = tuple[ListState[MoreDoor], Effects]


class _MorePage(ListPage[ListState[MoreDoor], MoreDoor]):
    TITLE = tr.menu.title_more_doors
    QUERY = MORE_DOORS
    EMPTY = tr.menu.no_more_doors
    DIGITS = True
    COLUMNS = (
        Column("", 2, True),
        Column(tr.heads.door, 24, grow=1, most=40),
        Column("", 28, grow=3, most=66),
        Column(tr.menu.head_visits_left, 11),
    )

    def hint(self, state: ListState[MoreDoor]) -> str:
        return sentences(tr.menu.more_doors_about(), tr.menu.way_back_from_doors())

    def about(self, state: ListState[MoreDoor]) -> str:
        return state.marked_row.shut or state.marked_row.tagline

    def row(self, state: ListState[MoreDoor], one: MoreDoor) -> Row:
        number = (state.rows or ()).index(one) + 1
        left = tr.menu.no_turn_limit() if one.visits_left is None else str(one.visits_left)
        visits = (
            tr.menu.plain_no_visit_limit()
            if one.visits_left is None
            else tr.menu.plain_visits_left(visits=one.visits_left)
        )
        told = f"{one.name}: {visits}. {one.shut or one.tagline}".rstrip()
        return Row((number, one.name, one.shut or one.tagline, left), told=told)

    def commands(self, state: ListState[MoreDoor]) -> tuple[Command[ListState[MoreDoor]], ...]:
        enter: Command[ListState[MoreDoor]] = Command(
            "enter", "enter", tr.keys.open_door, self.enter, on_row=True
        )
        setup: Command[ListState[MoreDoor]] = Command("setup", "s", tr.keys.set_up, self.set_up, on_row=True)
        keep: Command[ListState[MoreDoor]] = Command("keep", "x", tr.keys.keep_it, doing(Visit("keep-visit")))
        rows = state.rows or ()
        sets_up, keeps = any(one.setup for one in rows), any(one.kept for one in rows)
        return (enter, *((setup,) if sets_up else ()), *((keep,) if keeps else ()))

    def set_up(self, state: ListState[MoreDoor]) -> _MoreNext:
        one = state.marked_row
        if not one.setup:
            return state.refuse(tr.external.no_setup(name=one.name))
        return state, (Visit("visit", f"{one.slug} {one.setup}"),)

    def enter(self, state: ListState[MoreDoor]) -> _MoreNext:
        one = state.marked_row
        return state.refuse(one.shut) if one.shut else (state, (Visit("visit", one.slug),))

    def missing(self, state: ListState[MoreDoor], number: str) -> str:
        return tr.menu.choose_more_door()

    def on_text(self, state: ListState[MoreDoor], text: str) -> _MoreNext:
        for at, one in enumerate(state.rows or ()):
            if text.lower() in (one.slug, one.name.lower()):
                return self.open(state.marking(at))
        return state.refuse(tr.menu.choose_more_door())


PAGE: Final = _MorePage()


FILES: Final = (
    ("film", "f", tr.keys.film, "cast"), ("image", "i", tr.keys.image, "png"),
    ("text", "t", tr.keys.text, "txt"),
)  # fmt: skip

SECONDS: Final = 4.0
"""How long title art is shown."""


@dataclass(frozen=True, slots=True)
class ExternalsLobby(Lobby):
    """With the names of external doors, as slug and name."""

    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class VisitState(PageState):
    """`arg` is the door's slug, and another program of a DOS door after a space. `note` is shown afterwards.

    `asking`: plain mode waits to enter. `inside`: the program is running. `full`: all seats are taken.
    """

    lobby: ExternalsLobby
    asking: bool = False
    inside: bool = False
    full: bool = False


Next = tuple[VisitState, Effects]


def _enter(arg: str) -> EnterProgram:
    """Return what the page's argument asks for: a door's slug, or a program of its folder."""
    slug, _, program = arg.partition(" ")
    return EnterProgram(slug, program)


class _VisitPage(Page[VisitState]):
    TITLE = tr.menu.title_more_doors
    LOBBY = ExternalsLobby
    ENTERS = True

    def start(self, lobby: ExternalsLobby, arg: str) -> Next:
        return VisitState(lobby, arg, asking=lobby.plain), () if lobby.plain else (_enter(arg),)

    def title(self, state: VisitState) -> str:
        return dict(state.lobby.more).get(_enter(state.arg).slug, self.TITLE())

    def commands(self, state: VisitState) -> tuple[Command[VisitState], ...]:
        if state.note:
            on: Command[VisitState] = Command("on", "enter", tr.keys.go_on, self.leave)
            wait: Command[VisitState] = Command(
                "wait", "w", tr.keys.wait_for_seat, doing(WaitForSeat(state.arg))
            )
            return (on, wait) if state.full else (on,)
        return (Command("begin", "enter", tr.keys.go_on, self.enter),) if state.asking else ()

    def enter(self, state: VisitState) -> Next:
        return replace(state, asking=False), (_enter(state.arg),)

    def move(self, state: VisitState, name: str) -> Next | None:
        return self.leave(state) if state.note else None

    def line(self, state: VisitState, text: str) -> Next:
        return self.leave(state) if state.note or state.asking else (state, ())

    def receive(self, state: VisitState, reply: Event) -> Next | None:
        match reply:
            case Done():
                return replace(state, inside=True), ()
            case ExternalsLobby() if state.inside:  # the board has ended the program
                return self.leave(state)
            case ExternalsLobby():
                return replace(state, lobby=reply), ()
            case BackFromProgram(keeps=True):
                return replace(state, full=False, inside=True), (Visit("keep-visit"),)
            case Busy(why):
                return replace(state.say(why), full=True), ()
            case No(why=note) | BackFromProgram(note=note):
                state = replace(state, full=False)
                return (replace(state.say(note), inside=False), ()) if note else self.leave(state)
        return None

    def body(self, state: VisitState) -> Text:
        about = self.about(state) if state.asking else (tr.external.starting(),)
        told = (state.note,) if state.note else about
        return Text(self.title(state), tuple(line for text in told for line in sentence(text, style(WHITE))))

    def about(self, state: VisitState) -> tuple[str, ...]:
        name = self.title(state)
        return tr.external.plain_about_screen(name=name), tr.external.plain_about_keys(name=name)

    def draw(self, state: VisitState, view: View) -> Canvas:
        canvas = Canvas(look.WIDTH, look.HEIGHT)
        y = look.heading(canvas, self.title(state)) + 3
        for at, line in enumerate(wrap(state.note, look.WIDTH - 8)):
            canvas.centre(y + at, line, style(WHITE))
        if not state.note:
            canvas.centre(y, tr.external.starting(), style(GREY))
        keys_line(canvas, [one.hint for one in self.commands(state)])
        return canvas

    def tell(self, before: VisitState | None, after: VisitState) -> Speech:
        if after.note:
            said = (after.note,) if before is None or before.note != after.note else ()
            prompt = tr.external.plain_prompt_wait if after.full else tr.external.plain_prompt_go_on
            return Speech(said, prompt())
        if not after.asking:
            return Speech()
        return Speech(self.about(after) if before is None else (), tr.external.plain_prompt_begin())


class _Keep(Page[PageState]):
    """The caller's last visit, to take along."""

    TITLE = tr.take.title
    QUERY = KEEPABLE

    def receive(self, state: PageState, reply: Event) -> tuple[PageState, Effects] | None:
        found = KEEPABLE.answer_in(reply)
        return (replace(state, found=found), ()) if found else None

    def commands(self, state: PageState) -> tuple[Command[PageState], ...]:
        if state.found is None or not state.found.way:
            return ()
        return tuple(Command(id, key, label, doing(KEEP(kind))) for id, key, label, kind in FILES)

    def body(self, state: PageState) -> Text:
        found: Keepable | None = state.found
        if found is None:
            return Text(self.TITLE(), None)
        way = {"browser": tr.take.in_browser, "address": tr.take.by_address}.get(
            found.way, tr.external.keep_no_way
        )
        lines = (tr.external.keep_about(name=found.name), way())
        return Text(
            self.TITLE(), tuple(row for text in lines for row in (*sentence(text, style(WHITE)), ("", 0)))
        )


@dataclass(frozen=True, slots=True)
class SplashState(PageState):
    lobby: DoorsLobby


class _Splash(Page[SplashState]):
    """A door's title art, shown briefly on the way in. Any key ends it."""

    TITLE = tr.logon.title_splash
    LOBBY = DoorsLobby
    STATE = SplashState
    BACK = None

    def load(self, state: SplashState) -> Effects:
        """Close after a while, or at once if the art is missing."""
        return (Wake(SECONDS if self.art(state) else 0, "on"),)

    def art(self, state: SplashState) -> Canvas | None:
        return state.lobby.art.get(state.arg)

    def commands(self, state: SplashState) -> tuple[Command[SplashState], ...]:
        return (Command("on", "enter", tr.keys.go_on, self.leave),)

    def update(self, state: SplashState, event: Event) -> tuple[SplashState, Effects]:
        """Close, and let a key other than Enter, a blank and Esc do its work at the door."""
        if isinstance(event, Key) and event.name not in ("enter", " ", "esc"):
            return state, (Pass(event),)
        if isinstance(event, Tick) or (isinstance(event, Mouse) and event.action == "press"):
            return self.leave(state)
        return super().update(state, event)

    def move(self, state: SplashState, name: str) -> tuple[SplashState, Effects]:
        return self.leave(state)

    def line(self, state: SplashState, text: str) -> tuple[SplashState, Effects]:
        return self.leave(state)

    def body(self, state: SplashState) -> Text:
        return Text("", (), picture=self.art(state) or Canvas(look.WIDTH, look.HEIGHT))

    def tell(self, before: PageState | None, after: PageState) -> Speech:
        return Speech()


VISIT: Final = _VisitPage()
KEEP_PAGE: Final = _Keep()
SPLASH: Final = _Splash()
