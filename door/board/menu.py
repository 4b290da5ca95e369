"""The main menu: the doors with turns, score and rank, and the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Final

from door.board import goodbye
from door.board.api import DoorListing, Lobby, Play, Visit
from door.board.tables import tables
from door.board.widgets import look
from door.midend.api import Remember
from door.midend.books import Books, Hundredths
from door.term.canvas import BRIGHT_CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Bell, Effects, Event, No, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Hint, button, cut, keys_line, wrap
from door.ui.words import commas, sentences

TITLE: Final = tr.menu.title

# name in the settings: (the shipped key and the label), its effects
COMMANDS: Final[dict[str, tuple[Hint, Effects]]] = {
    "tables": (Hint("t", tr.keys.tables), (Visit("tables"),)),
    "bulletins": (Hint("b", tr.keys.bulletins), (Visit("bulletins"),)),
    "oneliners": (Hint("o", tr.keys.one_liners), (Visit("wall"),)),
    "callers": (Hint("l", tr.keys.last_callers), (Visit("callers"),)),
    "settings": (Hint("s", tr.keys.settings), (Visit("options"),)),
    "help": (Hint("h", tr.keys.help), (Visit("help"),)),
    "profile": (Hint("p", tr.keys.profile), (Visit("profile"),)),
    "messages": (Hint("m", tr.keys.messages), (Visit("inbox"),)),
    "who": (Hint("w", tr.keys.whos_online), (Visit("who"),)),
    "feedback": (Hint("f", tr.keys.feedback), (Visit("feedback"),)),
    "chat": (Hint("c", tr.keys.chat), (Visit("chat"),)),
    "page": (Hint("y", tr.keys.page_sysop), (Visit("page"),)),
    "goodbye": (Hint("g", tr.keys.goodbye), (Visit("goodbye"),)),
}
COLUMNS: Final = (5, 17, 32, 47, 64)
"""The commands' columns, in three rows. After the last come commands that not everybody has."""

ROOMS: Final = (7, 10, 10, 12, 8)
"""Columns for the commands' words there."""

ROOM: Final = 70
"""Columns of the sentence below the commands."""

ABOVE: Final = 66
"""Columns of a second sentence, in the rule above the commands."""

OTHERS: Final = 44
"""The column of the commands that not everybody has."""

PROMPT: Final = tr.menu.plain_prompt
HEADS: Final = (tr.menu.head_doors, tr.menu.head_turns, tr.menu.head_month, tr.menu.head_rank)
LETTERS: Final = (Visit("letters"),)
RESUME: Final = (Visit("tables", tables.NEXT),)
DESK: Final = Hint("!", tr.keys.sysop_desk)
"""The sysop's own command, hidden from others."""

MORE: Final = Hint("d", tr.keys.more_doors)
"""The sysop's external doors, if there are any."""

KEYS: Final = (Hint("down", tr.keys.choose, "↑↓"), Hint("enter", tr.keys.play_door))
FIRST: Final = "first"
"""The argument after a log-on without news."""

GO_ON: Final = frozenset({"enter", " ", "esc", "q"})
"""Keys that close the news. A menu without news ignores them for a moment, so that they do no harm."""

MOMENT: Final = 3.0  # seconds

ALIASES: Final = {"?": "help", "f1": "help"}
OUT: Final = {**dict.fromkeys(("q", "esc", "x", "ctrl-c", "ctrl-x"), (Visit("goodbye", goodbye.ASKED),))}
"""Keys that go back elsewhere. Here they ask before hanging up."""


@dataclass(frozen=True, slots=True)
class State:
    """`at` is the marked door's index, `slug` its name.

    Plain mode lists the menu once. `asked` counts later requests for it. `heard`: a command was given.
    `known` is the news already said. `first` lasts a moment after a log-on.
    """

    lobby: Lobby
    at: int = 0
    slug: str = ""
    message: str = ""
    asked: int = 0
    heard: bool = False
    known: tuple[str, ...] = ()
    first: bool = False


def ways(lobby: Lobby) -> Mapping[str, Hint]:
    """Return the commands by name, in the sysop's order and with the sysop's keys."""
    return _ways(lobby.menu or tuple((name, hint.key) for name, (hint, _) in COMMANDS.items()))


def keys(lobby: Lobby) -> dict[str, str]:
    """Return every command's key for a sentence, such as "T". A command without a key has its shipped one."""
    return {name: ways(lobby).get(name, hint).key.upper() for name, (hint, _) in COMMANDS.items()}


