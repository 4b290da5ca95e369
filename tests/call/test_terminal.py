"""The caller's terminal: windows that change, choices that are remembered, the bell, the speed."""

import asyncio
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from boardroom import PASSWORD, Boardroom, boardroom
from callline import DUMB, SYNCTERM, XTERM, CallDouble
from records_kit import right_password

from door.call import loop, terminal
from door.call import loop as call_input
from door.call.status import StatusFields
from door.call.terminal import AHEAD, detect
from door.call.view import ENTER, AnsiView
from door.features.every import FEATURES
from door.net.line import Data, Hints, ScreenLost
from door.pages.api import CHECK_PASSWORD, NEW_PASSWORD, PREFERENCES
from door.play.api import MET
from door.records.access.failed_logons import FailedLogons
from door.screens.doors import find
from door.settings import defaults
from door.term.canvas import Canvas, Spot
from door.term.decoder import Decoder
from door.term.keys import Key, Mouse
from door.term.profile import Profile
from door.ui.screen import DoAct, No, View
from door.ui.texts import tr

pytestmark = pytest.mark.files("it is about screens: its records are those of any call")

STAR = re.compile(r"(?<!\S)[·∙+]+(?!\S)(?! \d)")
"""A star around a board in a wide window."""


async def at_the_menu(board: Boardroom, hints: Hints = XTERM, **prefs: str) -> CallDouble:
    await board.register("Alice", **prefs)
    line, _ = board.proved_call("Alice", hints)
    return line


async def test_a_window_dragged_in_the_middle_of_a_game_is_drawn_anew_at_once(board):
    line = await board.at_menu("Alice", fast="on")
    await line.press("1\r", "to match")
    for cols, rows in ((132, 50), (100, 30), (80, 24), (81, 25), (500, 500), (80, 24)):
        mark = len(line.sent)
        line.resize(cols, rows)
        await board.until(lambda mark=mark: len(line.sent) > mark, "the new screen")
        rows_shown = (STAR.sub(" ", text).rstrip() for text in line.screen.split("\n"))
        keys = "\n".join(rows_shown).rstrip().split("\n")
        above = next(at for at, text in enumerate(keys[1:]) if text.strip())
        assert abs(above - (rows - len(keys))) <= 1, "as much is free above the board as below its keys"
        left, right = keys[-1].index("[4]"), cols - len(keys[-1])
        assert abs(left - right) <= 12, "and in the middle with it"


async def test_too_small_a_window_is_plain_for_as_long_as_that_lasts(board):
    line = await board.at_menu("Alice", fast="on")
    await line.press("1\r", "to match")
    mark = len(line.sent)
    line.resize(60, 20)
    await line.until(r"Your window is 60x20\. The screens\s+need\s+80x24, so this is\s+plain", mark)
    await line.until(r"Roll: \d \+ \d.*Tiles to shut\?", mark)
    plain = bytes(line.sent[mark:])
    assert b"\x1b[?1000l" in plain, "the mouse is let go"
    assert b"\x1b[?25h" in plain, "the cursor is shown"
    assert line.screen.lstrip().startswith("Your window is 60x20"), "nothing is left of what was drawn"
    line.type("1\r")
    await line.until("Those tiles add up to 1", mark)
    text = line.sent[mark:].decode().split("Your window")[1]
    assert "\x1b" not in text
    mark = len(line.sent)
    line.resize(90, 30)
    await line.shows(r"to match.*\[Q\] leave\s*$")
    assert b"\x1b[?1000h" in line.sent[mark:], "and the mouse is taken again"


async def test_a_call_from_too_small_a_window_is_told_why_it_is_plain(board):
    line, _ = board.call(replace(XTERM, size=(40, 12)))
    said = await line.hears("Your handle")
    assert "Your window is 40x12. The screens need 80x24" in " ".join(said.split())
    assert "\x1b" not in said


async def test_a_dumb_terminal_is_told_why_it_is_plain(board):
    line, _ = board.call(DUMB)
    said = await line.hears("Your handle")
    assert "can't move its cursor, so this is plain text" in said


