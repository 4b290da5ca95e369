"""Tables: the caller's own games, challenges, free seats, and games to watch.

On a screen the list is always up to date. In plain mode the numbers stay valid until the caller asks for the
list again, and notices report changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.board.api import Done, Lobby, Visit
from door.board.tables.effects import (
    DECLINE,
    AskTables,
    Sit,
    TableReady,
    TableRow,
    TablesFound,
    TablesOpened,
    TakeSeat,
)
from door.board.tables.words import (
    brief_names,
    free_words,
    game_name,
    long_terms,
    online_words,
    others,
    short_terms,
)
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State, numbered
from door.midend.match.view import names
from door.term.canvas import Canvas
from door.ui.screen import Bell, Event, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Hint, heads, row_text

NEXT: Final = "next"
"""The argument that opens the first game in which it is the caller's move."""

COLUMNS: Final = (Column(tr.heads.game, 22), Column(tr.heads.opponent, 20), Column("", 28))
WIDE: Final = (Column(tr.heads.game, 22), Column(tr.heads.opponent, 32), Column("", 48))
SECTIONS: Final = (
    tr.tables.section_your_move,
    tr.tables.section_challenges,
    tr.tables.section_waiting,
    tr.tables.section_adjourned,
    tr.tables.section_free_seats,
    tr.tables.section_to_watch,
    tr.tables.section_ended,
)


CHOOSE: Final = Hint("down", tr.keys.choose, "↑↓")
ALWAYS: Final = (
    Hint("n", tr.keys.new_table),
    Hint("v", tr.keys.watch),
    Hint("l", tr.keys.ladder),
    pager.BACK,
)
ANSWERS: Final = (Hint("a", tr.keys.accept), Hint("d", tr.keys.decline))
OPEN: Final = Hint("enter", tr.keys.open)
OPENS: Final[dict[Sentence, Hint]] = {
    tr.tables.section_free_seats: Hint("enter", tr.keys.take_a_seat),
    tr.tables.section_to_watch: Hint("enter", tr.keys.watch),
}


class Listed(NamedTuple):
    """A table and its section."""

    section: Sentence
    table: TableRow

    @property
    def id(self) -> str:
        return self.table.match.terms.id


@dataclass(frozen=True, slots=True)
class List(State[Listed]):
    """`seeks` is the table to mark when the list arrives, or "" for the first that waits."""

    seeks: str | None = ""


class Spoken(List):
    """The list of a caller in plain mode."""

    __slots__ = ()


class _Page(ListboxPage[Listed]):
    TITLE = tr.tables.title
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = ALWAYS
    PROMPT = tr.tables.plain_prompt

    def ask(self, of: str) -> AskTables:
        return AskTables()

    def start(self, lobby: Lobby, arg: str) -> Next[Listed]:
        """Open the page. `arg` is `NEXT`, or a door's slug to list only its tables, or ""."""
        kind = Spoken if lobby.plain else List
        title = f"{self.TITLE}: {game_name(arg)}" if arg and arg != NEXT else self.TITLE()
        return kind(title, heads(COLUMNS), self.KEYS, arg), (self.ask(arg),)

    def update(self, state: State[Listed], event: Event) -> Next[Listed]:
        match event:
            case TablesOpened(id) if isinstance(state, List):
                return replace(state, seeks=id, said=""), ()
            case TableReady(id):
                return state, (Sit(id),)
            case TablesFound() if state.of == NEXT:
                return self._next(replace(self.listed(state, event), of=""))
            case TablesFound() if isinstance(state, Spoken) and state.come:
                return state, ()
            case Lobby() | Done() if isinstance(state, Spoken):
                return super().update(state.unsaid(), event)
        return super().update(state, event)

    def listed(self, state: State[Listed], answer: object) -> State[Listed]:
        """Update the list."""
        if not isinstance(answer, TablesFound):
            return state
        found = [Listed(_section(row), row) for row in answer.mine]
        found += [Listed(tr.tables.section_free_seats, row) for row in answer.free] + [
            Listed(tr.tables.section_to_watch, row) for row in answer.others
        ]
        door = _door(state)
        found = [one for one in found if door in ("", one.table.match.terms.door)]
        found.sort(key=lambda one: SECTIONS.index(one.section))
        note = tr.count.tables(n=sum(one.section != tr.tables.section_ended for one in found))
        if answer.left is not None:
            note = tr.tables.tables_and_rated_left(tables=note, left=answer.left)
        refused = state.wrong and {one.id for one in _challenges(found)} - {one.id for one in state.all}
        listed = state.listing(found, _row, note, _nobody(door), lambda one: one.id)
        if refused:  # a challenge arrived just after the key meant to answer it
            listed = replace(listed, said="", wrong=False)
        if found and isinstance(listed, List) and listed.seeks is not None:
            listed = replace(listed, seeks=None, at=_sought(found, listed.seeks))
        if (
            found
            and not state.come
            and all(
                one.section
                in (tr.tables.section_free_seats, tr.tables.section_to_watch, tr.tables.section_ended)
                for one in found
            )
        ):
            return listed.telling(_without_own(door, bool(answer.free)))
        return listed

    def _next(self, state: State[Listed]) -> Next[Listed]:
        """Open the first game in which it is the caller's move, if there is one."""
        there = bool(state.all) and state.all[0].section == tr.tables.section_your_move
        return self.open(state.marking(0)) if there else (state, ())

    def open(self, state: State[Listed]) -> Next[Listed]:
        """Take the seat if it is free, else open the table."""
        one = state.marked
        return state, (
            TakeSeat(one.id)
            if one.section in (tr.tables.section_free_seats, tr.tables.section_challenges)
            else Sit(one.id),
        )

    def key(self, state: State[Listed], name: str) -> Next[Listed] | None:
        match name:
            case "n":
                return state, (Visit("new-table", f"/{_door(state)}" if _door(state) else ""),)
            case "v":
                return state, (Visit("watch"),)
            case "l":
                marked = state.marked.table.match.terms.door if state.all else _door(state)
                return state, (Visit("ladder", marked),)
            case "r":
                return state.unsaid() if isinstance(state, Spoken) else state, (self.ask(state.of),)
            case "a" | "d":
                return self._answer(state, name)
        return None

    def _answer(self, state: State[Listed], letter: str) -> Next[Listed]:
        """Accept or decline the marked challenge, or the only one."""
        challenges = _challenges(state.all)
        if state.all and state.marked in challenges:
            challenges = [state.marked]
        if len(challenges) != 1:
            return state.telling(tr.tables.not_a_challenge(), wrong=True), (Bell(),)
        id = challenges[0].id
        return state, (TakeSeat(id) if letter == "a" else DECLINE(id),)

    def word(self, state: State[Listed], text: str) -> Next[Listed] | None:
        letter, number = text[:1].lower(), text[1:].strip()
        if letter not in ("a", "d") or not (number.isdecimal() or not number):
            return self.key(state, text.lower())
        if not number and len(_challenges(state.all)) == 1:
            return self._answer(state, letter)
        there = numbered(state, number)
        if there and there.marked.section == tr.tables.section_challenges:
            return self._answer(there, letter)
        return state.telling(
            (tr.tables.not_a_challenge if there else tr.tables.which_challenge)(), wrong=True
        ), (Bell(),)

    def draw(self, state: State[Listed], view: View) -> Canvas:
        return super().draw(replace(state, keys=_keys(state)), view)


