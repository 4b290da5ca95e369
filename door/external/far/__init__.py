"""Doors on other machines: a board or a game elsewhere, which the sysop's file names.

values   what a file says: where to, as whom                codec   rlogin and telnet, as bytes in and out
dial     connects, knocks at BBSLink and DoorParty          end     carries the bytes of a visit

The board connects only where a file says so. No byte of the other side reaches a caller's terminal: it is
drawn by the board's emulator, like a program's.
"""
