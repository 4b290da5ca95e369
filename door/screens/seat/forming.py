"""A table before its game starts: its terms, its players, and their open tasks. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from door.games.contract import Door
from door.play.books import chance_is
from door.play.match.events import waits_for
from door.play.match.view import clock_words, name, outcome, rival
from door.screens.layouts import close
from door.screens.pages.word import WORD
from door.screens.seat.menu import computers, confirms, ignore
from door.screens.state import CLOSED, OpenPage, Seat, State, Step, ask, seat_of
from door.term.canvas import DARK, GREY, WHITE
from door.ui.blocks import DoorFrame, Layout, OpenLine, PageNotice, Styled, Text, table
from door.ui.commands import Command
from door.ui.texts import tr
from door.ui.widgets import Column, Field
from door.ui.words import commas, seal

KEYS: Final = tr.door_keys
WAITS: Final = {
    "caller": tr.match.seat_waits_caller,
    "word": tr.match.seat_waits_word,
    "code": tr.match.seat_waits_code,
    "": tr.match.seat_ready,
}

_COLUMNS: Final = (
    Column("", 1),
    Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.rating, 7),
    Column("", 36),
)
_SEALS, _SEATS, _TALK = 5, 8, 15
"""Lines above the seals, the seats and the latest talk."""


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


def _hint(game: Door, state: State) -> str:
    """Return what to do now."""
    seat = seat_of(state)
    want = missing_item(game, seat)
    if seat.match.stage == "over":
        return tr.common.full_stop(text=outcome(seat.match))
    if seat.match.stage == "play":
        return tr.match.boards_shown_after_race()
    if want:
        return (
            tr.match.give_word_offer(what=game.info.alike()) if want == "word" else tr.match.hide_code_offer()
        )
    return tr.match.begins_when_ready()


def _ways(game: Door, seat: Seat) -> Iterator[Command[State]]:
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


def layout(game: Door, state: State) -> Layout:
    """Return the page. Its terms, seals, seats and talk have rows of their own."""
    seat, accent = seat_of(state), game.info.accent
    notice = PageNotice(seat.heard) if seat.heard and not state.note.text else state.note
    entry = None
    if state.page.name == "word" and state.page.field is not None:
        prompt, answers = tr.play.ask_word().strip(), (tr.door_keys.give_or_pass, tr.door_keys.back)
        entry = OpenLine(prompt, state.page.field, partial(word_line, game), close, True, answers, (), prompt)
    terms, seals = [*filter(None, terms_lines(game, seat))], seal_lines(game, seat)
    lines: list[Styled] = [(line, GREY if at else WHITE) for at, line in enumerate(terms)]
    lines += [("", GREY)] * (_SEALS - len(lines))
    lines += [(line, DARK if at else GREY) for at, line in enumerate(seals)]
    lines += [("", GREY)] * (_SEATS - len(lines))
    lines += table(_COLUMNS, [*_seats(game, seat)], (seat.me,), accent)
    lines += [("", GREY)] * (_TALK - len(lines))
    lines += [(f"{who}: {text}", GREY) for who, text in seat.match.talk[-3:]]
    return Layout(
        tr.match.plain_title(name=game.info.name()), Text("", tuple(lines), words=_words(game, state)),
        tuple(_ways(game, seat)), entry=entry, hint=_hint(game, state), notice=notice, back=None,
        frame=DoorFrame(tr.match.title_table_of(name=game.info.name()), accent), prompt=_prompt(game, state),
    )  # fmt: skip


def _seats(game: Door, seat: Seat) -> Iterator[tuple[str, ...]]:
    match = seat.match
    for at, taken in enumerate(match.seats):
        rating = seat.followed.ratings[at] if at < len(seat.followed.ratings) else ""
        here = tr.match.player_here() if at != seat.me and at in seat.followed.present else ""
        yield f"{at + 1}", (taken and name(match, at)) or "-", rating, commas((stand(game, seat, at), here))


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


def give(state: State, text: str) -> Step:
    return ask(state, ("do", "word"), ("text", text.strip()[:WORD]))


def _words(game: Door, state: State) -> tuple[str, ...]:
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
        *_spoken_seal(game, seat), *seats, _hint(game, state),
    )  # fmt: skip


def is_left(seat: Seat) -> bool:
    return seat.match.stage == "over" or not seat.plays


def _prompt(game: Door, state: State) -> str:
    seat = seat_of(state)
    if state.page.name == "word":
        return tr.play.ask_word().strip()
    if state.scene == "play":  # a race that the caller watches
        return tr.match.plain_prompt_watching()
    if is_left(seat):
        return tr.play.plain_prompt_go_back()
    ask = {"word": tr.match.plain_key_word, "code": tr.match.plain_key_code}.get(missing_item(game, seat))
    ways = [ask()] if ask else []
    ways += [tr.match.plain_way_computer()] if computers(game, seat) else []
    ways += [tr.match.plain_way_ignore()] if ignore(seat) else []
    ways += [tr.match.plain_way_talk(), tr.match.plain_way_leave(text=way_out(seat).text)]
    return tr.match.plain_prompt_forming(ways=commas(ways))
