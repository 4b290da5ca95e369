"""A terminal emulator without a screen: output of programs and files of art become cells.

It does no IO, and no byte that comes in reaches a caller's terminal. So no escape sequence can do harm there
or leave a mode behind. The board draws the cells like any screen of its own.

It understands the common part of ANSI.SYS, vt100, linux, screen and xterm, as terminfo entries and BBS
programs use it. It drops everything else: titles, palettes, clipboards, device control strings, fonts,
music. It answers only three questions: the cursor's position, the status, and the kind of terminal. Numbers,
held bytes and remembered rows are bounded.

display    a program's terminal as a value; `sequences.fed` returns the next one
emulator   applies output to a grid, a cursor and a pen; the brush holds the pen's colours
sequences  maps byte sequences to actions
files      reads files of art
"""
