"""What callers write on the board: words wrap, nothing typed is lost without a word, limits are told."""

from dataclasses import replace
from typing import Any

import pytest
from board_scenes import CALLERS, SCENES, Scene, lobby, typed
from hypothesis import given
from hypothesis import strategies as st
from sysop_scenes import BOOKS

from door.call.plain import PlainView
from door.call.status import StatusFields
from door.features.callers.asks import WHO
from door.features.callers.pages.callers import WHO_PAGE as who
from door.features.letters.asks import (
    ADDRESSEE,
    MAIL,
    PAGE_SYSOP,
    Addressee,
    Delete,
    KeepDraft,
    MailContents,
    Write,
)
from door.features.letters.pages import letter, mail
from door.features.messages.asks import Send
from door.features.wall.pages import PAGE as wall
from door.features.wall.pages import POST, WALL
from door.pages.api import CallerLine, Done
from door.records.community.community import Posted
from door.records.community.letters import LETTER_LINES, WIDTH
from door.term.decoder import Decoder
from door.term.keys import Key, Line, Mouse
from door.term.profile import Profile as Terminal
from door.ui.blocks import OpenLine
from door.ui.screen import Answer, Bell, Leave, No, View
from door.ui.texts import tr
from door.ui.widgets import Field

LETTER = Answer(ADDRESSEE, Addressee(""))


def box(*notes: CallerLine) -> Answer[MailContents]:
    return Answer(MAIL, MailContents(notes, ()))


ENTER, ESC = Key("enter"), Key("esc")
WORDS = st.lists(st.text("abcdefghijkl.,'", min_size=1, max_size=WIDTH), min_size=1, max_size=25)


def blank() -> letter.LetterState:
    """A letter to the sysop that may be written."""
    return letter.PAGE.update(letter.PAGE.start(lobby(), "")[0], LETTER)[0]


def written(events: list[Any]) -> tuple[str, ...]:
    """The letter that these events send."""
    state = blank()
    for event in events:
        state, effects = letter.PAGE.update(state, event)
        for effect in effects:
            if isinstance(effect, Write):
                return effect.lines
    raise AssertionError("nothing was sent")


@given(WORDS)
def test_a_letter_by_keys_keeps_every_word_whole(words):
    lines = written([*typed(" ".join(words)), ENTER, ENTER])
    assert " ".join(lines).split() == words[: len(" ".join(lines).split())]
    assert len(lines) == LETTER_LINES or " ".join(lines).split() == words
    assert all(len(line) <= WIDTH for line in lines)


@given(WORDS)
def test_a_letter_by_lines_keeps_every_word_whole_or_says_that_it_is_too_much(words):
    state = blank()
    after, effects = letter.PAGE.update(state, Line(" ".join(words)))
    if after.lines:
        assert " ".join(after.lines).split() == words and all(len(line) <= WIDTH for line in after.lines)
    else:
        assert "at most 20 lines" in letter.PAGE.tell(state, after).lines[0] and Bell() in effects


def test_a_word_longer_than_a_line_is_broken():
    assert written([*typed("x" * 100), ENTER, ENTER]) == ("x" * WIDTH, "x" * (100 - WIDTH))


def test_a_full_letter_says_so_and_keeps_what_it_has():
    state = Scene(letter.PAGE, lobby(), (LETTER, *typed("w" * (WIDTH * LETTER_LINES)))).state
    assert not state.note
    after, effects = letter.PAGE.update(state, Key("w"))
    assert after.field == state.field and after.lines == state.lines
    assert effects == (Bell(),) and "at most 20 lines" in after.note


@pytest.mark.parametrize("way_out", [ESC, Key("ctrl-c"), Line("q")])
def test_a_letter_is_thrown_away_only_after_a_question(way_out):
    empty = blank()
    assert letter.PAGE.update(empty, way_out)[1] == (Leave(),), "there is nothing to lose"
    state = replace(empty, lines=("Dear sysop,",))
    asked, effects = letter.PAGE.update(state, way_out)
    assert effects == () and letter.PAGE.tell(state, asked).prompt == tr.mail.confirm_throw_away()
    for no in (Key("x"), Key("n")):
        back, effects = letter.PAGE.update(asked, no)
        assert back == state and effects == ()
    assert letter.PAGE.update(asked, Key("y"))[1] == letter.PAGE.update(asked, Line("Yes"))[1] == (Leave(),)


