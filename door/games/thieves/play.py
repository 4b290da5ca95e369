"""Sentences, the door's card and choices, and the caller's board.

Sentences name a card in full ("king of clubs"); lists use letters ("KC").

As in the manual, a caller may choose 0 to 5 jokers.  Such a game takes a turn and enters
the high scores for its number.  It counts in the month only with the sysop's number, unless the sysop ranks
all numbers together.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, Literal, NamedTuple

from door.games import api
from door.games.thieves import record
from door.games.thieves.record import JOKER_NUMBERS, jokers_of, place
from door.games.thieves.rules import (
    CLEAR_BONUS,
    JOKER,
    OPTIONS,
    POINTS,
    RANKS,
    ROWS,
    STACKS,
    SUITS,
    TAKES,
    TURN,
    ThievesGame,
    apply,
    fitting_text,
    name,
    rank,
    suit,
    takers,
)
from door.term.canvas import BRIGHT_RED, RED
from door.ui.texts import reason_of, tr
from door.ui.widgets import Hint, TextPage, page_of
from door.ui.words import Lines, commas, ordinal

our: Final = tr.thieves

# -- sentences -------------------------------------------------------------------------------------

NUMBERS: Final = (
    our.number_one, our.number_two, our.number_three, our.number_four, our.number_five, our.number_six,
    our.number_seven, our.number_eight, our.number_nine, our.number_ten,
)  # fmt: skip
_RANKS: Final = ("", "A", *map(str, range(2, 11)), "J", "Q", "K")


LOOKS: Final = {"3d": our.choice_lit, "2d": our.choice_flat}
"""The names of the cards' looks."""


def letters(card: int) -> str:
    """Return a card in letters: "10H", "KC", "joker"."""
    of = suit(card)
    return our.card_joker() if of is None else _RANKS[rank(card)] + SUITS[of][0].upper()


def table_lines(game: ThievesGame, whole: bool = False) -> Lines:
    """Return the current card, the open ones and the score; with `whole`, every card."""
    rows = (
        our.plain_stack(number=n, cards=commas(map(name, cards)) or our.plain_empty_stack())
        for n, cards in enumerate(game.stacks, 1)
    )
    lines = (*rows, our.plain_last_is_open()) if whole else ()
    tops = (f"{n}:{letters(cards[-1]) if cards else '-'}" for n, cards in enumerate(game.stacks, 1))
    return (
        *lines, our.plain_open(tops=' '.join(tops)), our.plain_current(name=name(game.current)),
        our.plain_stock_score(stock=len(game.stock), score=game.score),
    )  # fmt: skip


def fits_line(game: ThievesGame) -> str:
    """Name the fitting stacks, or say what else to do."""
    if game.fitting:
        return f"{fitting_text(game)}."
    return our.nothing_fits_turn() if game.stock else our.nothing_fits_stock_empty()


def first_step(game: ThievesGame) -> str:
    """Say what to do first with this deal."""
    on = rank(game.current)
    if not game.fitting:
        return fits_line(game)
    return our.first_step_joker() if on == JOKER else our.first_step(takers=takers(on), current=RANKS[on]())


def move_lines(move: str, before: ThievesGame, after: ThievesGame) -> Lines:
    if move == api.QUIT:
        return (our.move_given_up(),)
    if move == TURN:
        return (our.move_turned(name=name(after.current), stock=len(after.stock)),)
    card = before.stacks[int(move) - 1][-1]
    points = POINTS[rank(card)]
    taken = our.move_taken(
        stack=move, name=name(card), under=name(before.current), points=tr.count.points(n=points),
        score=before.score + points,
    )  # fmt: skip
    if after.deal == before.deal:
        return (taken,)
    cleared = our.move_cleared(bonus=CLEAR_BONUS, score=after.score)
    return taken, cleared, our.move_deal(deal=after.deal, jokers=after.jokers, name=name(after.current))


def dealt_lines(game: ThievesGame) -> Lines:
    """Return a deal for the record, in words, so that its figures are the moves' alone."""
    stacks = zip(NUMBERS, game.stacks, strict=False)
    return tuple(
        our.plain_dealt(stack=number(), cards=commas(map(_spelt, cards))) for number, cards in stacks
    )


def _spelt(card: int) -> str:
    return name(card, NUMBERS[rank(card) - 1]() if 2 <= rank(card) <= 10 else "")


def describe(before: ThievesGame | None, move: str, after: ThievesGame) -> Lines:
    if before is None:
        return (*dealt_lines(after), our.plain_first_card(spelt=_spelt(after.current)))
    return (*move_lines(move, before, after), *(dealt_lines(after) if after.deal > before.deal else ()))


