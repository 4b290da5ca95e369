"""Plain mode: events, prompts and typed lines.

Law: letters and numbers are pegs.  The words of `_COMMANDS` are commands.  The midend handles all others.
"""

from __future__ import annotations

from typing import Final

from door.games.game import Act, Do, Refuse, Show, Table, reader
from door.games.mindbuster import hand, scoring
from door.games.mindbuster.board import copy_row, enter_row, random_row
from door.games.mindbuster.card import level_of, player
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.record import kind_name
from door.games.mindbuster.rules import GUESSES, LETTERS, MINE, NAMES, THEIRS, refused
from door.games.mindbuster.words import (
    hiding,
    knows,
    left,
    links_text,
    making,
    name,
    opened,
    row_text,
    waits,
    whose_code,
)
from door.ui.texts import tr
from door.ui.words import Lines, commas

our: Final = tr.mindbuster


def say(before: Table | None, after: Table) -> Lines:
    game = after.position
    if before is None:
        return (*_opened(after), *_rows(after))
    lines: list[str] = []
    if before.position.phase == "code":
        lines += _own_code(after)
    for side in (MINE, THEIRS):
        known = len(before.position.rows(side))
        lines += [row_text(after, side, row) for row in range(known, len(game.rows(side)))]
    thinks = game.phase == "answer" and not game.between_callers
    return (*lines, our.who_is_thinking(who=name(after, THEIRS))) if thinks else tuple(lines)


def _own_code(table: Table) -> Lines:
    mine = reader(table)
    shown = mine >= 0 and table.position.duel and knows(table, 1 - mine)
    code = table.position.code(1 - mine) if shown else ""
    return (our.plain_hidden_code(spoken=spoken(code)),) if code else ()


def _opened(table: Table) -> Lines:
    game = table.position
    names = (f"{at} {letter} {NAMES[LETTERS.index(letter)]()}" for at, letter in enumerate(game.palette, 1))
    return (
        our.plain_opening(against=_against(table), holes=game.holes, colours=game.colours, guesses=GUESSES),
        our.plain_colours(colours=commas(names)),
    )


def _against(table: Table) -> str:
    if not table.position.duel:
        return kind_name("solo")
    if reader(table) < 0:
        return our.plain_against(name=name(table, MINE), other=name(table, THEIRS))
    other = 1 - left(table)
    full = player(level_of(table.seats, table.options)).name
    return our.plain_duel_with(name=name(table, other) if table.position.between_callers else full)


def _rows(table: Table) -> Lines:
    """Return every row so far; after the end, also the codes and how each row was scored."""
    game = table.position
    lines = list(_own_code(table))
    if opened(table) and reader(table) >= 0:
        lines.append(our.plain_code_to_break(spoken=spoken(game.code(reader(table)))))
    elif opened(table):
        sides = (MINE, THEIRS) if game.duel else (MINE,)
        lines += [f"{whose_code(table, side)}: {spoken(game.code(side))}" for side in sides]
    for row in range(len(game.guesses)):
        for side in (MINE, THEIRS):
            if row < len(game.rows(side)):
                lines.append(row_text(table, side, row))
                if game.over and knows(table, side):
                    lines += links_text(game.rows(side)[row], game.code(side))
    return tuple(lines)


def recap(table: Table) -> Lines:
    return (*_rows(table), _opened(table)[1])


def prompt(table: Table) -> str:
    if not making(table):
        return ""
    if hiding(table):
        game = table.position
        which = our.plain_prompt_code(holes=game.holes, palette=" ".join(game.palette))
        return our.plain_prompt_hide() if table.board.hand.full else which
    full = table.board.hand.full
    if full:
        return our.plain_prompt_enter()
    return our.plain_prompt_guess(row=len(table.position.rows(table.eyes)) + 1)


_COMMANDS: Final = {
    **dict.fromkeys(("a", "any", "random", "*", "f4"), "random"),
    **dict.fromkeys(("l", "lines", "scoring"), "lines"),
    **dict.fromkeys(("s", "set"), "settings"),
    **dict.fromkeys(("tables", "records"), "bulletin"),
    "rules": "help",
    "board": "board",
    **dict.fromkeys(("f", "fits"), "hint"),
}


def line(table: Table, text: str) -> Act | None:
    """Read a typed row, a copy, a random row or a command.  An empty line enters a full row in hand."""
    word = _COMMANDS.get(text.lower(), "")
    if word in ("settings", "bulletin", "help", "hint"):
        return Do(word)
    if word == "board":
        return Show(table.board, lines=recap(table))
    if word == "lines":
        return _lines(table)
    if not text and not (making(table) and table.board.hand.full):
        return None
    if not making(table):
        return Refuse(waits(table) or tr.play.game_over())
    if word:
        return _mixed(random_row(table))
    if text.startswith("="):
        number = text[1:].strip()
        return _mixed(copy_row(table, int(number) - 1 if number.isdecimal() and len(number) < 4 else None))
    return _typed(table, text)


def _mixed(act: Act) -> Act:
    if isinstance(act, Show):
        return Show(act.board, lines=(our.plain_row(spoken=spoken(act.board.hand.pegs)),))
    return act


def _typed(table: Table, text: str) -> Act:
    game, hidden = table.position, hiding(table)
    if not text:
        return enter_row(table, table.board.hand.pegs)
    pegs = hand.read_row(text)
    if pegs is None:
        wrong = our.typed_not_a_code if hidden else our.typed_not_a_row
        return Refuse(wrong(holes=game.holes, palette=" ".join(game.palette)))
    if reason := refused(game, pegs, hidden=hidden):
        return Refuse(reason, table.board._replace(hand=hand.fresh(game.holes)))
    return enter_row(table, pegs)


def _lines(table: Table) -> Act:
    if reason := scoring.refusal(table):
        return Refuse(reason)
    game = table.position
    side = scoring.last_side(table)
    row, code = len(game.rows(side)) - 1, game.code(side)
    whose = our.label_your_code() if side == 1 - reader(table) else our.label_the_code()
    said = (row_text(table, side, row), *links_text(game.rows(side)[row], code))
    return Show(table.board, lines=(f"{whose}: {spoken(code)}", *said))
