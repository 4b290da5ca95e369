"""The board's own screens as callers see them: kept in tests/golden (GOLDEN=write makes them
anew), the same in every character set, within every terminal's means."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import golden
import pytest
from board_scenes import FIVE, LONG, SCENES, SIZES, USUAL, art, lobby, shown
from each import each
from effort import some
from sysop_scenes import PAGES
from terminal import Terminal

from door.call.plain import PlainView
from door.call.status import StatusFields
from door.features.externals import pages as more_doors
from door.features.news.pages.tour import PAGE as TOUR
from door.pages.api import OnTv, Pass
from door.play.next_thing import Suggestion
from door.settings.skeleton import SKELETON
from door.term.art import fill_in, read_art
from door.term.canvas import GREEN, SHIFT, Canvas, style
from door.term.charset import CONTROLS
from door.term.decoder import Decoder
from door.term.keys import Key, Line, Mouse
from door.term.profile import Profile
from door.ui.screen import Leave, Screen, View, Wake
from door.ui.texts import tr

pytestmark = pytest.mark.files("it has no store")

WIDE = replace(USUAL, cols=132, rows=50)
WIDES = (
    "board_help", "board_tables", "board_bulletins_ladder", "board_caller", "board_settings",
    "board_new_table", "board_inbox_writing", "board_wall", "board_logon", "board_logon_tv",
    "board_gallery", "sysop_desk", "sysop_log", "sysop_watch_text",
)  # fmt: skip
"""One page for each widget. tests/laws/test_every_size.py draws every page at every size."""
every_page = each("name", PAGES)
some_pages = each("name", some([*PAGES]))


@golden.screens("", PAGES)
def test_a_screen_is_as_it_was_looked_at(name):
    golden.check(name, shown(PAGES[name], USUAL)[1], USUAL)


@golden.screens("wide", WIDES)
def test_what_more_room_shows_is_as_it_was_looked_at(name):
    golden.check(f"wide_{name}", shown(PAGES[name], WIDE)[1], WIDE)


@some_pages
def test_every_character_set_shows_the_same_screen(name):
    """And no terminal is sent what it may act on, a colour that it lacks, or a letter that is not ASCII."""
    scene = PAGES[name]
    _, wide = shown(scene, Profile(charset="utf-8", colours="16"))
    _, old = shown(scene, Profile(charset="cp437", colours="16", ice=True, cterm=True))
    assert old.text() == wide.text()
    data, _ = shown(scene, Profile(charset="cp437"))
    assert not set(data) & CONTROLS - set(b"\b\n\r\x1b")
    data, bare = shown(scene, Profile(charset="ascii", colours="mono"))
    assert max(data) < 0x80 and words(bare.text().replace("Bjorn", "Bj rn")) == words(wide.text())
    data, _ = shown(scene, Profile(charset="utf-8", colours="mono"))
    codes = [
        int(code) for found in re.findall(rb"\x1b\[([\d;]*)m", data) for code in found.split(b";") if code
    ]
    assert all(code < 30 for code in codes)


def test_the_tour_shows_pieces_only_of_doors_that_the_board_has():
    state = TOUR.start(lobby(), "")[0]
    for at in range(len(state.sheets)):
        pages = [TOUR.turn_to(replace(state, lobby=one), at)[0] for one in (lobby(), lobby(doors=()))]
        with_piece, without = (TOUR.draw(page, View()).text() for page in pages)
        assert "█" in with_piece and "█" not in without


def words(text: str) -> list[str]:
    whole = re.sub(r"(?<=\b[A-Z]) (?=[A-Z]\b)", "", text)  # a heading in spaced capitals
    return re.findall(r"[A-Za-z]{3,}", whole.lower().replace("ö", " "))


def test_the_largest_window_there_may_be():
    _, terminal = shown(SCENES["menu"], Profile(500, 500, charset="utf-8", colours="16"))
    lines = terminal.text().split("\n")
    assert lines[0].startswith(f" {SCENES['menu'].lobby.handle}"), "the status line stands"
    assert terminal.cell(499, 499).char == " " and sum("[Enter]" in line for line in lines) == 1
    assert all(any(line[:200].strip() for line in lines[at : at + 20]) for at in range(1, 480, 20)), "stars"


HEADS = {"logon_new": "newcaller", "bulletins_rows": "bulletin", "bulletins_daily": "bulletin"}


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("size", [*SIZES, (80, 25)], ids=str)
def test_a_head_is_shown_whole_and_nothing_is_written_over_it(name, size):
    """What the sysop draws there is seen, a name in it filled in."""
    _, terminal = shown(SCENES[name], Profile(*size, charset="utf-8"))
    head = art()[HEADS[name]]
    left = (size[0] - head.cols) // 2
    rows = [row[left : left + head.cols].rstrip() for row in terminal.text().split("\n")]
    drawn = [row.rstrip() for row in head.text().split("\n")]
    assert drawn in [rows[y : y + len(drawn)] for y in range(len(rows))]


@pytest.mark.parametrize("art", [Canvas(200, 80), Canvas(1, 1), None], ids=["too_large", "tiny", "none"])
@pytest.mark.parametrize("size", [(80, 24), (81, 24), (132, 50)], ids=str)
def test_a_sysop_s_picture_of_any_size_or_none_hides_no_keys(art, size):
    """Not even one that fills the window with blocks."""
    if art:
        art.fill(0, 0, art.cols, art.rows, "█", style(GREEN))
    for name, scene in some([*SCENES.items()]):
        changed = replace(scene.lobby, art=dict.fromkeys(scene.lobby.art, art) if art else {}, face=art)
        _, terminal = shown(scene._replace(lobby=changed), Profile(*size, charset="utf-8"))
        assert re.search(r"\[\S+\] \w|\[\S+\]", terminal.text()), name


@some_pages
def test_a_terminal_that_ignores_the_colours_it_said_it_has_shows_every_word(name):
    """What a program makes of colours by number if it knows none: nothing."""
    profile = Profile(charset="utf-8", colours="256", aix=True)
    data, told = shown(PAGES[name], profile)
    terminal = Terminal(profile.cols, profile.rows, profile.charset, at_once=True)
    terminal.feed(re.sub(rb"[34]8;5;\d+;?", b"", data).replace(b";m", b"m"))
    assert terminal.text() == told.text()
    words = [terminal.cell(x, y) for y in range(24) for x in range(80) if terminal.cell(x, y).char.isalnum()]
    assert all(seen.fore != seen.back for seen in words)


def test_the_board_s_own_name_stands_in_what_callers_see_first_and_most():
    named = {path.stem: read_art(path.read_bytes()) for path in (SKELETON / "ansi_art").glob("*.ans")}
    for name in ("welcome", "menu", "goodbye"):
        assert "Rosie's Attic" in fill_in(named[name], {"BOARD": "Rosie's Attic"}).text()
    longest = fill_in(named["menu"], {"BOARD": "W" * 40}).text()
    assert "W" * 40 in longest, "as long as a name may be"


def test_no_art_counts_the_doors():
    """How many there are is the sysop's affair."""
    texts = [" ".join(canvas.text().lower().split()) for canvas in art().values()]
    assert not [text for text in texts if re.search(r"\b(two|three|four|five|six|\d+) doors", text)]


