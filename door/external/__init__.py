"""External doors: native programs of the sysop's, played like the board's own doors.

command   the sysop's words, the caller filled in        preflight  what this machine lacks for it
launch    from there to a process on a terminal          starter    what stands between the two
program   the process: read, typed to, ended             workdir    the folder of a visit
keyboard  callers' keys as its own terminal's            speech     its display in words
screen    all of that as a screen of the board           api        what it and the session say

Its output becomes cells in `door.term.emulator`.
"""