def brief(table: api.GameView) -> str:
    game = table.position
    left = sum(map(bool, game.stacks))
    return our.brief_score(
        taken="▓" * (STACKS - left), left="░" * left, deal=game.deal, points=tr.count.points(n=game.score)
    )


def ending(table: api.GameView) -> api.Ending:
    game, jokers = table.position, int(str(table.options.get("jokers", 2)))
    counts = api.seating.in_month(table) and not game.given_up  # its score still enters the table
    at = counts and place(table.tally, jokers, game.score)
    left = sum(map(len, game.stacks))
    place_sum = ((our.label_high_score(), ordinal(at)),) if at else ()
    sums = (
        (our.label_deals(), f"{game.deal}"), (our.label_jokers_start(), f"{jokers}"),
        (our.label_cards_left(), f"{left}"), (our.label_left_in_stock(), f"{len(game.stock)}"), *place_sum,
    )  # fmt: skip
    why = our.ended_given_up() if game.given_up else our.ended_stock_empty()
    high = our.new_high_score(place=ordinal(at), jokers=tr.count.jokers(n=jokers)) if at else ""
    own = (our.cards_left_on_table(left=left), high) if table.caller else ()
    said = ("" if game.given_up else f"{why}.", *own)
    return api.Ending(
        why, sums, (*(line for line in said if line), tr.play.game_over_score(score=game.score))
    )


# -- card and choices ------------------------------------------------------------------------------

LOOK: Final = api.Option("look", "3d", our.option_look, choices=tuple(LOOKS), recorded=False)
MEANS: Final = (126, 138, 154, 176, 203, 242)
"""The mean score by the number of jokers, if each card is taken as soon as it fits."""

INFO: Final = api.Info(
    slug="thieves",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_RED,
    options=(*OPTIONS, LOOK),
    daily=True,
    alike=tr.play.chance_word_cards,
    badges=record.BADGES,
    numpad=("numpad", "on"),
    face=api.Face(
        idea=our.idea,
        edge=RED,
        examples=(
            api.Example(
                1430,
                "4,4,4,3,turn,2,1,2,1,3,1,3,turn,turn,turn,turn,5,4,3,5,1,6,2,turn,turn,3,turn,turn,"
                "2,2,4,1,turn,turn,5,7,turn,turn,6,turn,turn,turn,5,5,6,6,6,7,7,7,7",
                41,
            ),
            api.Example(
                1407,
                "turn,turn,6,1,turn,2,1,1,1,3,4,4,1,3,4,5,turn,6,turn,4,4,2,3,6,5,turn,6,2,7,6,turn,"
                "turn,turn,5,turn,turn,turn,turn,turn,turn,2,turn,2,7,3,7,5,5,7,3,7",
                39,
            ),
        ),
        credits=(our.credits_source, our.credits_history),
    ),
    month=api.MonthRules(like=("jokers",), mixes="choose_jokers", apart=True, measure=tr.play.measure_mean),
    players=api.Players(race={}),
)
_SWITCH: Final = ("off", "on")
_NO_YES: Final = (tr.play.choice_no, tr.play.choice_yes)


def choices(front: api.Front) -> tuple[api.Choice, ...]:
    at_will = _SWITCH[bool(front.options["turn_at_will"])]
    jokers = int(str(front.options["jokers"]))
    counting = (
        our.month_every_number()
        if front.options["choose_jokers"]
        else our.month_games_with(jokers=tr.count.jokers(n=jokers))
    )
    return (
        api.Choice(
            "jokers", our.label_jokers, JOKER_NUMBERS, str(jokers), our.about_jokers(counted=counting)
        ),
        api.Choice(
            "look", our.label_cards, tuple(LOOKS), str(front.options["look"]), our.about_look,
            tuple(LOOKS.values()), at_once=True,
        ),
        api.Choice("numpad", our.label_keypad, _SWITCH, "off", our.about_keypad, _NO_YES, at_once=True),
        api.Choice(
            "at_will", our.label_turn_at_will, _SWITCH, at_will, our.about_turn_at_will, _NO_YES,
            practice=True,
        ),
    )  # fmt: skip


def plan(front: api.Front, practice: bool) -> api.GamePlan:
    options: dict[str, api.Value] = {"jokers": jokers_of(front)}
    if practice:
        held = {row.key: row.value(front.chosen) for row in choices(front)}
        options["turn_at_will"] = held["at_will"] == "on"
    return api.GamePlan(options)


