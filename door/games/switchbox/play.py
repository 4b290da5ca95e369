"""The caller's choices (seats, variations, the resulting game), and the caller's board.

A contest game uses the board's rules.  Its opponent is the board's computer level or, with `contest_levels`,
a stronger one, a weaker one that the caller has not beaten yet, or any.  Every other game is practice.
Otherwise games with different rules would share a month's sum, and beating a weak computer again and again
would win it.

Lowball requires limited passes, because a player who may always pass never has to score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final, Literal, NamedTuple

from door.games import api
from door.games.switchbox import words
from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.motion import FallFrame, RoundEnd
from door.games.switchbox.record import AGAINST, INFO, beaten
from door.games.switchbox.rules import (
    AVALANCHE,
    ENTRIES,
    GIFT,
    LEVELS,
    PASS,
    PASSES,
    ROUNDS,
    VALUES,
    Box,
    SwitchGame,
    drop_steps,
    gain,
    movers,
    random_ball,
    sitter,
)
from door.games.switchbox.rules import EXIT_COUNT as EXITS
from door.ui.texts import Sentence, cache_by_language, tr
from door.ui.widgets import SKIP, Hint, TextPage, page_of, wrap
from door.ui.words import Lines, sentences

our: Final = tr.switchbox

# -- the choices -----------------------------------------------------------------------------------

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


def choices(front: api.Front) -> tuple[api.Choice, ...]:
    """Return the rows of the settings.  In solitaire, rows without effect are left out."""
    alone, low = _on(front, "solitaire"), _on(front, "lowball")
    seats = _seats(front)[:1] if alone else _seats(front)
    passes = () if alone or low else (_flag(front, "limited_passes"),)
    two = () if alone else (_flag(front, "gifts"), _flag(front, "go_on"))
    rules = (_flag(front, "double_goals"), *_exit_rows(front), _flag(front, "lowball"), *passes, *two)
    return (*seats, _flag(front, "solitaire"), *rules)


def _flag(front: api.Front, name: str) -> api.Choice:
    return _flag_row(name, "on" if front.options[name] else "off")


@cache_by_language
def _flag_row(name: str, default: str) -> api.Choice:
    label, about = FLAGS[name]
    return api.Choice(name, label, ("off", "on"), default, about(passes=PASSES), practice=True)


def _on(front: api.Front, name: str) -> bool:
    return _flag(front, name).value(front.chosen) == "on"


def _board_level(front: api.Front) -> str:
    return str(front.options["level"])


def _defaults(front: api.Front) -> dict[int, str]:
    """Return the default seats.  The second grows with the caller if weaker ones than the board's count."""
    rival = api.seating.next_rival(INFO, front, beaten(front.tally, front.caller)) if _grows(front) else ""
    return {1: api.seating.YOU, 2: rival or _board_level(front)}


def _seats(front: api.Front) -> tuple[api.Choice, ...]:
    rows = api.seating.seat_rows(_TABLE, front, _defaults(front))
    return tuple(
        replace(row, help=_about_seat(front, row), grows=row.key == "seat2" and _grows(front)) for row in rows
    )


def _grows(front: api.Front) -> bool:
    """True if the second seat grows while the caller chooses none."""
    counts = front.options["contest_levels"] in ("ladder", "any")
    return counts and api.seating.grows(INFO, front)


def _about_seat(front: api.Front, row: api.Choice) -> Sentence | str:
    level = row.value(front.chosen)
    if not row.values or level not in DESCRIBED:
        return row.help
    mark = "" if row.key == "seat1" or _counts(front, level) else our.practice_now()
    return sentences(our.computer_described(level=api.level_name(level), described=DESCRIBED[level]()), mark)


# -- exits -----------------------------------------------------------------------------------------


def _exit_rows(front: api.Front) -> Iterator[api.Choice]:
    for number in range(1, ROUNDS + 1):
        row = _preset(number, exits(front, number))
        yield row
        if row.value(front.chosen) == OWN:
            yield api.Choice(
                f"own_{number}", our.label_own_exits(), (), _text(_own(front, number)),
                our.typed_bad_exits(most=MOST), limit=100,
                check=lambda text: "" if read_exits(text) else our.typed_bad_exits(most=MOST),
                practice=True,
            )  # fmt: skip


@cache_by_language
def _preset(number: int, worth: Exits = ()) -> api.Choice:
    """Return the row of a round's exits, whose help lists their values (`worth`)."""
    label, about = our.label_exits_round(number=number), our.about_exits(exits=" ".join(map(str, worth)))
    return api.Choice(
        f"exits_{number}", label, tuple(PRESETS), "board", about, tuple(PRESETS.values()), practice=True
    )


