"""Boxes over a table: the commands besides moves (offer, accept, resign, leave), and talk.

Pure. A list's rows are data: each has a key, a word for plain mode, and its request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from door.games.contract import Door
from door.games.game import COMPUTER, WATCHER, level_name
from door.play.api import SayToWatchers
from door.play.match.events import ABORT, ADJOURN, AGAIN, CLOCK, may_abort, may_seat_computer
from door.play.match.values import for_race, is_live
from door.play.match.view import clock_words, names, terms_again
from door.screens.layouts import close, leave
from door.screens.seat.news import offer_words
from door.screens.state import (
    CLOSED,
    OpenPage,
    Seat,
    State,
    Step,
    TableQuestion,
    ask,
    is_hiding,
    notice,
    seat_of,
    with_page,
    with_seat,
)
from door.term.canvas import DARK, GREY, WHITE, Canvas, style
from door.term.keys import Key
from door.ui.blocks import DoorFrame, Layout, OpenLine, Styled, Text
from door.ui.commands import Command
from door.ui.screen import View
from door.ui.texts import Sentence, tr
from door.ui.widgets import PAGE_COLS, Field, Hint, cut, keys_line, panel, wrap
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
SAYS: Final = "say "
"""What the ids of ready-made phrases begin with."""

Run = Callable[[State], Step]
"""Carry out a command at a table."""

_WIDTH: Final = 56


# -- the rows -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Close the list and ask the table for an event, with a note on the message line."""

    event: tuple[tuple[str, Any], ...]
    note: str = ""

    def __call__(self, state: State) -> Step:
        state = state._replace(page=CLOSED)
        return ask(notice(state, self.note) if self.note else state, *self.event)


def _requests(*event: tuple[str, Any]) -> TableRequest:
    return TableRequest(event)


def _offers(what: str) -> Run:
    note = tr.match.you_offer(offer=offer_words(what))
    return TableRequest((("do", "offer"), ("what", what)), note)


def decline(what: str) -> TableRequest:
    """Return what declines the others' offers of that kind."""
    note = tr.match.you_decline(offer=offer_words(what))
    return TableRequest((("do", "decline"), ("what", what)), note)


def confirms(asked: str, *event: tuple[str, Any]) -> Run:
    """Return what asks that first, and then the table for the event."""
    question = TableQuestion(asked, TableRequest(event))
    return lambda state: (with_seat(state._replace(page=OpenPage("sure")), sure=question), ())


def _opens(name: str) -> Run:
    return lambda state: (state._replace(page=OpenPage(name)), ())


def rows(game: Door, seat: Seat) -> tuple[Command[State], ...]:
    return tuple(_rows(game, seat))


def _rows(game: Door, seat: Seat) -> Iterator[Command[State]]:
    match = seat.match
    if seat.plays:
        yield from _answers(seat)
        yield Command("talk", "t", tr.match.act_say_something(), lambda state: (open_talk(state, "talk"), ()))
        yield from ignore(seat)
        if match.stage == "play":
            yield from _endings(game, seat)
    goes_on = match.stage == "play" and not match.adjourned
    back = tr.match.act_go_away_goes_on if goes_on else tr.match.act_go_away
    yield Command("leave", "l", back(), leave)


_URGENT: Final = frozenset(["accept", "decline", "withdraw", "go", "claim"])


def urgent_rows(game: Door, state: State) -> tuple[Command[State], ...]:
    """Return what the table asks for now, talk, help, and the list of the rest or the way out."""
    seat = seat_of(state)
    talk = (Command[State]("talk", "t", tr.door_keys.talk),) if seat.talks else ()
    help_, hides = Command[State]("help", "h", tr.door_keys.help), is_hiding(state)
    asked = () if hides else (row for row in rows(game, seat) if row.id in _URGENT)
    leave = tr.door_keys.back if hides else tr.door_keys.table if seat.plays else tr.door_keys.leave
    return (*asked, *(() if hides else talk), help_, Command("q", "q", leave))


