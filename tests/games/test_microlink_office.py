"""MicroLink beside the table: the boss's screen, the tables out of the journal, plain mode, screens kept."""

import json

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.game import Front
from door.games.microlink import boss, choices, computer, record, rules
from door.games.microlink.rules import legal
from door.games.record import play
from door.games.shutbox.rules import QUIT
from door.play.books import Books
from door.screens import doors
from door.screens.doors import find
from door.testing.stage import Stage, seed_of
from door.ui.screen import View
from door.ui.texts import tr

DOOR = doors.find("microlink")


def answers(*lines):
    """What the last of these lines brings at the prompt."""
    dos = boss.boot()
    for line in lines:
        dos, done = boss.enter(dos, line)
        assert not done
    return dos, "\n".join(dos.answer)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("DIR", ["Directory of  C:\\LEDGER", "BUDGET   TXT", "LEDGER   EXE", "bytes free"]),
        ("dir \\", ["COMMAND  COM", "LETTERS      <DIR>", "bytes free"]),
        ("DIR/W", ["BUDGET   TXT", "File(s)"]),
        ("dir c:\\dos", ["CHKDSK   COM"]),
        ("dir *.*", ["BUDGET   TXT"]),
        ("dir memo.txt", ["File not found"]),
        ("dir \\letters\\memo.txt", ["MEMO     TXT", "1 File(s)"]),
        ("ver", ["Personal DOS Version 3.30"]),
        ("type budget.txt", ["Ribbons"]),
        ("TYPE ..\\LETTERS\\TODO.TXT", ["Look busy"]),
        ("type nothing", ["File not found - NOTHING"]),
        ("type", ["Required parameter missing"]),
        ("cd", ["C:\\LEDGER"]),
        ("cd nowhere", ["Invalid directory"]),
        ("help", ["DIR", "CLS", "VER", "TYPE", "DATE", "TIME"]),
        ("date", ["Current date is Tue  1-17-1989"]),
        ("time", ["Current time is  9:42"]),
        ("vol", ["OFFICE"]),
        ("path", ["C:\\DOS"]),
        ("set", ["COMSPEC"]),
        ("mem", ["655360"]),
        ("chkdsk", ["bytes available on disk"]),
        ("echo hello", ["HELLO"]),
        ("format c:", ["Write protect error"]),
        ("ledger", ["too big to fit in memory"]),
        ("a:", ["Not ready error reading drive A"]),
        ("frobnicate", ["Bad command or file name"]),
        ("ok please", ["Bad command or file name"]),
    ],
)
def test_the_prompt_answers_like_one(line, words):
    _, said = answers(line)
    assert all(word in said for word in words)


def test_folders_dates_and_drives_are_walked_and_asked_for():
    dos, _ = answers("cd \\", "cd dos")
    assert dos.prompt == "C:\\DOS>"
    dos, _ = answers("cd ..")
    assert dos.prompt == "C:\\>"
    dos, _ = answers("date")
    assert dos.prompt.startswith("Enter new date")
    dos, said = answers("date", "tomorrow")
    assert "Invalid date" in said and dos.asking == "date"
    assert answers("date", "")[0].prompt == "C:\\LEDGER>"
    dos, said = answers("a:", "r")
    assert "Not ready" in said and dos.prompt.startswith("Abort")
    _, said = answers("b:", "r")
    assert "drive B" in said and "drive A" not in said
    assert answers("a:", "a")[0].prompt == "C:\\LEDGER>"
    assert answers("dir", "cls")[0].lines == ()


def test_ok_brings_the_game_back_and_nothing_else_does():
    stage = Stage(DOOR, fast=True).press("enter enter 1")
    kept = stage.state
    stage.press("b")
    assert "SHUT" not in stage.text.upper().replace("SHUTDOWN", "") and "C:\\LEDGER>" in stage.text
    stage.press("esc q enter x enter o n enter o k q backspace")
    assert stage.state.table.board.page == "boss" and stage.canvas.cursor
    stage.press("enter")
    assert stage.state.table == kept.table


def test_the_bosss_function_keys():
    stage = Stage(DOOR, fast=True).press("enter b v e r enter f3 enter f1")
    assert stage.text.count("Version 3.30") == 2 and "Commands this computer knows" in stage.text


