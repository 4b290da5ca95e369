"""External doors: native programs of the sysop's, played like the board's own doors.

command   the sysop's words, the caller filled in        machine    what this machine lacks for it
launch    from there to a process on a terminal          starter    what stands between the two
program   the process: read, typed to, ended             room       the folder of a visit
display   its output as cells, by `sequences`, `beam` and `grid`
keyboard  callers' keys as its own terminal's            speech     its display in words
screen    all of that as a screen of the board           api        what it and the session say
"""
