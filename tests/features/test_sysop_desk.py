"""The sysop's desk: chats, letters, and what was done about a call."""

from dataclasses import replace

from board_scenes import lobby
from sysop_scenes import NODES

from door.features.desk import asks as queries
from door.features.desk.asks import CallAct
from door.features.desk.pages import watch
from door.features.desk.pages.desk import PAGE as desk
from door.features.desk.pages.node import PAGE as node
from door.features.letters.asks import MAIL, MailContents
from door.pages.api import Done
from door.records.community.letters import Letter
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, View
from door.ui.texts import tr


def test_the_guest_s_end_of_a_chat():
    state = watch.guest("Sysop", "Bo")
    assert watch.CHAT_PAGE.tell(None, state).lines == (tr.sysop.chat_broken_in(), tr.sysop.chat_time_stands())
    state, _ = watch.CHAT_PAGE.update(state, Key("esc"))
    text = watch.CHAT_PAGE.draw(state, View()).text()
    assert "The sysop" in text and "End the chat" not in text
    state, _ = watch.CHAT_PAGE.update(state, Line("/q"))
    assert state.lines == (("Bo", "/q"),), "only the sysop ends it"


def test_a_chat_s_longest_lines_stay_inside():
    state = replace(watch.guest("w" * 33, "M" * 20), host=True, begun=True, typing="x" * 300)
    for key in [Key("y")] * 400:
        state, _ = watch.CHAT_PAGE.update(state, key)
    text = watch.CHAT_PAGE.draw(state, View()).text()
    assert len(state.field.value) == watch.LIMIT
    assert max(map(len, text.split("\n"))) <= 79


def test_the_desk_counts_the_letters():
    state, effects = desk.start(lobby(is_sysop=True), "")
    assert MAIL(True) in effects
    letters = tuple(Letter("Bo", ("Hello",), "", str(at)) for at in range(3))
    before, _ = desk.update(state, NODES)
    state, effects = desk.update(before, Answer(MAIL, MailContents((), letters)))
    assert "F Letters (3)" in desk.tell(before, state).lines[0], "said when they have come"
    assert "Letters (3)" in desk.draw(state, View()).text() and effects == ()
    assert "F Letters (3)" in desk.tell(None, state).lines[-1]
    joined = Letter("Zoe", ("Hi",), "", "4", about="joined")
    page = Letter("Al", ("Help!",), "", "5", about="page")
    more, effects = desk.update(state, Answer(MAIL, MailContents((), (*letters, joined))))
    assert "1 new caller." in desk.tell(state, more).lines and effects == (Bell(),)
    assert "in use, 1 new caller" in desk.draw(more, View()).text()
    more, _ = desk.update(more, Answer(MAIL, MailContents((), (joined, page))))
    assert "Letters (2)" in desk.draw(more, View()).text()
    assert "Al pages the sysop: Help!" in desk.tell(state, more).lines
    again = desk.update(state, lobby(is_sysop=True))[1]
    assert MAIL(True) in again, "asked again after the page of letters"


def test_what_was_done_about_an_address_is_still_said_when_the_call_is_gone():
    state, _ = node.update(node.start(lobby(is_sysop=True), "2")[0], NODES)
    for key in ("a", "7", "enter"):
        state, effects = node.update(state, Key(key))
    assert effects == (CallAct("ban-address", 2, "7", "Bo"),)
    told = "203.0.113.9 is banned for 7 days; 2 calls disconnected."
    state, _ = node.update(node.update(state, Done(told))[0], Answer(queries.NODES, ()))
    text = node.draw(state, View()).text()
    assert state.gone and told in text and "Watch" not in text.splitlines()[-1]
