"""The table on a grid of 80×23, in the middle of whatever there is.

Law: `draw` is pure, and whatever stays as it is comes from a cache: the box with its doors
is one picture for each way they can stand.  The last row names every valid key with a word;
what is set in capitals there is the key itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from door.games.microlink import art, boss, scores, toggles
from door.games.microlink.art import BOX_ROWS, DOOR_COLS, DOOR_ROWS, DOWN_ROW, UP_ROW, Tier, inks
from door.games.microlink.front import FRONT, title
from door.games.microlink.help import PAGES
from door.games.microlink.lastline import Valid, switches, valid_keys
from door.games.microlink.pages import coach_pages, stats_pages
from door.games.microlink.rules import Game, dots, level_of
from door.games.microlink.state import DoorSpot, Sight, State, short, sight, who
from door.games.shutbox.rules import tiles_of, total_of
from door.term.canvas import Canvas, style
from door.term.keys import Key
from door.ui.screen import View
from door.ui.widgets import Hint, centred, cut, draw_page, keys_line, message, panel

COLS: Final = 80
ROWS: Final = 23
DICE_ROW: Final = 14
CARD_X: Final = 27
CARD_COLS: Final = 52
DOTS: Final = 50
MESSAGE_ROW: Final = 18
TOGGLE_ROW: Final = 21
NAME: Final = "MicroLink Shut The Box"

_ASK: Final = (Hint("l", "for later"), Hint("g", "give it up"), Hint("esc", "play on"))
_ASK_PRACTICE: Final = (Hint("g", "end it"), Hint("esc", "play on"))
_OFFER: Final = (Hint("y", "yes"), Hint("n", "no"))


def draw(state: State, view: View) -> Canvas:
    """The state on columns × rows of `view`."""
    if state.over == "boss" and state.dos is not None:
        return boss.draw(state.dos, view)
    of = art.tier(view, toggles.BLACK_AND_WHITE in state.on)
    over = _OVER.get(state.over)
    canvas = over(state, of) if over else _scene(state, of)
    if state.over == "ask":
        _asking(canvas, state, of)
    elif state.over == "demo":
        lines = (
            "The computer may not play a contest game for you.",
            "It can show you another, while yours waits.",
        )
        _box_over(canvas, "A demonstration?", lines, _OFFER, of)
    return centred(canvas, view.cols, view.rows)


def _scene(state: State, of: Tier) -> Canvas:
    page = scores.result if state.scene == "done" else FRONT.get(state.scene)
    if page is not None or state.game is None:
        return (page or title)(state, of)
    return _table(state, state.game, of)


def _asking(canvas: Canvas, state: State, of: Tier) -> None:
    if state.ranked:
        lines = (
            "Left for later, it waits here with the same dice.",
            "Given up, it scores the turns that are finished.",
        )
        _box_over(canvas, "Leave this game?", lines, _ASK, of)
    else:
        _box_over(canvas, "End this game?", ("It is practice, and is not kept.",), _ASK_PRACTICE, of)


def _box_over(canvas: Canvas, title: str, lines: Sequence[str], hints: Sequence[Hint], of: Tier) -> None:
    canvas.spots.clear()
    message(canvas, title, lines, hints, inks(of).accent)
    canvas.fill(0, ROWS - 1, COLS - 1, 1)
    keys_line(canvas, hints, inks(of).accent)


# -- the box -------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _doors(open_doors: int, chosen: int, at: int, of: Tier) -> Canvas:
    """The box with its doors: up, shut since the last roll, or shut for this turn.

    `at` is the door pointed at, 0 for none: then the doors do not answer the mouse either.
    """
    canvas = Canvas(COLS, ROWS)
    canvas.blit(art.box(of), 1, 0)
    for number in range(1, art.DOORS + 1):
        bit, x = 1 << number - 1, art.door_x(number)
        face: art.Face = "shut" if chosen & bit else "up" if open_doors & bit else "gone"
        canvas.blit(art.door(number, face, of), x, UP_ROW if face == "up" else DOWN_ROW)
        if at:
            canvas.hot(x, UP_ROW, DOOR_COLS, DOWN_ROW + DOOR_ROWS - UP_ROW, DoorSpot(number))
    if at:
        _pointer(canvas, at, bool(chosen >> at - 1 & 1), of)
    ink = inks(of)
    panel(canvas, CARD_X, BOX_ROWS, CARD_COLS, 5, "Scorecard", ink.edge, ink.head)
    return canvas


def _pointer(canvas: Canvas, number: int, down: bool, of: Tier) -> None:
    """The frame around the door pointed at."""
    ink = inks(of)
    x, y = art.door_x(number) - 1, DOWN_ROW if down else UP_ROW
    look = style(ink.bright, ink.ground)
    above, below, left, right = _POINTERS[of]
    canvas.put(x, y - 1, above, look)
    canvas.put(x, y + DOOR_ROWS, below, look)
    for row in range(y, y + DOOR_ROWS):
        canvas.put(x, row, left, look)
        canvas.put(x + DOOR_COLS + 1, row, right, look)


_POINTERS: Final[dict[Tier, tuple[str, str, str, str]]] = {
    "colour": ("▄" * 9, "▀" * 9, "█", "█"),
    "mono": ("▼  ▼▼▼  ▼", "▲  ▲▲▲  ▲", "►", "◄"),
    "ascii": ("v" * 9, "^" * 9, "|", "|"),
}
"""What frames a door: above, below, left, right of it."""


def _table(state: State, game: Game, of: Tier) -> Canvas:
    seen = sight(state, game)
    canvas = _doors(seen.open, state.chosen, state.at if state.scene == "choosing" else 0, of).copy()
    what = "demonstration" if state.demo else "" if state.ranked else "practice"
    canvas.blit(_header(seen.round, state.begun.commit if state.begun else "", what, of), 4, 0)
    _dice(canvas, state, seen, of)
    _card(canvas, game, seen, of)
    _message(canvas, state, game, seen, of)
    if len(state.note) > CARD_COLS - 2:
        canvas.centre(TOGGLE_ROW, state.note[: COLS - 2], inks(of).note)
    else:
        canvas.blit(switches(state.on, toggles.PLAY, of), 0, TOGGLE_ROW)
    canvas.blit(valid_keys(_hints(state), of), 0, ROWS - 1)
    return canvas


@lru_cache(maxsize=256)
def _header(turn: int, commit: str, what: str, of: Tier) -> Canvas:
    """The box's upper edge: the door's name, the turn, what the game is, the seal of the dice."""
    canvas, ink = Canvas(72, 1), inks(of)
    line = style(ink.accent, ink.ground)
    canvas.put(0, 0, "═" * 72, line)
    end = canvas.put(0, 0, f" {NAME if not what else 'MicroLink'} ", style(ink.bright, ink.ground))
    end = canvas.put(end + 1, 0, f" Turn {turn} of 5 ", style(ink.note, ink.ground))
    if what:
        canvas.put(end + 1, 0, f" {what} ", style(ink.note, ink.ground))
    seal = " ".join(commit[at : at + 4] for at in range(0, 12 if what else 16, 4))
    canvas.right(71, 0, f" dice sealed {seal} ", line)
    return canvas


# -- below the box --------------------------------------------------------------------------------


def _tumbling(frame: int, die: int) -> int:
    """What a tumbling die shows: out of the frame's number, never out of the game's chance."""
    return (frame * (5 if die else 7) + die * 3 + frame // 2) % 6 + 1


def _dice(canvas: Canvas, state: State, seen: Sight, of: Tier) -> None:
    ink, rolling, pips = inks(of), state.scene == "rolling", "p" in state.on
    for at, face in enumerate(seen.dice or (0, 0)):
        shown = _tumbling(state.frame, at) if rolling else face
        hop = -1 if rolling and (state.frame + at) % 2 else 0
        canvas.blit(art.dice_face(shown, pips, of, rolling or not shown), 1 + at * 13, DICE_ROW + hop)
    if rolling or seen.dice is None:
        canvas.centre(20, "" if rolling else "not rolled yet", ink.text, 1, 25)
        return
    canvas.centre(20, f"{seen.dice[0]} + {seen.dice[1]} = {sum(seen.dice)}", ink.bright, 1, 25)


@lru_cache(maxsize=64)
def _graph(filled: int, of: Tier) -> Canvas:
    """The 50 dots, the filled ones first; every perfect round's worth is set off by its colour."""
    canvas, ink = Canvas(DOTS, 1), inks(of)
    full, empty = ("#", ".") if of == "ascii" else ("■", "·")
    for at in range(DOTS):
        look = ink.accent if at // 10 % 2 == 0 else ink.bright
        canvas.put(at, 0, full if at < filled else empty, look if at < filled else ink.dim)
    return canvas


