"""config/texts.yaml and config/languages: what is warned of, what is said instead, texts put into a file."""

from pathlib import Path

import pytest
from other_words import spoken

from door.screens.doors import infos
from door.server.board import MOST_WARNINGS, log_texts
from door.settings import SettingsError, load
from door.settings.change import KeyRefused, put_text
from door.settings.reload import SettingsWatch
from door.settings.texts import LONGEST, NONE, Texts, unknown_in_cp437
from door.ui import pseudo
from door.ui.texts import tr

NOT_FILLED = "is not filled in here; it may have"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "config" / "languages").mkdir(parents=True)
    (tmp_path / "config" / "board.yaml").write_text("board:\n  name: Attic\n")
    return tmp_path


def wrote(board: Path, text: str | bytes, name: str = "texts.yaml") -> Texts:
    """What a board makes of this file: it starts whatever is in it."""
    data = text if isinstance(text, bytes) else text.encode()
    (board / "config" / name).write_bytes(data)
    return load(board, infos()).texts


def warned(board: Path, text: str | bytes, name: str = "texts.yaml") -> list[str]:
    return [one.removeprefix(f"{board}/config/") for one in wrote(board, text, name).warnings]


@pytest.mark.parametrize(("text", "warning"), [
    ("menu.helo: Hi", "1: menu.helo: there is no such text; did you mean menu.hello?"),
    ("menu:\n  helo: Hi", "2: menu.helo: there is no such text; did you mean menu.hello?"),
    ("qqq: Hi", "1: qqq: there is no such text; `door texts list` has all of them"),
    ("menu.title: 5", "1: menu.title: must be text; put it in quotes"),
    ("menu.title:", "1: menu.title: must be text; put it in quotes"),
    ("menu.title: [a, b]", "1: menu.title: must be text; put it in quotes"),
    ("\nmenu.hello: {who}", "2: menu.hello.who: has no plural forms; it is one text"),
    ("menu.hello: Hi {who}", f"1: menu.hello: {{who}} {NOT_FILLED} {{handle}}, {{calls}}, {{clock}}"),
    ("menu.hello: Hi {handel}", "1: menu.hello: {handel} is not filled in here; did you mean {handle}?"),
    ("menu.hello: Hi {}", f"1: menu.hello: {{}} {NOT_FILLED} {{handle}}, {{calls}}, {{clock}}"),
    ("menu.hello: Hi {calls.real}",
     "1: menu.hello: {calls.real} is not filled in here; did you mean {calls}?"),
    ("menu.hello: Hi {x.__class__}",
     f"1: menu.hello: {{x.__class__}} {NOT_FILLED} {{handle}}, {{calls}}, {{clock}}"),
    ("menu.hello: 'Hi {handle:>99}'", "1: menu.hello: {handle} has more than a name in its braces"),
    ("menu.hello: 'Hi {handle!r}'", "1: menu.hello: {handle} has more than a name in its braces"),
    ("menu.title: Bye {handle}", "1: menu.title: {handle} is not filled in here; nothing is"),
    ("menu.title: 'Bye {'",
     "1: menu.title: has a single { or }; write {{ or }} for the character itself"),
    (f"menu.title: {'w' * 77}", "1: menu.title: is 77 columns long; there is room for 76"),
    (f"menu.title: {'w' * 5000}", f"1: menu.title: is 5000 characters long; a text may have {LONGEST}"),
    ("shutbox.points_to_match: '{points} fehlen noch'",
     "1: shutbox.points_to_match: is 12 columns long; there is room for 10"),
    ("mindbuster.homer_win: |\n  Ha!\n  " + "w" * 41,
     "1: mindbuster.homer_win: is 41 columns long; there is room for 40"),
    ('menu.title: "one\\ntwo"', "1: menu.title: must be one line, as the shipped one is"),
    ("shutbox.name: ''", "1: shutbox.name: must not be empty"),
    ("shutbox: {name: ' '}", "1: shutbox.name: must not be empty"),
    ('menu.title: "\\e[2J"', "1: menu.title: contains the control character U+001B"),
    ("menu.title: a\nmenu.title: b", "2: menu.title: is there twice, first on line 1"),
    ("count.games:\n  ones: '{n} Spiel'",
     "2: count.games.ones: 'ones' is not a plural form; did you mean one?"),
    ("count.games:\n  one: '{m} Spiel'", "2: count.games.one: {m} is not filled in here; it may have {n}"),
    ("count.games: {one: '{n} game', few: '{n} gamies', other: '{n} games'}",
     "1: count.games: few is never used: this language has the forms one, other"),
])  # fmt: skip
def test_what_could_go_wrong_while_it_is_said_is_a_warning_with_file_line_and_id(board, text, warning):
    assert warned(board, text) == [f"texts.yaml:{warning}"]
    with spoken(load(board, infos()).texts.of("en")):
        assert tr.menu.title() in ("Main Menu", "a") and tr.count.games(n=1) == "1 game"
        assert tr.menu.hello(handle="Bo", calls=1).startswith("Hello, Bo.")


