"""One value of a file changed: the bytes around it are the sysop's and stay."""

import difflib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from door.settings import text
from door.settings.edit import EditError, KeyEdit, comment_above, put_value, to_yaml
from door.settings.text import SettingsError

BOARD = """\
# The board.   Two spaces, and a tab\tin a comment.

board:
  name: 'The Door'   # as callers see it
  sysop:

limits:
    nodes: 250 # many
    trusted:
      - 127.0.0.0/8
      - "::1/128"

    hours:
      # at night
      - 22:00-06:00
callers: {new: open, reserved: [Batman, 'Robin']}  # who
empty:
# the end
"""


def put(old, place, value, **more):
    return put_value("board.yaml", old, KeyEdit(tuple(place.split(".")), value, **more))


def lines_changed(old, new):
    """The lines that went and came."""
    return [line for line in difflib.ndiff(old.splitlines(), new.splitlines()) if line[0] in "+-"]


@pytest.mark.parametrize(
    ("place", "value", "went", "came"),
    [
        ("board.name", "My Board", "  name: 'The Door'   # as callers see it",
         "  name: My Board   # as callers see it"),
        ("board.name", "no # comment: here", "  name: 'The Door'   # as callers see it",
         '  name: "no # comment: here"   # as callers see it'),
        ("board.sysop", "Ann", "  sysop:", "  sysop: Ann"),
        ("limits.nodes", 9, "    nodes: 250 # many", "    nodes: 9 # many"),
        ("callers.new", "closed", "callers: {new: open, reserved: [Batman, 'Robin']}  # who",
         "callers: {new: closed, reserved: [Batman, 'Robin']}  # who"),
        ("callers.reserved", ("a, b", "NO"), "callers: {new: open, reserved: [Batman, 'Robin']}  # who",
         'callers: {new: open, reserved: ["a, b", "NO"]}  # who'),
    ],
)  # fmt: skip
def test_just_that_value_differs(place, value, went, came):
    new = put(BOARD, place, value)
    assert [line[2:] for line in lines_changed(BOARD, new)] == [went, came]


def test_a_list_of_lines_becomes_one_line_unless_it_has_comments():
    new = put(BOARD, "limits.trusted", ("10.0.0.0/8",))
    assert sorted(lines_changed(BOARD, new)) == sorted([
        "-     trusted:", "+     trusted: [10.0.0.0/8]", "-       - 127.0.0.0/8", '-       - "::1/128"',
    ])  # fmt: skip
    with pytest.raises(EditError, match="edit the file by hand"):
        put(BOARD, "limits.hours", ())


def test_a_key_that_was_not_there_comes_with_its_comment_in_its_section():
    new = put(BOARD, "limits.per_address", 4, comment=("Calls at once", "from one address."),
              order=("nodes", "per_address", "trusted"))  # fmt: skip
    assert lines_changed(BOARD, new) == [
        "+     # Calls at once", "+     # from one address.", "+     per_address: 4",
    ]  # fmt: skip
    assert new.index("per_address") < new.index("trusted")
    assert put(BOARD, "board.location", "Here").splitlines()[4:7] == ["  sysop:", "  location: Here", ""]
    assert put(BOARD, "empty.guests", True).splitlines()[-3:-1] == ["empty:", "  guests: true"]
    with pytest.raises(EditError, match="edit the file by hand"):
        put(BOARD, "callers.guests", True)


def test_a_section_that_was_not_there_comes_too():
    new = put(BOARD, "log.level", "debug", comment=("Lowest level that is logged.",))
    assert new == BOARD.replace(
        "# the end\n", "\nlog:\n  # Lowest level that is logged.\n  level: debug\n# the end\n"
    )
    assert put("board:\n  name: x\nlog:\n", "log.keep", 3, comment=("How many.",)) == (
        "board:\n  name: x\nlog:\n  # How many.\n  keep: 3\n"
    )
    assert put("tiles: 9", "top", 3) == "tiles: 9\n\ntop: 3\n"


def test_line_ends_stay_as_they_are():
    old = BOARD.replace("\n", "\r\n")
    for place, value in (("limits.nodes", 9), ("limits.trusted", ("a", "b")), ("board.location", "x"),
                         ("log.keep", 3), ("board.sysop", "y")):  # fmt: skip
        new = put(old, place, value, comment=("why",))
        assert new.replace("\r\n", "") == new.replace("\r", "").replace("\n", "")
        assert new.replace("\r\n", "\n") == put(BOARD, place, value, comment=("why",))


def test_a_text_over_several_lines_becomes_one():
    old = "a: |\n  one\n  two\n\n# next\nb: >-\n  three\n  four\nc: 'five\n  six'\n"
    assert put(old, "a", "x") == old.replace("|\n  one\n  two\n", "x\n")
    assert put(old, "b", "x") == old.replace(">-\n  three\n  four\n", "x\n")
    assert put(old, "c", "x") == old.replace("'five\n  six'", "x")


def test_what_hangs_on_an_anchor_is_not_changed_unasked():
    old = "board: {name: &it Ann, sysop: *it}\n"
    for place in ("board.sysop", "board.name"):
        with pytest.raises(EditError, match="edit the file by hand"):
            put(old, place, "Bob")
    with pytest.raises(EditError, match="edit the file by hand"):
        put("log: &x {keep: 3}\nother: *x\n", "other.level", "info")


@pytest.mark.parametrize("broken", ["a: [\n", "- a\n", "", "a: b: c\n", "\ta: 1\n"])
def test_what_is_no_yaml_is_told_as_the_check_tells_it(broken):
    with pytest.raises(SettingsError) as told:
        text.parse("board.yaml", broken)
    with pytest.raises(SettingsError) as here:
        put(broken, "a", 1)
    assert here.value.errors == told.value.errors


def test_the_comment_above_a_line():
    assert comment_above("# far\n\n  # one\n  # two\n  key: 1\n", 5) == ("one", "two")
    assert comment_above("a: 1\nkey: 1\n", 2) == ()


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Co", "Cn")), max_size=20)
VALUES = st.one_of(WORDS, st.integers(-(10**9), 10**9), st.booleans(), st.lists(WORDS, max_size=4).map(tuple))
PLACES = ["board.name", "board.sysop", "board.new", "limits.nodes", "limits.trusted", "limits.x",
          "callers.new", "callers.reserved", "empty.x", "log.level"]  # fmt: skip


@given(st.sampled_from(PLACES), VALUES, st.sampled_from(["\n", "\r\n"]))
@example("board.name", "off", "\n")
@example("board.name", "1E5", "\n")
@example("board.name", "12:30", "\n")
@example("callers.new", "a]", "\n")
@example("limits.nodes", "- a", "\n")
@example("board.name", "=", "\r\n")
def test_any_value_arrives_and_no_other_changes(place, value, newline):
    old = BOARD.replace("\n", newline)
    new = put(old, place, value)
    section, name = place.split(".")
    before, after = text.parse("", old).values, text.parse("", new).values
    assert after[section][name] == value
    assert type(after[section][name]) is type(value)
    assert {**after[section], name: 0} == {**(before.get(section) or {}), name: 0}
    assert {**after, section: 0} == {**before, section: 0}
    again = put(new, place, value)
    assert again == new, "and a second time there is nothing to do"


@given(WORDS)
def test_a_written_text_is_itself_to_every_reader(word):
    import yaml

    assert yaml.safe_load(f"x: {to_yaml(word)}") == {"x": word}
    assert yaml.safe_load(f"[{to_yaml(word)}]") == [word]
