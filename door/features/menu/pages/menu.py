"""The main menu: the doors with turns, score and rank, and the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from types import MappingProxyType
from typing import Final

from door.features.menu.pages import living
from door.features.menu.pages.living import LIVING
from door.features.tables.pages import tables
from door.pages import sky
from door.pages.api import DoorListing, DoorsLobby, Lobby, PlayDoor, Visit
from door.pages.lists import ListPage, ListState
from door.pages.page import doing
from door.play import next_thing
from door.play.api import NEXT_MOVE, Remember
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui import look, navigation
from door.ui.blocks import Layout, Row
from door.ui.commands import Command
from door.ui.screen import Effects, Event, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, button, cut, keys_line, wrap
from door.ui.words import commas, sentences

COMMANDS: Final[dict[str, tuple[Hint, str]]] = {
    "tables": (Hint("t", tr.keys.tables), "tables"),
    "bulletins": (Hint("b", tr.keys.bulletins), "bulletins"),
    "oneliners": (Hint("o", tr.keys.one_liners), "wall"),
    "callers": (Hint("l", tr.keys.last_callers), "callers"),
    "settings": (Hint("s", tr.keys.settings), "options"),
    "forum": (Hint("a", tr.keys.forum), "forum"),
    "help": (Hint("h", tr.keys.help), "help"),
    "profile": (Hint("p", tr.keys.profile), "profile"),
    "messages": (Hint("m", tr.keys.messages), "inbox"),
    "who": (Hint("w", tr.keys.whos_online), "who"),
    "feedback": (Hint("f", tr.keys.feedback), "feedback"),
    "chat": (Hint("c", tr.keys.chat), "chat"),
    "page": (Hint("y", tr.keys.page_sysop), "page"),
    "goodbye": (Hint("g", tr.keys.goodbye), "goodbye"),
}
"""By the name in the settings: the shipped key, the label, and the page."""

SHIPPED: Final = tuple((name, hint.key) for name, (hint, _) in COMMANDS.items())

COLUMNS: Final = (5, 17, 32, 47, 64)
"""The commands' columns, in three rows. After the last come commands that not everybody has."""

ROOMS: Final = (7, 10, 10, 12, 8)
"""Columns for the commands' words there."""

ROOM: Final = 70
"""Columns of the sentence below the commands."""

ABOVE: Final = 66
"""Columns of a second sentence, in the rule above the commands."""

OTHERS: Final = 44  # the column of those commands

FIRST: Final = "first"
"""The argument after a log-on without news."""

ASKED: Final = "asked"
"""Goodbye's argument if a key opened it that means "back" elsewhere. Then Enter goes back here, too."""

GO_ON: Final = frozenset({"enter", " ", "esc", "q"})
"""Keys that close the news. A menu without news ignores them for a moment and says so, because a caller in a
hurry types ahead."""

MOMENT: Final = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class MenuLobby(DoorsLobby):
    """What the main menu and the news show.

    - `unread`, `letters`: new messages and unread letters. `to_sysop`: letters to the sysop (sysops only).
    - `new_posts` in the forum are in `new_threads`. `chatting`: the others in Chat.
    - `more`: external doors, as slug and name. `tables_waiting`: tables that wait for this caller.
    - `suggestion`: the next thing to do, or None.
    """

    calls: int = 0
    clock: str = ""
    unread: int = 0
    letters: int = 0
    new_posts: int = 0
    new_threads: int = 0
    chatting: tuple[str, ...] = ()
    to_sysop: int = 0
    more: tuple[tuple[str, str], ...] = ()
    tables_waiting: int = 0
    suggestion: next_thing.Suggestion | None = None


@dataclass(frozen=True, slots=True)
class MenuState(ListState[DoorListing]):
    """Plain mode lists the menu once. `asked` counts later requests for it. `heard`: a command was given.

    `known` is the news already said. `just_on` lasts a moment after a log-on.
    `beat` counts the movements of the sky.
    """

    lobby: MenuLobby
    heard: bool = False
    known: tuple[str, ...] = ()
    just_on: bool = False
    beat: int = 0


Next = tuple[MenuState, Effects]


def ways(lobby: Lobby) -> Mapping[str, Hint]:
    """Return the commands by name, in the sysop's order and with the sysop's keys."""
    return _ways(lobby.menu or SHIPPED)


def keys(lobby: Lobby) -> dict[str, str]:
    """Return every command's key for a sentence, such as "T". A command without a key has its shipped one."""
    return {name: ways(lobby).get(name, hint).key.upper() for name, (hint, _) in COMMANDS.items()}


