"""One caller's state at any door, alone or at a table, as one frozen value.

Values and small steps between them, without drawing or keys. The game's own part is its `GameView`. What
changes together is one value, such as `OpenPage` and `Motion`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

from door.games.analysis import CoachRow, Remark, Verdict
from door.games.contract import Door
from door.games.frames import Frame
from door.games.game import (
    AT_TABLE,
    DEMO,
    EVERYBODY,
    KEY_SET,
    WATCHER,
    YES,
    Choice,
    Front,
    GameView,
    computer_level,
    covered,
)
from door.games.record import Course, Record
from door.play.api import EVERYWHERE, MOTION, PACES, VOICES, Booked, Setup, Sight
from door.play.books import Books
from door.play.match.events import CODE
from door.play.match.values import TALK, Match
from door.play.match.view import AtTable, Followed
from door.play.replay import Puzzle, RecordedGame, ReplayCheck
from door.ui.blocks import SILENT, PageNotice
from door.ui.screen import Aside, Bell, Effects
from door.ui.texts import MaybeSaid, tr
from door.ui.widgets import Field, TextPage
from door.ui.words import Lines, Talk, seal

KEPT: Final = 120
PRACTICE: Final = frozenset(["practice", "demo"])
"""Kinds of game that don't count."""

CHARGED: Final = frozenset(["contest", "free"])
"""Kinds of game that can be left and resumed, one at a time."""

COACH: Final = "coach"
"""The level of a person's seat in a demonstration."""


Scene = Literal["title", "opening", "word", "play", "done"]


class BoardNews(NamedTuple):
    """A change of the board, or all of it if `before` is None. Only plain mode puts it into words."""

    before: GameView | None
    after: GameView


class PageNews(NamedTuple):
    """A page that was opened or turned to, with the state then. Only plain mode puts it into words."""

    lines: Callable[[Door, State], Lines]
    state: State


NewsItem = str | BoardNews | PageNews


class Again(NamedTuple):
    """A costly choice of a finished game that the caller may make again, or the day's `puzzle`.

    `table` is the game as it was then, `dear_at` its index among the costliest. `move` is the new
    choice, "" until it is made, and `judged` what that costs.
    """

    table: GameView
    dear_at: int
    move: str = ""
    judged: CoachRow | None = None
    puzzle: Puzzle | None = None


class TableQuestion(NamedTuple):
    """A question at a table, and what is done if the caller says yes."""

    asked: str
    run: Callable[[State], Step]


class Motion(NamedTuple):
    """An animation under way, from the table `before` (None from nothing): its frames, and the one shown."""

    frames: tuple[Frame, ...] = ()
    at: int = 0
    before: GameView | None = None


STILL: Final = Motion()


class Seat(NamedTuple):
    """A caller's place at a table.

    - `sure` is the question that is open. `asked` is a move, or a code, that the table has not answered yet.
    - `met` are seats whose callers were here before. `waits`: the caller goes on waiting for somebody who
      has gone.
    - `heard` was said last, and no key has been pressed since.
    - `lucks` are each caller's net luck after the match. `ended`: this caller's own race was already
      reported.
    """

    followed: Followed
    sure: TableQuestion | None = None
    asked: AtTable | None = None
    met: frozenset[int] = frozenset()
    heard: str = ""
    waits: bool = False
    lucks: tuple[float, ...] = ()
    ended: bool = False

    @property
    def match(self) -> Match:
        return self.followed.match

    @property
    def me(self) -> int:
        """This caller's seat, or `WATCHER`."""
        return self.followed.seat

    @property
    def talk(self) -> Talk:
        """The latest talk at the table, and for watchers that of the others."""
        return (*self.match.talk[-TALK:], *self.followed.aside)

    @property
    def plays(self) -> bool:
        return self.followed.plays

    @property
    def talks(self) -> bool:
        """True if this caller can talk, to the table or to other watchers."""
        return self.plays or self.me == WATCHER

    @property
    def missing(self) -> tuple[int, ...]:
        """The other seats that the game needs, whose callers don't have the table open."""
        here = (self.me, *self.followed.present)
        return tuple(at for at in self.match.needed_seats if at not in here)

    @property
    def is_mine(self) -> bool:
        return self.plays and self.me in self.match.movers