def _answers(seat: Seat) -> Iterator[Command[State]]:
    """Yield the answers to others' offers, and the withdrawal of the caller's own offer."""
    match = seat.match
    if match.stage == "over":
        yield from again(seat)
    elif what := seat.followed.open_offer:
        who = names(match, (at for at in seat.followed.others if match.offers[at] == what))
        text = tr.match.act_accept_offer(who=who, offer=offer_words(what))
        yield Command("accept", "y", text, _requests(("do", "offer"), ("what", what)))
        yield Command("decline", "d", tr.match.act_decline_offer(), decline(what))
    if (mine := match.offers[seat.me]) and not match.again:
        text = tr.match.act_take_back_offer(offer=offer_words(mine))
        yield Command("withdraw", "n", text, _requests(("do", "offer"), ("what", "")))


def _endings(game: Door, seat: Seat) -> Iterator[Command[State]]:
    """Yield the ways to stop a game or change how it goes on."""
    match, live = seat.match, is_live(seat.match.clock)
    if match.adjourned and not seat.missing:
        yield Command("go", "g", tr.match.offer_clock_runs(), _requests(("do", "go")))
    elif live and seat.missing:
        text = tr.match.act_adjourn_now(names=names(match, seat.missing))
        yield Command("adjourn", "a", text, _requests(("do", "adjourn")))
    elif match.clock:
        yield Command("adjourn", "a", tr.match.act_offer_adjourn(), _offers(ADJOURN))
    if live and match.terms.rated and (late := seat.followed.absent_seats):
        claim = confirms(tr.match.confirm_claim(), ("do", "claim"), ("seat", late[0]))
        yield Command("claim", "c", tr.match.act_claim(names=names(match, late[:1])), claim)
    yield Command("clock", "k", tr.match.act_offer_clock(), _opens("clock"))
    if may_abort(match, seat.me):
        abort = confirms(tr.match.confirm_abort(), ("do", "abort"))
        yield Command("abort", "b", tr.match.act_abort_now(), abort)
    else:
        yield Command("abort", "b", tr.match.act_offer_abort(), _offers(ABORT))
    resign = confirms(tr.match.confirm_resign(), ("do", "resign"))
    yield Command("resign", "r", tr.match.act_resign(), resign)


def ignore(seat: Seat) -> tuple[Command[State], ...]:
    """Return the command that ignores another caller at the table, or stops ignoring them."""
    rows = ignore_rows(seat)
    if len(rows) > 1:
        return (Command("ignore", "i", tr.match.act_ignore_or_hear(), _opens("ignore")),)
    return tuple(row._replace(key="i") for row in rows)


def ignore_rows(seat: Seat) -> tuple[Command[State], ...]:
    """Return the other callers at the table, a digit each, to ignore or hear again."""
    match = seat.match
    others = [match.seats[at] for at in match.people if at != seat.me]
    ignored = {match.seats[at] for at in seat.followed.ignored}
    return tuple(
        Command(
            "ignore", f"{number}", IGNORED[who in ignored](who=who), _requests(("do", "ignore"), ("who", who))
        )
        for number, who in enumerate(others, 1)
    )


def clocks(seat: Seat) -> tuple[Command[State], ...]:
    """Return the clocks that can be offered, a digit each."""
    match = seat.match
    every = map(for_race, CLOCKS) if match.terms.race else CLOCKS
    others = (clock for clock in every if clock != match.clock)
    return tuple(
        Command(clock, f"{at}", clock_words(clock), _offers(CLOCK + clock))
        for at, clock in enumerate(others, 1)
    )