def waiting(count: int, key: str) -> list[str]:
    """Return a sentence for the menu about tables that wait, or nothing for 0. `key` opens the list."""
    wait = tr.tables.press_key_some_wait if count > 1 else tr.tables.press_key_one_waits
    return [wait(games=tr.count.games(n=count), key=key)] if count else []


def _challenges(found: Sequence[Listed]) -> list[Listed]:
    """Return the challenges to this caller, newest first."""
    return [one for one in found if one.section == tr.tables.section_challenges]


def _sought(found: Sequence[Listed], id: str) -> int:
    """Return the row of that table, or of the newest challenge, or else the first row."""
    sought = [at for at, one in enumerate(found) if one.id == id]
    return next(iter([*sought, *map(found.index, _challenges(found))]), 0)


def _nobody(door: str) -> str:
    nobody = tr.tables.no_tables_of(door=game_name(door)) if door else tr.tables.no_tables()
    return "\n\n".join((nobody, tr.tables.about_tables()))


def _without_own(door: str, free: bool) -> str:
    if door:
        form = tr.tables.no_table_of_yours_of if free else tr.tables.no_free_seat_of
        return form(door=game_name(door))
    return (tr.tables.no_table_of_yours if free else tr.tables.no_free_seat)()


def _door(state: State[Listed]) -> str:
    """Return the door that the list is limited to, or ""."""
    return "" if state.of == NEXT else state.of


def _section(row: TableRow) -> Sentence:
    """Return the section of one of the caller's tables."""
    if row.seat < 0:
        return tr.tables.section_challenges
    if row.match.stage == "over":
        return tr.tables.section_ended
    if row.match.adjourned:
        return tr.tables.section_adjourned
    return tr.tables.section_your_move if row.mine_to_move else tr.tables.section_waiting


def _keys(state: State[Listed]) -> tuple[Hint, ...]:
    """Return the keys that work on the marked table, and those that always work."""
    if not state.all:
        return ALWAYS
    section = state.marked.section
    answers = ANSWERS if section == tr.tables.section_challenges or len(_challenges(state.all)) == 1 else ()
    opens = () if section == tr.tables.section_challenges else (OPENS.get(section, OPEN),)
    return (CHOOSE, *opens, *answers, *ALWAYS)


def _row(one: Listed) -> Row:
    row, match = one.table, one.table.match
    there, stand, (_, names_width, width) = others(row), _stand(one), (column.width for column in COLUMNS)
    game, who = game_name(match.terms.door), names(match, there) or tr.tables.anybody()
    brief = brief_names(match, there) or tr.tables.anybody()
    whole = len(stand) <= width or one.section == tr.tables.section_ended or match.terms.race
    shown = stand if whole else row.clocks or stand.partition(", ")[2] or stand  # the rest is shown below
    cut = [f"{who}."] * (len(brief) > names_width) + [f"{stand}."] * (len(stand) > width)
    more = [*online_words(row), long_terms(match.terms), *free_words(match)]
    told = [
        tr.tables.game_with(game=game, who=who),
        *([stand] if one.section not in (tr.tables.section_free_seats, tr.tables.section_challenges) else []),
    ]
    answer = [tr.tables.plain_prompt_challenge()] if one.section == tr.tables.section_challenges else []
    return Row(
        row_text(COLUMNS, (game, brief, shown)).rstrip(),
        " ".join([*cut, *more]),
        one.section in (tr.tables.section_your_move, tr.tables.section_challenges),
        ". ".join([": ".join(told), " ".join([*more, *answer])]),
        one.section(),
        row_text(WIDE, (game, who, stand)).rstrip(),
    )


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


PAGE: Final = _Page()
