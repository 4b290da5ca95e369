"""Pictures and films of screens, as files for other programs.

Everything is pure: canvases and seconds in, bytes out. Only the font's file is read from disk. The caller
supplies the file's description (`About`).
"""
