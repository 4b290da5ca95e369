"""Boxes over a table: the commands besides moves (offer, accept, resign, leave), and talk.

Pure. A list's rows are data: each has a key, a word for plain mode, and its request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from door.games.contract import Door
from door.games.game import COMPUTER, WATCHER, level_name
from door.play.api import SayToWatchers
from door.play.match.events import ABORT, ADJOURN, AGAIN, CLOCK, may_abort, may_seat_computer
from door.play.match.values import for_race, is_live
from door.play.match.view import clock_words, names, terms_again
from door.screens.seat.news import offer_words
from door.screens.state import (
    CLOSED,
    OpenPage,
    Seat,
    State,
    Step,
    TableCommand,
    ask,
    notice,
    seat_of,
    with_page,
    with_seat,
)
from door.term.canvas import DARK, GREY, WHITE, Canvas, style
from door.term.keys import Key
from door.ui.screen import COLS, Leave, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, cut, draw_field, keys_line, page_frame, panel, type_key, wrap
from door.ui.words import Talk

IGNORED: Final = {False: tr.match.act_ignore, True: tr.match.act_hear_again}
TITLE: Final = tr.match.panel_title
TITLES: Final = {
    "menu": TITLE,
    "clock": tr.match.title_another_clock,
    "computer": tr.match.title_computer,
    "ignore": tr.match.title_ignore,
}

READY_MADE: Final = (
    tr.match.say_good_luck,
    tr.match.say_well_played,
    tr.match.say_thank_you,
    tr.match.say_one_moment,
    tr.match.say_must_go,
)
CLOCKS: Final = ("1d", "3d", "7d", "3+2", "5+10", "10+15", "30+30")
_KEYS: Final = (Hint("esc", tr.door_keys.back_to_the_game),)
_CLOSE: Final = frozenset(["esc", "enter", "q", "ctrl-c"])
_WIDTH: Final = 56


def _offer(what: str) -> tuple[tuple[str, str], ...]:
    return (("do", "offer"), ("what", what))


# -- the rows -----------------------------------------------------------------------------------


def rows(game: Door, seat: Seat) -> tuple[TableCommand, ...]:
    return tuple(_rows(game, seat))


def _rows(game: Door, seat: Seat) -> Iterator[TableCommand]:
    match = seat.match
    if seat.plays:
        yield from _answers(seat)
        yield TableCommand("t", "talk", tr.match.act_say_something(), page="talk")
        yield from ignore(seat)
        if match.stage == "play":
            yield from _endings(game, seat)
    goes_on = match.stage == "play" and not match.adjourned
    leave = tr.match.act_back_to_tables_goes_on if goes_on else tr.match.act_back_to_tables
    yield TableCommand("l", "leave", leave())


def _answers(seat: Seat) -> Iterator[TableCommand]:
    """Yield the answers to others' offers, and the withdrawal of the caller's own offer."""
    match = seat.match
    if match.stage == "over":
        yield from again(seat)
    elif what := seat.followed.open_offer:
        who = names(match, (at for at in seat.followed.others if match.offers[at] == what))
        yield TableCommand(
            "y", "accept", tr.match.act_accept_offer(who=who, offer=offer_words(what)), _offer(what)
        )
    if (mine := match.offers[seat.me]) and not match.again:
        yield TableCommand("n", "withdraw", tr.match.act_take_back_offer(offer=offer_words(mine)), _offer(""))


def _endings(game: Door, seat: Seat) -> Iterator[TableCommand]:
    """Yield the ways to stop a game or change how it goes on."""
    match, live = seat.match, is_live(seat.match.clock)
    absent = [at for at in match.needed_seats if at not in (seat.me, *seat.followed.present)]
    if match.adjourned and not absent:
        yield TableCommand("g", "go", tr.match.offer_clock_runs(), (("do", "go"),))
    elif live and absent:
        yield TableCommand(
            "a", "adjourn", tr.match.act_adjourn_now(names=names(match, absent)), (("do", "adjourn"),)
        )
    elif match.clock:
        yield TableCommand("a", "adjourn", tr.match.act_offer_adjourn(), _offer(ADJOURN))
    if live and match.terms.rated and (late := seat.followed.absent_seats):
        claim = (("do", "claim"), ("seat", late[0]))
        text = tr.match.act_claim(names=names(match, late[:1]))
        yield TableCommand("c", "claim", text, claim, sure=tr.match.confirm_claim())
    yield TableCommand("k", "clock", tr.match.act_offer_clock(), page="clock")
    if may_abort(match, seat.me):
        sure = tr.match.confirm_abort()
        yield TableCommand("b", "abort", tr.match.act_abort_now(), (("do", "abort"),), sure=sure)
    else:
        yield TableCommand("b", "abort", tr.match.act_offer_abort(), _offer(ABORT))
    yield TableCommand(
        "r", "resign", tr.match.act_resign(), (("do", "resign"),), sure=tr.match.confirm_resign()
    )


def ignore(seat: Seat) -> tuple[TableCommand, ...]:
    """Return the command that ignores another caller at the table, or stops ignoring them."""
    rows = ignore_rows(seat)
    if len(rows) > 1:
        return (TableCommand("i", "ignore", tr.match.act_ignore_or_hear(), page="ignore"),)
    return tuple(row._replace(key="i") for row in rows)


def ignore_rows(seat: Seat) -> tuple[TableCommand, ...]:
    """Return the other callers at the table, a digit each, to ignore or hear again."""
    match = seat.match
    others = [at for at in match.people if at != seat.me]
    return tuple(
        TableCommand(
            f"{number}", "ignore", IGNORED[at in seat.followed.ignored](who=match.seats[at]),
            (("do", "ignore"), ("who", match.seats[at])),
        )
        for number, at in enumerate(others, 1)
    )  # fmt: skip


def clocks(seat: Seat) -> tuple[TableCommand, ...]:
    """Return the clocks that can be offered, a digit each."""
    match = seat.match
    every = map(for_race, CLOCKS) if match.terms.race else CLOCKS
    others = (clock for clock in every if clock != match.clock)
    return tuple(
        TableCommand(f"{at}", clock, clock_words(clock), _offer(CLOCK + clock))
        for at, clock in enumerate(others, 1)
    )


def computers(game: Door, seat: Seat) -> tuple[TableCommand, ...]:
    """Return the computers that the table's opener may put on the next free seat, a digit each."""
    match = seat.match
    mine = match.stage == "forming" and seat.plays and match.seats[seat.me] == match.terms.by
    if (
        not mine
        or "" not in match.seats
        or match.terms.race
        or match.terms.to
        or game.info.players.hides_codes
    ):
        return ()
    if not may_seat_computer(match):
        return ()
    at = match.seats.index("")
    return tuple(
        TableCommand(
            f"{number}", level, level_name(level), (("do", "sit"), ("seat", at), ("who", COMPUTER + level))
        )
        for number, level in enumerate(game.info.players.computers, 1)
    )