def about(front: api.Front) -> str:
    jokers, own = jokers_of(front), int(str(front.options["jokers"]))
    if jokers == own or front.options["choose_jokers"]:
        return our.with_jokers(jokers=tr.count.jokers(n=jokers))
    return our.with_jokers_month_others(jokers=tr.count.jokers(n=jokers), own=own)


def marks(game: api.FinishedGame) -> api.MonthPoints:
    return api.MonthPoints(game.score, game.score - MEANS[int(str(game.options["jokers"]))])


def pages(options: api.Options, plain: bool) -> tuple[TextPage, ...]:
    jokers, turn = int(str(options["jokers"])), our.help_turn_when_stuck()
    month = our.help_month_one(jokers=tr.count.jokers(n=jokers))
    if options["turn_at_will"]:
        turn = our.help_turn_at_will()
    if options["choose_jokers"]:
        means = (our.help_month_mean(mean=mean, number=number) for number, mean in enumerate(MEANS))
        month = our.help_month(means=commas(means))
    points = (our.help_plain_points if plain else our.help_points)()
    pressed = (our.help_plain if plain else our.help_keys)(keys=KEYS.help(plain))
    last = "\n".join((our.help_jokers(jokers=jokers), month, "", our.help_high_scores()))
    return tuple(map(page_of, (our.help_game(turn=turn), points, pressed, last)))


# -- the caller's board ----------------------------------------------------------------------------

STOCK: Final = STACKS
"""The cursor's place after the seven stacks."""
FRAMES: Final = {"fly": 6, "turn": 5, "deal": ROWS * STACKS}
SECONDS: Final = {"fly": 0.04, "turn": 0.04, "deal": 0.025}
SACK: Final = api.film(__file__, "sack_empty", "sack_empty", "sack_half", "sack_half", "sack_full", dark="R")
CLEARED: Final = api.Moment(our.banner_cleared, 7, SACK)


class ThievesBoard(NamedTuple):
    """The cursor (a stack 0-6, or the stock), and True if fitting cards are marked."""

    cursor: int = 0
    hint: bool = False


class CardMotion(NamedTuple):
    """A picture of moving cards over `game`, the table without them.

    - "fly": `card` flies from stack `stack` (0-6), at height `height`, to the current card.
    - "turn": `card` is turned off the stock.
    - "cleared": nothing moves under the fanfare.
    - "deal": 35 cards are dealt.

    `at` counts a motion's pictures from 0.
    """

    kind: Literal["fly", "turn", "cleared", "deal"]
    game: ThievesGame
    card: int = 0
    stack: int = 0
    height: int = 0
    at: int = 0


def board(table: api.GameView) -> ThievesBoard:
    at = table.board.cursor if table.board is not None else 0
    if table.before is not None and table.moves[-1] in TAKES:
        at = int(table.moves[-1]) - 1
    return ThievesBoard(STOCK if at < STACKS and not table.position.stacks[at] else at)


def message(table: api.GameView) -> str:
    if isinstance(table.frame, CardMotion):
        cleared = table.frame.kind == "cleared"
        return our.new_deal(points=CLEAR_BONUS) if cleared else ""
    if table.before is None:
        return "" if table.moves else first_step(table.position)
    return move_lines(table.moves[-1], table.before, table.position)[-1]


# -- animation --------------------------------------------------------------------------------


def frames(before: api.GameView | None, after: api.GameView) -> tuple[api.Frame, ...]:
    if before is None:
        return _run(CardMotion("deal", after.position))
    old, new, move = before.position, after.position, after.moves[-1]
    if move == api.QUIT:
        return ()
    if move == TURN:
        return _run(CardMotion("turn", replace(old, stock=old.stock[1:]), new.current))
    at = int(move) - 1
    cards = old.stacks[at]
    stacks = (*old.stacks[:at], cards[:-1], *old.stacks[at + 1 :])
    fly = _run(CardMotion("fly", replace(old, stacks=stacks), cards[-1], at, len(cards)))
    if new.deal == old.deal:
        return fly
    bare = replace(old, stacks=((),) * STACKS, current=cards[-1])
    return (*fly, *api.fanfare(CLEARED, CardMotion("cleared", bare)), *_run(CardMotion("deal", new)))


def _run(motion: CardMotion) -> tuple[api.Frame, ...]:
    seconds = SECONDS[motion.kind]
    return tuple(api.Frame(seconds, motion._replace(at=at)) for at in range(FRAMES[motion.kind]))


# -- keys ------------------------------------------------------------------------------------


