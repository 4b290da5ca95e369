"""Draw the table on a grid of 80×23, and the title's picture.

Law: `draw` is pure, and still parts come from a cache: one picture for each arrangement of doors.  Row 20
has the toggles, row 21 is the message line of all doors.  The last row names every valid key; the capital
letter in a word is the key.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.frames import flying_dice
from door.games.game import AT_TABLE, DEMO, KINDS, Front, GameView
from door.games.microlink import art, boss, scores
from door.games.microlink.art import BOX_ROWS, DOOR_COLS, DOOR_ROWS, DOWN_ROW, UP_ROW, ground
from door.games.microlink.board import CHOOSE, CHOOSE_BY_NUMPAD, DOOR_KEYS, LOOK
from door.games.microlink.choices import PLAY, fit_name, is_on, on_of, who
from door.games.microlink.coach import last_turn
from door.games.microlink.lastline import switches, valid_keys
from door.games.microlink.motion import THROW, TurnView, choosing, demonstrated, goes_on, sight
from door.games.microlink.rules import TURNS, Game, dots
from door.games.shutbox.rules import roll_text, tiles_of, total_of
from door.term.canvas import (
    BRIGHT_CYAN,
    CYAN,
    DARK,
    GREY,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    letter_picture,
    picture,
    style,
)
from door.term.keys import Key
from door.ui.lettering import signboard
from door.ui.screen import Tier, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import Hint, cut, draw_page, keys_line, panel
from door.ui.words import seal

our: Final = tr.microlink
COLS: Final = 80
ROWS: Final = 23
DICE_ROW: Final = 14
SUM_ROW: Final = 19
CARD_X: Final = 27
CARD_COLS: Final = 52
BOX_X: Final = 1
MESSAGE_ROW: Final = 17
TOGGLE_ROW: Final = 20
NAME: Final = "MicroLink Shut The Box"
_BACK: Final = (Hint("enter", tr.door_keys.back, tr.door_keys.any_key),)


def draw(table: GameView, view: View) -> Canvas:
    page = table.board
    if page is None or not page.over:
        return _table(table, view.tier)
    if page.dos is not None:
        return boss.draw(page.dos, view)
    return scores.all_scores(table, view.tier) if page.over == "scores" else _coach(table)


def _coach(table: GameView) -> Canvas:
    canvas, page = Canvas(COLS, ROWS), last_turn(table.position)
    draw_page(canvas, (page,) if page else (), 0, BRIGHT_CYAN, NAME, keys=False)
    keys_line(canvas, _BACK, BRIGHT_CYAN)
    return canvas


def sign(front: Front, view: View) -> Canvas:
    return _sign(view.tier)


@picture
def _sign(of: Tier) -> Canvas:
    canvas = Canvas(COLS, 10)
    canvas.put(5, 0, "M i c r o L i n k", WHITE)
    logo = signboard("SHUT THE BOX", BRIGHT_CYAN, CYAN, of == "ascii")
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    for number in range(1, art.DOORS + 1):
        face: art.Face = "shut" if number in (2, 5) else "up"
        canvas.blit(art.door(number, face, of), art.door_x(number), 6)
    return canvas


# -- the box -------------------------------------------------------------------------------------


@cache_by_language
def _doors(open_doors: int, chosen: int, mine: bool, of: Tier) -> Canvas:
    """Draw the box with its doors: up, shut since the last roll, or shut for this turn.  They answer the
    mouse if the choice is `mine`.
    """
    canvas = Canvas(COLS, ROWS)
    canvas.blit(art.box(of), BOX_X, 0)
    for number in range(1, art.DOORS + 1):
        bit, x = 1 << number - 1, art.door_x(number)
        face: art.Face = "shut" if chosen & bit else "up" if open_doors & bit else "gone"
        canvas.blit(art.door(number, face, of), x, UP_ROW if face == "up" else DOWN_ROW)
        if mine:
            canvas.hot(x, UP_ROW, DOOR_COLS, DOWN_ROW + DOOR_ROWS - UP_ROW, DOOR_KEYS[number - 1])
    panel(canvas, CARD_X, BOX_ROWS, CARD_COLS, 5, our.scorecard(), CYAN, head=BRIGHT_CYAN)
    return canvas


@picture
def _shut(number: int, of: Tier) -> Canvas:
    canvas = Canvas(DOOR_COLS, DOWN_ROW + DOOR_ROWS - UP_ROW)
    canvas.blit(art.box(of), BOX_X - art.door_x(number), -UP_ROW)
    canvas.blit(art.door(number, "shut", of), 0, DOWN_ROW - UP_ROW)
    return canvas


def _pointer(number: int, down: bool, of: Tier) -> tuple[Sprite, ...]:
    x, y = art.door_x(number) - 1, DOWN_ROW if down else UP_ROW
    (above, below, left, right), ink = _POINTERS[of], style(WHITE, ground(of))
    return (
        Sprite(letter_picture(above, ink), x, y - 1),
        Sprite(letter_picture(below, ink), x, y + DOOR_ROWS),
        Sprite(letter_picture(left, ink, DOOR_ROWS), x, y),
        Sprite(letter_picture(right, ink, DOOR_ROWS), x + DOOR_COLS + 1, y),
    )


_POINTERS: Final[dict[Tier, tuple[str, str, str, str]]] = {
    "colour": ("▄" * 9, "▀" * 9, "█", "█"),
    "mono": ("▼  ▼▼▼  ▼", "▲  ▲▲▲  ▲", "►", "◄"),
    "ascii": ("v" * 9, "^" * 9, "|", "|"),
}
"""The frame of a door: above, below, left and right of it."""


def _table(table: GameView, of: Tier) -> Canvas:
    game, seen, mine = table.position, sight(table), choosing(table)
    chosen = table.frame.at if _scene(table) == "watching" else 0
    what = KINDS[table.kind]() if table.kind in KINDS else ""
    if demonstrated(table):
        what = our.game_is_demonstration()
    on, sealed = on_of(table.choices), table.commit and seal(table.commit, 3 if what else 4)
    canvas = _still(
        (seen.open, chosen, mine), (seen.round, sealed, what),
        _score_card(game, seen), _status_line(table, seen), on if table.caller else None,
        _valid(table) if table.caller and not game.over else (), of,
    ).copy()  # fmt: skip
    _dice(canvas, table, seen, "p" in on, of)
    return canvas


@cache_by_language
def _still(
    doors: tuple[int, int, bool],
    head: tuple[int, str, str],
    card: Card,
    said: tuple[str, bool],
    on: frozenset[str] | None,
    keys: tuple[tuple[Hint, ...], ...],
    of: Tier,
) -> Canvas:
    """Draw everything but the dice; cached while they tumble.  `on` are the toggles, None for a watcher."""
    canvas = _doors(*doors, of).copy()
    _header(canvas, *head, of)
    _card(canvas, card)
    canvas.blit(_message_box(*said), CARD_X, MESSAGE_ROW)
    if on is not None:
        canvas.blit(switches(on), 0, TOGGLE_ROW)
    if keys:
        canvas.blit(valid_keys(keys, of), 0, ROWS - 1)
    return canvas


def _scene(table: GameView) -> str:
    return table.frame.scene if table.frame else ""


def _header(canvas: Canvas, turn: int, sealed: str, what: str, of: Tier) -> None:
    """Draw the door's name, the turn, the kind of game and the commitment into the box's upper edge."""
    line = style(BRIGHT_CYAN, ground(of))
    canvas.put(4, 0, "═" * 72, line)
    end = canvas.put(4, 0, f" {NAME if not what else 'MicroLink'} ", style(WHITE, ground(of)))
    end = canvas.put(end + 1, 0, our.turn_of_turns(turn=turn, turns=TURNS), style(YELLOW, ground(of)))
    seal_text = our.dice_sealed(sealed=sealed) if sealed else ""
    canvas.right(75, 0, seal_text, line)
    if what:
        room = 75 - len(seal_text) - (end + 3)
        canvas.put(end + 1, 0, f" {cut(what, room)} ", style(YELLOW, ground(of)))


# -- below the box --------------------------------------------------------------------------------


def _dice(canvas: Canvas, table: GameView, seen: TurnView, pips: bool, of: Tier) -> None:
    faces = enumerate(seen.dice or (0, 0))
    lying = [Sprite(art.dice_face(face, pips, of), 1 + at * 13, DICE_ROW) for at, face in faces]
    rolls = _scene(table) == "rolling"
    for sprite in flying_dice(THROW, table.frame.at, lying, of) if rolls else lying:
        canvas.blit(*sprite)
    if rolls:
        return
    if seen.dice is None:
        canvas.centre(SUM_ROW, our.not_rolled(), GREY, 1, 25)
    else:
        canvas.centre(SUM_ROW, roll_text(seen.dice), WHITE, 1, 25)


def hand(table: GameView, view: View) -> tuple[Sprite, ...]:
    """Return the doors shut since the last roll, their sum, and the frame of the door pointed at."""
    if not choosing(table):
        return ()
    at, chosen, of = table.board.at, table.board.chosen, view.tier
    pointer = _pointer(at, bool(chosen >> at - 1 & 1), of)
    if not chosen:
        return pointer
    shut = (Sprite(_shut(number, of), art.door_x(number), UP_ROW) for number in tiles_of(chosen))
    said = Sprite(_message_box(*_sum(chosen, sight(table))), CARD_X, MESSAGE_ROW)
    return (*shut, said, *pointer)


class Card(NamedTuple):
    """The scorecard: the player's name, points of this turn and score, and a line with the others' scores."""

    name: str
    points: int
    total: int
    others: str


def _score_card(game: Game, seen: TurnView) -> Card:
    others, line = [at for at in range(len(game.seats)) if at != seen.seat], ""
    if others:
        room = (CARD_COLS + 1) // len(others) - 7  # three columns between scores, three digits each
        line = "   ".join(f"{fit_name(game, at, room)} {seen.totals[at]}" for at in others)
    return Card(cut(who(game, seen.seat), 24), seen.points, seen.totals[seen.seat], line)


def _card(canvas: Canvas, card: Card) -> None:
    end = canvas.put(CARD_X + 2, 14, card.name, WHITE)
    if card.points:
        canvas.put(end + 2, 14, our.points_this_turn(points=card.points), GREY)
    canvas.right(CARD_X + CARD_COLS - 3, 14, our.score_total(total=card.total), YELLOW)
    filled = dots(card.total)
    canvas.put(CARD_X + 1, 15, "·" * scores.DOTS, DARK)
    for at in range(0, filled, 10):  # a perfect round is ten dots
        canvas.put(CARD_X + 1 + at, 15, "■" * min(filled - at, 10), WHITE if at // 10 % 2 else BRIGHT_CYAN)
    canvas.put(CARD_X + (2 if card.others else 1), 16, card.others or _SCALE, GREY if card.others else DARK)


_SCALE: Final = "".join(f"{points:>10}" for points in range(50, 251, 50))[1:]


@picture
def _message_box(text: str, go_on: bool) -> Canvas:
    """Draw the message below the scorecard, in double lines if Return, or a click on it, goes on."""
    canvas = Canvas(CARD_COLS, 3)
    edge = BRIGHT_CYAN if go_on else CYAN
    (left, line, right), (low_left, low_right) = ("╞═╡", "╘╛") if go_on else ("├─┤", "└┘")
    canvas.put(0, 0, left + line * (CARD_COLS - 2) + right, edge)
    canvas.put(0, 1, "│" + " " * (CARD_COLS - 2) + "│", edge)
    canvas.put(0, 2, low_left + line * (CARD_COLS - 2) + low_right, edge)
    canvas.centre(1, cut(text, CARD_COLS - 2), WHITE)
    if go_on:
        canvas.hot(0, 0, CARD_COLS, 3, Key("enter"))
    return canvas


def _status_line(table: GameView, seen: TurnView) -> tuple[str, bool]:
    game, scene, name = table.position, _scene(table), cut(who(table.position, seen.seat), 21)
    rolled = sum(seen.dice or ())
    if scene == "ready":
        return our.player_to_roll(name=name), True
    if seen.dice is None:
        return our.player_about_to_roll(name=name), False
    if scene == "stuck":
        waits = not goes_on(table, seen.seat)
        return (our.cannot_use_roll_press_return if waits else our.cannot_use_roll)(), waits
    if scene == "turn":
        return _turn_end_line(table, game, seen)
    if scene:
        shuts = scene == "watching"
        return our.player_shuts(name=name, total=rolled) if shuts else our.player_rolls(name=name), False
    if choosing(table):
        return _sum(0, seen)
    return tr.play.game_over() if game.over else our.player_has_rolled(name=name, total=rolled), False


def _sum(chosen: int, seen: TurnView) -> tuple[str, bool]:
    wanted, have = sum(seen.dice or ()), total_of(chosen)
    doors = " + ".join(map(str, tiles_of(chosen)))
    if not have:
        return our.pick_doors(total=wanted), False
    shut = f"{doors} = {have}" if "+" in doors else our.doors_shut(doors=doors)
    if have == wanted:
        return (our.return_to_shut if seen.open == chosen else our.return_to_roll)(shut=shut), True
    return (our.points_too_much if have > wanted else our.points_to_go)(
        shut=shut, points=abs(have - wanted)
    ), False


def _turn_end_line(table: GameView, game: Game, seen: TurnView) -> tuple[str, bool]:
    """Return a turn's points and the next step, and True if the table waits for Return."""
    points = our.points_made(points=seen.points) if seen.open else our.box_shut(points=seen.points)
    if goes_on(table, seen.seat):
        return f"{fit_name(game, seen.seat, 24)}: {points}", False
    if game.over:
        turn = our.turn_the_result()
    elif len(game.seats) == 1:
        turn = our.turn_the_next()
    else:
        room = CARD_COLS - 2 - len(our.return_for_turn(points=points, turn=our.label_turn(name="")))
        turn = our.label_turn(name=fit_name(game, game.seat, max(room, 16)))
    said = our.return_for_turn(points=points, turn=turn)
    return (said if len(said) <= CARD_COLS - 2 else our.return_for_turn_short(points=points, turn=turn)), True


