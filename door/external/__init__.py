"""External doors: the sysop's native programs, which callers use like the board's own doors.

command   fills the caller into the sysop's command       workdir    makes a folder for each visit
launch    starts it as a process on a terminal            starter    runs between the board and it
program   reads it, types to it, ends it                  screen     makes it a screen of the board
api       messages between it and the session             seats      who sits at a door with few seats
dos, far  DOS programs, and doors on other machines

`door.term.emulator` turns its output into cells.
"""
