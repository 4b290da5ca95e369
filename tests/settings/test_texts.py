"""config/texts.yaml: what is refused, in a sentence; what is said instead; and a text put into the file."""

from pathlib import Path

import pytest

from door.midend.doors import infos
from door.settings import SettingsError, load
from door.settings.change import KeyRefused, put_text
from door.settings.reload import Watch
from door.settings.texts import Known, unknown_in_cp437
from door.ui.texts import Sentence, speak, word

HELLO = Sentence("Hello, {handle}. This is call {calls}.")
ABOUT = Sentence("One line,\nand another.")
BYE = Sentence("Goodbye.")
SCORED = Sentence("{points} to match", 10)
VOICE = Sentence("I won?\nMe?", 40)
KNOWN = Known(
    {"menu.hello": HELLO, "tour.about": ABOUT, "menu.bye": BYE, "box.scored": SCORED, "homer.win": VOICE},
    frozenset({"Back", "Go on"}),
)
NOT_FILLED = "is not filled in here; it may have {handle} and {calls}"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "board.yaml").write_text("board:\n  name: Attic\n")
    return tmp_path


def wrote(board: Path, text: str) -> Path:
    (board / "config" / "texts.yaml").write_text(text, encoding="utf-8")
    return board


def faults(board: Path) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        load(board, infos(), known=lambda: KNOWN)
    return [error.removeprefix(f"{board}/config/") for error in refused.value.errors]


@pytest.mark.parametrize(("text", "fault"), [
    ("menu.helo: Hi", "1: menu.helo: there is no such text; did you mean menu.hello?"),
    ("qqq: Hi", "1: qqq: there is no such text; `door texts list` has all of them"),
    ("menu.bye: 5", "1: menu.bye: must be text; put it in quotes"),
    ("menu.bye:", "1: menu.bye: must be text; put it in quotes"),
    ("menu.bye: [a, b]", "1: menu.bye: must be text; put it in quotes"),
    ("\nmenu.hello: {who}", "2: menu.hello: must be text; put it in quotes"),
    ("menu.hello: Hi {who}", f"1: menu.hello: {{who}} {NOT_FILLED}"),
    ("menu.hello: Hi {}", f"1: menu.hello: {{}} {NOT_FILLED}"),
    ("menu.hello: Hi {calls.real}", f"1: menu.hello: {{calls.real}} {NOT_FILLED}"),
    ("menu.hello: 'Hi {handle:>99}'", "1: menu.hello: {handle} has more than a name in its braces"),
    ("menu.hello: 'Hi {handle!r}'", "1: menu.hello: {handle} has more than a name in its braces"),
    ("menu.bye: Bye {handle}", "1: menu.bye: {handle} is not filled in here; nothing is"),
    ("menu.bye: 'Bye {'",
     "1: menu.bye: has a { or } that begins or ends nothing; write {{ or }} for the sign"),
    (f"menu.bye: {'w' * 77}", "1: menu.bye: is 77 columns long; there is room for 76"),
    ("box.scored: '{points} fehlen noch'",
     "1: box.scored: is 12 columns long; there is room for 10"),
    ("homer.win: |\n  Ha!\n  " + "w" * 41,
     "1: homer.win: is 41 columns long; there is room for 40"),
    ('menu.bye: "one\\ntwo"', "1: menu.bye: must be one line, as the shipped one is"),
    ('menu.bye: "\\e[2J"', "1: menu.bye: the control character U+001B may not stand in it"),
    ("words:\n  Bakc: Z", "2: words.Bakc: there is no such text; did you mean words.Back?"),
    ("menu.bye: a\nmenu.bye: b", "2: menu.bye: stands twice, first on line 1"),
])  # fmt: skip
def test_what_could_go_wrong_while_it_is_said_is_refused_with_file_key_and_line(
    board: Path, text: str, fault: str
) -> None:
    assert faults(wrote(board, text)) == [f"texts.yaml:{fault}"]


def test_every_fault_is_told_at_once_with_those_of_other_files(board: Path) -> None:
    (board / "config" / "board.yaml").write_text("board:\n  nam: Attic\n")
    assert len(faults(wrote(board, "menu.bye: 5\nmenu.hello: '{'"))) == 3


def test_what_is_said_instead_fills_in_what_it_names(board: Path) -> None:
    settings = load(wrote(board, "menu.hello: '{{{calls}}} Moin!'\nwords:\n  Back: Zurück\n"), infos(),
                    known=lambda: KNOWN)  # fmt: skip
    speak(lambda: settings.texts)
    try:
        assert HELLO(handle="Bo", calls=3) == "{3} Moin!"
        assert (BYE(), f"{BYE}", word("Back"), word("Go on")) == ("Goodbye.", "Goodbye.", "Zurück", "Go on")
    finally:
        speak(dict)
    assert HELLO(handle="Bo", calls=3) == "Hello, Bo. This is call 3."


def test_a_brace_that_is_doubled_is_one_sign() -> None:
    speak(lambda: {BYE: "Tschüß :}}"})
    try:
        assert BYE() == "Tschüß :}"
    finally:
        speak(dict)


def test_a_text_that_was_filled_in_is_not_filled_in_again() -> None:
    assert HELLO(handle="{calls}", calls=1) == "Hello, {calls}. This is call 1."


def test_a_board_without_texts_need_not_know_them(board: Path) -> None:
    def asked() -> Known:
        raise AssertionError

    assert load(board, infos(), known=asked).texts == {}


def test_saving_the_texts_is_a_change_that_applies_at_once(board: Path) -> None:
    old = load(board, infos(), known=lambda: KNOWN)
    watch = Watch(board)
    new = load(wrote(board, "menu.bye: Tschüs"), infos(), known=lambda: KNOWN)
    assert watch.changed() and [str(one) for one in Watch.compare(old, new)] == ["texts applies at once"]


def test_a_text_is_put_into_the_file_and_all_else_stays(board: Path) -> None:
    def put(key: str, words: str) -> str:
        put_text(board, infos(), KNOWN, key, words)
        return (board / "config" / "texts.yaml").read_text(encoding="utf-8")

    assert put("words.Go on", "Weiter") == "words:\n  Go on: Weiter\n"
    wrote(board, "# mine\nmenu.bye: Tschüs  # so\nwords:\n  Go on: Weiter\n")
    assert put("menu.bye", "Bis bald: {{}}") == (
        '# mine\nmenu.bye: "Bis bald: {{}}"  # so\nwords:\n  Go on: Weiter\n'
    )
    assert 'tour.about: "Eins,\\U0000000Azwei."' in put("tour.about", "Eins,\\nzwei.")
    assert "  Back: Zurück\n" in put("words.Back", "Zurück")
    before = (board / "config" / "texts.yaml").read_bytes()
    with pytest.raises(KeyRefused, match="there is no such text; did you mean"):
        put("menu.by", "x")
    with pytest.raises(SettingsError, match="not filled in here"):
        put("menu.bye", "{who}")
    assert (board / "config" / "texts.yaml").read_bytes() == before


def test_letters_that_cp437_lacks_are_named() -> None:
    assert unknown_in_cp437("Grüße, señor? Ж и Ж") == "Жи"
