"""A table before its game: what is agreed on, who sits there, and what each still has to do.

Law: pure.
"""

from __future__ import annotations

from typing import Final

from door.games.game import Game
from door.midend.match.forming import waits_for
from door.midend.match.words import clock_words, name, outcome, rival
from door.midend.pages.word import WORD
from door.midend.seat.follow import at_hiding
from door.midend.seat.menu import computers, ignore
from door.midend.seat.state import Row, Seat, SeatStep, ask
from door.midend.words import chance_is
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key
from door.ui.screen import Leave, View
from door.ui.widgets import Column, Field, Hint, cut, draw_field, keys_line, page_frame, table, type_key
from door.ui.words import counted

_COLUMNS: Final = (Column("", 2, True), Column("caller", 20), Column("rating", 7), Column("", 36))
_WAITS: Final = {"caller": "free", "word": "is asked for a word", "code": "hides a code", "": "ready"}
_SEATS_ROW: Final = 11
_ASKS: Final = {
    "word": "W gives a word, from which the {what} will follow too. Enter passes.",
    "code": "C hides your code. It is sealed before the first guess.",
}
WITHDRAW: Final = Row("l", "leave", "withdraw the table", (("do", "withdraw"),), sure="Withdraw this table?")
STAND: Final = Row("l", "leave", "give up the seat", (("do", "stand"),), sure="Give up your seat?")


def wanted(game: Game, seat: Seat) -> str:
    """What this caller still has to do: "word", "code" or ""."""
    match = seat.match
    return waits_for(game, match, seat.me) if match.stage == "forming" and seat.plays else ""


def terms_lines(game: Game, seat: Seat) -> tuple[str, ...]:
    """What is agreed on, a sentence each."""
    terms, info = seat.match.terms, game.info
    added = (info.race if terms.race else info.versus) or {}
    own = {key: value for key, value in info.recorded(terms.options).items() if key not in added}
    told = ", ".join(_option(key, value) for key, value in own.items())
    kind = (
        f"A race: each plays alone with the same {info.alike}, and the better result wins."
        if terms.race
        else f"{counted(terms.seats, 'player')} against each other."
    )
    return (
        kind, f"Clock: {clock_words(terms.clock)}.",
        "Rated: it counts on the ladder." if terms.rated else "Not rated.",
        f"Options: {told}." if told else "",
    )  # fmt: skip


def _option(key: str, value: object) -> str:
    word = key.replace("_", " ")
    if isinstance(value, bool):
        return word if value else f"no {word}"
    return f"{word} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"


def stand(game: Game, seat: Seat, at: int) -> str:
    """What that seat waits for, in a few words; at a race that is looked on at, how far it is."""
    match, wait = seat.match, waits_for(game, seat.match, at)
    if match.stage == "play":
        return rival(match, at, match.movers)
    if wait == "caller":
        return f"kept for {match.terms.to}" if match.terms.to else "free for anybody"
    code = match.codes[at]
    if not wait and code:
        return f"code sealed {code.seal[:16]}"
    return _WAITS[wait]


def message(game: Game, seat: Seat) -> str:
    """What is to be done now."""
    state, want = seat.state, wanted(game, seat)
    if state.note:
        return f"! {state.note}" if state.bad else state.note
    if seat.heard:
        return seat.heard
    if seat.match.stage == "over":
        return f"{outcome(seat.match)}."
    if seat.match.stage == "play":
        return "Both boards are shown when the race is over."
    if want:
        return _ASKS[want].format(what=game.info.alike)
    return "The game begins when everybody is ready; you may play elsewhere meanwhile."


def hints(game: Game, seat: Seat) -> tuple[Hint, ...]:
    """The keys that work now."""
    if seat.over == "word":
        return (Hint("enter", "give it, or pass"), Hint("esc", "back"))
    want, forming = wanted(game, seat), seat.match.stage == "forming"
    mine = {"word": (Hint("w", "give a word"),), "code": (Hint("c", "hide a code"),)}.get(want, ())
    leave = (Hint("t", "talk"), Hint("l", way_out(seat).text)) if forming and seat.plays else ()
    others = (Hint("i", "ignore"),) if seat.plays and ignore(seat) else ()
    computer = (Hint("c", "computer"),) if computers(game, seat) else ()
    return (*mine, *computer, *leave, *others, Hint("h", "help"), Hint("q", "back"))


def way_out(seat: Seat) -> Row:
    """What leaving does: who opened the table withdraws it."""
    return WITHDRAW if seat.match.seats[seat.me] == seat.match.terms.by else STAND