@lru_cache(maxsize=8)
def _ways(chosen: tuple[tuple[str, str], ...]) -> Mapping[str, Hint]:
    return MappingProxyType({name: COMMANDS[name][0]._replace(key=key) for name, key in chosen})


def fit_names(names: Sequence[str], room: int) -> str:
    """Return as many names as fit, and dots for the rest."""
    for count in range(len(names), 0, -1):
        text = ", ".join(names[:count]) + (", ..." if count < len(names) else "")
        if len(text) <= room:
            return text
    return ""


def told_now(lobby: MenuLobby, brief: bool = False) -> list[str]:
    """Return the news without the one game that the suggestion names."""
    suggested = lobby.suggestion is not None and lobby.suggestion.what == next_thing.MOVE
    one = suggested and lobby.tables_waiting == 1
    return news(replace(lobby, tables_waiting=0) if one else lobby, brief)


def footer(state: MenuState) -> tuple[tuple[str, ...], int]:
    """Return the most important sentences and their colour: a line below the commands, or also one above."""
    lobby = state.lobby
    if state.note:
        first, *more = wrap(state.note, ABOVE)
        return (first, cut(" ".join(more), ROOM)) if more else (first,), YELLOW
    if told := told_now(lobby):
        brief = tuple(told_now(lobby, brief=True))
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


def news(lobby: MenuLobby, brief: bool = False) -> list[str]:
    """Return a sentence for each thing that waits for the caller: letters, games, others in Chat."""
    counts = ((lobby.unread, tr.count.new_messages), (lobby.letters, tr.count.new_letters))
    unread = commas(what(n=count) for count, what in counts if count)
    keys = {name: hint.key.upper() for name, hint in ways(lobby).items()}
    told: list[str] = [(tr.menu.brief_not_validated if brief else tr.logon.not_validated)()]
    told *= lobby.unvalidated
    if unread and "messages" in keys:
        told.append((tr.menu.brief_mail if brief else tr.menu.unread_mail)(what=unread, key=keys["messages"]))
    if lobby.new_posts and "forum" in keys:
        posts = tr.count.new_posts(n=lobby.new_posts)
        new = partial(tr.menu.new_posts, threads=tr.count.threads(n=lobby.new_threads))
        told.append((tr.menu.brief_posts if brief else new)(posts=posts, key=keys["forum"]))
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


def _play(state: MenuState) -> Next:
    return state, (PlayDoor(state.marked_row.slug),)


def _do_next(state: MenuState) -> Next:
    found = state.lobby.suggestion
    if found is None:
        return state, ()
    if found.what == next_thing.MOVE:
        return state, (Visit("tables", NEXT_MOVE),)
    return state, (PlayDoor(found.slug, next_thing.KEYS.get(found.what, "")),)


@lru_cache(maxsize=32)
def _commands(
    menu: tuple[tuple[str, str], ...], is_sysop: bool, waits: bool, more: bool, suggests: bool
) -> tuple[Command[MenuState], ...]:
    """Return the commands, those that not everybody has first: no key of the sysop's hides them."""
    own: list[Command[MenuState]] = []
    if is_sysop:
        own.append(Command("desk", "!", tr.keys.sysop_desk, doing(Visit("sysop"))))
    if waits:
        own.append(Command("your-move", "r", tr.keys.your_move, doing(Visit("tables", NEXT_MOVE))))
    if more:
        own.append(Command("more", "d", tr.keys.more_doors, doing(Visit("more"))))
    if suggests:
        own.append(Command("suggestion", next_thing.KEY, tr.keys.next_thing, _do_next, words=("next",)))
    for name, key in menu or SHIPPED:
        hint, page = COMMANDS[name]
        page = "letters" if name == "feedback" and is_sysop else page
        also = ("?", "f1") if name == "help" else ()
        assert not isinstance(hint.word, str)
        words = (hint.word.in_english.lower(),)
        own.append(Command(name, key, hint.word, doing(Visit(page)), also=also, words=words))
    return (*own, Command("play", "enter", tr.keys.play_door, _play, on_row=True))


