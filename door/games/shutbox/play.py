"""The door's card and choices, and the caller's board: cursor, pulled tiles, keys, typed lines, animation."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from door.games import api
from door.games.shutbox.rules import MOST, BoxGame, Variant, mask_of, move_text, refusal, roll_text, tiles_of
from door.term.canvas import BRIGHT_GREEN, BROWN
from door.term.keys import Key
from door.ui.texts import Said, Sentence, tr
from door.ui.widgets import SKIP, Hint, TextPage, page_of

our: Final = tr.shutbox
# -- card and choices ------------------------------------------------------------------------------

INFO: Final = api.Info(
    slug="shutbox",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_GREEN,
    options=(
        api.Option("tiles", 9, our.option_tiles, low=9, high=12, numbers=(9, 12)),
        api.Option("bonus_per_tile", 10, our.option_bonus_per_tile, high=1000),
        api.Option("shut_bonus", 300, our.option_shut_bonus, high=10_000),
        api.Option(api.FREE_TURN, True, our.option_free_turn),
    ),
    daily=True,
    deal={"free_turn": False},
    feat=api.Feat(our.goal_boxes_shut, tr.count.boxes),
    badges=(our.badge_box_shut,),
    numpad=("keys", "numpad"),
    given_up=our.rule_given_up,
    face=api.Face(
        idea=our.idea,
        examples=(
            api.Example(235, "5,2 9,3 7,1 6,4 8"),
            api.Example(247, "9,1 8,2 6,4 5,3 7"),
            api.Example(315, "8,2 9,7,5 6,1 3 4"),
        ),
        edge=BROWN,
        credits=(our.credits_source, our.credits_history),
    ),
    players=api.Players(race={"free_turn": False}),
)


def variant(options: api.Options) -> Variant:
    """Return the rules for these complete options.  Raises ValueError unless there are 9 or 12 tiles."""
    tiles = int(str(options["tiles"]))
    if tiles not in (9, 12):
        raise ValueError(f"tiles: {tiles} is not 9 or 12")
    return Variant(
        tiles, int(str(options["bonus_per_tile"])), int(str(options["shut_bonus"])),
        bool(options["free_turn"]),
    )  # fmt: skip


CHOICES: Final = (
    api.Choice("keys", our.label_keys, ("numpad", "numbers"), "numpad", our.about_keys,
           (our.choice_move, our.choice_turn_tiles), at_once=True),
    api.Choice("cursor", our.label_cursor, ("marks", "frame"), "marks", our.about_cursor,
           (our.choice_marks, our.choice_frame), at_once=True),
)  # fmt: skip


def pages(options: api.Options, plain: bool = False) -> tuple[TextPage, ...]:
    box = variant(options)
    typed = our.help_plain(apart=our.help_plain_spaces() if box.tiles > 9 else our.help_plain_any())
    whole, bonus = sum(range(1, box.tiles + 1)), box.tiles * box.bonus_per_tile
    form = our.help_score_shut_box_free_turn if box.free_turn else our.help_score_shut_box
    scoring = (
        our.help_score(points=tr.count.points(n=box.bonus_per_tile), shut=tr.count.points(n=box.shut_bonus)),
        form(whole=whole, bonus=bonus, shut_bonus=box.shut_bonus, most=whole + bonus + box.shut_bonus),
        our.help_score_given_up(),
    )
    pressed = typed if plain else our.help_keys(keys=KEYS.help())
    return tuple(map(page_of, (our.help_game(tiles=box.tiles), pressed, "\n\n".join(scoring))))


# -- the caller's board ----------------------------------------------------------------------------

SHUT_STEPS: Final = 10
BELOW: Final = 13
"""The first row below the box."""

LID: Final = api.film(__file__, "lid_open", "lid_open", "lid_half", "lid_half", "lid_shut", dark="w")
SHUT: Final = api.Moment(our.banner_shut, BELOW, LID)
BUST: Final = api.Moment(our.banner_bust, BELOW, left=43)
"""Shown beside the roll that could not be matched."""
DIGITS: Final = frozenset("1234567890")
ROLL_SECONDS: Final = 0.09
COUNT_SECONDS: Final = 0.09


class Typed(NamedTuple):
    """The refusals of a typed line that is not a set of tiles."""

    type_them: Sentence
    no_such: Sentence
    twice: Sentence


TYPED: Final = Typed(our.typed_not_tiles, our.typed_no_such_tile, our.typed_tile_twice)


class ShutBoxBoard(NamedTuple):
    """The tile at the cursor, and the mask of tiles pulled down but not entered."""

    cursor: int = 1
    pulled: int = 0


class Roll(NamedTuple):
    """A picture of the tumbling dice, from 0."""

    at: int


class BonusCount(NamedTuple):
    """A picture of the bonus being counted, from 0."""

    at: int


def board(table: api.GameView) -> ShutBoxBoard:
    tiles = tiles_of(table.position.open)
    cursor = table.board.cursor if table.board is not None else 1
    return ShutBoxBoard(next((tile for tile in tiles if tile >= cursor), tiles[0] if tiles else cursor))


# -- animation --------------------------------------------------------------------------------


def count_steps(game: BoxGame) -> int:
    """Return how many frames count the bonus: one for each closed tile, and more for a shut box."""
    if not game.tile_bonus and not game.shut_bonus:
        return 0
    return game.closed_count + (SHUT_STEPS if game.why == "shut" else 0)


def frames(before: api.GameView | None, after: api.GameView) -> tuple[api.Frame, ...]:
    game = after.position
    if game.why == "quit":
        return ()
    if not game.over:
        return _ROLL
    coming = (
        api.fanfare(SHUT, BonusCount(0))
        if game.why == "shut"
        else (*_ROLL, *api.fanfare(BUST, BonusCount(0)))
    )
    steps = count_steps(game)
    counts = (
        api.Frame(COUNT_SECONDS * (9 if at == steps else 1), BonusCount(at)) for at in range(1, steps + 1)
    )
    return (*coming, *counts)


THROW: Final = (((33, 15), (37, 17)), ((24, 17), (31, 14)), ((14, 14), (25, 17)), (None, (20, 15)))
"""The path of the dice (`frames.flying_dice`)."""

_ROLL: Final = tuple(api.Frame(ROLL_SECONDS, Roll(at)) for at in range(len(THROW)))


def message(table: api.GameView) -> str:
    game, frame = table.position, table.frame
    if not isinstance(frame, BonusCount):
        asked = frame is None and not game.over and api.has_hand(table)
        return our.pick_tiles(total=game.total) if asked else ""
    tiles = min(frame.at, game.closed_count)
    if game.why == "shut" and not tiles:
        return our.box_shut()
    if game.why == "stuck" and not tiles:
        return our.no_match(roll=roll_text(game.dice), total=game.total)
    bonus = our.bonus_so_far(
        tiles=tiles, each=game.variant.bonus_per_tile, bonus=tiles * game.variant.bonus_per_tile
    )
    if frame.at > game.closed_count and game.shut_bonus:
        return our.bonus_with_shut_box(bonus=bonus, more=game.shut_bonus)
    return our.bonus_line(bonus=bonus)


# -- keys ------------------------------------------------------------------------------------


def _move(table: api.GameView, step: int) -> api.Act:
    tiles, at = tiles_of(table.position.open), table.board
    index = tiles.index(at.cursor) if at.cursor in tiles else 0
    return api.Show(at._replace(cursor=tiles[(index + step) % len(tiles)]))


def _to_end(table: api.GameView, index: int) -> api.Act:
    return api.Show(table.board._replace(cursor=tiles_of(table.position.open)[index]))


def _pull(table: api.GameView, down: bool, tile: int | None = None) -> api.Act:
    """Pull a tile down, or put it back; refuse a tile that is out of play."""
    at = table.board
    tile = at.cursor if tile is None else tile
    bit = 1 << tile - 1
    if not table.position.open & bit:
        return api.Refuse(our.tile_is_shut(tile=tile))
    if bool(at.pulled & bit) == down:
        return api.Refuse((our.tile_is_down if down else our.tile_is_up)(tile=tile))
    return api.Show(ShutBoxBoard(tile, at.pulled | bit if down else at.pulled & ~bit))


def _toggle(table: api.GameView, tile: int) -> api.Act:
    return _pull(table, not table.board.pulled >> tile - 1 & 1, tile)


def enter(table: api.GameView, chosen: int) -> api.Act:
    reason = refusal(table.position, chosen)
    return api.Refuse(reason) if reason else api.Enter(move_text(chosen))


_CURSOR: Final = (
    api.Binding(
        partial(_move, step=-1), ("4", "a", "left"), label=tr.door_keys.left, about=our.help_key_left
    ),
    api.Binding(
        partial(_move, step=1), ("6", "d", "right"), label=tr.door_keys.right, about=our.help_key_right
    ),
    api.Binding(
        partial(_pull, down=True), ("2", "x", "s", "down"), label=tr.door_keys.down, about=our.help_key_down
    ),
    api.Binding(partial(_pull, down=False), ("8", "w", "up"), label=tr.door_keys.up, about=our.help_key_up),
    api.Binding(partial(_to_end, index=0), ("home",)),
    api.Binding(partial(_to_end, index=-1), ("end",)),
)
_SPACE: Final = api.Binding(lambda table: _toggle(table, table.board.cursor), (" ",), about=our.help_key_turn)
_ENTER: Final = api.Binding(
    lambda table: enter(table, table.board.pulled),
    ("enter",),
    label=our.label_shut,
    about=our.help_key_enter,
)
KEYS: Final = api.Keys(*_CURSOR, _SPACE, _ENTER)
_LETTERS: Final = api.Keys(*(one._replace(keys=(*one.keys[1:], *one.keys[:1])) for one in KEYS.bindings))
"""The same keys; the keys line names the letters."""

TILES: Final = tuple(api.Binding(partial(_toggle, tile=tile), (str(tile),)) for tile in range(1, MOST + 1))
_DIGITS: Final = api.Keys(
    TILES[0]._replace(label=tr.door_keys.turn_a_tile, shown="1-9"), *TILES[1:9],
    _SPACE._replace(label=tr.door_keys.turn), _ENTER, *(one._replace(label=None) for one in _CURSOR),
)  # fmt: skip
"""Each digit turns the tile of its number instead of moving the cursor."""


def _bindings(table: api.GameView) -> api.Keys:
    if table.choices.get("keys") == "numbers":
        return _DIGITS
    return _LETTERS if table.choices.get(api.KEY_SET) == "letters" else KEYS


def keys(table: api.GameView) -> api.Keys:
    return api.NO_KEYS if table.position.over else _bindings(table)


def hints(table: api.GameView) -> tuple[Hint, ...]:
    if isinstance(table.frame, BonusCount):
        return (SKIP,)
    return () if table.position.over and table.frame is None else _bindings(table).hints


def other_key(table: api.GameView, key: Key) -> api.Act | None:
    if table.position.over or key.name not in DIGITS:
        return None
    return api.Refuse(TYPED.no_such(number=0) if _bindings(table) is _DIGITS else our.digits_move_cursor())


# -- lines: plain mode ------------------------------------------------------------------------


def read_tiles(text: str, tiles: int, said: Typed = TYPED) -> int | Said:
    """Return the mask of a typed line, or the reason for refusing it.  Accept "2 6", "2,6" or "2+6", and
    with nine tiles "26".
    """
    words = text.replace(",", " ").replace("+", " ").split()
    if not all(word.isascii() and word.isdigit() for word in words):
        return said.type_them(tiles=tiles)
    numbers: list[int] = []
    for word in words:
        several = list(map(int, [word[:4]] if tiles > 9 else word[:10]))
        pair = len(several) == 2 and several[0] == several[1]  # 11, not 1 twice
        if pair or not all(1 <= number <= tiles for number in several):
            return said.no_such(number=word[:4])
        numbers += several
    if twice := [number for number in numbers if numbers.count(number) > 1]:
        return said.twice(number=twice[0])
    return mask_of(numbers)


def line(table: api.GameView, text: str) -> api.Act | None:
    if not text:
        return None
    chosen = read_tiles(text, table.position.variant.tiles)
    return api.Refuse(chosen) if isinstance(chosen, str) else enter(table, chosen)


def say(before: api.GameView | None, after: api.GameView) -> tuple[str, ...]:
    game = after.position
    score = (our.plain_score(points=game.points),) if game.points and game.why != "quit" else ()
    if after.kind == "demo" and before is not None and after.moves and after.moves[-1] != api.QUIT:
        score = (our.plain_shut(tiles=after.moves[-1]), *score)
    if game.over:
        return score
    return (
        *score,
        our.plain_roll(roll=roll_text(game.dice)),
        our.plain_open_tiles(tiles=" ".join(map(str, tiles_of(game.open)))),
    )


def prompt(table: api.GameView) -> str:
    return "" if table.position.over else our.plain_prompt()
