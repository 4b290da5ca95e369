"""A program as a screen: keys to bytes, rows to words, size, time, and the way out."""

import subprocess
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.external import screen
from door.external.api import Fit, Logged, MoreOutput, Printed, ProgramEnded, ProgramOver, StatusNotice, Type
from door.external.screen import KEYS, SCREEN, DoorFacts, erase_key, key_bytes, mouse_bytes, size_of, start
from door.pages.api import Lobby
from door.term.canvas import BLUE, SHIFT
from door.term.emulator.display import blank, text_of
from door.term.emulator.sequences import fed
from door.term.keys import NAMED, Key, Line, Mouse
from door.ui.screen import Bell, Speech, Tick, View, Wake

CARD = DoorFacts("Toy", minutes=10)
EMPTY = blank(80, 24, "utf-8")
CAPABILITIES = {
    "up": "kcuu1", "down": "kcud1", "left": "kcub1", "right": "kcuf1", "backspace": "kbs", "backtab": "kcbt",
    "insert": "kich1", "delete": "kdch1", "home": "khome", "end": "kend", "pgup": "kpp", "pgdn": "knp",
    **{f"f{n}": f"kf{n}" for n in range(1, 13)},
}  # fmt: skip
KEYPAD = {f"f{n}" for n in range(5, 13)}
"""A vt100 has only four function keys; its entry has keys of the number pad for the others."""


def begun(plain: bool = False, facts: DoorFacts = CARD):
    return start(facts, (80, 24), plain)[0]


@pytest.mark.parametrize("terminal", KEYS)
def test_keys_are_what_terminfo_says(terminal):
    """In the modes that a program switches on (smkx), for every key that the entry has."""
    entry = subprocess.run(
        ["infocmp", "-1", "-x", terminal], capture_output=True, text=True, check=True
    ).stdout
    told = dict(line.strip().rstrip(",").split("=", 1) for line in entry.splitlines() if "=" in line)
    display = fed(EMPTY, _bytes(told.get("smkx", "")))
    for key, capability in CAPABILITIES.items():
        if capability in told and not (terminal == "vt100" and key in KEYPAD):
            assert key_bytes(Key(key), display, terminal) == _bytes(told[capability]), (key, capability)


def _bytes(text: str) -> bytes:
    return text.replace("\\E", "\x1b").replace("^H", "\b").replace("^?", "\x7f").replace("^I", "\t").encode()


@pytest.mark.parametrize("terminal", KEYS)
def test_every_key_is_something_and_nothing_is_a_word(terminal):
    for name in NAMED:
        data = key_bytes(Key(name), EMPTY, terminal)
        assert (data and name.encode() not in data) or len(name) == 1
    assert key_bytes(Key("no such key"), EMPTY, terminal) == b""
    assert erase_key(terminal) == key_bytes(Key("backspace"), EMPTY, terminal)


def test_text_in_the_programs_own_character_set():
    assert key_bytes(Key("é"), EMPTY, "xterm") == b"\xc3\xa9"
    assert key_bytes(Key("é"), blank(80, 24, "cp437"), "ansi") == b"\x82"
    assert key_bytes(Key("ł"), blank(80, 24, "cp437"), "ansi") == b"l"


def test_the_mouse_only_for_who_asks():
    click, wheel = Mouse(4, 2), Mouse(0, 0, "wheel-down", "")
    assert mouse_bytes(click, EMPTY) == b""
    old = fed(EMPTY, b"\x1b[?1000h")
    assert (mouse_bytes(click, old), mouse_bytes(wheel, old)) == (b"\x1b[M %#", b"\x1b[Ma!!")
    new = fed(old, b"\x1b[?1006h")
    assert mouse_bytes(click, new) == b"\x1b[<0;5;3M"
    assert mouse_bytes(Mouse(4, 2, "release"), new) == b"\x1b[<0;5;3m"
    assert mouse_bytes(Mouse(90, 2), new) == b""


