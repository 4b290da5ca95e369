"""A table before its game starts: its terms, its players, and their open tasks. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.games.contract import Door
from door.play.books import chance_is
from door.play.match.events import waits_for
from door.play.match.view import clock_words, name, outcome, rival
from door.screens.pages.word import WORD
from door.screens.seat.menu import computers, confirms, ignore
from door.screens.state import CLOSED, OpenPage, Seat, State, Step, ask, seat_of
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.ui.commands import Command, hints_of
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import Column, Field, Hint, cut, draw_field, keys_line, page_frame, table
from door.ui.words import commas, seal

KEYS: Final = tr.door_keys
WAITS: Final = {
    "caller": tr.match.seat_waits_caller,
    "word": tr.match.seat_waits_word,
    "code": tr.match.seat_waits_code,
    "": tr.match.seat_ready,
}

_COLUMNS: Final = (
    Column("", 2, True),
    Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.rating, 7),
    Column("", 36),
)
_SEATS_ROW: Final = 11
_WORD_HINTS: Final = (Hint("enter", tr.door_keys.give_or_pass), Hint("esc", tr.door_keys.back))


def missing_item(game: Door, seat: Seat) -> str:
    """Return what this caller still has to give: "word", "code" or ""."""
    match = seat.match
    return waits_for(game, match, seat.me) if match.stage == "forming" and seat.plays else ""


def terms_lines(game: Door, seat: Seat) -> tuple[str, ...]:
    terms, info = seat.match.terms, game.info
    added = (info.players.race if terms.race else info.players.versus) or {}
    own = {key: value for key, value in info.journal_options(terms.options).items() if key not in added}
    told = commas(_option(key, value) for key, value in own.items())
    kind = (
        tr.match.explain_race(alike=info.alike())
        if terms.race
        else tr.match.explain_against(players=tr.count.players(n=terms.seats))
    )
    return (
        kind, tr.match.explain_clock(clock=clock_words(terms.clock)),
        tr.match.explain_rated() if terms.rated else tr.play.not_rated(),
        tr.match.explain_options(told=told) if told else "",
    )  # fmt: skip


def _option(key: str, value: object) -> str:
    what = key.replace("_", " ")
    if isinstance(value, bool):
        return what if value else tr.match.options_without(what=what)
    return f"{what} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"


def stand(game: Door, seat: Seat, at: int) -> str:
    """Return in a few words what that seat waits for, or its progress in a race."""
    match, wait = seat.match, waits_for(game, seat.match, at)
    if match.stage == "play":
        return rival(match, at, match.movers)
    if wait == "caller":
        return tr.match.seat_kept_for(to=match.terms.to) if match.terms.to else tr.match.seat_free()
    code = match.codes[at]
    if not wait and code:
        return tr.match.seat_code_sealed(seal=code.seal[:16])
    return WAITS[wait]()


def message(game: Door, state: State) -> str:
    """Return the message line: news, or what to do now."""
    seat = seat_of(state)
    want = missing_item(game, seat)
    if state.note.text:
        return f"! {state.note.text}" if state.note.is_warning else state.note.text
    if seat.heard:
        return seat.heard
    if seat.match.stage == "over":
        return tr.common.full_stop(text=outcome(seat.match))
    if seat.match.stage == "play":
        return tr.match.boards_shown_after_race()
    if want:
        return (
            tr.match.give_word_offer(what=game.info.alike()) if want == "word" else tr.match.hide_code_offer()
        )
    return tr.match.begins_when_ready()


def ways(game: Door, seat: Seat) -> Iterator[Command[State]]:
    want, over = missing_item(game, seat), seat.match.stage == "over"
    if want == "word":
        yield Command("word", "w", KEYS.give_word, also=("enter",))
    if want == "code":
        yield Command("code", "c", KEYS.hide_code, also=("enter",), words=("hide",))
    if computers(game, seat):
        yield Command("computer", "c", KEYS.computer)
    if seat.match.stage == "forming" and seat.plays:
        yield Command("talk", "t", KEYS.talk)
        yield way_out(seat)
    if seat.plays and ignore(seat):
        yield Command("ignore", "i", KEYS.ignore)
    yield Command("help", "h", KEYS.help, also=("?", "f1"))
    out = ("esc", "l", *(("enter",) if over else ()))
    yield Command("away", "q", KEYS.back, also=out, words=("quit", "back", "leave"))
    if seat.talks:
        yield Command("talk", "t")
        yield Command("chat", "c")


def way_out(seat: Seat) -> Command[State]:
    """Return the command that leaves: the table's opener withdraws it."""
    text, asked, does = tr.match.act_stand_up, tr.match.confirm_stand_up, "stand"
    if seat.match.seats[seat.me] == seat.match.terms.by:
        text, asked, does = tr.match.act_withdraw, tr.match.confirm_withdraw, "withdraw"
    return Command("way-out", "l", text(), confirms(asked(), ("do", does)), words=("leave", "withdraw"))


