"""What happens at the box, said in words: for plain mode, the message lines and the end page.

Law: values in, sentences out; the one module that words the game's events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import AT_TABLE, QUIT, Ending, Table, over_line, reader
from door.games.switchbox.box import AVALANCHE, BASE, FIRST_ENTRY, SWITCHES, Box, Fall
from door.games.switchbox.rules import GIFT, PASS, Game, movers, sitter, winner
from door.games.switchbox.turns import PASSES, ROUNDS, VALUES, Terms
from door.ui.words import Lines, counted

ROUND_NAMES: Final = ("Equality", "Fibonacci", "One by one", "Squares")


def name(game: Game, seat: int) -> str:
    """A seat's name as it is said."""
    level = sitter(game, seat)
    if not level:
        return game.seats[seat]
    if game.terms.solitaire and seat == 1:
        return "The box"
    return f"Computer {seat + 1}" if sitter(game, 1 - seat) else "The computer"


def inside(game: Game, seat: int) -> str:
    """A seat's name within a sentence: "the computer"."""
    told = name(game, seat)
    return told.replace("The ", "the ", 1) if sitter(game, seat) else told


def full_name(game: Game, seat: int) -> str:
    """A seat's name with a computer's level."""
    level = sitter(game, seat)
    box = game.terms.solitaire and seat == 1
    return f"{name(game, seat)} ({level})" if level and not box else name(game, seat)


def round_name(game: Game, number: int) -> str:
    """What round `number` (0..3) is called: by its usual exit values, if it has those."""
    return ROUND_NAMES[number] if game.terms.exits[number] == VALUES[number] else "own values"


def brief(table: Table) -> str:
    """The rounds that are played, and the totals, the reader's first: "▓▓░░ round 3, 120 to 96"."""
    game = table.position
    played = len(game.rounds)
    me = max(reader(table), 0)
    ours, theirs = game.stand.totals[me], game.stand.totals[1 - me]
    stage = "" if game.over else f"round {played + 1}, "
    return f"{'▓' * played}{'░' * (ROUNDS - played)} {stage}{ours} to {theirs}"


# -- beginning -------------------------------------------------------------------------------


def opening_lines(game: Game) -> Lines:
    """Who plays by which rules, the round, the box, and whose turn it is."""
    names = f"{full_name(game, 0)} against {full_name(game, 1).replace('The ', 'the ')}."
    return (names, *variant_lines(game.terms), round_line(game), *box_lines(game.box), turn_line(game))


def variant_lines(terms: Terms) -> Lines:
    """The rules that differ from the usual ones, a sentence each."""
    told = (
        (terms.solitaire, "Solitaire: the box drops random balls, and begins each round."),
        (terms.lowball, "Lowball: the lower grand total wins."),
        (terms.limited_passes, f"{PASSES} passes each in rounds 1 and 2, {PASSES} in rounds 3 and 4."),
        (terms.gifts, "Twice a game each side may make the other's turn a random ball."),
        (terms.go_on, "A ball that scores keeps the turn."),
    )
    return tuple(line for on, line in told if on)


def round_line(game: Game) -> str:
    """The round that begins, its goal and what its exits are worth."""
    number = min(game.stand.round, ROUNDS - 1)
    head = f"Round {number + 1} of {ROUNDS}, {round_name(game, number)}. Goal: {game.goal}."
    return f"{head} {exits_text(game.values)}"


def exits_text(values: tuple[int, ...]) -> str:
    """What the exits are worth, the short way where both sides are alike."""
    half = len(values) // 2
    if len(set(values)) == 1:
        return f"Every exit is worth {values[0]}."
    if values[:half] == values[: half - 1 : -1]:
        return f"Exits from the middle outwards, to both sides: {' '.join(map(str, values[half:]))}."
    return f"Exits 1 to 16: {' '.join(map(str, values))}."


# -- moves -----------------------------------------------------------------------------------


def move_line(after: Game | None, ways: bool = True) -> str:
    """What the latest move did, in a sentence, "" before the first; its exits by number with `ways`."""
    played = after.last if after is not None else None
    if after is None or played is None:
        return ""
    if played.move == QUIT:
        return "Given up."
    who = name(after, played.seat)
    if played.move == PASS:
        return f"{who} passed."
    entry = played.move[-1]
    ball = f"a random ball into {entry}" if "+" in played.move else entry
    gift = f", {inside(after, 1 - played.seat)}'s gift" if played.move.startswith(GIFT) else ""
    numbers = " ".join(map(str, sorted(played.exits)))
    came = f"out by {numbers}" if ways else f"{counted(len(played.exits), 'ball')} out"
    out = f"{came}, {counted(played.gained, 'point')}" if numbers else "nothing came out"
    return f"{who}: {ball}{gift}; {out}."


