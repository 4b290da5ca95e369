"""External doors: the sysop's native programs, which callers use like the board's own doors.

command   fills the caller into the sysop's command       preflight  checks what this machine lacks
launch    starts it as a process on a terminal            starter    runs between the board and it
program   reads it, types to it, ends it                  workdir    makes a folder for each visit
keyboard  turns callers' keys into its terminal's keys    speech     turns its display into words
screen    makes it a screen of the board                  api        messages between it and the session

`door.term.emulator` turns its output into cells.
"""
