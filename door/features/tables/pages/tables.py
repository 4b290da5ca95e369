"""Tables: the caller's own games, challenges, free seats, and games to watch.

On a screen the list is always up to date. In plain mode the numbers stay valid until the caller asks for the
list again, and notices report changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from door.features.tables.asks import (
    DECLINE,
    AskTables,
    Sit,
    TableReady,
    TableRow,
    TablesFound,
    TablesOpened,
    TakeSeat,
    brief_names,
    free_words,
    game_name,
    long_terms,
    online_words,
    others,
    short_terms,
)
from door.pages.api import Done, Visit
from door.pages.lists import ListPage, ListState
from door.pages.page import doing, on_reply
from door.play.api import NEXT_MOVE
from door.play.match.view import names
from door.ui.blocks import Row
from door.ui.commands import Command
from door.ui.screen import Effects, Event
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column

SECTIONS: Final = (
    tr.tables.section_your_move,
    tr.tables.section_challenges,
    tr.tables.section_waiting,
    tr.tables.section_adjourned,
    tr.tables.section_free_seats,
    tr.tables.section_to_watch,
    tr.tables.section_ended,
)
OTHERS: Final = (tr.tables.section_free_seats, tr.tables.section_to_watch, tr.tables.section_ended)
"""Sections of tables at which nobody waits for this caller."""


class Listed(NamedTuple):
    section: Sentence
    table: TableRow

    @property
    def id(self) -> str:
        return self.table.match.terms.id


@dataclass(frozen=True, slots=True)
class TablesState(ListState[Listed]):
    """`seeks` is the table to mark when the list arrives, or "" for the first that waits."""

    seeks: str | None = ""


Next = tuple[TablesState, Effects]


class _TablesPage(ListPage[TablesState, Listed]):
    """The argument is `NEXT_MOVE`, or a door's slug to list only its tables, or ""."""

    TITLE = tr.tables.title
    STATE = TablesState
    KEY = "id"
    COLUMNS = (
        Column(tr.heads.game, 22),
        Column(tr.heads.opponent, 20, grow=3, most=32),
        Column("", 28, grow=5),
    )

    def load(self, state: TablesState) -> Effects:
        return (AskTables(),)

    def rows(self, state: TablesState, found: TablesFound) -> Sequence[Listed]:
        every = [Listed(_section(row), row) for row in found.mine]
        every += [Listed(tr.tables.section_free_seats, row) for row in found.free]
        every += [Listed(tr.tables.section_to_watch, row) for row in found.others]
        listed = [one for one in every if _door(state) in ("", one.table.match.terms.door)]
        return sorted(listed, key=lambda one: SECTIONS.index(one.section))

    def section(self, one: Listed) -> str:
        return one.section()

    def title(self, state: TablesState) -> str:
        return f"{self.TITLE}: {game_name(_door(state))}" if _door(state) else self.TITLE()

    def count(self, state: TablesState) -> str:
        tables = tr.count.tables(n=sum(one.section != tr.tables.section_ended for one in state.rows or ()))
        left = state.found.rated_left if state.found else None
        return tables if left is None else tr.tables.tables_and_rated_left(tables=tables, left=left)

    def empty(self, state: TablesState) -> str:
        door = _door(state)
        nobody = tr.tables.no_tables_of(door=game_name(door)) if door else tr.tables.no_tables()
        return "\n\n".join((nobody, tr.tables.about_tables()))

    def about(self, state: TablesState) -> str:
        """Return what the marked row has cut, and what it has no room for."""
        one = state.marked_row
        match, stand = one.table.match, _stand(one)
        brief, (_, who_room, room) = _names(one)[-1], (column.width for column in self.COLUMNS)
        cut = [f"{_names(one)[0]}."] * (len(brief) > who_room) + [f"{stand}."] * (len(stand) > room)
        return " ".join((*cut, *online_words(one.table), long_terms(match.terms), *free_words(match)))

    def row(self, state: TablesState, one: Listed) -> Row:
        match, stand, who = one.table.match, _stand(one), _names(one)
        game, free = game_name(match.terms.door), (tr.tables.section_free_seats, tr.tables.section_challenges)
        whole = one.section == tr.tables.section_ended or (match.terms.race and not match.adjourned)
        shorter = stand if whole else one.table.clocks or stand.partition(", ")[2] or stand
        more = (*online_words(one.table), long_terms(match.terms), *free_words(match))
        told: list[str] = [tr.tables.game_with(game=game, who=who[0])]
        told += [stand] if one.section not in free else []
        challenged = one.section == tr.tables.section_challenges
        answer = [tr.tables.plain_prompt_challenge()] if challenged else []
        return Row(
            (game, who, (stand, shorter)), one.section == tr.tables.section_your_move or challenged,
            ". ".join([": ".join(told), " ".join([*more, *answer])]),
        )  # fmt: skip

    def commands(self, state: TablesState) -> tuple[Command[TablesState], ...]:
        """Return the commands that work on the marked table, and those that always work."""
        rows = state.rows or ()
        marked = state.marked_row if rows else None
        challenges, plain = _challenges(rows), state.lobby.plain
        challenged = marked in challenges
        free = marked and marked.section == tr.tables.section_free_seats
        opens = tr.keys.take_a_seat if free else tr.keys.open
        enter = () if challenged else (Command("open", "enter", opens, self.sit, on_row=True),)
        answers = (
            Command("accept", "a", tr.keys.accept, partial(self.answers, True), challenged or plain,
                    also=("enter",) if challenged else ()),
            Command("decline", "d", tr.keys.decline, partial(self.answers, False), challenged or plain),
        )  # fmt: skip
        door = _door(state)
        ladder = marked.table.match.terms.door if marked else door
        return (
            *enter,
            *(answers if challenged or len(challenges) == 1 or (plain and challenges) else ()),
            Command("new", "n", tr.keys.new_table, doing(Visit("new-table", f"/{door}" if door else ""))),
            Command("watch", "v", tr.keys.watch, doing(Visit("watch"))),
            Command("ladder", "l", tr.keys.ladder, doing(Visit("ladder", ladder))),
        )

    def sit(self, state: TablesState) -> Next:
        """Take the seat if it is free, else open the table."""
        one = state.marked_row
        return state, (TakeSeat(one.id) if one.section == tr.tables.section_free_seats else Sit(one.id),)

    def answers(self, accepts: bool, state: TablesState) -> Next:
        """Accept or decline the marked challenge, or on a screen the only one."""
        challenges = _challenges(state.rows or ())
        if state.marked_row in challenges:
            challenges = [state.marked_row]
        elif state.lobby.plain or len(challenges) != 1:
            return state.refuse(tr.tables.not_a_challenge())
        id = challenges[0].id
        return state, (TakeSeat(id) if accepts else DECLINE(id),)

    def move(self, state: TablesState, name: str) -> Next | None:
        """Say why a key that answers challenges does nothing."""
        return state.refuse(tr.tables.not_a_challenge()) if name in ("a", "d") else super().move(state, name)

    def run(self, state: TablesState, command: Command[TablesState], alone: bool = False) -> Next:
        """Answer the only challenge without its number."""
        challenges = _challenges(state.rows or ())
        if alone and command.id in ("accept", "decline") and len(challenges) == 1:
            state, alone = state.marking((state.rows or ()).index(challenges[0])), False
        return super().run(state, command, alone)

    def receive(self, state: TablesState, reply: Event) -> Next | None:
        plain = state.lobby.plain
        match reply:
            case TablesOpened(id):
                return replace(state, seeks=id, note=""), ()
            case TableReady(id):
                return state, (Sit(id),)
            case TablesFound() if plain and state.rows is not None:
                return state, ()
            case TablesFound() if state.arg == NEXT_MOVE:
                state, effects = self.receive_list(replace(state, arg=""), reply)
                there = (
                    bool(state.rows) and state.marking(0).marked_row.section == tr.tables.section_your_move
                )
                return self.open(state.marking(0)) if there else (state, effects)
            case TablesFound():
                return self.receive_list(state, reply)
            case Done() if plain:
                return on_reply(self, replace(state, rows=None), reply)
        return super().receive(state, reply)

    def with_rows(self, state: TablesState, rows: Sequence[Listed]) -> TablesState:
        listed, door = super().with_rows(state, rows), _door(state)
        if state.rows and rows and (again := listed.marked_row.table.match.again):
            there = [at for at, one in enumerate(rows) if one.id == again]
            was = state.marked_row
            if there and was.id == listed.marked_row.id and not was.table.match.again:
                listed = replace(listed, at=there[0])  # the rematch has begun
        if state.wrong and {one.id for one in _challenges(rows)} - {one.id for one in state.rows or ()}:
            listed = replace(listed, note="", wrong=False)  # the challenge arrived just after its key
        if rows and listed.seeks is not None:
            listed = replace(listed, seeks=None, at=_sought(rows, listed.seeks))
        if rows and state.rows is None and all(one.section in OTHERS for one in rows):
            return listed.say(_without_own(door, bool(state.found.free)))
        return listed