def _card(canvas: Canvas, game: Game, seen: Sight, of: Tier) -> None:
    ink, total = inks(of), seen.totals[seen.seat]
    end = canvas.put(CARD_X + 1, 14, cut(who(game, seen.seat), 24), ink.bright)
    if seen.points:
        canvas.put(end + 2, 14, f"this turn {seen.points}", ink.text)
    canvas.right(CARD_X + CARD_COLS - 2, 14, f"score {total}", ink.note)
    canvas.blit(_graph(dots(total), of), CARD_X + 1, 15)
    others = [at for at in range(len(game.seats)) if at != seen.seat]
    if others:
        room = (CARD_COLS + 1) // len(others) - 7  # three apart, a total of three digits each
        texts = "   ".join(f"{cut(short(game, at), room)} {seen.totals[at]}" for at in others)
        canvas.put(CARD_X + 1, 16, texts, ink.text)
    else:
        canvas.put(CARD_X + 1, 16, _SCALE, ink.dim)


_SCALE: Final = "".join(f"{points:>10}" for points in range(50, 251, 50))


def _message(canvas: Canvas, state: State, game: Game, seen: Sight, of: Tier) -> None:
    """The box that says what is to be done; a click on it does it."""
    ink = inks(of)
    text, go_on = _said(state, game, seen)
    canvas.blit(_message_box(go_on, of), CARD_X, MESSAGE_ROW)
    noted = state.note if len(state.note) <= CARD_COLS - 2 else ""
    shown = noted or text
    canvas.centre(
        MESSAGE_ROW + 1, cut(shown, CARD_COLS - 2), ink.note if noted else ink.bright, CARD_X, CARD_COLS
    )


