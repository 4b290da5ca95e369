"""Events at the box in words: for plain mode, the message lines and the end page.

Law: values in, sentences out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games import api
from door.games.switchbox.record import is_new
from door.games.switchbox.rules import (
    BASE,
    FIRST_ENTRY,
    GIFT,
    PASS,
    PASSES,
    ROUNDS,
    SWITCHES,
    VALUES,
    Box,
    Fall,
    SwitchGame,
    movers,
    sitter,
    winner,
)
from door.ui.screen import Aside
from door.ui.texts import MaybeSaid, tr
from door.ui.words import Lines, commas, sentences

our: Final = tr.switchbox
THE_BOX: Final = (our.the_box_at_start, our.the_box, our.the_box_short)
THE_COMPUTER: Final = (our.the_computer_at_start, our.the_computer, our.the_computer_short)
"""The forms at the start of a sentence, within one, and on a card."""


HOW_IT_FALLS: Final = (our.tip_platforms, our.tip_avalanche)
"""Tips for a caller who has not won yet."""

ROUND_NAMES: Final = (our.round_equality, our.round_fibonacci, our.round_one_by_one, our.round_squares)


def name(game: SwitchGame, seat: int, form: int = 0) -> str:
    """Return a seat's name, in that form of `THE_BOX`."""
    level = sitter(game, seat)
    if not level:
        return game.seats[seat]
    if game.terms.solitaire and seat == 1:
        return THE_BOX[form]()
    return our.computer_seat(seat=seat + 1) if sitter(game, 1 - seat) else THE_COMPUTER[form]()


def inside(game: SwitchGame, seat: int) -> str:
    """Return a seat's name within a sentence: "the computer"."""
    return name(game, seat, 1)


def full_name(game: SwitchGame, seat: int, form: int = 0) -> str:
    level = sitter(game, seat)
    box = game.terms.solitaire and seat == 1
    who = name(game, seat, form)
    return our.seat_and_level(who=who, level=api.level_name(level)) if level and not box else who


def round_name(game: SwitchGame, number: int) -> str:
    """Return the name of round `number` (0..3) if its exits have their usual values."""
    return ROUND_NAMES[number]() if game.terms.exits[number] == VALUES[number] else our.label_own_values()


def brief(table: api.GameView) -> str:
    game = table.position
    me, played, totals = max(api.reader(table), 0), len(game.rounds), game.stand.totals
    said = our.brief_score_over if game.over else our.brief_score
    bar = "▓" * played + "░" * (ROUNDS - played)
    return said(bar=bar, round=played + 1, own=totals[me], other=totals[1 - me])


def learns(table: api.GameView) -> bool:
    """True if the caller plays here and has not won yet."""
    return table.kind != api.AT_TABLE and bool(table.caller) and is_new(table.tally, table.caller)


# -- beginning -------------------------------------------------------------------------------


def opening_lines(table: api.GameView) -> Lines:
    """Introduce the players, the rules, the round, the box, and the turn.  Before their first ball, explain
    the fall to callers who have not won yet.
    """
    game = table.position
    falls = HOW_IT_FALLS if not table.moves and learns(table) else ()
    names, terms = our.plain_against(name=full_name(game, 0), other=full_name(game, 1, 1)), game.terms
    variants = (
        (terms.solitaire, our.plain_solitaire()), (terms.lowball, our.plain_lowball()),
        (terms.limited_passes, our.plain_passes_each(passes=PASSES)), (terms.gifts, our.plain_gifts()),
        (terms.go_on, our.plain_keeps_turn()),
    )  # fmt: skip
    return (
        names, *(line() for line in falls), *(line for on, line in variants if on), round_line(game),
        *box_lines(game.box), turn_line(game),
    )  # fmt: skip


def round_line(game: SwitchGame) -> str:
    """Introduce a round with its goal and the values of its exits."""
    number = min(game.stand.round, ROUNDS - 1)
    head = our.plain_round_goal(
        number=number + 1, rounds=ROUNDS, name=round_name(game, number), goal=game.goal
    )
    values, half = game.values, len(game.values) // 2
    exits = our.plain_exits(values=" ".join(map(str, values)))
    if len(set(values)) == 1:
        exits = our.plain_every_exit(values=values[0])
    elif values[:half] == values[: half - 1 : -1]:
        exits = our.plain_exits_outwards(values=" ".join(map(str, values[half:])))
    return f"{head} {exits}"


