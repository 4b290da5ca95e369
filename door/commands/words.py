"""The words of each command: what may be said, and which function is called for it.

Law: nothing is done here, and nothing is imported that a command needs before it is called, so that
`door --help` costs nothing.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from door import __version__
from door.commands.values import jobs, lines, listener, month, moves, node, path, seconds, size, turns
from door.server.gc_policy import loading

Run = Callable[[argparse.Namespace], int]
Argument = tuple[str, Mapping[str, Any]]
BOARD: Final = "the board's folder, where config/board.yaml is (default: the current folder)"


class Command(NamedTuple):
    """What `--help` says of it, the function that carries it out, and what may follow its name."""

    help: str
    run: Run
    arguments: tuple[Argument, ...] = ()


class Actions(NamedTuple):
    """A command with actions of its own: what `--help` says of it, the actions, and the one that it is
    where none is said ("" where one must be)."""

    help: str
    actions: Mapping[str, Command]
    alone: str = ""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence; `commands` are the names that may follow it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, **kwargs)
        self.commands: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        said = re.search(r"argument (?:COMMAND|ACTION): invalid choice: '([^']*)'", message)
        if said:
            near = difflib.get_close_matches(said[1], self.commands, 1)
            message = f"there is no {said[1]!r}{f'; did you mean {near[0]}?' if near else ''}"
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; a door's toggles may stand behind the options, where argparse passes them over."""
    words = sys.argv[1:] if argv is None else argv
    known = parser(words)
    args, rest = known.parse_known_args(words)
    if rest and not (hasattr(args, "toggles") and all(not word.startswith("-") for word in rest)):
        known.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.toggles = [*args.toggles, *rest]
    return args


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """What understands every command, or those that are among the words (2 ms of a start instead of 7);
    `run` of what it gives carries the command out."""
    parser = _Parser(
        prog="door", description="A retro BBS door emulator: telnet and SSH callers play door games."
    )
    parser.add_argument("--version", action="version", version=f"door {__version__}")
    parser.add_argument("--board", type=path, default=Path(), metavar="DIR", help=BOARD)
    _add(parser, "COMMAND", COMMANDS, words)
    return parser


def _add(
    parser: _Parser, metavar: str, table: Mapping[str, Command | Actions], words: Sequence[str] | None,
    required: bool = True,
) -> None:  # fmt: skip
    """Adds commands, and those that have actions of their own; `--board` may stand behind each.  Those that
    are not among the `words` have their names and `help` alone."""
    parser.commands = tuple(table)
    commands: Any = parser.add_subparsers(title=f"{metavar.lower()}s", metavar=metavar, required=required)
    for name, what in table.items():
        said = words is None or name in words
        leaf = commands.add_parser(name, help=what.help, description=what.help, add_help=said)
        if not said:
            continue
        leaf.add_argument("--board", type=path, default=argparse.SUPPRESS, metavar="DIR", help=BOARD)
        if isinstance(what, Command):
            leaf.set_defaults(run=what.run)
            for argument, how in what.arguments:
                leaf.add_argument(argument, **how)
        else:
            _add(leaf, "ACTION", what.actions, words, required=not what.alone)
            if what.alone:
                leaf.set_defaults(run=what.actions[what.alone].run)


def _word(name: str, metavar: str, help: str | None = None, **how: Any) -> Argument:
    return name, {"metavar": metavar, "help": help, **how}


def _flag(name: str, help: str, **how: Any) -> Argument:
    return name, {"action": "store_true", "help": help, **how}


# -- what is called ----------------------------------------------------------------------


def _serve(args: argparse.Namespace) -> int:
    with loading():
        from door.server.app import serve

    return serve(args.board, args.telnet, args.ssh, args.rlogin)


def _init(args: argparse.Namespace) -> int:
    from door.commands.init import init

    return init(args.dir)


def _play(args: argparse.Namespace) -> int:
    with loading():
        from door.server.console import play

    return play(args.board, args.slug, args.toggles, args.caller, args.plain, args.trace)


