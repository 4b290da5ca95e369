"""The board's own pages in plain mode: what is said again, what is not, and what an answer means."""

from dataclasses import replace
from itertools import combinations

import pytest
from board_scenes import LONG, SCENES, lobby

from door.call.plain import LIMIT, PlainView
from door.call.status import StatusFields
from door.features.bulletins.pages import PAGE as bulletins
from door.features.callers.pages import callers
from door.features.callers.pages.profile import PAGE as profile
from door.features.menu.pages import goodbye, menu
from door.features.menu.pages.goodbye import HELP as help
from door.features.news.asks import WhatIsNew
from door.features.news.pages import news
from door.features.news.pages.tour import PAGE as TOUR
from door.features.settings import pages as settings
from door.pages.api import PROFILE, CallerProfile, HangUp, Pass, PlayDoor, Visit
from door.records.community.community import LastCall
from door.term.decoder import Decoder
from door.term.keys import Key, Line, Mouse
from door.term.profile import Profile as Terminal
from door.ui.blocks import Layout, Text
from door.ui.screen import Answer, Bell, Leave, Speech, Tick, View, Wake
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.words import headline


def test_enter_alone_lists_the_menu_again():
    state, _ = menu.PAGE.start(lobby(), "")
    first = menu.PAGE.tell(None, state)
    after, effects = menu.PAGE.update(state, Line(""))
    again = menu.PAGE.tell(state, after)
    assert effects == () and [*map(len, again.lines)] != [*map(len, first.lines)]
    for line, short in zip(first.lines, again.lines, strict=True):
        assert line.startswith(short), "what a door is, is said once"
    assert first.lines[1].startswith("1 Shut The Box: turns left 3, free turns 1")
    assert first.lines[1].endswith(" Two dice, nine tiles, a month to be first.")
    assert "2 Shut The Box (MicroLink): turns unlimited, your game is waiting." in again.lines


@pytest.mark.parametrize("word", ["h", "r"])
def test_the_bulletins_are_not_told_again_to_who_comes_back_to_them(word):
    state, _ = bulletins.start(lobby(), "")
    assert len(bulletins.tell(None, state).lines) > 5
    state, effects = bulletins.update(state, Line(word))
    assert effects and bulletins.tell(None, state).lines == ("Bulletins",)


def test_the_tour_is_told_in_whole_sentences():
    sheets = TOUR.start(lobby(), "")[0].sheets
    said = [line for sheet in sheets for line in told(sheet)]
    assert "Plain Text" in said and "A First Game" in said
    assert any("for a screen reader or a small window." in line for line in said)
    heads = {
        headline(line)
        for sheet in TOUR.start(lobby(), "")[0].sheets
        for line, *_ in sheet.lines
        if line.isupper()
    }
    assert [line for line in said if line not in heads and line[-1] not in ".!"] == []


def test_a_menu_without_doors_says_so():
    state, _ = menu.PAGE.start(lobby(doors=()), "")
    assert menu.PAGE.tell(None, state).lines[1] == "No doors are open right now. Please call again later."


def test_a_guest_is_offered_no_keys():
    state, _ = profile.start(lobby(guest=True), "")
    state, _ = profile.update(state, Answer(PROFILE, CallerProfile("Guest #1", 0, "", "", (), ())))
    assert profile.tell(None, state).prompt == "Enter to go back."
    assert profile.update(state, Key("k"))[0].entry is None


def test_an_expert_hears_the_menus_name_until_they_ask():
    state, _ = menu.PAGE.start(lobby(prefs={"expert": "on"}, unread=1), "")
    said = menu.PAGE.tell(None, state).lines
    assert said == (
        "The Door, main menu. Tue 10 Nov, 20:00. Enter lists it.",
        "1 new message under Messages (M).",
    )
    after, _ = menu.PAGE.update(state, Line(""))
    assert any(
        line.startswith("T\N{NO-BREAK SPACE}Tables, B\N{NO-BREAK SPACE}Bulletins")
        for line in menu.PAGE.tell(state, after).lines
    )
    wrong, _ = menu.PAGE.update(after, Line("nonsense"))
    assert menu.PAGE.tell(after, wrong).lines == ("Choose a door by its number, or press a letter.",)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("", HangUp),
        ("Y", HangUp),
        (" yes ", HangUp),
        ("n", Leave),
        ("NO", Leave),
        ("3", Pass),
        ("help", Pass),
    ],
)
def test_only_a_yes_hangs_up_and_what_is_no_answer_is_the_menu_s(text, effect):
    state, _ = goodbye.PAGE.start(lobby(), "")
    after, (done,) = goodbye.PAGE.update(state, Line(text))
    assert isinstance(done, effect)
    assert goodbye.PAGE.tell(state, after) == Speech((), "Hang up? (Enter for yes, N for no)")


