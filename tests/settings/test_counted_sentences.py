"""A translator can give plural forms to any sentence with a number, and write ids as they are listed."""

from pathlib import Path

import pytest

from door.commands.check import check_board
from door.screens.doors import infos
from door.settings import Settings, load
from door.settings.skeleton import init
from door.ui.sentence import speaking
from door.ui.texts import tr


def german(folder: Path, text: str) -> Settings:
    init(folder / "board")
    path = folder / "board" / "config" / "languages" / "de.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return load(folder / "board", infos())


def test_a_number_alone_picks_the_form(tmp_path):
    one, other = "Erster Anruf, {handle}{-clock}{-calls}", "{calls}. Anruf, {handle}{-clock}"
    made = german(tmp_path, f'menu.hello:\n  one: "{one}"\n  other: "{other}"\n')
    assert not made.texts.warnings
    with speaking(lambda: made.texts.of("de")):
        assert tr.menu.hello(clock="", handle="Ann", calls=1) == "Erster Anruf, Ann"
        assert tr.menu.hello(clock="", handle="Ann", calls=12) == "12. Anruf, Ann"


def test_a_counted_noun_picks_the_form_of_the_sentence_around_it(tmp_path):
    made = german(
        tmp_path,
        'count.games: {one: "{n} Spiel", other: "{n} Spiele"}\n'
        'sysop.account_games: {one: "in {games} {best}", other: "in {games}n {best}"}\n',
    )
    assert not made.texts.warnings
    with speaking(lambda: made.texts.of("de")):
        assert tr.sysop.account_games(games=tr.count.games(n=1), best=9) == "in 1 Spiel 9"
        assert tr.sysop.account_games(games=tr.count.games(n=2), best=9) == "in 2 Spielen 9"
        assert tr.sysop.account_games(games=tr.count.games(n=2), best=9).again() == "in 2 Spielen 9"
        assert tr.sysop.account_games(games="some games", best="x") == "in some gamesn x"


def test_a_counted_noun_goes_before_a_bare_number(tmp_path):
    one, other = "{place}. {who}, {score} in {games}", "{place}. {who}, {score} in {games}n"
    nouns = 'count.games: {one: "{n} Spiel", other: "{n} Spiele"}\n'
    made = german(tmp_path, f'{nouns}play.place_line_games: {{one: "{one}", other: "{other}"}}\n')
    assert not made.texts.warnings
    with speaking(lambda: made.texts.of("de")):
        for place, count, said in ((1, 2, "1. Ben, 194 in 2 Spielen"), (2, 1, "2. Ben, 194 in 1 Spiel")):
            games = tr.count.games(n=count)
            assert tr.play.place_line_games(place=place, who="Ben", score=194, games=games) == said


def test_ids_are_taken_as_they_are_listed(tmp_path):
    made = german(tmp_path, 'count.games.one: "{n} Spiel"\ncount.games.other: "{n} Spiele"\n')
    assert not made.texts.warnings
    with speaking(lambda: made.texts.of("de")):
        assert (tr.count.games(n=1), tr.count.games(n=3)) == ("1 Spiel", "3 Spiele")
    rooms = german(tmp_path / "rooms", 'count:\n  games.one: "{n} Spiel"\n  games.other: "{n} Spiele"\n')
    assert not rooms.texts.warnings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('logon.title: {one: "a", other: "b"}\n', "has no plural forms"),
        ('count.games.some: "{n} Spiel"\n', "some"),
        ('menu.hello: {one: "{clock}{handle}{calls}"}\n', "other"),
        ('count.gamez.one: "{n}"\n', "count.games"),
    ],
)
def test_a_slip_is_a_warning(tmp_path, text, said):
    (warning, *_) = german(tmp_path, text).texts.warnings
    assert said in warning


def test_english_needs_only_the_form_that_differs(tmp_path):
    init(tmp_path / "board")
    (tmp_path / "board" / "config" / "texts.yaml").write_text(
        'menu.hello.one: "First call, {handle}{-clock}{-calls}"\n'
    )
    made = load(tmp_path / "board", infos())
    assert not made.texts.warnings
    with speaking(lambda: made.texts.of("en")):
        assert tr.menu.hello(clock="8:00", handle="Ann", calls=1) == "First call, Ann"
        assert "Ann" in tr.menu.hello(clock="8:00", handle="Ann", calls=2)


@pytest.mark.parametrize(("code", "is_told"), [("de", True), ("en", False), ("en-XA", False)])
def test_a_language_without_a_file_is_a_warning(tmp_path, code, is_told):
    init(tmp_path / "board")
    path = tmp_path / "board" / "config" / "board.yaml"
    path.write_text(path.read_text().replace("language: en\n", f"language: {code}\n"))
    lines, errors = check_board(tmp_path / "board", infos())
    assert not errors
    assert any("de.yaml is missing, and board.language is de" in line for line in lines) == is_told