def exits(front: api.Front, number: int) -> Exits:
    """Return the values of exits 1..16 in round `number` (1..4) by the caller's choice."""
    name = _preset(number).value(front.chosen)
    if name == OWN:
        return _own(front, number)
    if name == "board":
        return _board_exits(front, number)
    negative = _NEGATIVE.get(name, ())
    return tuple(-value if at in negative else value for at, value in enumerate(VALUES[number - 1]))


def _board_exits(front: api.Front, number: int) -> Exits:
    value = front.options[f"exits_{number}"]
    return value if isinstance(value, tuple) else VALUES[number - 1]


def _own(front: api.Front, number: int) -> Exits:
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


def plan(front: api.Front, practice: bool) -> api.GamePlan:
    options: dict[str, api.Value] = {"level": contest_level(front)}
    if practice:  # options without effect in solitaire keep the board's values
        second, rows = _second(front).value(front.chosen), choices(front)
        options = {row.key: _on(front, row.key) for row in rows if row.key in FLAGS}
        options |= {f"exits_{number}": exits(front, number) for number in range(1, ROUNDS + 1)}
        options["level"] = second if second in LEVELS else _board_level(front)
    alone = bool(options.get("solitaire", front.options["solitaire"]))
    if options.get("lowball", front.options["lowball"]) and not alone:
        options["limited_passes"] = True
    seats = api.seating.seats_of(_TABLE, front, _defaults(front), demo=practice)
    if alone:
        seats = (seats[0], api.COMPUTER + LEVELS[0])
    elif not practice:
        seats = (seats[0], api.COMPUTER + contest_level(front))
    return api.GamePlan(options, seats)


def contest_level(front: api.Front) -> str:
    """Return the chosen level if it counts, else the board's level."""
    chosen = _second(front).value(front.chosen)
    return chosen if chosen in LEVELS and _counts(front, chosen) else _board_level(front)


def _second(front: api.Front) -> api.Choice:
    return api.seating.seat_row(_TABLE, 2, _defaults(front)[2])


def _counts(front: api.Front, level: str) -> bool:
    """True if a game against that level is a contest game for this caller."""
    rule, board = front.options["contest_levels"], LEVELS.index(_board_level(front))
    at = LEVELS.index(level)
    if rule == "any" or at == board:
        return True
    if at > board:
        return rule != "same"
    return rule == "ladder" and level not in beaten(front.tally, front.caller)


def about(front: api.Front) -> str:
    if front.options["solitaire"]:
        return our.enter_solitaire()
    level, chosen = contest_level(front), _second(front).value(front.chosen)
    grows_on = _grows(front) and front.chosen.get("seat2", "") not in LEVELS
    if grows_on and LEVELS.index(level) < LEVELS.index(_board_level(front)):
        following = LEVELS[LEVELS.index(level) + 1]
        return our.enter_growing(level=api.level_name(level), next=api.level_name(following))
    if chosen not in LEVELS or chosen == level:
        return our.enter_computer(level=api.level_name(level))
    known = chosen in beaten(front.tally, front.caller)
    why = (
        our.you_beat(level=api.level_name(chosen))
        if known
        else our.level_is_practice(level=api.level_name(chosen))
    )
    return our.enter_computer_why(level=api.level_name(level), why=why)


# -- the caller's board ----------------------------------------------------------------------------

_GO_ON: Final = (Hint("enter", tr.door_keys.go_on),)
_WATCH: Final = (Hint("enter", tr.door_keys.next_ball),)
LEARNING: Final = 6
"""Moves after which a newcomer has read that balls which stay load the box."""

_WAIT: Final = (Hint("n", tr.door_keys.new_game),)


class SwitchboxBoard(NamedTuple):
    """The entry at the cursor, True if a preview shows where a ball there would go, and the box as plain mode
    last described it.
    """

    cursor: int = 4
    preview: bool = False
    described: Box | None = None

    @property
    def speaks(self) -> bool:
        return self.preview


def board(table: api.GameView) -> SwitchboxBoard:
    game, at = table.position, table.board or SwitchboxBoard()
    last, cursor = game.last, at.cursor
    if last is not None and last.move in _ENTRIES and not sitter(game, last.seat):
        cursor = int(last.move)
    return SwitchboxBoard(cursor, described=at.described if _computer_replies(game) else game.box)


def _computer_replies(game: SwitchGame) -> bool:
    """True if a computer drops the next ball, so that plain mode describes the box after that one."""
    return not game.over and bool(sitter(game, game.stand.mover))


def question(table: api.GameView) -> Literal["", "drop", "give"]:
    """Return the question to the person at this keyboard: drop a ball, give one away, or nothing."""
    if table.frame is not None or not api.has_hand(table):
        return ""
    seat = next((seat for seat in movers(table.position) if seat not in table.let), -1)
    if seat != table.eyes:
        return ""
    return "drop" if seat == table.position.stand.mover else "give"


