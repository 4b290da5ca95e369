"""What happens at the box, said in words: for plain mode, the message lines and the end page.

Law: values in, sentences out; the one module that words the game's events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import AT_TABLE, QUIT, Ending, Table, reader
from door.games.seating import over_line
from door.games.switchbox.box import AVALANCHE, BASE, FIRST_ENTRY, SWITCHES, Box, Fall
from door.games.switchbox.record import is_new
from door.games.switchbox.rules import GIFT, PASS, Game, movers, sitter, winner
from door.games.switchbox.turns import PASSES, ROUNDS, VALUES, Terms
from door.ui.texts import Text, word
from door.ui.words import Lines, counted

THE_BOX: Final = (Text("The box"), Text("the box"), Text("box", 12))
THE_COMPUTER: Final = (Text("The computer"), Text("the computer"), Text("computer", 12))
"""At the head of a sentence, within one, and on a card."""

COMPUTER: Final = Text("Computer {seat}", 12)
OWN_VALUES: Final = Text("own values", 10)
BRIEF: Final = Text("{bar} round {round}, {own} to {other}")
BRIEF_OVER: Final = Text("{bar} {own} to {other}")
AGAINST: Final = Text("{name} against {other}.")
SOLITAIRE: Final = Text("Solitaire: the box drops random balls, and begins each round.")
LOWBALL: Final = Text("Lowball: the lower grand total wins.")
PASSES_EACH: Final = Text("{passes} passes each in rounds 1 and 2, {passes} in rounds 3 and 4.")
GIFTS: Final = Text("Twice a game each side may make the other's turn a random ball.")
KEEPS_TURN: Final = Text("A ball that scores keeps the turn.")
ROUND_GOAL: Final = Text("Round {number} of {rounds}, {name}. Goal: {goal}.")
EVERY_EXIT: Final = Text("Every exit is worth {values}.")
EXITS_OUTWARDS: Final = Text("Exits from the middle outwards, to both sides: {values}.")
EXITS: Final = Text("Exits 1 to 16: {values}.")
GIVEN_UP: Final = Text("Given up.")
PASSED: Final = Text("{who} passed.")
RANDOM_BALL: Final = Text("a random ball into {entry}")
GIFT_OF: Final = Text(", {who}'s gift")
OUT_BY: Final = Text("out by {numbers}")
OUT: Final = Text("{balls} out")
NOTHING_CAME_OUT: Final = Text("nothing came out")
AN_AVALANCHE: Final = Text("An avalanche: {many} balls from one!")
REACHED: Final = Text("{name} reached the goal! {other} has one last turn.")
POINTS: Final = Text("Points: {name} {mine}, {name2} {other}. Goal: {goal}.")
PASSES_LEFT: Final = Text(" Passes left: {passes}.")
LAST_OF_ROUND: Final = Text("Last turn of the round. ")
WHICH_ENTRY: Final = Text("{last}{name}: which entry?")
MAY_GIVE: Final = Text("{name} may give a random ball for the next turn.")
LAST_TURN: Final = Text("{name} has the last turn.")
IS_TO_MOVE: Final = Text("{name} is to move.")
WOULD_STOP: Final = Text("A ball in {entry} would stop on level {level}.")
SET_FREE: Final = Text("{balls} set free, {stopped} caught")
FALLS_THROUGH: Final = Text("falls through")
WOULD_COME_OUT: Final = Text("out by {ways}, {points}")
NONE_WOULD: Final = Text("nothing comes out")
WOULD_FALL: Final = Text("A ball in {entry}: {rest}; {out}.")
LEVEL: Final = Text("Level {level}, exits {left} to {right}: {words}")
RIGHT: Final = Text("right")
LEFT: Final = Text("left")
LOADED: Final = Text("{lean} loaded")
ROUND_OVER: Final = Text("Round {number} is over.")
FIGURES: Final = Text("{name}: {points}, {bonus}, difference {difference}, grand total {total}.")
WITH_GOAL: Final = Text("{with_goal} with the goal's bonus")
GOAL_MISSED: Final = Text("the goal missed")
NOT_FINISHED: Final = Text("The game was not finished.")
A_TIE: Final = Text("A tie!")
WON: Final = Text("{name} won, {own} to {other}.")
LOWER_WON: Final = Text("{name} won with the lower total, {own} to {other}.")
GRAND_TOTALS: Final = Text("Grand totals")
BIGGEST_DROPS: Final = Text("Biggest drops")
ROUNDS_FINISHED: Final = Text("Rounds finished")

HOW_IT_FALLS: Final = (
    Text("Empty platforms hold a ball; past a trigger it falls on, and tips the switch.", 79),
    Text("A loaded switch lets two balls go: fill the box, then set off an avalanche.", 79),
)
"""For a caller who has not won yet."""

ROUND_NAMES: Final = (
    Text("Equality", 10),
    Text("Fibonacci", 10),
    Text("One by one", 10),
    Text("Squares", 10),
)


def name(game: Game, seat: int, form: int = 0) -> str:
    """A seat's name as it is said, in that form of `THE_BOX`."""
    level = sitter(game, seat)
    if not level:
        return game.seats[seat]
    if game.terms.solitaire and seat == 1:
        return THE_BOX[form]()
    return COMPUTER(seat=seat + 1) if sitter(game, 1 - seat) else THE_COMPUTER[form]()


