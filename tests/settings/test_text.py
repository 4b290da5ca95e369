"""YAML as the board reads it: 1.2 core scalars, bounded, with lines."""

import re

import pytest
import yaml
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st

from door.records.files import plain_yaml
from door.settings.text import BYTES, SettingsError, parse, read
from door.ui.texts import tr


def value(text):
    return parse("t.yaml", f"key: {text}").values["key"]


def fault(text):
    """The faults of a file, those of its form and those of its keys."""
    try:
        return [str(fault) for fault in parse("t.yaml", text).faults]
    except SettingsError as error:
        return list(error.errors)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("NO", "NO"), ("yes", "yes"), ("off", "off"), ("On", "On"), ("y", "y"),
        ("true", True), ("False", False), ("TRUE", True), ("tRUE", "tRUE"),
        ("12:30:45", "12:30:45"), ("2026-11-20", "2026-11-20"), ("1_000", "1_000"),
        ("010", 10), ("0o10", 8), ("0x1F", 31), ("+7", 7), ("-0", 0), ("0b11", "0b11"),
        ("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0), ("1e", "1e"), (".inf", float("inf")),
        ("~", None), ("null", None), ("", None), ("Null", None), ("nUll", "nUll"),
        ("'5'", "5"), ('"true"', "true"), ("!!str 5", "5"), ("!!int '5'", 5),
        ("[1, [a]]", (1, ("a",))), ("127.0.0.1:2323", "127.0.0.1:2323"), ("=", "="), ("<<", "<<"),
    ],
)  # fmt: skip
def test_plain_scalars_follow_yaml_1_2(written, meant):
    assert value(written) == meant
    assert type(value(written)) is type(meant)