class _MenuPage(ListPage[MenuState, DoorListing]):
    TITLE = tr.menu.title
    LOBBY = MenuLobby
    STATE = MenuState
    DIGITS = True
    BACK = None  # Goodbye is a command
    KEY = "slug"
    REFRESH = living.SECONDS
    EMPTY = tr.menu.no_doors_open
    COLUMNS = (
        Column(tr.menu.head_doors, 30),
        Column(tr.menu.head_turns, 13),
        Column(tr.menu.head_month, 9, True),
        Column(tr.menu.head_rank, 6, True),
        Column("", 20, grow=1),
    )

    def start(self, lobby: MenuLobby, arg: str) -> Next:
        just_on = arg == FIRST and not lobby.plain
        state = MenuState(lobby, rows=lobby.doors, just_on=just_on)
        return state, (*((Wake(MOMENT, FIRST),) if just_on else ()), *self.load(state))

    def row(self, state: MenuState, thing: DoorListing) -> Row:
        rank = f"#{thing.books.rank}" if thing.books.rank else "-"
        return Row(
            (thing.name, living.turns(thing.books), living.month(thing.books), rank, living.note(thing))
        )

    def commands(self, state: MenuState) -> tuple[Command[MenuState], ...]:
        lobby = state.lobby
        return _commands(
            lobby.menu,
            lobby.is_sysop,
            bool(lobby.tables_waiting),
            bool(lobby.more),
            lobby.suggestion is not None,
        )

    def layout(self, state: MenuState) -> Layout:
        """Return the menu for a web page, with the news and the suggestion above the doors.

        The picture and the plain text have a place of their own for both.
        """
        found = state.lobby.suggestion
        offer = ("suggestion", found.text) if found else None
        return replace(super().layout(state), hint=sentences(*told_now(state.lobby)), offer=offer)

    def leave(self, state: MenuState) -> Next:
        """Ask before hanging up: elsewhere these keys go back."""
        return state, (Visit("goodbye", ASKED),)

    def load(self, state: MenuState) -> Effects:
        life = (LIVING(None),) if living.has_room(state.lobby) else ()
        return (*life, *sky.next_beat(state.lobby, state.beat))

    def receive(self, state: MenuState, reply: Event) -> Next | None:
        if (found := LIVING.answer_in(reply)) is not None:
            return replace(state, found=found), (Wake(living.SECONDS, "look"),)
        match reply:
            case MenuLobby():
                known = tuple(news(state.lobby)) if state.heard else ()
                state = replace(state, lobby=reply, note="", known=known, away=False, beat=0)
                return self.with_rows(state, reply.doors), self.load(state)
            case Tick("look"):
                return state, () if state.away or not living.has_room(state.lobby) else (LIVING(None),)
            case Tick(sky.TICK):
                state = replace(state, beat=state.beat + 1)
                return state, () if state.away else sky.next_beat(state.lobby, state.beat)
            case Tick():
                return replace(state, just_on=False), ()
        return None

    def update(self, state: MenuState, event: Event) -> Next:
        match event:
            case Key(name) if state.just_on and name.lower() in GO_ON:
                return replace(state, just_on=False).say(tr.menu.press_again()), ()
            case Key():
                state = replace(state, heard=True, just_on=False)
            case Line(text):
                state = replace(state, heard=True)
                if not text.strip():
                    return replace(state, note="", asked=state.asked + 1), ()
        return super().update(state, event)

    def move(self, state: MenuState, name: str) -> Next | None:
        """Move the mark, around the ends, or play a door by its number."""
        if name in navigation.LEAVE:
            return None
        if name.isdecimal() and name != "0":
            return super().move(state, name)
        by, count = navigation.rows(name, len(state.rows or ())), max(1, len(state.rows or ()))
        if not by:
            return state.refuse(self.missing(state, name))
        return state.marking((state.at + by) % count if abs(by) == 1 else state.at + by), ()

    def missing(self, state: MenuState, number: str) -> str:
        return tr.menu.choose_door()

    def line(self, state: MenuState, text: str) -> Next | None:
        return super().line(state, text) if text[-1:].isdecimal() else self.on_text(state, text)

    def on_text(self, state: MenuState, text: str) -> Next:
        """Open a door by its name, or switch between plain text and ANSI."""
        word = text.lower()
        if word == "menu":
            return replace(state, note="", asked=state.asked + 1), ()
        if word in ("plain", "ansi") and state.lobby.on_text_page:
            return state.refuse(tr.logon.page_is_text())
        if word == "plain" and state.lobby.plain:
            return state.refuse(tr.menu.plain_is_on())
        if word in ("plain", "ansi"):
            return state, (Remember("plain", "on" if word == "plain" else "off"),)
        for listing in state.rows or ():
            if word in (listing.slug, listing.name.lower()):
                return state, (PlayDoor(listing.slug),)
        for slug, name in state.lobby.more:
            if word in (slug, name.lower()):
                return state, (Visit("visit", slug),)
        return state.refuse(tr.menu.choose_door())

    def draw(self, state: MenuState, view: View) -> Canvas:
        lobby = state.lobby
        canvas = look.backdrop(view, lobby.art.get("menu"), tr.menu.heading(board=lobby.board), 4)
        if art := lobby.art.get("menu"):
            sky.twinkle(canvas, art, state.beat, (canvas.cols - art.cols) // 2)
        left, y = look.text_column(canvas), look.top(canvas) + 5
        door, turns, month, rank, _ = (str(column.title) for column in self.COLUMNS)
        canvas.put(left + 6, y, door, style(DARK))
        canvas.put(left + 46, y, turns, style(DARK))
        canvas.right(left + 66, y, month, style(DARK))
        canvas.right(left + 72, y, rank, style(DARK))
        expert = lobby.prefs.get("expert") == "on"
        for at, listing in enumerate(lobby.doors):
            living.draw_door(
                canvas, left, y + 1 + at * (1 if expert else 2), at, listing, at == state.at, expert
            )
        if not lobby.doors:
            canvas.centre(y + 3, tr.menu.no_doors_open(), style(GREY))
        lines, ink = footer(state)
        is_short = len(lines) == 1 and len(lines[0]) <= ABOVE
        suggests = lobby.suggestion is not None and not state.note and is_short
        canvas.put(left + 5, y + 11, "─" * 71, style(DARK))
        if len(lines) > 1 or suggests:
            canvas.put(left + 7, y + 11, f" {lines[0]} ", style(ink))
        others = lobby.is_sysop or lobby.more
        here = ways(lobby)
        for at, way in enumerate(way for name, way in here.items() if name != "help"):
            row, column = divmod(at, len(COLUMNS))
            room = OTHERS - COLUMNS[2] - 5 if others and (row, column) == (2, 2) else ROOMS[column]
            button(canvas, left + COLUMNS[column], y + 12 + row, way, room=room)
        x = left + OTHERS
        shown = {one.id: one.hint for one in self.commands(state)}
        if lobby.is_sysop:
            x = button(canvas, x, y + 14, shown["desk"], room=12 if lobby.more else 26) + 1
        if lobby.more:
            x = button(canvas, x, y + 14, shown["more"], room=10)
            canvas.put(x + 1, y + 14, fit_names([name for _, name in lobby.more], left + 75 - x), style(DARK))
        if lobby.suggestion and suggests:
            ends = button(canvas, left + 5, y + 15, Hint(next_thing.KEY, lobby.suggestion.text))
            canvas.tint(left + 11, y + 15, ends - left - 11, 1, WHITE)
        else:
            canvas.put(left + 5, y + 15, lines[-1], style(ink))
        below = ("play", "your-move", *(("suggestion",) if not suggests else ()))
        more = [shown[name] for name in below if name in shown]
        helps = (here["help"],) if "help" in here else ()
        keys_line(canvas, (Hint("down", tr.keys.choose, "↑↓"), *more, *helps))
        return living.beside(canvas, state.found, lobby, view) if state.found else canvas

    def tell(self, before: MenuState | None, after: MenuState) -> Speech:
        lines: list[str] = []
        lobby = after.lobby
        asked = before is not None and before.asked != after.asked
        if asked or not after.heard:
            if asked or before is None or before.lobby is not lobby:
                short = lobby.prefs.get("expert") == "on" and not asked
                heading = tr.menu.plain_heading(board=lobby.board, clock=lobby.clock)
                lines.append(sentences(heading, tr.menu.plain_enter_lists() if short else ""))
                lines += [] if short else self.plain_lines(after, in_short=asked)
                lines.append(sentences(*told_now(lobby)))
                if found := lobby.suggestion:
                    lines.append(tr.play.plain_next(what=found.text, does=found.does()))
        elif before is None or before.lobby is not lobby:
            lines.append(sentences(*(one for one in news(lobby) if one not in after.known)))
        if after.note and (before is None or after.notes != before.notes):
            lines.append(after.note)
        prompt = tr.menu.plain_prompt_again if after.heard and not asked else tr.menu.plain_prompt
        return Speech(tuple(filter(None, lines)), prompt())

    def plain_lines(self, state: MenuState, in_short: bool) -> list[str]:
        """Return the doors, unless `in_short` with what each is, and the commands, for plain mode."""
        named = {one.id: f"{one.key.upper()}\N{NO-BREAK SPACE}{one.text}" for one in self.commands(state)}
        desk = [named.pop("desk")] if "desk" in named else []
        more = [named.pop("more")] if "more" in named else []
        for hidden in ("your-move", "play", "suggestion"):
            named.pop(hidden, "")
        doors = [
            living.door_line(at, listing, in_short) for at, listing in enumerate(state.lobby.doors, start=1)
        ]
        told = [commas((*named.values(), *more)), *desk]
        return [*(doors or [tr.menu.no_doors_open()]), *(tr.common.full_stop(text=one) for one in told)]


PAGE: Final = _MenuPage()