def menu_rows(game: Door, state: State) -> tuple[TableCommand, ...]:
    seat = seat_of(state)
    if state.page.name == "clock":
        return clocks(seat)
    if state.page.name == "ignore":
        return ignore_rows(seat)
    return computers(game, seat) if state.page.name == "computer" else rows(game, seat)


def again(seat: Seat) -> tuple[TableCommand, ...]:
    """Return the offer of a rematch with its terms, if it is possible."""
    match = seat.match
    if match.end == "withdrawn" or match.removed or not seat.plays or match.offers[seat.me] == AGAIN:
        return ()
    terms = tr.match.act_another_game(terms=terms_again(seat.match, seat.followed.rates))
    return (TableCommand("y", "accept", terms, (*_offer(AGAIN), ("rates", seat.followed.rates))),)


# -- keys ---------------------------------------------------------------------------------------


def take(state: State, row: TableCommand) -> Step:
    if row.sure and state.page.name != "sure":
        return with_seat(state._replace(page=OpenPage("sure")), sure=row), ()
    if row.page == "talk":
        return open_talk(state, "talk"), ()
    if row.page:
        return state._replace(page=OpenPage(row.page)), ()
    state = state._replace(page=CLOSED)
    if not row.event:
        return state, (Leave(),)
    what = dict(row.event).get("what")
    if what and row.key != "y":
        state = notice(state, tr.match.you_offer(offer=offer_words(what)))
    return ask(state, *row.event)


