"""The command line: the arguments are parsed, the command runs, and we exit with its code.

Every failure is one plain sentence on stderr. Exit 0 is done, 1 failed, 2 wrong usage, 130 interrupted.
Nothing is imported before a command is named, so `door --help` is quick.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import io
import os
import re
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn

from door.commands import CliCommand, CommandError, Help, path
from door.server import collect_seldom
from door.ui.texts import tr

INTERRUPTED: Final = 130

COMMANDS: Final[Mapping[str, tuple[Help, str]]] = {
    "serve": (tr.usage.serve, "service"),
    "init": (tr.usage.init, "service"),
    "play": (tr.usage.play, "play"),
    "run": (tr.usage.run, "run"),
    "dos": (tr.usage.dos, "dos"),
    "new-door": (tr.usage.new_door, "new_door"),
    "check": (tr.usage.check, "check"),
    "backup": (tr.usage.backup, "backup"),
    "restore": (tr.usage.restore, "backup"),
    "migrate": (tr.usage.migrate, "migrate"),
    "export-journal": (tr.usage.export_journal, "migrate"),
    "bulletin": (tr.usage.bulletin, "bulletin"),
    "publish": (tr.usage.publish, "publish"),
    "audit": (tr.usage.audit, "audit"),
    "replay": (tr.usage.replay, "replay"),
    "callers": (tr.usage.callers, "callers.CALLERS"),
    "config": (tr.usage.config, "config.CONFIG"),
    "texts": (tr.usage.texts, "config.TEXTS"),
    "doors": (tr.usage.doors, "played"),
    "tables": (tr.usage.tables, "tables.TABLES"),
    "clock": (tr.usage.clock, "clock.CLOCK"),
    "nodes": (tr.usage.nodes, "console"),
    "health": (tr.usage.health, "console"),
    "message": (tr.usage.message, "console"),
    "announce": (tr.usage.announce, "console"),
    "hangup": (tr.usage.hangup, "console"),
    "minutes": (tr.usage.minutes, "console"),
    "watch": (tr.usage.watch, "console"),
    "chat": (tr.usage.chat, "console"),
    "log": (tr.usage.log, "console"),
    "systemd": (tr.usage.systemd, "service"),
    "docs": (tr.usage.docs, "about"),
    "completion": (tr.usage.completion, "about"),
}
"""The help of each command, and its module in `door.commands`, with the table of its actions if it has some.
A command without actions is in its module's `COMMANDS`."""

ALONE: Final = {"tables": "list", "clock": "show"}
"""The action of a command that is given without one."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _complete_surroundings()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        args = arguments(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except EOFError:
        return _say(tr.command.no_answer())
    except CommandError as error:
        return _say(str(error))
    except OSError as error:
        return _say(f"{error.filename or 'door'}: {error.strerror or error}.")  # the system's own words
    except Exception as error:
        return _say(_fault(error))
    return code


def _complete_surroundings() -> None:
    """Open standard streams that are closed, as cron may leave them, and name a home for an account that has
    none. Libraries ask for both.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # the file that is opened gets its number, the lowest that is free
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = "/"


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _unread() -> int:
    """Discard further output, because its reader has closed the pipe. The interpreter's exit stays silent
    too.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _fault(error: Exception) -> str:
    """Return an internal error as a sentence, with the place that a report needs."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    what, place = f"{type(error).__name__}: {error}", f"{Path(where.filename).name}:{where.lineno}"
    return tr.command.internal_fault(what=what, place=place)


# -- what may be typed -----------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Reports errors in one sentence. `commands` are the names that may follow."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, **kwargs)
        self.commands: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        said = re.search(r"argument (?:COMMAND|ACTION): invalid choice: '([^']*)'", message)
        if said:
            near = difflib.get_close_matches(said[1], self.commands, 1)
            message = tr.usage.no_such_word(word=repr(said[1]))
            message = tr.common.did_you_mean(what=message, near=near[0]) if near else message
        self.exit(2, f"{tr.usage.wrong(command=self.prog, why=message)}\n")


class _Version(argparse.Action):
    """Prints the release and ends the program."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(nargs=0, **kwargs)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from door.commands.about import release

        print(f"door {release()}")
        parser.exit()


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the arguments. A door's toggles may follow the options, where argparse would not take them."""
    words = sys.argv[1:] if argv is None else argv
    known = parser(words)
    args, rest = known.parse_known_args(words)
    if rest and not (hasattr(args, "toggles") and all(not word.startswith("-") for word in rest)):
        known.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.toggles = [*args.toggles, *rest]
    args.whole_parser = parser
    return args


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return a parser for every command, or only for the given words, which is faster. Its `run` does the
    work."""
    parser = _Parser(prog="door", description=tr.usage.door())
    parser.add_argument("--version", action=_Version, help=tr.usage.version())
    folder = Path(os.environ.get("DOOR_BOARD", ""))
    parser.add_argument("--board", type=path, default=folder, metavar="DIR", help=tr.usage.board())
    parser.commands = tuple(COMMANDS)
    make: Any = _leaf  # a class, for mypy
    commands: Any = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=make
    )
    for name, (help, _) in COMMANDS.items():
        said, used = help(), words is None or name in words
        if leaf := commands.add_parser(name, help=said, description=said, used=used):
            _fill(leaf, name)
    return parser


def _leaf(used: bool, **settings: Any) -> _Parser | None:
    """Return a command's parser, or None if the command is not among the words."""
    return _Parser(**settings) if used else None


def _fill(leaf: _Parser, name: str) -> None:
    """Add a command's own words, from its module."""
    module, _, table = COMMANDS[name][1].partition(".")
    gc.disable()  # all that is loaded stays
    known: Mapping[str, CliCommand] = getattr(import_module(f"door.commands.{module}"), table or "COMMANDS")
    collect_seldom()
    if not table:
        _add(leaf, known[name])
        return
    _add_board(leaf)
    leaf.commands = tuple(known)
    actions: Any = leaf.add_subparsers(title="actions", metavar="ACTION", required=name not in ALONE)
    for action, command in known.items():
        _add(actions.add_parser(action, help=command.help(), description=command.help()), command)
    if name in ALONE:
        leaf.set_defaults(run=known[ALONE[name]].run)


def _add(leaf: _Parser, command: CliCommand) -> None:
    _add_board(leaf)
    leaf.set_defaults(run=command.run)
    for argument, help, how in command.arguments:
        leaf.add_argument(argument, **how, help=help() if help else None)


def _add_board(leaf: _Parser) -> None:
    leaf.add_argument("--board", type=path, default=argparse.SUPPRESS, metavar="DIR", help=tr.usage.board())
