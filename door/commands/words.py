"""The words of each command, and the function behind it.

Nothing is done here, and nothing is imported that a command needs before it runs, so `door --help` is quick.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from door import __version__
from door.commands.values import jobs, lines, listener, month, moves, node, path, seconds, size, turns
from door.server.gc_policy import loading
from door.ui.catalogue import tr

Run = Callable[[argparse.Namespace], int]
Help = Callable[[], str]
Argument = tuple[str, Help | None, Mapping[str, Any]]


class Command(NamedTuple):
    """A command: its `--help`, its function, and its arguments."""

    help: Help
    run: Run
    arguments: tuple[Argument, ...] = ()


class Actions(NamedTuple):
    """A command with actions: its `--help`, the actions, and the default action ("" if one is required)."""

    help: Help
    actions: Mapping[str, Command]
    alone: str = ""


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


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the arguments. A door's toggles may follow the options, where argparse would not take them."""
    words = sys.argv[1:] if argv is None else argv
    known = parser(words)
    args, rest = known.parse_known_args(words)
    if rest and not (hasattr(args, "toggles") and all(not word.startswith("-") for word in rest)):
        known.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.toggles = [*args.toggles, *rest]
    return args


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return a parser for every command, or only for the given words, which is faster. Its `run` does the
    work.
    """
    parser = _Parser(prog="door", description=tr.usage.door())
    parser.add_argument("--version", action="version", version=f"door {__version__}")
    folder = Path(os.environ.get("DOOR_BOARD", ""))
    parser.add_argument("--board", type=path, default=folder, metavar="DIR", help=tr.usage.board())
    _add(parser, "COMMAND", COMMANDS, words)
    return parser


def _add(
    parser: _Parser, metavar: str, table: Mapping[str, Command | Actions], words: Sequence[str] | None,
    required: bool = True,
) -> None:  # fmt: skip
    """Add commands and their actions; `--board` may follow each. Commands not among the `words` only get
    their names and `help`.
    """
    parser.commands = tuple(table)
    commands: Any = parser.add_subparsers(title=f"{metavar.lower()}s", metavar=metavar, required=required)
    for name, what in table.items():
        said = words is None or name in words
        leaf = commands.add_parser(name, help=what.help(), description=what.help(), add_help=said)
        if not said:
            continue
        leaf.add_argument(
            "--board", type=path, default=argparse.SUPPRESS, metavar="DIR", help=tr.usage.board()
        )
        if isinstance(what, Command):
            leaf.set_defaults(run=what.run)
            for argument, help, how in what.arguments:
                leaf.add_argument(argument, **how, help=help() if help else None)
        else:
            _add(leaf, "ACTION", what.actions, words, required=not what.alone)
            if what.alone:
                leaf.set_defaults(run=what.actions[what.alone].run)


def _word(name: str, metavar: str, help: Help | None = None, **how: Any) -> Argument:
    return name, help, {"metavar": metavar, **how}


def _flag(name: str, help: Help, **how: Any) -> Argument:
    return name, help, {"action": "store_true", **how}


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
_PASSWORD: Final = _flag("--password-stdin", tr.usage.password_stdin)
_KEY: Final = _word("key", "KEY", tr.usage.key)
_NODE: Final = _word("node", "NODE", tr.usage.node, type=node)
_ADDRESS: Final = _word("address", "ADDRESS")
_LISTENERS: Final = tuple(
    _word(f"--{name}", "HOST:PORT",
          partial(tr.usage.listen, kind=name), type=listener)
    for name in ("telnet", "ssh", "rlogin")
)  # fmt: skip

_CALLERS: Final = {
    "list": (tr.usage.callers_list,
             (_word("part", "PART", nargs="?", default=""),)),
    "add": (tr.usage.callers_add,
            (_NAME, _flag("--sysop", tr.usage.callers_add_sysop), _PASSWORD)),
    "show": (tr.usage.callers_show, (_NAME,)),
    "passwd": (tr.usage.callers_passwd, (_NAME, _PASSWORD)),
    "key": (tr.usage.callers_key,
            (_NAME, _word("file", "FILE", tr.usage.callers_key_file, nargs="?"),
             _word("--remove", "N", tr.usage.callers_key_remove, type=int))),
    "validate": (tr.usage.callers_validate, (_NAME,)),
    "ban": (tr.usage.callers_ban, (_NAME, _word("reason", "REASON", nargs="*"))),
    "unban": (tr.usage.callers_unban, (_NAME,)),
    "ban-address": (tr.usage.callers_ban_address,
                    (_ADDRESS, _word("--days", "N", tr.usage.callers_ban_address_days, type=int))),
    "unban-address": (tr.usage.callers_unban_address, (_ADDRESS,)),
    "bans": (tr.usage.callers_bans, ()),
    "level": (tr.usage.callers_level,
              (_NAME, _word("level", "N", tr.usage.callers_level_level))),
    "sysop": (tr.usage.callers_sysop,
              (_NAME, _word("answer", "yes|no", choices=["yes", "no"]))),
    "turns": (tr.usage.callers_turns,
              (_NAME, _word("slug", "SLUG", tr.usage.door_slug),
               _word("turns", "N", tr.usage.callers_turns_more, type=turns))),
    "rename": (tr.usage.callers_rename, (_NAME, _word("to", "NEW"))),
    "remove": (tr.usage.callers_remove, (_NAME,)),
}  # fmt: skip

_BBSDEV: Final = os.environ.get("BBSDEV_DRP", "")
"""The path of the BBSDEV.DRP that a host board has written."""

_CONFIG: Final = {
    "list": (tr.usage.config_list,
             (_word("word", "WORD", tr.usage.config_list_word, nargs="?"),)),
    "get": (tr.usage.config_get, (_KEY,)),
    "set": (tr.usage.config_set,
            (_KEY, _word("value", "VALUE", tr.usage.config_set_value, nargs="*"),
             _flag("--stdin", tr.usage.config_set_stdin))),
    "unset": (tr.usage.config_unset, (_KEY,)),
}  # fmt: skip

_TEXT: Final = _word("key", "KEY", tr.usage.texts_key)
_TEXTS: Final = {
    "list": (tr.usage.texts_list,
             (_word("word", "WORD", tr.usage.texts_list_word, nargs="?"),)),
    "get": (tr.usage.texts_get, (_TEXT,)),
    "set": (tr.usage.texts_set,
            (_TEXT, _word("text", "TEXT", tr.usage.texts_set_text,
                          nargs="+"))),
}  # fmt: skip

_TABLES: Final = {
    "list": (tr.usage.tables_list, ()),
    "end": (tr.usage.tables_end,
            (_word("id", "ID", tr.usage.tables_end_id),
             _word("--why", "TEXT", tr.usage.tables_end_why, required=True))),
}  # fmt: skip

_CLOCK: Final = {
    "show": (tr.usage.clock_show, ()),
    "believe": (tr.usage.clock_believe, ()),
    "back": (tr.usage.clock_back,
             (_flag("--yes", tr.usage.clock_back_yes),)),
}  # fmt: skip

_REPLAYS: Final = {
    "cast": tr.usage.replay_cast,
    "cast3": tr.usage.replay_cast_three,
    "gif": tr.usage.replay_gif,
    "svg": tr.usage.replay_svg,
    "png": tr.usage.replay_png,
    "ans": tr.usage.replay_ans,
    "txt": tr.usage.replay_txt,
}

_LIVE: Final = {
    "nodes": (tr.usage.nodes, ()),
    "message": (tr.usage.message,
                (_NODE, _word("text", "TEXT", tr.usage.line_text, nargs="+"))),
    "announce": (tr.usage.announce,
                 (_word("text", "TEXT", tr.usage.line_text, nargs="+"),)),
    "hangup": (tr.usage.hangup,
               (_NODE, _word("--reason", "TEXT", tr.usage.hangup_reason, dest="text"))),
    "minutes": (tr.usage.minutes,
                (_NODE, _word("text", "N", tr.usage.minutes_more))),
    "watch": (tr.usage.watch, (_NODE,)),
    "chat": (tr.usage.chat, (_NODE,)),
    "log": (tr.usage.log,
            (_word("word", "WORD", tr.usage.log_word, nargs="?"),
             _flag("-f", tr.usage.log_follow, dest="follow"),
             _word("--lines", "N", tr.usage.log_lines, type=lines, default=20))),
}  # fmt: skip


def _actions(
    run: Callable[[str, argparse.Namespace], int], table: Mapping[str, tuple[Help, tuple[Argument, ...]]]
) -> dict[str, Command]:
    """Return a table's commands, which share that function and pass it their name."""
    return {name: Command(help, partial(run, name), words) for name, (help, words) in table.items()}


