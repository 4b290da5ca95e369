"""Drop files of other boards about their callers: DOOR32.SYS, DOOR.SYS, DORINFOx.DEF, CHAIN.TXT.

Everything is pure except `read`, which finds the file. A drop file is untrusted input. Its size, lines and
numbers are bounded, its text is CP437 or UTF-8, and only printable characters are kept. Every error is a
DropFileError that names the file, the line and what was expected.
"""

from door.dropfile.files import DropFile, DropFileError, parse, read

__all__ = ["DropFile", "DropFileError", "parse", "read"]