def _names(one: Listed) -> tuple[str, str]:
    """Return the others at the table, in full and in brief."""
    match, there = one.table.match, others(one.table)
    anybody = tr.tables.anybody()
    return names(match, there) or anybody, brief_names(match, there) or anybody


def waiting(count: int, key: str) -> list[str]:
    """Return a sentence for the menu about tables that wait, or nothing for 0. `key` opens the list."""
    wait = tr.tables.press_key_some_wait if count > 1 else tr.tables.press_key_one_waits
    return [wait(games=tr.count.games(n=count), key=key)] if count else []


def _challenges(found: Sequence[Listed]) -> list[Listed]:
    return [one for one in found if one.section == tr.tables.section_challenges]


def _sought(found: Sequence[Listed], id: str) -> int:
    """Return the row of that table, or of the newest challenge, or else the first row."""
    sought = [at for at, one in enumerate(found) if one.id == id]
    return next(iter([*sought, *map(found.index, _challenges(found))]), 0)


def _without_own(door: str, free: bool) -> str:
    if door:
        form = tr.tables.no_table_of_yours_of if free else tr.tables.no_free_seat_of
        return form(door=game_name(door))
    return (tr.tables.no_table_of_yours if free else tr.tables.no_free_seat)()


def _door(state: TablesState) -> str:
    """Return the door that the list is limited to, or ""."""
    return "" if state.arg == NEXT_MOVE else state.arg


def _section(row: TableRow) -> Sentence:
    if row.seat < 0:
        return tr.tables.section_challenges
    if row.match.stage == "over":
        return tr.tables.section_ended
    if row.match.adjourned:
        return tr.tables.section_adjourned
    return tr.tables.section_your_move if row.mine_to_move else tr.tables.section_waiting


def _stand(one: Listed) -> str:
    """Return the state of the game. Before it begins, return what it waits for, or its terms."""
    match = one.table.match
    if one.section in (tr.tables.section_free_seats, tr.tables.section_challenges):
        return short_terms(match.terms)
    if match.stage != "forming":
        return one.table.stand
    if one.section == tr.tables.section_your_move:
        return tr.tables.row_waits_your_word()
    return (
        tr.tables.row_waits_for(who=match.terms.to or tr.tables.anybody())
        if "" in match.seats
        else tr.tables.row_waits_word_or_code()
    )


PAGE: Final = _TablesPage()