def test_lines_are_kept_for_keys_and_items():
    document = parse("t.yaml", "a:\n  b: 1\n\n  c:\n    - x\n    - y\n")
    assert document.lines["a", "b"] == 2
    assert document.lines["a", "c", 1] == 6
    assert document.line(("a", "b", "gone", "further")) == 2
    assert document.line(("nowhere",)) == 1
    assert parse("t.yaml", "5: x\nno: y\n").values == {"5": "x", "no": "y"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "t.yaml:1: is empty"),
        ("# nothing but words\n", "t.yaml:1: is empty"),
        ("\n- a\n", "t.yaml:2: must be keys with values"),
        ("word", "t.yaml:1: must be keys with values"),
        ("a:\n\tb: 1", "t.yaml:2: is not YAML: a tab"),
        ("a: b: c", "t.yaml:1: is not YAML: a second `:`; a text with `: ` in it needs"),
        ("a: b\n  c: d\n", "t.yaml:2: is not YAML: the indent differs from line 1"),
        ("a: [1", "t.yaml:1: is not YAML: this `[` is never closed (column 4)"),
        ("a: 1\nb: [\n", "t.yaml:2: is not YAML: this `[` is never closed (column 4)"),
        ("a: 1\nb: {", "t.yaml:2: is not YAML: this `{` is never closed (column 4)"),
        ("a: [[1],\n", "t.yaml:1: is not YAML: this `[` is never closed (column 4)"),
        ("a: [1\nb: 2\n", "t.yaml:1: is not YAML: this `[` is never closed (column 4)"),
        ("a: {x: 1\nb: 2\n", "t.yaml:1: is not YAML: this `{` is never closed"),
        ("a: ['x' 'y']", "t.yaml:1: is not YAML: a comma is missing before this (column 9)"),
        ("a: 'x\nb: 2\n", "t.yaml:1: is not YAML: this quote is never closed"),
        ("a: 'x\nb: 'y'\n", "t.yaml:1: is not YAML: this quote is never closed (column 4)"),
        ("a: 'x\n# day's\nb: 2\n", "t.yaml:1: is not YAML: this quote is never closed (column 4)"),
        ("a: [x, 'y]\nb: [z, 'w']\n", "t.yaml:1: is not YAML: this quote is never closed (column 8)"),
        ("a: 'Bo's'\n", "t.yaml:1: is not YAML: the value ends before this; put the whole value in quotes"),
        ('a: "C:\\Door"\n', "t.yaml:1: is not YAML: in double quotes write `\\` as `\\\\`"),
        ("a: [1}\n", "t.yaml:1: is not YAML: this `[` is never closed (column 4)"),
        ("a: [1]]\n", "t.yaml:1: is not YAML: this bracket was never opened (column 7)"),
        ("a: 1\nb:2\nc: 3\n", "t.yaml:2: is not YAML: there is no `: ` (colon and blank)"),
        ("s:\n  b:2\n  # x\n  c: 3\n", "t.yaml:2: is not YAML: there is no `: ` (colon and blank)"),
        ("s:\n  b:2\n  c: 3\n", "t.yaml:2: is not YAML: there is no `: ` (colon and blank)"),
        ("# x\ns\n  # x\n  c: 3\n", "t.yaml:2: is not YAML: there is no `: ` (colon and blank)"),
        ("\na: 1\nb:\xa02\nc: 3\n", "t.yaml:3: is not YAML: the blank U+00A0 stands where YAML"),
        ("a:\n  b: 1\n c: 2\n", "t.yaml:3: is not YAML: the indent differs from"),
        ("a:\n  b: 1\n  # x\n   c: 2\n", "t.yaml:4: is not YAML: the indent differs"),
        ("a:\n  b: 1\nc: 2\n  d: 3\n", "t.yaml:3: is not YAML: the indent differs"),
        ("a:\n  b: 1\nc: '2'\n  d: 3\n", "t.yaml:3: is not YAML: the indent differs"),
        ("a:\n  - x\n  y: 2\n", "t.yaml:3: is not YAML: `- ` and `key:` are mixed"),
        ("a:\n    x\n   # y\n   b: 1\n", "t.yaml:4: is not YAML: the indent differs"),
        ("a: @x", "t.yaml:1: is not YAML: a value that starts like this needs quotes (column 4)"),
        ("a: ,x", "t.yaml:1: is not YAML: a value that starts like this needs quotes (column 4)"),
        ("a: |x", "t.yaml:1: is not YAML: a value that starts like this needs quotes (column 5)"),
        ("a: &x", "t.yaml:1: a: a value that starts like this needs quotes"),
        ("a: 1\n%b: 2\n", "t.yaml:2: is not YAML: no line may start with `%`"),
        ("a: 1\n---\nb: 2", "t.yaml:2: is not YAML: a second document starts"),
        ("a: 1\n...\nb: 2", "t.yaml:3: is not YAML: a second document starts"),
        ("a: 1\n\nb: 2\na: 3", "t.yaml:4: a: is there twice, first on line 1"),
        ("s:\n  a: 1\n  'a': 2", "t.yaml:3: s.a: is there twice, first on line 2"),
        ("? \n: 2", "t.yaml:1: a key must be a plain word"),
        ("{a: 1}: 2", "t.yaml:1: a key must be a plain word"),
        ("[a]: 2", "t.yaml:1: a key must be a plain word"),
        ("a: !!python/object/apply:os.system [ls]", "t.yaml:1: a: has the unknown tag "),
        ("a: !secret x", "t.yaml:1: a: has the unknown tag '!secret'"),
        ("a: !!int x", "t.yaml:1: a: is tagged as int but is 'x'"),
        ("a: !!timestamp 2026-01-01", "t.yaml:1: a: has the unknown tag "),
        ("a: " + "9" * 5000, "t.yaml:1: a: is a number of more than 18 characters"),
        ("a: &x [*x]", "t.yaml:1: a: has too many values, or an alias that contains itself"),
        ("a: *x", "t.yaml:1: is not YAML: a value that starts like this needs quotes"),
        ("\nbell: \a", "t.yaml:2: contains the control character U+0007"),
        ("%YAML 3.0\n---\na: 1", "t.yaml:1: is not YAML: "),
    ],
)  # fmt: skip
def test_each_bad_file_gives_one_sentence(text, said):
    faults = fault(text)
    assert len(faults) == 1
    assert faults[0].startswith(said)


