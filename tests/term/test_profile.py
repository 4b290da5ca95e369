"""Profiles: what names, sizes and choices say of a terminal, and what asking it corrects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal import Terminal

from door.term.canvas import Canvas
from door.term.charset import CHARSETS
from door.term.decoder import Decoder
from door.term.diff import Painter
from door.term.keys import TerminalReply
from door.term.probe import Probe
from door.term.profile import COLOURS, LARGEST, SIZE_FOR, Profile


@pytest.mark.parametrize(
    ("term", "charset", "colours", "mouse", "ice"),
    [
        ("syncterm", "cp437", "16", True, True),
        ("ansi-bbs", "cp437", "16", False, False),
        ("ANSI", "cp437", "16", False, False),
        ("netrunner", "cp437", "16", False, True),
        ("", "cp437", "16", False, False),
        ("never-heard-of-it", "cp437", "16", False, False),
        ("XTERM", "utf-8", "16", True, False),
        ("xterm-256color", "utf-8", "256", True, False),
        ("xterm-kitty", "utf-8", "rgb", True, False),
        ("xterm-direct", "utf-8", "rgb", True, False),
        ("tmux-256color", "utf-8", "256", True, False),
        ("putty", "utf-8", "16", True, False),
        ("linux", "utf-8", "16", False, False),
        ("vt100", "ascii", "16", False, False),
        ("mtts 271", "utf-8", "rgb", False, False),
        ("mtts 13", "utf-8", "256", False, False),
    ],
)
def test_names(term, charset, colours, mouse, ice):
    profile = Profile.from_hints(term)
    assert (profile.charset, profile.colours, profile.mouse, profile.ice) == (charset, colours, mouse, ice)
    assert not profile.plain and (profile.cols, profile.rows) == (80, 24)


@pytest.mark.parametrize("term", ["dumb", "network", "vt52", "mtts 65", "mtts 335"])
def test_terminals_without_a_cursor_and_screen_readers_are_plain(term):
    profile = Profile.from_hints(term, 100, 40)
    assert profile.plain and profile.reason in ("dumb", "reader")
    assert profile.resize(120, 50).plain


def test_environment_and_named_charset():
    assert Profile.from_hints("ansi", environ={"LANG": "de_DE.UTF-8"}).charset == "utf-8"
    assert Profile.from_hints("xterm", environ={"LC_ALL": "C", "LANG": "x.utf8"}).charset == "utf-8"
    assert Profile.from_hints("xterm", environ={"COLORTERM": "truecolor"}).colours == "rgb"
    assert Profile.from_hints("xterm", charset="cp437").charset == "cp437"
    assert Profile.from_hints("xterm", charset="klingon").charset == "utf-8"


@pytest.mark.parametrize(
    ("given_", "got"),
    [
        ((None, None), (80, 24)),
        ((0, 0), (80, 24)),
        ((132, 50), (132, 50)),
        ((65535, 65535), (LARGEST, LARGEST)),
    ],
)
def test_sizes(given_, got):
    profile = Profile.from_hints("ansi", *given_)
    assert (profile.cols, profile.rows) == got and not profile.plain


def test_a_small_window_is_plain_for_as_long_as_it_is_small():
    small = Profile.from_hints("xterm", 79, 24)
    assert small.plain and small.reason == "small"
    assert small.resize(80, 23).plain and small.resize(80, 23).reason == "small"
    large = small.resize(80, 24)
    assert not large.plain and large.reason == ""
    chosen = small.overridden({"plain": "on"})
    assert chosen.plain and chosen.resize(132, 50).plain
    assert small.overridden({"plain": "off"}).plain


def test_a_reported_size_is_kept_unless_another_was_chosen_for_that_very_terminal():
    web = Profile.from_hints("web", 92, 40)
    chosen = {"size": "132x37", SIZE_FOR: web.terminal_and_size}
    assert (web.overridden(chosen).cols, web.overridden(chosen).rows) == (132, 37)
    for other in (Profile.from_hints("syncterm", 80, 25), Profile.from_hints("web", 120, 40)):
        assert other.overridden(chosen) == other
    assert web.overridden({"size": "132x37"}) == web
    silent = Profile.from_hints("vt100")
    assert silent.terminal_and_size == "" and silent.overridden(chosen).cols == 132


def test_choices_of_the_caller():
    profile = Profile.from_hints("xterm").overridden(
        {"charset": "cp437", "colours": "mono", "mouse": "off", "size": "132x50"}
    )
    assert (profile.charset, profile.colours, profile.mouse) == ("cp437", "mono", False)
    assert (profile.cols, profile.rows) == (132, 50)
    assert Profile().overridden({"plain": "on"}).plain
    assert not Profile.from_hints("dumb").overridden({"plain": "off"}).plain
    for bad in (
        {"charset": "x"},
        {"colours": "17"},
        {"mouse": "?"},
        {"size": "9x9"},
        {"size": "80x"},
        {"plain": ""},
    ):
        assert Profile().overridden(bad) == Profile()


@given(
    st.text(max_size=60),
    st.none() | st.integers(-9, 99999),
    st.none() | st.integers(-9, 99999),
    st.text(max_size=9),
    st.dictionaries(st.sampled_from(["LANG", "LC_ALL", "COLORTERM"]), st.text(max_size=20)),
)
def test_nothing_a_client_says_raises(term, cols, rows, charset, environ):
    profile = Profile.from_hints(term, cols, rows, charset, environ)
    assert profile.charset in CHARSETS and profile.colours in COLOURS
    assert 1 <= profile.cols <= LARGEST and 1 <= profile.rows <= LARGEST
    assert profile.plain or (profile.cols >= 80 and profile.rows >= 24)
    profile.overridden({"size": charset, "charset": term, **environ})


def asked(profile: Profile, terminal: Terminal) -> Probe:
    probe, decoder = Probe(profile), Decoder()
    terminal.feed(probe.question())
    for value in decoder.feed(terminal.answers):
        assert isinstance(value, TerminalReply)
        probe.answer(value)
    return probe


@pytest.mark.parametrize(("charset", "found"), [("utf-8", "utf-8"), ("cp437", "cp437")])
@pytest.mark.parametrize("guess", ["", "xterm"])
def test_a_terminal_that_answers(charset, found, guess):
    terminal = Terminal(132, 50, charset)
    terminal.feed(b"Welcome\r\n")
    probe = asked(Profile.from_hints(guess), terminal)
    assert probe.done and terminal.text().strip() == "Welcome"
    profile = probe.result()
    assert (profile.charset, profile.cols, profile.rows) == (found, 132, 50)
    assert not profile.plain


@pytest.mark.parametrize("name", ["", "ansi", "ansi-bbs", "xterm", "netrunner"])
@pytest.mark.parametrize("draws", ["cterm", "bbs", "putty"])
def test_glyphs_of_control_characters_go_only_to_terminals_that_draw_them(name, draws):
    terminal = Terminal(80, 24, "cp437", draws=draws)
    profile = asked(Profile.from_hints(name), terminal).result()
    assert profile.encoding == ("cp437" if draws == "putty" else "cp437-bbs")
    canvas = Canvas(80, 24)
    canvas.put(0, 0, "1♣2►3♥4▲5⌂6")
    terminal.feed(Painter(profile).paint(canvas))
    assert terminal.text().rstrip() == ("1c2>3h4^5^6" if draws == "putty" else "1c2►3♥4▲5⌂6")
    assert terminal.answers == b""


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        *[("syncterm", "cp437-cterm"), ("icy-term", "cp437-bbs"), ("magiterm", "cp437-bbs")],
        *[("netrunner", "cp437-bbs"), ("ansi-bbs", "cp437-bbs"), ("ansi", "cp437"), ("", "cp437")],
        *[("putty", "utf-8"), ("vt100", "ascii")],
    ],
)
def test_a_name_alone_gets_the_glyphs_that_it_is_known_to_draw(name, encoding):
    assert Profile.from_hints(name).encoding == encoding


def test_a_charset_chosen_by_hand_does_not_make_a_bbs_program_of_a_terminal():
    assert Profile.from_hints("putty", 80, 24).overridden({"charset": "cp437"}).encoding == "cp437"


def test_the_smaller_of_the_said_and_the_measured_size_counts():
    for said, real, wanted in (
        ((80, 48), (80, 25), (80, 25)),
        ((100, 40), (132, 50), (100, 40)),
        ((300, 100), (300, 100), (300, 100)),
        ((132, 50), (80, 50), (80, 50)),
    ):
        for name in ("xterm", "ansi", "netrunner"):
            assert Probe(Profile.from_hints(name, *said)).needed
            profile = asked(Profile.from_hints(name, *said), Terminal(*real)).result()
            assert (profile.cols, profile.rows) == wanted, (name, said, real)


def test_a_size_that_is_said_late_is_compared_too():
    probe = asked(Profile.from_hints("ansi"), Terminal(80, 25))
    assert probe.result(Profile.from_hints("ansi", 80, 48)).rows == 25
    assert probe.result(Profile.from_hints("ansi", 80, 24)).rows == 24


@pytest.mark.parametrize("name", ["", "ansi", "xterm"])
def test_a_terminal_whose_boxes_are_two_columns_wide_gets_ascii(name):
    probe = Probe(Profile.from_hints(name, 80, 24))
    probe.answer(TerminalReply("cpr", (24, 80)))
    probe.answer(TerminalReply("cpr", (1, 3)))
    assert probe.result().charset == "ascii"


def test_the_locales_of_wide_boxes_are_not_believed_unasked():
    for lang in ("ja_JP.UTF-8", "ko_KR.utf8", "zh_CN.UTF-8"):
        for charset in ("", "utf-8"):
            profile = Profile.from_hints("xterm-256color", 80, 24, charset, {"LANG": lang})
            assert profile.charset == "utf-8" and Probe(profile).needed
    assert not Probe(Profile.from_hints("xterm-256color", 80, 24, "", {"LANG": "de_DE.UTF-8"})).needed


def test_only_what_is_in_doubt_is_asked():
    assert Probe(Profile.from_hints("xterm", 80, 24)).needed
    assert Probe(Profile.from_hints("syncterm")).needed
    assert not Probe(Profile.from_hints("syncterm", 80, 24)).needed
    assert not Probe(Profile.from_hints("xterm-256color", 80, 24, "utf-8")).needed
    assert Probe(Profile.from_hints("xterm", 80, 24, "utf-8")).needed, "it may have more than 16 colours"
    assert not Probe(Profile.from_hints("dumb")).needed


def test_cterm_is_known_by_its_device_attributes():
    probe = Probe(Profile.from_hints("", 80, 24))
    probe.answer(TerminalReply("da", (67, 84, 101, 114, 109, 1, 319)))
    probe.answer(TerminalReply("cpr", (24, 80)))
    probe.answer(TerminalReply("cpr", (1, 4)))
    profile = probe.result()
    assert profile.cterm and profile.ice and profile.mouse and profile.charset == "cp437"


@pytest.mark.parametrize(
    ("term", "which", "column", "colours", "charset"),
    [
        ("xterm", "41;388;0", 2, "256", "utf-8"),
        ("XTERM", "0;136;0", 2, "256", "utf-8"),
        ("XTERM", "0;136;0", 4, "256", "cp437"),
        ("xterm", "41;388;0", 4, "256", "ascii"),
        ("xterm-256color", "41;388;0", 4, "256", "ascii"),
        ("xterm", "", 2, "16", "utf-8"),
        ("xterm", "", 4, "16", "cp437"),
        ("xterm-kitty", "1;4000;29", 2, "rgb", "utf-8"),
        ("xterm-mono", "41;388;0", 2, "mono", "utf-8"),
    ],
)
def test_what_calls_itself_xterm_says_which_it_is(term, which, column, colours, charset):
    probe = Probe(Profile.from_hints(term, 80, 24))
    assert b"\x1b[>c" in probe.question()
    said = f"\x1b[>{which}c" if which else ""
    for reply in Decoder().feed(f"{said}\x1b[?64;1;9c\x1b[24;80R\x1b[1;{column}R".encode()):
        assert isinstance(reply, TerminalReply)
        probe.answer(reply)
    assert (probe.result().colours, probe.result().charset) == (colours, charset)


@pytest.mark.parametrize("term", ["", "ansi", "syncterm", "linux", "vt100", "mtts 271"])
def test_only_what_calls_itself_xterm_is_asked_which(term):
    assert b"\x1b[>" not in Probe(Profile.from_hints(term)).question()


@pytest.mark.parametrize("corner", [(999, 999), (5, 80), (24, 9), (600, 600)])
def test_absurd_sizes_are_passed_over(corner):
    probe = Probe(Profile.from_hints("ansi"))
    probe.answer(TerminalReply("cpr", corner))
    assert (probe.result().cols, probe.result().rows) == (80, 24)


def test_silence():
    silent = Probe(Profile.from_hints("")).result()
    assert silent.plain and silent.reason == "silent"
    assert not Probe(Profile.from_hints("tintin++")).result().plain
