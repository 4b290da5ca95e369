"""The caller's choices: seats, variations, and the resulting game.

Law: computed from the sysop's options and the caller's choices.

A contest game uses the board's rules.  Its opponent is the board's computer level or, with `contest_levels`,
a stronger one, a weaker one that the caller has not beaten yet, or any.  Every other game is practice.
Otherwise games with different rules would share a month's sum, and beating a weak computer again and again
would win it.

Lowball requires limited passes, because a player who may always pass never has to score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from door.games.game import COMPUTER, Choice, Front, GamePlan, level_name
from door.games.info import Value
from door.games.seating import YOU, grows, next_rival, seat_row, seat_rows, seats_of
from door.games.switchbox.box import EXITS
from door.games.switchbox.card import INFO
from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.record import beaten
from door.games.switchbox.rules import LEVELS
from door.games.switchbox.turns import PASSES, ROUNDS, VALUES
from door.ui.texts import cache_by_language, tr
from door.ui.words import sentences

our: Final = tr.switchbox

Exits = tuple[int, ...]
MOST: Final = 1000
"""An exit's value is -MOST to MOST."""
OWN: Final = "own"
PRESETS: Final = {
    "board": our.choice_board_exits, "first": our.choice_first_switchbox,
    "middle": our.choice_middle_negative, "corners": our.choice_corners_negative,
    "others": our.choice_every_other_negative, OWN: our.choice_own_exits,
}  # fmt: skip
_NEGATIVE: Final = {"middle": range(6, 10), "corners": (0, 1, 14, 15), "others": range(0, EXITS, 2)}
FLAGS: Final = {
    "solitaire": (our.label_solitaire, our.about_solitaire),
    "double_goals": (our.label_double_goals, our.about_double_goals),
    "lowball": (our.label_lowball, our.about_lowball),
    "limited_passes": (our.label_limited_passes, our.about_limited_passes),
    "gifts": (our.label_random_balls, our.about_gifts),
    "go_on": (our.label_go_on, our.about_go_on),
}
_TABLE: Final = replace(INFO, players=replace(INFO.players, seats=(2, 2)))
"""The card with both seats taken; only a daily deal names the caller alone."""


# -- the rows --------------------------------------------------------------------------------------


def choices(front: Front) -> tuple[Choice, ...]:
    """Return the rows of the settings.  In solitaire, rows without effect are left out."""
    alone, low = _on(front, "solitaire"), _on(front, "lowball")
    seats = _seats(front)[:1] if alone else _seats(front)
    passes = () if alone or low else (_flag(front, "limited_passes"),)
    two = () if alone else (_flag(front, "gifts"), _flag(front, "go_on"))
    rules = (_flag(front, "double_goals"), *_exit_rows(front), _flag(front, "lowball"), *passes, *two)
    return (*seats, _flag(front, "solitaire"), *rules)


def _flag(front: Front, name: str) -> Choice:
    return _flag_row(name, "on" if front.options[name] else "off")


@cache_by_language
def _flag_row(name: str, default: str) -> Choice:
    label, about = FLAGS[name]
    return Choice(name, label, ("off", "on"), default, about(passes=PASSES), practice=True)


def _on(front: Front, name: str) -> bool:
    return _flag(front, name).value(front.chosen) == "on"


def _board_level(front: Front) -> str:
    return str(front.options["level"])


def _defaults(front: Front) -> dict[int, str]:
    """Return the default seats.  The second grows with the caller if weaker ones than the board's count."""
    rival = next_rival(INFO, front, beaten(front.tally, front.caller)) if _grows(front) else ""
    return {1: YOU, 2: rival or _board_level(front)}


def _seats(front: Front) -> tuple[Choice, ...]:
    rows = seat_rows(_TABLE, front, _defaults(front))
    return tuple(
        replace(row, help=_about_seat(front, row), grows=row.key == "seat2" and _grows(front)) for row in rows
    )


def _grows(front: Front) -> bool:
    """True if the second seat grows while the caller chooses none."""
    counts = front.options["contest_levels"] in ("ladder", "any")
    return counts and grows(INFO, front)


def _about_seat(front: Front, row: Choice) -> str:
    level = row.value(front.chosen)
    if not row.values or level not in DESCRIBED:
        return row.help
    mark = "" if row.key == "seat1" or _counts(front, level) else our.practice_now()
    return sentences(our.computer_described(level=level_name(level), described=DESCRIBED[level]()), mark)


# -- exits -----------------------------------------------------------------------------------------