def take(table: api.GameView, at: int) -> api.Act:
    """Take the open card of stack `at` (0-6), or refuse it and move the cursor there."""
    move = TAKES[at]
    try:
        apply(table.position, move)
    except api.IllegalMove as why:
        return api.Refuse(reason_of(why), table.board._replace(cursor=at))
    return api.Enter(move)


def _pick(table: api.GameView, at: int) -> api.Act:
    return api.Enter(TURN) if at == STOCK else take(table, at)


def _step(table: api.GameView, by: int) -> api.Act:
    spots = [n for n, cards in enumerate(table.position.stacks) if cards] + [STOCK]
    at = spots.index(table.board.cursor) if table.board.cursor in spots else 0
    return _to(table, spots[(at + by) % len(spots)])


def _to(table: api.GameView, at: int) -> api.Act:
    return api.Show(table.board._replace(cursor=at))


def solid(table: api.GameView) -> bool:
    return table.choices.get("look") != "2d"


def _look(table: api.GameView) -> api.Act:
    value = "2d" if solid(table) else "3d"
    return api.Choose("look", value, our.look_is(look=LOOKS[value]()))


def _numpad(table: api.GameView) -> api.Act:
    on = table.choices.get("numpad") == "on"
    return api.Choose("numpad", _SWITCH[not on], our.keypad_takes() if on else our.keypad_moves())


STACK_KEYS: Final = tuple(
    api.Binding(partial(take, at=at), (text,), (text,)) for at, text in enumerate(TAKES)
)
STOCK_KEY: Final = api.Binding(
    api.Enter(TURN), (" ", "0"), ("0", "turn", "stock"), label=tr.door_keys.turn, about=our.help_key_turn
)
KEYS: Final = api.Keys(
    STACK_KEYS[0]._replace(about=our.help_key_take, named="1-7"), *STACK_KEYS[1:],
    api.Binding(partial(_step, by=-1), ("left", "a"), about=our.help_key_cursor, named="◄  ►  A  D"),
    api.Binding(partial(_step, by=1), ("right", "d")),
    api.Binding(partial(_to, at=0), ("home",)),
    api.Binding(partial(_to, at=STOCK), ("end",)),
    api.Binding(
        lambda table: _pick(table, table.board.cursor), ("enter",), label=tr.door_keys.take,
        about=our.help_key_pick,
    ),
    STOCK_KEY,
    api.Binding(
        lambda table: api.Show(table.board._replace(hint=True), fits_line(table.position)),
        ("f",), ("f", "fits", "hint"), label=tr.door_keys.fits, about=our.help_key_fits,
    ),
    api.Binding(
        lambda table: api.Show(table.board, lines=table_lines(table.position, True)),
        words=("c", "cards", "look"), about=our.help_key_cards,
    ),
    api.Binding(lambda table: api.Refuse(our.no_stack(stacks=STACKS)), ("8", "9")),
    api.Binding(_look, ("l",), about=our.help_key_look),
    api.Binding(_numpad, ("k",), about=our.help_key_numpad),
    api.Binding(api.Do("undo"), words=("back",)),
    api.Binding(api.Do("bulletin"), words=("scores",)),
)  # fmt: skip
_NUMPAD_KEYS: Final = api.Keys(
    api.Binding(partial(_step, by=-1), ("4",)), api.Binding(partial(_step, by=1), ("6",)), *KEYS.bindings,
)  # fmt: skip
_HINTS: Final = (*KEYS.hints, Hint("n", tr.door_keys.new))


def keys(table: api.GameView) -> api.Keys:
    if table.position.over:
        return api.NO_KEYS
    return _NUMPAD_KEYS if table.choices.get("numpad") == "on" else KEYS


def hints(table: api.GameView) -> tuple[Hint, ...]:
    return _HINTS if table.frame is not None or not table.position.over else ()


# -- lines: plain mode ------------------------------------------------------------------------


def line(table: api.GameView, text: str) -> api.Act | None:
    return api.Refuse(our.typed_unknown()) if text else None


def say(before: api.GameView | None, after: api.GameView) -> tuple[str, ...]:
    game = after.position
    if before is None:
        jokers = (our.plain_jokers(jokers=game.jokers),) if not game.over else ()
        return (*jokers, *table_lines(game, whole=True))
    did = move_lines(after.moves[-1], before.position, game)
    return did if game.over else (*did, *table_lines(game, game.deal > before.position.deal))


def prompt(table: api.GameView) -> str:
    return "" if table.position.over else our.plain_prompt()
