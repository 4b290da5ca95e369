"""The boss key: a screen that looks like work, with a DOS prompt that answers.

Law: a frozen value; nothing here touches a disk.  The drive is a small made-up tree that cannot be changed.
Its clock starts on a morning in January 1989 and advances a minute with each command.  OK at the prompt ends
it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from door.term.canvas import GREY, Canvas
from door.term.keys import Key
from door.ui.catalogue_file import read
from door.ui.screen import COLS, View

KEPT: Final = 100
LONGEST: Final = 70
ROOT: Final = ""
FILES: Final = (
    "COMMAND.COM", "CONFIG.SYS", "AUTOEXEC.BAT", "DOS\\ATTRIB.EXE", "DOS\\CHKDSK.COM", "DOS\\EDLIN.COM",
    "DOS\\FORMAT.COM", "DOS\\MOUSE.SYS", "LEDGER\\BUDGET.TXT", "LEDGER\\FORECAST.TXT", "LEDGER\\LEDGER.EXE",
    "LETTERS\\MEMO.TXT", "LETTERS\\TODO.TXT",
)  # fmt: skip
"""The path of every file.  Programs have no text in dos.yaml."""
_FOLDERS: Final = ("DOS", "LEDGER", "LETTERS")


@cache
def _texts() -> dict[str, str]:
    found = read(Path(__file__).with_name("dos.yaml").read_text("utf-8"))
    return {name: str(text) for name, text in found.items()}


DRIVES: Final = ("A", "B")
"""Without a disk."""


def _content(path: str) -> str | None:
    return _texts().get(path.lower().replace("\\", "__").replace(".", "_"))


@dataclass(frozen=True, slots=True)
class Dos:
    """The screen: the lines above the prompt, the typed text, the folder, and the open question.

    - `asking`: "date", "time" or one of `DRIVES`, "" at the prompt.
    - `count`: the number of commands so far.
    - `last`: the previous line, for F3.
    - `answer`: the output of the previous line.
    """

    lines: tuple[str, ...]
    folder: str = "LEDGER"
    typed: str = ""
    asking: str = ""
    count: int = 0
    last: str = ""
    answer: tuple[str, ...] = ()

    @property
    def prompt(self) -> str:
        asked = "drive" if self.asking in DRIVES else self.asking
        return _texts()[f"ask_{asked}"] if asked else f"C:\\{self.folder}>"


def boot() -> Dos:
    dos = Dos((_texts()["version"], "", "C:\\>CD \\LEDGER", "", "C:\\LEDGER>LEDGER /POST"))
    return _out(dos, _texts()["posted"], "")


def press(dos: Dos, key: Key) -> tuple[Dos, bool]:
    """Return the screen after a key, and True if OK was typed."""
    if key.name == "enter":
        return enter(dos, dos.typed)
    if key.name == "f1":
        return enter(dos, "HELP") if not dos.asking else (dos, False)
    if key.name == "f3":
        return replace(dos, typed=dos.last), False
    if key.name == "backspace":
        return replace(dos, typed=dos.typed[:-1]), False
    if key.name == "esc" and dos.typed:
        return replace(_out(dos, f"{dos.prompt}{dos.typed}\\"), typed=""), False
    if key.text and key.text.isprintable() and len(dos.typed) < LONGEST:
        return replace(dos, typed=dos.typed + key.text), False
    return dos, False


def enter(dos: Dos, text: str) -> tuple[Dos, bool]:
    """Return the screen after a whole line, and True if it was OK."""
    text = text[:LONGEST]
    shown = replace(_out(dos, dos.prompt + text), typed="", count=dos.count + 1, answer=(), last=text)
    if dos.asking:
        return _answer(shown, text.strip()), False
    word = text.strip().upper()
    if word == "OK":
        return shown, True
    return (_command(shown, word), False) if word else (shown, False)


def _out(dos: Dos, *lines: str) -> Dos:
    cut = tuple(line[: COLS - 1] for text in lines for line in text.split("\n"))
    return replace(dos, lines=(*dos.lines, *cut)[-KEPT:], answer=(*dos.answer, *cut))


# -- commands ----------------------------------------------------------------------------------

Command = Callable[[Dos, str], Dos]


def _command(dos: Dos, line: str) -> Dos:
    r"""Run a line in capitals.  Like DOS, accept CD\\DOS and DIR/W without a space."""
    name, rest = line, ""
    for at, char in enumerate(line):
        if char in " \\/.," and at:
            name, rest = line[:at], line[at:].strip()
            break
    if name[:-1] in DRIVES and name.endswith(":"):
        return _not_ready(dos, name[0])
    if name == "C:":
        return _out(dos, "")
    if name == "CLS":
        return replace(dos, lines=())
    known = _COMMANDS.get(name)
    if known is None:
        program = any(_path(dos, line.split()[0] + kind) in FILES for kind in (".EXE", ".COM"))
        known = _says("too_big" if program else "bad_command")
    return _out(known(dos, rest), "")


def _answer(dos: Dos, text: str) -> Dos:
    asked, dos = dos.asking, replace(dos, asking="")
    if asked in DRIVES:
        return _not_ready(dos, asked) if text[:1].upper() == "R" else _out(dos, "")
    digits = text.replace("-", "").replace("/", "").replace(":", "").replace(".", "")
    if text and not digits.isdigit():
        return replace(_out(dos, f"Invalid {asked}"), asking=asked)
    return _out(dos, "")


def _not_ready(dos: Dos, drive: str) -> Dos:
    return replace(_out(dos, "", _texts()["not_ready"].format(drive=drive)), asking=drive)


def _path(dos: Dos, text: str) -> str:
    r"""Return a typed path as the tree names it: "DOS", "LEDGER\\BUDGET.TXT", "" for the root."""
    text = text.removeprefix("C:")
    parts = [] if text.startswith("\\") else [dos.folder]
    for part in text.split("\\"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "\\".join(filter(None, parts))


def _folder_lines(folder: str, only: str = "") -> list[str]:
    """Return the lines of a folder, or of a file in it."""
    names = [path.removeprefix(f"{folder}\\") for path in FILES if path.rpartition("\\")[0] == folder]
    folders = () if folder or only else _FOLDERS
    lines = [f"{name:<8}     <DIR>      1-13-89  10:0{at}a" for at, name in enumerate(folders)]
    for name in names:
        if only not in ("", name):
            continue
        stem, _, tail = name.partition(".")
        text = _content(f"{folder}\\{name}" if folder else name)
        size = len(text) if text else 4096 + 977 * len(name)
        lines.append(f"{stem:<8} {tail:<3} {size:>9}   1-14-89   9:30a")
    return lines


def _dir(dos: Dos, rest: str) -> Dos:
    words = rest.replace("/", " /").split()
    where = _path(dos, next((word for word in words if not word.startswith("/")), ""))
    if where.endswith("*.*"):
        where = where[:-3].rstrip("\\")
    whole = where in (ROOT, *_FOLDERS)
    folder, _, name = (where, "", "") if whole else where.rpartition("\\")
    lines = _folder_lines(folder, name)
    head = ("", _texts()["volume"], _texts()["directory"].format(folder=folder), "")
    if not lines:
        return _out(dos, *head[:3], _texts()["no_file"])
    if whole and where != ROOT:
        lines = [".            <DIR>", "..           <DIR>", *lines]
    free = _texts()["free"].format(count=len(lines))
    if "/W" in words:
        names = [line[:12].rstrip().ljust(16) for line in lines]
        lines = ["".join(names[at : at + 4]) for at in range(0, len(names), 4)]
    return _out(dos, *head, *lines, free)


def _cd(dos: Dos, rest: str) -> Dos:
    if not rest:
        return _out(dos, f"C:\\{dos.folder}")
    where = _path(dos, rest)
    return replace(dos, folder=where) if where in (ROOT, *_FOLDERS) else _out(dos, _texts()["no_directory"])


def _type(dos: Dos, rest: str) -> Dos:
    if not rest:
        return _out(dos, _texts()["no_parameter"])
    path = _path(dos, rest)
    if path not in FILES:
        return _out(dos, _texts()["no_file_named"].format(name=rest))
    text = _content(path)
    return _out(dos, text if text is not None else "MZÉ☺♥ ♦☻  ♠ÿÿ  ┘■↕&")


def _time(dos: Dos, rest: str) -> Dos:
    minutes = 9 * 60 + 41 + dos.count
    now = _texts()["time"].format(hours=minutes // 60 % 24, minutes=minutes % 60)
    return dos if rest else replace(_out(dos, now), asking="time")


def _says(*names: str) -> Command:
    """Return a command that prints these texts of dos.yaml; "" is an empty line."""
    return lambda dos, rest: _out(dos, *(_texts().get(name, name) for name in names))


_COMMANDS: Final[dict[str, Command]] = {
    "DIR": _dir,
    **dict.fromkeys(("CD", "CHDIR"), _cd),
    "TYPE": _type,
    "VER": _says("", "version"),
    "DATE": lambda dos, rest: dos if rest else replace(_out(dos, _texts()["date"]), asking="date"),
    "TIME": _time,
    "HELP": _says("help"),
    "ECHO": lambda dos, rest: _out(dos, rest.lstrip(".") or _texts()["echo"]),
    **dict.fromkeys(("REM", "EXIT", "PROMPT"), _says()),
    "VOL": _says("", "volume"),
    "PATH": _says("PATH=C:\\DOS"),
    "SET": _says("set"),
    "MEM": _says("", "memory"),
    "CHKDSK": _says("", "disk", "", "memory"),
    **dict.fromkeys(
        ("DEL", "ERASE", "COPY", "REN", "MD", "MKDIR", "RD", "RMDIR", "FORMAT"),
        lambda dos, rest: _out(dos, _texts()["protected" if rest else "no_parameter"]),
    ),
}  # fmt: skip


# -- the screen ----------------------------------------------------------------------------------


def draw(dos: Dos, view: View) -> Canvas:
    """Draw the whole view, grey on black, with the cursor after the typed text.  Nothing else is drawn, so
    the screen doesn't look like a game.
    """
    canvas = Canvas(view.cols, view.rows)
    canvas.above = "blank"
    shown = dos.lines[-(view.rows - 1) :] if view.rows > 1 else ()
    canvas.put_lines(0, 0, shown)
    end = canvas.put(0, len(shown), dos.prompt + dos.typed, GREY)
    canvas.cursor = (min(end, view.cols - 2), len(shown))
    return canvas