def test_output_becomes_cells_and_asks_for_more():
    state, effects = SCREEN.update(begun(), Printed(b"\x1b[2;3Hhi\a\x1b[6n"))
    assert effects == (Type(b"\x1b[2;5R"), Bell(), Wake(screen.BELLS, "bell"), MoreOutput())
    canvas = SCREEN.draw(state, View())
    assert (canvas.cols, canvas.rows, canvas.cursor) == (80, 24, (4, 1))
    assert canvas.text().splitlines()[1] == "  hi"


def test_keys_go_to_the_program_and_ctrl_z_twice_leaves():
    state, effects = SCREEN.update(begun(), Key("a"))
    assert effects == (Type(b"a"),)
    once, effects = SCREEN.update(state, Key("ctrl-z"))
    assert effects == (Type(b"\x1a"),)
    between, _ = SCREEN.update(once, Key("a"))
    assert SCREEN.update(between, Key("ctrl-z"))[1] == (Type(b"\x1a"),)
    assert SCREEN.update(once, Key("ctrl-z"))[1] == (ProgramOver(),)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("go north", Type(b"go north", line=True)),
        ("", Type(b"", line=True)),
        ("<esc>", Type(b"\x1b")),
        ("<y>", Type(b"y")),
        (" <Y> ", Type(b"Y")),
        ("<F1>", Type(b"\x1bOP")),
        ("<ctrl-c>", Type(b"\x03")),
        ("<up>", Type(b"\x1b[A")),
        ("<what>", Type(b"<what>", line=True)),
        ("<>", Type(b"<>", line=True)),
        ("<leave>", ProgramOver()),
    ],
)
def test_lines_of_plain_callers(text, effect):
    assert SCREEN.update(begun(plain=True), Line(text))[1][0] == effect


def test_a_line_is_not_asked_for_again_before_its_answer():
    state, _ = SCREEN.update(begun(plain=True), Printed(b"What now? "))
    state, _ = SCREEN.update(state, Tick("settled"))
    state, effects = SCREEN.update(state, Line("north"))
    assert Wake(screen.SETTLED, "settled") in effects
    assert not SCREEN.tell(None, state).prompt
    answered, _ = SCREEN.update(state, Printed(b"\r\nA wall.\r\nWhat now? "))
    answered, _ = SCREEN.update(answered, Tick("settled"))
    told = SCREEN.tell(state, answered)
    assert (told.lines, told.prompt) == (("A wall.",), "What now?")
    silent, _ = SCREEN.update(state, Tick("settled"))
    assert SCREEN.tell(state, silent).prompt == "What now?", "a program that says nothing is asked again"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("│ Score: 5 │", "Score: 5"),
        ("+------------+  Help:", "+ + Help:"),
        ("+------------+", ""),
        ("|            |", ""),
        ("|  +      @  |", "| + @ |"),
        ("==============", ""),
        ("  a    b ", "a b"),
        ("-5", "-5"),
        ("▓▓▓ HP ███", "HP"),
        ("...", "..."),
    ],
)
def test_what_is_only_drawn_is_not_spoken(row, words):
    assert screen.speakable(row) == words


def test_the_end_is_read_before_it_goes():
    state, _ = SCREEN.update(begun(), Printed(b"You scored 5."))
    state, effects = SCREEN.update(state, ProgramEnded(0))
    assert effects == ()
    assert "You scored 5." in SCREEN.draw(state, View()).text()
    canvas = SCREEN.draw(state, View())
    assert canvas.text().split("\n")[-1].strip() == "Toy has ended. Press a key to go back."
    backs = [[cell >> SHIFT >> 4 & 15 for cell in row] for row in canvas.cells]
    assert backs[-1] == [BLUE] * 79 + [0] and backs[-2] == [0] * 80
    assert SCREEN.update(state, Key("X"))[1] == (ProgramOver(""),)
    state = replace(state, facts=replace(state.facts, keeps=True))
    assert "Toy has ended. X keeps a film" in SCREEN.draw(state, View()).text()
    assert SCREEN.update(state, Key("X"))[1] == (ProgramOver("", keeps=True),)
    assert SCREEN.update(state, Key("a"))[1] == (ProgramOver(""),)


