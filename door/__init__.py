"""A retro BBS door emulator.  The data's path, which the folders follow:

net            bytes come in, by telnet, SSH or a local terminal
term.decoder   bytes become keys, mouse, lines
session        one loop a call: each event goes to the screen on top of the stack
board, midend  update(state, event) -> state, effects;  draw(state, view) -> canvas
games          rules, boards, pictures and sentences: the midend is the one door around any of them
records        what effects leave behind: journal, saves, callers, tables
ui             what screens are made of
term.canvas    the grid a screen is drawn on
term.diff      two canvases become the fewest bytes
net            bytes go out

Each room uses only what stands below it; pyproject.toml has the layers.
"""

__version__ = "0.1.0"
