"""Tables: one's own games, those in which it is one's move first; challenges, free seats, games to watch.

On a screen the list is always as it stands.  In plain mode its numbers stay what they were said to be
until the list is heard again; notices tell meanwhile of what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.board.api import Done, Lobby, Visit
from door.board.tables.choices import GAME_WITH
from door.board.tables.effects import (
    AskTables,
    DeclineTable,
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
from door.midend.match.words import ANYBODY, names
from door.term.canvas import Canvas
from door.ui.screen import Bell, Event, View
from door.ui.texts import Text, word
from door.ui.widgets import Column, Hint, heads, row_text
from door.ui.words import counted

NEXT: Final = "next"
"""The argument by which the page goes straight to the first game in which it is the caller's move."""

COLUMNS: Final = (Column("Game", 22), Column("With", 20), Column("", 28))
WIDE: Final = (Column("Game", 22), Column("With", 32), Column("", 48))
YOURS: Final = Text("Your move")
CHALLENGES: Final = Text("Challenges to you")
THEIRS: Final = Text("Waiting for others")
FREE: Final = Text("Free seats")
OTHERS: Final = Text("Games to watch")
ENDED: Final = Text("Lately ended")
SECTIONS: Final = (YOURS, CHALLENGES, THEIRS, FREE, OTHERS, ENDED)

EMPTY: Final = Text(
    "Nobody is at a table{of} just now.\n\nAt a table callers play each other: at once while both are on, or "
    "a move a day. Press N to open one, for anybody or for a caller you name."
)
NONE_OWN: Final = Text("You sit at no table{of}. Take a free seat, or press N for a table of your own.")
NONE_FREE: Final = Text("You sit at no table{of}, and no seat is free. Press N for a table of your own.")
NO_CHALLENGE: Final = Text("That is no challenge to you.")
WHICH: Final = Text("A or D, and the number of a challenge.")
ANSWER: Final = Text("A and its number accepts, D declines.")
OF: Final = Text(" of {door}")
LEFT: Final = Text("{tables}, {left} rated left today")
WAITS_FOR_YOU: Final = Text("{games} waits for you: press {key}, or R to move.")
WAITING: Final = Text("{games} wait for you: press {key}, or R to move.")
WAITS: Final = Text("waits for {who}")
NOT_READY: Final = Text("waits for a word or a code")
YOUR_WORD: Final = Text("your word or your code")

CHOOSE: Final = Hint("down", "Choose", "↑↓")
ALWAYS: Final = (Hint("n", "New table"), Hint("v", "Watch"), Hint("l", "Ladder"), pager.BACK)
ANSWERS: Final = (Hint("a", "Accept"), Hint("d", "Decline"))
OPEN: Final = Hint("enter", "Open")
OPENS: Final[dict[Text, Hint]] = {FREE: Hint("enter", "Take a seat"), OTHERS: Hint("enter", "Watch")}


class Listed(NamedTuple):
    """A table, and the section that it stands in."""

    section: Text
    table: TableRow

    @property
    def id(self) -> str:
        return self.table.match.terms.id


@dataclass(frozen=True, slots=True)
class List(State[Listed]):
    """`seeks` is the table to mark as soon as the list comes, "" for what waits for an answer; None if the
    mark stays where it is."""

    seeks: str | None = ""


class Spoken(List):
    """The list of a caller who has lines of text."""

    __slots__ = ()