# -- keys ------------------------------------------------------------------------------------------


def _step(table: api.GameView, by: int) -> api.Act:
    return _to(table, (table.board.cursor - 1 + by) % ENTRIES + 1)


def _to(table: api.GameView, entry: int) -> api.Act:
    """Move the cursor to that entry, and the preview with it."""
    at = table.board._replace(cursor=entry)
    return api.Show(at, lines=(preview_line(table._replace(board=at)),) if at.preview else ())


def _look(table: api.GameView, entry: int = 0) -> api.Act:
    """Show where a ball would go, or hide it again.  Refuse in a game that counts."""
    if table.kind not in ("practice", "demo"):
        return api.Refuse(our.no_previews())
    at = table.board
    if at.preview and not entry:
        return api.Show(at._replace(preview=False))
    return _to(table._replace(board=at._replace(preview=True)), entry or at.cursor)


def preview_line(table: api.GameView) -> str:
    game, entry = table.position, table.board.cursor
    return words.preview_line(entry, drop_steps(game.box, entry), gain(game, entry))


def _instead(move: api.Binding, table: api.GameView) -> api.Act | None:
    """Move as the next player at this keyboard, which also keeps the ball."""
    mover = table.position.stand.mover
    if sitter(table.position, mover) or api.elsewhere(table, mover):
        return api.Refuse(our.keys_give_ball())
    return move.effect(table)


_ENTRIES: Final = tuple("12345678")
_MOVES: Final = (
    api.Binding(api.Enter("1"), ("1",), ("1",), about=our.help_key_entry, named="1-8"),
    *(api.Binding(api.Enter(entry), (entry,), (entry,)) for entry in _ENTRIES[1:]),
    api.Binding(
        lambda table: api.Enter(random_ball(table.position)), ("+", "="), ("+", "="),
        label=tr.door_keys.random, about=our.help_key_random, named="+",
    ),
    api.Binding(lambda table: api.Refuse(our.entries_are()), ("9", "0")),
    api.Binding(
        api.Enter(PASS), ("-",), ("-", "pass"), label=tr.door_keys.pass_turn, about=our.help_key_pass
    ),
)  # fmt: skip
_DROP: Final = api.Binding(
    lambda table: api.Enter(str(table.board.cursor)), ("enter", " ", "down", "s", "x"),
    label=tr.door_keys.drop, shown="1-8 Enter", about=our.help_key_drop,
)  # fmt: skip
_GIVE: Final = api.Binding(
    lambda table: api.Enter(GIFT + random_ball(table.position)), ("g",), ("g",), label=tr.door_keys.give_it,
    about=our.help_key_give,
)  # fmt: skip
_PREVIEW: Final = api.Binding(_look, ("v",), ("v",), label=tr.door_keys.preview, about=our.help_key_preview)
_BOX: Final = api.Binding(
    lambda table: api.Show(table.board, lines=words.box_lines(table.position.box)),
    words=("box",),
    about=our.help_key_box,
)
_CURSOR: Final = (
    api.Binding(lambda table: _step(table, -1), ("left", "a"), about=our.help_key_cursor, named="◄  ►  A  D"),
    api.Binding(lambda table: _step(table, 1), ("right", "d")),
    api.Binding(lambda table: _to(table, 1), ("home",)),
    api.Binding(lambda table: _to(table, ENTRIES), ("end",)),
)
_PRACTICE: Final = api.Keys(_DROP, *_MOVES, *_CURSOR, _PREVIEW, _BOX)
_CONTEST: Final = api.Keys(_DROP, *_MOVES, *_CURSOR, _PREVIEW._replace(label=None), _BOX)
_GIVING: Final = api.Keys(
    _GIVE,
    api.Binding(api.Enter(""), ("enter", " "), ("",), label=tr.door_keys.keep_it),
    *(one._replace(act=partial(_instead, one), label=None) for one in _MOVES),
)


def _not_yet(table: api.GameView) -> api.Refuse | None:
    waits = words.wait_line(table.position, table.let)
    return api.Refuse(waits) if waits else None


_EARLY: Final = api.Keys(
    api.Binding(_not_yet, (*_ENTRIES, "+", "=", "-"), (*_ENTRIES, "+", "=", "-", "pass")),
)
"""The keys of a move while another caller is to move."""

KEYS: Final = api.Keys(*_MOVES, *_CURSOR, _DROP, _PREVIEW, _GIVE, _BOX)
"""All keys, in the order of the help."""


