"""The words of each command: what may be said, and which function is called for it.

Law: nothing is done here, and nothing is imported that a command needs before it is called, so that
`door --help` costs nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from door import __version__
from door.commands.values import jobs, lines, listener, month, node, turns
from door.server.gc_policy import loading

_Run = Callable[[argparse.Namespace], int]
BOARD_HELP: Final = "the board's folder, where config/board.yaml is (default: the current folder)"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, **kwargs)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; a door's toggles may stand behind the options, where argparse passes them over."""
    known = parser()
    args, rest = known.parse_known_args(argv)
    if rest and not (hasattr(args, "toggles") and all(not word.startswith("-") for word in rest)):
        known.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.toggles = [*args.toggles, *rest]
    return args


def parser() -> argparse.ArgumentParser:
    """What understands every command; `run` of what it gives carries the command out."""
    parser = _Parser(
        prog="door", description="A retro BBS door emulator: telnet and SSH callers play door games."
    )
    parser.add_argument("--version", action="version", version=f"door {__version__}")
    parser.add_argument("--board", type=Path, default=Path(), metavar="DIR", help=BOARD_HELP)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for build in (
        _serve,
        _init,
        _play,
        _run,
        _new_door,
        _check,
        _bulletin,
        _audit,
        _replay,
        _callers,
        _config,
        _live,
    ):
        build(commands)
    return parser


