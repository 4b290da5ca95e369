"""What a caller wants to play: the set-up page's values, and what they make of a game.

Law: frozen values, no drawing, no keys.  A plan starts as the board's rules (the sysop's
options) with whatever the caller chose otherwise laid over them; only what differs from the
board's is remembered, so that a sysop's change reaches everyone who never chose.

What counts.  A contest game is played by the board's rules, alone at the keyboard, against
the board's computer level or (option `contest_levels`) a stronger one, a weaker one until the
caller has beaten it once, or any.  Games of two people, demonstrations, a caller's own rules,
and whatever is asked for as practice are charged to nobody and stand on no books: with rules
of one's own choice a month's sum would compare nothing, and a weak opponent, met again and
again, would win it: a player of some strength takes 600 points from the random computer,
440 from the one called player, and 330 from an equal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from door.games.info import Options, Value
from door.games.switchbox.box import EXITS
from door.games.switchbox.rules import LEVELS
from door.games.switchbox.turns import ROUNDS, VALUES
from door.midend.api import Begin, Remember, Setup

COMPUTER: Final = "computer:"
AGAINST: Final = ("computer", "person", "solitaire", "demo")
FLAGS: Final = ("double_goals", "lowball", "limited_passes", "gifts", "go_on")
TWO_ONLY: Final = frozenset(["limited_passes", "gifts", "go_on"])
"""The variants that solitaire does not know."""
LONGEST: Final = 16
MOST: Final = 1000
"""An exit is worth -MOST to MOST."""

Exits = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """`against` is one of AGAINST; `level` the computer's (the second one's in a demonstration,
    whose first plays at `first`); `name` the second person's; `flags` the variants switched
    on; `exits` what exits 1..16 are worth, a tuple a round; `practice` asks for a game that
    counts for nothing."""

    against: str = "computer"
    level: str = "player"
    first: str = "skilled"
    name: str = ""
    flags: frozenset[str] = frozenset()
    exits: tuple[Exits, ...] = VALUES
    practice: bool = False


def boards(options: Options) -> Plan:
    """The board's own game, by its complete options."""
    return Plan(
        against="solitaire" if options["solitaire"] else "computer",
        level=str(options["level"]),
        flags=frozenset(name for name in FLAGS if options[name]),
        exits=tuple(_exits(options[f"exits_{n}"]) for n in range(1, ROUNDS + 1)),
    )


def _exits(value: Value) -> Exits:
    return value if isinstance(value, tuple) else ()


def planned(setup: Setup) -> Plan:
    """The board's game with what the caller remembered laid over it; what cannot be read is left out."""
    plan, kept = boards(setup.options), setup.prefs
    flags = {name for name in FLAGS if kept.get(name, "on" if name in plan.flags else "off") == "on"}
    own = (read_exits(kept.get(f"exits_{n}", "")) for n in range(1, ROUNDS + 1))
    return Plan(
        against=_one_of(AGAINST, kept.get("against", ""), plan.against),
        level=_one_of(LEVELS, kept.get("level", ""), plan.level),
        first=_one_of(LEVELS, kept.get("first", ""), plan.first),
        name="" if name_refusal(kept.get("name", ""), setup.caller) else kept.get("name", ""),
        flags=frozenset(flags),
        exits=tuple(mine or board for mine, board in zip(own, plan.exits, strict=True)),
        practice=kept.get("practice") == "on",
    )


def _one_of(known: tuple[str, ...], wanted: str, otherwise: str) -> str:
    return wanted if wanted in known else otherwise


def remembered(plan: Plan, options: Options) -> dict[str, str]:
    """The plan as preferences; "" where it is the board's."""
    board = boards(options)
    kept = {"against": plan.against, "level": plan.level, "first": plan.first, "name": plan.name}
    kept["practice"] = "on" if plan.practice else ""
    for name in ("against", "level", "first"):
        kept[name] = "" if getattr(plan, name) == getattr(board, name) else kept[name]
    for name in FLAGS:
        mine = name in plan.flags
        kept[name] = "" if mine == (name in board.flags) else "on" if mine else "off"
    for n in range(ROUNDS):
        same = plan.exits[n] == board.exits[n]
        kept[f"exits_{n + 1}"] = "" if same else " ".join(map(str, plan.exits[n]))
    return kept


