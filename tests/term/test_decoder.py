"""The decoder: every key of every terminal, in whatever chunks; never an exception, never a leak."""

import pytest
from effort import examples
from hypothesis import assume, given
from hypothesis import strategies as st

from door.term.charset import CP437
from door.term.decoder import HELD_LIMIT, PASTE_LIMIT, Decoder
from door.term.keys import NAMED, Input, Key, Mouse, TerminalReply

OTHER = TerminalReply("other")
KEYS = {
    b"a": "a", b" ": " ", b"~": "~", b"\r": "enter", b"\n": "enter", b"\r\n": "enter", b"\r\0": "enter",
    b"\t": "tab", b"\x08": "backspace", b"\x7f": "backspace", b"\x01": "ctrl-a", b"\x1a": "ctrl-z",
    b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left", b"\x1bOA": "up",
    b"\x1b[1;2D": "left", b"\x1b[1;5A": "up", b"\x1b[a": "up", b"\x1bOd": "left", b"\x1b\x1b[B": "down",
    b"\x1b[H": "home", b"\x1b[F": "end", b"\x1bOH": "home", b"\x1b[1~": "home", b"\x1b[4~": "end",
    b"\x1b[7~": "home", b"\x1b[8^": "end", b"\x1b[7$": "home", b"\x1b[2@": "insert", b"\x1b[3;5~": "delete",
    b"\x1b[2~": "insert", b"\x1b[3~": "delete", b"\x1b[5~": "pgup", b"\x1b[6~": "pgdn",
    b"\x1b[@": "insert", b"\x1b[V": "pgup", b"\x1b[U": "pgdn", b"\x1b[K": "end", b"\x1b[Z": "backtab",
    b"\x1bOP": "f1", b"\x1bOS": "f4", b"\x1b[11~": "f1", b"\x1b[[A": "f1", b"\x1b[[E": "f5",
    b"\x1b[15~": "f5",
    b"\x1b[17~": "f6", b"\x1b[21~": "f10", b"\x1b[23~": "f11", b"\x1b[24~": "f12", b"\x1b[1;2P": "f1",
    b"\x1b[214z": "home", b"\x1b[216z": "pgup", b"\x1b[247z": "insert", b"\x1b[224z": "f1",
    b"\x1b[235z": "f12", b"\x1b\t": "backtab",
    b"\x1bOp": "0", b"\x1bOy": "9", b"\x1bOM": "enter", b"\x1bOk": "+", "é".encode(): "é", "♥".encode(): "♥",
}  # fmt: skip
REPLIES: dict[bytes, list[Input]] = {
    b"\x1b[24;80R": [TerminalReply("cpr", (24, 80))],
    b"\x1b[1;2R": [TerminalReply("cpr", (1, 2))],
    b"\x1b[?1;2c": [TerminalReply("da", (1, 2))],
    b"\x1b[=67;84;101;114;109;1;319c": [TerminalReply("da", (67, 84, 101, 114, 109, 1, 319))],
    b"\x1b[0n": [OTHER],
    b"\x1b[>0;95;0c": [TerminalReply("da2", (0, 95, 0))],
    b"\x1b[?2026;1$y": [OTHER],
    b"\x1b[E": [OTHER],
    b"\x1b[200~hi\x1b[201~": [Key("h"), Key("i")],
    b"\x1b]11;rgb:0/0/0\x07": [OTHER],
    b"\x1b]0;title\x1b\\": [OTHER],
    b"\x1bP1$r0m\x1b\\": [OTHER],
    b"\x1b_SyncTERM:VER\x1b\\": [OTHER],
    b"\x1b[<0;1;1M": [Mouse(0, 0, "press", "left")],
    b"\x1b[<2;80;24m": [Mouse(79, 23, "release", "right")],
    b"\x1b[<32;5;6M": [Mouse(4, 5, "drag", "left")],
    b"\x1b[<35;5;6M": [],
    b"\x1b[<64;5;6M": [Mouse(4, 5, "wheel-up", "")],
    b"\x1b[<65;5;6M": [Mouse(4, 5, "wheel-down", "")],
    b"\x1b[<66;5;6M": [],
    b"\x1b[<20;5;6M": [Mouse(4, 5, "press", "left")],
    b"\x1b[<0;0;6M": [],
    b"\x1b[M !!": [Mouse(0, 0, "press", "left")],
    b"\x1b[M#*+": [Mouse(9, 10, "release", "")],
    b"\x1b[MC*+": [],
    b"\x1b[M`*+": [Mouse(9, 10, "wheel-up", "")],
}