async def test_choices_are_remembered_until_the_next_call(board):
    line = await board.at_menu("Alice")
    await line.press("s", "Characters")
    line.type("\x1b[C\x1b[C")  # right: cp437, then utf-8
    await line.shows(r"Characters\s+utf-8")
    await line.press("\x1b[C", r"Characters\s+ascii")
    mark = len(line.sent)
    await line.press("q", "Hello")
    assert max(line.sent[mark:]) < 0x80
    line.drop()
    await board.until(lambda: board.callers.find("Alice").prefs.get("charset") == "ascii", "the choice")
    line = await board.at_menu("Alice")
    assert max(line.sent[: len(line.sent)]) < 0x80, "from the first screen on"


async def test_a_caller_who_wants_plain_text_has_it_at_the_next_call(board):
    line = await at_the_menu(board, plain="on")
    await line.hears("main menu.*command\\?")
    await line.press("settings\rplain off\r", "Plain text.*off")
    await line.press("q", "Hello, Alice")


async def test_plain_typed_before_the_log_on_goes_on_after_it(board):
    await board.register("Alice", plain="off")
    line, _ = board.call()
    await line.shows("Type PLAIN")
    await line.say("plain\r", "Your handle")
    await line.say(f"Alice\r{PASSWORD}\r", "main menu.*command\\?")


async def test_a_mouse_that_is_switched_off_is_let_go_at_once(board):
    line = await board.at_menu("Alice")
    assert line.sent.count(b"\x1b[?1000h") == 1 and b"\x1b[?1000l" not in line.sent
    await line.press("s", "Mouse")
    await line.press("\x1b[B\x1b[B\x1b[C\x1b[C", r"Mouse\s+off")
    assert line.sent.rindex(b"\x1b[?1000l") > line.sent.rindex(b"\x1b[?1000h")


async def test_ansi_on_a_terminal_that_cannot_is_answered_with_the_reason(board):
    line, _ = board.call(replace(XTERM, size=(40, 12)))
    await line.hears("Your window is 40x12.*Your handle")
    await line.say("ansi\r", "Your window is 40x12.*Your handle")


@pytest.mark.parametrize("steps", ["", "new\r"])
async def test_plain_and_ansi_ask_once_where_they_change_nothing(board, steps):
    line, _ = board.call(replace(XTERM, size=(40, 20)))
    await line.hears("Your handle")
    line.type(f"{steps}plain\ransi\rplain\r")
    await board.until(lambda: line.sent.count(b": plain\r") == 2)
    asked = line.sent.decode().split(": plain\r")[1]
    assert asked.count("handle") == asked.count("You are in plain text.") == 2, "once a word"


async def test_an_arrow_whose_escape_came_early_is_no_typing(tmp_path, monkeypatch):
    monkeypatch.setattr(call_input, "ESCAPE_WAIT", 0.001)
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice", fast="on")
        await line.press("z", "Choose a door by its number")
        await line.press("\x1b", "Hang up.*Back to the board")
        line.type("[B")
        line.resize(80, 25)  # by which the arrow has been taken, too
        await line.shows("Hang up.*Back to the board\\s*$")
        await line.press("\x1b", "Hello, Alice")


async def test_a_call_on_which_a_rest_came_late_waits_longer(tmp_path, monkeypatch):
    monkeypatch.setattr(call_input, "ESCAPE_WAIT", 0.001)
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice", fast="on")
        call = board.sessions[0]
        before = call.input.escape_wait()
        await line.press("z", "Choose a door by its number")
        await line.press("\x1b", "Hang up.*Back to the board")
        line.type("[B")
        await board.until(lambda: call.input.escape_wait() == 2 * before)
        monkeypatch.setattr(call_input, "ESCAPE_WAIT", 0.2)
        call.terminal.view.decoder.late = 99
        assert call.input.escape_wait() == call_input.SLOW_WAIT


