"""Whose place a newcomer takes: a few addresses never have all the room, and nobody is pushed about."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.net.guard.gate import LONG_SECONDS, Gate, Strangers, network_of

SEATS = 32


class Room:
    """Seats at the log-on, by address; a number tells who came as the how-manieth."""

    def __init__(self, seats: int = SEATS) -> None:
        self.seats, self.there, self.time = seats, {}, 0.0
        self.silent: set[int] = set()
        self.strangers: Strangers[int] = Strangers(self.silent.__contains__)
        self.came = 0

    def comes(self, address: str, tells: bool = True) -> bool:
        """Whether somebody from there is let in."""
        if len(self.strangers) >= self.seats:
            leaving = self.strangers.who_makes_room(address, tells, self.time)
            if leaving is None:
                return False
            self.strangers.discard(leaving)
            del self.there[leaving]
        self.came += 1
        if not tells:
            self.silent.add(self.came)
        self.strangers.add(self.came, address, self.time)
        self.there[self.came] = address
        return True

    def of(self, part: str) -> int:
        return sum(address.startswith(part) for address in self.there.values())


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("", ""),
        ("nowhere", "nowhere"),
    ],
)
def test_what_shares_its_room(address, network):
    assert network_of(address) == network


@pytest.mark.parametrize("attackers", [
    ["192.0.2.1"], [f"192.0.2.{n}" for n in range(4)], [f"192.0.{n}.1" for n in range(16)],
    [f"2001:db8::{n:x}" for n in range(32)], [f"192.0.2.{n}" for n in range(200)],
])  # fmt: skip
@pytest.mark.parametrize("tells", [True, False])
def test_a_caller_from_elsewhere_is_let_in_at_once(attackers, tells):
    room = Room()
    for n in range(400):
        room.comes(attackers[n % len(attackers)])
        room.time += 0.01
    assert len(room.there) == SEATS
    for n in range(4):
        assert room.comes(f"198.51.{n}.1", tells), n
    for n in range(400):
        room.comes(attackers[n % len(attackers)])
    assert room.of("198.51.") == 4, "and keeps the place"


def test_of_the_attackers_own_network_the_address_with_most_makes_room():
    room = Room(8)
    for n in range(8):
        room.comes(f"192.0.2.{n % 2}")
    assert room.comes("192.0.2.50") and room.comes("192.0.2.51") and room.comes("192.0.2.52")
    assert not room.comes("192.0.2.0"), "not for one of those who have more"
    assert sorted(Counter(room.there.values()).values()) == [1, 1, 1, 2, 3]


def test_the_oldest_of_whoever_has_most_goes_and_the_silent_before_it():
    room = Room(4)
    for _ in range(3):
        room.comes("192.0.2.1")
    room.comes("192.0.2.1", tells=False)
    room.comes("198.51.100.1")
    assert set(room.there) == {1, 2, 3, 5}
    room.comes("198.51.101.1")
    assert set(room.there) == {2, 3, 5, 6}


def test_where_all_have_the_same_who_says_nothing_goes_at_once_and_others_after_a_while():
    room = Room(3)
    for n in range(3):
        room.comes(f"192.0.{n}.1", tells=n != 1)
        room.time += 1
    assert not room.comes("198.51.100.1", tells=False), "who says nothing takes nobody's place"
    assert not room.comes("192.0.2.1"), "who has a place already takes none either"
    assert room.comes("198.51.100.1") and set(room.there) == {1, 3, 4}
    assert not room.comes("198.51.101.1")
    room.time = LONG_SECONDS
    assert not room.comes("198.51.100.2"), "that network has somebody who came later"
    assert room.comes("198.51.101.1") and set(room.there) == {3, 4, 5}
    assert not room.comes("198.51.102.1"), "the others came later"


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.booleans()), max_size=60))
def test_nobody_comes_to_have_more_than_whom_they_push_out(steps):
    room = Room(6)
    for network, host, tells in steps:
        before = Counter(map(network_of, room.there.values()))
        address, full = f"192.0.{network}.{host}", len(room.there) == room.seats
        was = dict(room.there)
        if room.comes(address, tells) and full:
            (gone,) = was.keys() - room.there.keys()
            if gone not in room.silent and network_of(was[gone]) != network_of(address):
                after = Counter(map(network_of, room.there.values()))
                assert after[network_of(address)] <= before[network_of(was[gone])] - 1
        assert len(room.strangers) == len(room.there) <= room.seats
        for place in room.there.values():
            assert room.strangers.of(place) == Counter(room.there.values())[place]


class Closed(list[str]):
    """A listener that notes which of its connections it had to close."""

    def drop(self, connection: str, address: str) -> None:
        self.append(f"{connection} {address}")


async def test_a_connection_with_a_call_never_makes_room():
    gate, closed = Gate(), Closed()
    gate.most = lambda: 3
    for name in ("one", "two", "three"):
        assert gate.enter(name, "203.0.113.9", closed.drop)
    gate.begin_call("one")
    gate.set_address("one", "203.0.113.9")  # a proxy's head that comes late
    assert gate.enter("four", "198.51.100.1", closed.drop)
    assert len(closed) == 1 and closed[0] != "one 203.0.113.9"
    for name in ("two", "three", "four"):
        gate.begin_call(name)
    assert not gate.enter("five", "192.0.2.1", closed.drop) and len(gate) == 3
    for at in range(9):
        gate.set_address(f"stranger {at}", "203.0.113.9")
    assert not gate.enter("five", "192.0.2.1", closed.drop), "what never came in makes no room either"


async def test_of_equal_networks_the_connection_that_came_long_ago_makes_room(monkeypatch):
    gate, closed = Gate(), Closed()
    gate.most = lambda: 2
    for n in range(2):
        assert gate.enter(f"{n}", f"192.0.{n}.1", closed.drop)
    assert not gate.enter("late", "198.51.100.1", closed.drop)
    monkeypatch.setattr("door.net.guard.gate.LONG_SECONDS", 0.0)
    assert gate.enter("late", "198.51.100.1", closed.drop) and closed == ["0 192.0.0.1"]