def decode(*chunks: bytes, charset: str = "utf-8") -> list[Input]:
    decoder = Decoder(charset)
    return [value for chunk in chunks for value in decoder.feed(chunk)]


def bytewise(data: bytes, charset: str = "utf-8") -> list[Input]:
    return decode(*(bytes((byte,)) for byte in data), charset=charset)


def is_alt(chunk: bytes, charset: str) -> bool:
    """True if the chunk is ESC and one key, which is Alt with that key."""
    keys = bytewise(chunk, charset) if chunk[:1] == b"\x1b" else []
    return len(keys) == 2 and keys[0] == Key("esc") != keys[1]


def given_up(*chunks: bytes) -> Decoder:
    """A decoder for which each of the chunks came too late for the next."""
    decoder = Decoder()
    for chunk in chunks:
        decoder.feed(chunk)
        decoder.flush()
    return decoder


@pytest.mark.parametrize("data", KEYS, ids=repr)
def test_a_key(data):
    assert decode(data) == [Key(KEYS[data])]
    assert len(KEYS[data]) == 1 or KEYS[data] in NAMED


@pytest.mark.parametrize("data", REPLIES, ids=repr)
def test_what_is_no_key(data):
    assert decode(data) == REPLIES[data]


def test_split_at_every_byte_the_same_comes_out():
    everything = b"x".join([*KEYS, *REPLIES])
    whole = decode(everything)
    assert decode(*(bytes((byte,)) for byte in everything)) == whole
    for at in range(len(everything)):
        assert decode(everything[:at], everything[at:]) == whole


TRICKY = st.lists(
    st.one_of(
        st.binary(max_size=6),
        st.sampled_from([*KEYS, *REPLIES]),
        st.sampled_from(
            [
                b"\x1b",
                b"\x1b[",
                b"\x1bO",
                b"\x1b]",
                b"\x1bP",
                b"[",
                b"M",
                b";1",
                b"9" * 70,
                b"~",
                b"\xe2",
                b"$",
            ]
        ),
    ),
    max_size=12,
).map(b"".join)


@given(TRICKY, st.data(), st.sampled_from(["utf-8", "cp437", "ascii"]))
@examples(300)
def test_any_bytes_in_any_chunks_are_the_same_and_never_raise(data, cut, charset):
    at = cut.draw(st.integers(0, len(data)))
    assume(not any(is_alt(chunk, charset) for chunk in (data, data[:at], data[at:])))
    assert decode(data, charset=charset) == decode(data[:at], data[at:], charset=charset)
    one = Decoder(charset)
    out = [value for byte in data for value in one.feed(bytes((byte,)))]
    assert out == decode(data, charset=charset)
    for value in out + one.flush():
        assert not isinstance(value, Key) or len(value.name) == 1 or value.name in NAMED
    assert not one.pending
    assert one.feed(b"q") == [Key("q")]


def test_escape_alone_is_known_only_after_a_while():
    decoder = Decoder()
    assert decoder.feed(b"\x1b") == [] and decoder.pending
    assert decoder.flush() == [Key("esc")] and not decoder.pending
    assert decoder.feed(b"\x1b\x1b") == [] and decoder.flush() == [Key("esc"), Key("esc")]
    assert decoder.feed(b"\x1b") == [] and decoder.feed(b"q") == [Key("esc"), Key("q")]
    assert decoder.feed(b"\x1bqq") == [Key("esc"), Key("q"), Key("q")]
    assert decoder.flush() == []


