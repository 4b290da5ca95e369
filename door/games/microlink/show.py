"""What callers see and hear: pictures, the last line, sentences, the screen.

An open door is in the upper row, a shut one in the lower, so position alone tells them apart.

Row 20 has the toggles, row 21 is the message line of all doors.  The last row has every valid key with one
word.  A letter key is a capital within its word, so that fourteen keys fit.  Other keys precede their words.

In plain mode a game's story only grows, so the new part is everything after the lines already shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from door.games import api
from door.games.microlink import boss, record
from door.games.microlink.choices import (
    ALL,
    PLAY,
    THROW,
    TurnView,
    choosing,
    demonstrated,
    fit_name,
    goes_on,
    is_on,
    on_of,
    sight,
    watched,
    who,
)
from door.games.microlink.play import CHOOSE, CHOOSE_BY_NUMPAD, DOOR_KEYS, LOOK, last_turn
from door.games.microlink.rules import TURNS, LinkGame, dots
from door.games.shutbox.rules import QUIT, Dice, Step, move_text, roll_text, tiles_of, total_of
from door.term.canvas import (
    BLACK,
    BLUE,
    BRIGHT_BLUE,
    BRIGHT_CYAN,
    CYAN,
    DARK,
    DEEP,
    GREY,
    LIGHT,
    SOFT,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    letter_picture,
    picture,
    style,
)
from door.term.keys import Key
from door.ui.blocks import DoorFrame, Layout, Text
from door.ui.drawing import to_canvas
from door.ui.lettering import bitmap, paint, signboard
from door.ui.screen import COLS, ROWS, Tier, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import CLOSE, Hint, cut, die, panel
from door.ui.words import Lines, commas, seal

# -- box, doors and logo ---------------------------------------------------------------------------

Face = Literal["up", "shut", "gone"]

DOORS: Final = 9
DOOR_COLS: Final = 7
DOOR_ROWS: Final = 4
STEP: Final = 8  # columns from one door to the next
LEFT: Final = 4  # the first door's column
UP_ROW: Final = 2
DOWN_ROW: Final = 7
BOX_COLS: Final = 78
BOX_ROWS: Final = 13


def ground(of: Tier) -> int:
    return BLUE if of == "colour" else BLACK


def door_x(number: int) -> int:
    return LEFT + (number - 1) * STEP


_FACES: Final[dict[Face, tuple[int, int]]] = {
    "up": (CYAN, WHITE),
    "shut": (YELLOW, BLACK),
    "gone": (BLACK, BRIGHT_BLUE),
}
"""Each face's own colour and its numeral's colour."""


@picture
def door(number: int, face: Face, of: Tier) -> Canvas:
    """Draw a door, 7 columns × 4 rows: up, shut since the last roll, or gone (shut for the turn)."""
    canvas = Canvas(DOOR_COLS, DOOR_ROWS)
    if of == "ascii":
        canvas.box(0, 0, DOOR_COLS, DOOR_ROWS, WHITE if face != "gone" else GREY)
        canvas.put(2, 1, f"[{number}]" if face == "shut" else f" {number} ", WHITE)
        canvas.put(3, 2, "-" if face == "gone" else " ", GREY)
        return canvas
    if of == "mono":
        return _draw_outline(canvas, number, face)
    paper, ink = _FACES[face]
    small = face == "shut"  # black on bright, so it keeps off the edges
    rows = [row.center(DOOR_COLS) for row in bitmap(str(number), small)]
    paint(canvas, 0, 0, [" " * DOOR_COLS] * (1 + small) + rows, {"#": ink}, paper)
    canvas.shade(0, 0, DOOR_COLS, (LIGHT, SOFT, 0, DEEP))
    return canvas


def _draw_outline(canvas: Canvas, number: int, face: Face) -> Canvas:
    """Draw a door without colours: a frame around a smaller numeral.  Monochrome screens would show solid
    ground in reverse.  A door shut for the turn has no frame.
    """
    pixels = [" " * DOOR_COLS] * 2 + [row.center(DOOR_COLS) for row in bitmap(str(number), small=True)]
    if face != "gone":
        edge = "#" * DOOR_COLS
        pixels = [edge, *(f"#{row[1:-1]}#" for row in pixels[1:]), edge]
    paint(canvas, 0, 0, pixels, {"#": GREY if face == "gone" else WHITE}, BLACK)
    return canvas


@picture
def box(of: Tier) -> Canvas:
    """Draw the empty box, 78 columns × 13 rows: a frame, the doorways above, the rail between."""
    canvas = Canvas(BOX_COLS, BOX_ROWS)
    canvas.fill(1, 1, BOX_COLS - 2, BOX_ROWS - 2, " ", style(BRIGHT_BLUE, ground(of)))
    canvas.box(0, 0, BOX_COLS, BOX_ROWS, style(BRIGHT_CYAN, ground(of)), "double")
    for number in range(1, DOORS + 1):
        x = door_x(number) - 1
        canvas.fill(x, UP_ROW, DOOR_COLS, DOOR_ROWS, "░" if of == "colour" else " ", BLUE)
        canvas.put(x + 3, UP_ROW + 1, "·", DARK)
    canvas.put(0, 6, "╟" + "─" * (BOX_COLS - 2) + "╢", style(BRIGHT_CYAN, ground(of)))
    return canvas


# -- the last line ---------------------------------------------------------------------------------

Groups = tuple[tuple[Hint, ...], ...]


def accent_of(hint: Hint) -> str:
    """Return the highlighted part of an entry: the capital within the word, or the key before it."""
    return hint.label_text if hint.label else hint.key.upper()


def _text(hint: Hint) -> str:
    return hint.text if accent_of(hint) in hint.text else f"{accent_of(hint)} {hint.text}"


@cache_by_language
def valid_keys(groups: Groups, of: Tier) -> Canvas:
    """Draw the groups centred in a row of 80, separated by strokes if they fit.

    If they don't, words are dropped: first those of keys that say what they do, then from the end, and last
    that of the way out.
    """
    canvas, strokes = Canvas(COLS, 1), len(groups) - 1
    keys = [(number, hint, _text(hint)) for number, group in enumerate(groups) for hint in group]
    last = len(keys) - 1
    numbers = [at for at, (_, hint, _) in enumerate(keys) if accent_of(hint)[0].isdecimal()]
    for at in (*numbers, *range(last - 1, -1, -1), last):
        if _wide(keys) < COLS:
            break
        number, hint, _ = keys[at]
        keys[at] = number, hint, accent_of(hint)
    wide = _wide(keys)
    stroke = "│ " if wide + 2 * strokes < COLS else ""
    between = " " if of == "colour" else "|"  # without colours, keys need a separator
    x = max((COLS - 1 - wide - len(stroke) * strokes) // 2, 0)
    for at, (number, hint, text) in enumerate(keys):
        if at and stroke and number != keys[at - 1][0]:
            x = canvas.put(x, 0, stroke, DARK)
        elif at:
            canvas.put(x - 1, 0, between, DARK)
        canvas.put(x, 0, text, CYAN if number % 2 else GREY)
        canvas.put(x + text.find(accent_of(hint)), 0, accent_of(hint), BRIGHT_CYAN)
        canvas.hot(x, 0, len(text), 1, Key(hint.key))
        x += len(text) + 1
    return canvas


def _wide(keys: Sequence[tuple[int, Hint, str]]) -> int:
    return sum(len(text) + 1 for _, _, text in keys) - 1


@cache_by_language
def switches(on: frozenset[str]) -> Canvas:
    """Draw the state of the toggles in a row of 80, each a target for the mouse."""
    canvas = Canvas(COLS, 1)
    words = [_text(toggle.hint) for toggle in ALL]
    yes, no = api.VALUES[api.YES](), api.VALUES[api.NO]()
    room = (COLS - 1) // len(ALL) - 1
    texts = [
        cut(f"{name} {yes if toggle.key in on else no}", max(room, len(name) + 4))
        for name, toggle in zip(words, ALL, strict=True)
    ]
    gap = min((COLS - 2 - sum(map(len, texts))) // (len(texts) - 1), 5)
    x = (COLS - sum(map(len, texts)) - gap * (len(texts) - 1)) // 2
    for toggle, name, text in zip(ALL, words, texts, strict=True):
        canvas.put(x, 0, text, WHITE if toggle.key in on else DARK)
        canvas.put(x, 0, text[: len(name)], GREY)
        canvas.put(x + name.find(toggle.key.upper()), 0, toggle.key.upper(), BRIGHT_CYAN)
        canvas.hot(x, 0, len(text), 1, Key(toggle.key))
        x += len(text) + gap
    return canvas


our: Final = tr.microlink


# -- plain mode ------------------------------------------------------------------------------------


def prompt(table: api.GameView) -> str:
    game, dos = table.position, table.board.dos
    if dos is not None:
        return str(dos.prompt)
    if game.over or api.elsewhere(table, game.seat):
        return ""
    return our.plain_prompt() if len(game.seats) == 1 else our.plain_prompt_player(who=who(game, game.seat))


def say(before: api.GameView | None, after: api.GameView) -> Lines:
    game = after.position
    lines: list[str] = []
    running = len((before or after).position.turns)
    if before is None and len(game.seats) > 1:
        lines = [our.plain_players(seats=commas(map(api.seating.seat_name, game.seats)))]
    known = len(_story(after, before.position, running)) if before else 0
    lines += _story(after, game, running)[known:]
    # a game between callers ends with everybody's place
    if game.over and len(game.seats) > 1 and after.kind != api.AT_TABLE:
        lines.append(commas(f"{who(game, seat)}: {total}" for seat, total in enumerate(game.totals)))
    return tuple(lines)


def recap(table: api.GameView) -> Lines:
    game = table.position
    alone = len(game.seats) == 1
    names = (our.plain_your_score() if alone else who(game, seat) for seat in range(len(game.seats)))
    lines = [commas(f"{name}: {total}" for name, total in zip(names, game.totals, strict=True))]
    if game.over:
        return tuple(lines)
    lines.append(_turn_line(game, game.seat, game.round))
    if shut := sum(step.shut for step in game.steps):
        lines.append(our.plain_shut_doors(doors=move_text(shut), points=total_of(shut)))
    return tuple(lines) if _to_roll(table, game) else (*lines, *_roll_and_doors(game.box.dice, game.box.open))


def describe(before: LinkGame | None, move: str, after: LinkGame) -> Lines:
    """Return a move and, if it ended the turn, the turn's points."""
    if before is None or move == QUIT:
        return ()
    who, roll = api.seating.seat_name(before.seats[before.seat]), roll_text(before.box.dice)
    line = our.move_line(turn=before.round, who=who, roll=roll, move=move)
    if len(after.turns) == len(before.turns):
        return (line,)
    turn = after.turns[-1]
    dead = " + ".join(map(str, turn.steps[-1].dice))
    why = our.all_doors_shut() if turn.perfect else our.roll_cannot_be_used(roll=dead)
    return line, our.turn_ended(why=why, points=tr.count.points(n=turn.score), total=after.totals[turn.seat])


