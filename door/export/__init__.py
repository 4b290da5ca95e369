"""Pictures of a screen, and films of several, as files that other programs show.

Law: pure.  Canvases and seconds in, bytes out: nothing here knows a game, a board, a clock or a disk, but for
the font's own file.  Whoever asks says what the file tells of itself (`About`).
"""