@pytest.mark.parametrize("key", [b"x", b"1", b" ", b"\x7f", b"\r", b"\r\n", b"\r\0", "é".encode()], ids=repr)
def test_alt_with_a_key_is_none_of_ours(key):
    assert decode(b"\x1b" + key) == []
    assert decode(b"a", b"\x1b" + key, b"b") == [Key("a"), Key("b")]
    assert len(decode(b"\x1b", key)) == 2, "but typed one after the other they are two"


def test_the_end_of_a_string_alone_is_nothing():
    assert decode(b"\x1b\\") == decode(b"a\x1b\\")[1:] == bytewise(b"\x1b\\") == []
    assert bytewise(b"\x1b\\x") == [Key("x")]


def test_an_unfinished_sequence_is_dropped_by_flush():
    for begun in (b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b]0;x", b"\x1bP", b"\x1b[M ", b"\x1b[[", b"\xe2\x99"):
        decoder = Decoder()
        assert decoder.feed(begun) == [] and decoder.pending, begun
        assert decoder.flush() == [] and decoder.feed(b"a") == [Key("a")]


def test_a_control_character_ends_an_unfinished_sequence():
    assert decode(b"\x1b[1;\rx") == [Key("enter"), Key("x")]
    assert decode(b"\x1b]no end\ry") == [Key("enter"), Key("y")]
    assert decode(b"\x1b[12\x1b[A") == [Key("up")]


def test_endless_sequences_take_bounded_memory_and_never_leak():
    for intro, end in ((b"\x1b[", b"A"), (b"\x1b]", b"\x07"), (b"\x1bP", b"\x1b\\")):
        decoder = Decoder()
        for _ in range(100):
            assert decoder.feed(b"1" * 100) == [] if decoder.pending else decoder.feed(intro) == []
            assert len(decoder._held) <= HELD_LIMIT
        assert decoder.feed(end) == [OTHER]


def test_enter_in_every_form_once():
    assert decode(b"\r\0\r\n\r\n\n\r\r") == [Key("enter")] * 6
    assert decode(b"\r", b"\0", b"\0a") == [Key("enter"), Key("a")]


def test_high_bytes_by_character_set():
    assert decode(b"\x82\xff", charset="cp437") == [Key("é"), Key(" ")]
    assert decode(bytes(range(128, 255)), charset="cp437") == [Key(char) for char in CP437[128:255]]
    assert decode(b"\x82\xc3\xa9", charset="ascii") == []
    decoder = Decoder("ascii")
    decoder.charset = "utf-8"
    assert decoder.feed("é日\u0301\u202e\u0085b".encode()) == [Key("é"), Key("b")]
    assert decode(b"\xc3(\xff\xed\xa0\x80z") == [Key("("), Key("z")]


PASTES: dict[bytes, str] = {
    b"\x1b[200~one\r\ntwo\x1b[201~\r": "one two\n",
    b"\x1b[200~\r\n\r\none\ttwo\n\n\x1b[201~3": "one two3",
    b"a\x1b[200~\x01\x1b[A\x08b\x1b[201~\x08": "ab\x7f",
    b"\x1b[200~\x1b[201~\r": "\n",
}


@pytest.mark.parametrize("data", PASTES, ids=repr)
def test_what_is_pasted_is_text_in_one_line_however_it_is_cut(data):
    def typed(*chunks: bytes) -> str:
        keys = [key for key in decode(*chunks) if isinstance(key, Key)]
        return "".join({"enter": "\n", "backspace": "\x7f"}.get(key.name, key.text) for key in keys)

    assert typed(data) == PASTES[data]
    for at in range(len(data)):
        assert typed(data[:at], data[at:]) == PASTES[data]


def test_a_paste_without_an_end_is_over_when_nothing_more_comes():
    decoder = Decoder()
    assert decoder.feed(b"\x1b[200~x\r") == [Key("x")] and decoder.pending
    assert decoder.flush() == [] and not decoder.pending
    assert decoder.feed(b"\r") == [Key("enter")]


def test_a_paste_that_never_ends_is_over_after_some_keys():
    decoder = Decoder()
    decoder.feed(b"\x1b[200~")
    for _ in range(PASTE_LIMIT // 1024 + 1):
        decoder.feed(b"x" * 1024)
    assert not decoder.pasting and decoder.feed(b"\r") == [Key("enter")]


def test_an_escape_in_a_paste_is_no_key():
    decoder = given_up(b"\x1b[200~x\x1b")
    assert not decoder.pending and decoder.feed(b"y") == [Key("y")]


@pytest.mark.parametrize("late", [b"[B", b"OP", b"[15~", b"[1;5C"])
def test_what_comes_late_of_a_key_is_no_typing(late):
    decoder = Decoder()
    decoder.feed(b"\x1b")
    assert decoder.flush() == [Key("esc")]
    assert decoder.feed(late + b"x") == [Key("x")] and decoder.late == 1
    assert len(decoder.feed(late)) == len(late), "but only right behind it"


ANSWERS = (
    b"\x1b[24;80R", b"\x1b[?62;22c", b"\x1b[=67;84;101;114;109;1;319c", b"\x1b[0n", b"\x1b[?2026;1$y",
    b"\x1b]11;rgb:0000/0000/0000\x07", b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1bP>|XTerm(388)\x1b\\",
    b"\x1b_SyncTERM:VER\x1b\\", b"\x1b[A", b"\x1b[15~", b"\x1bOA", b"\x1b[1;5C", b"\x1b[<0;12;7M",
    b"\x1b[M !!", b"\x1b[[A",
)  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_the_late_rest_of_what_was_given_up_is_no_typing(answer):
    for at in range(2, len(answer) - 1):
        decoder = given_up(answer[:at])
        assert decoder.feed(answer[at:] + b"k") == [Key("k")], at
        assert decoder.late == 1
        for later in range(at + 2, len(answer) - 1 if answer[2:3] != b"M" else 0):
            decoder = given_up(answer[:at], answer[at:later])
            assert decoder.feed(answer[later:] + b"k") == [Key("k")], (at, later)


@pytest.mark.parametrize(
    "answer", [b"\x1b[A", b"\x1bOB", b"\x1b[24;80R", b"\x1b]0;t\x07", b"\x1bP1\x1b\\"], ids=repr
)
def test_a_last_byte_that_comes_late_is_no_typing(answer):
    decoder = given_up(answer[:-1])
    assert decoder.feed(answer[-1:]) == [] and decoder.feed(b"k") == [Key("k")]


def test_an_arrow_in_three_late_pieces_is_the_escape_key_at_most():
    decoder = Decoder()
    decoder.feed(b"\x1b")
    assert decoder.flush() == [Key("esc")]
    for piece in (b"[", b"A"):
        assert decoder.feed(piece) == decoder.flush() == []
    assert decoder.feed(b"A") == [Key("A")] and decoder.late == 2


@pytest.mark.parametrize(
    "begun", [b"\x1b[24", b"\x1b[24;8", b"\x1bO", b"\x1b]11;rgb", b"\x1bP1$r", b"\x1b[M !"], ids=repr
)
@pytest.mark.parametrize("typed", [b"1", b"q", b"a", b"\r", b"hello\r", b"\x1b[A"], ids=repr)
def test_what_cannot_be_the_rest_is_typing(begun, typed):
    assert given_up(begun).feed(typed) == decode(typed)


def test_a_rest_without_an_end_is_swallowed_to_a_bound():
    decoder = given_up(b"\x1b]11;")
    count = next(n for n in range(1000) if decoder.feed(b"12345678"))
    assert count <= HELD_LIMIT // 8


@pytest.mark.parametrize("typed", [b"OK", b"B", b"[b]", b"Password", b"x"])
def test_typing_right_behind_an_escape_is_typing(typed):
    decoder = Decoder()
    decoder.feed(b"\x1b")
    decoder.flush()
    assert decoder.feed(typed) == [Key(chr(byte)) for byte in typed]
