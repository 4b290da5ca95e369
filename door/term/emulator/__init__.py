"""A terminal without a screen: the output of programs, and files of art, become cells.

Law: sans-IO.  No byte that comes in goes on to a caller's terminal, so that no escape sequence can
do harm there, leave a mode behind or mean something else on SyncTERM than on xterm: the board draws
the cells like any screen of its own.

What is understood is the common part of ANSI.SYS, vt100, linux, screen and xterm, as their
terminfo entries and BBS programs use it.  What is not understood is swallowed whole: titles,
palettes, clipboards, device control strings, fonts, music.  Questions are answered by the emulator
itself, and only these: where the cursor is, whether all is well, and what kind of terminal this is.
Everything is bounded: numbers, held bytes, rows that are remembered.

display    what a program's terminal shows, as a value; `sequences.fed` gives the next one
emulator   what draws, of a grid, a cursor and a pen; the brush is what the pen writes with
sequences  which bytes do what
files      the same for files of art
"""
