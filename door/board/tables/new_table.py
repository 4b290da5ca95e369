"""A new table: which game, how it is played, with whom, by which clock, rated or not.

Every row is a choice of texts, and what a row offers depends on those above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from door.board.api import Denied, Lobby
from door.board.tables.effects import AskTableForm, OpenTable, Playable, Sit, TableForm, TableReady
from door.board.tables.words import A_RACE, ON_NODE, rated_words
from door.board.widgets import look, pager_input
from door.board.widgets.look import MOMENT
from door.midend.doors import find
from door.midend.match.clocks import is_clock, is_live
from door.midend.match.words import ANYBODY, clock_words
from door.term.canvas import BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Event, Leave, Speech, View
from door.ui.widgets import Hint, draw_field, keys_line, wrap
from door.ui.words import counted

TITLE: Final = "New table"
KEYS: Final = (
    Hint("down", "Choose", "↑↓"), Hint("right", "Change", "◄►"), Hint("f", "Type a handle"),
    Hint("enter", "Open the table"), Hint("q", "Back"),
)  # fmt: skip
MOVES: Final = {"up": -1, "8": -1, "w": -1, "down": 1, "2": 1, "s": 1, "x": 1, "tab": 1}
STEPS: Final = {"left": -1, "4": -1, "a": -1, "right": 1, "6": 1, "d": 1, " ": 1}
LEAVE: Final = frozenset({"q", "esc", "ctrl-c"})

GAME, PLAYED, WITH, SEATS, COMPUTERS, LEVEL, CLOCK, RATED = (
    "game", "played", "with", "seats", "computers", "level", "clock", "rated",
)  # fmt: skip
YES, NO = "yes", "no"
VERSUS: Final = "versus"
RACE: Final = "race"
CLOCKS: Final = ("1d", "3d", "7d", "3+2", "5+10", "10+15", "30+30")
HANDLE: Final = 20
"""Characters of a handle."""

ABOUT: Final = {
    GAME: "It is played as the sysop has set it.",
    VERSUS: "You take turns at one game.",
    RACE: "The better result wins. You see how many moves the others have made, not which.",
    WITH: "Whom you name is told at once, or at the next call. A seat for anybody is listed under Tables.",
    SEATS: "The game begins when all are taken.",
    COMPUTERS: "They take the last seats.",
    LEVEL: "All computers at a table play alike.",
    "days": "The game goes on from call to call.",
    "live": "For when both are on. A game that is adjourned goes on when both are back.",
    RATED: "A rated game counts on the ladder.",
}
AGAINST: Final = "against each other"
ALONE: Final = "a race: each alone, with the same {alike}"
LIVE: Final = "{clock}, live"
WHO: Final = "Handle (nothing for anybody):"
NO_GAME: Final = "No game can be played at a table just now."
NO_ROW: Final = "Type one of {rows} and what it shall be, or OPEN."
NO_CHOICE: Final = "{row} can be {choices}."
SPOKEN: Final = "{row}: {choice} (choices: {choices})"
PROMPT: Final = "OPEN to open it, a choice to change (such as clock 5+10), Enter to go back."


class Row(NamedTuple):
    """What may be chosen there, and what is."""

    options: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class State:
    """`form` is None until the board has said what there is; `picked` is what was chosen, by row; `at` is
    the marked row, `entry` a handle being typed; `busy` says that the table is being opened, `wrong` that
    the message tells of something that did not work."""

    lobby: Lobby
    form: TableForm | None = None
    picked: Mapping[str, str] = field(default_factory=dict)
    at: int = 0
    entry: pager_input.Entry | None = None
    message: str = ""
    wrong: bool = False
    busy: bool = False

    @property
    def rows(self) -> dict[str, Row]:
        """The rows as they are listed."""
        if self.form is None or not self.form.games:
            return {}
        return rows(self.form, self.picked, self.lobby.guest)


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """`arg` is the handle of who is challenged, "" for nobody in particular."""
    return State(lobby, picked={WITH: arg}), (AskTableForm(),)


# -- what may be chosen ------------------------------------------------------------------------


def rows(form: TableForm, picked: Mapping[str, str], guest: bool) -> dict[str, Row]:
    """The rows, by what they are called: what was picked where it can be had, else the usual."""
    found: dict[str, Row] = {}

    def row(key: str, options: Sequence[str], usual: str = "") -> str:
        value = next(one for one in (picked.get(key, ""), usual, *options) if one in options)
        found[key] = Row(tuple(options), value)
        return value

    game = _game(form, row(GAME, [game.slug for game in form.games]))
    played = row(PLAYED, [VERSUS] * bool(game.seats[1]) + [RACE] * game.race)
    online, typed = [handle for handle, _ in form.online], picked.get(WITH, "")
    someone = row(WITH, ["", *online, *([typed] if typed not in ("", *online) else [])])
    low, high = game.seats if played == VERSUS else (2, 2)
    if high > low and (game.computers or not someone):
        seats = int(row(SEATS, [str(count) for count in range(low, high + 1)]))
        # who is challenged takes the one seat for callers, computers the others
        fewest = seats - 2 if someone else 0
        most = seats - 2 if game.computers else 0
        if most and row(COMPUTERS, [str(count) for count in range(fewest, most + 1)]) != "0":
            row(LEVEL, game.computers)
    row(CLOCK, _clocks(picked.get(CLOCK, ""), guest), form.clock)
    row(RATED, (YES, NO) if form.may_rate else (NO,))
    return found


def _game(form: TableForm, slug: str) -> Playable:
    return next(game for game in form.games if game.slug == slug)


def _clocks(picked: str, guest: bool) -> list[str]:
    """Days a move, which are not for guests, then minutes and seconds; one that was typed at the end."""
    known = dict.fromkeys((*CLOCKS, *([picked] if is_clock(picked) else [])))
    return [clock for clock in known if is_live(clock) or not guest]


def order(rows: Mapping[str, Row]) -> OpenTable:
    """The table that these rows ask for."""
    values = {key: row.value for key, row in rows.items()}
    computers = int(values.get(COMPUTERS, "0"))
    kind: Literal["versus", "race"] = RACE if values[PLAYED] == RACE else VERSUS
    return OpenTable(
        values[GAME], kind, values[CLOCK], values[RATED] == YES,
        int(values.get(SEATS, "2")), values[WITH], (values.get(LEVEL, ""),) * computers,
    )  # fmt: skip


def shown(form: TableForm, rows: Mapping[str, Row], key: str, option: str) -> str:
    """What an option is called."""
    if key == GAME:
        return _game(form, option).name
    if key == PLAYED:
        door = find(rows[GAME].value)
        return AGAINST if option == VERSUS else ALONE.format(alike=door.INFO.alike if door else "dice")
    if key == CLOCK:
        return LIVE.format(clock=clock_words(option)) if is_live(option) else clock_words(option)
    return option or ANYBODY


def summary(form: TableForm, rows: Mapping[str, Row]) -> str:
    """All of it in a sentence: "Switchbox with Bob, 3 days a move, rated."."""
    table = order(rows)
    parts = [f"{shown(form, rows, GAME, table.slug)} with {table.to or ANYBODY}"]
    parts += [A_RACE] if table.kind == RACE else []
    parts += [counted(table.seats, "seat")] if table.seats > 2 else []
    if table.computers:
        parts.append(f"{counted(len(table.computers), 'computer')} ({table.computers[0]})")
    return ", ".join([*parts, clock_words(table.clock), rated_words(table.rated)]) + "."


def about(state: State, form: TableForm, key: str) -> str:
    """What the marked row means."""
    value = state.rows[key].value
    if key == PLAYED:
        return ABOUT[value]
    if key == CLOCK:
        return ABOUT["live" if is_live(value) else "days"]
    if key == WITH:
        node = next((node for handle, node in form.online if handle == value), 0)
        return ON_NODE.format(handle=value, node=node) if node else ABOUT[WITH]
    return form.why_not if key == RATED and not form.may_rate else ABOUT[key]


# -- keys --------------------------------------------------------------------------------------


def update(state: State, event: Event) -> Next:
    match event:
        case TableForm():
            found = replace(state, form=event)
            return replace(found, at=min(state.at, max(0, len(found.rows) - 1))), ()
        case TableReady(id):
            return state, (Leave(), Sit(id))
        case Lobby():
            return replace(state, lobby=event), (AskTableForm(),)
        case Denied(note):
            return _said(replace(state, busy=False), note, wrong=True), (Bell(),)
        case Key() | Line() if state.busy:
            return state, ()
        case Key() | Line() if state.entry:
            return _typed(state, state.entry, event)
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _line(state, text.strip())
        case Mouse(action="press", target=int(at)) if 0 <= at < len(state.rows):
            return _stepped(_moved(state, at), 1)
        case Mouse(action="wheel-up" | "wheel-down"):
            return _moved(state, state.at + (1 if event.action == "wheel-down" else -1)), ()
    return state, ()


def _said(state: State, message: str = "", wrong: bool = False) -> State:
    return replace(state, message=message, wrong=wrong, entry=None)


def _moved(state: State, at: int) -> State:
    return _said(replace(state, at=at % max(1, len(state.rows))))


def _key(state: State, name: str) -> Next:
    if name in LEAVE:
        return state, (Leave(),)
    if not state.rows:
        return state, (Bell(),)
    if name in MOVES:
        return _moved(state, state.at + MOVES[name]), ()
    if name in STEPS:
        return _stepped(state, STEPS[name])
    if name == "f":
        return replace(_said(state), entry=pager_input.entry(WHO, HANDLE)), ()
    return _opened(state) if name == "enter" else (state, (Bell(),))


def _stepped(state: State, by: int) -> Next:
    """The marked row's next choice."""
    key, row = list(state.rows.items())[state.at]
    if len(row.options) == 1:
        return _said(state), (Bell(),)
    return _picked(state, key, row.options[(row.options.index(row.value) + by) % len(row.options)]), ()