def inside(game: Game, seat: int) -> str:
    """A seat's name within a sentence: "the computer"."""
    return name(game, seat, 1)


def full_name(game: Game, seat: int, form: int = 0) -> str:
    """A seat's name with a computer's level."""
    level = sitter(game, seat)
    box = game.terms.solitaire and seat == 1
    return f"{name(game, seat, form)} ({word(level)})" if level and not box else name(game, seat, form)


def round_name(game: Game, number: int) -> str:
    """What round `number` (0..3) is called: by its usual exit values, if it has those."""
    return ROUND_NAMES[number]() if game.terms.exits[number] == VALUES[number] else OWN_VALUES()


def brief(table: Table) -> str:
    """The rounds that are played, and the totals, the reader's first: "▓▓░░ round 3, 120 to 96"."""
    game = table.position
    played = len(game.rounds)
    me = max(reader(table), 0)
    ours, theirs = game.stand.totals[me], game.stand.totals[1 - me]
    bar, said = "▓" * played + "░" * (ROUNDS - played), BRIEF_OVER if game.over else BRIEF
    return said(bar=bar, round=played + 1, own=ours, other=theirs)


# -- beginning -------------------------------------------------------------------------------


def opening_lines(table: Table) -> Lines:
    """Who plays by which rules, the round, the box, and whose turn it is; how a ball falls, before the first
    ball of a caller who has not won yet."""
    game, new = table.position, not table.moves and table.kind != AT_TABLE and bool(table.caller)
    falls = HOW_IT_FALLS if new and is_new(table.tally, table.caller) else ()
    names = AGAINST(name=full_name(game, 0), other=full_name(game, 1, 1))
    return (
        names,
        *(line() for line in falls),
        *variant_lines(game.terms),
        round_line(game),
        *box_lines(game.box),
        turn_line(game),
    )


def variant_lines(terms: Terms) -> Lines:
    """The rules that differ from the usual ones, a sentence each."""
    told = (
        (terms.solitaire, SOLITAIRE()),
        (terms.lowball, LOWBALL()),
        (terms.limited_passes, PASSES_EACH(passes=PASSES)),
        (terms.gifts, GIFTS()),
        (terms.go_on, KEEPS_TURN()),
    )
    return tuple(line for on, line in told if on)


def round_line(game: Game) -> str:
    """The round that begins, its goal and what its exits are worth."""
    number = min(game.stand.round, ROUNDS - 1)
    head = ROUND_GOAL(number=number + 1, rounds=ROUNDS, name=round_name(game, number), goal=game.goal)
    return f"{head} {exits_text(game.values)}"


def exits_text(values: tuple[int, ...]) -> str:
    """What the exits are worth, the short way where both sides are alike."""
    half = len(values) // 2
    if len(set(values)) == 1:
        return EVERY_EXIT(values=values[0])
    if values[:half] == values[: half - 1 : -1]:
        return EXITS_OUTWARDS(values=" ".join(map(str, values[half:])))
    return EXITS(values=" ".join(map(str, values)))


# -- moves -----------------------------------------------------------------------------------


def move_line(after: Game | None, ways: bool = True) -> str:
    """What the latest move did, in a sentence, "" before the first; its exits by number with `ways`."""
    played = after.last if after is not None else None
    if after is None or played is None:
        return ""
    if played.move == QUIT:
        return GIVEN_UP()
    who = name(after, played.seat)
    if played.move == PASS:
        return PASSED(who=who)
    entry = played.move[-1]
    ball = RANDOM_BALL(entry=entry) if "+" in played.move else entry
    gift = GIFT_OF(who=inside(after, 1 - played.seat)) if played.move.startswith(GIFT) else ""
    numbers = " ".join(map(str, sorted(played.exits)))
    came = OUT_BY(numbers=numbers) if ways else OUT(balls=counted(len(played.exits), "ball"))
    out = f"{came}, {counted(played.gained, 'point')}" if numbers else NOTHING_CAME_OUT()
    return f"{who}: {ball}{gift}; {out}."


def slide_line(before: Game, after: Game) -> str:
    """That the latest ball was an avalanche, or ""."""
    many = before.rolling(after.last.move) if after.last else 0
    return AN_AVALANCHE(many=many) if many >= AVALANCHE else ""