@lru_cache(maxsize=8)
def _ways(chosen: tuple[tuple[str, str], ...]) -> Mapping[str, Hint]:
    return MappingProxyType({name: COMMANDS[name][0]._replace(key=key) for name, key in chosen})


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    if arg == FIRST and not lobby.plain:
        return _marked(State(lobby, first=True), 0), (Wake(MOMENT, FIRST),)
    return _marked(State(lobby), 0), ()


def update(state: State, event: Event) -> tuple[State, Effects]:
    match event:
        case Lobby():
            there = [at for at, listing in enumerate(event.doors) if listing.slug == state.slug]
            at = there[0] if there else min(state.at, max(0, len(event.doors) - 1))
            known = tuple(news(state.lobby)) if state.heard else ()
            return _marked(replace(state, lobby=event, message="", known=known), at), ()
        case No(reason):
            return replace(state, message=reason), (Bell(),)
        case Tick():
            return replace(state, first=False), ()
        case Key(name) if state.first and name.lower() in GO_ON:
            return replace(state, first=False), ()
        case Key(name):
            return _key(replace(state, heard=True, first=False), name.lower())
        case Line(text):
            return _line(replace(state, heard=True), text.strip().lower())
        case Mouse(action="press", target=int(at)) if 0 <= at < len(state.lobby.doors):
            return _marked(state, at), (Play(state.lobby.doors[at].slug),)
        case Mouse(action="wheel-up"):
            return _move(state, -1), ()
        case Mouse(action="wheel-down"):
            return _move(state, 1), ()
    return state, ()


def _marked(state: State, at: int) -> State:
    """Mark a row. The mark follows its door when the list changes."""
    doors = state.lobby.doors
    return replace(state, at=at, slug=doors[at].slug if at < len(doors) else state.slug)


def _move(state: State, by: int) -> State:
    """Move the mark. Single steps wrap around the ends."""
    count = max(1, len(state.lobby.doors))
    to = (state.at + by) % count if abs(by) == 1 else max(0, min(state.at + by, count - 1))
    return _marked(replace(state, message=""), to)


def _key(state: State, name: str) -> tuple[State, Effects]:
    doors = state.lobby.doors
    if name == DESK.key and state.lobby.is_sysop:
        return replace(state, message=""), (Visit("sysop"),)
    if name == "r" and state.lobby.tables_waiting:
        return replace(state, message=""), RESUME
    if name == MORE.key and state.lobby.more:
        return replace(state, message=""), (Visit("more"),)
    known = {hint.key: command for command, hint in ways(state.lobby).items()}
    if command := known.get(name) or ALIASES.get(name):
        letters = command == "feedback" and state.lobby.is_sysop
        return replace(state, message=""), LETTERS if letters else COMMANDS[command][1]
    if name in OUT:
        return replace(state, message=""), OUT[name]
    if name == "enter" and doors:
        return state, (Play(doors[state.at].slug),)
    if name.isdecimal() and 0 < int(name) <= len(doors):
        return _marked(state, int(name) - 1), (Play(doors[int(name) - 1].slug),)
    if by := navigation.rows(name, len(doors)):
        return _move(state, by), ()
    return replace(state, message=tr.menu.choose_door()), (Bell(),)


def _line(state: State, text: str) -> tuple[State, Effects]:
    if not text:
        return replace(state, message="", asked=state.asked + 1), ()
    if text in ("plain", "ansi"):
        return state, (Remember("plain", "on" if text == "plain" else "off"),)
    for listing in state.lobby.doors:
        if text in (listing.slug, listing.name.lower()):
            return state, (Play(listing.slug),)
    for slug, name in state.lobby.more:
        if text in (slug, name.lower()):
            return state, (Visit("visit", slug),)
    for hint in (*ways(state.lobby).values(), MORE):
        if text in (_english(hint), hint.text.lower()):
            return _key(state, hint.key)
    return _key(state, text) if text in ALIASES or text in OUT or len(text) == 1 else _key(state, "unknown")