def slide_line(before: Game, after: Game) -> str:
    """That the latest ball was an avalanche, or ""."""
    many = before.rolling(after.last.move) if after.last else 0
    return f"An avalanche: {many} balls from one!" if many >= AVALANCHE else ""


def goal_line(before: Game, after: Game) -> str:
    """That the latest move reached the round's goal, or ""."""
    if after.stand.round == before.stand.round and after.stand.closer != before.stand.closer:
        other = 1 - after.stand.closer
        return f"{name(after, 1 - other)} reached the goal! {name(after, other)} has one last turn."
    return ""


def turn_line(game: Game) -> str:
    """Whose turn it is and how the points stand."""
    mine, other = game.stand.points
    points = f"Points: {inside(game, 0)} {mine}, {inside(game, 1)} {other}. Goal: {game.goal}."
    left = ""
    if game.terms.limited_passes and not game.terms.solitaire:
        left = f" Passes left: {game.stand.passes[game.stand.mover]}."
    return points + left


def turn_note(game: Game) -> str:
    """Whose turn it is, as a question."""
    last = "Last turn of the round. " if game.last_chance else ""
    return f"{last}{name(game, game.stand.mover)}: which entry?"


def wait_line(game: Game, let: Sequence[int]) -> str:
    """Whom a game waits for, said to those who only look on; "" after the end."""
    seat = next((seat for seat in movers(game) if seat not in let), -1)
    if seat < 0:
        return ""
    if seat != game.stand.mover:
        return f"{name(game, seat)} may give a random ball for the next turn."
    return f"{name(game, seat)} has the last turn." if game.last_chance else f"{name(game, seat)} is to move."


def preview_line(entry: int, fall: Fall, worth: int) -> str:
    """Where a ball would go."""
    stopped = sum(hit.effect == "stops" for hit in fall.hits)
    freed = sum(hit.effect == "frees" for hit in fall.hits)
    if not freed and stopped:
        return f"A ball in {entry} would stop on level {fall.hits[-1].level + 1}."
    rest = f"{counted(freed, 'ball')} set free, {stopped} caught" if freed else "falls through"
    ways = " ".join(map(str, sorted(fall.exits)))
    out = f"out by {ways}, {counted(worth, 'point')}" if ways else "nothing comes out"
    return f"A ball in {entry}: {rest}; {out}."


# -- the box ---------------------------------------------------------------------------------


def level_line(box: Box, level: int) -> str:
    """One level's switches from left to right, in words."""
    first = BASE[level]
    words = (_switch(box, switch) for switch in range(first, first + SWITCHES[level]))
    left = FIRST_ENTRY - level + 1
    return f"Level {level + 1}, exits {left} to {left + 2 * SWITCHES[level] - 1}: {', '.join(words)}"


def _switch(box: Box, switch: int) -> str:
    lean = "right" if box.leans_right(switch) else "left"
    return f"{lean} loaded" if box.loaded(switch) else lean


def box_lines(box: Box, before: Box | None = None) -> Lines:
    """Every level, or those that differ from `before`."""
    lines = tuple(level_line(box, level) for level in range(len(SWITCHES)))
    if before is None:
        return lines
    return tuple(line for level, line in enumerate(lines) if line != level_line(before, level))


# -- ends --------------------------------------------------------------------------------------


def round_lines(game: Game) -> Lines:
    """The four figures of the round that ended, a line a player."""
    number = len(game.rounds)
    lines = [f"Round {number} is over."]
    for seat, card in enumerate(game.rounds[-1]):
        lines.append(
            f"{name(game, seat)}: {counted(card.points, 'point')}, {card.with_goal} with the goal's bonus, "
            f"difference {card.difference:+}, grand total {card.total}."
        )
    return tuple(lines)


def verdict(game: Game) -> str:
    """Who has won."""
    if game.given_up:
        return "Given up."
    if not game.over:
        return "The game was not finished."
    won = winner(game)
    if won is None:
        return "A tie!"
    mine, other = game.stand.totals
    low = " with the lower total" if game.terms.lowball else ""
    ends = (mine, other) if won == 0 else (other, mine)
    return f"{name(game, won)} won{low}, {ends[0]} to {ends[1]}."


def ending(table: Table) -> Ending:
    """What the game came to, for both sides."""
    game, totals, drops = table.position, table.position.stand.totals, table.position.best_drop
    sums = [("Grand totals", f"{totals[0]} : {totals[1]}")]
    if table.kind == AT_TABLE:
        sums = [(name(game, seat), f"{total}") for seat, total in enumerate(totals)]
    sums += [("Biggest drops", f"{drops[0]} : {drops[1]}"), ("Rounds finished", f"{len(game.rounds)}")]
    lines = (*(() if game.given_up else (verdict(game),)), over_line(table, totals))
    return Ending(verdict(game).rstrip("."), tuple(sums), lines)