class WatchedGame(NamedTuple):
    """Watching a game that another caller plays alone.

    `heard` is the latest talk. `gone` says why watching has ended.
    """

    sight: Sight
    heard: str = ""
    gone: str = ""


class Replay(NamedTuple):
    """A finished game on a viewer's screen.

    - `tables` are the positions before the first move and after each. `at` is the one shown.
    - `side` is the player whose board it is, in a race.
    - `title` says why it is shown, if the viewer didn't choose it, else "".
    - `plays`: autoplay is on, at that `pace`.
    - `remarks` are comments on single moves. `asked`: the coach was asked.
    - `proof` stays None until it is computed.
    """

    finished: RecordedGame
    tables: tuple[GameView, ...]
    at: int = 0
    side: int = 0
    title: str = ""
    plays: bool = False
    pace: int = 2
    remarks: Mapping[int, Remark] = {}
    asked: bool = False
    proof: tuple[ReplayCheck, ...] | None = None

    @property
    def last(self) -> int:
        return len(self.tables) - 1

    @property
    def shown_table(self) -> GameView:
        """The table shown, at rest. After the last move nothing is hidden."""
        table = self.tables[self.at]
        return table._replace(eyes=EVERYBODY) if self.at == self.last else table

    @property
    def marked_moves(self) -> tuple[int, ...]:
        return tuple(sorted(at for at, remark in self.remarks.items() if remark.marked))


class OpenPage(NamedTuple):
    """A page or a box over the scene: its name in `OVERLAYS`, its row or sheet, the text typed there.

    `sheets` are the pages of the help that was opened.
    """

    name: str = ""
    at: int = 0
    field: Field | None = None
    sheets: tuple[TextPage, ...] = ()


CLOSED: Final = OpenPage()


class NewsLog(NamedTuple):
    """The latest news for plain mode, the newest last, and the number of all that there have been.

    Sentences stand in it as they are. A `BoardNews` or `PageNews` becomes sentences when it is read out
    (`door.screens.company.new_lines`).
    """

    latest: tuple[NewsItem, ...] = ()
    total: int = 0


class Thinking(NamedTuple):
    """The name of the thought or answer waited for, or a computer's `move` that came during a motion."""

    name: str = ""
    move: str | None = None


NO_THOUGHT: Final = Thinking()


class CoachLook(NamedTuple):
    """The coach's look at a finished game: its parts so far, and after the last one the verdict."""

    parts: tuple[Any, ...] = ()
    verdict: Verdict | None = None


NO_LOOK: Final = CoachLook()


class TitleDemo(NamedTuple):
    """The demonstration on the title page, which any key ends.

    `example` is the recorded game that it shows, if it shows one. `shown` counts those that were shown.
    """

    is_running: bool = False
    example: Record | None = None
    shown: int = 0

    @property
    def after_end(self) -> TitleDemo:
        """The same after its end: the next one shows another game."""
        return TitleDemo(shown=self.shown)


class GameRun(NamedTuple):
    """How the game on the table is played here.

    - `since` is the number of moves that it already had when it appeared.
    - `is_guided`: the coach gives a hint for each move.
    - `is_handed_in`: its end was reported to the records. `is_on_wall`: its result is on the wall.
    - `next_kind` is the kind of game to start once this one is recorded.
    """

    since: int = 0
    is_guided: bool = False
    is_handed_in: bool = False
    is_on_wall: bool = False
    next_kind: str = ""


class WordEntry(NamedTuple):
    """The word for the next game's dice as typed so far, and the commitment that the game then keeps."""

    commit: str
    field: Field