def _run(args: argparse.Namespace) -> int:
    with loading():
        from door.commands.run import run

    return run(args.board, args.slug, args.dropfile, args.bbs, args.write_bulletins, args.name)


def _new_door(args: argparse.Namespace) -> int:
    from door.commands.new_door import in_own_source

    return in_own_source(args.slug)


def _check(args: argparse.Namespace) -> int:
    from door.commands.check import check

    return check(args.board, args.schemas)


def _bulletin(args: argparse.Namespace) -> int:
    from door.commands.bulletin import bulletin

    return bulletin(args.board, args.slug, args.month, args.write, args.luck)


def _audit(args: argparse.Namespace) -> int:
    with loading():
        from door.commands.audit import audit

    return audit(args.board, args.month, args.jobs, args.computers)


def _replay(args: argparse.Namespace) -> int:
    with loading():
        from door.commands.replay import replay

    return replay(args)


def _callers(action: str, args: argparse.Namespace) -> int:
    from door.commands import callers

    return callers.ACTIONS[action](args)


def _config(action: str, args: argparse.Namespace) -> int:
    from door.commands import config

    return config.ACTIONS[action](args)


def _texts(action: str, args: argparse.Namespace) -> int:
    from door.commands import config

    return config.TEXTS[action](args)


def _tables(action: str, args: argparse.Namespace) -> int:
    with loading():
        from door.commands import tables

    return tables.ACTIONS[action](args)


def _clock(action: str, args: argparse.Namespace) -> int:
    from door.commands import clock

    return clock.ACTIONS[action](args)


def _live(action: str, args: argparse.Namespace) -> int:
    from door.commands import console

    return console.ACTIONS[action](args)


# -- what may be said --------------------------------------------------------------------

_NAME: Final = _word("name", "NAME")
_PASSWORD: Final = _flag("--password-stdin", "read the password from stdin")
_KEY: Final = _word("key", "KEY", "such as limits.idle_minutes or doors.shutbox.tiles")
_NODE: Final = _word("node", "NODE", "the node, as door nodes lists it", type=node)
_ADDRESS: Final = _word("address", "ADDRESS")
_LISTENERS: Final = tuple(
    _word(f"--{name}", "HOST:PORT",
          f"listen for {name} here, not where the settings say (port 0: any; off: nowhere)", type=listener)
    for name in ("telnet", "ssh", "rlogin")
)  # fmt: skip

_CALLERS: Final = {
    "list": ("list every caller, or those with PART in their handles",
             (_word("part", "PART", nargs="?", default=""),)),
    "add": ("add a caller; the password is asked for twice, or read from stdin when that is no terminal",
            (_NAME, _flag("--sysop", "the caller is a sysop"), _PASSWORD)),
    "show": ("show a caller's account, never the password", (_NAME,)),
    "passwd": ("set a caller's password", (_NAME, _PASSWORD)),
    "key": ("add an SSH public key to a caller, or list their keys",
            (_NAME, _word("file", "FILE", "the public key's file, or - for stdin", nargs="?"),
             _word("--remove", "N", "remove the key of that number", type=int))),
    "validate": ("let a new caller's games count, where callers.new is validate", (_NAME,)),
    "ban": ("ban a caller", (_NAME, _word("reason", "REASON", nargs="*"))),
    "unban": ("lift a caller's ban", (_NAME,)),
    "ban-address": ("ban an address, or a network such as 203.0.113.0/24",
                    (_ADDRESS, _word("--days", "N", "end the ban after so many days", type=int))),
    "unban-address": ("lift the ban on an address or a network", (_ADDRESS,)),
    "bans": ("list banned handles and addresses", ()),
    "level": ("set a caller's access level; a door may ask for a minimum (access_level)",
              (_NAME, _word("level", "N", "0 to 1000"))),
    "sysop": ("make a caller a sysop from the next call on, or a plain caller again",
              (_NAME, _word("answer", "yes|no", choices=["yes", "no"]))),
    "turns": ("grant a caller more turns for today",
              (_NAME, _word("slug", "SLUG", "the door"),
               _word("turns", "N", "how many more; below 0, how many fewer", type=turns))),
    "rename": ("give a caller another handle", (_NAME, _word("to", "NEW"))),
    "remove": ("remove a caller; their games stay in the journal and the handle stays taken", (_NAME,)),
}  # fmt: skip