@pytest.mark.parametrize("cut", [1, 3, 5])
async def test_the_rest_of_an_answer_that_was_given_up_is_no_handle(tmp_path, monkeypatch, cut):
    for name in ("ESCAPE_WAIT", "STRANGER_WAIT"):
        monkeypatch.setattr(call_input, name, 0.001)
    async with boardroom(tmp_path) as board:
        line, _ = board.call(Hints("telnet", "127.0.0.1", "ansi", (80, 24), "cp437"))
        await line.shows("Your handle")
        answer = "\x1b[24;80R"
        line.type(answer[: 1 + cut])
        decoder = board.sessions[0].terminal.view.decoder
        await board.until(lambda: decoder._cut != b"", "the end of patience")
        await line.press(answer[1 + cut :] + "Zed", r"Your handle[^:]*: Zed\s")


async def test_what_is_typed_while_the_terminal_is_asked_is_kept_letter_by_letter(tmp_path):
    for charset, answer in (("utf-8", "\x1b[1;2R"), ("cp437", "\x1b[1;6R")):
        async with boardroom(tmp_path / charset) as board:
            await board.register("Otto", "pässwörd99")
            line, _ = board.call(Hints("telnet", "127.0.0.1", "xterm", (80, 24)))
            await board.until(lambda line=line: b"\x1b[6n" in line.sent)
            typed = "Odtto\x1b[D\x1b[D\x1b[D\x7f\rpässwörd99\r".encode(charset)
            for at in range(0, len(typed), 3):
                line.send_in(typed[at : at + 3])
                await asyncio.sleep(0)
            line.type(f"\x1b[24;80R{answer}")
            line.terminal.charset = charset
            await line.shows("Otto.*Hello|Hello.*Otto|News")


async def test_what_is_pasted_into_a_field_is_one_line_of_it(board):
    line = await board.at_menu("Alice", fast="on")
    assert b"\x1b[?2004h" not in line.sent
    await line.press("o", "Write a line")
    line.type("o")
    await board.until(lambda: b"\x1b[?2004h" in line.sent, "the field")
    await line.press("\x1b[200~first pasted\rsecond\r\x1b[201~", "first pasted second")
    assert "Alice, 10 Nov" not in line.screen, "it is not posted yet"
    mark = len(line.sent)
    await line.press("\r", r"Alice, 10 Nov.*first pasted second\s")
    assert b"\x1b[?2004l" in line.sent[mark:]


async def test_a_pause_in_a_paste_does_not_end_it(tmp_path, monkeypatch):
    monkeypatch.setattr(call_input, "ESCAPE_WAIT", 0.001)
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice", fast="on")
        await line.press("o", "Write a line")
        line.type("o")
        await board.until(lambda: b"\x1b[?2004h" in line.sent, "the field")
        await line.press("\x1b[200~first", "Line: +first")
        assert board.sessions[0].input.escape_wait() == call_input.PASTE_WAIT
        await line.press("\rsecond\x1b[201~", "first second")
        assert "Alice, 10 Nov" not in line.screen, "it is not posted yet"


async def test_of_lines_pasted_unmarked_the_first_is_taken_and_the_rest_are_no_keys(board):
    line = await board.at_menu("Alice", SYNCTERM, fast="on")
    await line.press("o", "Write a line")
    await line.press("o", "Line:")
    await line.press("first", "Line: +first")
    assert not board.sessions[0].messages.notices, "that was typed"
    await line.press(" pasted\rq quits\r", "Only the first line of your paste was used")
    await line.shows(r"Alice, 10 Nov.*first pasted\s")
    assert "One-liners" in line.screen


def test_a_click_is_the_screen_s_or_the_notice_s_above_it_and_its_release_is_no_key():
    view = AnsiView(Profile(), Decoder())
    view._spots, view._notice = [[Spot(0, 0, 3, 1, Key(name))] for name in "sn"]
    assert [view.hear(b"\x1b[<0;2;%dM" % row) for row in (1, 2)] == [[Key("n")], [Key("s")]]
    for missed in (b"\x1b[<0;2;2m", b"\x1b[<2;2;2M", b"\x1b[<0;2;3M"):
        assert isinstance(view.hear(missed)[0], Mouse)