def _exit_rows(front: Front) -> Iterator[Choice]:
    for number in range(1, ROUNDS + 1):
        row = _preset(number, exits(front, number))
        yield row
        if row.value(front.chosen) == OWN:
            yield Choice(
                f"own_{number}", our.label_own_exits(), (), _text(_own(front, number)),
                our.typed_bad_exits(most=MOST), limit=100,
                check=lambda text: "" if read_exits(text) else our.typed_bad_exits(most=MOST),
                practice=True,
            )  # fmt: skip


@cache_by_language
def _preset(number: int, worth: Exits = ()) -> Choice:
    """Return the row of a round's exits, whose help lists their values (`worth`)."""
    label, about = our.label_exits_round(number=number), our.about_exits(exits=" ".join(map(str, worth)))
    return Choice(
        f"exits_{number}", label, tuple(PRESETS), "board", about, tuple(PRESETS.values()), practice=True
    )


def exits(front: Front, number: int) -> Exits:
    """Return the values of exits 1..16 in round `number` (1..4) by the caller's choice."""
    name = _preset(number).value(front.chosen)
    if name == OWN:
        return _own(front, number)
    if name == "board":
        return _board_exits(front, number)
    negative = _NEGATIVE.get(name, ())
    return tuple(-value if at in negative else value for at, value in enumerate(VALUES[number - 1]))


def _board_exits(front: Front, number: int) -> Exits:
    value = front.options[f"exits_{number}"]
    return value if isinstance(value, tuple) else VALUES[number - 1]


def _own(front: Front, number: int) -> Exits:
    return read_exits(front.chosen.get(f"own_{number}", "")) or _board_exits(front, number)


def _text(values: Exits) -> str:
    half = EXITS // 2
    return " ".join(map(str, values[half:] if values[:half] == values[: half - 1 : -1] else values))


def read_exits(text: str) -> Exits | None:
    """Read sixteen numbers, or eight from the middle outwards for both sides; None if invalid."""
    try:
        numbers = tuple(int(word) for word in text.replace(",", " ").split()[: EXITS + 1])
    except ValueError:
        return None
    if any(abs(number) > MOST for number in numbers):
        return None
    if len(numbers) == EXITS // 2:
        return (*reversed(numbers), *numbers)
    return numbers if len(numbers) == EXITS else None


# -- the resulting game ------------------------------------------------------------------------------


def plan(front: Front, practice: bool) -> GamePlan:
    options: dict[str, Value] = {"level": contest_level(front)}
    if practice:
        options = _practice_options(front)
    alone = bool(options.get("solitaire", front.options["solitaire"]))
    if options.get("lowball", front.options["lowball"]) and not alone:
        options["limited_passes"] = True
    seats = seats_of(_TABLE, front, _defaults(front), demo=practice)
    if alone:
        seats = (seats[0], COMPUTER + LEVELS[0])
    elif not practice:
        seats = (seats[0], COMPUTER + contest_level(front))
    return GamePlan(options, seats)


def _practice_options(front: Front) -> dict[str, Value]:
    """Return the options of a practice game.  Options without effect in solitaire keep the board's values."""
    flags: dict[str, Value] = {row.key: _on(front, row.key) for row in choices(front) if row.key in FLAGS}
    values: dict[str, Value] = {f"exits_{number}": exits(front, number) for number in range(1, ROUNDS + 1)}
    second = _second(front).value(front.chosen)
    return flags | values | {"level": second if second in LEVELS else _board_level(front)}


def contest_level(front: Front) -> str:
    """Return the chosen level if it counts, else the board's level."""
    chosen = _second(front).value(front.chosen)
    return chosen if chosen in LEVELS and _counts(front, chosen) else _board_level(front)


def _second(front: Front) -> Choice:
    return seat_row(_TABLE, 2, _defaults(front)[2])


def _counts(front: Front, level: str) -> bool:
    """True if a game against that level is a contest game for this caller."""
    rule, board = front.options["contest_levels"], LEVELS.index(_board_level(front))
    at = LEVELS.index(level)
    if rule == "any" or at == board:
        return True
    if at > board:
        return rule != "same"
    return rule == "ladder" and level not in beaten(front.tally, front.caller)


def about(front: Front) -> str:
    if front.options["solitaire"]:
        return our.enter_solitaire()
    level, chosen = contest_level(front), _second(front).value(front.chosen)
    grows_on = _grows(front) and front.chosen.get("seat2", "") not in LEVELS
    if grows_on and LEVELS.index(level) < LEVELS.index(_board_level(front)):
        following = LEVELS[LEVELS.index(level) + 1]
        return our.enter_growing(level=level_name(level), next=level_name(following))
    if chosen not in LEVELS or chosen == level:
        return our.enter_computer(level=level_name(level))
    known = chosen in beaten(front.tally, front.caller)
    why = our.you_beat(level=level_name(chosen)) if known else our.level_is_practice(level=level_name(chosen))
    return our.enter_computer_why(level=level_name(level), why=why)