def test_an_empty_screen_is_not_waited_for_and_a_signal_is_told():
    assert SCREEN.update(begun(), ProgramEnded(0))[1] == (ProgramOver(""),)
    assert SCREEN.update(begun(), ProgramEnded(1))[1] == (ProgramOver(""),)
    assert SCREEN.update(begun(), ProgramEnded(-11))[1] == (ProgramOver("Toy ended unexpectedly."),)


@pytest.mark.parametrize(
    ("facts", "window", "size"),
    [
        (CARD, (80, 24), (80, 24)),
        (CARD, (80, 25), (80, 24)),
        (CARD, (132, 50), (132, 49)),
        (CARD, (70, 20), (80, 24)),
        (DoorFacts("x", least=(80, 25)), (80, 25), (80, 25)),
        (DoorFacts("x", fixed=True), (132, 50), (80, 24)),
    ],
)
def test_the_programs_part_of_a_window(facts, window, size):
    assert size_of(facts, *window) == size


def test_a_new_window_is_a_new_display():
    lobby = Lobby("Board", "Sysop", 1, terminal={"size": "132x50"})
    state, effects = SCREEN.update(begun(), lobby)
    assert effects == (Fit(132, 49),) and (state.display.cols, state.display.rows) == (132, 49)
    assert SCREEN.update(state, lobby) == (state, ())
    assert SCREEN.update(begun(plain=True), lobby)[1] == ()


def test_minutes_are_warned_of_and_end():
    state, effects = start(CARD, (80, 24))
    assert effects == (
        Wake(300, "left-5"),
        Wake(420, "left-3"),
        Wake(480, "left-2"),
        Wake(540, "left-1"),
        Wake(600, "up"),
    )
    assert SCREEN.update(state, Tick("left-1"))[1] == (StatusNotice("1 minute left in Toy."),)
    assert SCREEN.update(state, Tick("up"))[1] == (ProgramOver("Your time in Toy is up."),)
    assert start(DoorFacts("x", minutes=2), (80, 24))[1] == (Wake(60, "left-1"), Wake(120, "up"))
    assert start(DoorFacts("x"), (80, 24))[1] == ()


def said(*outputs: bytes):
    """What a plain caller is told after each output has settled."""
    state, told, before = begun(plain=True), [], None
    for output in outputs:
        state, effects = SCREEN.update(state, Printed(output))
        assert Wake(screen.SETTLED, "settled") in effects
        state, _ = SCREEN.update(state, Tick("settled"))
        told.append(SCREEN.tell(before, state))
        before = state
    return told


def test_lines_are_told_once_and_the_last_is_the_prompt():
    first, second = said(b"Welcome.\r\nWhat now? ", b"\r\nYou go north.\r\nAnd then? ")
    assert (first.lines, first.prompt) == (("Welcome.",), "What now?")
    assert (second.lines, second.prompt) == (("You go north.",), "And then?")


def test_lines_that_scrolled_are_not_lost():
    many = b"".join(b"line %d\r\n" % n for n in range(100))
    first, second = said(b"start\r\n", many)
    assert second.lines == tuple(f"line {n}" for n in range(100)) and second.prompt == screen.PROMPT()
    assert first.lines == ("start",)


def test_of_a_screen_the_rows_that_changed():
    board = "\x1b[2J┌────┐\r\n│ @  │\r\n└────┘\r\nScore 0\x1b[2;3H".encode()
    first, second = said(board, b"\x1b[4;7H5\x1b[2;3H")
    assert first.lines == ("@", "Score 0") and first.prompt == screen.PROMPT()
    assert second.lines == ("Score 5",)


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_words_are_always_clean(outputs):
    for told in said(*outputs):
        for line in (*told.lines, told.prompt):
            assert line and line.isprintable() and "  " not in line