def draw(game: Door, state: State, view: View) -> Canvas:
    seat = seat_of(state)
    canvas, match, accent = Canvas(80, 23), seat.match, game.info.accent
    page_frame(canvas, tr.match.title_table_of(name=game.info.name()), accent)
    for at, line in enumerate(filter(None, terms_lines(game, seat))):
        canvas.put(4, 2 + at, cut(line, 72), GREY if at else WHITE)
    for at, line in enumerate(seal_lines(game, seat)):
        canvas.put(4, 7 + at, line, DARK if at else GREY)
    rows = []
    for at in range(len(match.seats)):
        rating = seat.followed.ratings[at] if at < len(seat.followed.ratings) else ""
        here = tr.match.player_here() if at != seat.me and at in seat.followed.present else ""
        who = match.seats[at] and name(match, at)
        rows.append((f"{at + 1}", who or "-", rating, commas((stand(game, seat, at), here))))
    inks = [accent if at == seat.me else GREY for at in range(len(rows))]
    table(canvas, 3, _SEATS_ROW - 1, _COLUMNS, rows, inks)
    for at, (who, text) in enumerate(match.talk[-3:]):
        canvas.put(4, 17 + at, cut(f"{who}: {text}", 72), GREY)
    note = state.note.text or seat.heard
    canvas.centre(canvas.rows - 2, cut(message(game, state), 78), YELLOW if note else WHITE)
    keys_line(canvas, hints_of(ways(game, seat)), accent)
    return canvas


def draw_word(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw the word being typed in place of the message and the keys."""
    row = canvas.rows - 2
    canvas.spots.clear()
    canvas.fill(0, row, canvas.cols, 1)
    if state.page.field is not None:
        draw_field(canvas, canvas.put(4, row, tr.play.ask_word(), WHITE), row, WORD + 1, state.page.field)
    keys_line(canvas, _WORD_HINTS, game.info.accent)


def seal_lines(game: Door, seat: Seat) -> tuple[str, ...]:
    """Explain what is sealed before the game, with the commitment."""
    if game.info.players.hides_codes and not seat.match.terms.race:
        return (tr.match.codes_sealed(),)
    return (tr.match.chance_already_sealed(chance=chance_is(game.info.alike)), seat.match.terms.commit)


def _spoken_seal(game: Door, seat: Seat) -> tuple[str, ...]:
    told, *whole = seal_lines(game, seat)
    return (told, *(tr.match.v_says(seal=seal(commit)) for commit in whole))


def open_word(game: Door, state: State) -> Step:
    return state._replace(page=OpenPage("word", field=Field(limit=WORD))), ()


def stand_up(game: Door, state: State) -> Step:
    return way_out(seat_of(state)).run(state)


def word_line(game: Door, state: State, text: str) -> Step:
    return give(state._replace(page=CLOSED), text)


def word_prompt(game: Door, state: State) -> str:
    return tr.play.ask_word().strip()


def give(state: State, text: str) -> Step:
    return ask(state, ("do", "word"), ("text", text.strip()[:WORD]))


def lines(game: Door, state: State) -> tuple[str, ...]:
    seat = seat_of(state)
    match = seat.match
    seats = (
        tr.match.plain_seat_taken(number=at + 1, name=name(match, at), stand=stand(game, seat, at))
        if who
        else tr.match.plain_seat_free(number=at + 1, stand=stand(game, seat, at))
        for at, who in enumerate(match.seats)
    )
    return (
        tr.match.plain_title(name=game.info.name()), *filter(None, terms_lines(game, seat)),
        *_spoken_seal(game, seat), *seats, message(game, state),
    )  # fmt: skip


def is_left(seat: Seat) -> bool:
    return seat.match.stage == "over" or not seat.plays


def prompt(game: Door, seat: Seat) -> str:
    if is_left(seat):
        return tr.play.plain_prompt_go_back()
    ask = {"word": tr.match.plain_key_word, "code": tr.match.plain_key_code}.get(missing_item(game, seat))
    ways = [ask()] if ask else []
    ways += [tr.match.plain_way_computer()] if computers(game, seat) else []
    ways += [tr.match.plain_way_ignore()] if ignore(seat) else []
    ways += [tr.match.plain_way_talk(), tr.match.plain_way_leave(text=way_out(seat).text)]
    return tr.match.plain_prompt_forming(ways=commas(ways))