def _english(hint: Hint) -> str:
    """Return the command's English word, which works in every language."""
    return (hint.word if isinstance(hint.word, str) else hint.word.shipped).lower()


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    lobby = state.lobby
    canvas = look.backdrop(view, lobby.art.get("menu"), tr.menu.heading(board=lobby.board))
    left, y = look.left(canvas), look.top(canvas) + 5
    door, turns, month, rank = (head() for head in HEADS)
    canvas.put(left + 6, y, door, style(DARK))
    canvas.put(left + 46, y, turns, style(DARK))
    canvas.right(left + 66, y, month, style(DARK))
    canvas.right(left + 72, y, rank, style(DARK))
    expert = lobby.prefs.get("expert") == "on"
    for at, listing in enumerate(lobby.doors):
        _door(canvas, left, y + 1 + at * (1 if expert else 2), at, listing, at == state.at, expert)
    if not lobby.doors:
        canvas.centre(y + 3, tr.menu.no_doors_open(), style(GREY))
    lines, ink = footer(state)
    canvas.put(left + 5, y + 11, "─" * 71, style(DARK))
    if len(lines) > 1:
        canvas.put(left + 7, y + 11, f" {lines[0]} ", style(ink))
    others = lobby.is_sysop or lobby.more
    for at, way in enumerate(ways(lobby).values()):
        row, column = divmod(at, len(COLUMNS))
        room = OTHERS - COLUMNS[2] - 5 if others and (row, column) == (2, 2) else ROOMS[column]
        button(canvas, left + COLUMNS[column], y + 12 + row, way, room=room)
    x = left + OTHERS
    if lobby.is_sysop:
        x = button(canvas, x, y + 14, DESK, room=12 if lobby.more else 26) + 1
    if lobby.more:
        x = button(canvas, x, y + 14, MORE, room=10)
        canvas.put(x + 1, y + 14, shortened([name for _, name in lobby.more], left + 75 - x), style(DARK))
    canvas.put(left + 5, y + 15, lines[-1], style(ink))
    keys_line(canvas, KEYS)
    return canvas


def shortened(names: Sequence[str], room: int) -> str:
    """Return as many names as fit, and dots for the rest."""
    for count in range(len(names), 0, -1):
        text = ", ".join(names[:count]) + (", ..." if count < len(names) else "")
        if len(text) <= room:
            return text
    return ""


def footer(state: State) -> tuple[tuple[str, ...], int]:
    """Return the most important sentences and their colour: a line below the commands, or also one above."""
    lobby = state.lobby
    if state.message:
        first, *more = wrap(state.message, ABOVE)
        return (first, cut(" ".join(more), ROOM)) if more else (first,), YELLOW
    if told := news(lobby):
        brief = tuple(news(lobby, brief=True))
        return _in_lines(tuple(told)) or _in_lines(brief) or (cut(" ".join(brief), ROOM),), YELLOW
    hello = tr.menu.hello_guest if lobby.guest else tr.menu.hello
    return (hello(clock=lobby.clock, handle=lobby.handle, calls=lobby.calls),), GREY