_CONFIG: Final = {
    "list": ("list every key, or explain those with WORD",
             (_word("word", "WORD", "part of a key's name, such as limits", nargs="?"),)),
    "get": ("print one key's value", (_KEY,)),
    "set": ("change one key in its file; comments stay",
            (_KEY, _word("value", "VALUE", "the new value; a list as [one, two]", nargs="*"),
             _flag("--stdin", "read the value from standard input (for secrets)"))),
}  # fmt: skip

_TEXT: Final = _word("key", "KEY", "such as logon.closed, or words.Back")
_TEXTS: Final = {
    "list": ("list every sentence of the board with its key, or those with WORD in them",
             (_word("word", "WORD", "part of the key or of the sentence", nargs="?"),)),
    "get": ("print what the board says there", (_TEXT,)),
    "set": ("say it in other words, in config/texts.yaml",
            (_TEXT, _word("text", "TEXT", r"the sentence, its {placeholders} as they are; \n ends a line",
                          nargs="+"))),
}  # fmt: skip

_TABLES: Final = {
    "list": ("list the tables that have not ended", ()),
    "end": ("end the game at a table, which then counts for nothing",
            (_word("id", "ID", "the table's id, or the beginning of it"),
             _word("--why", "TEXT", "the reason, which those at it read", required=True))),
}  # fmt: skip

_CLOCK: Final = {
    "show": ("print the machine's time, the board's and the journal's, and what to do if they differ", ()),
    "believe": ("say that the machine's clock is right, if the board does not believe it yet", ()),
    "back": ("take what a wrong clock has left in the future out of the journal; the board must not run",
             (_flag("--yes", "the clock is right now: don't ask"),)),
}  # fmt: skip

_REPLAYS: Final = {
    "cast": "write an asciicast (version 2) for asciinema and its player",
    "cast3": "write an asciicast of version 3",
    "gif": "write a GIF that moves (needs Pillow)",
    "svg": "write a picture as shapes",
    "png": "write a picture in pixels (needs Pillow)",
    "ans": "write ANSI art, with a SAUCE record",
    "txt": "write what is said move by move",
}

_LIVE: Final = {
    "nodes": ("list the calls on a running board", ()),
    "message": ("send the caller on a node one line, from Sysop",
                (_NODE, _word("text", "TEXT", "at most 200 characters", nargs="+"))),
    "announce": ("send everybody on the board one line, from Sysop",
                 (_word("text", "TEXT", "at most 200 characters", nargs="+"),)),
    "hangup": ("end the call on a node; the game is saved",
               (_NODE, _word("--reason", "TEXT", "the last sentence they see", dest="text"))),
    "minutes": ("give the call on a node more minutes, or fewer",
                (_NODE, _word("text", "N", "how many more; below 0, how many fewer"))),
    "watch": ("watch a caller's screen on this terminal", (_NODE,)),
    "chat": ("break in and chat with the caller on a node", (_NODE,)),
    "log": ("print the end of a running board's log",
            (_word("word", "WORD", "only lines with this in them", nargs="?"),
             _flag("-f", "keep printing lines as they are written", dest="follow"),
             _word("--lines", "N", "how many (default: 20)", type=lines, default=20))),
}  # fmt: skip


def _actions(
    run: Callable[[str, argparse.Namespace], int], table: Mapping[str, tuple[str, tuple[Argument, ...]]]
) -> dict[str, Command]:
    """The commands of a table, all of them that function's, which is told the name."""
    return {name: Command(help, partial(run, name), words) for name, (help, words) in table.items()}


