"""A page as data. A renderer makes a screen (`drawing`), or speech or values for a web page (`speech`).

Every page of `door.features.every.PAGES` gives its `Layout` without drawing: `PAGES[name].layout(state)`. A
web page needs nothing else:

- `title`, `count` and `hint`: a heading, and two sentences beside and below it.
- `body`: a `RowList` (a table; row `at` is marked, `row(thing).cells` are its cells), `Choices` (a form),
  `Text` (paragraphs: `words`, or each line's `told`; `leaves` of them, where N and P turn to the next), or
  `Writing` (lines, and a line that is always open). `None` in place of things or lines: not here yet.
- `entry`: a line that is asked for (yes or no if `is_question`). Nothing else works while it is open.
- `notice`: a sentence on what happened; `wrong` for a refusal.
- `commands`: buttons. One that is `on_row` belongs on each row.
- `back`: how to leave, or None if a command does.

What the user does goes back as the events of plain mode: `Line(command.id)`, `Line(f"{command.id} {number}")`
on a row (its place from 1, or `RowList.number`), `Line("row value")` in a form, the text of an entry or of an
open line, and `Line("")` to leave, or `Line(back.key)` if that key leaves. Beside a line that is always open
a command is known only by its `words`, and a command without words has no button.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Self

from door.term.canvas import DARK, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui import look
from door.ui.commands import Command
from door.ui.screen import Bell, Effects
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Field, Hint, heads, row_text, row_told, type_key, wrap

LEFT: Final = 2
WIDTH: Final = look.WIDTH - 2 * LEFT
"""First column of a page's text, and the columns of text on an 80-column page."""

SHORT, LONG = 20, 1000
"""Plain mode says a line's limit if it is between these."""

# -- what a page is made of --------------------------------------------------------------------------


class Row(NamedTuple):
    """A row of a table. `told` is what plain mode says instead of the cells. `strong` rows stand out.

    A cell that is a tuple of texts shows the first that fits.
    """

    cells: tuple[object, ...]
    strong: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class RowList:
    """Things in rows, one of them marked. `row` is called only for rows that are shown.

    - `things`: None until they have come. `first`: the first row of those that plain mode reads.
    - `section` names a thing's section. `number` is what a caller types for the thing in that row.
    - `asked`: counts how often plain mode asked for the list. `about` describes the marked row.
    - `changed` says what an update has changed. Without it, a changed list is read again.
    - `drawn` keeps the rows that were drawn, as long as the things are the same.
    """

    columns: tuple[Column, ...]
    things: Sequence[Any] | None
    row: Callable[[Any], Row]
    at: int = 0
    first: int = 0
    asked: int = 0
    empty: str = ""
    gap: int = 2
    section: Callable[[Any], str] | None = None
    number: Callable[[int], str] | None = None
    changed: Callable[[Sequence[Any], Sequence[Any]], list[str]] | None = None
    about: str = ""
    drawn: dict[object, tuple[str, bool]] = field(default_factory=dict)


class FormRow(NamedTuple):
    """A row of a form: its value, and those to choose from. `told` is the row in plain mode.

    With `run`, the row is a command that asks for its value.
    """

    key: str
    label: str
    value: str
    options: tuple[str, ...] = ()
    shown: Callable[[str], str] = str
    aside: str = ""
    about: str = ""
    ink: int = YELLOW
    told: str = ""
    run: Callable[[Any], tuple[Any, Effects]] | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """A form: rows of choices, one of them marked. `summary` is said below them and after each change."""

    rows: tuple[FormRow, ...]
    at: int = 0
    summary: str = ""
    changed: Callable[[FormRow], str] | None = None
    prompt: str = ""


class Told(NamedTuple):
    """A line of text with a different wording in plain mode, or "" to leave it out."""

    text: str
    ink: int
    told: str


Styled = tuple[str, int] | Told
"""A line with its style."""