# -- moves -----------------------------------------------------------------------------------


def describe(before: SwitchGame | None, move: str, after: SwitchGame) -> Lines:
    """Return the move and the points after it, and the figures of a round that it ended."""
    if before is None:
        return ()
    line, points = move_line(after), ""
    if after.last and after.last.move not in (api.QUIT, PASS):
        points = our.points_now(points=before.stand.points[after.last.seat] + after.last.gained)
    return (sentences(line, points), *(round_lines(after) if len(after.rounds) > len(before.rounds) else ()))


def move_line(after: SwitchGame | None, ways: bool = True) -> str:
    """Describe the latest move in a sentence, "" before the first; `ways` lists its exits."""
    played = after.last if after is not None else None
    if after is None or played is None:
        return ""
    if played.move == api.QUIT:
        return our.given_up()
    who = name(after, played.seat)
    if played.move == PASS:
        return our.who_passed(who=who)
    entry = played.move[-1]
    ball = our.random_ball_into(entry=entry) if "+" in played.move else entry
    if played.move.startswith(GIFT):
        ball = our.gift_of(ball=ball, who=inside(after, 1 - played.seat))
    numbers = " ".join(map(str, played.exits))
    came = our.out_by(numbers=numbers) if ways else our.balls_out(balls=tr.count.balls(n=len(played.exits)))
    out = commas((came, tr.count.points(n=played.gained))) if numbers else our.nothing_came_out()
    return our.latest_move(who=who, ball=ball, out=out)


def goal_line(before: SwitchGame, after: SwitchGame) -> str:
    """Return the line for a goal reached by the latest move, or ""."""
    if after.stand.round == before.stand.round and after.stand.closer != before.stand.closer:
        closer = after.stand.closer
        return our.goal_reached(name=name(after, closer), other=name(after, 1 - closer))
    return ""


def turn_line(game: SwitchGame) -> str:
    """Return the points of both sides, and the mover's remaining passes if they are limited."""
    mine, other = game.stand.points
    points = our.points_and_goal(
        name=inside(game, 0), mine=mine, name2=inside(game, 1), other=other, goal=game.goal
    )
    left = ""
    if game.terms.limited_passes and not game.terms.solitaire:
        left = our.passes_left(passes=game.stand.passes[game.stand.mover])
    return sentences(points, left)


def turn_note(game: SwitchGame) -> str:
    last = our.last_of_round() if game.last_chance else ""
    return sentences(last, our.ask_entry(name=name(game, game.stand.mover)))


def wait_line(game: SwitchGame, let: Sequence[int]) -> MaybeSaid:
    """Tell a viewer whom the game waits for; "" after the end."""
    seat = next((seat for seat in movers(game) if seat not in let), -1)
    if seat < 0:
        return ""
    if seat != game.stand.mover:
        return our.may_give(name=name(game, seat))
    if game.last_chance:
        return our.has_the_last_turn(name=name(game, seat))
    return our.is_to_move(name=name(game, seat))


def preview_line(entry: int, fall: Fall, worth: int) -> str:
    stopped = sum(hit.effect == "stops" for hit in fall.hits)
    freed = sum(hit.effect == "frees" for hit in fall.hits)
    if not freed and stopped:
        return our.preview_stops(entry=entry, level=fall.hits[-1].level + 1)
    rest, out = our.preview_falls_through(), our.preview_nothing_out()
    if freed:
        rest = our.preview_set_free(balls=tr.count.balls(n=freed), stopped=stopped)
    if ways := " ".join(map(str, sorted(fall.exits))):
        out = our.preview_out_by(ways=ways, points=tr.count.points(n=worth))
    return our.preview_line(entry=entry, rest=rest, out=out)