@pytest.mark.parametrize("by_habit", [False, True])
def test_no_other_key_than_g_and_y_and_a_wanted_enter_hangs_up(by_habit):
    """Whoever comes by a key that only leads back elsewhere has not asked for the end of the call."""
    state, effects = goodbye.PAGE.start(lobby(), menu.ASKED if by_habit else "")
    assert effects == (), "nor does the clock"
    hang_up = {"g", "Y"} | ({"enter"} if not by_habit else set())
    for name in ("up", "[", "B", "x", "q", "f5", "ctrl-c", "esc", "n", " ", "3", "enter", "g", "Y"):
        _, (done,) = goodbye.PAGE.update(state, Key(name))
        assert isinstance(done, HangUp) == (name in hang_up), name
    for name in ("3", "b", "m", "?"):
        assert goodbye.PAGE.update(state, Key(name))[1] == (Pass(Key(name)),), "done by the menu"
    assert goodbye.PAGE.update(state, Mouse(5, 5))[1] == ()


def test_the_menu_asks_by_which_key_one_wants_out():
    state, _ = menu.PAGE.start(lobby(), "")
    for name in ("q", "esc", "x", "ctrl-c"):
        assert menu.PAGE.update(state, Key(name))[1] == (Visit("goodbye", menu.ASKED),), name
    assert menu.PAGE.update(state, Key("g"))[1] == (Visit("goodbye"),)


def test_the_key_that_leads_on_from_news_does_nothing_on_a_menu_that_comes_without():
    for name in ("enter", "esc", "q", " "):
        state, wakes = menu.PAGE.start(lobby(), menu.FIRST)
        assert wakes == (Wake(menu.MOMENT, menu.FIRST),)
        after, effects = menu.PAGE.update(state, Key(name))
        assert effects == () and after.at == state.at
        assert after.note == "This is the main menu. Press the key again if you meant it."
        later, _ = menu.PAGE.update(state, Tick(menu.FIRST))
        for one in (after, later):
            assert menu.PAGE.update(one, Key(name)) != (one, ()), "only once, and only for a moment"
    assert menu.PAGE.update(menu.PAGE.start(lobby(), menu.FIRST)[0], Key("1"))[1] == (PlayDoor("shutbox"),)
    assert menu.PAGE.update(menu.PAGE.start(lobby(), "")[0], Key("enter"))[1] == (PlayDoor("shutbox"),)


def test_what_holds_already_is_said_when_it_is_typed_at_the_menu():
    state = replace(menu.PAGE.start(lobby(terminal={"plain": "on"}), "")[0], heard=True)
    after, effects = menu.PAGE.update(state, Line("plain"))
    assert not [one for one in effects if not isinstance(one, Bell)]
    assert menu.PAGE.tell(state, after).lines == ("This is plain text already. ANSI turns it off.",)
    after, _ = menu.PAGE.update(state, Line("menu"))
    assert menu.PAGE.tell(state, after).lines[0].startswith("The Door, main menu.")


def test_the_menu_is_listed_once_and_then_only_what_is_new():
    state, _ = menu.PAGE.start(lobby(letters=1), "")
    first = menu.PAGE.tell(None, state)
    assert len(first.lines) > 5 and first.prompt == "Main menu command?"
    state, _ = menu.PAGE.update(state, Line("b"))
    same, _ = menu.PAGE.update(state, lobby(letters=1))
    assert menu.PAGE.tell(None, same) == Speech((), "Main menu command? (Enter lists the menu)")
    more, _ = menu.PAGE.update(same, lobby(letters=1, tables_waiting=1))
    assert menu.PAGE.tell(same, more).lines == ("1 game is waiting for you: Tables (T), or Your move (R).",)
    again, _ = menu.PAGE.update(more, lobby(letters=1, tables_waiting=1))
    assert menu.PAGE.tell(None, again).lines == ()
    asked, _ = menu.PAGE.update(again, Line(""))
    assert len(menu.PAGE.tell(again, asked).lines) > 5


NEWS = {"letters": 12, "unread": 99, "tables_waiting": 12, "chatting": (LONG, "Ann", "Bob")}