def _story(table: api.GameView, game: LinkGame, first: int) -> list[str]:
    """Return the events from turn `first` (from 0) on, as the toggles ask."""
    story, totals = list[str](), [0] * len(game.seats)
    name = our.plain_your_score()
    for number, turn in enumerate(game.turns):
        totals[turn.seat] += turn.score
        if number < first:
            continue
        story.append(_turn_line(game, turn.seat, number // len(game.seats) + 1))
        story += _steps(table, game, turn.steps, turn.seat)
        if turn.perfect:
            story.append(our.plain_box_shut())
        if len(game.seats) > 1:
            name = our.plain_score_of(who=who(game, turn.seat))
        story.append(our.plain_scored(name=name, total=totals[turn.seat], score=turn.score))
    if len(game.turns) < TURNS * len(game.seats):
        story.append(_turn_line(game, game.seat, game.round))
        story += _steps(table, game, game.steps, game.seat)
        if not _to_roll(table, game):
            story += _roll_lines(table, game.seat, game.box.dice, game.box.open)
    return story


def _to_roll(table: api.GameView, game: LinkGame) -> bool:
    """True if that player may still have to press Return to roll: others hear the roll with its doors."""
    return api.elsewhere(table, game.seat) and not game.steps


def _turn_line(game: LinkGame, seat: int, number: int) -> str:
    said = our.plain_turn if len(game.seats) == 1 else our.plain_turn_of
    return said(number=number, turns=TURNS, who=who(game, seat))


def _roll_lines(table: api.GameView, seat: int, dice: Dice, doors: int) -> Lines:
    quiet = table.caller and table.kind != api.AT_TABLE and watched(table, seat)
    return _roll_and_doors(dice, doors)[: 1 if quiet else 2]


def _roll_and_doors(dice: Dice, doors: int) -> tuple[str, str]:
    return our.plain_roll(roll=roll_text(dice)), our.plain_open_doors(doors=move_text(doors))


def _steps(table: api.GameView, game: LinkGame, steps: tuple[Step, ...], seat: int) -> list[str]:
    story: list[str] = []
    points = 0
    for step in steps:
        story += _roll_lines(table, seat, step.dice, step.open)
        points += total_of(step.shut)
        if not step.shut:
            stuck = is_on(table.choices, "k")
            story.append(our.cannot_use_roll() if stuck else our.plain_no_match(total=step.total))
        elif watched(table, seat):
            story.append(our.plain_shuts(who=who(game, seat), doors=move_text(step.shut)))
        else:
            story.append(our.plain_shut_doors(doors=move_text(step.shut), points=points))
    return story


# -- the computer ------------------------------------------------------------


CHARACTER: Final = api.Character(
    "microlink", our.voice_greeting, our.voice_good, our.voice_bad, our.voice_win, our.voice_loss
)

GOOD_TURN: Final = 36
"""A turn of so many points or more pleases it; the best play averages 34."""


def company(seen: api.GameView, table: api.GameView) -> api.Speaker | None:
    game = seen.position
    computers = [seat for seat, name in enumerate(game.seats) if api.computer_level(name)]
    if not 0 < len(computers) < len(game.seats):
        return None
    turns = [turn for turn in game.turns if turn.seat in computers]
    seat = turns[-1].seat if turns else computers[0]
    if game.over:
        seat = next((seat for seat in computers if seat in game.winners), seat)
    return api.Speaker(who(game, seat), CHARACTER, _mood(game, seat), len(turns))


def _mood(game: LinkGame, seat: int) -> api.Mood:
    if game.over:
        return "win" if game.given_up or seat in game.winners else "loss"
    last = next((turn for turn in reversed(game.turns) if turn.seat == seat), None)
    if last is None:
        return "greeting"
    return "good" if last.score >= GOOD_TURN else "bad"


# -- the screen ------------------------------------------------------------------------------------

DICE_ROW: Final = 14
SUM_ROW: Final = 19
CARD_X: Final = 27
CARD_COLS: Final = 52
BOX_X: Final = 1
MESSAGE_ROW: Final = 17
TOGGLE_ROW: Final = 20
NAME: Final = "MicroLink Shut The Box"


def draw(table: api.GameView, view: View) -> Canvas:
    board = table.board
    if board is None or not board.page:
        return _table(table, view.tier)
    if board.dos is not None:
        return boss.draw(board.dos, view)
    if board.page == "scores":
        return record.all_scores(table, view.tier)
    title, lines = last_turn(table.position) or ("", ())
    text = Text(title, tuple((line, GREY) for line in lines))
    return to_canvas(Layout(title, text, back=CLOSE, frame=DoorFrame(NAME, BRIGHT_CYAN)), view)


def sign(front: api.Front, view: View) -> Canvas:
    return _sign(view.tier)


@picture
def _sign(of: Tier) -> Canvas:
    canvas = Canvas(COLS, 10)
    canvas.put(5, 0, "M i c r o L i n k", WHITE)
    canvas.blit_centred(signboard("SHUT THE BOX", BRIGHT_CYAN, CYAN, of == "ascii"), 1)
    for number in range(1, DOORS + 1):
        face: Face = "shut" if number in (2, 5) else "up"
        canvas.blit(door(number, face, of), door_x(number), 6)
    return canvas


# -- the box -------------------------------------------------------------------------------------


@cache_by_language
def _doors(open_doors: int, chosen: int, mine: bool, of: Tier) -> Canvas:
    """Draw the box with its doors: up, shut since the last roll, or shut for this turn.  They answer the
    mouse if the choice is `mine`.
    """
    canvas = Canvas(COLS, ROWS)
    canvas.blit(box(of), BOX_X, 0)
    for number in range(1, DOORS + 1):
        bit, x = 1 << number - 1, door_x(number)
        face: Face = "shut" if chosen & bit else "up" if open_doors & bit else "gone"
        canvas.blit(door(number, face, of), x, UP_ROW if face == "up" else DOWN_ROW)
        if mine:
            canvas.hot(x, UP_ROW, DOOR_COLS, DOWN_ROW + DOOR_ROWS - UP_ROW, DOOR_KEYS[number - 1])
    panel(canvas, CARD_X, BOX_ROWS, CARD_COLS, 5, our.scorecard(), CYAN, head=BRIGHT_CYAN)
    return canvas


@picture
def _shut(number: int, of: Tier) -> Canvas:
    canvas = Canvas(DOOR_COLS, DOWN_ROW + DOOR_ROWS - UP_ROW)
    canvas.blit(box(of), BOX_X - door_x(number), -UP_ROW)
    canvas.blit(door(number, "shut", of), 0, DOWN_ROW - UP_ROW)
    return canvas


def _pointer(number: int, down: bool, of: Tier) -> tuple[Sprite, ...]:
    x, y = door_x(number) - 1, DOWN_ROW if down else UP_ROW
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


def _table(table: api.GameView, of: Tier) -> Canvas:
    game, seen, mine = table.position, sight(table), choosing(table)
    chosen = table.frame.at if _scene(table) == "watching" else 0
    what = api.KINDS[table.kind]() if table.kind in api.KINDS else ""
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


def _scene(table: api.GameView) -> str:
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


def _dice(canvas: Canvas, table: api.GameView, seen: TurnView, pips: bool, of: Tier) -> None:
    """Draw the dice with pips or numerals.  Before the roll they are blank and dim."""
    body, edge = (WHITE, GREY) if seen.dice else (CYAN, BLUE)
    if of != "colour":
        body = edge = WHITE if seen.dice else GREY
    faces = [die(face, pips or not face, body, edge, of == "ascii") for face in seen.dice or (0, 0)]
    lying = [Sprite(face, 1 + at * 13, DICE_ROW) for at, face in enumerate(faces)]
    rolls = _scene(table) == "rolling"
    for sprite in api.flying_dice(THROW, table.frame.at, lying, of) if rolls else lying:
        canvas.blit(*sprite)
    if not rolls:
        said = roll_text(seen.dice) if seen.dice else our.not_rolled()
        canvas.centre(SUM_ROW, said, WHITE if seen.dice else GREY, 1, 25)


def hand(table: api.GameView, view: View) -> tuple[Sprite, ...]:
    """Return the doors shut since the last roll, their sum, and the frame of the door pointed at."""
    if not choosing(table):
        return ()
    at, chosen, of = table.board.at, table.board.chosen, view.tier
    pointer = _pointer(at, bool(chosen >> at - 1 & 1), of)
    if not chosen:
        return pointer
    shut = (Sprite(_shut(number, of), door_x(number), UP_ROW) for number in tiles_of(chosen))
    said = Sprite(_message_box(*_sum(chosen, sight(table))), CARD_X, MESSAGE_ROW)
    return (*shut, said, *pointer)


class Card(NamedTuple):
    """The scorecard: the player's name, points of this turn and score, and a line with the others' scores."""

    name: str
    points: int
    total: int
    others: str


def _score_card(game: LinkGame, seen: TurnView) -> Card:
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
    canvas.put(CARD_X + 1, 15, "·" * record.DOTS, DARK)
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


def _status_line(table: api.GameView, seen: TurnView) -> tuple[str, bool]:
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


def _turn_end_line(table: api.GameView, game: LinkGame, seen: TurnView) -> tuple[str, bool]:
    """Return a turn's points and the next step, and True if the table waits for Return."""
    points = tr.count.points(n=seen.points)
    points = points if seen.open else our.box_shut(points=points)
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
_TOGGLES_AT_TABLE: Final = tuple(valid for valid in _TOGGLES if valid.key != api.DEMO)
_GO: Final = (Hint("enter", our.key_go, "Enter"),)
_UNDO: Final = (Hint("u", our.key_undo),)
_COACH: Final = (Hint("c", our.key_coach),)
_EXIT: Final = (Hint("esc", our.key_exit, "[Esc]"),)


def _valid(table: api.GameView) -> tuple[tuple[Hint, ...], ...]:
    practice = table.kind == "practice" and not demonstrated(table)
    undo = _UNDO if practice and table.moves else ()
    at_table = table.kind == api.AT_TABLE
    toggles = _TOGGLES_AT_TABLE if at_table else _TOGGLES
    if choosing(table):
        choose = CHOOSE_BY_NUMPAD if is_on(table.choices, "m") else CHOOSE
        return (*choose, *undo, *LOOK), toggles, _EXIT
    go = () if at_table and not (table.frame and _status_line(table, sight(table))[1]) else _GO
    coach = _COACH if practice and _scene(table) == "turn" else ()
    return (*go, *coach, *undo, *LOOK), toggles, _EXIT
