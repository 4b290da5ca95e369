"""Two callers with real clients play a game with each other, and one comes back by the other protocol."""

from __future__ import annotations

from boardroom import PASSWORD
from people import Person, logs_on, ssh
from pty_client import needs
from served import Served


def by_telnet(board: Served, person: type[Person], name: str) -> Person:
    one = person(["telnet", "127.0.0.1", str(board.port("telnet"))])
    logs_on(one, name)
    return one


def by_ssh(board: Served, person: type[Person], name: str) -> Person:
    one = person(ssh(board, name), cols=132, rows=50)
    one.see(b"assword:")
    one.type(f"{PASSWORD}\r".encode())
    one.shows(f"Hello, {name}")
    return one


@needs("telnet")
@needs("ssh")
def test_a_game_of_two_callers(board: Served, person: type[Person]) -> None:
    alice, bob = by_telnet(board, person, "Alice"), by_ssh(board, person, "Bob")
    bob.type(b"t")
    bob.shows("Nobody is at a table just now")
    alice.type(b"tn")
    alice.shows("New table")
    print(alice.shows("zzz", 3))
