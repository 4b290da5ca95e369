"""What all telnet connections have in common stands in their class, and nothing else does."""

from __future__ import annotations

from telnetlib3.telopt import DO, TTYPE

from door.net.telnet.options import States, slim


class Connection:
    def __init__(self, paused: bool, word: str, tables: list[int]) -> None:
        self.paused, self.word, self.tables, self.refused = paused, word, tables, set[int]()


def test_what_differs_stays_with_each_connection():
    word = "strict"
    one, other = Connection(True, word, [1]), Connection(False, word, [2])
    for connection in (one, other):
        slim(connection, frozenset({"refused"}))
    assert (one.paused, one.word, one.tables) == (True, word, [1])
    assert (other.paused, other.word, other.tables) == (False, word, [2])
    assert set(vars(one)) == {"tables"} and set(vars(other)) == {"paused", "tables"}


def test_a_value_that_changes_is_the_connections_own_again():
    one, other = Connection(True, "a", []), Connection(True, "a", [])
    for connection in (one, other):
        slim(connection)
    one.paused = False
    assert (one.paused, other.paused) == (False, True)


def test_an_options_name_is_the_same_object_in_every_table():
    one, other = States(), States()
    for table in (one, other):
        table[bytes(bytearray(DO + TTYPE))] = True
        table[b"\xfe\xfe\xfe"] = False
    assert next(iter(one)) is next(iter(other))
    assert list(one.items()) == [(DO + TTYPE, True), (b"\xfe\xfe\xfe", False)]
    assert one.enabled(DO + TTYPE) and not one.enabled(b"\xfe\xfe\xfe") and not one.enabled(TTYPE)
