"""Connections counted by address, turned away before they cost anything, and a log that is not flooded."""

import logging

from hypothesis import given
from hypothesis import strategies as st

from door.net.calls import of_crowd
from door.net.guard import gate
from door.net.guard.gate import ConnectRate, nobody
from door.server.log import ADDRESSES, FOLD_SECONDS, WRITTEN, Folding


def test_an_address_has_its_minute_full_of_connections_and_then_one_as_each_is_paid_off():
    door = ConnectRate(lambda: 30, nobody)
    assert [door.admits("192.0.2.1", 100.0) for _ in range(40)] == [True] * 30 + [False] * 10
    assert door.admits("192.0.2.2", 100.0), "another address is not counted with it"
    assert not door.admits("192.0.2.1", 101.9)
    assert door.admits("192.0.2.1", 102.0) and not door.admits("192.0.2.1", 102.0)
    assert [door.admits("192.0.2.1", 162.0) for _ in range(31)] == [True] * 30 + [False]


@given(st.lists(st.floats(0, 200), max_size=300).map(sorted), st.integers(1, 50))
def test_no_minute_lets_in_more_than_two_limits_and_no_hour_more_than_its_share(times, limit):
    door = ConnectRate(lambda: limit, nobody)
    let_in = [time for time in times if door.admits("a", time)]
    for start in let_in:
        assert sum(start <= time < start + 60 for time in let_in) <= 2 * limit
    if let_in:
        assert len(let_in) <= limit + (let_in[-1] - let_in[0]) / 60 * limit + 1


def test_an_ipv6_address_counts_as_its_block_and_those_spared_are_not_counted():
    door = ConnectRate(lambda: 1, lambda address: address == "10.0.0.1")
    assert door.admits("2001:db8::1", 0.0) and not door.admits("2001:db8::2", 0.0)
    assert all(door.admits("10.0.0.1", 0.0) for _ in range(5))
    assert all(ConnectRate(lambda: 0, nobody).admits("192.0.2.1", 0.0) for _ in range(5))


def test_what_is_kept_is_bounded_and_whoever_floods_is_not_what_is_forgotten(monkeypatch):
    monkeypatch.setattr(gate, "ADDRESSES", 100)
    door = ConnectRate(lambda: 1, nobody)
    for number in range(1000):
        door.admits(f"192.0.{number // 250}.{number % 250}", 0.0)
        door.admits("198.51.100.1", 0.0)
    assert len(door) == 100 and not door.admits("198.51.100.1", 0.0)


def record(text: str, address: str = "", logger: str = "door.net") -> logging.LogRecord:
    log = logging.getLogger(logger)
    extra = of_crowd(address) if address else None
    return log.makeRecord(logger, logging.WARNING, "", 0, text, (), None, extra=extra)


def test_the_first_lines_of_an_address_are_written_and_the_others_counted():
    now = [0.0]
    folding = Folding(lambda: now[0])
    written = [folding.filter(record("refused ssh", "192.0.2.1")) for _ in range(255)]
    assert written == [True] * WRITTEN + [False] * (255 - WRITTEN)
    assert folding.filter(record("hang-up telnet", "192.0.2.1")), "another kind of line"
    assert folding.filter(record("refused ssh", "192.0.2.2")), "another address"
    assert all(folding.filter(record("log-on failed")) for _ in range(99)), "fail2ban counts these itself"
    assert not list(folding.sentences())
    now[0] = FOLD_SECONDS
    assert list(folding.sentences()) == ["refused … and 250 more from 192.0.2.1 in the last minute"]
    assert folding.filter(record("refused ssh", "192.0.2.1")) and not list(folding.sentences(at_once=True))


def test_lines_of_more_addresses_than_are_told_apart_are_folded_together():
    folding = Folding(lambda: 0.0)
    written = [folding.filter(record("refused", f"10.0.{n // 250}.{n % 250}")) for n in range(ADDRESSES * 3)]
    assert sum(written) == ADDRESSES + WRITTEN
    assert list(folding.sentences(at_once=True)) == [
        f"refused … and {ADDRESSES * 2 - WRITTEN} more from other addresses in the last minute"
    ]