def test_what_follows_a_line_at_once_is_its_paste_only_if_it_is_text():
    view = AnsiView(Profile(aix=False), Decoder())
    a, q, up = map(Key, ("a", "q", "up"))
    assert view.in_line([a, ENTER, q]) == 3, "nothing is typed there"
    view.types = True
    assert view.in_line([a, ENTER, q]) == 2
    assert view.in_line([a, ENTER, ENTER, up]) == 4 and view.in_line([ENTER, q]) == 2
    view = AnsiView(Profile(aix=True), Decoder())
    view.types = True
    assert view.in_line([a, ENTER, q]) == 3, "that terminal marks its pastes"


async def test_the_bell_can_be_off(board):
    line = await board.at_menu("Alice", bell="off")
    await line.press("z", "Choose a door by its number")
    assert b"\x07" not in line.sent
    await line.press("s", "Bell")
    await line.press("\x1b[B" * 5 + "\rqz", "Choose a door by its number")
    assert line.sent.count(b"\x07") == 1


async def test_motion_chosen_at_one_door_holds_at_all(tmp_path):
    async with boardroom(tmp_path, doors=(find("shutbox"), find("thieves"))) as board:
        line = await board.at_menu("Alice", fast="on")
        await line.press("1", "Enter to play")
        await line.press("s\x1b[A", "at all doors")
        await line.press("\x1b[D\r", "Enter to play")
        await line.press("q", "Hello")
        await board.until(lambda: board.callers.read("Alice").prefs["motion"] == "slow", "the choice")
        assert board.callers.read("Alice").doors == {"shutbox": {MET: "yes"}}
        line.type("2 ")  # past the title art, which there is once more
        await line.shows("Enter to play")
        assert board.state.chosen["motion"] == "slow"


async def test_fast_mode_shows_no_title_art_and_no_rolling(board):
    line = await board.at_menu("Alice", fast="on")
    await line.press("1", "Enter to play")
    assert "Go on" not in line.screen
    since = len(line.sent)
    await line.press("\r", "to match")
    assert b"skip" not in line.sent[since:]


async def test_a_modem_s_speed_paces_what_is_sent(board):
    line = await at_the_menu(board, speed="9600")
    await line.shows("[A-Z]")
    early = len(line.sent)
    assert early < 300
    await line.shows("Hello", passing=0.1)
    assert len(line.sent) > 1000


@pytest.mark.parametrize("bits", [300, 1200, 2400, 9600])
async def test_a_modem_s_speed_is_what_it_says(tmp_path, monkeypatch, bits):
    sleeps: list[float] = []

    async def sleep(seconds: float) -> None:
        sleeps.append(seconds)

    monkeypatch.setattr(terminal.asyncio, "sleep", sleep)
    line = CallDouble(SYNCTERM)
    settings = defaults(tmp_path, {})
    slow = terminal.CallTerminal(line, lambda: settings)
    slow.prefer({"speed": str(bits)})
    data = bytes(bits)  # at ten bits a byte that is ten seconds of it
    await slow.send(data)
    assert line.sent == data and sum(sleeps) == pytest.approx(10)
    slow.prefer({"speed": "off"})
    assert slow.speed == 0


async def test_who_is_put_out_while_a_page_is_sent_slowly_is_told_why(tmp_path, caplog):
    caplog.set_level("INFO", "door.call")
    async with boardroom(tmp_path) as board:
        line = await at_the_menu(board, speed="300")
        await line.shows("[A-Z]", passing=0.1)
        board.sessions[0].evict("You are banned.", why="banned")
        await line.closed()
        assert "You are banned." in line.screen and "reason='banned'" in caplog.text