@pytest.mark.parametrize(("data", "warning"), [
    (b"menu.title: [", "texts.yaml:1: is not YAML: "),
    (b"menu.title: \x07", "texts.yaml:1: contains the control character U+0007"),
    (b"menu.title: \xff", "texts.yaml:1: byte 0xff is not UTF-8; save the file as UTF-8"),
    (b"menu.title: x\n" + b"#" * 10_000_000, "texts.yaml:1: is larger than 1024 KiB"),
    (b"- a\n- b", "texts.yaml:1: must be keys with values"),
    (b"", "texts.yaml:1: is empty"),
    (b"menu.title: &a [*a]", "texts.yaml:"),
])  # fmt: skip
def test_a_file_that_cannot_be_used_is_one_warning_and_the_board_starts(board, data, warning):
    found = warned(board, data)
    assert len(found) == 1 and found[0].startswith(warning)
    assert wrote(board, data).of("en").texts == {}


@pytest.mark.whole("a thousand faults")
def test_a_thousand_wrong_ids_are_told_in_no_time(board):
    assert len(warned(board, "".join(f"menu.helo{at}: Hi\n" for at in range(1000)))) == 1000


@pytest.mark.parametrize(("text", "warning"), [
    ("menu.hello: Hi {handle}", "1: menu.hello: leaves out {calls}; write {-calls} if you mean to"),
    ("menu.hello: Hi", "1: menu.hello: leaves out {handle}, {calls}; write {-handle}{-calls} if you mean to"),
    ("count.games: games", "1: count.games: leaves out {n}; write {-n} if you mean to"),
    ("menu.title: Bye {-handle}", "1: menu.title: {handle} is not filled in here; nothing is"),
    ("menu.hello: 'Hi {handle} {-calls!r}'",
     "1: menu.hello: {-calls} is not filled in here; did you mean {calls}?"),
])  # fmt: skip
def test_a_text_that_leaves_something_out_is_not_used(board, text, warning):
    assert warned(board, text) == [f"texts.yaml:{warning}"]
    assert wrote(board, text).of("en").texts == {}


def test_a_text_may_leave_something_out_on_purpose(board):
    texts = wrote(
        board, "menu.hello: 'Hi {handle}!{-calls}'\ncount.games:\n  one: a game\n  other: 'many games{-n}'\n"
    )
    assert texts.warnings == ()
    with spoken(texts.of("en")):
        assert tr.menu.hello(handle="Bo", calls=3, clock="") == "Hi Bo!"
        assert (tr.count.games(n=1), tr.count.games(n=2)) == ("a game", "many games")


def test_a_right_text_beside_a_wrong_one_is_said(board):
    texts = wrote(
        board, "menu.title: 5\nmenu:\n  hello: '{{{calls}}} Moin {handle}!'\ncount.games: '{n} Spiele'\n"
    )
    assert len(texts.warnings) == 1
    with spoken(texts.of("en")):
        assert tr.menu.hello(handle="Bo", calls=3, clock="") == "{3} Moin Bo!"
        assert (tr.count.games(n=1), tr.count.games(n=2)) == ("1 game", "2 Spiele")


def test_faults_of_other_files_still_stop_the_board(board):
    (board / "config" / "board.yaml").write_text("board:\n  nam: Attic\n")
    (board / "config" / "texts.yaml").write_text("menu.title: 5\n")
    with pytest.raises(SettingsError) as refused:
        load(board, infos())
    assert len(refused.value.errors) == 1


def test_a_language_is_spoken_before_the_sysop_s_english_and_that_before_the_shipped(board):
    wrote(board, "menu.title: The Menu\nlogon.title: The Log-on\n")
    texts = wrote(board, "menu:\n  title: Menü\ncount:\n  games: {one: '{n} Spiel', other: '{n} Spiele'}\n",
                  "languages/de.yaml")  # fmt: skip
    assert texts.warnings == ()
    with spoken(texts.of("de")):
        assert (tr.menu.title(), tr.logon.title(), tr.help.title()) == ("Menü", "The Log-on", "Help")
        assert (tr.count.games(n=1), tr.count.games(n=0)) == ("1 Spiel", "0 Spiele")
    assert texts.of("fr") is texts.of("en") and texts.of(pseudo.CODE) is pseudo.language()


