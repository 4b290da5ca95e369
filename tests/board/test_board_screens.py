"""The board's own screens as callers see them: kept in tests/golden (GOLDEN=write makes them
anew), the same in every character set, within every terminal's means."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import golden
import pytest
from terminal import Terminal

from door.board import bulletins, goodbye, hall, help, logon, menu, news, profile, settings
from door.board.api import (
    Denied,
    Done,
    DoorListing,
    DoorPast,
    Hall,
    HandleChecked,
    Lobby,
    Note,
    Online,
)
from door.board.api import (
    Profile as CallerProfile,
)
from door.board.art import splash
from door.board.community import feedback, feedback_list, last_callers, messages, wall, who
from door.board.community.effects import Allowed, Feedback, Inbox, LastCallers, Wall, WhatIsNew, WhoIsOn
from door.midend.books import Books, Daily, Row
from door.records.community.community import LastCall, Letter, Posted
from door.records.ledger.history import History, Month, Won
from door.session.call.status import Status
from door.session.call.view import PlainView, view_for
from door.term.art import fill_in, read_art
from door.term.canvas import Canvas
from door.term.decoder import Decoder
from door.term.keys import Key, Line, Mouse
from door.term.profile import Profile
from door.ui.screen import Screen, View

ROOT = Path(__file__).parent.parent.parent
LONG = "Wolfgang Amadeus M20"
SIZES = ((80, 24), (132, 50))
USUAL = Profile(charset="utf-8", colours="256", aix=True)
MONTH = {"month": "2026-11", "last_month": "2026-10"}
TABLE = (Row(1, "Ann", 1312, 12), Row(2, LONG, 987, 9), Row(3, "Björn", 987, 8))
FULL = Books(**MONTH, standing=TABLE, winners=TABLE, rank=2, score=987, turns_left=3, free_turns=1)
FIVE = (
    DoorListing("shutbox", "Shut The Box", "Two dice, nine tiles, a month to be first", 10, FULL),
    DoorListing("microlink", "Shut The Box (MicroLink)", "Five turns a player", 11, Books(**MONTH), True),
    DoorListing("mindbuster", "MindBuster!", "Break the code", 13, Books(**MONTH, turns_left=0), False, True),
    DoorListing("thieves", "Forty Thieves", "Seven stacks of five", 12, Books(**MONTH, turns_left=1000)),
    DoorListing("switchbox", "Switchbox", "Balls fall, switches flip", 14, replace(FULL, rank=1234)),
)
DEAL = Daily(
    "2026-11-10", "ab" * 32, may_play=True, month=TABLE, last_day="2026-11-09", last=TABLE,
    last_seed="cd" * 32,
)  # fmt: skip
DEALT = (
    replace(FIVE[3], books=replace(FIVE[3].books, daily=DEAL)),
    replace(FIVE[1], books=replace(FIVE[1].books, daily=replace(DEAL, played=True, today=TABLE, month=()))),
)
VALUES = {
    "BOARD": "The Door", "SYSOP": "Sysop", "NODE": "1", "DATE": "2026-11-10", "TIME": "20:00",
    "ALIAS": LONG, "CALLERS": "3", "DOOR": "Shut The Box", "MONTH": "October 2026", "WINNER": LONG,
    "SCORE": "1312",
}  # fmt: skip


@cache
def art() -> dict[str, Canvas]:
    """The shipped art as a lobby holds it."""
    drawn = {
        path.stem: fill_in(read_art(path.read_bytes()), VALUES) for path in (ROOT / "ansi_art").glob("*.ans")
    }
    return {**drawn, "winner of shutbox": drawn["winner"]}


def lobby(**changes: Any) -> Lobby:
    terminal = {"charset": "utf-8", "colours": "256", "mouse": "on", "plain": "off", "size": "80x24",
                "term": "xterm-256color"}  # fmt: skip
    known = Lobby("The Door", "Sysop", 1, LONG, 1234, clock="Tue 10 Nov, 20:00", doors=FIVE, art=art(),
                  prefs={"fast": "on"}, terminal=terminal)  # fmt: skip
    return replace(known, **changes)


class Scene(NamedTuple):
    """A page, and what brings it to the state that is looked at."""

    page: Any
    lobby: Lobby
    events: tuple[Any, ...] = ()
    arg: str = ""

    @property
    def state(self) -> Any:
        state, _ = self.page.start(self.lobby, self.arg)
        for event in self.events:
            state, _ = self.page.update(state, event)
        return state


def typed(text: str) -> tuple[Key, ...]:
    return tuple(map(Key, text))


STRANGER = lobby(handle="", doors=(), prefs={}, offered="")
ENTER, RIGHT, DOWN, PAGE = Key("enter"), Key("right"), Key("down"), Key("pgdn")
CALLERS = tuple(Online(node, name, "Shut The Box (MicroLink)", 61) for node, name in ((1, LONG), (64, "Ann")))
POSTED = tuple(Posted(name, text, "10 Nov, 19:30") for name, text in (
    ("Ann", "snake eyes again"), (LONG, "W" * 70), ("Björn", "my jokers steal the wrong cards"),
))  # fmt: skip
CALLS = (LastCall("Ann", "10 Nov, 18:00", 2, 61, ("Shut The Box",)),
         LastCall(LONG, "09 Nov 2025", 64, 1440, tuple(card.name for card in FIVE)),
         LastCall("Björn", "10 Nov, 19:00", 1, 0))  # fmt: skip
NOTES = (Note(LONG, 64, "19:58", "w" * 50), Note("Ann", 2, "19:59", "are you there?"))
WON = tuple(Won(month, card.slug, TABLE) for month in ("2026-10", "2026-09") for card in FIVE)
PAST = tuple(
    DoorPast(card.name, card.accent, History(card.slug, 21, 312, (
        Month("2026-11", 2, 987, 9), Month("2026-10", 1, 1312, 12), Month("2026-09", 11, 45, 1)))
        if at < 2 else History(card.slug)) for at, card in enumerate(FIVE)
)  # fmt: skip
OWN = CallerProfile(
    LONG,
    1234,
    "01 Mar 2024",
    "09 Nov, 21:14",
    PAST,
    (("ssh-ed25519 SHA256:" + "k" * 43 + " ann@home", "ssh-ed25519 AAAA ann@home"),),
)
LETTERS = (Letter("Ann", ("Dear sysop,", "the dice are fine."), "10 Nov, 19:00"),
           Letter(LONG, tuple("w" * 70 for _ in range(20)), "10 Nov, 19:30"))  # fmt: skip
SCENES: dict[str, Scene] = {
    "logon": Scene(logon, STRANGER),
    "logon_offered": Scene(logon, replace(STRANGER, offered=LONG)),
    "logon_password": Scene(
        logon, STRANGER, (*typed(LONG), ENTER, HandleChecked(LONG, True), *typed("wrong"), ENTER,
                          Denied("That is not the password of this handle."))
    ),
    "logon_new": Scene(logon, STRANGER, (*typed("new"), ENTER, *typed("sysop"), ENTER,
                                         HandleChecked("sysop", False, "The handle sysop is reserved."))),
    "logon_confirm": Scene(logon, STRANGER, (*typed(LONG), ENTER, HandleChecked(LONG, False))),
    "menu": Scene(menu, lobby()),
    "menu_marked": Scene(menu, lobby(), (DOWN,)),
    "menu_no_doors": Scene(menu, lobby(doors=())),
    "menu_no_art": Scene(menu, lobby(art={})),
    "bulletins_winner": Scene(bulletins, lobby()),
    "bulletins_rows": Scene(bulletins, lobby(), (RIGHT,)),
    "bulletins_daily": Scene(bulletins, lobby(doors=DEALT), (RIGHT,)),
    "bulletins_daily_played": Scene(bulletins, lobby(doors=DEALT), (RIGHT, RIGHT, RIGHT)),
    "bulletins_empty": Scene(bulletins, lobby(), (RIGHT, RIGHT)),
    "bulletins_far_down": Scene(bulletins, lobby(doors=FIVE[4:]), ()),
    "who": Scene(who, lobby(), (WhoIsOn(CALLERS),)),
    "who_writing": Scene(who, lobby(), (WhoIsOn(CALLERS), ENTER, *typed("good luck"))),
    "who_sent": Scene(who, lobby(), (WhoIsOn(CALLERS), ENTER, *typed("good luck"), ENTER,
                                     Done("Sent to Ann."))),
    "menu_expert": Scene(menu, lobby(prefs={"expert": "on"}, unread=2)),
    "menu_guest": Scene(menu, lobby(handle="Guest #64", guest=True)),
    "wall": Scene(wall, lobby(), (Wall(POSTED * 5),)),
    "wall_bare": Scene(wall, lobby(), (Wall(()),)),
    "wall_writing": Scene(wall, lobby(), (Wall(POSTED), Allowed(""), *typed("x" * 70))),
    "wall_refused": Scene(wall, lobby(), (Wall(POSTED), Allowed(""), *typed("x"), ENTER,
                                          Denied("One a minute, please: wait 41 seconds."))),
    "callers": Scene(last_callers.PAGE, lobby(), (LastCallers(CALLS),)),
    "callers_none": Scene(last_callers.PAGE, lobby(), (LastCallers(()),)),
    "news": Scene(news, lobby(), (WhatIsNew(CALLS * 3, POSTED * 3),)),
    "inbox": Scene(messages.PAGE, lobby(), (Inbox(NOTES),)),
    "inbox_empty": Scene(messages.PAGE, lobby(), (Inbox(()),)),
    "hall": Scene(hall, lobby(), (Hall(WON),)),
    "hall_earlier": Scene(hall, lobby(), (Hall(WON), RIGHT, PAGE)),
    "hall_empty": Scene(hall, lobby(), (Hall(()),)),
    "profile": Scene(profile, lobby(), (OWN,)),
    "profile_keys": Scene(profile, lobby(), (OWN, Key("end"), Key("k"), *typed("ssh-"))),
    "profile_guest": Scene(profile, lobby(handle="Guest #64", guest=True),
                           (CallerProfile("Guest #64", 0, "", "", PAST[2:], ()),)),
    "feedback": Scene(feedback, lobby()),
    "feedback_writing": Scene(feedback, lobby(), (*typed("Dear sysop,"), ENTER, *typed("the dice"))),
    "feedback_sent": Scene(feedback, lobby(), (*typed("Hello"), ENTER, ENTER,
                                               Done("Your letter is with the sysop. Thank you."))),
    "feedback_thrown": Scene(feedback, lobby(), (*typed("Dear sysop, " * 10), Key("esc"))),
    "letters": Scene(feedback_list.PAGE, lobby(), (Feedback(LETTERS),)),
    "letters_none": Scene(feedback_list.PAGE, lobby(), (Feedback(()),)),
    "settings": Scene(settings, lobby(), (DOWN, DOWN)),
    "settings_password": Scene(settings, lobby(), (*[DOWN] * settings.PASSWORD, ENTER, *typed("secret"))),
    "help": Scene(help, lobby()),
    "help_below": Scene(help, lobby(), (PAGE,)),
    "goodbye": Scene(goodbye, lobby(today=(("Shut The Box", 104), ("MindBuster!", 6)))),
    "goodbye_no_art": Scene(goodbye, lobby(art={})),
    "splash": Scene(splash, lobby(), (), "shutbox"),
}  # fmt: skip


def shown(scene: Scene, profile: Profile) -> tuple[bytes, Terminal]:
    """What is sent for a scene, and the terminal that got it (one that wraps at once, as CTerm)."""
    face = view_for(profile, Decoder())
    book = scene.lobby.doors[0].books if scene.page is splash else None
    handle = scene.lobby.handle
    status = Status(handle, 64, scene.page.TITLE, book, 1440 if handle else None)
    data = face.opening() + face.show(scene.page, scene.state, status)
    terminal = Terminal(profile.cols, profile.rows, profile.charset, at_once=True)
    terminal.feed(data)
    return data, terminal


every_scene = pytest.mark.parametrize("name", SCENES)


@golden.screens("board", SCENES)
def test_a_screen_is_as_it_was_looked_at(name: str) -> None:
    _, terminal = shown(SCENES[name], USUAL)
    golden.check(f"board_{name}", terminal, USUAL)


@every_scene
def test_every_character_set_shows_the_same_screen(name: str) -> None:
    scene = SCENES[name]
    _, wide = shown(scene, Profile(charset="utf-8", colours="16"))
    _, old = shown(scene, Profile(charset="cp437", colours="16", ice=True, cterm=True))
    assert old.text() == wide.text()


@every_scene
def test_ascii_is_ascii_and_says_the_same_words(name: str) -> None:
    scene = SCENES[name]
    data, ascii_terminal = shown(scene, Profile(charset="ascii", colours="mono"))
    assert max(data) < 0x80
    _, wide = shown(scene, Profile(charset="utf-8"))

    def words(text: str) -> list[str]:
        return re.findall(r"[A-Za-z]{3,}", text)

    assert words(ascii_terminal.text().replace("Bjorn", "Bj rn")) == words(wide.text().replace("ö", " "))


@every_scene
def test_mono_sends_no_colour(name: str) -> None:
    data, _ = shown(SCENES[name], Profile(charset="utf-8", colours="mono"))
    codes = {
        int(code) for found in re.findall(rb"\x1b\[([\d;]*)m", data) for code in found.split(b";") if code
    }
    assert not [code for code in codes if code >= 30], codes


@every_scene
@pytest.mark.parametrize("size", [*SIZES, (80, 25), (100, 29), (81, 30)], ids=str)
@pytest.mark.parametrize("charset", ["utf-8", "cp437"])
def test_a_screen_keeps_off_the_bottom_right_cell_and_nothing_scrolls(
    name: str, size: tuple[int, int], charset: str
) -> None:
    keeps_off(name, size, charset)


def test_the_largest_window_there_may_be() -> None:
    keeps_off("menu", (500, 500), "utf-8")


def keeps_off(name: str, size: tuple[int, int], charset: str) -> None:
    _, terminal = shown(SCENES[name], Profile(*size, charset=charset, colours="16"))
    lines = terminal.text().split("\n")
    assert lines[0].startswith(f" {SCENES[name].lobby.handle or 'Welcome'}"), "the status line stands"
    assert terminal.cell(size[0] - 1, size[1] - 1).char == " "
    below = [line for line in lines if line.strip()][-1]
    assert re.search(r"\[\S+\] \w", below), "the keys stand below all else"


HEADS = {"logon_new": "newcaller", "bulletins_rows": "bulletin", "bulletins_daily": "bulletin"}


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("size", [*SIZES, (80, 25)], ids=str)
def test_a_head_is_shown_whole_and_nothing_is_written_over_it(name: str, size: tuple[int, int]) -> None:
    """What the sysop draws there is seen, a name in it filled in."""
    _, terminal = shown(SCENES[name], Profile(*size, charset="utf-8"))
    head = art()[HEADS[name]]
    left = (size[0] - head.cols) // 2
    rows = [row[left:].rstrip() for row in terminal.text().split("\n")]
    drawn = [row.rstrip() for row in head.text().split("\n")]
    assert drawn in [rows[y : y + len(drawn)] for y in range(len(rows))]


def test_the_board_s_own_name_stands_in_what_callers_see_first_and_most() -> None:
    named = {path.stem: read_art(path.read_bytes()) for path in (ROOT / "ansi_art").glob("*.ans")}
    for name in ("welcome", "menu", "goodbye"):
        assert "Rosie's Attic" in fill_in(named[name], {"BOARD": "Rosie's Attic"}).text()
    longest = fill_in(named["menu"], {"BOARD": "W" * 40}).text()
    assert "W" * 40 in longest, "as long as a name may be"


def test_no_art_counts_the_doors() -> None:
    """How many there are is the sysop's affair."""
    texts = [" ".join(canvas.text().lower().split()) for canvas in art().values()]
    assert not [text for text in texts if re.search(r"\b(two|three|four|five|six|\d+) doors", text)]