def test_a_letter_to_nobody_is_refused_before_a_word_is_typed():
    reason = "Nobody here has the handle Zed."
    opened, effects = letter.PAGE.start(lobby(), "")
    assert effects == (KeepDraft(), ADDRESSEE(""))
    assert letter.PAGE.tell(None, opened).lines == (), "nobody knows yet who gets it"
    refused, _ = letter.PAGE.update(opened, No(reason))
    assert letter.PAGE.tell(opened, refused).lines == (reason,)
    assert letter.PAGE.update(refused, Key("D"))[1] == letter.PAGE.update(refused, Line(""))[1] == (Leave(),)


@pytest.mark.parametrize(
    ("scene", "send"),
    [
        (Scene(wall, lobby(), (Answer(WALL, ()), Key("o"))), POST("Hello")),
        (Scene(who, lobby(), (Answer(WHO, CALLERS), Key("m"))), Send(64, "Ann", "Hello")),
        (
            Scene(mail.PAGE, lobby(), (box(CallerLine("Ann", 64, "20:00", "hi")),), "reply"),
            Send(0, "Ann", "Hello"),
        ),
        (Scene(letter.PAGING, lobby(), ()), PAGE_SYSOP("Hello")),
    ],
    ids=["wall", "who", "reply", "paging"],
)
def test_a_line_opens_at_once_and_a_refusal_keeps_its_text(scene, send):
    page, state = scene.page, scene.state
    assert state.entry is not None
    for key in typed("Hello"):
        state, _ = page.update(state, key)
    sent, effects = page.update(state, ENTER)
    assert effects == (send,)
    refused, effects = page.update(sent, No("Ann isn't taking messages."))
    assert refused.entry == state.entry and refused.note == "Ann isn't taking messages." and Bell() in effects
    assert page.update(refused, ENTER)[1] == (send,), "it may be sent once more"
    gone, effects = page.update(refused, Key("esc"))
    assert gone.entry is None or effects == (Leave(),)


def _shown_busy(page: Any, before: Any, after: Any) -> str:
    """What plain mode adds while the page awaits an answer."""
    face, status = PlainView(Terminal(charset="utf-8", plain=True), Decoder()), StatusFields("Ann", 1, "here")
    face.show(page, before, status)
    return face.show(page, after, status, busy=True).decode().strip()


def test_what_is_refused_after_all_is_kept():
    state = Scene(wall, lobby(), (Answer(WALL, ()), Key("o"), *typed("snake eyes"))).state
    sent, effects = wall.update(state, ENTER)
    assert effects == (POST("snake eyes"),)
    assert _shown_busy(wall, state, sent) == "One moment ...", "nothing is asked until its fate is known"
    refused, _ = wall.update(sent, No("The disk is full."))
    assert refused.entry == state.entry and refused.note == "The disk is full."
    assert wall.update(refused, ENTER)[1] == (POST("snake eyes"),)


def test_that_a_line_is_on_the_wall_is_told_once_in_words():
    state = Scene(wall, lobby(), (Answer(WALL, ()), Key("o"), *typed("snake eyes"), ENTER)).state
    done, _ = wall.update(state, Done("Your line is on the wall."))
    assert wall.tell(state, done).lines == ("Your line is on the wall.",)
    shown, _ = wall.update(done, Answer(WALL, (Posted("Ann", "snake eyes", ""),)))
    assert wall.tell(done, shown).lines == ("One-liners", "Ann", "snake eyes")


