"""The sysop's pages of callers, bans, settings and hours: no secret is shown, and nothing breaks a page."""

import re

from board_scenes import LONG, shown
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from sysop_scenes import ANN, BANNED, BOOKS, ENTER, KEPT_OUT, KEYS, LOBBY, OPEN, PLAYED, ROWS, scene

from door.features.desk.asks import (
    ACCOUNTS,
    BANS,
    DOORS_PLAYED,
    HOURS,
    SETTINGS,
    Barred,
    HoursFound,
    SysopAct,
)
from door.features.desk.pages.accounts import ACCOUNT_PAGE as account
from door.features.desk.pages.accounts import BANS_PAGE as bans
from door.features.desk.pages.settings import SETTING_PAGE as setting
from door.pages.api import Done
from door.pages.lists import ListState
from door.term.keys import Key, Line, Mouse
from door.term.profile import Profile
from door.ui.screen import Answer, No, View


def test_no_secret_is_on_any_screen():
    _, terminal = shown(BOOKS["caller_password"], Profile(charset="utf-8"))
    assert "secret" not in terminal.text() and "******" in terminal.text()
    state = scene(setting, "callers.new_password", (Answer(SETTINGS, KEYS), ENTER)).state
    assert state.entry.field.value == ""
    speech = account.tell(None, BOOKS["caller_password"].state)
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
        Answer(ACCOUNTS, ROWS), Answer(ACCOUNTS, ()), ANN, BANNED,
        Answer(SETTINGS, KEYS), Answer(SETTINGS, ()), Answer(HOURS, HoursFound("now", OPEN)),
        Answer(HOURS, HoursFound("now", ())), Answer(BANS, KEPT_OUT), Answer(BANS, ()),
        Answer(DOORS_PLAYED, PLAYED), Answer(DOORS_PLAYED, ()),
        Done("It is done."), No("No.\nNot at all."), LOBBY,
    ]),
)  # fmt: skip


@examples(60)
@given(st.sampled_from(list(BOOKS)), st.lists(EVENTS, max_size=12))
def test_nothing_breaks_a_page(name, events):
    page, state = BOOKS[name].page, BOOKS[name].state
    for event in events:
        before = state
        state, effects = page.update(state, event)
        assert isinstance(effects, tuple)
        assert page.draw(state, View()).rows == 23
        page.tell(before, state)


def test_answers_go_out_as_one_act_each():
    state = BOOKS["caller"].state
    acts = {"t": ("turns", "shutbox 3"), "l": ("level", "20"), "r": ("rename", "Ann"),
            "b": ("ban", "too loud"), "o": ("sysop", "yes"), "d": ("remove", "YES")}  # fmt: skip
    for key, (act, text) in acts.items():
        asked, effects = account.update(state, Key(key))
        assert not effects
        _, effects = account.update(asked, Line(text))
        assert effects == (SysopAct(act, LONG, text),)
    _, effects = account.update(BOOKS["caller_banned"].state, Key("u"))
    assert effects == (SysopAct("unban", "Bo"),)
    for key in "tlrbd":
        asked, _ = account.update(state, Key(key))
        given_up, effects = account.update(asked, Line(""))
        assert not effects and given_up.note == "Nothing was changed."


def test_who_is_let_in_again_is_asked_about_once():
    state = BOOKS["bans"].state
    asked, effects = bans.update(state, ENTER)
    assert not effects and "203.0.113.9" in asked.entry.prompt
    assert bans.update(asked, Line("yes"))[1] == (SysopAct("let-in", "203.0.113.9"),)
    kept, effects = bans.update(asked, Line("n"))
    assert not effects and kept.note == "Nothing was changed."
    by_number, _ = bans.update(state, Line("1"))
    assert bans.update(by_number, Line("y"))[1] == (SysopAct("unban", LONG),)
    typing, _ = bans.update(state, Line("a"))
    assert bans.update(typing, Line("192.0.2.0/24 7"))[1] == (SysopAct("keep-out", "192.0.2.0/24", "7"),)
    assert bans.update(typing, Line(" 192.0.2.7 "))[1] == (SysopAct("keep-out", "192.0.2.7", ""),)
    assert bans.update(typing, Line(""))[0].note == "Nothing was changed."


def test_a_list_keeps_its_mark_in_view_on_every_screen():
    rows = tuple(Barred(f"row {number}", "", "", SysopAct("let-in", "")) for number in range(100))
    for at in (0, 1, 50, 98, 99):
        for size in (23, 24, 49):
            canvas = bans.draw(ListState(LOBBY, rows=rows, at=at), View(80, size))
            assert re.search(rf"► row {at}\b", canvas.text()), (at, size)