@pytest.mark.parametrize(
    "name", ["menu", "bulletins_rows", "bulletins_winner", "who", "goodbye", "logon_password"]
)
def test_the_longest_handle_fits(name: str) -> None:
    _, terminal = shown(SCENES[name], Profile(charset="utf-8"))
    body = terminal.text().split("\n", 1)[1]
    assert LONG in body


def test_five_doors_with_all_that_can_stand_beside_them() -> None:
    _, terminal = shown(SCENES["menu"], Profile(charset="utf-8"))
    text = terminal.text()
    for card in FIVE:
        assert card.name in text
    for told in ("3 +1 free", "no limit", "#2", "#1234", "987", "1000", "Your game waits to be resumed."):
        assert told in text


@every_scene
def test_plain_mode_says_it_in_lines(name: str) -> None:
    scene = SCENES[name]
    face = PlainView(Profile(charset="utf-8", plain=True), Decoder())
    screen: Screen = scene.page
    said = face.show(screen, scene.state, Status(LONG, 1, scene.page.TITLE)).decode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", said.replace("\r\n", "\n")), "lines and nothing else"
    assert all(len(line) < 80 for line in said.split("\r\n"))
    assert not re.search(r"[─═│║▀▄█░▒▓╔╗►◄■]", said), "and no drawing"
    if scene.page is not splash:
        assert said.endswith(" "), "and a prompt that waits"


@every_scene
def test_any_key_or_click_is_fine_anywhere(name: str) -> None:
    scene, state = SCENES[name], SCENES[name].state
    names = "enter esc up down left right home end pgup pgdn tab backspace delete insert f1 f12 ctrl-c ctrl-x"
    keys = [*names.split(), *"0123456789abcdefghijklmnopqrstuvwxyz?/ é█"]
    events: list[Any] = [
        *map(Key, keys),
        *(Line(text) for text in ("", "x" * 200, "1", "q", "plain é", "-1")),
    ]
    events += [Mouse(5, 5), Mouse(0, 0, action="wheel-up"), Mouse(79, 22, target=3), Mouse(1, 1, target="x")]
    for event in events:
        after, effects = scene.page.update(state, event)
        assert isinstance(effects, tuple)
        assert scene.page.draw(after, View()).rows == 23
        scene.page.tell(state, after)