def computers(game: Door, seat: Seat) -> tuple[Command[State], ...]:
    """Return the computers that the table's opener may put on the next free seat, a digit each."""
    match, terms = seat.match, seat.match.terms
    mine = match.stage == "forming" and seat.plays and match.seats[seat.me] == terms.by
    if not mine or "" not in match.seats or terms.race or terms.to or game.info.players.hides_codes:
        return ()
    if not may_seat_computer(match):
        return ()
    sit = (("do", "sit"), ("seat", match.seats.index("")))
    return tuple(
        Command(level, f"{number}", level_name(level), _requests(*sit, ("who", COMPUTER + level)))
        for number, level in enumerate(game.info.players.computers, 1)
    )


def again(seat: Seat) -> tuple[Command[State], ...]:
    """Return the offer of a rematch with its terms, if it is possible."""
    match = seat.match
    if match.end == "withdrawn" or match.removed or not seat.plays or match.offers[seat.me] == AGAIN:
        return ()
    terms = tr.match.act_another_game(terms=terms_again(seat.match, seat.followed.rates))
    offers = _requests(("do", "offer"), ("what", AGAIN), ("rates", seat.followed.rates))
    return (Command("accept", "y", terms, offers),)


def layout(game: Door, state: State) -> Layout:
    """Return the list that is open, with ready-made phrases below the table's commands."""
    seat, accent = seat_of(state), game.info.accent
    text = Text("", ((seat.followed.standing, accent),))
    return Layout(
        TITLES[state.page.name](), text, list_commands(game, state),
        frame=DoorFrame(game.info.name(), accent), prompt=tr.match.plain_prompt_menu(),
    )  # fmt: skip


def list_commands(game: Door, state: State) -> tuple[Command[State], ...]:
    seat = seat_of(state)
    lists = {"clock": clocks(seat), "ignore": ignore_rows(seat), "computer": computers(game, seat)}
    every = lists[state.page.name] if state.page.name in lists else rows(game, seat)
    phrases = enumerate(READY_MADE if state.page.name == "menu" and seat.plays else (), 1)
    says = (
        Command(f"{SAYS}{at}", f"{at}", f'"{text()}"', partial(_say_phrase, text)) for at, text in phrases
    )
    out = Command("back", "esc", "", close, also=("enter", "q", "ctrl-c"), words=("quit",))
    return (*every, *says, out)


def _say_phrase(text: Sentence, state: State) -> Step:
    return say_it(state._replace(page=CLOSED), text())


# -- pictures -------------------------------------------------------------------------------------


