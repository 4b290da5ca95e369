"""What another board wrote about its caller: DOOR32.SYS, DOOR.SYS, DORINFOx.DEF, CHAIN.TXT.

Law: pure but for `read`, which looks for the file.  A drop file is foreign input: its size,
lines and numbers are bounded, its text is CP437 or UTF-8 and only printable characters of it are
kept, and whatever is wrong with it is one DropFileError that names file, line and what was expected.
"""

from door.dropfile.find import read
from door.dropfile.formats import parse
from door.dropfile.lines import DropFile, DropFileError

__all__ = ["DropFile", "DropFileError", "parse", "read"]