def test_output_without_end_is_told_in_between():
    state, effects = SCREEN.update(begun(plain=True), Printed(b"one\r\n"))
    assert Wake(screen.PATIENCE, "patience") in effects
    state, effects = SCREEN.update(state, Printed(b"two\r\n"))
    assert not any(isinstance(effect, Wake) and effect.name == "patience" for effect in effects)
    state, _ = SCREEN.update(state, Tick("patience"))
    assert SCREEN.tell(None, state).lines == ("one", "two")


def test_the_last_words_of_a_program_are_told():
    state, _ = SCREEN.update(begun(plain=True), Printed(b"You scored 5.\r\n"))
    state, effects = SCREEN.update(state, ProgramEnded(0))
    assert effects == (Wake(0, "ended"),)
    assert SCREEN.tell(None, state).lines == ("You scored 5.",)
    assert SCREEN.update(state, Tick("ended"))[1] == (ProgramOver(""),)


@pytest.mark.parametrize("end", [ProgramEnded(0), ProgramEnded(-9), Tick("up")])
def test_the_answer_that_ends_a_program_is_told(end):
    state, _ = SCREEN.update(begun(plain=True), Printed(b"Your guess? "))
    state, _ = SCREEN.update(state, Tick("settled"))
    before, _ = SCREEN.update(state, Line("7"))
    state, _ = SCREEN.update(before, Printed(b"7\r\nHIT you got it\r\nBye now\r\n"))
    assert SCREEN.tell(before, state) == Speech(), "not yet: more may come"
    state, effects = SCREEN.update(state, end)
    assert effects == (Wake(0, "ended"),)
    assert SCREEN.tell(before, state).lines[-2:] == ("HIT you got it", "Bye now")
    ((over,),) = [SCREEN.update(state, Tick("ended"))[1]]
    assert isinstance(over, ProgramOver)


def test_a_storm_of_bells_is_one_a_second():
    state, effects = SCREEN.update(begun(), Printed(b"\a\a\a"))
    assert effects.count(Bell()) == 1
    state, effects = SCREEN.update(state, Printed(b"\a"))
    assert effects == (MoreOutput(),)
    state, _ = SCREEN.update(state, Tick("bell"))
    assert Bell() in SCREEN.update(state, Printed(b"\a"))[1]


def test_a_window_that_became_too_small_is_told_of():
    """The caller is in plain mode now, though the program was started for a screen."""
    before = begun()
    after, _ = SCREEN.update(before, Printed(b"Score 5\r\n"))
    assert SCREEN.tell(before, after).lines == ("Score 5",)


def test_the_log_of_a_dos_door_stands_below_it_where_there_is_room():
    facts = replace(CARD, fixed=True)
    state, _ = SCREEN.update(begun(facts=facts), Printed(b"hello"))
    state, _ = SCREEN.update(state, Logged(("DOSBox version 0.74-3", "x" * 150)))
    for rows in (23, 24, 25):
        assert (SCREEN.draw(state, View(100, rows)).rows, rows) == (24, rows)
    canvas = SCREEN.draw(state, View(100, 30))
    lines = [text_of(row) for row in canvas.share_rows()]
    assert (canvas.cols, canvas.rows, canvas.cursor) == (100, 30, (15, 0))
    assert lines[0] == " " * 10 + "hello"
    assert lines[24:] == [" DOSBox's log", " DOSBox version 0.74-3", " " + "x" * 98, " " + "x" * 52, "", ""]
    assert [text_of(row) for row in SCREEN.draw(state, View(100, 26)).share_rows()][25:] == [" " + "x" * 52]
    state, _ = SCREEN.update(state, ProgramEnded(0))
    assert "Toy has ended" in text_of(SCREEN.draw(state, View(100, 30)).share_rows()[23])