def changes(plan: Plan, setup: Setup, known: Mapping[str, str]) -> tuple[Remember, ...]:
    """What is to be remembered of the plan beyond `known`."""
    wanted = remembered(plan, setup.options)
    return tuple(Remember(key, value) for key, value in wanted.items() if known.get(key, "") != value)


# -- the game it makes ---------------------------------------------------------------------


def seats(plan: Plan, caller: str) -> tuple[str, ...]:
    """Who sits down, the caller first (a demonstration has no caller)."""
    return {
        "computer": (caller, COMPUTER + plan.level),
        "person": (caller, plan.name.strip()),
        "solitaire": (caller, COMPUTER + "random"),
        "demo": (COMPUTER + plan.first, COMPUTER + plan.level),
    }[plan.against]


def chosen(plan: Plan, options: Options) -> dict[str, Value]:
    """The options in which the plan's game differs from the board's."""
    wanted: dict[str, Value] = {"solitaire": plan.against == "solitaire"}
    wanted |= {name: name in plan.flags for name in FLAGS if not _idle(plan, name)}
    wanted |= {f"exits_{n}": values for n, values in enumerate(plan.exits, 1)}
    if plan.against in ("computer", "demo"):
        wanted["level"] = plan.level
    return {name: value for name, value in wanted.items() if options[name] != value}


def _idle(plan: Plan, flag: str) -> bool:
    return plan.against == "solitaire" and flag in TWO_ONLY


def practice_why(plan: Plan, options: Options, beaten: Collection[str]) -> str:
    """Why the plan's game would not count, a sentence's end; "" for a contest game.

    `beaten` are the levels that the caller has won against on the books.
    """
    if plan.against == "demo":
        return "a demonstration"
    if plan.against == "person":
        return "two people at one keyboard"
    if set(chosen(plan, options)) - {"level"}:
        return "other rules than the board's"
    if plan.against == "computer" and not level_counts(plan.level, options, beaten):
        return _level_why(options)
    return "as you asked" if plan.practice else ""


def level_counts(level: str, options: Options, beaten: Collection[str]) -> bool:
    """Whether a game against that level is a contest game for who has won against those `beaten`."""
    rule, board = options["contest_levels"], LEVELS.index(str(options["level"]))
    at = LEVELS.index(level)
    if rule == "any" or at == board:
        return True
    return rule != "same" if at > board else rule == "ladder" and level not in beaten


def _level_why(options: Options) -> str:
    rule, board = options["contest_levels"], options["level"]
    if rule == "ladder":
        return "you have beaten this one"
    return f"contest games are against {board} {'alone' if rule == 'same' else 'or stronger'}"


def refusal(plan: Plan, caller: str) -> str:
    """Why this game cannot begin, one sentence; "" where it can."""
    return name_refusal(plan.name, caller, empty=False) if plan.against == "person" else ""


def begin(plan: Plan, setup: Setup, beaten: Collection[str]) -> Begin:
    """The game's `Begin`; `beaten` as in `practice_why`."""
    ranked = not practice_why(plan, setup.options, beaten)
    return Begin(chosen(plan, setup.options), seats(plan, setup.caller), ranked)


# -- names and exits -------------------------------------------------------------------------


def name_refusal(name: str, caller: str, empty: bool = True) -> str:
    """Why the second person cannot be called that, one sentence; "" for a fit name."""
    name = name.strip()
    if not name:
        return "" if empty else "The second person needs a name."
    if name.casefold().startswith(COMPUTER):
        return f'A name cannot begin with "{COMPUTER}".'
    if name.casefold() == caller.casefold():
        return "The second person needs a name other than yours."
    if bad := [char for char in name if not fits(char)]:
        return f'A name cannot hold "{bad[0]}".'
    return f"A name has at most {LONGEST} characters." if len(name) > LONGEST else ""


def fits(char: str) -> bool:
    """Whether every terminal of the board can show the character."""
    try:
        return char.isprintable() and bool(char.encode("cp437"))
    except UnicodeEncodeError:
        return False


