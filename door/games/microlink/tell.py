"""The door in plain mode: what changed, as lines of text, and the prompt that asks.

Law: `tell` compares two states and says the difference, nothing twice.  A game's story is a
list of happenings that only ever grows (`_story`), so that what is new in it is what comes
after as many as were there before, however many moves lie between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from door.games.microlink import seating
from door.games.microlink.front import stake
from door.games.microlink.help import PAGES
from door.games.microlink.pages import coach_pages, stats_pages
from door.games.microlink.record import range_of_ten
from door.games.microlink.rules import Game, Turn, spoken
from door.games.microlink.scores import top_ten_lines, verdict
from door.games.microlink.state import State, by_computer, who
from door.games.shutbox.rules import Dice, Step, move_text, total_of
from door.midend.words import standing_lines, turns_line
from door.ui.screen import Speech
from door.ui.widgets import Page, ordinal

Lines = list[str]


def tell(before: State | None, after: State) -> Speech:
    """The lines for what has happened since `before` (all of it where there is none)."""
    lines: Lines = []
    for said in (_note, _title, _players, _opened, _played, _on_the_books, _laid_over):
        lines.extend(said(before, after))
    return Speech(tuple(lines), prompt(after))


# -- prompts ------------------------------------------------------------------------------------


def prompt(state: State) -> str:
    """What the caller is asked for now."""
    if state.over in ("help", "stats", "coach"):
        return "Enter for more, q to go on:" if state.page + 1 < len(_pages(state)) else "Enter to go on:"
    if state.over == "boss":
        return state.dos.prompt if state.dos else ""
    if state.over == "ask" and not state.ranked:
        return "End this game (g), or play on (Enter)?"
    return _OVER_PROMPTS.get(state.over) or _PROMPTS.get(state.scene, _doors_prompt)(state)


def _doors_prompt(state: State) -> str:
    game = state.game
    if state.scene != "choosing" or game is None:
        return ""
    return "Doors to shut?" if len(game.seats) == 1 else f"{who(game, game.seat)}, doors to shut?"


def _again_prompt(state: State) -> str:
    if state.booked is None:
        return ""
    if state.back:
        return "Back to your contest game? (Enter)"
    return "Play again? (y/n, c coach)" if coach_pages(state) else "Play again? (y/n)"


_OVER_PROMPTS: Final = {
    "ask": "Leave it for later (l), give it up (g), or play on (Enter)?",
    "demo": "Let the computer show another game while yours waits? (y/n)",
    "scores": "Enter to go on:",
    "ten": "Enter to go on:",
}
_PROMPTS: Final[dict[str, Callable[[State], str]]] = {
    "title": lambda state: "Play? (Enter plays, t Top Ten, s statistics, ? help, q leaves)",
    "seating": lambda state: "Enter begins, or type the other players:",
    "ready": lambda state: "Enter to roll:",
    "stuck": lambda state: "Enter to go on:",
    "turn": lambda state: "Enter for the next turn:",
    "done": _again_prompt,
}


# -- the pages around a game ------------------------------------------------------------------------


def _note(before: State | None, after: State) -> Lines:
    """The message line, again whenever a new line brought the same one."""
    was = ("", "", 0) if before is None else (before.note, before.seating.note, before.asked)
    same_line = was[2] == after.asked
    notes = [
        note for note, old in zip((after.note, after.seating.note), was, strict=False)
        if note and not (same_line and note == old)
    ]  # fmt: skip
    return notes if after.over in ("", "ask", "demo") else []


def _title(before: State | None, after: State) -> Lines:
    """The door's name, last month's first and the standing, on entry."""
    if before is not None:
        return []
    books = after.books
    lines = ["MicroLink Shut The Box", *standing_lines(books), turns_line(books)]
    return [*lines, "A game of yours is waiting."] if after.waiting else lines


def _players(before: State | None, after: State) -> Lines:
    """Who sits at the table, on the set-up page."""
    if after.scene != "seating" or after.over:
        return []
    fresh = before is None or before.scene != "seating"
    if not fresh and before and (before.seating.players, before.seating.practice) == (
        after.seating.players, after.seating.practice,
    ):  # fmt: skip
        return []
    names = ", ".join(spoken(seat) for seat in seating.seats(after.seating)) or "nobody"
    lines = [f"Players: {names}", f"This game: {stake(after)}."]
    how = 'Others: names, or "computer" and its level (beginner, casual, careful, expert), commas between;'
    return (
        [*lines, how, '"nobody" for you alone; "practice" or "contest" for what it counts.']
        if fresh
        else lines
    )


def _opened(before: State | None, after: State) -> Lines:
    begun = after.begun
    if begun is None or (before is not None and before.begun is begun):
        return []
    lines = [] if len(begun.seats) == 1 else ["Players: " + ", ".join(map(spoken, begun.seats))]
    if after.demo and not begun.ranked:
        lines.append("A demonstration: the computer plays for everybody, and it counts for nothing.")
    return [*lines, f"Commitment: {begun.commit}"]


# -- the game -------------------------------------------------------------------------------------------


class _Happening(NamedTuple):
    """One thing that happened in a game: "turn", "roll", "shut", "dead" or "end"."""

    kind: str
    seat: int
    round: int
    dice: Dice = (0, 0)
    doors: int = 0
    points: int = 0
    total: int = 0


def _story(game: Game) -> list[_Happening]:
    """Everything that has happened, in order."""
    story: list[_Happening] = []
    totals = [0] * len(game.seats)
    for number, turn in enumerate(game.turns):
        totals[turn.seat] += turn.score
        story += _told_turn(turn, number // len(game.seats) + 1, totals[turn.seat])
    if not game.over:
        story.append(_Happening("turn", game.seat, game.round))
        story += _told_steps(game.steps, game.seat, game.round)
        story.append(_Happening("roll", game.seat, game.round, game.box.dice, game.box.open))
    return story


def _told_turn(turn: Turn, number: int, total: int) -> list[_Happening]:
    start = _Happening("turn", turn.seat, number)
    end = _Happening("end", turn.seat, number, points=turn.score, total=total, doors=int(turn.perfect))
    return [start, *_told_steps(turn.steps, turn.seat, number), end]


def _told_steps(steps: tuple[Step, ...], seat: int, number: int) -> list[_Happening]:
    story, points = [], 0
    for step in steps:
        story.append(_Happening("roll", seat, number, step.dice, step.open))
        points += total_of(step.shut)
        kind = "shut" if step.shut else "dead"
        story.append(_Happening(kind, seat, number, step.dice, step.shut, points))
    return story


def _played(before: State | None, after: State) -> Lines:
    """What has happened in the game, and its end."""
    game = after.game
    if game is None or after.scene in ("opening", "ready"):
        return []
    known = 0
    if (
        before
        and before.game is not None
        and before.begun is after.begun
        and before.scene not in ("opening", "ready")
    ):
        known = len(_story(before.game))
    elif after.begun is not None and after.begun.resumed:
        known = _resume_at(game)
    story, lines = _story(game), []
    for at in range(known, len(story)):
        lines += _SAID[story[at].kind](after, game, story[at])
    done = after.scene == "done" and (
        before is None or before.scene != "done" or before.begun is not after.begun
    )
    return [*lines, *_ending(game)] if done else lines


def _resume_at(game: Game) -> int:
    """A resumed game is told from the start of the running turn."""
    return sum(len(_told_turn(turn, 1, 0)) for turn in game.turns)


def _ending(game: Game) -> Lines:
    scores = [f"{who(game, seat)}: {total}" for seat, total in enumerate(game.totals)]
    others = [", ".join(scores)] if len(game.seats) > 1 else []
    return [verdict(game), *others, f"Game over. Score: {game.totals[0]}"]


def _say_turn(state: State, game: Game, now: _Happening) -> Lines:
    name = "" if len(game.seats) == 1 else f", {who(game, now.seat)}"
    return [f"Turn {now.round} of 5{name}"]


def _say_roll(state: State, game: Game, now: _Happening) -> Lines:
    roll = f"Roll: {now.dice[0]} + {now.dice[1]} = {sum(now.dice)}"
    return [roll] if by_computer(state, game, now.seat) else [roll, f"Open: {move_text(now.doors)}"]


def _say_shut(state: State, game: Game, now: _Happening) -> Lines:
    if by_computer(state, game, now.seat):
        return [f"{who(game, now.seat)} shuts {move_text(now.doors)}"]
    return [f"Shut: {move_text(now.doors)}. This turn: {now.points}"]


def _say_dead(state: State, game: Game, now: _Happening) -> Lines:
    return ["Can't use this roll!" if "k" in state.on else f"No open doors make {sum(now.dice)}."]


def _say_end(state: State, game: Game, now: _Happening) -> Lines:
    shut = ["The box is shut! 5 points more."] if now.doors else []
    name = "Score" if len(game.seats) == 1 else f"{who(game, now.seat)}'s score"
    return [*shut, f"{name}: {now.total} ({now.points} this turn)"]


_SAID: Final[dict[str, Callable[[State, Game, _Happening], Lines]]] = {
    "turn": _say_turn,
    "roll": _say_roll,
    "shut": _say_shut,
    "dead": _say_dead,
    "end": _say_end,
}


def _on_the_books(before: State | None, after: State) -> Lines:
    booked = after.booked
    if booked is None or after.scene != "done":
        return []
    if before is not None and before.booked is booked and before.scene == "done":
        return []
    lines = [f"Seed: {booked.seed}"]
    if not after.ranked:
        return [*lines, "This game does not count."]
    lines.append(f"Check it with: door replay {booked.id}")
    if booked.books.rank:
        lines.append(f"This month: {booked.books.score}, {ordinal(booked.books.rank)} place.")
    return [*lines, turns_line(booked.books)]


# -- what lies over -------------------------------------------------------------------------------------


def _laid_over(before: State | None, after: State) -> Lines:
    was = ("", 0, 0) if before is None else (before.over, before.page, before.asked)
    if not after.over or was == (after.over, after.page, after.asked):
        return []
    return _OVER[after.over](before, after) if after.over in _OVER else []


def _pages(state: State) -> tuple[Page, ...]:
    return PAGES if state.over == "help" else _MADE[state.over](state)


_MADE: Final[dict[str, Callable[[State], tuple[Page, ...]]]] = {"stats": stats_pages, "coach": coach_pages}


def _page(before: State | None, state: State) -> Lines:
    every = _pages(state)
    if not every:
        return []
    page = every[min(state.page, len(every) - 1)]
    return [f"{page.title} ({state.page + 1} of {len(every)})", *(line for line in page.lines if line)]


def _ten(before: State | None, state: State) -> Lines:
    return ["Top Ten", *(top_ten_lines(state.books) or ("Nobody is in it yet.",))]


def _scores(before: State | None, state: State) -> Lines:
    game = state.game
    if game is None:
        return []
    best = max(game.totals)
    return [
        f"{who(game, seat)}: {total}, {total // 5} of 50 dots{', highest' if total == best else ''}"
        for seat, total in enumerate(game.totals)
    ] + [_range(state)]


def _range(state: State) -> str:
    span = range_of_ten(state.books.tally)
    return f"Top Ten: {span[0]} to {span[1]}" if span else "The Top Ten is empty as yet."


def _boss(before: State | None, state: State) -> Lines:
    if state.dos is None:
        return []
    if before is None or before.over != "boss":
        return list(state.dos.lines)
    return list(state.dos.answer)


_OVER: Final[dict[str, Callable[[State | None, State], Lines]]] = {
    "help": _page,
    "stats": _page,
    "coach": _page,
    "ten": _ten,
    "scores": _scores,
    "boss": _boss,
}
