"""A finished game as files: each shows the game's last screen, and says which release drew it."""

import io
import json

import pytest
from effort import some
from PIL import Image
from replayed import between, finished, played
from terminal import Seen, Terminal

from door import __version__
from door.export.pixels import PALETTE, WIDE, glyph, pixels
from door.play.replay import RecordedGame
from door.screens.doors import DOORS, find
from door.screens.replays.screen import Camera
from door.term.art import read_art
from door.term.canvas import BROWN, CODE, DEEP, LIGHT, ORANGE, SHIFT, Canvas, plain_style, style
from door.term.charset import ACTED_ON, CP437
from door.term.diff import Painter
from door.term.profile import Profile
from door.term.sauce import split
from door.ui.texts import tr
from door.web import game_files
from door.web.game_files import FileWish, NotMade, export

SLUGS = [door.INFO.slug for door in DOORS]
by_game = pytest.mark.parametrize("slug", SLUGS)
GAMES: dict[str, RecordedGame] = {}


def game_of(slug: str) -> RecordedGame:
    if slug not in GAMES:
        GAMES[slug] = finished(played(slug, 2, caller="Zoë")[0])
    return GAMES[slug]


def made(slug: str, kind: str, wish: FileWish | None = None) -> bytes:
    door = find(slug)
    assert door is not None
    return export(door.game, game_of(slug), kind, wish or FileWish(), "what was said")


def last(slug: str, wish: FileWish | None = None) -> Canvas:
    """The last screen of its replay."""
    door = find(slug)
    assert door is not None
    by = tr.command.drawn_by_of_game(version=__version__, id=game_of(slug).id)
    return Camera(door.game, game_of(slug), by, (wish or FileWish()).size).still()


def events(data: bytes) -> tuple[dict[str, object], list[list[object]]]:
    header, *rest = map(json.loads, data.splitlines())
    return header, rest


def look(terminal: Terminal, x: int, y: int) -> Seen:
    """What is seen there: a blank has no foreground."""
    seen = terminal.cell(x, y)
    return seen._replace(fore=0) if seen.char == " " else seen


@pytest.mark.whole("casts")
@by_game
@pytest.mark.parametrize("size", some([(80, 24), (132, 50)], 1))
def test_a_cast_fed_to_a_terminal_ends_on_the_last_screen(slug, size):
    header, rest = events(made(slug, "cast", FileWish(size)))
    assert (header["version"], header["width"], header["height"]) == (2, *size)
    assert f"The Door {__version__}" in str(header["title"])
    shown, wanted = Terminal(*size, charset="utf-8"), Terminal(*size, charset="utf-8")
    for _, code, data in rest:
        if code == "o":
            shown.feed(str(data).encode())
    wanted.feed(Painter(Profile(*size, "utf-8", "rgb", aix=True)).paint(last(slug, FileWish(size))))
    for y in range(size[1]):
        assert [look(shown, x, y) for x in range(size[0])] == [look(wanted, x, y) for x in range(size[0])]
    times = [float(str(at)) for at, _, _ in rest]
    assert times == sorted(times) and times[-1] >= 1.2 * len(game_of(slug).sides[0])


def test_version_3_says_the_same_with_seconds_between():
    _, two = events(made("thieves", "cast"))
    header, three = events(made("thieves", "cast3"))
    assert header["version"] == 3 and header["term"] == {"cols": 80, "rows": 24, "type": "xterm-256color"}
    assert [data for _, code, data in two if code == "o"] == [data for _, code, data in three if code == "o"]
    assert three[-1][1] == "x"
    total = sum(float(str(at)) for at, _, _ in three)
    assert total == pytest.approx(float(str(two[-1][0])), abs=0.1)
    marks = [str(data) for _, code, data in three if code == "m"]
    assert marks and all(mark.startswith("Move ") for mark in marks)


def test_the_pace_and_the_character_set_are_those_that_were_asked_for():
    slow, fast = (events(made("shutbox", "cast", FileWish(pace=pace)))[1][-1][0] for pace in (9.0, 0.2))
    assert float(str(slow)) > float(str(fast)) + 8
    data = made("shutbox", "cast", FileWish(charset="ascii"))
    assert all(str(text).isascii() for _, code, text in events(data)[1] if code == "o")