CALLERS: Final = _actions(_callers, _CALLERS)
COMMANDS: Final[Mapping[str, Command | Actions]] = {
    "serve": Command(tr.usage.serve, _serve, _LISTENERS),
    "init": Command(tr.usage.init, _init,
                    (_word("dir", "DIR", tr.usage.init_dir, type=path),)),
    "play": Command(tr.usage.play, _play, (
        _word("slug", "SLUG", tr.usage.play_slug, nargs="?"),
        _word("toggles", "TOGGLE", tr.usage.play_toggles, nargs="*"),
        _word("--caller", "NAME", tr.usage.play_caller),
        _flag("--plain", tr.usage.play_plain),
        _word("--trace", "FILE", tr.usage.play_trace, type=path),
    )),
    "run": Command(tr.usage.run, _run, (
        _word("slug", "SLUG", tr.usage.door_slug),
        _word("--dropfile", "PATH", tr.usage.run_dropfile, type=path, required=not _BBSDEV,
              default=Path(_BBSDEV)),
        _word("--bbs", "NAME", tr.usage.run_bbs),
        _word("--name", "real|alias", tr.usage.run_name, choices=["real", "alias"]),
        _word("--write-bulletins", "DIR", type=path,
              help=tr.usage.run_write_bulletins),
    )),
    "new-door": Command(tr.usage.new_door, _new_door,
                        (_word("slug", "SLUG", tr.usage.new_door_slug),)),
    "check": Command(tr.usage.check, _check, (
        _flag("--schemas", tr.usage.check_schemas),
    )),
    "bulletin": Command(tr.usage.bulletin, _bulletin, (
        _word("slug", "SLUG", tr.usage.bulletin_slug, nargs="?"),
        _word("--month", "YYYY-MM", tr.usage.bulletin_month, type=month),
        _word("--write", "DIR", tr.usage.bulletin_write, type=path),
        _flag("--luck", tr.usage.bulletin_luck),
    )),
    "audit": Command(tr.usage.audit, _audit, (
        _word("--month", "YYYY-MM", tr.usage.audit_month, type=month),
        _flag("--computers", tr.usage.audit_computers),
        _word("--jobs", "N", type=jobs,
              help=tr.usage.audit_jobs),
    )),
    "replay": Command(tr.usage.replay, _replay, (
        _word("id", "ID", tr.usage.replay_id),
        *(_flag(f"--{kind}", what, action="append_const", const=kind, dest="kinds")
          for kind, what in _REPLAYS.items()),
        _word("-o", "FILE", tr.usage.replay_file,
              type=path, dest="out"),
        _flag("--coach", tr.usage.replay_coach),
        _flag("--force", tr.usage.replay_force),
        _word("--size", "COLSxROWS", tr.usage.replay_size, type=size, default=(80, 24)),
        _word("--charset", "SET", tr.usage.replay_charset,
              choices=("cp437", "utf-8", "ascii")),
        _word("--pace", "S", tr.usage.replay_pace, type=seconds, default=1.2),
        _word("--move", "N", tr.usage.replay_move, type=moves),
    )),
    "callers": Actions(tr.usage.callers, CALLERS),
    "config": Actions(tr.usage.config, _actions(_config, _CONFIG)),
    "texts": Actions(tr.usage.texts, _actions(_texts, _TEXTS)),
    "tables": Actions(tr.usage.tables, _actions(_tables, _TABLES), "list"),
    "clock": Actions(tr.usage.clock, _actions(_clock, _CLOCK), "show"),
    **_actions(_live, _LIVE),
}  # fmt: skip