@pytest.mark.parametrize("more", [{}, {"unvalidated": True}, {"is_sysop": True, "to_sysop": 3}])
@pytest.mark.parametrize("count", range(1, 5))
def test_the_menu_drops_nothing_that_waits(more, count):
    for chosen in combinations(NEWS.items(), count):
        state, _ = menu.PAGE.start(lobby(**dict(chosen), **more), "")
        shown = " ".join(menu.PAGE.draw(state, View()).text().split())
        for key, sign in (("letters", "12 new letters"), ("unread", "99 new messages"),
                          ("tables_waiting", "12 games"), ("chatting", "Chat")):  # fmt: skip
            assert key not in dict(chosen) or sign in shown
        assert not more.get("unvalidated") or "alidate" in shown
        assert not more.get("to_sysop") or "to the sysop" in shown


def test_the_help_that_is_said_speaks_of_no_screen():
    state, _ = help.start(lobby(handle=LONG), "")
    said = " ".join(help.tell(None, state).lines)
    assert "a name for everything else" in said and "Fair Dice" in said
    assert "a node's number challenges a caller, M and the number writes a line" in said
    assert not any(word in said for word in ("last row", "arrow", "With a mouse", "Enter challenges"))


def test_the_doors_of_a_call_are_named_while_there_is_room():
    rows = [("Ann", ()), (LONG, ("MicroLink Shut The Box",)), ("Bo", ("Shut The Box", "Switchbox")),
            ("Cy", ("MicroLink Shut The Box", "Switchbox")),
            ("Di", ("A Door With A Very Long Name",))]  # fmt: skip
    calls = [LastCall(name, "10 Nov, 18:00", 64, 1440, doors) for name, doors in rows]
    said = [text for text, *_ in callers.lines_of(calls[::-1], "Ann")]
    assert [text[53:] for text in said] == [
        "Doors", "", "MicroLink Shut The Box", "Shut The Box, Switchbox", "2 doors",
        "A Door With A Very Lon»",
    ]  # fmt: skip
    assert all(len(text) <= 76 for text in said)


def test_the_calls_of_one_caller_in_a_row_are_one_line():
    last = (LastCall("Ann", f"10 Nov, 19:0{at}", 1, 10, ("Shut The Box",)) for at in range(3))
    first = LastCall("Ann", "10 Nov, 17:00", 1, 5, ("Switchbox",))
    calls = [first, LastCall("Bo", "10 Nov, 18:00", 2, 1), *last]
    said = told(Text("", callers.lines_of(calls, "")))
    assert said == (
        "Ann, 10 Nov, 19:02, 3 calls, 30 minutes, Shut The Box", "Bo, 10 Nov, 18:00, 1 call, 1 minute",
        "Ann, 10 Nov, 17:00, 1 call, 5 minutes, Switchbox",
    )  # fmt: skip
    new = told(news.sheet(WhatIsNew(tuple(calls), ()), lobby(doors=())))
    assert new[-2:] == ("Ann, 10 Nov, 19:02, 4 calls, 35 minutes, Switchbox, Shut The Box",
                        "Bo, 10 Nov, 18:00, 1 call, 1 minute")  # fmt: skip


def test_a_prompt_is_asked_once_however_long_its_answer_takes():
    class Asks:
        def tell(self, before: object, after: int) -> Speech:
            return Speech(("Done.",) if before is not None and before != after else (), "What now?")

    asks = Asks()
    face, status = PlainView(Terminal(charset="utf-8", plain=True), Decoder()), StatusFields("Ann", 1, "here")
    face.show(asks, 0, status)
    assert face.show(asks, 0, status, busy=True) == b"", "a page that looks by itself says nothing"
    face.answer(face.hear(b"v\r")[0])
    face.echo()
    said = [face.show(asks, state, status, busy) for state, busy in ((0, True), (0, True), (1, False))]
    assert b"".join(said).decode().split() == ["Done.", "What", "now?"]
    face.answer(face.hear(b"v\r")[0])
    said = [face.show(asks, state, status, busy) for state, busy in ((1, True), (1, False))]
    assert b"".join(said).decode().split() == ["What", "now?"], "nor is it left out where nothing was said"


def test_a_prompt_that_waits_for_others_is_asked_once_however_many_lines_come():
    class Waits:
        def tell(self, before: object, after: int) -> Speech:
            return Speech((f"Roll {after}.",), "The table?", again=False)

    waits = Waits()
    face, status = PlainView(Terminal(charset="utf-8", plain=True), Decoder()), StatusFields("Ann", 1, "here")
    said = [face.show(waits, roll, status).decode() for roll in range(1, 4)]
    assert said == ["Roll 1.\r\nThe table? ", "\r\nRoll 2.\r\n", "Roll 3.\r\n"]
    face.hear(b"ti")
    assert face.echo() == b"ti"
    assert face.show(waits, 4, status) == b"\r\nRoll 4.\r\nThe table? ti", (
        "what is typed is not parted from it"
    )
    face.answer(face.hear(b"me\r")[0])
    face.echo()
    assert face.show(waits, 5, status) == b"Roll 5.\r\nThe table? ", "a line that was entered is answered"


