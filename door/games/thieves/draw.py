"""The door's screens on a grid of 80×23, in the middle of whatever there is.

Law: `draw` is pure; what stays as it is comes from a cache, and a stack of cards is one
picture for each way it can stand, so that a frame is a handful of blits and a few words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.thieves import cards, front
from door.games.thieves.cards import STRIP, H, Skin, W
from door.games.thieves.help import pages
from door.games.thieves.keys import Pile
from door.games.thieves.motion import FRAMES
from door.games.thieves.rules import CLEAR_BONUS, STACKS, Game
from door.games.thieves.state import STOCK, Motion, Play, State, jokers_of, may_choose
from door.midend.words import turns_line
from door.term.canvas import BLACK, BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key
from door.ui.screen import View
from door.ui.widgets import Hint, centred, cut, draw_page, keys_line, message
from door.ui.words import counted, seal

COLS: Final = 80
HEIGHT: Final = 23
ACCENT: Final = BRIGHT_RED
TOP: Final = 3
PITCH: Final = 9
CURRENT: Final = (68, TOP)
STOCK_AT: Final = (68, 12)
NOTE_ROW: Final = 21

_PLAY_KEYS: Final = (
    Hint("enter", "take"), Hint(" ", "turn"), Hint("f", "fits"), Hint("n", "new"),
    Hint("t", "top"), Hint("h", "help"), Hint("q", "leave"),
)  # fmt: skip
_PRACTICE_KEYS: Final = (
    Hint("enter", "take"), Hint(" ", "turn"), Hint("f", "fits"), Hint("u", "undo"),
    Hint("n", "new"), Hint("h", "help"), Hint("q", "leave"),
)  # fmt: skip
_LEAVE: Final[tuple[str, ...]] = (
    "A game left for later waits here with the same cards.",
    "One given up ends now, with the score that stands.",
)
_END: Final[tuple[str, ...]] = ("This practice game ends here.",)
_OTHERS: Final[tuple[str, ...]] = ("Other cards, or these once more?",)
_ROOM: Final = " " * front.NUMBERS
_SKIP_KEYS: Final = (Hint("esc", "skip", "any key"),)
_LEAVE_KEYS: Final = (Hint("l", "for later"), Hint("g", "give it up"), Hint("esc", "play on"))
_END_KEYS: Final = (Hint("g", "end it"), Hint("esc", "play on"))
_NEW_KEYS: Final = (Hint("y", "new game"), Hint("esc", "play on"))
_CHOOSE_KEYS: Final = (Hint("left", "", "←"), Hint("right", "jokers", "→"), *_NEW_KEYS)
_JOKER_KEYS: Final = (*_CHOOSE_KEYS[:2], Hint("enter", "play"), Hint("esc", "back"))
_DEAL_KEYS: Final = (Hint("y", "new deal"), Hint("s", "same deal"), Hint("esc", "play on"))


def draw(state: State, view: View) -> Canvas:
    """The state on columns × rows of `view`."""
    look = cards.skin(view, state.prefs.solid)
    if state.box == "help":
        canvas = Canvas(COLS, HEIGHT)
        draw_page(canvas, pages(state.setup.options), state.at, ACCENT, "Forty Thieves")
    elif state.box == "daily":
        canvas = front.daily(state)
    elif state.box == "tables":
        canvas = front.tables(state)
    elif state.page in ("play", "over") and state.play is not None:
        canvas = _table(state, state.play, look)
    else:
        canvas = front.title(state, look)
    if state.box in ("leave", "new", "jokers", "practice"):
        _ask(canvas, state)
    return centred(canvas, view.cols, view.rows)


# -- the table ------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _cloth(look: Skin, hints: tuple[Hint, ...]) -> Canvas:
    """The table with no card on it, what is written on it, and the keys."""
    canvas = Canvas(COLS, HEIGHT)
    canvas.fill(0, 2, COLS, NOTE_ROW - 2, look.weave, style(BLACK, look.felt))
    canvas.put(2, 0, "FORTY THIEVES", ACCENT)
    for at in range(STACKS):
        canvas.blit(cards.place(look), _left(at), TOP)
        canvas.put(_left(at) + 2, 2, f"[{at + 1}]", _words(look, GREY))
        canvas.hot(_left(at), 2, PITCH - 1, NOTE_ROW - 2, Pile(at))
    canvas.put(CURRENT[0], 2, "CURRENT", _words(look, WHITE))
    canvas.blit(cards.place(look), *CURRENT)
    canvas.blit(cards.place(look), *STOCK_AT)
    canvas.hot(CURRENT[0], 2, W + 1, STOCK_AT[1] + H - 2, Pile(STOCK))
    keys_line(canvas, hints, ACCENT)
    return canvas


def _left(at: int) -> int:
    """The first column of stack `at` (0-6)."""
    return 2 + PITCH * at


def _words(look: Skin, colour: int) -> int:
    """The style of words on the felt."""
    return style(colour, look.felt if look.weave == " " else BLACK)


def _table(state: State, play: Play, look: Skin) -> Canvas:
    moving = state.motions[0] if state.motions else None
    game = moving.table if moving else play.game
    over = state.page == "over" and moving is None
    hints = _SKIP_KEYS if moving else _PRACTICE_KEYS if play.practice else _PLAY_KEYS
    canvas = _cloth(look, hints).copy()
    _header(canvas, state, play, game, look)
    for at, stack in enumerate(_shown(moving, game)):
        if stack:
            canvas.blit(cards.stack(stack, look), _left(at), TOP)
    if moving is None or moving.kind != "deal":
        canvas.blit(cards.stack((game.current,), look), *CURRENT)
    if game.stock:
        canvas.blit(cards.pack(look), *STOCK_AT)
    canvas.put(STOCK_AT[0], STOCK_AT[1] - 1, f"STOCK {len(game.stock)}", _words(look, WHITE))
    if moving:
        _moving(canvas, moving, look)
    elif over:
        canvas.spots.clear()
        front.result(canvas, state, play)
    else:
        _marks(canvas, state, game, look)
        mark = "! " if state.bad else ""
        canvas.centre(NOTE_ROW, cut(f"{mark}{state.note}", 78), ACCENT if state.bad else WHITE)
    return canvas


def _header(canvas: Canvas, state: State, play: Play, game: Game, look: Skin) -> None:
    at = 18
    for label, value in (("Score", game.score), ("Deal", game.deal), ("Jokers", game.jokers)):
        at = canvas.put(at, 0, f"{label} ", GREY)
        at = canvas.put(at, 0, f"{value}", WHITE if label != "Score" else YELLOW) + 3
    kind = "the daily deal" if play.begun.daily else "a free turn" if play.begun.free else "contest"
    kind = "practice" if play.practice else kind
    canvas.put(at, 0, kind, DARK)
    if not look.ascii:  # there is but one look then
        canvas.right(77, 0, f"[L] {'3D' if state.prefs.solid else '2D'}", GREY)
        canvas.hot(72, 0, 6, 1, Key("l"))
    canvas.put(2, 1, f"deck sealed {seal(play.begun.commit)}", DARK)


def _shown(moving: Motion | None, game: Game) -> tuple[tuple[int, ...], ...]:
    """The stacks, as far as they are dealt."""
    if moving is None or moving.kind != "deal":
        return game.stacks
    dealt = moving.at + STACKS
    return tuple(stack[: max((dealt - at) // STACKS, 0)] for at, stack in enumerate(game.stacks))


def _marks(canvas: Canvas, state: State, game: Game, look: Skin) -> None:
    """Where the cursor is, and what fits."""
    for at, stack in enumerate(game.stacks):
        here, fits = at == state.cursor, state.hint and at + 1 in game.fitting
        if here:
            canvas.put(_left(at) + 1, 2, f"►[{at + 1}]◄", _words(look, WHITE))
        if stack and (here or fits):
            y = TOP + (len(stack) - 1) * STRIP + H
            _mark(canvas, _left(at), y + look.shadow, here, "fits" if fits else "", look)
    turn = state.hint and not game.fitting and bool(game.stock)
    if state.cursor == STOCK or turn:
        y = STOCK_AT[1] + H + look.shadow
        _mark(canvas, STOCK_AT[0], y, state.cursor == STOCK, "turn" if turn else "", look)


def _mark(canvas: Canvas, x: int, y: int, here: bool, word: str, look: Skin) -> None:
    """Below a pile: ▲▲▲ for the cursor, the hint's word, or both."""
    text = f"▲{word}▲" if here and word else word or "▲▲▲"
    canvas.put(x + (W - len(text) + 1) // 2, y, text, _words(look, YELLOW if word else WHITE))


# -- cards under way ----------------------------------------------------------------------------


def _moving(canvas: Canvas, moving: Motion, look: Skin) -> None:
    part = (moving.at + 1) / (FRAMES[moving.kind] + 1)
    if moving.kind == "fly":
        start = (_left(moving.stack), TOP + (moving.height - 1) * STRIP)
        _fly(canvas, start, CURRENT, part, cards.face(moving.card, look), look)
    elif moving.kind == "turn":
        picture = cards.face(moving.card, look) if part > 0.5 else cards.back(look)
        _fly(canvas, STOCK_AT, CURRENT, part, picture, look)
    elif moving.kind == "cleared":
        _cleared(canvas, look)


def _fly(
    canvas: Canvas, start: tuple[int, int], end: tuple[int, int], part: float, picture: Canvas, look: Skin
) -> None:
    x, y = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
    cards.lay(canvas, x, y, picture, look)


def _cleared(canvas: Canvas, look: Skin) -> None:
    front.large(canvas, 10, 11, "CLEARED!", WHITE, look)
    canvas.centre(16, f"{CLEAR_BONUS} points more, and a new deal", _words(look, YELLOW), 2, 63)


# -- questions ------------------------------------------------------------------------------------


def _ask(canvas: Canvas, state: State) -> None:
    canvas.spots.clear()
    practice = state.play is not None and state.play.practice
    if state.box == "practice":
        front.practice(canvas, state)
        return
    if state.box == "leave":
        title, lines = "Leave this game?", _END if practice else _LEAVE
        hints: tuple[Hint, ...] = _END_KEYS if practice else _LEAVE_KEYS
    elif practice:
        title, hints, lines = "New game?", _DEAL_KEYS, _OTHERS
    else:
        title, hints, lines = _new(state)
    message(canvas, title, lines, hints, ACCENT)
    if lines[-1] == _ROOM:
        y = (HEIGHT - len(lines) - 6) // 2 + 1 + len(lines)
        front.numbers(canvas, (COLS - front.NUMBERS) // 2, y, jokers_of(state))
    canvas.fill(0, HEIGHT - 1, COLS - 1, 1)
    keys_line(canvas, hints, ACCENT)


def _new(state: State) -> tuple[str, tuple[Hint, ...], tuple[str, ...]]:
    """The box before a game that counts: title, keys, lines; room for the jokers comes last."""
    room = ("", _ROOM) if may_choose(state) else ()
    if state.box == "jokers":
        keys = _JOKER_KEYS if room else _JOKER_KEYS[2:]
        said = (turns_line(state.books),) if room else (f"Dealt with {counted(jokers_of(state), 'joker')}.",)
        return "The next game", keys, (*said, *room)
    return "New game?", _CHOOSE_KEYS if room else _NEW_KEYS, (*_abandon(state), *room)


def _abandon(state: State) -> tuple[str, ...]:
    score = state.play.game.score if state.play else 0
    lines: tuple[str, ...] = (f"This game is given up, and its {score} points stand.",)
    if state.books.may_play:
        return (*lines, "The new one takes another of your turns.")
    return (*lines, "You have no turn left for another one today.")
