"""Commands at a table besides moves: talk, offer, accept, resign, leave.

Pure. The rows are data: each has a key, a word for plain mode, and its request.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.games.contract import Game
from door.games.game import COMPUTER
from door.midend.match.play import ABORT, ADJOURN, AGAIN, CLOCK, may_abort, may_seat_computer
from door.midend.match.values import for_race, is_live
from door.midend.match.view import clock_words, names, terms_again
from door.midend.seat import talk
from door.midend.seat.beside import TITLE
from door.midend.seat.news import offer_words
from door.midend.seat.state import LISTS, TALKING, Row, Seat, SeatStep, ask
from door.midend.state import notice, say
from door.term.canvas import DARK, GREY, Canvas, style
from door.term.keys import Key
from door.ui.screen import Leave, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, cut, keys_line, message, panel

IGNORED: Final = {False: tr.match.act_ignore, True: tr.match.act_hear_again}
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
_YES_NO: Final = (Hint("y", tr.door_keys.answer_yes), Hint("esc", tr.door_keys.answer_no))
_CLOSE: Final = frozenset(["esc", "enter", "q", "ctrl-c"])
_WIDTH: Final = 56


def _offer(what: str) -> tuple[tuple[str, str], ...]:
    return (("do", "offer"), ("what", what))


# -- the rows -----------------------------------------------------------------------------------


def rows(game: Game, seat: Seat) -> tuple[Row, ...]:
    """Return this caller's commands."""
    return tuple(_rows(game, seat))


def _rows(game: Game, seat: Seat) -> Iterator[Row]:
    match = seat.match
    if seat.plays:
        yield from _answers(seat)
        yield talk.line_row()
        yield from ignore(seat)
        if match.stage == "play":
            yield from _endings(game, seat)
    goes_on = match.stage == "play" and not match.adjourned
    leave = tr.match.act_back_to_tables_goes_on if goes_on else tr.match.act_back_to_tables
    yield Row("l", "leave", leave())


def _answers(seat: Seat) -> Iterator[Row]:
    """Yield the answers to others' offers, and the withdrawal of the caller's own offer."""
    match = seat.match
    if match.stage == "over":
        yield from again(seat)
    elif what := seat.followed.offered:
        who = names(match, (at for at in seat.followed.others if match.offers[at] == what))
        yield Row("y", "accept", tr.match.act_accept_offer(who=who, offer=offer_words(what)), _offer(what))
    if mine := match.offers[seat.me]:
        yield Row("n", "withdraw", tr.match.act_take_back_offer(offer=offer_words(mine)), _offer(""))


def _endings(game: Game, seat: Seat) -> Iterator[Row]:
    """Yield the ways to stop a game or change how it goes on."""
    match, live = seat.match, is_live(seat.match.clock)
    absent = [at for at in match.needed if at not in (seat.me, *seat.followed.present)]
    if match.adjourned and not absent:
        yield Row("g", "go", tr.match.offer_clock_runs(), (("do", "go"),))
    elif live and absent:
        yield Row("a", "adjourn", tr.match.act_adjourn_now(names=names(match, absent)), (("do", "adjourn"),))
    elif match.clock:
        yield Row("a", "adjourn", tr.match.act_offer_adjourn(), _offer(ADJOURN))
    if live and match.terms.rated and (late := seat.followed.gone):
        claim = (("do", "claim"), ("seat", late[0]))
        text = tr.match.act_claim(names=names(match, late[:1]))
        yield Row("c", "claim", text, claim, sure=tr.match.confirm_claim())
    yield Row("k", "clock", tr.match.act_offer_clock(), over="clock")
    if may_abort(match, seat.me):
        sure = tr.match.confirm_abort()
        yield Row("b", "abort", tr.match.act_abort_now(), (("do", "abort"),), sure=sure)
    else:
        yield Row("b", "abort", tr.match.act_offer_abort(), _offer(ABORT))
    yield Row("r", "resign", tr.match.act_resign(), (("do", "resign"),), sure=tr.match.confirm_resign())


def ignore(seat: Seat) -> tuple[Row, ...]:
    """Return the command that ignores another caller at the table, or stops ignoring them."""
    rows = ignored(seat)
    if len(rows) > 1:
        return (Row("i", "ignore", tr.match.act_ignore_or_hear(), over="ignore"),)
    return tuple(row._replace(key="i") for row in rows)


def ignored(seat: Seat) -> tuple[Row, ...]:
    """Return the other callers at the table, a digit each, to ignore or hear again."""
    match = seat.match
    others = [at for at in match.people if at != seat.me]
    return tuple(
        Row(
            f"{number}", "ignore", IGNORED[at in seat.followed.ignored](who=match.seats[at]),
            (("do", "ignore"), ("who", match.seats[at])),
        )
        for number, at in enumerate(others, 1)
    )  # fmt: skip


def clocks(seat: Seat) -> tuple[Row, ...]:
    """Return the clocks that can be offered, a digit each."""
    match = seat.match
    every = map(for_race, CLOCKS) if match.terms.race else CLOCKS
    others = (clock for clock in every if clock != match.clock)
    return tuple(
        Row(f"{at}", clock, clock_words(clock), _offer(CLOCK + clock)) for at, clock in enumerate(others, 1)
    )


