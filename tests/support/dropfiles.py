"""Drop files as boards write them: lists of lines, and how DOS puts them in a file."""

from collections.abc import Sequence

DOOR32 = ["2", "7", "38400", "Vertrauen 1.0", "12", "Jose Perez", "José", "50", "60", "1", "4"]

DOOR_SYS = [
    "COM1:", "38400", "8", "2", "38400", "Y", "N", "Y", "Y", "Alice Liddell", "Oxford", "01 234", "01 234",
    "PASSWORD", "30", "17", "11/20/26", "7530", "125", "GR", "24", "Y", "1,2,3", "1", "12/31/99", "12", "Z",
    "0", "0", "0", "9999", "01/01/80", "C:\\MAIN", "C:\\GEN", "The Sysop", "Alice", "00:00", "Y", "N", "Y",
    "7", "0", "11/20/26", "20:15", "19:00", "9999", "0", "0", "0", "A comment", "0", "3",
]  # fmt: skip

DORINFO = [
    "Wonderland", "Lewis", "Carroll", "COM1", "38400 BAUD,N,8,1", "0", "Alice", "Liddell", "Oxford", "1",
    "20", "45",
]  # fmt: skip

CHAIN = [
    "1", "Alice", "Alice Liddell", "", "20", "F", "100.00", "11/20/26", "132", "50", "30", "0", "0", "1", "1",
    "1234.00", "C:\\GFILES\\", "C:\\DATA\\", "261120.LOG", "38400", "1", "Wonderland", "Lewis Carroll",
    "72000", "60", "0", "0", "0", "0", "8N1", "38400", "6",
]  # fmt: skip

SYNCHRONET = [
    "COM1:", "38400", "8", "3", "38400", "Y", "Y", "Y", "Y", "Alice", "Oxford", "01 234", "01 234",
    "PASSWORD", "50", "17", "11/20/26", "3600", "60", "GR", "24", "Y", "ABC", "0", "00/00/00", "12", "Z",
    "0", "0", "0", "9999", "01/01/80", "/sbbs/node3/", "/sbbs/data/", "The Sysop", "Ally", "04:30", "Y", "N",
    "Y", "15", "0", "11/20/26", "20:15", "19:00", "999", "0", "0", "0", "A comment", "0", "3",
]  # fmt: skip
"""As Synchronet writes it, its user's chat handle on line 36."""

COMMENTED = [
    *DOOR_SYS[:31], "", "", "; NOTES: Yes, that is my real phone number!",
    ";       only in the most DIRE of EMERGENCIES", "        that of course is not my password!)",
]  # fmt: skip
"""31 lines and a comment, as a game of the time came with it."""

SHIFTED = [*DOOR_SYS[:31], "01-01-71", "", "", "", "Sysop", "SYSOP", "SYSOP", *"NNNNNN", "", "N"]
"""One of a board that has the sysop on line 36, for every caller."""


def dos(lines: Sequence[str]) -> bytes:
    """The file of these lines."""
    return "".join(f"{line}\r\n" for line in lines).encode("cp437", "replace")


def without(lines: Sequence[str], line: int) -> list[str]:
    """The lines with that one (from 1) left empty."""
    return [*lines[: line - 1], "", *lines[line:]]