@lru_cache(maxsize=64)
def _in_lines(told: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences in one line, or in two in any order. Return () if they don't fit."""
    if len(" ".join(told)) <= ROOM:
        return (" ".join(told),)
    for above in range(len(told) - 1, 0, -1):
        for chosen in combinations(told, above):
            lines = " ".join(chosen), " ".join(one for one in told if one not in chosen)
            if len(lines[0]) <= ABOVE and len(lines[1]) <= ROOM:
                return lines
    return ()


def news(lobby: Lobby, brief: bool = False) -> list[str]:
    """Return a sentence for each thing that waits for the caller: letters, games, others in Chat."""
    counts = ((lobby.unread, tr.count.new_messages), (lobby.letters, tr.count.new_letters))
    unread = commas(what(n=count) for count, what in counts if count)
    keys = {name: hint.key.upper() for name, hint in ways(lobby).items()}
    told: list[str] = [(tr.menu.brief_not_validated if brief else tr.logon.not_validated)()]
    told *= lobby.unvalidated
    if unread and "messages" in keys:
        told.append((tr.menu.brief_mail if brief else tr.menu.unread_mail)(what=unread, key=keys["messages"]))
    if lobby.tables_waiting and "tables" in keys:
        games = tr.count.games(n=lobby.tables_waiting)
        waits = tables.waiting(lobby.tables_waiting, keys["tables"])
        told += [tr.menu.brief_tables(games=games, key=keys["tables"])] if brief else waits
    if lobby.to_sysop and "feedback" in keys:
        to_sysop = tr.menu.brief_to_sysop if brief else tr.menu.letters_to_sysop
        told.append(to_sysop(letters=tr.count.letters(n=lobby.to_sysop), key=keys["feedback"]))
    if lobby.chatting and "chat" in keys:
        told.append(_in_chat(lobby.chatting, keys["chat"], brief))
    return told


def _in_chat(there: Sequence[str], key: str, brief: bool) -> str:
    who, *more = there
    if not more:
        return (tr.menu.brief_one_in_chat if brief else tr.menu.one_in_chat)(who=who, key=key)
    if brief:
        return tr.menu.brief_several_in_chat(count=len(there), key=key)
    return tr.menu.several_in_chat(who=who, others=tr.count.others(n=len(more)), key=key)


def _door(
    canvas: Canvas, left: int, y: int, at: int, listing: DoorListing, marked: bool, expert: bool = False
) -> None:
    back = look.marked(canvas, left + 4, y, marked)
    canvas.put(left + 6, y, str(at + 1), style(YELLOW, back))
    ink = DARK if listing.shut and not marked else WHITE if marked else listing.accent
    canvas.put(left + 8, y, cut(listing.name, 30), style(ink, back))
    books = listing.books
    canvas.put(left + 46, y, _turns(books), style(GREY, back))
    canvas.right(left + 66, y, _month(books) if books.rank else "-", style(GREY, back))
    canvas.right(left + 72, y, f"#{books.rank}" if books.rank else "-", style(BRIGHT_CYAN, back))
    canvas.hot(left + 4, y, 72, 1 if expert else 2, at)
    if expert:
        canvas.right(
            left + 44,
            y,
            tr.menu.door_closed() if listing.shut else tr.menu.game_waits() if listing.waiting else "",
            style(YELLOW, back),
        )
        return
    note = listing.shut or (tr.menu.your_game_waits() if listing.waiting else listing.tagline)
    canvas.put(
        left + 8, y + 1, cut(note, 66), style(YELLOW if listing.waiting and not listing.shut else DARK)
    )


def _month(books: Books) -> str:
    """Return the caller's figure of the month. One that is not a plain score has a word: "par +0.66"."""
    return (
        tr.play.score_to_measure(measure=tr.play.measure_par(), score=books.score)
        if isinstance(books.score, Hundredths)
        else f"{books.score}"
    )


def _turns(books: Books) -> str:
    """Return the turns left in at most 13 columns. Without a limit, free turns are not shown."""
    if books.turns_left is None:
        return tr.menu.no_turn_limit()
    if not books.free_turns:
        return f"{books.turns_left}"
    return tr.menu.turns_and_free(turns=books.turns_left, free=books.free_turns)


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    lobby = after.lobby
    asked = before is not None and before.asked != after.asked
    if asked or not after.heard:
        if asked or before is None or before.lobby is not lobby:
            short = lobby.prefs.get("expert") == "on" and not asked
            lines.append(
                sentences(
                    tr.menu.plain_heading(board=lobby.board, clock=lobby.clock),
                    tr.menu.plain_enter_lists() if short else "",
                )
            )
            lines += [] if short else _listed(lobby)
            lines += [sentences(*told)] if (told := news(lobby)) else []
    elif before is None or before.lobby is not lobby:
        lines += (
            [sentences(*told)] if (told := [one for one in news(lobby) if one not in after.known]) else []
        )
    if after.message and after is not before:
        lines.append(after.message)
    return Speech(tuple(lines), tr.menu.plain_prompt_again() if after.heard and not asked else PROMPT())


def _stopped(text: str) -> str:
    return tr.common.full_stop(text=text)


def _listed(lobby: Lobby) -> list[str]:
    """Return the doors and the commands, for plain mode."""
    hints = (*ways(lobby).values(), *([MORE] if lobby.more else []))
    told = [f"{hint.key.upper()}\N{NO-BREAK SPACE}{hint.text}" for hint in hints]
    lines = [_spoken(at, listing) for at, listing in enumerate(lobby.doors, start=1)] or [
        tr.menu.no_doors_open()
    ]
    return [
        *lines,
        _stopped(commas(told)),
        *([_stopped(f"{DESK.key} {DESK.text}")] if lobby.is_sysop else []),
    ]


def _spoken(number: int, listing: DoorListing) -> str:
    books = listing.books
    if listing.shut:
        return f"{number} {listing.name}: {listing.shut}"
    told = [
        tr.menu.plain_no_turn_limit()
        if books.turns_left is None
        else tr.menu.plain_turns_left(turns=books.turns_left)
    ]
    told += (
        [tr.menu.plain_free_turns(turns=books.free_turns)]
        if books.free_turns and books.turns_left is not None
        else []
    )
    told += [tr.menu.plain_rank(score=_month(books), rank=books.rank)] if books.rank else []
    told += [tr.menu.plain_game_waits()] if listing.waiting else []
    return f"{number} {listing.name}: {', '.join(told)}."
