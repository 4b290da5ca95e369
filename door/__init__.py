"""A retro BBS door emulator.  The data's path, which the folders follow:

net            bytes come in, by telnet, SSH or a local terminal
term.decoder   bytes become keys, mouse, lines
session        one loop a call: each event goes to the screen on top of the stack
board, games   update(state, event) -> state, effects;  draw(state, view) -> canvas
records        what effects leave behind: journal, saves, callers, tables
term.canvas    the grid a screen is drawn on
term.diff      two canvases become the fewest bytes
net            bytes go out
"""

__version__ = "0.1.0"