def confirm(state: State) -> Step:
    row = seat_of(state).sure
    return take(state, row) if row else (state._replace(page=CLOSED), ())


def key(game: Door, state: State, key: Key) -> Step:
    name = key.name.lower()
    if name in _CLOSE:
        return state._replace(page=CLOSED), ()
    row = next((row for row in menu_rows(game, state) if row.key == name), None)
    if row is not None:
        return take(state, row)
    at = int(name) if name.isdecimal() else 0
    if state.page.name == "menu" and 1 <= at <= len(READY_MADE) and seat_of(state).plays:
        return say_it(state._replace(page=CLOSED), READY_MADE[at - 1]())
    return state, ()


# -- pictures -------------------------------------------------------------------------------------


def draw(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw the rows in a box in the middle, with ready-made phrases and the latest talk below."""
    every, seat = menu_rows(game, state), seat_of(state)
    words = [f'"{text()}"' for text in READY_MADE] if state.page.name == "menu" and seat.plays else []
    talk = seat.match.talk[-3:] if state.page.name == "menu" else ()
    height = len(every) + (len(words) and 2 + len(words) // 2) + (len(talk) and 1 + len(talk)) + 4
    x, y = (canvas.cols - _WIDTH) // 2, (canvas.rows - height) // 2
    canvas.spots.clear()
    canvas.tint(x + 2, y + 1, _WIDTH, height, DARK)
    panel(canvas, x, y, _WIDTH, height, TITLES[state.page.name](), game.info.accent, "double")
    canvas.put(x + 3, y + 1, seat.followed.fit_standing(_WIDTH - 6), game.info.accent)
    at = y + 3
    for row in every:
        at = _row(canvas, x, at, row.key, row.text, game.info.accent)
    at += bool(words)
    for number, text in enumerate(words):
        column = number % 2 * _WIDTH // 2
        _row(canvas, x + column, at + number // 2, str(number + 1), text, game.info.accent, _WIDTH // 2)
    at += (len(words) + 1) // 2 + bool(talk)
    for who, text in talk:
        canvas.put(x + 3, at, cut(f"{who}: {text}", _WIDTH - 6), style(GREY))
        at += 1
    canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
    keys_line(canvas, _KEYS, game.info.accent)


def _row(canvas: Canvas, x: int, y: int, key: str, text: str, accent: int, width: int = _WIDTH) -> int:
    canvas.put(x + 3, y, key.upper(), accent)
    canvas.put(x + 6, y, cut(text, width - 9), GREY)
    canvas.hot(x + 2, y, width - 4, 1, Key(key))
    return y + 1


# -- plain mode -----------------------------------------------------------------------------------


def lines(game: Door, state: State) -> tuple[str, ...]:
    ready = [tr.match.act_say(at=at, text=text()) for at, text in enumerate(READY_MADE, 1)]
    return (
        f"{seat_of(state).followed.standing}.",
        *(f"{row.key}: {row.text}" for row in menu_rows(game, state)),
        *(ready if state.page.name == "menu" else ()),
    )


def prompt(game: Door, state: State) -> str:
    return tr.match.plain_prompt_menu()


SAY_WIDTH: Final = 70
"""Most characters said at once."""

HEARD: Final = 8
"""Lines of talk shown over the board."""

TALKING: Final = frozenset(["talk", "chat"])
"""Overlays for talk: a single line, or a whole page."""

_MORE: Final = Hint("pgup", tr.door_keys.all_talk, "PgUp")
_EDGE: Final = 3


def open_talk(state: State, over: str) -> State:
    """Return the state with the line ("talk") or the page ("chat") open."""
    return state._replace(page=OpenPage(over, field=Field(limit=SAY_WIDTH)))


def typing(enter: Callable[[Door, State, str], Step]) -> Callable[[Door, State, Key], Step]:
    """Return how an overlay with an open line handles keys: Enter takes the text, Esc closes it."""

    def on_key(game: Door, state: State, key: Key) -> Step:
        if key.name in ("esc", "ctrl-c") or state.page.field is None:
            return state._replace(page=CLOSED), ()
        if key.name == "enter":
            return enter(game, state, state.page.field.value)
        return with_page(state, field=type_key(state.page.field, key)), ()

    return on_key


def talk_key(game: Door, state: State, key: Key) -> Step:
    """Handle a key while typing. PgUp opens the page."""
    if key.name == "pgup" and state.seat is not None:
        return with_page(state, name="chat"), ()
    return _TYPING(game, state, key)


def say_line(game: Door, state: State, text: str) -> Step:
    """Say a line. On the page another one follows, until it is empty in plain mode."""
    if state.page.name == "chat" and (text or not state.setup.plain):
        return say_it(with_page(state, field=Field(limit=SAY_WIDTH)), text)
    return say_it(state._replace(page=CLOSED), text)


_TYPING: Final = typing(say_line)


def say_it(state: State, text: str) -> Step:
    text = text.strip()[:SAY_WIDTH]
    if not text or (state.watch and state.watch.gone):
        return state, ()
    if state.watch or seat_of(state).me == WATCHER:
        return state, (SayToWatchers(text),)
    return ask(state, ("do", "say"), ("text", text))


# -- pictures -------------------------------------------------------------------------------------


def draw_talk(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw the line being typed and the talk, over the board's picture or instead of it."""
    accent = game.info.accent
    if state.page.field is not None and state.page.name == "chat":
        _page(canvas, state, state.page.field, accent)
    elif state.page.field is not None:
        _line(canvas, _every(state), state.page.field, accent, (_MORE,) if state.seat else ())


def _line(canvas: Canvas, said: Talk, field: Field, accent: int, more: tuple[Hint, ...]) -> None:
    """Draw the latest talk over the board, and below it the line being typed with `more` keys."""
    row = canvas.rows - 2
    lines = _talk_lines(said, canvas)[-HEARD:]
    if lines and canvas.cols == COLS:  # a wide screen shows it beside the board
        panel(
            canvas, 0, row - len(lines) - 2, canvas.cols, len(lines) + 2, tr.match.title_talk_short(), accent
        )
        _put(canvas, row - len(lines) - 1, lines)
    _say(canvas, field, more, accent)


def _page(canvas: Canvas, state: State, field: Field, accent: int) -> None:
    canvas.spots.clear()
    canvas.fill(0, 0, canvas.cols, canvas.rows)
    page_frame(canvas, tr.match.title_talk(), accent)
    canvas.put(_EDGE, 1, seat_of(state).followed.fit_standing(canvas.cols - 2 * _EDGE), accent)
    _put(
        canvas,
        3,
        _talk_lines(_every(state), canvas, state.setup.caller)[-(canvas.rows - 7) :]
        or [(tr.match.panel_nothing_said(), DARK)],
    )
    _say(canvas, field, (), accent)


def _every(state: State) -> Talk:
    if state.watch is not None:
        return state.watch.sight.talk
    seat = seat_of(state)
    return seat.talk


def _talk_lines(said: Talk, canvas: Canvas, me: str = "") -> list[tuple[str, int]]:
    """Return coloured rows, with `me` highlighted."""
    return [
        (line, WHITE if who == me else GREY)
        for who, text in said
        for line in wrap(f"{who}: {text}", canvas.cols - 2 * _EDGE)
    ]


def _put(canvas: Canvas, y: int, lines: Sequence[tuple[str, int]]) -> None:
    for at, (line, ink) in enumerate(lines, y):
        canvas.put(_EDGE, at, line, ink)


def _say(canvas: Canvas, field: Field, more: tuple[Hint, ...], accent: int) -> None:
    row = canvas.rows - 2
    canvas.fill(0, row, canvas.cols, 2)
    draw_field(canvas, canvas.put(1, row, tr.match.label_say(), WHITE), row, SAY_WIDTH + 1, field)
    keys_line(canvas, (Hint("enter", tr.door_keys.say_it), *more, Hint("esc", tr.door_keys.back)), accent)


# -- plain mode -----------------------------------------------------------------------------------


def talk_lines(game: Door, state: State) -> tuple[str, ...]:
    """Return the latest talk, or all of it on the page."""
    every = _every(state) if state.page.name == "chat" else _every(state)[-HEARD:]
    return tuple(f"{who}: {text}" for who, text in every)


def talk_prompt(game: Door, state: State) -> str:
    return tr.match.ask_say_more() if state.page.name == "chat" else tr.match.ask_say()