@pytest.mark.parametrize(
    "name", ["menu", "bulletins_rows", "bulletins_winner", "who", "goodbye", "logon_password"]
)
def test_the_longest_handle_fits(name):
    _, terminal = shown(SCENES[name], Profile(charset="utf-8"))
    body = terminal.text().split("\n", 1)[1]
    assert LONG in body


def test_five_doors_with_all_that_can_stand_beside_them():
    _, terminal = shown(SCENES["menu"], Profile(charset="utf-8"))
    text = terminal.text()
    for card in FIVE:
        assert card.name in text
    for told in ("3 +1 free", "no limit", "#2", "#1234", "987", "1000", "Your game is waiting."):
        assert told in text


@every_page
def test_plain_mode_says_it_in_lines(name):
    scene = PAGES[name]
    face = PlainView(Profile(charset="utf-8", plain=True), Decoder())
    screen: Screen = scene.page
    said = face.show(screen, scene.state, StatusFields(LONG, 1, scene.page.TITLE())).decode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", said.replace("\r\n", "\n")), "lines and nothing else"
    assert all(len(line) < 80 for line in said.split("\r\n"))
    assert len(scene.page.tell(None, scene.state).prompt) < 79, "a prompt is one row, and room to type"
    assert not re.search(r"[─═│║▀▄█░▒▓╔╗►◄■]", said), "and no drawing"
    if scene.page is not more_doors.SPLASH:
        assert said.endswith(" "), "and a prompt that waits"


@some_pages
def test_any_key_or_click_is_fine_anywhere(name):
    scene, state = PAGES[name], PAGES[name].state
    names = "enter esc up down left right home end pgup pgdn tab backspace delete insert f1 f12 ctrl-c ctrl-x"
    keys = [*names.split(), *"0123456789abcdefghijklmnopqrstuvwxyz?/ é█²\u0663"]
    events: list[Any] = [
        *map(Key, keys),
        *(Line(text) for text in ("", "x" * 200, "1", "q", "plain é", "-1", "²", "\u0663", "1²", "9" * 200)),
    ]
    events += [Mouse(5, 5), Mouse(0, 0, action="wheel-up"), Mouse(79, 22, target=3), Mouse(1, 1, target="x")]
    for event in events:
        after, effects = scene.page.update(state, event)
        assert isinstance(effects, tuple)
        assert scene.page.draw(after, View()).rows == 23
        scene.page.tell(state, after)