class _Page(ListboxPage[Listed]):
    TITLE = Text("Tables")
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = ALWAYS
    PROMPT = Text("Number to open, N new table, V watch, L ladder, R list, Enter to go back.")

    def ask(self, of: str) -> AskTables:
        return AskTables()

    def start(self, lobby: Lobby, arg: str) -> Next[Listed]:
        """`arg` is `NEXT`, or the slug of the door whose tables alone are listed, or ""."""
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
        """With the tables as they stand."""
        if not isinstance(answer, TablesFound):
            return state
        found = [Listed(_section(row), row) for row in answer.mine]
        found += [Listed(FREE, row) for row in answer.free] + [Listed(OTHERS, row) for row in answer.others]
        door = _door(state)
        found = [one for one in found if door in ("", one.table.match.terms.door)]
        found.sort(key=lambda one: SECTIONS.index(one.section))
        of = OF(door=game_name(door)) if door else ""
        note = counted(len(found), "table")
        if answer.left is not None:
            note = LEFT(tables=note, left=answer.left)
        refused = state.wrong and {one.id for one in _challenges(found)} - {one.id for one in state.all}
        listed = state.listing(found, _row, note, EMPTY(of=of), lambda one: one.id)
        if refused:  # a challenge came in right behind the key that was to answer it
            listed = replace(listed, said="", wrong=False)
        if found and isinstance(listed, List) and listed.seeks is not None:
            listed = replace(listed, seeks=None, at=_sought(found, listed.seeks))
        if found and not state.come and all(one.section in (FREE, OTHERS, ENDED) for one in found):
            return listed.telling((NONE_OWN if answer.free else NONE_FREE)(of=of))
        return listed

    def _next(self, state: State[Listed]) -> Next[Listed]:
        """To the first game in which it is the caller's move, where there is one."""
        there = bool(state.all) and state.all[0].section == YOURS
        return self.open(state.marking(0)) if there else (state, ())

    def open(self, state: State[Listed]) -> Next[Listed]:
        """A free seat is taken, one's own and what others play is opened."""
        one = state.marked
        return state, (TakeSeat(one.id) if one.section in (FREE, CHALLENGES) else Sit(one.id),)

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
        """Accept or decline the marked challenge, or the only one there is."""
        challenges = _challenges(state.all)
        if state.all and state.marked in challenges:
            challenges = [state.marked]
        if len(challenges) != 1:
            return state.telling(NO_CHALLENGE(), wrong=True), (Bell(),)
        id = challenges[0].id
        return state, (TakeSeat(id) if letter == "a" else DeclineTable(id),)

    def word(self, state: State[Listed], text: str) -> Next[Listed] | None:
        letter, number = text[:1].lower(), text[1:].strip()
        if letter not in ("a", "d") or not (number.isdecimal() or not number):
            return self.key(state, text.lower())
        if not number and len(_challenges(state.all)) == 1:
            return self._answer(state, letter)
        there = numbered(state, number)
        if there and there.marked.section == CHALLENGES:
            return self._answer(there, letter)
        return state.telling((NO_CHALLENGE if there else WHICH)(), wrong=True), (Bell(),)

    def draw(self, state: State[Listed], view: View) -> Canvas:
        return super().draw(replace(state, keys=_keys(state)), view)


def waiting(count: int, key: str) -> list[str]:
    """What the menu and the news say where so many tables wait for the caller, whom
    `key` leads there: nothing of none."""
    wait = WAITING if count > 1 else WAITS_FOR_YOU
    return [wait(games=counted(count, "game"), key=key)] if count else []


def _challenges(found: Sequence[Listed]) -> list[Listed]:
    """Return the challenges to this caller, the newest first."""
    return [one for one in found if one.section == CHALLENGES]


def _sought(found: Sequence[Listed], id: str) -> int:
    """Return the row of that table; else of the newest challenge; else the first, which is the caller's move
    if there is one."""
    sought = [at for at, one in enumerate(found) if one.id == id]
    return next(iter([*sought, *map(found.index, _challenges(found))]), 0)


def _door(state: State[Listed]) -> str:
    """The door whose tables alone are listed, "" for all."""
    return "" if state.of == NEXT else state.of


def _section(row: TableRow) -> Text:
    """Where one of the caller's own stands."""
    if row.seat < 0:
        return CHALLENGES
    return ENDED if row.match.stage == "over" else YOURS if row.mine_to_move else THEIRS


def _keys(state: State[Listed]) -> tuple[Hint, ...]:
    """What can be done with the marked one, and always."""
    if not state.all:
        return ALWAYS
    section = state.marked.section
    answers = ANSWERS if section == CHALLENGES or len(_challenges(state.all)) == 1 else ()
    opens = () if section == CHALLENGES else (OPENS.get(section, OPEN),)
    return (CHOOSE, *opens, *answers, *ALWAYS)


def _row(one: Listed) -> Row:
    row, match = one.table, one.table.match
    there, stand, (_, names_width, width) = others(row), _stand(one), (column.width for column in COLUMNS)
    game, who = game_name(match.terms.door), names(match, there) or word(ANYBODY)
    brief = brief_names(match, there) or word(ANYBODY)
    whole = len(stand) <= width or one.section == ENDED or match.terms.race
    shown = stand if whole else stand.partition(", ")[2] or stand  # the time; what had no room stands below
    cut = [f"{who}."] * (len(brief) > names_width) + [f"{stand}."] * (len(stand) > width)
    more = [*online_words(row), long_terms(match.terms), *free_words(match)]
    told = [GAME_WITH(game=game, who=who), *([stand] if one.section not in (FREE, CHALLENGES) else [])]
    answer = [ANSWER()] if one.section == CHALLENGES else []
    return Row(
        row_text(COLUMNS, (game, brief, shown)).rstrip(), " ".join([*cut, *more]),
        one.section in (YOURS, CHALLENGES), ". ".join([": ".join(told), " ".join([*more, *answer])]),
        one.section(), row_text(WIDE, (game, who, stand)).rstrip(),
    )  # fmt: skip


def _stand(one: Listed) -> str:
    """How it stands; of what has not begun, what it waits for or is played for."""
    match = one.table.match
    if one.section in (FREE, CHALLENGES):
        return short_terms(match.terms)
    if match.stage != "forming":
        return one.table.stand
    if one.section == YOURS:
        return YOUR_WORD()
    return WAITS(who=match.terms.to or word(ANYBODY)) if "" in match.seats else NOT_READY()


PAGE: Final = _Page()