@lru_cache(maxsize=8)
def _message_box(go_on: bool, of: Tier) -> Canvas:
    canvas, ink = Canvas(CARD_COLS, 3), inks(of)
    edge = ink.accent if go_on else ink.edge
    panel(canvas, 0, 0, CARD_COLS, 3, "", edge, edge, "double" if go_on else "single")
    if go_on:
        canvas.hot(0, 0, CARD_COLS, 3, Key("enter"))
    return canvas


def _said(state: State, game: Game, seen: Sight) -> tuple[str, bool]:
    """What the message box says, and whether Return goes on from here."""
    name = cut(who(game, seen.seat), 21)
    if state.scene == "ready":
        return f"{name}: press Return to roll", True
    if state.scene == "choosing":
        return _sum(state, seen)
    if state.scene == "stuck":
        return "Can't use this roll!  Press Return", True
    if state.scene == "turn":
        return _ended(state, game, seen), True
    if state.scene == "watching" and seen.dice:
        return f"{name} shuts {sum(seen.dice)}", False
    return f"{name} rolls" if state.scene == "rolling" else "", False


def _sum(state: State, seen: Sight) -> tuple[str, bool]:
    wanted, have = sum(seen.dice or ()), total_of(state.chosen)
    doors = " + ".join(map(str, tiles_of(state.chosen)))
    if have == wanted:
        last = seen.open == state.chosen
        return f"{doors} = {wanted}: press Return to {'shut the box' if last else 'roll'}", True
    if not have:
        return f"Shut doors that make {wanted}", False
    over = have > wanted
    return (
        f"{doors} = {have}, {have - wanted} too many" if over else f"{doors} = {have}, {wanted - have} to go",
        False,
    )


def _ended(state: State, game: Game, seen: Sight) -> str:
    points = f"{seen.points} points"
    if not seen.open:
        return f"The box is shut! {points}. Press Return"
    if state.demo:
        return f"{cut(who(game, seen.seat), 21)}: {points}"
    if game.over:
        return f"{points}. Press Return for the result"
    return f"{points}. Press Return for {_whose(game)} turn"


def _whose(game: Game) -> str:
    if len(game.seats) == 1:
        return "the next"
    name = "the computer" if level_of(game.seats[game.seat]) else cut(game.seats[game.seat], 15)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


_GO_ON: Final = {"ready": "Roll", "stuck": "Next", "turn": "Next"}
_TOGGLES: Final = tuple(Valid(t.letter, t.word, t.letter.upper()) for t in toggles.PLAY)
_ROLL: Final = Valid("enter", "Roll", "Enter")
_DOOR: Final = Valid(" ", "Door", "1-9")
_LOOK: Final = (Valid("a", "All"), Valid("t", "Ten"), Valid("b", "Boss"), Valid("h", "Help"))


def _hints(state: State) -> tuple[tuple[Valid, ...], ...]:
    """The valid keys of the table in groups."""
    if state.idle:
        return ((Valid("enter", "back", "[any key]"),),)
    if state.scene == "choosing":
        return (_ROLL, _DOOR, *_LOOK), _TOGGLES, (Valid("esc", "Exit"),)
    go = Valid("enter", _GO_ON.get(state.scene, "Skip"))
    coach = (Valid("c", "Coach"),) if state.scene == "turn" and not state.ranked else ()
    return (go, *coach, *_LOOK), _TOGGLES, (Valid("esc", "Exit"),)


# -- pages that lie over ------------------------------------------------------------------------------


def _help(state: State, of: Tier) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, PAGES, state.page, inks(of).accent, NAME)
    return canvas


def _stats(state: State, of: Tier) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, stats_pages(state), state.page, inks(of).accent, NAME)
    return canvas


def _coach(state: State, of: Tier) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    looked = coach_pages(state)
    if looked:
        draw_page(canvas, looked, state.page, inks(of).accent, NAME)
    return canvas


_OVER: Final[dict[str, Callable[[State, Tier], Canvas]]] = {
    "help": _help,
    "stats": _stats,
    "coach": _coach,
    "ten": scores.top_ten_screen,
    "scores": scores.all_scores,
}