def test_a_sentence_is_told_once_however_often_it_is_looked_who_is_there():
    state = Scene(who, lobby(), (Answer(WHO, CALLERS),)).state
    asked, _ = who.update(state, Line("i 64"))
    done, _ = who.update(asked, Done("You are ignoring Ann from now on."))
    assert who.tell(asked, done).lines == ("You are ignoring Ann from now on.",)
    looked, _ = who.update(done, Answer(WHO, CALLERS))
    assert looked is not done and who.tell(done, looked).lines == ()
    again, _ = who.update(looked, Done("You are ignoring Ann from now on."))
    assert len(who.tell(looked, again).lines) == 1, "what is said again is told again"


def test_a_message_is_as_long_as_its_field_and_then_the_bell_rings():
    state = Scene(who, lobby(), (Answer(WHO, CALLERS), Key("m"), *typed("x" * 200))).state
    assert state.entry.field.value == "x" * 200
    after, effects = who.update(state, Key("y"))
    assert effects == (Bell(),) and after.entry.field.value == "x" * 200
    assert who.update(after, ENTER)[1] == (Send(64, "Ann", "x" * 200),)


def test_what_is_read_and_answered_stays_the_same_as_others_come():
    one, two = CallerLine("Bob", 2, "20:00", "First"), CallerLine("Cid", 3, "20:01", "Second")
    state, _ = mail.PAGE.start(lobby(), "")
    for event in (box(one), ENTER, Key("r"), Key("H"), box(one, two), Key("i"), ENTER):
        state, effects = mail.PAGE.update(state, event)
    assert effects == (Send(0, "Bob", "Hi"),) and state.marked_row == one
    state, _ = mail.PAGE.update(state, Done("Sent to Bob."))
    for event in (box(one, two), ENTER, Key("d"), box(one, two, two), Key("y")):
        state, effects = mail.PAGE.update(state, event)
    assert effects == (Delete(one),)
    state, _ = mail.PAGE.update(state, box(two))
    assert not state.opened, "what is read no more is no other's page"


def test_yes_or_no_is_one_key_and_any_other_line_waits_for_enter():
    sure, line = (OpenLine("?", Field(limit=limit), lambda state, text: (state, ())) for limit in (1, 9))
    assert sure.apply_event(Key("y")) == sure.apply_event(Line("y")) == "y" and sure.apply_event(ESC) is None
    assert isinstance(line.apply_event(Key("y")), OpenLine)


TYPING = {
    "who": (Scene(who, lobby(), (Answer(WHO, CALLERS), Key("m"), *typed("good luck"))), "entry"),
    "replays": (SCENES["replays_of"], "entry"),
    "everybody": (SCENES["everybody_found"], "entry"),
    "inbox": (SCENES["inbox_writing"], "entry"),
    "gallery": (SCENES["gallery_saying"], "entry"),
    "new table": (SCENES["new_table_typing"], "entry"),
    "settings": (SCENES["settings_password"], "entry"),
    "bans": (BOOKS["bans_lifting"], "entry"),
    "callers": (BOOKS["callers_find"], "entry"),
}


@pytest.mark.parametrize("name", TYPING)
def test_a_click_beside_a_line_that_is_typed_leaves_it_alone(name):
    scene, field = TYPING[name]
    state = scene.state
    spots = [spot.target for spot in scene.page.draw(state, View()).spots if not isinstance(spot.target, Key)]
    assert getattr(state, field)
    for target in (*spots, None):
        for action in ("press", "release", "wheel-up", "wheel-down"):
            after, effects = scene.page.update(state, Mouse(5, 8, action, target=target))
            assert getattr(after, field) == getattr(state, field) and not effects, (target, action)


@pytest.mark.parametrize("draft", [(), ("Dear Ann,", "how are you?")])
def test_a_letter_whose_addressee_the_mailbox_knows_does_not_ask_again(draft):
    state = Scene(mail.PAGE, lobby(), (box(), Key("n"), *typed("ann"))).state
    state, effects = mail.PAGE.update(state, ENTER)
    assert effects == (ADDRESSEE("ann"),)
    _, (visit,) = mail.PAGE.update(state, Answer(ADDRESSEE, Addressee("Ann", draft)))
    written, effects = letter.PAGE.start(lobby(), visit.arg)
    assert (written.to, written.begun, effects) == ("Ann", True, (KeepDraft(),))
    assert letter.draft_lines(written) == draft