def computers(game: Game, seat: Seat) -> tuple[Row, ...]:
    """Return the computers that the table's opener may put on the next free seat, a digit each."""
    match = seat.match
    mine = match.stage == "forming" and seat.plays and match.seats[seat.me] == match.terms.by
    if not mine or "" not in match.seats or match.terms.race or match.terms.to or game.hides:
        return ()
    if not may_seat_computer(match):
        return ()
    at = match.seats.index("")
    return tuple(
        Row(f"{number}", level, level, (("do", "sit"), ("seat", at), ("who", COMPUTER + level)))
        for number, level in enumerate(game.info.computers, 1)
    )


def listed(game: Game, seat: Seat) -> tuple[Row, ...]:
    """Return the rows of the open list."""
    if seat.over == "clock":
        return clocks(seat)
    if seat.over == "ignore":
        return ignored(seat)
    return computers(game, seat) if seat.over == "computer" else rows(game, seat)


def again(seat: Seat) -> tuple[Row, ...]:
    """Return the offer of a rematch with its terms, if it is possible."""
    match = seat.match
    if match.end == "withdrawn" or match.removed or not seat.plays or match.offers[seat.me] == AGAIN:
        return ()
    terms = tr.match.act_another_game(terms=terms_again(seat.match, seat.followed.rates))
    return (Row("y", "accept", terms, (*_offer(AGAIN), ("rates", seat.followed.rates))),)


# -- keys ---------------------------------------------------------------------------------------


def take(seat: Seat, row: Row) -> SeatStep:
    """Carry out a row."""
    if row.sure and seat.over != "sure":
        return seat._replace(over="sure", sure=row), ()
    if row.over:
        return seat._replace(
            over=row.over, field=Field(limit=talk.SAY_WIDTH) if row.over in TALKING else None
        ), ()
    seat = seat._replace(over="", sure=None)
    if not row.event:
        return seat, (Leave(),)
    seat = _acknowledged(seat, row)
    return ask(seat, *row.event)


def _acknowledged(seat: Seat, row: Row) -> Seat:
    """Confirm an offer to the caller who makes it."""
    what = dict(row.event).get("what")
    if not what or row.key == "y":
        return seat
    return seat._replace(state=notice(seat.state, tr.match.you_offer(offer=offer_words(what))))


def key(game: Game, seat: Seat, name: str) -> SeatStep:
    """Handle a key on a list."""
    if name in _CLOSE:
        return seat._replace(over=""), ()
    row = next((row for row in listed(game, seat) if row.key == name), None)
    if row is not None:
        return take(seat, row)
    if seat.over == "menu" and name.isdecimal() and 1 <= int(name) <= len(READY_MADE) and seat.plays:
        return talk.said(seat._replace(over=""), READY_MADE[int(name) - 1]())
    return seat, ()


def sure_key(game: Game, seat: Seat, name: str) -> SeatStep:
    """Handle a key at a confirmation: Y does it, Esc or N doesn't."""
    if name == "y" and seat.sure is not None:
        return take(seat, seat.sure)
    return (seat._replace(over="", sure=None), ()) if name in (*_CLOSE, "n") else (seat, ())


# -- pictures -------------------------------------------------------------------------------------


def draw(game: Game, seat: Seat, canvas: Canvas, view: View) -> None:
    """Draw the overlay on the board's picture of 80×23."""
    if seat.over in TALKING:
        talk.draw(seat, canvas, game.info.accent)
    elif seat.over == "sure" and seat.sure is not None:
        canvas.spots.clear()
        message(canvas, TITLE(), (seat.sure.sure,), _YES_NO, game.info.accent, not view.mono)
    elif seat.over in LISTS:
        _list(game, seat, canvas)


def _list(game: Game, seat: Seat, canvas: Canvas) -> None:
    """Draw the rows in a box in the middle, with ready-made phrases and the latest talk below."""
    every = listed(game, seat)
    words = [f'"{text()}"' for text in READY_MADE] if seat.over == "menu" and seat.plays else []
    talk = seat.match.talk[-3:] if seat.over == "menu" else ()
    height = len(every) + (len(words) and 2 + len(words) // 2) + (len(talk) and 1 + len(talk)) + 4
    x, y = (canvas.cols - _WIDTH) // 2, (canvas.rows - height) // 2
    canvas.spots.clear()
    canvas.tint(x + 2, y + 1, _WIDTH, height, DARK)
    title = TITLES[seat.over]()
    panel(canvas, x, y, _WIDTH, height, title, game.info.accent, "double")
    canvas.put(x + 3, y + 1, seat.followed.fitted(_WIDTH - 6), game.info.accent)
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


def lines(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return the list in words, or the latest talk."""
    if seat.over in TALKING:
        return talk.lines(seat)
    ready = (
        (tr.match.act_say(at=at, text=text()) for at, text in enumerate(READY_MADE, 1))
        if seat.over == "menu"
        else ()
    )
    return (
        f"{seat.followed.standing}.",
        *(f"{row.key}: {row.text}" for row in listed(game, seat)),
        *ready,
    )


def prompt(seat: Seat) -> str:
    """Return plain mode's question for an overlay."""
    if seat.over == "sure" and seat.sure:
        return f"{seat.sure.sure} (y/n)"
    return talk.prompt(seat) if seat.over in TALKING else tr.match.plain_prompt_menu()


def spoken(game: Game, seat: Seat) -> Seat:
    """Read out the list when it opens."""
    return seat._replace(state=say(seat.state, lines(game, seat)))