def level_line(box: Box, level: int) -> str:
    """Describe one level's switches from left to right."""
    first = BASE[level]
    words, left = list[str](), FIRST_ENTRY - level + 1
    for switch in range(first, first + SWITCHES[level]):
        lean = our.lean_right() if box.leans_right(switch) else our.lean_left()
        words.append(our.lean_loaded(lean=lean) if box.loaded(switch) else lean)
    right = left + 2 * SWITCHES[level] - 1
    return our.plain_level(level=level + 1, left=left, right=right, words=commas(words))


def box_lines(box: Box, before: Box | None = None) -> Lines:
    """Describe every level, or only levels that differ from `before`. Pictures show the levels, so each line
    is an aside.
    """
    differ = box.lean ^ before.lean | box.load ^ before.load if before else -1
    changed = (level for level in range(len(SWITCHES)) if differ >> BASE[level] & (1 << SWITCHES[level]) - 1)
    return tuple(Aside(level_line(box, level)) for level in changed)


# -- ends --------------------------------------------------------------------------------------


def round_lines(game: SwitchGame) -> Lines:
    """Return the four figures of the round that ended, one line for each player."""
    figures = (
        our.plain_figures(
            name=name(game, seat), points=tr.count.points(n=card.points), with_goal=card.with_goal,
            difference=f"{card.difference:+}", total=card.total,
        )
        for seat, card in enumerate(game.rounds[-1])
    )  # fmt: skip
    return our.plain_round_over(number=len(game.rounds)), *figures


def verdict(game: SwitchGame) -> str:
    if game.given_up:
        return our.given_up()
    if not game.over:
        return our.game_not_finished()
    won = winner(game)
    if won is None:
        return our.result_tie()
    mine, other = game.stand.totals
    own, other = (mine, other) if won == 0 else (other, mine)
    return (our.player_won_lowball if game.terms.lowball else our.player_won)(
        name=name(game, won), own=own, other=other
    )


def ending(table: api.GameView) -> api.Ending:
    game, totals, drops = table.position, table.position.stand.totals, table.position.best_drop
    sums: list[tuple[str, str]] = [(our.label_grand_totals(), f"{totals[0]} : {totals[1]}")]
    if table.kind == api.AT_TABLE:
        sums = [(name(game, seat), f"{total}") for seat, total in enumerate(totals)]
    sums += [
        (our.label_biggest_drops(), f"{drops[0]} : {drops[1]}"),
        (our.label_rounds_finished(), f"{len(game.rounds)}"),
    ]
    lines = (*(() if game.given_up else (verdict(game),)), api.seating.over_line(table, totals))
    lost = learns(table) and not game.given_up and winner(game) == 1 - api.reader(table)
    advice = our.tip_avalanche() if lost and not game.terms.lowball else ""
    return api.Ending(verdict(game).rstrip("."), tuple(sums), lines, described=True, advice=advice)


# -- the computer ------------------------------------------------------------


CHARACTER: Final = api.Character(
    "switchbox", our.voice_greeting, our.voice_good, our.voice_bad, our.voice_win, our.voice_loss
)

_FACES: Final = ((0, 16, 6, 4), (74, 16, 6, 4))
_WORDS: Final = (1, 20, 78, 1)


def company(seen: api.GameView, table: api.GameView) -> api.Speaker | None:
    """Return the computer, placed below its card.  Its words replace the upper message line.  Return None
    unless exactly one seat is a computer, and for the box of solitaire.
    """
    game = seen.position
    computers = [seat for seat in (0, 1) if sitter(game, seat)]
    if len(computers) != 1 or game.terms.solitaire:
        return None
    seat = computers[0]
    return api.Speaker(name(game, seat), CHARACTER, _mood(game, seat), game.notable, _FACES[seat], _WORDS)


def _mood(game: SwitchGame, seat: int) -> api.Mood | None:
    """Return the mood at the start, and after a coup, a round or the game; None in between."""
    last = game.last
    if game.over:
        won = winner(game)
        return None if won is None else "win" if won == seat else "loss"
    if last is None:
        return "greeting"
    if not last.besides:
        return None
    scored = game.rounds[-1][seat].difference > 0 if last.besides == "round" else last.seat == seat
    return "good" if scored != game.terms.lowball else "bad"
