"""The sysop's pages of callers, bans, settings and hours: kept in tests/golden (GOLDEN=write makes them
anew), lines in plain mode, and nothing that any key, click or line could break."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import golden
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Terminal

from door.board.api import Denied, Done, Lobby
from door.board.sysop import account, setting
from door.board.sysop.accounts import PAGE as accounts
from door.board.sysop.bans import PAGE as bans
from door.board.sysop.config import PAGE as config
from door.board.sysop.effects import (
    Account,
    AccountRow,
    Accounts,
    AllHours,
    BanHandle,
    Bans,
    Barred,
    GrantTurns,
    Hours,
    KeepOut,
    LetIn,
    RemoveCaller,
    RenameCaller,
    SetLevel,
    SetSysop,
    Settings,
    UnbanHandle,
)
from door.board.sysop.hours import PAGE as hours
from door.board.widgets import listbox
from door.records.ledger.history import History, Month
from door.session.call.status import Status
from door.session.call.view import PlainView, view_for
from door.settings.keys import Key as Setting
from door.term.decoder import Decoder
from door.term.keys import Key, Line, Mouse
from door.term.profile import Profile
from door.ui.screen import View

USUAL = Profile(charset="utf-8", colours="256", aix=True)
LONG = "Wolfgang Amadeus M20"
LOBBY = Lobby("The Door", "Maggie", 1, "Maggie", 99, clock="Tue 10 Nov, 20:00", is_sysop=True)
ROWS = (
    AccountRow("Ann", 12, 10, "10 Nov, 20:00", "", 3),
    AccountRow("Bo", 0, 3, "", "banned: too loud on the wall, and louder still in the chat"),
    AccountRow(LONG, 123456, 1000, "31 Dec 2025", "sysop"),
    *(AccountRow(f"Caller {number:02d}", number, 10, "09 Nov, 07:15") for number in range(30)),
)
PAST = History("shutbox", 41, 435, (Month("2026-11", 1, 1312, 12), Month("2026-10", 2, 987, 9)))
ANN = Account(
    LONG,
    (("handle", LONG), ("since", "21 Sep, 05:58"), ("calls", "12"), ("last call", "10 Nov, 20:00"),
     ("from", "203.0.113.9, banned for wrong passwords"), ("sysop", "no"), ("level", "10"),
     ("banned", "no"), ("password", "set"), ("SSH keys", "2")),
    (("shutbox", "Shut The Box", PAST), ("thieves", "Forty Thieves", History("thieves"))),
    online=3,
    keys=("ssh-ed25519 SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU ann@home",),
)  # fmt: skip
BANNED = Account("Bo", (("handle", "Bo"), ("banned", "too loud")), (), banned=True)
BOARD, BOX = Path("config", "board.yaml"), Path("config", "doors", "shutbox.yaml")
HELP = "Minutes without a keystroke before the call is ended, 1 to 1440; 0 is no limit."
KEYS = (
    Setting("board.name", BOARD, "The Attic", "The Door", "live", "The board's name.", "text"),
    Setting("limits.nodes", BOARD, "250", "250", "next call", "Callers at once.", "a whole number, 1 to 9"),
    Setting("limits.idle_minutes", BOARD, "25", "10", "next call", HELP, "a whole number, 0 to 1440"),
    Setting("callers.new_password", BOARD, "(secret)", '""', "live", "What they must know.", "text"),
    Setting("doors.shutbox.tiles", BOX, "9", "9", "live", "Tiles.", "9 or 12"),
)  # fmt: skip
WEEK = "mon-fri 18:00-23:30, sat-sun 10:00-02:00"
OPEN = (
    Hours("board", "The board", WEEK, "open, until 23:30"),
    Hours("doors.shutbox", "Shut The Box", "always", "open at all times", 0),
    Hours(
        "doors.microlink", "MicroLink Shut The Box", WEEK, "closed, opens on Wednesday at 18:00", 1000, False
    ),
)
NETWORK = "2001:db8:85a3:1234::/64"
KEPT_OUT = (
    Barred(
        LONG, "deals the cards from below, and says so in the wall's every second line", "", UnbanHandle(LONG)
    ),
    Barred("203.0.113.9", "until 2026-11-13 20:00 UTC, by Maggie", "2026-11-10", LetIn("203.0.113.9")),
    Barred(NETWORK, f"until you lift it, by {LONG}", "2026-11-10", LetIn(NETWORK)),
)
REFUSED = "config/board.yaml:54: limits.idle_minutes: must be a whole number, not 'soon, very soon, or later'"
DOWN, ENTER, NO = Key("down"), Key("enter"), Denied(REFUSED)


class Scene(NamedTuple):
    """A page, and what brings it to the state that is looked at."""

    page: Any
    arg: str
    events: tuple[Any, ...]

    @property
    def state(self) -> Any:
        state, _ = self.page.start(LOBBY, self.arg)
        for event in self.events:
            state, _ = self.page.update(state, event)
        return state


def typed(text: str) -> tuple[Key, ...]:
    return tuple(map(Key, text))


SCENES = {
    "callers": Scene(accounts, "", (Accounts(ROWS), DOWN)),
    "callers_far_down": Scene(accounts, "", (Accounts(ROWS), Key("end"))),
    "callers_find": Scene(accounts, "", (Accounts(ROWS), Key("f"), *typed("wol"))),
    "callers_none": Scene(accounts, "", (Key("f"), *typed("zz"), ENTER, Accounts(()))),
    "caller": Scene(account, LONG, (ANN,)),
    "caller_banned": Scene(account, "Bo", (BANNED,)),
    "caller_password": Scene(account, LONG, (ANN, Key("p"), *typed("secret"))),
    "caller_done": Scene(account, LONG, (ANN, Done("It is done."))),
    "caller_gone": Scene(account, "Zed", (Denied("There is no caller Zed."),)),
    "caller_new": Scene(account, "", typed("Zed")),
    "config": Scene(config, "", (Settings(KEYS),)),
    "config_keys": Scene(config, "limits", (Settings(KEYS), DOWN)),
    "setting": Scene(setting, "limits.idle_minutes", (Settings(KEYS),)),
    "setting_typing": Scene(setting, "limits.idle_minutes", (Settings(KEYS), ENTER, *typed("0"))),
    "setting_refused": Scene(setting, "limits.idle_minutes", (Settings(KEYS), ENTER, ENTER, NO)),
    "bans": Scene(bans, "", (Bans(KEPT_OUT), DOWN)),
    "bans_lifting": Scene(bans, "", (Bans(KEPT_OUT), DOWN, DOWN, ENTER, *typed("ye"))),
    "bans_none": Scene(bans, "", (Bans(()), Done("203.0.113.9 may call again."))),
    "hours": Scene(hours, "", (AllHours("now Tuesday 20:00 CET", OPEN), DOWN, DOWN)),
}  # fmt: skip
every_scene = pytest.mark.parametrize("name", SCENES)


def shown(scene: Scene, profile: Profile) -> Terminal:
    face = view_for(profile, Decoder())
    terminal = Terminal(profile.cols, profile.rows, profile.charset)
    terminal.feed(face.opening() + face.show(scene.page, scene.state, Status("Maggie", 1, scene.page.TITLE)))
    return terminal


@golden.screens("sysop", SCENES)
def test_a_screen_is_as_it_was_looked_at(name: str) -> None:
    terminal = shown(SCENES[name], USUAL)
    golden.check(f"sysop_{name}", terminal, USUAL)
    assert terminal.cell(79, 23).char == " "
    assert "\x1b" not in terminal.text()


@every_scene
def test_plain_mode_says_it_in_lines_and_asks(name: str) -> None:
    scene = SCENES[name]
    face = PlainView(Profile(charset="utf-8", plain=True), Decoder())
    said = face.show(scene.page, scene.state, Status("Maggie", 1, scene.page.TITLE)).decode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f─═│║▀▄█░▒▓╔╗►◄■]", said.replace("\r\n", "\n"))
    assert all(len(line) < 80 for line in said.split("\r\n"))
    assert said.endswith(" "), "a prompt that waits"


def test_no_secret_is_on_any_screen() -> None:
    terminal = shown(SCENES["caller_password"], Profile(charset="utf-8"))
    assert "secret" not in terminal.text() and "******" in terminal.text()
    state = Scene(setting, "callers.new_password", (Settings(KEYS), ENTER)).state
    assert state.pager_input.entry.field.value == ""
    speech = account.tell(None, SCENES["caller_password"].state)
    assert speech.secret and "password" in speech.prompt


NAMES = (
    "enter esc up down left right home end pgup pgdn tab backspace f1 ctrl-c 0 1 9 a d f l n p q t x z ? !"
)
LINES = ("", "q", "1", "99", "+", "-", "l 1", "limits", "ann", "YES", "x" * 300, "é ٣")
EVENTS = st.one_of(
    st.sampled_from(NAMES.split()).map(Key),
    st.sampled_from(LINES).map(Line),
    st.sampled_from([
        Mouse(5, 5), Mouse(0, 0, action="wheel-up"), Mouse(9, 9, target=1), Mouse(1, 1, target="x"),
        Mouse(3, 3, target=10_000),
    ]),
    st.sampled_from([
        Accounts(ROWS), Accounts(()), ANN, BANNED,
        Settings(KEYS), Settings(()), AllHours("now", OPEN),
        AllHours("now", ()), Bans(KEPT_OUT), Bans(()),
        Done("It is done."), Denied("No.\nNot at all."), LOBBY,
    ]),
)  # fmt: skip


@settings(max_examples=60)
@given(st.sampled_from(list(SCENES)), st.lists(EVENTS, max_size=12))
def test_nothing_breaks_a_page(name: str, events: list[Any]) -> None:
    page, state = SCENES[name].page, SCENES[name].state
    for event in events:
        before = state
        state, effects = page.update(state, event)
        assert isinstance(effects, tuple)
        assert page.draw(state, View()).rows == 23
        page.tell(before, state)


def test_answers_go_out_as_one_act_each() -> None:
    state = SCENES["caller"].state
    acts = {"t": (GrantTurns, "shutbox 3"), "l": (SetLevel, "20"), "r": (RenameCaller, "Ann"),
            "b": (BanHandle, "too loud"), "o": (SetSysop, "yes"), "d": (RemoveCaller, "YES")}  # fmt: skip
    for key, (act, text) in acts.items():
        asked, effects = account.update(state, Key(key))
        assert not effects
        _, effects = account.update(asked, Line(text))
        assert effects == (act(LONG, text),)
    _, effects = account.update(SCENES["caller_banned"].state, Key("u"))
    assert effects == (UnbanHandle("Bo"),)
    for key in "tlrbd":
        asked, _ = account.update(state, Key(key))
        given_up, effects = account.update(asked, Line(""))
        assert not effects and given_up.pager_input.note == "Nothing was changed."


def test_who_is_let_in_again_is_asked_about_once() -> None:
    state = SCENES["bans"].state
    asked, effects = bans.update(state, ENTER)
    assert not effects and "203.0.113.9" in asked.listbox.entry.prompt
    assert bans.update(asked, Line("yes"))[1] == (LetIn("203.0.113.9"),)
    kept, effects = bans.update(asked, Line("n"))
    assert not effects and kept.listbox.said == "Nothing was changed."
    by_number, _ = bans.update(state, Line("1"))
    assert bans.update(by_number, Line("y"))[1] == (UnbanHandle(LONG),)
    typing, _ = bans.update(state, Line("a"))
    assert bans.update(typing, Line("192.0.2.0/24 7"))[1] == (KeepOut("192.0.2.0/24", "7"),)
    assert bans.update(typing, Line(" 192.0.2.7 "))[1] == (KeepOut("192.0.2.7", ""),)
    assert bans.update(typing, Line(""))[0].listbox.said == "Nothing was changed."


def test_a_list_keeps_its_mark_in_view_on_every_screen() -> None:
    rows = tuple(listbox.Row(f"row {number}") for number in range(100))
    for at in (0, 1, 50, 98, 99):
        for size in (23, 24, 49):
            canvas = listbox.draw(listbox.Listbox("List", rows=rows, at=at), View(80, size))
            assert re.search(rf"► row {at}\b", canvas.text()), (at, size)