class State(NamedTuple):
    """One caller's door.

    - `setup` has the board's facts about the caller and the door, kept up to date. `chosen` are the caller's
      choices.
    - `page` is open over the scene, `note` on the message line, `news` what plain mode reads out.
    - `table` is the game, `run` how it is played here, `motion` the animation under way.
    - `booked` is the board's answer about its end, `look` the coach's, `again` a choice being made again.
    - `seat` is the place at a table between callers, `watch` another caller's game, `replay` a finished one.
    - `word` is there while the caller is asked for a word for the next game's dice.
    """

    setup: Setup
    chosen: Mapping[str, str]
    scene: Scene = "title"
    page: OpenPage = CLOSED
    note: PageNotice = SILENT
    news: NewsLog = NewsLog()
    table: GameView | None = None
    run: GameRun = GameRun()
    motion: Motion = STILL
    thinking: Thinking = NO_THOUGHT
    booked: Booked | None = None
    look: CoachLook = NO_LOOK
    again: Again | None = None
    demo: TitleDemo = TitleDemo()
    seat: Seat | None = None
    watch: WatchedGame | None = None
    replay: Replay | None = None
    word: WordEntry | None = None

    @property
    def books(self) -> Books:
        """The door's standings, as far as the caller may know them, and the caller's turns."""
        return self.setup.books

    @property
    def frames(self) -> tuple[Frame, ...]:
        return self.motion.frames

    @property
    def at(self) -> int:
        """The number of the frame shown."""
        return self.motion.at

    @property
    def record(self) -> Record | None:
        """The game on the table."""
        return self.table.course.record if self.table is not None else None

    @property
    def alone(self) -> bool:
        """True if the caller plays here without other callers."""
        return self.replay is None and not self.among_others

    @property
    def among_others(self) -> bool:
        """True if callers play each other here, or watch."""
        return self.seat is not None or self.watch is not None

    @property
    def practised(self) -> bool:
        """True if the game on the table doesn't count."""
        return self.table is not None and self.table.kind in PRACTICE

    def news_after(self, before: State | None) -> tuple[NewsItem, ...]:
        """Return the news for plain mode since the state before, or all of them."""
        new = self.news.total - (before.news.total if before else 0)
        return self.news.latest[-new:] if new > 0 else ()

    @property
    def still(self) -> bool:
        """True if nothing may move by itself."""
        return self.setup.plain or self.chosen.get(MOTION) == "off"


Step = tuple[State, Effects]
Action = Callable[[Door, State], Step]


def table_of(state: State) -> GameView:
    assert state.table is not None
    return state.table


def replay_of(state: State) -> Replay:
    assert state.replay is not None
    return state.replay


def again_of(state: State) -> Again:
    assert state.again is not None
    return state.again


def with_table(state: State, **changes: Any) -> State:
    return state._replace(table=table_of(state)._replace(**changes))


def with_page(state: State, **changes: Any) -> State:
    return state._replace(page=state.page._replace(**changes))


def with_run(state: State, **changes: Any) -> State:
    return state._replace(run=state.run._replace(**changes))


def front(state: State) -> Front:
    """Return the part of the state that the game may use before it starts."""
    return Front(state.setup.options, state.setup.caller, state.books.tally, state.chosen)


_MOTION: Final = Choice(MOTION, tr.play.label_motion, ("off", *PACES), EVERYWHERE[MOTION], at_once=True)
_VOICES: Final = Choice(VOICES, tr.play.label_voices, ("on", "off"), EVERYWHERE[VOICES], at_once=True)


def choices(game: Door, state: State) -> tuple[Choice, ...]:
    """Return the choices at the door: the game's own, and those that hold at all doors."""
    voices = (replace(_VOICES, help=tr.play.about_voices()),) if game.info.players.computers else ()
    return (*game.board.choices(front(state)), replace(_MOTION, help=tr.play.about_motion()), *voices)


def idea(game: Door) -> str:
    return game.info.face.idea() if game.info.face.idea else tr.common.full_stop(text=game.info.tagline())


def chosen_values(game: Door, state: State) -> dict[str, str]:
    values = {choice.key: choice.value(state.chosen) for choice in choices(game, state)}
    return {KEY_SET: state.chosen.get(KEY_SET, "numbers"), **values}


def opening(state: State) -> State:
    return state._replace(
        scene="opening", page=CLOSED, note=SILENT, run=GameRun(), motion=STILL, booked=None,
        demo=state.demo.after_end, word=None,
    )  # fmt: skip


def say(state: State, news: Iterable[NewsItem]) -> State:
    new: tuple[NewsItem, ...] = tuple(filter(None, news))
    latest, total = state.news
    return state._replace(news=NewsLog((*latest, *new)[-KEPT:], total + len(new))) if new else state


def say_page(state: State, lines: Callable[[Door, State], Lines]) -> State:
    """Return the state with its open page among the news."""
    return say(state, (PageNews(lines, state._replace(news=NewsLog())),))