def pages(options: api.Options, plain: bool = False) -> tuple[TextPage, ...]:
    level, contest = str(options["level"]), str(options["contest_levels"])
    rounds = our.help_rounds() if plain else f"{our.help_rounds()}\n\n{our.help_arrow()}"
    pressed = (our.help_plain if plain else our.help_keys)(keys=KEYS.help(plain))
    told = our.help_contest(against=AGAINST[contest](level=api.level_name(level)))
    rows = "\n".join(f"{api.level_name(name):<12}{how()}" for name, how in DESCRIBED.items())
    computers = our.help_computer(rows=rows, contest="\n".join(wrap(told, 70)))
    texts = (
        our.help_box(), our.help_balls(), rounds, our.help_figures(), pressed, computers,
        our.help_solitaire(), our.help_variants(),
    )  # fmt: skip
    return tuple(map(page_of, texts))


def keys(table: api.GameView) -> api.Keys:
    """Return the keys that answer the question.  Giving a ball away has keys of its own."""
    if ask := question(table):
        return _GIVING if ask == "give" else _PRACTICE if table.kind == "practice" else _CONTEST
    waits = table.kind == api.AT_TABLE and table.frame is None and api.has_hand(table)
    return _EARLY if waits else api.NO_KEYS


# -- words -----------------------------------------------------------------------------------------


def hints(table: api.GameView) -> tuple[Hint, ...]:
    if isinstance(table.frame, (FallFrame, RoundEnd)):
        return (SKIP,) if isinstance(table.frame, FallFrame) else _GO_ON
    if question(table):
        return keys(table).hints
    if table.kind == api.AT_TABLE or table.eyes == api.EVERYBODY:
        return ()
    return _WATCH if table.eyes < 0 else _WAIT


def past(table: api.GameView) -> str:
    """Return the upper message line: the last move, or the one before if the lower line has the last."""
    falls = isinstance(table.frame, FallFrame) and not table.frame.out
    return words.move_line(table.before if falls or _now(table) is None else table.position, ways=False)


def message(table: api.GameView) -> str:
    if api.speaks(table) and question(table) == "drop":
        return preview_line(table)
    now, game = _now(table), table.position
    if now is not None:
        return now
    if not (moved := words.move_line(game, ways=False)):
        return _waits(table) or (our.tip_platforms() if words.learns(table) else words.turn_note(game))
    loads = words.learns(table) and game.last.move in _ENTRIES and not game.last.exits
    return sentences(moved, our.tip_loading() if loads and len(table.moves) <= LEARNING else "")


def _now(table: api.GameView) -> str | None:
    game, before, frame = table.position, table.before, table.frame
    if isinstance(frame, FallFrame) and not frame.out:
        return ""
    if isinstance(frame, RoundEnd):
        mine, other = game.rounds[-1]
        return our.round_over_score(
            round=len(game.rounds), points=tr.count.points(n=mine.points), other=other.points
        )
    ask = question(table)
    if ask == "give":
        return our.confirm_give_ball(name=words.inside(game, game.stand.mover))
    waits = _waits(table)
    if waits and len(movers(game)) > 1:
        return waits
    return (words.goal_line(before, game) if before is not None else "") or None


def _waits(table: api.GameView) -> str:
    looks_on = not question(table) and (table.kind == api.AT_TABLE or not table.caller)
    return words.wait_line(table.position, table.let) if looks_on else ""


def line(table: api.GameView, text: str) -> api.Act | None:
    word, ask = text.lower(), question(table)
    if ask == "give":
        return api.Refuse(our.keys_give_ball())
    if not ask or not word:
        return None
    if word[0] == "v" and word[1:].strip() in _ENTRIES:
        return _look(table, int(word[1:]))
    return api.Refuse(our.typed_not_a_move())


def say(before: api.GameView | None, after: api.GameView) -> Lines:
    game = after.position
    if before is None:
        return words.opening_lines(after)
    was = before.position
    many = was.rolling(game.last.move) if game.last else 0
    slide = our.avalanche(many=many) if many >= AVALANCHE else ""
    seen = before.board.described if before.board else was.box
    box = () if after.board and _computer_replies(game) else words.box_lines(game.box, seen)
    lines = [words.move_line(game), slide, *box, words.goal_line(was, game)]
    if len(game.rounds) > len(was.rounds):
        lines += [*words.round_lines(game), "" if game.over else words.round_line(game)]
    if not game.over and not sitter(game, game.stand.mover):
        lines.append(words.turn_line(game))
    return tuple(lines)


def prompt(table: api.GameView) -> str:
    ask = question(table)
    if ask == "give":
        other = words.inside(table.position, table.position.stand.mover)
        return our.plain_confirm_give_ball(other=other)
    return our.plain_prompt(note=words.turn_note(table.position)) if ask else ""