def _picked(state: State, key: str, value: str) -> State:
    """With that choice, the mark on its row."""
    state = _said(replace(state, picked={**state.picked, key: value}))
    return replace(state, at=list(state.rows).index(key))


def _opened(state: State) -> Next:
    return replace(_said(state, MOMENT), busy=True), (order(state.rows),)


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    """The handle: empty for anybody, Esc leaves the choice as it was."""
    still, text = pager_input.type_in(open, event)
    if still:
        return replace(state, entry=still), ()
    given_up = isinstance(event, Key) and event.name != "enter"
    return (_said(state) if given_up else _picked(state, WITH, _known(state, text))), ()


def _known(state: State, text: str) -> str:
    """A handle as its owner writes it, where they are on; "" for anybody."""
    online = state.form.online if state.form else ()
    known = {handle.casefold(): handle for handle, _ in online} | {ANYBODY: ""}
    return known.get(text.casefold(), text)


def _line(state: State, text: str) -> Next:
    """Plain mode: a row and what it shall be, "open", or nothing to go back."""
    word, _, value = text.partition(" ")
    key, value, rows = word.lower(), value.strip(), state.rows
    if not text or key in LEAVE:
        return state, (Leave(),)
    if rows and key == "open":
        return _opened(state)
    if state.form is None or key not in rows:
        return _said(state, NO_ROW.format(rows=", ".join(rows)), wrong=True), (Bell(),)
    if key == WITH and 0 < len(value) <= HANDLE:
        return _picked(state, WITH, _known(state, value)), ()
    if key == CLOCK and is_clock(value) and (is_live(value) or not state.lobby.guest):
        return _picked(state, CLOCK, value), ()
    names = {option: shown(state.form, rows, key, option) for option in rows[key].options}
    for option, name in names.items():
        if value and (value.lower() == option or name.lower().startswith(value.lower())):
            return _picked(state, key, option), ()
    return _said(state, NO_CHOICE.format(row=key, choices=", ".join(names.values())), wrong=True), (Bell(),)