def read_exits(text: str) -> Exits | None:
    """Sixteen numbers, or eight from the middle outwards for both sides; None where it is neither."""
    try:
        numbers = tuple(int(word) for word in text.replace(",", " ").split()[: EXITS + 1])
    except ValueError:
        return None
    if any(abs(number) > MOST for number in numbers):
        return None
    if len(numbers) == EXITS // 2:
        return (*reversed(numbers), *numbers)
    return numbers if len(numbers) == EXITS else None


BAD_EXITS: Final = f"Type 16 numbers, or 8 from the middle outwards, each from -{MOST} to {MOST}."


def presets(board: Exits, number: int) -> dict[str, Exits]:
    """Exit values by name for round `number` (0..3): the board's, and some that hold traps."""
    usual = VALUES[number]
    return {
        "the board's": board,
        "as in the first Switchbox": usual,
        "the middle is negative": _negated(usual, range(6, 10)),
        "the corners are negative": _negated(usual, (0, 1, 14, 15)),
        "every other one is negative": _negated(usual, range(0, EXITS, 2)),
    }


def _negated(values: Exits, at: range | tuple[int, ...]) -> Exits:
    return tuple(-value if n in at else value for n, value in enumerate(values))


def exits_name(values: Exits, board: Exits, number: int) -> str:
    """What these exit values are called."""
    return next((name for name, known in presets(board, number).items() if known == values), "your own")


# -- rows of the set-up page -------------------------------------------------------------------

_SEATED: Final = {"computer": ("level",), "person": ("name",), "solitaire": (), "demo": ("first", "level")}
EXIT_ROWS: Final = tuple(f"exits_{n}" for n in range(1, ROUNDS + 1))


def rows(plan: Plan) -> tuple[str, ...]:
    """The rows of the page for this plan, by what they set."""
    flags = ("lowball", "limited_passes", "gifts", "go_on")
    kept = tuple(flag for flag in flags if not _idle(plan, flag))
    last = ("practice",) if plan.against in ("computer", "solitaire") else ()
    return ("against", *_SEATED[plan.against], "double_goals", *EXIT_ROWS, *kept, *last)


def turned(plan: Plan, row: str, step: int, options: Options) -> Plan:
    """The row's next value (or the one before it, with step -1)."""
    if row in FLAGS:
        return replace(plan, flags=plan.flags ^ {row})
    if row == "practice":
        return replace(plan, practice=not plan.practice)
    if row in EXIT_ROWS:
        at = EXIT_ROWS.index(row)
        known = list(dict.fromkeys(presets(boards(options).exits[at], at).values()))
        return with_exits(plan, at, _after(known, plan.exits[at], step))
    if row == "against":
        return replace(plan, against=_after(AGAINST, plan.against, step))
    if row == "level":
        return replace(plan, level=_after(LEVELS, plan.level, step))
    return replace(plan, first=_after(LEVELS, plan.first, step)) if row == "first" else plan


def _after(known: Sequence[T], now: T, step: int) -> T:
    at = known.index(now) + step if now in known else 0
    return known[at % len(known)]


def with_exits(plan: Plan, at: int, values: Exits) -> Plan:
    """The plan with other exit values in round `at` (0..3)."""
    return replace(plan, exits=(*plan.exits[:at], values, *plan.exits[at + 1 :]))


def typed(plan: Plan, row: str, text: str, caller: str, options: Options) -> tuple[Plan, str]:
    """The plan with the row set to what was typed (plain mode), and why not, if not."""
    text = text.strip()
    if row == "name":
        reason = name_refusal(text, caller, empty=False)
        return (plan, reason) if reason else (replace(plan, name=text), "")
    if row in EXIT_ROWS:
        values = read_exits(text)
        return (with_exits(plan, EXIT_ROWS.index(row), values), "") if values else (plan, BAD_EXITS)
    known = {"against": AGAINST, "level": LEVELS, "first": LEVELS}.get(row, ("yes", "no"))
    word = next((word for word in known if text and word.startswith(text.casefold())), "")
    if not word:
        return plan, f"This row is one of: {', '.join(known)}."
    if row == "against":
        return replace(plan, against=word), ""
    if row in ("level", "first"):
        return (replace(plan, level=word) if row == "level" else replace(plan, first=word)), ""
    now = row in plan.flags if row in FLAGS else plan.practice
    return (plan if now == (word == "yes") else turned(plan, row, 1, options)), ""