@pytest.mark.parametrize(("pipe", "secret"), [(False, False), (False, True), (True, False), (True, True)])
def test_only_what_is_no_secret_is_echoed_and_a_pipe_hears_nothing(pipe, secret):
    class Asks:
        def tell(self, before: object, after: int) -> Speech:
            return Speech(("a line " * 20,), "Password:", secret=secret)

    face = PlainView(Terminal(charset="utf-8", plain=True), Decoder(), pipe)
    shown = face.show(Asks(), 0, StatusFields("Ann", 1, "here"))
    assert len(shown.splitlines()[0]) == (140 if pipe else 78), "a pipe's lines are not folded"
    face.hear(b"abc\x7f")
    assert face.echo() == (b"" if pipe or secret else b"abc\b \b")
    face.tell_again()
    again = face.show(Asks(), 0, StatusFields("Ann", 1, "here"))
    assert again.endswith(b"Password: ab") is (not pipe and not secret)
    face.answer(face.hear(b"c" * 2 * LIMIT + b"\r")[0])
    assert len(face.echo()) == (0 if pipe else 2 if secret else LIMIT)
    face.hear(b"ahead\r")
    assert face.line.typed == "" and face.echo() == b"", "it is shown behind its prompt"


def told(sheet: Text) -> tuple[str, ...]:
    return to_speech(None, Layout(sheet.title, sheet)).lines[1:]


def test_a_row_is_told_with_its_headings_and_what_is_empty_is_left_out():
    doors = ("MicroLink Shut The Box", "Switchbox")
    calls = (LastCall("Bo", "10 Nov, 18:00", 2, 1, ()), LastCall("Ann", "10 Nov, 19:00", 64, 61, doors))
    assert told(Text("", callers.lines_of(calls, "Ann"))) == (
        "Ann, 10 Nov, 19:00, 1 call, 61 minutes, MicroLink Shut The Box, Switchbox",
        "Bo, 10 Nov, 18:00, 1 call, 1 minute",
    )
    assert told(Text("", news.leaders(lobby())))[1:] == (
        "Shut The Box, Ann, Score 1312, You #2", "Switchbox, Ann, Score 1312, You #1234",
    )  # fmt: skip


def test_what_takes_two_rows_on_a_screen_is_told_as_one_sentence():
    fell = "Wolfgang Amadeus M20 and 1 other passed you at Shut The Box: you are 12th this month."
    sheet = news.sheet(WhatIsNew((), (), sentences=(fell,)), lobby(doors=()))
    assert len(sheet.lines) > 2 and told(sheet) == (fell,)


def test_a_profile_s_months_are_sentences_and_its_bars_are_none():
    state = SCENES["profile_luck"].state
    said = profile.tell(None, state).lines
    assert "November 2026: 987 in 9 games, 2nd place" in said
    assert "November 2026: luck -4.68, mistakes -17.50 a game" in said
    bars = [text for text, *_ in state.sheet.lines if "bars" in text]
    assert bars == ["     The bars show what mistakes cost."] and not any("bars" in line for line in said)


def test_nothing_is_said_to_be_missing_before_the_board_has_answered():
    state, _ = settings.OUTSIDE_PAGE.start(lobby(), "")
    assert tr.outside.nothing_offered() not in " ".join(settings.OUTSIDE_PAGE.tell(None, state).lines)
    nothing = SCENES["outside_nothing"].state
    assert tr.outside.nothing_offered() in " ".join(settings.OUTSIDE_PAGE.tell(state, nothing).lines)
    asked_again, effects = settings.OUTSIDE_PAGE.update(state, Line("feed on"))
    assert effects == settings.OUTSIDE_PAGE.load(state) != (), "if it was refused, the reason comes again"
    assert asked_again.note == ""
    assert settings.OUTSIDE_PAGE.update(nothing, Line("feed on"))[0].note == tr.outside.nothing_offered()


@pytest.mark.parametrize("cols", [40, 80])
def test_a_prompt_longer_than_the_row_breaks_between_words(cols):
    class Asks:
        def tell(self, before: object, after: object) -> Speech:
            return Speech((), "Play? (Enter, daily, practice, bulletin, help, quit)")

    face = PlainView(Terminal(cols, 20, charset="utf-8", plain=True), Decoder())
    shown = face.show(Asks(), 0, StatusFields("Ann", 1, "here")).decode()
    assert " ".join(shown.split()) == Asks().tell(0, 0).prompt
    assert max(map(len, shown.split("\r\n"))) < cols
