"""A page as data. A renderer makes a screen (`drawing`), or speech or values for a web page (`speech`).

Every page of `door.features.every.PAGES` gives its `Layout` without drawing: `PAGES[name].layout(state)`. A
web page needs nothing else:

- `title`, `count` and `hint`: a heading, and two sentences beside and below it.
- `body`: a `RowList` (a table; row `at` is marked, `row(thing).cells` are its cells), `Choices` (a form),
  `Text` (paragraphs: `words`, or each line's `told`; `leaves` of them, where N and P turn to the next), or
  `Writing` (lines, and a line that is always open) or a door's `PictureBody`. `None` in place of things or
  lines: not here yet.
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

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final, Literal, NamedTuple, Self

from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui import look, navigation
from door.ui.commands import Command
from door.ui.screen import ROWS, Bell, Effects, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Field, Hint, cut, heads, row_text, row_told, type_key, wrap

LEFT: Final = 2
WIDTH: Final = look.WIDTH - 2 * LEFT
"""First column of a page's text, and the columns of text on an 80-column page."""

SHORT, LONG = 20, 1000
"""Plain mode says a line's limit if it is between these."""

# -- what a page is made of --------------------------------------------------------------------------


class Row(NamedTuple):
    """A row of a table. Plain mode says `told` instead of the cells. `strong` rows stand out.

    A cell that is a tuple of texts shows the first that fits.
    """

    cells: tuple[object, ...]
    strong: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class RowList:
    """Things in rows, one of them marked. `row` is called only for rows that are shown.

    - `things`: None until they have come. `first`: the first row of those that plain mode reads.
    - `section` names a thing's section. A caller types `number` of a thing for its row.
    - `asked`: counts how often plain mode asked for the list. `about` describes the marked row.
    - `changed` says what an update has changed. Without it, a changed list is read again.
    - `drawn` keeps the rows that were drawn, as long as the things are the same.
    - `fits` is False for a command that a thing refuses, so that a web page shows no button for it.
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
    number: Callable[[Any], int] | None = None
    changed: Callable[[Sequence[Any], Sequence[Any]], list[str]] | None = None
    about: str = ""
    drawn: dict[object, tuple[str, bool]] = field(default_factory=dict)
    fits: Callable[[Any, Command[Any]], bool] | None = None


class FormRow(NamedTuple):
    """A row of a form: its value, and those to choose from. `told` says the row in plain mode.

    With `run`, the row is a command that asks for its value. A row that `is_typed` asks for one, too, and in
    plain mode takes the one behind its name.
    """

    key: str
    label: str
    value: str
    options: tuple[str, ...] = ()
    shown: Callable[[str], str] = str
    aside: str = ""
    about: Sentence | str = ""
    ink: int = YELLOW
    told: Callable[[], str] = str
    run: Callable[[Any], tuple[Any, Effects]] | None = None
    is_typed: bool = False

    @property
    def asks(self) -> bool:
        """True if the value is typed."""
        return self.is_typed or self.run is not None


class Picked(NamedTuple):
    """The effect of an event on a form: it marks row `at`, and sets its value or asks for it.

    `value` is the new value, or the text that was typed. A row is `fixed` if it has only one value.
    """

    at: int
    does: Literal["mark", "set", "ask", "unknown", "fixed"] = "mark"
    value: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """A form: rows of choices, one of them marked. `summary` is said below them and after each change."""

    rows: tuple[FormRow, ...]
    at: int = 0
    summary: str = ""
    changed: Callable[[FormRow], str] | None = None

    def pick_key(self, name: str) -> Picked | None:
        """Move the mark, or step to the marked row's next value. Return None for any other key."""
        if not self.rows:
            return None
        if by := 1 if name == "enter" else navigation.change(name):
            return self.pick_step(self.at, by)
        to = navigation.row(name, self.at, len(self.rows))
        return None if to is None else Picked(to)

    def pick_step(self, at: int, by: int = 1) -> Picked | None:
        """Step to the next value of row `at`, or to the one before. Return None if there is no such row."""
        if not 0 <= at < len(self.rows):
            return None
        row = self.rows[at]
        if row.asks:
            return Picked(at, "ask")
        if len(row.options) < 2:
            return Picked(at, "fixed")
        return Picked(at, "set", row.options[(row.options.index(row.value) + by) % len(row.options)])

    def pick_line(self, text: str) -> Picked | None:
        """Read "bell off", or a row's key, label or number alone. Return None for any other line."""
        word, _, value = text.partition(" ")
        word, value = word.lower(), value.strip()
        number = int(word) if word.isdecimal() and len(word) < 4 else 0
        names = (at for at, row in enumerate(self.rows) if word in (row.key.lower(), row.label.lower()))
        at = next(names, number - 1)
        if not 0 <= at < len(self.rows):
            return None
        row = self.rows[at]
        if row.asks:
            return Picked(at, "ask", value)
        known = {row.shown(one).lower(): one for one in row.options} | {
            one.lower(): one for one in row.options
        }
        wanted = known.get(value.lower()) if value else None
        return Picked(at, "unknown", value) if wanted is None else Picked(at, "set", wanted)