@examples(150)
@given(st.lists(st.text(alphabet="dirtypecdoxa: \\/.*-r\x1bé☺", max_size=12), max_size=6))
def test_no_line_breaks_the_prompt(lines):
    dos = boss.boot()
    for line in lines:
        dos, _ = boss.enter(dos, line)
    boss.draw(dos, View())
    assert all("\n" not in line and len(line) < 80 for line in dos.lines)


def played(number, seats=("Ann",), level="expert", moves=None):
    """A `game` line of a game played out by one level, or of these moves."""
    game = rules.new_game({}, seats, Chance(seed_of(number)))
    done = list(moves or ())
    for move in done:
        game = rules.apply(game, move)
    while not game.over:
        done.append(computer.move(game, game.seat, level))
        game = rules.apply(game, done[-1])
    return {
        "v": 1, "kind": "game", "t": f"2026-11-{number % 28 + 1:02}T09:00:00.000Z", "id": f"{number:016x}",
        "door": "microlink", "caller": "Ann", "seats": list(seats), "options": {}, "month": "2026-11",
        "seed": seed_of(number).hex(), "moves": done, "score": game.totals[0],
    }  # fmt: skip


def folded(lines):
    tables = None
    for line in lines:
        kept = json.dumps(tables)
        new = DOOR.tally(tables, line)
        assert json.dumps(tables) == kept and json.loads(json.dumps(new)) == new
        tables = new
    return tables


def test_the_top_ten_is_the_ten_best_totals_of_people():
    lines = [played(n, ("Ann", "Bo", "computer:expert")) for n in range(1, 10)]
    both = [DOOR.replay(DOOR.record_of(line)).scores for line in lines]
    totals = [(scores[0], "Ann") for scores in both] + [(scores[1], "Bo with Ann") for scores in both]
    rows = record.top_ten(folded(lines))
    assert [row[0] for row in rows] == sorted((total for total, _ in totals), reverse=True)[:10]
    assert all((score, name) in totals for score, name, _ in rows)
    assert record.range_of_ten(folded(lines)) == (rows[-1][0], rows[0][0])


def test_the_earlier_stands_first_among_equals():
    line = played(1)
    rows = record.top_ten(folded([line, line | {"t": "2026-12-31T00:00:00.000Z"}]))
    assert [day for _, _, day in rows] == [line["t"][:10], "2026-12-31"]


def test_lines_that_say_nothing_are_counted_and_no_more():
    for broken in ({"seats": [], "moves": []}, {"seed": "xy"}, {"moves": ["9 9"]}, {"moves": 5}):
        tables = DOOR.tally(None, played(3) | broken)
        assert tables == {"games": 1}


def test_statistics_follow_from_the_games():
    seats = ("Ann", "computer:careful")
    lines = [played(n, seats) for n in range(1, 9)]
    lines.append(played(20, seats, moves=[QUIT]))
    lines.append(played(21))
    ann = folded(lines)["callers"]["Ann"]
    whole = [play(find("microlink").game.rules, find("microlink").record_of(x)).position for x in lines]
    ended = [game for game in whole if not game.given_up]
    assert (ann["played"], ann["ended"], ann["against"]) == (10, 9, 8)
    assert ann["won"] == sum(0 in game.winners for game in ended if len(game.seats) > 1)
    assert ann["sum"] == sum(game.totals[0] for game in ended)
    assert ann["best"] == max(game.totals[0] for game in ended)
    assert ann["perfect"] == sum(turn.score == 50 for game in ended for turn in game.turns_of(0))
    shut = [turn.doors for game in ended for turn in game.turns_of(0)]
    assert (ann["most"], ann["least"]) == (max(shut), min(shut)) and sum(ann["doors"]) == sum(shut)
    steps = [step for game in ended for turn in game.turns_of(0) for step in turn.steps]
    doors = [door for step in steps for door in rules.tiles_of(step.shut)]
    assert ann["doors"] == [doors.count(door) for door in range(1, 10)]
    level = folded(lines)["levels"]["careful"]
    assert level["played"] == 9 and level["ended"] == 8
    ties = sum(len(game.winners) == 2 for game in ended)
    assert level["won"] + ann["won"] == 8 + ties


def sheets(tally, caller="Ann"):
    return DOOR.game.honours.sheets(Front(DOOR.INFO.defaults(), caller, tally))