def draw(game: Game, seat: Seat, view: View) -> Canvas:
    """The page on 80×23."""
    canvas, match, accent = Canvas(80, 23), seat.match, game.info.accent
    page_frame(canvas, f"{game.info.name}: a table", accent)
    for at, line in enumerate(filter(None, terms_lines(game, seat))):
        canvas.put(4, 2 + at, cut(line, 72), GREY if at else WHITE)
    for at, line in enumerate(sealed(game, seat)):
        canvas.put(4, 7 + at, line, DARK if at else GREY)
    rows = []
    for at in range(len(match.seats)):
        rating = seat.followed.ratings[at] if at < len(seat.followed.ratings) else ""
        here = "" if at == seat.me or at not in match.people else _HERE[at in seat.followed.present]
        who = match.seats[at] and name(match, at)
        rows.append((f"{at + 1}", who or "-", rating, f"{stand(game, seat, at)}{here}"))
    inks = [accent if at == seat.me else GREY for at in range(len(rows))]
    table(canvas, 3, _SEATS_ROW - 1, _COLUMNS, rows, inks)
    for at, (who, text) in enumerate(match.talk[-3:]):
        canvas.put(4, 17 + at, cut(f"{who}: {text}", 72), GREY)
    if seat.over == "word" and seat.field:
        draw_field(
            canvas,
            canvas.put(4, canvas.rows - 2, "Your word: ", WHITE),
            canvas.rows - 2,
            WORD + 1,
            seat.field,
        )
    else:
        note = seat.state.note or seat.heard
        canvas.centre(canvas.rows - 2, cut(message(game, seat), 78), YELLOW if note else WHITE)
    keys_line(canvas, hints(game, seat), accent)
    return canvas


_HERE: Final = {True: ", here", False: ""}


def sealed(game: Game, seat: Seat) -> tuple[str, ...]:
    """What of the game is sealed before it begins."""
    if game.hides and not seat.match.terms.race:
        return ("Each code is sealed by itself as it is hidden.",)
    return (f"{chance_is(game.info.alike)} sealed already:", seat.match.terms.commit)


def key(game: Game, seat: Seat, name: str) -> SeatStep | None:
    """W or ENTER gives a word, C or ENTER hides a code; None for a key that is not this page's."""
    want = wanted(game, seat)
    if want == "word" and name in ("w", "enter"):
        return seat._replace(over="word", field=Field(limit=WORD)), ()
    if want == "code" and name in ("c", "enter"):
        return at_hiding(game, seat), ()
    if name == "c" and computers(game, seat):
        return seat._replace(over="computer"), ()
    if name == "l" and seat.match.stage == "forming" and seat.plays:
        return seat._replace(over="sure", sure=way_out(seat)), ()
    if name in ("q", "esc", "l") or (name == "enter" and seat.match.stage == "over"):
        return seat, (Leave(),)
    return None


def word_key(game: Game, seat: Seat, key: Key) -> SeatStep:
    """The word as it is typed: ENTER gives it, none passes."""
    if key.name == "esc" or seat.field is None:
        return seat._replace(over="", field=None), ()
    if key.name == "enter":
        return give(seat._replace(over="", field=None), seat.field.value)
    return seat._replace(field=type_key(seat.field, key)), ()


def give(seat: Seat, text: str) -> SeatStep:
    """A word for the dice, "" for none."""
    return ask(seat, ("do", "word"), ("text", text.strip()[:WORD]))


def lines(game: Game, seat: Seat) -> tuple[str, ...]:
    """The page in words."""
    match = seat.match
    seats = (
        f"Seat {at + 1}: {f'{name(match, at)}, ' if match.seats[at] else ''}{stand(game, seat, at)}."
        for at in range(len(match.seats))
    )
    return (
        f"{game.info.name}, a table.", *filter(None, terms_lines(game, seat)),
        *sealed(game, seat), *seats, message(game, seat),
    )  # fmt: skip


def prompt(game: Game, seat: Seat) -> str:
    """What plain mode asks."""
    if seat.match.stage == "over" or not seat.plays:
        return "Enter to go back:"
    ask = {"word": "w WORD gives a word, w alone passes", "code": "c hides a code"}.get(wanted(game, seat))
    seats = "c seats a computer, " if computers(game, seat) else ""
    seats += "i ignores, " if ignore(seat) else ""
    return f"The table? ({f'{ask}, ' if ask else ''}{seats}t TEXT talks, l {way_out(seat).text}, q goes back)"