async def test_the_log_says_why_somebody_was_put_out_whose_line_takes_nothing(tmp_path, caplog, monkeypatch):
    caplog.set_level("INFO", "door.call")
    monkeypatch.setattr(loop, "EVICT_WAIT", 0.01)
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice")
        line.stall()
        line.type("s")
        for _ in range(20):
            await asyncio.sleep(0)
        board.sessions[0].evict("You are banned.", why="banned")
        await board.until(lambda: "reason='banned'" in caplog.text, "the log")
        line.stall(False)
        await line.closed()
        assert "You are banned." in line.screen


async def test_a_key_cuts_slow_output_short(board):
    """A page of 2 KB takes a minute at 300 bits a second; whoever presses a key has seen enough."""
    line = await at_the_menu(board, speed="300")
    await line.shows("[A-Z]", passing=0.1)
    await line.press("s", "^ Alice[^\n]+Settings", passing=0.1)
    assert "Modem speed" not in line.screen, "the page comes slowly, too"
    line.type("\x1b[B")
    await line.shows("Modem speed +300.*Back", seconds=20)


async def test_a_modem_s_speed_is_chosen_from_the_list_and_holds_when_the_page_is_left(board):
    line = await board.at_menu("Alice")
    await line.press("s", "Settings")
    await line.press("\x1b[B" * 6 + "\r", "Modem speed +300.*off +300 +1200 +2400.*changes when you leave")
    sent = len(line.sent)
    await line.press("\x1b[C\x1b[C", "Modem speed +2400")
    assert len(line.sent) - sent < 300, "two rows, not a page"
    assert board.sessions[0].terminal.prefs.get("speed", "off") == "off"
    await line.press("\x1b[C", "Modem speed +9600")
    await line.press("q", "Hello, Alice", passing=1)
    assert board.sessions[0].terminal.prefs["speed"] == "9600"
    await board.until(lambda: board.callers.find("Alice").prefs.get("speed") == "9600")


@pytest.mark.parametrize("row", [4, 5, 7, 8, 9])
async def test_a_choice_that_is_no_matter_of_the_terminal_repaints_nothing(board, row):
    line = await board.at_menu("Alice")
    await line.press("s", "Settings")
    line.type("\x1b[B" * row)
    label = list(PREFERENCES.values())[row][0]
    chosen = (await line.shows(f"► {re.escape(label())}.*Back")).split("► ")[1].split("\n")[0]
    sent = len(line.sent)
    line.type("\x1b[C")
    await board.until(lambda: chosen not in line.screen)
    assert b"\x1b[2J" not in line.sent[sent:] and len(line.sent) - sent < 300


async def test_a_new_password_is_checked_question_by_question(board):
    line = await board.at_menu("Alice", DUMB)
    await line.say("s\rpassword\r", "Current password:")
    await line.say("not this\r", "Wrong password.*Current password:")
    await line.say(f"{PASSWORD}\r", "New password \\(at least 6 characters\\):")
    await line.say("ab\r", "Use at least 6 characters.*New password")
    await line.say("new words\rnew worms\r", "passwords don't match.*New password")
    await line.say("new words\rnew words\r", "Your password has been changed")
    (session,) = board.sessions
    asked = DoAct(NEW_PASSWORD, ("not this", "other words"))
    answer = await FEATURES.handlers.answer(session, session.stack.top, asked)
    assert isinstance(answer, No) and answer.why == tr.logon.wrong_password()
    assert await right_password(board.callers, "Alice", "new words")
    guesses = board.services[FailedLogons]
    assert guesses.misses_here == 2, "both count as at the log-on"
    for _ in range(guesses.limit):
        guesses.miss("Alice", session.who.address, board.time())
    answer = await FEATURES.handlers.answer(session, session.stack.top, DoAct(CHECK_PASSWORD, "new words"))
    assert isinstance(answer, No) and answer.why == tr.logon.too_many_passwords()


PLAIN_PAGE = Hints("web", "127.0.0.1", term="page", charset="utf-8", size=(80, 24))