def seal_lines(table: GameView) -> Lines:
    """Return plain mode's first line of a game: the commitment to its chance."""
    return (Aside(tr.play.seal_line(seal=seal(table.course.record.commit))),)


def recap(game: Door, table: GameView) -> Lines:
    """Return what a caller in plain mode needs to decide. Enter alone repeats it."""
    return game.words.recap(table) if game.words.recap is not None else game.words.say(None, table)


def notice(state: State, text: str, bad: bool = False) -> State:
    """Show a sentence on the message line, and say it in plain mode. "" clears the line."""
    if not text:
        return state._replace(note=SILENT) if state.note.text else state
    return say(state._replace(note=PageNotice(text, bad)), (text,))


def ring(state: State) -> Effects:
    """Ring the bell, unless the caller has turned sound off at this door."""
    chosen = state.table.choices if state.table is not None else state.chosen
    return () if chosen.get("sound") == "off" else (Bell(),)


def refuse(state: State, why: MaybeSaid) -> Step:
    return notice(state, why, bad=True), ring(state)


def is_shared(state: State) -> bool:
    """True if others may still play the same dice: a daily deal, until its seed is published."""
    daily, day = state.books.daily, table_of(state).course.record.day
    return bool(day) and (daily is None or daily.last_day < day)


# -- the game on the table -----------------------------------------------------------------


def at_rest(game: Door, table: GameView) -> GameView:
    """Return the table at rest, for the next player at this keyboard, with a board for its position.

    An open page of the game's own stays open.
    """
    table = _turn_to_mover(game, table._replace(frame=None, let=()))
    return table if covered(table) else table._replace(board=game.board.start(table))


def table_after(game: Door, table: GameView, move: str) -> GameView:
    """Return the table after a move. Raises IllegalMove."""
    return at_rest(game, table._replace(course=table.course.after(game.rules, move)))


def put_back(game: Door, table: GameView, course: Course) -> GameView:
    """Return the table with another course of its game, and a new board."""
    return at_rest(game, table._replace(course=course, board=None))


def _turn_to_mover(game: Door, table: GameView) -> GameView:
    """Show the table to the next player at this keyboard. A view from elsewhere stays the same."""
    if table.eyes in (WATCHER, EVERYBODY) or table.kind == AT_TABLE:
        return table
    for seat in game.rules.status(table.position).movers:
        if not sitter(game, table, seat):
            return table if table.eyes == seat else table._replace(eyes=seat)
    return table


# -- at a table ----------------------------------------------------------------------------


def seat_of(state: State) -> Seat:
    assert state.seat is not None
    return state.seat


def with_seat(state: State, **changes: Any) -> State:
    return state._replace(seat=seat_of(state)._replace(**changes))


def is_hiding(state: State) -> bool:
    """True if the caller hides a code on the game's own board, before the game starts."""
    return state.seat is not None and state.table is not None and not state.seat.match.positions


def ask(state: State, *event: tuple[str, Any]) -> Step:
    return state, ((AtTable(dict(event)),) if seat_of(state).plays else ())


def request(state: State, move: str) -> Step:
    """Request a move, or to pass. While the table is forming a move is the code that this caller hides.

    It is requested once, until the table answers.
    """
    seat = seat_of(state)
    if seat.asked is not None or not seat.plays:
        return state, ()
    event = {"do": "move", "move": move} if move else {"do": "let"}
    if is_hiding(state):
        event = {"do": "hide", "code": move.removeprefix(CODE)}
    asked = AtTable(event, seat.match.n)
    return with_seat(state, asked=asked), (asked,)


def sitter(game: Door, table: GameView, seat: int) -> str:
    """Return the level of the computer that plays for that seat here, or "" for a person or nobody.

    At a table between callers it is always "" for taken seats: their moves come from the table.
    """
    if seat < 0 or (table.kind == AT_TABLE and seat < len(table.seats)):
        return ""
    nobody = game.info.players.computers[0] if seat and game.info.players.computers else ""
    level = computer_level(table.seats[seat]) if seat < len(table.seats) else nobody
    if not level and table.kind == "demo":
        return COACH if game.coach else game.info.players.computers[-1]
    if (
        not level
        and game.info.players.computers
        and table.kind in PRACTICE
        and table.choices.get(DEMO) == YES
    ):
        return game.info.players.computers[-1]
    return level
