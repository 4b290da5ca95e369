"""Two callers with real clients play a game with each other, and one comes back by the other protocol."""

import re

from boardroom import PASSWORD
from people import Person, logs_on, ssh
from pty_client import needs
from served import Served, door


def by_telnet(board: Served, person: type[Person], name: str, then: str = "") -> Person:
    one = person(["telnet", "127.0.0.1", str(board.port("telnet"))])
    logs_on(one, name, then)
    return one


def by_ssh(board: Served, person: type[Person], name: str) -> Person:
    one = person(ssh(board, name), cols=132, rows=50)
    one.see(b"assword:")
    one.type(f"{PASSWORD}\r".encode())
    one.shows(f"Hello, {name}")
    return one


@needs("telnet")
@needs("ssh")
def test_a_game_of_two_callers(board, person):
    alice, bob = by_telnet(board, person, "Alice"), by_ssh(board, person, "Bob")
    bob.type(b"t")
    bob.shows("Nobody is at a table right now")
    alice.type(b"tn")
    game = "Shut The Box"
    while game != "Switchbox":
        alice.type(b"\x1b[C")
        shown = re.search(rf"Game +(?!{game})(\w[\w ]*\w)", alice.shows(rf"Game +(?!{game})\w[\w ]*\w"))
        assert shown
        game = shown[1]
    alice.type(b"\r")
    alice.shows("anybody|Bob")
    bob.shows(r"Free seats.*Switchbox")
    bob.type(b"\r")
    alice.shows("Your move")
    bob.shows("Alice is to move")
    alice.type(b"3\r")
    bob.shows("Your move")
    bob.close()
    alice.shows(r"Bob's line dropped|grace")
    bob = by_telnet(board, person, "Bob", "1 game is waiting for you; Alice is on node")
    bob.type(b"\x14")
    bob.shows(r"Your move.*Switchbox")
    bob.type(b"\r")
    bob.shows("Alice: 3.*Your move")
    bob.type(b"5\r")
    alice.shows("Your move")
    alice.type(b"qr")
    alice.shows("Resign this game")
    alice.type(b"y")
    for one in (alice, bob):
        one.shows("Alice resigned")
    audited = door("audit", board=board.folder)
    assert audited.returncode == 0, audited.stderr
    listed = door("tables", board=board.folder)
    assert listed.stdout == "No tables are open.\n"