def draw(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw the rows in a box in the middle, with ready-made phrases and the latest talk below."""
    shown, seat = layout(game, state), seat_of(state)
    rows = [one for one in shown.visible if not one.id.startswith(SAYS)]
    phrases = shown.visible[len(rows) :]
    talk = seat.match.talk[-3:] if state.page.name == "menu" else ()
    height = len(rows) + (len(phrases) and 2 + len(phrases) // 2) + (len(talk) and 1 + len(talk)) + 4
    x, y = (canvas.cols - _WIDTH) // 2, (canvas.rows - height) // 2
    canvas.spots.clear()
    canvas.tint(x + 2, y + 1, _WIDTH, height, DARK)
    panel(canvas, x, y, _WIDTH, height, shown.title, game.info.accent, "double")
    canvas.put(x + 3, y + 1, seat.followed.fit_standing(_WIDTH - 6), game.info.accent)
    at = y + 3
    for row in rows:
        at = _row(canvas, x, at, row, game.info.accent)
    at += bool(phrases)
    for number, row in enumerate(phrases):
        _row(canvas, x + number % 2 * _WIDTH // 2, at + number // 2, row, game.info.accent, _WIDTH // 2)
    at += (len(phrases) + 1) // 2 + bool(talk)
    for who, text in talk:
        canvas.put(x + 3, at, cut(f"{who}: {text}", _WIDTH - 6), style(GREY))
        at += 1
    canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
    keys_line(canvas, _KEYS, game.info.accent)


def _row(canvas: Canvas, x: int, y: int, row: Command[State], accent: int, width: int = _WIDTH) -> int:
    canvas.put(x + 3, y, row.key.upper(), accent)
    canvas.put(x + 6, y, cut(row.text, width - 9), GREY)
    canvas.hot(x + 2, y, width - 4, 1, Key(row.key))
    return y + 1


# -- plain mode -----------------------------------------------------------------------------------


def lines(game: Door, state: State) -> tuple[str, ...]:
    ready = [tr.match.act_say(at=at, text=text()) for at, text in enumerate(READY_MADE, 1)]
    told = (f"{row.key}: {row.text}" for row in layout(game, state).visible if not row.id.startswith(SAYS))
    phrases = ready if state.page.name == "menu" else ()
    return (f"{seat_of(state).followed.standing}.", *told, *phrases)


SAY_WIDTH: Final = 70
"""Most characters said at once."""

HEARD, TALKED = 8, 16
"""Lines of talk shown over the board, and on the page."""

TALKING: Final = frozenset(["talk", "chat"])
"""Overlays for talk: a single line, or a whole page."""


def open_talk(state: State, over: str) -> State:
    """Return the state with the line ("talk") or the page ("chat") open."""
    return state._replace(page=OpenPage(over, field=Field(limit=SAY_WIDTH)))


def talk_layout(game: Door, state: State) -> Layout:
    """Return the line being typed: over the board with the latest talk, or on a page with more of it."""
    every, whole, accent = _every(state), state.page.name == "chat", game.info.accent
    field = state.page.field or Field(limit=SAY_WIDTH)
    more: Command[State] = Command(
        "all", "pgup", tr.door_keys.all_talk,
        lambda state: (with_page(state, name="chat", field=field), ()), shown="PgUp",
    )  # fmt: skip
    label, prompt = tr.match.label_say, tr.match.ask_say_more if whole else tr.match.ask_say
    if _watches(state):
        label, prompt = tr.match.label_say_to_watchers, prompt if whole else tr.match.ask_say_to_watchers
    entry = OpenLine(
        label().strip(), field, partial(say_line, game), close, True,
        (tr.door_keys.say_it, tr.door_keys.back), (more,) if state.seat and not whole else (), prompt(),
    )  # fmt: skip
    me = state.setup.caller if whole else ""
    said: list[Styled] = [
        (line, WHITE if who == me else GREY)
        for who, text in every
        for line in wrap(f"{who}: {text}", PAGE_COLS)
    ]
    if not whole:
        title, lines = tr.match.title_talk_short(), said[-HEARD:]
    else:
        title, standing = tr.match.title_talk(), seat_of(state).followed
        nothing = (tr.match.panel_nothing_said(), DARK)
        lines = [(standing.fit_standing(PAGE_COLS), accent), ("", GREY), *(said[-TALKED:] or [nothing])]
    return Layout(title, Text(title, tuple(lines)), entry=entry, back=None, frame=DoorFrame("", accent))


def say_line(game: Door, state: State, text: str) -> Step:
    """Say a line. On the page another one follows, until it is empty in plain mode."""
    if state.page.name == "chat" and (text or not state.setup.plain):
        return say_it(with_page(state, field=Field(limit=SAY_WIDTH)), text)
    return say_it(state._replace(page=CLOSED), text)


def say_it(state: State, text: str) -> Step:
    text = text.strip()[:SAY_WIDTH]
    if not text or (state.watch and state.watch.gone):
        return state, ()
    if _watches(state):
        return state, (SayToWatchers(text),)
    return ask(state, ("do", "say"), ("text", text))


def _watches(state: State) -> bool:
    """True if this caller only watches. Then the players don't read their lines."""
    return state.watch is not None or seat_of(state).me == WATCHER


def _every(state: State) -> Talk:
    if state.watch is not None:
        return state.watch.sight.talk
    seat = seat_of(state)
    return seat.talk


def talk_lines(game: Door, state: State) -> tuple[str, ...]:
    """Return the latest talk, or all of it on the page."""
    every = _every(state) if state.page.name == "chat" else _every(state)[-HEARD:]
    return tuple(f"{who}: {text}" for who, text in every)