# -- screen ------------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    canvas = Canvas(look.WIDTH, look.HEIGHT)
    y, left, rows = look.heading(canvas, TITLE, state.lobby.handle) + 1, 4, state.rows
    if state.form is None or not rows:
        canvas.put(left + 2, y, NO_GAME if state.form else MOMENT, style(GREY))
        keys_line(canvas, KEYS[-1:])
        return canvas
    for at, (key, row) in enumerate(rows.items()):
        here, name = at == state.at, shown(state.form, rows, key, row.value)
        back = look.marked(canvas, left, y + at, here)
        canvas.put(left + 2, y + at, key.capitalize(), style(WHITE if here else GREY, back))
        ink = _game(state.form, row.value).accent if key == GAME else YELLOW
        canvas.put(left + 16, y + at, name, style(ink if len(row.options) > 1 else GREY, back))
        canvas.hot(left, y + at, 72, 1, at)
    y += len(rows) + 1
    for line in wrap(about(state, state.form, list(rows)[state.at]), 72):
        canvas.put(left + 2, y, line, style(DARK))
        y += 1
    y = canvas.rows - 5
    canvas.put(left + 2, y, summary(state.form, rows), style(WHITE))
    if state.entry:
        x = canvas.put(left + 2, y + 2, f"{state.entry.prompt} ", style(YELLOW))
        draw_field(canvas, x, y + 2, HANDLE + 2, state.entry.field)
    canvas.put(left + 2, y + 2, state.message, style(BRIGHT_RED if state.wrong else WHITE))
    keys_line(canvas, pager_input.TYPING if state.entry else KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    """The rows at first, then in a sentence what the table would be."""
    if after.form is None:
        return Speech()
    rows, lines = after.rows, list[str]()
    if before is None or before.form is None:
        lines.append(f"{TITLE}.")
        lines += [_spoken(after.form, rows, key) for key in rows] or [NO_GAME]
    elif list(before.rows) != list(rows):
        lines += [_spoken(after.form, rows, key) for key in rows if key not in before.rows]
    if rows and (before is None or before.rows != rows):
        lines.append(summary(after.form, rows))
    if after.message and (before is None or after is not before):
        lines.append(after.message)
    if after.entry:
        return Speech(tuple(lines), after.entry.prompt)
    return Speech(tuple(lines), "" if after.busy else PROMPT if rows else look.GO_BACK)


def _spoken(form: TableForm, rows: Mapping[str, Row], key: str) -> str:
    options = ", ".join(shown(form, rows, key, option) for option in rows[key].options)
    return SPOKEN.format(row=key, choice=shown(form, rows, key, rows[key].value), choices=options)