def test_the_statistics_lead_with_the_caller_and_have_the_levels_apart():
    tables = folded([played(1), played(2) | {"caller": "Zoe"}, played(3, ("Ann", "computer:expert"))])
    ten, callers, _, levels = sheets(tables, "Zoe")
    assert ten.title == "Top Ten" and len(ten.rows) == 3
    assert [row[0] for row in callers.rows] == ["Zoe", "Ann"] and callers.mine == (0,)
    assert [row[:2] for row in levels.rows] == [("expert", "1")]
    assert [sheet.title for sheet in sheets(None)] == ["Top Ten", "Statistics"]


@pytest.mark.parametrize("many", [11, 12, 13, 40])
def test_no_page_of_the_statistics_runs_over_its_border(many):
    callers = {f"Caller number {n}": record.FRESH | {"played": 999, "ended": 999, "against": 99, "won": 99}
               for n in range(many)}  # fmt: skip
    tally = {"games": 40, "top": [[n, "A name of sixteen", "", "Another handle of it"] for n in range(10)],
             "levels": {}, "callers": callers}  # fmt: skip
    stage = Stage(DOOR, books=Books(tally=tally)).press("b")
    pages = -(-many // 12) + 1
    for page in range(1, pages + 1):
        rows = stage.text.splitlines()
        assert f" {page}/{pages} " in rows[0] and rows[20] == " ╘" + "═" * 76 + "╛"
        assert all(row[1] == row[78] == "│" for row in rows[1:20])
        stage.press("right")


def test_what_makes_no_sense_in_the_preferences_is_the_default():
    assert choices.on_of({"r": "perhaps", "d": ""}) == choices.on_of({}) == frozenset("rnp")


def plain(**setup):
    return Stage(DOOR, plain=True, fast=True, **setup)


def spoken(stage):
    """Plays on by lines, as somebody who hears them: all that was said."""
    first = DOOR.tell(None, stage.state)
    said = [*first.lines, first.prompt]
    for _ in range(200):
        if "again?" in said[-1]:
            return said
        assert said[-1].endswith("doors to shut?") or said[-1] == "Doors to shut?"
        total = next(int(line.split("= ")[1]) for line in reversed(said) if line.startswith("Roll:"))
        shut = next(line[6:] for line in reversed(said) if line.startswith("Open:"))
        mask = sum(1 << int(door) - 1 for door in shut.split())
        said += stage.say(computer.move_text(computer.LEVELS["expert"](mask, total)))
    raise AssertionError("the game never ended")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("5 5", "You typed 5 twice. Each door shuts once."),
        ("10", "There is no door 10."),
        ("99", "There is no door 99."),
        ("1 x", "Type doors"),
        ("9 8", "Those doors add up to 17"),
        ("wibble", "Type doors"),
        ("z", "Type doors"),
    ],
)
def test_wrong_lines_get_one_sentence_each_time(line, reason):
    stage = plain(straight=True)
    for _ in range(2):
        said = stage.say(line)
        assert len(said) == 2 and reason in said[0] and said[1] == "Doors to shut?"
    assert not stage.games[0].moves


def test_plain_mode_waits_for_no_prompt_but_its_own():
    """No line asks for ENTER before a roll, after a turn or at a roll that cannot be used."""
    stage = plain(straight=True, prefs={"k": "yes", "seat2": "expert"})
    said = spoken(stage)
    assert stage.games[0].score is not None and not any("Return" in line for line in said)


def test_the_help_has_a_line_for_each_toggle_in_words():
    said = [line for page in DOOR.game.words.help({}, True) for line in page.lines]
    for toggle in choices.ALL:
        assert f"{toggle.key.upper()}  {toggle.default:<3}  {toggle.help}" in said


def test_a_resumed_game_is_told_from_its_running_turn():
    stage = plain(straight=True)
    move = legal(stage.state.table.position)[-1]
    stage.say(move)
    again = plain(waiting=True)
    again.games, again.next_seed = stage.games, 2
    said = again.say("")
    assert f"Shut: {move}. This turn: {sum(map(int, move.split()))}" in said
    assert said[-1] == "Doors to shut?" and any("goes on" in line for line in said)


def test_in_plain_mode_b_is_the_bulletin_as_at_every_door_and_boss_says_the_way_back():
    stage = Stage(DOOR, plain=True)
    stage.say("y")
    stage.say("b")
    assert stage.state.page.name == "bulletin" and stage.state.table.board.page == ""
    stage.say("")
    said = stage.say("boss")
    assert stage.state.table.board.page == "boss" and tr.microlink.plain_type_ok() in said
    stage.say("ok")
    assert stage.state.table.board.page == ""