@pytest.mark.parametrize("hints", [XTERM, PLAIN_PAGE], ids=["screen", "page"])
async def test_a_page_that_has_lost_its_screen_gets_all_of_it_again(board, hints):
    line = await at_the_menu(board, hints)
    await line.until("Goodbye")
    mark = len(line.sent)
    line._inbox.put(ScreenLost())
    await line.until("Goodbye", mark)
    assert (b"\x1b[?1006h" in line.sent[mark:]) is (hints is XTERM), "and the mouse"


async def test_the_character_set_is_asked_for_where_it_is_in_doubt(board):
    await board.register("Alice")
    for reply, charset in (("\x1b[1;2R", "utf-8"), ("\x1b[1;4R", "cp437"), ("", "cp437")):
        board.change("terminal", probe_ms=100)
        line, _ = board.proved_call("Alice", Hints("telnet", "127.0.0.1", "ansi", (80, 24)))
        await board.until(lambda line=line: b"\x1b[6n" in line.sent, "the question")
        if reply:
            line.type("\x1b[24;80R" * (line.sent.count(b"\x1b[6n") - 1) + reply)
        line.type("s")
        line.terminal.charset = charset
        shown = f"({charset})".encode()
        await board.until(lambda line=line, shown=shown: shown in line.sent, charset)


async def test_a_terminal_that_names_itself_late(board):
    await board.register("Alice")
    line, _ = board.proved_call("Alice", Hints("telnet", "127.0.0.1"))
    await board.until(lambda: b"Hello" in line.sent or b"\x1b[6n" in line.sent)
    await line.press("\x1b[1;4R", "Hello", passing=0.1)
    line.names_itself("syncterm")
    line.resize(80, 25)
    await line.press("s", "Your terminal: syncterm, 80x25")


async def test_a_name_or_a_size_that_comes_late_does_not_overrule_what_was_measured(board):
    await board.register("Alice")
    line, _ = board.proved_call("Alice", Hints("telnet", "127.0.0.1"))
    await board.until(lambda: b"\x1b[6n" in line.sent)
    line.type("\x1b[25;80R\x1b[1;2R")
    profile = lambda: board.sessions[0].terminal.profile  # noqa: E731
    await board.until(lambda: profile().charset == "utf-8", "the answer")
    assert profile().rows == 25
    line.resize(80, 48)
    line.names_itself("ansi")
    await board.until(lambda: profile().term == "ansi")
    assert (profile().charset, profile().rows) == ("utf-8", 25)
    line.resize(100, 40)
    await board.until(lambda: profile().cols == 100)
    assert profile().rows == 40, "that is another window"


async def test_clicks_reach_what_is_drawn_there(board):
    line = await at_the_menu(board, fast="on")
    screen = await line.shows(r"\[S\] Settings")
    row = next(y for y, text in enumerate(screen.split("\n")) if "[S] Settings" in text)
    column = screen.split("\n")[row].index("Settings")
    line.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    await line.shows("Your terminal: xterm-256color, 80x24")


@pytest.mark.parametrize("hints", [XTERM, SYNCTERM, DUMB])
async def test_however_a_call_ends_the_terminal_is_left_as_it_was(board, hints):
    line = await at_the_menu(board, hints)
    await board.until(lambda: b"Alice" in line.sent or b"menu" in line.sent)
    board.sessions[0].evict("The board is going down.")
    await line.closed()
    assert "The board is going down." in line.screen
    if hints is not DUMB:
        assert line.sent.endswith(b"The board is going down.\r\n")
        assert b"\x1b[?25h" in line.sent[-200:] and b"\x1b[0m" in line.sent[-200:]
        assert not line.terminal.cursor_hidden and not line.terminal.ice


async def test_what_is_drawn_while_the_window_shrinks_is_never_wider(board):
    line = await board.at_menu("Alice")
    for size in ((132, 50), (79, 24), (80, 24), (10, 5), (1, 1), (120, 24)):
        line.resize(*size)
        await asyncio.sleep(0)
    await line.shows("Hello, Alice.*Choose")