Lines = tuple[Styled, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A sheet of text that scrolls.

    - `lines`: at most 76 columns, or more from `WIDE` columns on. None until they have come.
    - `wide`: lines for such a screen, in columns that share its width; a longer line widens its column.
      Empty means the same lines.
    - `words`: the text in plain mode, if it differs. `head`: a picture above the title.
    - `top`: the first line shown; -1 ends with the last line, -2 with the one before.
    - `picture`: drawn in place of the lines. `leaves`: how many sheets there are.
    """

    title: str
    lines: Lines | None = None
    note: str = ""
    wide: tuple[Lines, ...] = ()
    words: tuple[str, ...] = ()
    head: Canvas | None = None
    top: int = 0
    picture: Canvas | None = None
    leaves: int = 1


NO_TEXT: Final = Text("")


@dataclass(frozen=True, slots=True)
class Writing:
    """Lines, and a line below them that is always open.

    - `prompt` stands before the open line. Without one, the line continues the text.
    - `field` is None if nothing can be typed. `above`: a sentence over the lines. `note`: one below them.
    """

    lines: Lines
    field: Field | None
    prompt: str = ""
    above: str = ""
    note: str = ""


Body = RowList | Choices | Text | Writing


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line that is asked for; with a limit of one character it is a question for yes or no.

    `then` gets the page's state and the text, or `gives_up` the state if the caller gave up. An empty text
    counts as giving up, unless it `may_be_empty`. `answers`: the labels of yes and no.
    """

    prompt: str
    field: Field
    then: Callable[[Any, str], tuple[Any, Effects]]
    gives_up: Callable[[Any], tuple[Any, Effects]] | None = None
    may_be_empty: bool = False
    answers: tuple[Sentence, Sentence] = (tr.keys.answer_yes, tr.keys.answer_no)

    @property
    def is_question(self) -> bool:
        return self.field.limit == 1

    @property
    def keys(self) -> tuple[Hint, ...]:
        """The keys that work while it is open."""
        if self.is_question:
            return tuple(map(Hint, ("y", "n"), self.answers))
        return TYPING

    def apply_event(self, event: Key | Line) -> Self | str | None:
        """Apply an event. Return the open line, or the text that was entered, or None if given up."""
        match event:
            case Key("esc" | "ctrl-c"):
                return None
            case Key("enter"):
                return self.field.value.strip()
            case Line(text) if self.is_question:
                return text.strip()
            case Line(text):
                whole = text if self.field.secret else text.strip()
                return self if len(whole) > self.field.limit else whole
            case Key(text=text) if self.is_question and text.isprintable() and text:
                return text
        return replace(self, field=type_key(self.field, event))

    def rang(self, event: Key | Line, after: Self) -> Effects:
        """Return a bell if a character was typed into a full line."""
        full = isinstance(event, Key) and event.text.isprintable() and event.text
        return (Bell(),) if full and after.field is self.field else ()

    @property
    def plain_prompt(self) -> str:
        """The prompt in plain mode, with the limit."""
        limit = self.field.limit
        if self.field.secret or not SHORT < limit < LONG:
            return self.prompt
        return tr.common.prompt_and_limit(prompt=self.prompt, limit=limit)


BACK: Final = Hint("q", tr.keys.back)
TYPING: Final = (Hint("enter", tr.keys.finish), Hint("esc", tr.keys.cancel))


class PageNotice(NamedTuple):
    """A sentence on what has happened. `times` makes plain mode say the same sentence again."""

    text: str = ""
    wrong: bool = False
    times: int = 0


SILENT: Final = PageNotice()


@dataclass(frozen=True, slots=True)
class Layout:
    """A page as it is shown: what all renderers begin with.

    - `count`: shown beside the title. `hint`: a dim sentence while there is no notice.
    - `foot`: rows below the body, with the keys line and without the menu.
    - `number` names what a caller types for a row. `back`: how to leave, unless a command says so.
    - `menu`: the commands that are buttons. `face`: a picture above the title, if the body leaves it room.
    """

    title: str
    body: Body
    commands: tuple[Command[Any], ...] = ()
    count: str = ""
    entry: OpenLine | None = None
    notice: PageNotice = SILENT
    hint: str = ""
    foot: int = 4
    number: Sentence = tr.common.prompt_number
    back: Hint | None = BACK
    menu: tuple[Command[Any], ...] = ()
    face: Canvas | None = None

    @property
    def rows(self) -> bool:
        """True if there are rows, so that their commands work."""
        return bool(self.body.things) if isinstance(self.body, RowList) else True


# -- lines of a sheet --------------------------------------------------------------------------------

PLACE: Final = Column("", 5, True)
"""The column of a place in a table: "1."."""


def head(columns: Sequence[Column]) -> Styled:
    """Return a table's headings. Plain mode reads them with each row instead."""
    return Told(heads(columns), style(DARK), "")


def line(columns: Sequence[Column], cells: Sequence[object], ink: int, told: Sequence[object] = ()) -> Styled:
    """Return a row of a table. `told` are the cells for plain mode if they differ."""
    return Told(row_text(columns, cells).rstrip(), ink, row_told(columns, told or cells))


def sentence(text: str, ink: int, indent: int = 0, width: int = WIDTH) -> Lines:
    """Wrap a sentence into lines. Plain mode reads it in one piece."""
    lines = enumerate(wrap(text, width - indent))
    return tuple(Told(" " * indent + line, ink, "" if at else text) for at, line in lines)
