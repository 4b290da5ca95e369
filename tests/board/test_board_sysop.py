"""The sysop's pages as they were looked at, in every character set and at the ends of what fits."""

from __future__ import annotations

import re
from dataclasses import replace

import golden
import pytest
from test_board_screens import LONG, USUAL, Scene, lobby, shown, typed

from door.board import help
from door.board.api import Denied, Done
from door.board.community.effects import AskFeedback, Feedback
from door.board.sysop import chat, desk, log, node, watch
from door.board.sysop.effects import Glimpse, LogLines, NodeListing, Nodes, Over, Said
from door.records.community.community import Letter
from door.session.call.status import Status, status_row
from door.term.keys import Key, Line
from door.term.profile import Profile
from door.ui.screen import View

V6 = "2001:db8:85a3:1234:5678:8a2e:370:7334"
CARDS = (
    NodeListing(1, LONG, "Main Menu", 4, 0, None, "telnet", "127.0.0.1", "telnet xterm", "utf-8 80x24"),
    NodeListing(2, "Bo", "Shut The Box (MicroLink)", 754, 61, 59, "ssh", V6, "ssh syncterm", "cp437 132x37"),
    NodeListing(3, "", "Log-on", 12, 0, None, "telnet", "203.0.113.77", "telnet unknown", "cp437 80x24"),
    NodeListing(
        250, "Cy", "Chat with the sysop", 40_000, 1440, 1440, "rlogin", "198.51.100.200", "rlogin ansi-bbs",
        "ascii plain text", watched=2, talking=True,
    ),
)  # fmt: skip
LOG = (
    "2026-11-10T20:00:01Z INFO door.net call node=1 telnet from 127.0.0.1",
    f"2026-11-10T20:00:02Z WARNING door.call log-on failed node=1 handle='{LONG}' address={V6}",
    "2026-11-10T20:00:03Z ERROR door.board settings not reloaded: board.yaml:3: no",
)
HELP = help.start(lobby(), "")[0]
SEEN = Glimpse(
    CARDS[1], help, HELP, View(80, 23), status_row(Status("Bo", 2, "Help", None, 59), 80), plain=False
)  # fmt: skip
SAID = "The Door, main menu.\r\nMain menu command? hx\b \b\r\nGETTING ABOUT\r\nEnter"
TOLD = replace(SEEN, plain=True, said=SAID)
TALK = (Said(("Hello?", "w" * 200)), *[Key(c) for c in "yes"], Key("enter"), Said((), "and now"))
ROWS = Nodes(CARDS)
DOWN, ENTER, ESC = Key("down"), Key("enter"), Key("esc")

SCENES = {
    "desk": Scene(desk, lobby(is_sysop=True), (ROWS, DOWN)),
    "desk_refused": Scene(desk, lobby(is_sysop=True), (ROWS, Denied("Sysops only."))),
    "node": Scene(node, lobby(), (ROWS,), "250"),
    "node_message": Scene(node, lobby(), (ROWS, Key("m"), *typed("Backup at ten")), "2"),
    "node_done": Scene(node, lobby(), (ROWS, Done("Sent to Bo.")), "2"),
    "node_gone": Scene(node, lobby(), (ROWS, Nodes(CARDS[:1])), "2"),
    "watch": Scene(watch, lobby(), (SEEN,), "2"),
    "watch_over": Scene(watch, lobby(), (SEEN, Over("Bo has left (hung up).")), "2"),
    "watch_text": Scene(watch, lobby(), (TOLD,), "2"),
    "chat": Scene(chat, lobby(), (Said(()), *TALK), "2 Bo"),
    "chat_over": Scene(chat, lobby(), (Said(()), *TALK, Over("Bo has left the chat.")), "2 Bo"),
    "log": Scene(log, lobby(), (LogLines(3, LOG),)),
    "log_word": Scene(log, lobby(), (LogLines(3, LOG), Key("f"), *typed("fail"), ENTER)),
}

every_scene = pytest.mark.parametrize("name", SCENES)


@golden.screens("sysop", SCENES)
def test_a_screen_is_as_it_was_looked_at(name: str) -> None:
    _, terminal = shown(SCENES[name], USUAL)
    golden.check(f"sysop_{name}", terminal, USUAL)
    assert terminal.cell(79, 23).char == " "


@every_scene
def test_every_character_set_shows_the_same_screen(name: str) -> None:
    _, wide = shown(SCENES[name], Profile(charset="utf-8", colours="16"))
    _, old = shown(SCENES[name], Profile(charset="cp437", colours="16", ice=True, cterm=True))
    assert old.text() == wide.text()
    data, _ = shown(SCENES[name], Profile(charset="ascii", colours="mono"))
    assert max(data) < 0x80
    assert not re.search(rb"\x1b\[[\d;]*[34]\dm", data), "mono sends no colour"


@every_scene
def test_plain_mode_tells_it_and_asks(name: str) -> None:
    scene = SCENES[name]
    speech = scene.page.tell(None, scene.state)
    assert speech.prompt and speech.lines
    assert all(line.isprintable() for line in speech.lines)


def test_the_desk_counts_the_letters() -> None:
    state, effects = desk.start(lobby(is_sysop=True), "")
    assert AskFeedback() in effects
    state, _ = desk.update(desk.update(state, ROWS)[0], Feedback((Letter("Bo", ("Hello",), ""),) * 3))
    assert "Letters (3)" in desk.draw(state, View()).text()
    assert "F Letters (3)" in desk.tell(None, state).prompt
    assert AskFeedback() in desk.update(state, lobby(is_sysop=True))[1], (
        "asked again after the page of letters"
    )


def test_the_guest_s_end_of_a_chat() -> None:
    state = chat.guest("Sysop", "Bo")
    assert chat.tell(None, state).lines == chat.WELCOME
    state, _ = chat.update(state, ESC)
    text = chat.draw(state, View()).text()
    assert "The sysop" in text and "End the chat" not in text
    state, _ = chat.update(state, Line("/q"))
    assert state.lines == (("Bo", "/q"),), "only the sysop ends it"


def test_a_chat_s_longest_lines_stay_inside() -> None:
    state = chat.State("M" * 20, "w" * 33, host=True, begun=True, typing="x" * 300)
    for key in [Key("y")] * 400:
        state, _ = chat.update(state, key)
    text = chat.draw(state, View()).text()
    assert len(state.field.value) == chat.LIMIT
    assert max(map(len, text.split("\n"))) <= 79