async def test_a_window_that_changes_with_each_key_always_shows_the_game_as_it_is(board):
    line = await board.at_menu("Alice", fast="on")
    await line.press("1\r", "to match")
    sizes = ((81, 24), (500, 200), (160, 45), (159, 45), (112, 24), (200, 60), (80, 24), (132, 50), (40, 12))
    for size in (*sizes, (81, 24)):
        line.resize(*size)
        line.type("6" if size != (40, 12) else "")
        await board.until(lambda size=size: (line.terminal.cols, line.terminal.rows) == size, f"{size}")
    await line.shows(r"to match.*\[Q\] leave\s*$")
    shown = line.terminal
    line.resize(82, 24)
    line.resize(81, 24)
    await line.shows(r"to match.*\[Q\] leave\s*$")
    assert [line.terminal.cell(x, y) for y in range(24) for x in range(80)] == [
        shown.cell(x, y) for y in range(24) for x in range(80)
    ]


async def test_settings_by_lines_say_each_thing_once(board):
    line = await board.at_menu("Alice", DUMB)
    await line.say("s\r", "Which setting\\?")
    await line.say("character set\r", "Type one of charset.*Which setting\\? \\(.*Enter to go back\\) ")
    mark = len(line.sent)
    for words, told in (
        ("charset", "charset is auto. Type charset and one of auto, .*ascii"),
        ("charset vga", "charset can be one of auto, .*ascii"),
        ("charset utf-8", "charset is now utf-8"),
        ("3", "mouse is auto. Type mouse and one of .*off"),
        ("mouse auto", "mouse is now auto"),
    ):
        await line.say(f"{words}\r", rf"{told}\..*Which setting\? \(.*Enter to go back\) ")
    await line.say("\r", "Main menu command\\?")
    assert "Type one of charset and" not in line.sent[mark:].decode()
    assert line.sent[mark:].decode().count("Which setting?") == 5


class Counting:
    """A screen that counts how often it is drawn."""

    drawn = 0

    def draw(self, state: str, view: View) -> Canvas:
        self.drawn += 1
        canvas = Canvas(view.cols, view.rows)
        canvas.put(0, 0, state)
        return canvas


def test_what_has_not_changed_is_not_drawn_again():
    screen: Any = Counting()
    view = AnsiView(Profile(), Decoder())
    status = StatusFields("Alice", 1, "Here", minutes_left=5)
    state = "the state"
    assert b"the state" in view.show(screen, state, status)
    assert view.show(screen, state, StatusFields("Alice", 1, "Here", minutes_left=5)) == b""
    assert screen.drawn == 1
    later = view.show(screen, state, status._replace(minutes_left=4))
    assert b"4" in later and b"the state" not in later and screen.drawn == 1
    told = view.show(screen, state, status._replace(notice="Bob has called."))
    assert b"Bob has called." in told and screen.drawn == 1
    for again in (view.forget, view.opening, view.closing):
        again()
        assert b"the state" in view.show(screen, state, status)
    assert b"another" in view.show(screen, "another", status)
    other: Any = Counting()
    assert b"the state" in view.show(other, state, status)


# -- finding out what the terminal is ---------------------------------------------------------------


class Flood:
    """A line that is never empty."""

    hints = Hints("telnet", "192.0.2.1", "xterm", (80, 24))
    taken = 0

    async def send(self, data: bytes) -> None:
        pass

    async def receive(self) -> Data:
        self.taken += 1
        return Data(b"keys" * 100)


async def test_a_flood_of_keys_neither_holds_up_the_board_nor_is_taken_without_end():
    line, others = Flood(), 0

    async def somebody_else() -> None:
        nonlocal others
        while True:
            others += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(somebody_else())
    found = await detect(line, 60, partial(asyncio.sleep, 0))  # type: ignore[arg-type]
    task.cancel()
    assert line.taken == len(found.early) == AHEAD
    assert others >= AHEAD - 1
