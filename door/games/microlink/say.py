"""The table in plain mode: events as lines of text, and the prompt.

Law: pure.  A game's story only grows, so the new part is everything after the lines already shown.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Character, Mood, Speaker
from door.games.game import AT_TABLE, GameView, computer_level, elsewhere
from door.games.microlink.choices import is_on, who
from door.games.microlink.motion import watched
from door.games.microlink.rules import TURNS, Game
from door.games.seating import seat_name
from door.games.shutbox.rules import QUIT, Dice, Step, move_text, roll_text, total_of
from door.ui.texts import tr
from door.ui.words import Lines, commas

our: Final = tr.microlink


def prompt(table: GameView) -> str:
    game, dos = table.position, table.board.dos
    if dos is not None:
        return str(dos.prompt)
    if game.over or elsewhere(table, game.seat):
        return ""
    return our.plain_prompt() if len(game.seats) == 1 else our.plain_prompt_player(who=who(game, game.seat))


def say(before: GameView | None, after: GameView) -> Lines:
    game = after.position
    lines: list[str] = []
    running = len((before or after).position.turns)
    if before is None and len(game.seats) > 1:
        lines = [our.plain_players(seats=commas(map(seat_name, game.seats)))]
    known = len(_story(after, before.position, running)) if before else 0
    lines += _story(after, game, running)[known:]
    # a game between callers ends with everybody's place
    if game.over and len(game.seats) > 1 and after.kind != AT_TABLE:
        lines.append(commas(f"{who(game, seat)}: {total}" for seat, total in enumerate(game.totals)))
    return tuple(lines)


def recap(table: GameView) -> Lines:
    game = table.position
    alone = len(game.seats) == 1
    totals = (
        (our.plain_your_score() if alone else who(game, seat), total)
        for seat, total in enumerate(game.totals)
    )
    lines = [commas(f"{name}: {total}" for name, total in totals)]
    if game.over:
        return tuple(lines)
    lines.append(_turn_line(game, game.seat, game.round))
    if shut := sum(step.shut for step in game.steps):
        lines.append(our.plain_shut_doors(doors=move_text(shut), points=total_of(shut)))
    return tuple(lines) if _to_roll(table, game) else (*lines, *_roll_and_doors(game.box.dice, game.box.open))


def describe(before: Game | None, move: str, after: Game) -> Lines:
    """Return a move and, if it ended the turn, the turn's points."""
    if before is None or move == QUIT:
        return ()
    who, roll = seat_name(before.seats[before.seat]), roll_text(before.box.dice)
    line = our.move_line(turn=before.round, who=who, roll=roll, move=move)
    if len(after.turns) == len(before.turns):
        return (line,)
    turn = after.turns[-1]
    dead = " + ".join(map(str, turn.steps[-1].dice))
    why = our.all_doors_shut() if turn.perfect else our.roll_cannot_be_used(roll=dead)
    return line, our.turn_ended(why=why, score=turn.score, total=after.totals[turn.seat])


def _story(table: GameView, game: Game, first: int) -> list[str]:
    """Return the events from turn `first` (from 0) on, as the toggles ask."""
    story = _turns(table, game, first)
    if len(game.turns) < TURNS * len(game.seats):
        story.append(_turn_line(game, game.seat, game.round))
        story += _steps(table, game, game.steps, game.seat)
        if not _to_roll(table, game):
            story += _roll_lines(table, game.seat, game.box.dice, game.box.open)
    return story


def _to_roll(table: GameView, game: Game) -> bool:
    """True if that player may still have to press Return to roll: others hear the roll with its doors."""
    return elsewhere(table, game.seat) and not game.steps


def _turns(table: GameView, game: Game, first: int) -> list[str]:
    story: list[str] = []
    totals = [0] * len(game.seats)
    for number, turn in enumerate(game.turns):
        totals[turn.seat] += turn.score
        if number < first:
            continue
        story.append(_turn_line(game, turn.seat, number // len(game.seats) + 1))
        story += _steps(table, game, turn.steps, turn.seat)
        if turn.perfect:
            story.append(our.plain_box_shut())
        name = (
            our.plain_your_score() if len(game.seats) == 1 else our.plain_score_of(who=who(game, turn.seat))
        )
        story.append(our.plain_scored(name=name, total=totals[turn.seat], score=turn.score))
    return story


def _turn_line(game: Game, seat: int, number: int) -> str:
    said = our.plain_turn if len(game.seats) == 1 else our.plain_turn_of
    return said(number=number, turns=TURNS, who=who(game, seat))


def _roll_lines(table: GameView, seat: int, dice: Dice, doors: int) -> Lines:
    roll, opened = _roll_and_doors(dice, doors)
    quiet = table.caller and table.kind != AT_TABLE and watched(table, seat)
    return (roll,) if quiet else (roll, opened)


def _roll_and_doors(dice: Dice, doors: int) -> tuple[str, str]:
    return our.plain_roll(roll=roll_text(dice)), our.plain_open_doors(doors=move_text(doors))


def _steps(table: GameView, game: Game, steps: tuple[Step, ...], seat: int) -> list[str]:
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


CHARACTER: Final = Character(
    "microlink", our.voice_greeting, our.voice_good, our.voice_bad, our.voice_win, our.voice_loss
)

GOOD_TURN: Final = 36
"""A turn of so many points or more pleases it; the best play averages 34."""


def company(seen: GameView, table: GameView) -> Speaker | None:
    game = seen.position
    computers = [seat for seat, name in enumerate(game.seats) if computer_level(name)]
    if not 0 < len(computers) < len(game.seats):
        return None
    turns = [turn for turn in game.turns if turn.seat in computers]
    seat = turns[-1].seat if turns else computers[0]
    if game.over:
        seat = next((seat for seat in computers if seat in game.winners), seat)
    return Speaker(who(game, seat), CHARACTER, _mood(game, seat), len(turns))


def _mood(game: Game, seat: int) -> Mood:
    if game.over:
        return "win" if game.given_up or seat in game.winners else "loss"
    last = next((turn for turn in reversed(game.turns) if turn.seat == seat), None)
    if last is None:
        return "greeting"
    return "good" if last.score >= GOOD_TURN else "bad"