def goal_line(before: Game, after: Game) -> str:
    """That the latest move reached the round's goal, or ""."""
    if after.stand.round == before.stand.round and after.stand.closer != before.stand.closer:
        closer = after.stand.closer
        return REACHED(name=name(after, closer), other=name(after, 1 - closer))
    return ""


def turn_line(game: Game) -> str:
    """Whose turn it is and how the points stand."""
    mine, other = game.stand.points
    points = POINTS(name=inside(game, 0), mine=mine, name2=inside(game, 1), other=other, goal=game.goal)
    left = ""
    if game.terms.limited_passes and not game.terms.solitaire:
        left = PASSES_LEFT(passes=game.stand.passes[game.stand.mover])
    return points + left


def turn_note(game: Game) -> str:
    """Whose turn it is, as a question."""
    last = LAST_OF_ROUND() if game.last_chance else ""
    return WHICH_ENTRY(last=last, name=name(game, game.stand.mover))


def wait_line(game: Game, let: Sequence[int]) -> str:
    """Whom a game waits for, said to those who only look on; "" after the end."""
    seat = next((seat for seat in movers(game) if seat not in let), -1)
    if seat < 0:
        return ""
    if seat != game.stand.mover:
        return MAY_GIVE(name=name(game, seat))
    return LAST_TURN(name=name(game, seat)) if game.last_chance else IS_TO_MOVE(name=name(game, seat))


def preview_line(entry: int, fall: Fall, worth: int) -> str:
    """Where a ball would go."""
    stopped = sum(hit.effect == "stops" for hit in fall.hits)
    freed = sum(hit.effect == "frees" for hit in fall.hits)
    if not freed and stopped:
        return WOULD_STOP(entry=entry, level=fall.hits[-1].level + 1)
    rest = SET_FREE(balls=counted(freed, "ball"), stopped=stopped) if freed else FALLS_THROUGH()
    ways = " ".join(map(str, sorted(fall.exits)))
    out = WOULD_COME_OUT(ways=ways, points=counted(worth, "point")) if ways else NONE_WOULD()
    return WOULD_FALL(entry=entry, rest=rest, out=out)


# -- the box ---------------------------------------------------------------------------------


def level_line(box: Box, level: int) -> str:
    """One level's switches from left to right, in words."""
    first = BASE[level]
    words = (_switch(box, switch) for switch in range(first, first + SWITCHES[level]))
    left = FIRST_ENTRY - level + 1
    return LEVEL(level=level + 1, left=left, right=left + 2 * SWITCHES[level] - 1, words=", ".join(words))


def _switch(box: Box, switch: int) -> str:
    lean = RIGHT() if box.leans_right(switch) else LEFT()
    return LOADED(lean=lean) if box.loaded(switch) else lean


def box_lines(box: Box, before: Box | None = None) -> Lines:
    """Every level, or those that differ from `before`."""
    differ = box.lean ^ before.lean | box.load ^ before.load if before else -1
    changed = (level for level in range(len(SWITCHES)) if differ >> BASE[level] & (1 << SWITCHES[level]) - 1)
    return tuple(level_line(box, level) for level in changed)


# -- ends --------------------------------------------------------------------------------------


def round_lines(game: Game) -> Lines:
    """The four figures of the round that ended, a line a player."""
    number = len(game.rounds)
    lines = [ROUND_OVER(number=number)]
    for seat, card in enumerate(game.rounds[-1]):
        lines.append(
            FIGURES(
                name=name(game, seat),
                points=counted(card.points, "point"),
                bonus=WITH_GOAL(with_goal=card.with_goal) if card.with_goal > card.points else GOAL_MISSED(),
                difference=f"{card.difference:+}",
                total=card.total,
            )
        )
    return tuple(lines)


def verdict(game: Game) -> str:
    """Who has won."""
    if game.given_up:
        return GIVEN_UP()
    if not game.over:
        return NOT_FINISHED()
    won = winner(game)
    if won is None:
        return A_TIE()
    mine, other = game.stand.totals
    own, other = (mine, other) if won == 0 else (other, mine)
    return (LOWER_WON if game.terms.lowball else WON)(name=name(game, won), own=own, other=other)


def ending(table: Table) -> Ending:
    """What the game came to, for both sides."""
    game, totals, drops = table.position, table.position.stand.totals, table.position.best_drop
    sums: list[tuple[str, str]] = [(GRAND_TOTALS(), f"{totals[0]} : {totals[1]}")]
    if table.kind == AT_TABLE:
        sums = [(name(game, seat), f"{total}") for seat, total in enumerate(totals)]
    sums += [(BIGGEST_DROPS(), f"{drops[0]} : {drops[1]}"), (ROUNDS_FINISHED(), f"{len(game.rounds)}")]
    lines = (*(() if game.given_up else (verdict(game),)), over_line(table, totals))
    return Ending(verdict(game).rstrip("."), tuple(sums), lines)