def test_aliases_cannot_multiply():
    bomb = "\n".join(["a0: &a0 [x, x, x, x, x, x, x, x, x]"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)
    ])  # fmt: skip
    assert "too many values" in fault(bomb)[0]
    assert parse("t.yaml", "a: &a [1]\nb: *a").values == {"a": (1,), "b": (1,)}


@pytest.mark.parametrize(
    "text", ["[" * 60_000, "{a: " * 15_000, "- " * 30_000, "a: " + "[" * 900 + "]" * 900]
)
def test_depth_is_bounded(text):
    assert "nested too deeply" in fault(text)[0]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a: 1\nb: caf\xe9\n", "t.yaml:2: byte 0xe9 is not UTF-8"),
        ("a: 1".encode("utf-16"), "t.yaml:1: is UTF-16; save it as UTF-8"),
        (b"#" * (BYTES + 1), "t.yaml:1: is larger than 64 KiB"),
    ],
)
def test_bad_bytes_give_one_sentence(tmp_path, monkeypatch, data, said):
    monkeypatch.chdir(tmp_path)
    path = tmp_path.relative_to(tmp_path) / "t.yaml"
    path.write_bytes(data)
    with pytest.raises(SettingsError) as caught:
        read(path)
    assert len(caught.value.errors) == 1
    assert caught.value.errors[0].startswith(said)


def test_a_byte_order_mark_of_utf8_and_crlf_are_read(tmp_path):
    (tmp_path / "t.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb:\r\n  c: x\r\n")
    document = read(tmp_path / "t.yaml")
    assert document.values == {"a": 1, "b": {"c": "x"}}
    assert document.line(("b", "c")) == 3


def test_unreadable_files_give_one_sentence(tmp_path):
    for path, said in ((tmp_path / "none.yaml", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(SettingsError, match=said):
            read(path)


@examples(150)
@given(st.text(alphabet="ab:-[]{},&*!|>'\"#%@`?~ \n\t\0\a0159.é\u2028\ufeff", max_size=60))
@example("a: !<tag:yaml.org,2002:int> 0x")
@example("? a\n: b")
@example("!!map {a: 1}")
@example("a: !!bool ''")
@example('"x" a\n b: 1')
def test_no_text_does_more_than_be_refused(text):
    try:
        document = parse("t.yaml", text)
    except SettingsError as error:
        assert all(line.startswith("t.yaml:") for line in error.errors)
    else:
        assert all(isinstance(key, str) for key in document.values)


def _is_text_to_both(word):
    """`0E0` is text to YAML 1.1, and PyYAML writes it without quotes; to YAML 1.2 it is a number."""
    return not re.fullmatch(r"[-+]?[0-9.]+[eE][-+]?[0-9]+", word)


@examples(60)
@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,6}", fullmatch=True),
        st.recursive(
            st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=9).filter(_is_text_to_both),
            lambda inner: st.lists(inner, max_size=3),
            max_leaves=6,
        ),
        min_size=1,
        max_size=5,
    )
)
def test_what_pyyaml_writes_is_read_back(values):
    text = yaml.safe_dump(values, allow_unicode=False)
    assert parse("t.yaml", text).values == {key: _tuples(value) for key, value in values.items()}


def _tuples(value):
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def test_a_file_may_have_as_many_values_as_its_limit():
    text = "a: [1, 2]\nb: 3\n"  # the file, the list, its two items, and the other value
    assert plain_yaml.parse("t.yaml", text, most=5).values == {"a": (1, 2), "b": 3}
    with pytest.raises(plain_yaml.YamlError) as refused:
        plain_yaml.parse("t.yaml", text, most=4)
    assert refused.value.fault.reason == tr.yaml.too_many_values()