CALLERS: Final = _actions(_callers, _CALLERS)
COMMANDS: Final[Mapping[str, Command | Actions]] = {
    "serve": Command("run the board until SIGTERM or Ctrl-C", _serve, _LISTENERS),
    "init": Command("write a ready board folder; nothing is overwritten", _init,
                    (_word("dir", "DIR", "the folder to make", type=path),)),
    "play": Command("play on this terminal, without a server", _play, (
        _word("slug", "SLUG", "the door, such as shutbox (default: the menu)", nargs="?"),
        _word("toggles", "TOGGLE", "options for the door, such as MicroLink's letters", nargs="*"),
        _word("--caller", "NAME", "who plays (default: the sysop)"),
        _flag("--plain", "lines of text: no colour, no cursor movement"),
        _word("--trace", "FILE", "write events and effects to FILE, keys and seeds too", type=path),
    )),
    "run": Command("serve one caller of another BBS, which starts this", _run, (
        _word("slug", "SLUG", "the door"),
        _word("--dropfile", "PATH", type=path, required=True,
              help="what that BBS wrote: DOOR32.SYS, DOOR.SYS, DORINFOx.DEF or CHAIN.TXT, or its folder"),
        _word("--bbs", "NAME", "that BBS's short name (default: what the file says)"),
        _word("--name", "real|alias", "which of the file's names callers go by (default: their alias, unless "
                                      "it can be anybody's)", choices=["real", "alias"]),
        _word("--write-bulletins", "DIR", type=path,
              help="leave the door's bulletin there afterwards, as .ans, .asc and .txt"),
    )),
    "new-door": Command("begin a door of your own, in the project's source", _new_door,
                        (_word("slug", "SLUG", "its short name, such as coin"),)),
    "check": Command("check settings and art, and say when each changed key applies", _check, (
        _flag("--schemas", "write config/schema anew, by which editors check keys, as after an upgrade"),
    )),
    "bulletin": Command("print the month's standing, or a closed month's winners", _bulletin, (
        _word("slug", "SLUG", "the door (default: every door)", nargs="?"),
        _word("--month", "YYYY-MM", "the month (default: this one)", type=month),
        _word("--write", "DIR", "write .ans, .asc and .txt files there as well", type=path),
        _flag("--luck", "print the month with the luck taken out as well"),
    )),
    "audit": Command("check the journal's chain and replay every game", _audit, (
        _word("--month", "YYYY-MM", "replay that month's games only", type=month),
        _flag("--computers", "work out all moves of computers again, not only 32 of them; a game against one "
                             "of the strongest takes seconds"),
        _word("--jobs", "N", type=jobs,
              help="helper processes for the replay (default: one a processor; 0: none)"),
    )),
    "replay": Command("show a finished game move by move, or write it to a file", _replay, (
        _word("id", "ID", "the game's id, or the beginning of it"),
        *(_flag(f"--{kind}", what, action="append_const", const=kind, dest="kinds")
          for kind, what in _REPLAYS.items()),
        _word("-o", "FILE", "the file, its folder, or - for stdout (default: by door and id, here)",
              type=path, dest="out"),
        _flag("--coach", "say what was luck and what the choices cost"),
        _flag("--force", "write over a file that is there"),
        _word("--size", "COLSxROWS", "the screen (default: 80x24)", type=size, default=(80, 24)),
        _word("--charset", "SET", "cp437, utf-8 or ascii (default: all that the file can have)",
              choices=("cp437", "utf-8", "ascii")),
        _word("--pace", "S", "seconds a move (default: 1.2)", type=seconds, default=1.2),
        _word("--move", "N", "the move that a picture shows (default: the last)", type=moves),
    )),
    "callers": Actions("manage callers' accounts", CALLERS),
    "config": Actions("list, read or set a key of the settings", _actions(_config, _CONFIG)),
    "texts": Actions("list, read or change the sentences that the board says", _actions(_texts, _TEXTS)),
    "tables": Actions("list the games between callers, or end one", _actions(_tables, _TABLES), "list"),
    "clock": Actions("tell whether the board believes the machine's clock", _actions(_clock, _CLOCK), "show"),
    **_actions(_live, _LIVE),
}  # fmt: skip