# -- the last line -----------------------------------------------------------------------------------

_TOGGLES: Final = tuple(toggle.hint for toggle in PLAY)
_TOGGLES_AT_TABLE: Final = tuple(valid for valid in _TOGGLES if valid.key != DEMO)
_GO: Final = (Hint("enter", our.key_go, "Enter"),)
_UNDO: Final = (Hint("u", our.key_undo),)
_COACH: Final = (Hint("c", our.key_coach),)
_EXIT: Final = (Hint("esc", our.key_exit, "[Esc]"),)


def _valid(table: GameView) -> tuple[tuple[Hint, ...], ...]:
    practice = table.kind == "practice" and not demonstrated(table)
    undo = _UNDO if practice and table.moves else ()
    at_table = table.kind == AT_TABLE
    toggles = _TOGGLES_AT_TABLE if at_table else _TOGGLES
    if choosing(table):
        choose = CHOOSE_BY_NUMPAD if is_on(table.choices, "m") else CHOOSE
        return (*choose, *undo, *LOOK), toggles, _EXIT
    go = () if at_table and not (table.frame and _status_line(table, sight(table))[1]) else _GO
    coach = _COACH if practice and _scene(table) == "turn" else ()
    return (*go, *coach, *undo, *LOOK), toggles, _EXIT