def _command(commands: Any, name: str, run: _Run | None, help: str) -> argparse.ArgumentParser:
    """Adds a command; `--board` may stand after it as well as before."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    parser.add_argument("--board", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=BOARD_HELP)
    if run:
        parser.set_defaults(run=run)
    return parser


# -- commands ----------------------------------------------------------------------------


def _serve(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        with loading():
            from door.server.app import serve

        return serve(args.board, args.telnet, args.ssh, args.rlogin)

    parser = _command(commands, "serve", run, "run the board until SIGTERM or Ctrl-C")
    for name in ("telnet", "ssh", "rlogin"):
        help = f"where {name} callers come in, instead of the settings' (port 0: any; off: none)"
        parser.add_argument(f"--{name}", type=listener, metavar="HOST:PORT", help=help)


def _init(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        from door.commands.init import init

        return init(args.dir)

    parser = _command(commands, "init", run, "write a ready board folder; nothing is overwritten")
    parser.add_argument("dir", type=Path, metavar="DIR", help="the folder to make")


def _play(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        with loading():
            from door.server.app import play

        return play(args.board, args.slug, args.toggles, args.caller, args.plain, args.trace)

    parser = _command(commands, "play", run, "play on this terminal, without a server")
    parser.add_argument(
        "slug", nargs="?", metavar="SLUG", help="the door, such as shutbox (default: the menu)"
    )
    parser.add_argument("toggles", nargs="*", metavar="TOGGLE", help="what the door is told at its start")
    parser.add_argument("--caller", metavar="NAME", help="who plays (default: the sysop)")
    parser.add_argument("--plain", action="store_true", help="lines of text: no colour, no cursor movement")
    parser.add_argument(
        "--trace", type=Path, metavar="FILE", help="write events and effects, keys and seeds too"
    )


def _run(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        with loading():
            from door.commands.run import run

        return run(args.board, args.slug, args.dropfile, args.bbs, args.write_bulletins)

    parser = _command(commands, "run", run, "serve one caller of another BBS, which starts this")
    parser.add_argument("slug", metavar="SLUG", help="the door")
    parser.add_argument(
        "--dropfile", type=Path, required=True, metavar="PATH",
        help="what that BBS wrote: DOOR32.SYS, DOOR.SYS, DORINFOx.DEF or CHAIN.TXT, or its folder",
    )  # fmt: skip
    parser.add_argument("--bbs", metavar="NAME", help="that BBS's short name (default: what the file says)")
    help = "leave the door's bulletin there afterwards, as .ans, .asc and .txt"
    parser.add_argument("--write-bulletins", type=Path, metavar="DIR", help=help)


def _new_door(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        from door.commands.new_door import new_door

        return new_door(args.slug)

    parser = _command(commands, "new-door", run, "begin a door of your own, in the project's source")
    parser.add_argument("slug", metavar="SLUG", help="its short name, such as coin")


def _check(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        from door.commands.check import check

        return check(args.board)

    _command(commands, "check", run, "check settings and art, and say when each changed key applies")


def _bulletin(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        from door.commands.bulletin import bulletin

        return bulletin(args.board, args.slug, args.month, args.write)

    parser = _command(commands, "bulletin", run, "print the month's standing, or a closed month's winners")
    parser.add_argument("slug", nargs="?", metavar="SLUG", help="the door (default: every door)")
    parser.add_argument("--month", type=month, metavar="YYYY-MM", help="the month (default: this one)")
    parser.add_argument(
        "--write", type=Path, metavar="DIR", help="write .ans, .asc and .txt files there as well"
    )


def _audit(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        with loading():
            from door.commands.audit import audit

        return audit(args.board, args.month, args.jobs)

    parser = _command(commands, "audit", run, "check the journal's chain and replay every game")
    parser.add_argument("--month", type=month, metavar="YYYY-MM", help="replay that month's games only")
    help = "how many processes help to replay (default: as many as there are processors; 0: none)"
    parser.add_argument("--jobs", type=jobs, metavar="N", help=help)


def _replay(commands: Any) -> None:
    def run(args: argparse.Namespace) -> int:
        from door.commands.replay import replay

        return replay(args.board, args.id)

    parser = _command(commands, "replay", run, "show a finished game move by move")
    parser.add_argument("id", metavar="ID", help="the game's id, or the beginning of it")


# -- callers -----------------------------------------------------------------------------

CALLERS: Final[dict[str, tuple[str, tuple[tuple[str, dict[str, Any]], ...]]]] = {
    "list": (
        "list every caller, or those with a word in their handles",
        (("part", {"metavar": "PART", "nargs": "?", "default": ""}),),
    ),
    "add": (
        "add a caller; the password is asked for twice, or read from stdin when that is no terminal",
        (
            ("name", {"metavar": "NAME"}),
            ("--sysop", {"action": "store_true", "help": "the caller is a sysop"}),
            ("--password-stdin", {"action": "store_true", "help": "read the password from stdin"}),
        ),
    ),
    "show": ("show what is kept of a caller, the password apart", (("name", {"metavar": "NAME"}),)),
    "passwd": (
        "set a caller's password",
        (
            ("name", {"metavar": "NAME"}),
            ("--password-stdin", {"action": "store_true", "help": "read the password from stdin"}),
        ),
    ),
    "key": (
        "add an SSH public key to a caller, or list their keys",
        (
            ("name", {"metavar": "NAME"}),
            ("file", {"metavar": "FILE", "nargs": "?", "help": "the public key's file, or - for stdin"}),
            ("--remove", {"type": int, "metavar": "N", "help": "take the key of that number away"}),
        ),
    ),
    "ban": (
        "refuse a caller from now on",
        (("name", {"metavar": "NAME"}), ("reason", {"metavar": "REASON", "nargs": "*"})),
    ),
    "unban": ("let a banned caller in again", (("name", {"metavar": "NAME"}),)),
    "ban-address": (
        "refuse an address, or a network such as 203.0.113.0/24, until it is lifted",
        (
            ("address", {"metavar": "ADDRESS"}),
            ("--days", {"type": int, "metavar": "N", "help": "lift it by itself after so many days"}),
        ),
    ),
    "unban-address": ("let an address or a network in again", (("address", {"metavar": "ADDRESS"}),)),
    "bans": ("list the handles and the addresses that are banned", ()),
    "level": (
        "set a caller's access level; a door may ask for a minimum (access_level)",
        (("name", {"metavar": "NAME"}), ("level", {"metavar": "N", "help": "0 to 1000"})),
    ),
    "sysop": (
        "make a caller a sysop from the next call on, or no sysop any more",
        (("name", {"metavar": "NAME"}), ("answer", {"metavar": "yes|no", "choices": ["yes", "no"]})),
    ),
    "turns": (
        "grant a caller more turns for today",
        (
            ("name", {"metavar": "NAME"}),
            ("slug", {"metavar": "SLUG", "help": "the door"}),
            (
                "turns",
                {"metavar": "N", "type": turns, "help": "how many more; below 0, how many fewer"},
            ),
        ),
    ),
    "rename": ("give a caller another handle", (("name", {"metavar": "NAME"}), ("to", {"metavar": "NEW"}))),
    "remove": (
        "remove a caller; their games stay in the journal and the handle stays taken",
        (("name", {"metavar": "NAME"}),),
    ),
}


def _callers(commands: Any) -> None:
    parser = _command(commands, "callers", None, "the sysop's hand on callers' accounts")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for action, (help, arguments) in CALLERS.items():
        leaf = _command(actions, action, _on_callers(action), help)
        for name, how in arguments:
            leaf.add_argument(name, **how)


def _on_callers(action: str) -> _Run:
    def run(args: argparse.Namespace) -> int:
        from door.commands import callers

        return callers.ACTIONS[action](args)

    return run


# -- the settings' keys ------------------------------------------------------------------


def _config(commands: Any) -> None:
    parser = _command(commands, "config", None, "list, read or set a key of the settings")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    leaf = _command(actions, "list", _on_config("list"), "list every key, or explain those of a word")
    leaf.add_argument("word", metavar="WORD", nargs="?", help="part of a key's name, such as limits")
    leaf = _command(actions, "get", _on_config("get"), "print one key's value")
    leaf.add_argument("key", metavar="KEY", help="such as limits.idle_minutes or doors.shutbox.tiles")
    leaf = _command(actions, "set", _on_config("set"), "change one key in its file; comments stay")
    leaf.add_argument("key", metavar="KEY", help="such as limits.idle_minutes or doors.shutbox.tiles")
    leaf.add_argument("value", metavar="VALUE", nargs="*", help="the new value; a list as [one, two]")
    leaf.add_argument("--stdin", action="store_true", help="read the value from standard input (for secrets)")


def _on_config(action: str) -> _Run:
    def run(args: argparse.Namespace) -> int:
        from door.commands import config

        return config.ACTIONS[action](args)

    return run


# -- a board that runs -------------------------------------------------------------------

_NODE: Final = ("node", {"metavar": "NODE", "type": node, "help": "the node, as door nodes lists it"})

# command: (help, the function of door.commands.console and what it is given first, arguments)
_LIVE: Final[dict[str, tuple[str, tuple[str, ...], tuple[tuple[str, dict[str, Any]], ...]]]] = {
    "nodes": ("list the calls on a board that runs", ("nodes",), ()),
    "message": (
        "send the caller on a node one line, from Sysop",
        ("act", "message"),
        (_NODE, ("text", {"metavar": "TEXT", "nargs": "+", "help": "at most 64 characters"})),
    ),
    "hangup": (
        "end the call on a node; the game is saved",
        ("act", "hangup"),
        (_NODE, ("--reason", {"metavar": "TEXT", "dest": "text", "help": "the last sentence they see"})),
    ),
    "minutes": (
        "give the call on a node more minutes, or fewer",
        ("act", "minutes"),
        (_NODE, ("text", {"metavar": "N", "help": "how many more; below 0, how many fewer"})),
    ),
    "watch": ("look over a caller's shoulder, on this terminal", ("attach", "watch"), (_NODE,)),
    "chat": ("break in and talk to the caller on a node", ("attach", "chat"), (_NODE,)),
    "log": (
        "print the end of a running board's log",
        ("log",),
        (
            ("word", {"metavar": "WORD", "nargs": "?", "help": "only lines with this in them"}),
            ("-f", {"action": "store_true", "dest": "follow", "help": "go on as lines are written"}),
            (
                "--lines",
                {"metavar": "N", "type": lines, "default": 20, "help": "how many (default: 20)"},
            ),
        ),
    ),
}


def _live(commands: Any) -> None:
    for name, (help, (function, *given), arguments) in _LIVE.items():
        leaf = _command(commands, name, _on_board(function, given), help)
        for argument, how in arguments:
            leaf.add_argument(argument, **how)


def _on_board(function: str, given: Sequence[str]) -> _Run:
    def run(args: argparse.Namespace) -> int:
        from door.commands import console

        code: int = getattr(console, function)(*given, args)
        return code

    return run