class Told(NamedTuple):
    """A line of text with a different wording in plain mode, or "" to leave it out.

    `beside` are texts on the same row: column, text and ink. `told` may be several lines. An `Aside`
    is not drawn.
    """

    text: str
    ink: int
    told: str
    beside: tuple[tuple[int, str, int], ...] = ()


Styled = tuple[str, int] | Told
"""A line with its style."""

Lines = tuple[Styled, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A sheet of text that scrolls.

    - `lines`: at most 76 columns, or more from `WIDE` columns on. None until they have come.
    - `wide`: lines for such a screen, in columns that share its width; a longer line widens its column.
      Empty means the same lines.
    - `words`: the text in plain mode, if it differs. `head`: a picture above the title. `sign` draws a door's
      over a few lines, in place of the frame.
    - `top`: the first line shown; -1 ends with the last line, -2 with the one before.
    - `picture`: drawn in place of the lines. `leaves`: how many sheets there are, and `leaf` the number of
      this one in a door's frame. `contents`: the sheets' titles, for a wide window.
    """

    title: str
    lines: Lines | None = None
    note: str = ""
    wide: tuple[Lines, ...] = ()
    words: tuple[str, ...] = ()
    head: Canvas | None = None
    sign: Callable[[View], Canvas] | None = None
    top: int = 0
    picture: Canvas | None = None
    leaves: int = 1
    leaf: int = 0
    contents: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class PictureBody:
    """A picture at a door, with a notice and keys on its lower rows.

    - `draw` draws all of its 80×23. `words` are the page in plain mode.
    - `note`: the first row of the notice or the hint, which is in `ink`. `menu`: the row of the menu's keys.
    - `covers`: it is a page of the game's own, which uses these rows itself.
    """

    draw: Callable[[View], Canvas]
    words: Callable[[], Sequence[str]] = tuple
    note: int = ROWS - 2
    menu: int = ROWS - 1
    ink: int = GREY
    covers: bool = False


Body = RowList | Choices | Text | Writing | PictureBody


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line that is asked for; with a limit of one character it is a question for yes or no.

    `then` gets the page's state and the text, or `gives_up` the state if the caller gave up. An empty text
    counts as giving up, unless it `may_be_empty`. `answers`: the labels of yes and no, or of Enter and Esc.
    `also` are commands that work meanwhile, by keys with names. In plain mode only their `words` work.
    `spoken`: the prompt in plain mode, if it is another.
    """

    prompt: str
    field: Field
    then: Callable[[Any, str], tuple[Any, Effects]]
    gives_up: Callable[[Any], tuple[Any, Effects]] | None = None
    may_be_empty: bool = False
    answers: tuple[Sentence, ...] | None = None
    also: tuple[Command[Any], ...] = ()
    spoken: str = ""

    @property
    def is_question(self) -> bool:
        return self.field.limit == 1

    @property
    def keys(self) -> tuple[Hint, ...]:
        """The keys that work while it is open."""
        own = (
            (tr.keys.answer_yes, tr.keys.answer_no) if self.is_question else (tr.keys.finish, tr.keys.cancel)
        )
        keys = ("y", "n") if self.is_question else ("enter", "esc")
        first, *rest = map(Hint, keys, self.answers or own)
        return (first, *(one.hint for one in self.also if one.label), *rest)

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
        """The prompt in plain mode: the `spoken` one, or the same with the limit."""
        limit = self.field.limit
        if self.spoken:
            return self.spoken
        if self.field.secret or not SHORT < limit < LONG:
            return self.prompt
        return tr.common.prompt_and_limit(prompt=self.prompt, limit=limit)


BACK: Final = Hint("q", tr.keys.back)


class DoorFrame(NamedTuple):
    """A door's page on 80×23: in a frame of its colour, with its name in the upper edge."""

    name: str
    accent: int


class PageNotice(NamedTuple):
    """A sentence on what has happened. `times` makes plain mode say the same sentence again."""

    text: str = ""
    wrong: bool = False
    times: int = 0

    @property
    def line(self) -> str:
        """The sentence as it is drawn: a refusal has a mark."""
        return f"! {self.text}" if self.wrong else self.text


SILENT: Final = PageNotice()


@dataclass(frozen=True, slots=True)
class Layout:
    """A page as it is shown: what all renderers begin with.

    - `count`: shown beside the title. `hint`: a dim sentence while there is no notice.
    - `foot`: rows below the body, with the keys line and without the menu.
    - `number` names what a caller types for a row. `back`: how to leave, unless a command says so.
    - `menu`: the commands that are buttons. `face`: a picture above the title, if the body leaves it room.
    - `frame`: a door's page is drawn in it. `prompt`: plain mode's, if it doesn't list the commands.
    - `offer`: the id of a command, and a sentence that a web page shows on its button, above all else.
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
    frame: DoorFrame | None = None
    prompt: str = ""
    offer: tuple[str, str] | None = None

    @property
    def visible(self) -> tuple[Command[Any], ...]:
        """The commands with a label. The keys line shows them."""
        return tuple(one for one in self.commands if one.label)

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


def table(
    columns: Sequence[Column], rows: Sequence[Sequence[object]], mine: Collection[int] = (),
    accent: int = style(WHITE),
) -> Lines:  # fmt: skip
    """Return a table, with headings if there are any rows. The rows in `mine` are in `accent`."""
    heading = (head(columns),) if rows and any(column.title for column in columns) else ()
    return (*heading, *(line(columns, row, accent if at in mine else GREY) for at, row in enumerate(rows)))


def telling(lines: Sequence[Styled], words: Iterable[str]) -> Lines:
    """Return the lines with these words for plain mode instead of their own."""
    told = "\n".join(filter(None, words))
    return tuple(Told(one[0], one[1], "" if at else told, *one[3:]) for at, one in enumerate(lines))


def abreast(left: Lines, right: Lines, at: int, rows: int = 0) -> Lines:
    """Return two columns side by side, the right one from column `at`, on at least so many rows.

    Plain mode reads one after the other.
    """
    empty: Lines = (("", GREY),)
    left = (*left, *empty * (rows - len(left)))
    pairs = zip_longest(left, right, fillvalue=empty[0])
    lines = tuple(Told(cut(one[0], at - 1), one[1], "", ((at, other[0], other[1]),)) for one, other in pairs)
    return telling(lines, (one.told if isinstance(one, Told) else one[0] for one in (*left, *right)))


def sentence(text: str, ink: int, indent: int = 0, width: int = WIDTH) -> Lines:
    """Wrap a sentence into lines. Plain mode reads it in one piece."""
    lines = enumerate(wrap(text, width - indent))
    return tuple(Told(" " * indent + line, ink, "" if at else text) for at, line in lines)
