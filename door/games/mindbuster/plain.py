"""Plain mode: events, prompts and typed lines.

Law: letters and numbers are pegs.  The words of `_COMMANDS` are commands.  The midend handles all others.
"""

from __future__ import annotations

from typing import Final

from door.games.game import Table, reader
from door.games.mindbuster.card import level_of, player
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.record import kind_name
from door.games.mindbuster.rules import GUESSES, LETTERS, MINE, NAMES, THEIRS
from door.games.mindbuster.words import (
    hiding,
    knows,
    left,
    links_text,
    making,
    name,
    opened,
    row_text,
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