@pytest.mark.parametrize(("name", "text", "warning"), [
    ("deutsch!.yaml", "menu.title: x",
     "1: must be named after its language's code, such as de.yaml or pt-BR.yaml"),
    ("pl.yaml", "count.games: {one: '{n} gra', other: '{n} gry'}",
     "1: count.games: has no form few or many; `other` is used"),
    ("de.yaml", "count.games: {one: '{n} Spiel'}",
     "1: count.games: has no form `other`, which every language needs"),
    ("de.yaml", "menu.title: Menü {who}", "1: menu.title: {who} is not filled in here; nothing is"),
])  # fmt: skip
def test_what_is_wrong_in_a_language_is_a_warning(board, name, text, warning):
    assert warned(board, text, f"languages/{name}") == [f"languages/{name}:{warning}"]


def test_a_board_without_texts_has_none(board):
    assert load(board, infos()).texts == NONE


def test_saving_texts_or_a_language_is_a_change_that_applies_at_once(board):
    for name in ("texts.yaml", "languages/de.yaml"):
        old, watch = load(board, infos()), SettingsWatch(board)
        wrote(board, "menu.title: Menü", name)
        new = load(board, infos())
        assert watch.changed()
        assert [str(one) for one in SettingsWatch.compare(old, new)] == ["texts applies at once"]


def test_a_text_is_put_into_the_file_and_all_else_stays(board):
    file = board / "config" / "texts.yaml"

    def put(key: str, words: str) -> str:
        put_text(board, key, words)
        return file.read_text(encoding="utf-8")

    assert put("count.games.one", "{n} Spiel") == 'count.games:\n  one: "{n} Spiel"\n'
    wrote(board, "# mine\nmenu.title: Menü  # so\nmenu.qqq: 5\n")
    assert put("menu.title", "Das Menü: {{}}") == (
        '# mine\nmenu.title: "Das Menü: {{}}"  # so\nmenu.qqq: 5\n'
    )
    assert 'people.page_sysop_about: "Eins,\\U0000000Azwei {sysop}."' in put(
        "people.page_sysop_about", "Eins,\\nzwei {sysop}."
    )
    wrote(board, "menu:\n  title: Menü\n")
    assert put("menu.choose_door", "Moin") == "menu:\n  title: Menü\n  choose_door: Moin\n"
    before = file.read_bytes()
    with pytest.raises(KeyRefused, match="there is no such text; did you mean"):
        put("menu.titel", "x")
    with pytest.raises(KeyRefused, match="not filled in here"):
        put("menu.title", "{who}")
    with pytest.raises(KeyRefused, match="leaves out"):
        put("menu.hello", "Moin {handle}")
    assert file.read_bytes() == before


def test_letters_that_cp437_lacks_are_named():
    assert unknown_in_cp437("Grüße, señor? Ж и Ж") == "Жи"


@pytest.mark.whole("a thousand faults")
def test_the_log_names_what_is_wrong_and_not_all_of_a_thousand(board, caplog):
    wrote(board, "".join(f"menu.helo{at}: Hi\n" for at in range(1000)))
    log_texts(load(board, infos()))
    assert len(caplog.messages) == MOST_WARNINGS + 1 and "texts.yaml:1: menu.helo0: " in caplog.messages[0]
    assert caplog.messages[-1] == f"{1000 - MOST_WARNINGS} more texts are wrong; `door check` lists them"


def test_a_running_board_keeps_the_sentences_of_a_file_that_cannot_be_read_now(board, caplog):
    (board / "config" / "languages").mkdir(exist_ok=True)
    wrote(board, "menu.title: Meine\n")
    before = wrote(board, "common.yes: Ja\n", "languages/de.yaml")
    broken = wrote(board, "menu.title: {clock} Moin\n")
    assert broken.of("en").texts == {} and [one.code for one in broken.unread] == ["en"]
    kept = broken.kept_from(before)
    assert kept.of("en").texts == before.of("en").texts and kept.of("de").texts == before.of("de").texts
    assert kept.warnings == broken.warnings
    log_texts(load(board, infos()), [one.warning for one in broken.unread])
    assert caplog.messages[0].endswith("; the sentences from before are used")
    wrote(board, "menu.title: Unsere\n")
    both = wrote(board, "[", "languages/de.yaml").kept_from(before)
    assert both.of("en").texts == {"menu.title": "Unsere"}
    assert both.of("de").texts == before.of("de").texts
    assert broken.kept_from(Texts()).of("en").texts == {}, "the first start has none from before"
