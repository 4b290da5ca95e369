"""Two callers with real clients play a game with each other, and one comes back by the other protocol."""

import re

from people import by_ssh, by_telnet
from pty_client import needs
from served import door


@needs("telnet")
@needs("ssh")
def test_a_game_of_two_callers(board, person):
    alice, bob = by_telnet(board, person, "Alice"), by_ssh(board, person, "Bob", cols=132, rows=50)
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