def test_a_wide_log_on_has_its_sky_from_edge_to_edge_and_a_narrow_one_has_none():
    scene = SCENES["logon"]
    narrow, wide = (scene.page.draw(scene.state, View(cols, rows)) for cols, rows in ((80, 24), (119, 49)))
    assert (wide.cols, wide.rows) == (119, 49) and narrow.cols == 80
    rows = wide.text().split("\n")
    assert any("·" in row[:19] + row[99:] for row in rows[:8]) and any("·" in row[99:] for row in rows[20:26])
    assert not any("·" in row for row in rows[30:])  # the ground
    assert all(wide.cells[y][0] >> SHIFT == wide.cells[y][118] >> SHIFT for y in range(wide.rows))


@each("name", [*PAGES, "menu_busy"])
def test_no_word_means_two_commands_of_a_page(name):
    scene = PAGES.get(name, SCENES["menu"])
    page, state = scene.page, scene.state
    if name == "menu_busy":
        found = Suggestion("saved", "shutbox", "Your game is waiting", tr.next.to_resume)
        state, _ = page.start(lobby(tables_waiting=1, suggestion=found), "")
    elif not hasattr(page, "commands"):
        return
    known = ({one.key, *one.also, *one.words, one.id, one.label().lower()} for one in page.commands(state))
    words = Counter(word for one in known for word in one)
    assert not [word for word, count in words.items() if count > 1]


@pytest.mark.parametrize(
    "on_tv",
    [OnTv(), OnTv("On now", "9 points"), OnTv("On now", "9", Canvas(80, 23))],
    ids=["nothing", "words", "picture"],
)
@pytest.mark.parametrize("size", [(132, 49), (200, 60)], ids=str)
def test_board_tv_leaves_the_wide_log_on_its_sky(on_tv, size):
    scene = SCENES["logon"]
    state, _ = scene.page.start(replace(scene.lobby, on_tv=on_tv), "")
    canvas = scene.page.draw(state, View(*size))
    assert (canvas.cols, canvas.rows) == size and on_tv.title in canvas.text()
    assert all(row[0] >> SHIFT == row[-1] >> SHIFT for row in canvas.cells), "from edge to edge"


def test_board_tv_goes_on_for_callers_who_see_it():
    scene = SCENES["logon"]

    def goes_on(**changes):
        _, effects = scene.page.start(replace(scene.lobby, **changes), "")
        return any(isinstance(one, Wake) and one.name == "tv" for one in effects)

    plain = {"terminal": {"plain": "on"}}
    assert goes_on(on_tv=OnTv())
    assert not goes_on(on_tv=None) and not goes_on(on_tv=OnTv(), **plain)


@pytest.mark.parametrize("name", ["logon", "splash", "bulletins_winner"])
def test_pictures_of_a_window_with_the_room_are_twice_as_large(name):
    scene = SCENES[name]
    large = scene.page.draw(scene.state, View(160, 46))
    assert large.cols == 160 and large.rows <= 46 and "[Enter]" in large.text().replace("[Q]", "[Enter]")
    for view in (View(159, 46), View(160, 41), View(160, 46, ascii=True), View(119, 60)):
        small = scene.page.draw(scene.state, view)
        assert sum(map(len, large.text().split())) > 1.25 * sum(map(len, small.text().split())), view


@pytest.mark.parametrize("name", ["logon", "splash", "bulletins_winner"])
def test_pictures_of_a_window_of_120_columns_are_half_as_large_again(name):
    scene = SCENES[name]
    large = scene.page.draw(scene.state, View(132, 49)).text()
    assert "[Enter]" in large.replace("[Q]", "[Enter]")
    sizes = [
        len("".join(scene.page.draw(scene.state, view).text().split()))
        for view in (View(119, 49), View(132, 49), View(160, 49))
    ]
    assert sizes[0] * 1.35 < sizes[1] < sizes[2] / 1.25


@pytest.mark.parametrize("name", ["d", "p", "q", "s"])
def test_a_key_on_a_splash_does_its_work_at_the_door(name):
    scene = SCENES["splash"]
    assert scene.page.update(scene.state, Key(name))[1] == (Pass(Key(name)),)


@pytest.mark.parametrize("name", ["enter", " ", "esc"])
def test_enter_blank_and_esc_only_end_a_splash(name):
    scene = SCENES["splash"]
    assert scene.page.update(scene.state, Key(name))[1] == (Leave(),)