@by_game
def test_a_png_has_the_pixels_of_the_last_screen(slug):
    picture = Image.open(io.BytesIO(made(slug, "png")))
    assert picture.size == (640, 384) and __version__ in picture.text["Software"]  # type: ignore[attr-defined]
    wanted = bytes(part for number in pixels(last(slug)) for part in PALETTE[number])
    assert picture.convert("RGB").tobytes() == wanted


def test_a_gif_goes_from_the_first_screen_to_the_last():
    picture = Image.open(io.BytesIO(made("shutbox", "gif")))
    assert str(__version__).encode() in picture.info["comment"] and picture.info["loop"] == 0
    first = picture.convert("RGB").tobytes()
    picture.seek(picture.n_frames - 1)  # type: ignore[attr-defined]
    wanted = bytes(part for number in pixels(last("shutbox")) for part in PALETTE[number])
    assert picture.convert("RGB").tobytes() == wanted != first
    assert picture.info["duration"] == 3000


def test_a_picture_of_a_move_is_that_of_the_replay_and_no_move_is_a_sentence():
    assert made("thieves", "png", FileWish(move=3)) != made("thieves", "png")
    with pytest.raises(NotMade, match=r"has \d+ moves"):
        made("thieves", "png", FileWish(move=9999))


def test_without_pillow_a_sentence_says_how_to_get_it(monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(game_files, "import_module", missing)
    for kind in ("png", "gif"):
        with pytest.raises(NotMade, match=r"-m pip install pillow"):
            made("shutbox", kind)


def test_the_font_has_every_character_of_code_page_437():
    blank = {0, 0x20, 0xFF}
    for byte, char in enumerate(CP437):
        assert len(glyph(char)) == 16
        assert any(glyph(char)) == (byte not in blank), char
        assert byte in blank or char == "?" or glyph(char) != glyph("?")
    assert glyph("é") != glyph("?") and glyph("\U0001f600") == glyph("?")


def test_orange_is_a_colour_of_its_own_and_underlined_text_is_underlined():
    canvas = Canvas(2, 1)
    canvas.put(0, 0, "█", ORANGE)
    assert PALETTE[pixels(canvas)[0]] == (0xFF, 0x87, 0)


def test_pictures_have_shades_of_things_and_a_night_behind_what_is_on_black():
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "█", style(BROWN, 0, LIGHT))
    canvas.put(1, 0, " ", style(BROWN, BROWN, DEEP))
    canvas.put(2, 0, " ", style(BROWN, 0, LIGHT))
    light, deep, night = (PALETTE[pixels(canvas)[at * WIDE]] for at in range(3))
    assert sum(light) > sum(PALETTE[BROWN]) > sum(deep) and night[2] > night[0] >= night[1]


@by_game
def test_ansi_art_is_read_back_as_the_last_screen_with_its_record(slug):
    data, canvas = made(slug, "ans"), last(slug)
    art, sauce = read_art(data).canvas, split(data)[1]
    assert sauce is not None and (sauce.columns, sauce.rows) == (80, 24)
    assert sauce.author.startswith("Zoë") and __version__ in sauce.comments[0] and sauce.date == "20261122"
    sent = set(CP437) - {CP437[byte] for byte in ACTED_ON}
    for mine, theirs in zip(art.cells, canvas.cells, strict=True):
        for one, other in zip(mine, theirs, strict=True):
            told = plain_style(other >> SHIFT) & ~(1 << 8)
            assert one == other or chr(other & CODE) not in sent or one >> SHIFT == told


def test_text_says_which_release_wrote_it():
    assert made("shutbox", "txt").decode() == f"what was said\n\nDrawn by The Door {__version__}.\n"


def test_the_text_of_a_match_ends_without_one_players_score():
    match, door = between("Ann", "Bob", "microlink"), find("microlink")
    assert door is not None
    assert list(game_files.in_words(door.game, match))[-1] == tr.play.game_over_short()
