"""`door replay ID`: a finished game, move by move."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, flag, path, up_to, word
from door.commands.parts.shared import door_of, plainly, settings
from door.commands.play import show
from door.games.contract import Door
from door.play.replay import CANNOT, RecordedGame
from door.records.files.disk import descriptor, replace_file, write_all
from door.records.replays import read_finished
from door.screens.doors import find
from door.screens.replays.steps import coach_lines
from door.term.profile import too_small
from door.ui.texts import tr
from door.web.game_files import FileWish, as_text, export, file_name

STDOUT: Final = Path("-")


def replay(args: argparse.Namespace) -> int:
    """Show a finished game, found by the start of its id: step by step on a terminal, else as text."""
    finished = find_game(args.board, args.id)
    game = door_of(finished.door).game
    try:
        said = coach_lines(game, finished) if args.coach else as_text(game, finished)
        lines = tuple(map(_plain, said))
    except CANNOT as error:
        reason = str(error) or type(error).__name__
        why = tr.command.cannot_replay(id=finished.id, reason=reason)
        raise CommandError(why) from None
    if args.kinds:
        return _write_files(args, game, finished, "\n".join(lines))
    if not args.coach and sys.stdin.isatty() and sys.stdout.isatty():
        return show(args.board, "replay", finished.id)
    print("\n".join(lines))
    return 0


def _write_files(args: argparse.Namespace, game: Door, finished: RecordedGame, text: str) -> int:
    """Write the requested files. If the screen is too small, write only text."""
    kinds = list(dict.fromkeys(args.kinds))
    folder = args.out if args.out and args.out.is_dir() else Path()
    file = None if args.out is folder else args.out
    if file and len(kinds) > 1:
        raise CommandError(tr.command.one_file_for_many())
    if {"cast", "cast3"} <= set(kinds):
        raise CommandError(tr.command.two_casts())
    if (small := too_small(*args.size)) and kinds != ["txt"]:
        print(tr.command.screen_too_small(size="x".join(map(str, args.size))), file=sys.stderr)
        kinds = ["txt"]
    wish = FileWish(args.size, args.charset or "", args.pace, args.move)
    for kind in kinds:
        if file == STDOUT:
            with plainly():
                sys.stdout.buffer.write(export(game, finished, kind, wish, text))
            continue
        target = file or folder / file_name(finished, kind)
        target = target.with_suffix(".txt") if small else target
        if target.exists() and not args.force:
            raise CommandError(tr.command.file_exists(path=target))
        with plainly():
            data = export(game, finished, kind, wish, text)
        _write(target, data, args.force)
        print(tr.command.file_written(path=target, kilobytes=-(-len(data) // 1024)))
    return 0


def _write(path: Path, data: bytes, force: bool) -> None:
    """Write a file. CommandError if it exists, unless `force` replaces it. Links are never followed."""
    if force and path.exists() and not path.is_file():
        raise CommandError(tr.command.not_a_file(path=path))
    try:
        if force:
            replace_file(path, data, lasting=False, mode=0o666)
        else:
            with descriptor(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666) as fd:
                write_all(fd, data)
    except FileExistsError:
        raise CommandError(tr.command.file_exists(path=path)) from None


def find_game(board: Path, id: str) -> RecordedGame:
    """Return the finished game whose id starts so. CommandError says why it wasn't found."""
    with plainly():
        return read_finished(settings(board).data / "journal", find, id)


def _plain(line: str) -> str:
    """Remove control characters: a journal from elsewhere must not control the sysop's terminal."""
    return "".join(c if c.isprintable() else "?" for c in line)


_FILE_KINDS: Final = {
    "cast": tr.usage.replay_cast, "cast3": tr.usage.replay_cast_three, "gif": tr.usage.replay_gif,
    "png": tr.usage.replay_png, "ans": tr.usage.replay_ans,
    "txt": tr.usage.replay_txt,
}  # fmt: skip


def _size(text: str) -> tuple[int, int]:
    """Parse a screen's columns and rows, such as "80x24"."""
    found = re.fullmatch(r"([0-9]{1,3})[x×]([0-9]{1,3})", text, re.ASCII)
    if not found or not (10 <= int(found[1]) <= 500 and 5 <= int(found[2]) <= 200):
        raise argparse.ArgumentTypeError(tr.usage.not_a_size(text=repr(text)))
    return int(found[1]), int(found[2])


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", text, re.ASCII) or not 0.1 <= float(text) <= 60:
        raise argparse.ArgumentTypeError(tr.usage.not_seconds(text=repr(text)))
    return float(text)


COMMANDS: Final = {
    "replay": CliCommand(tr.usage.replay, replay, (
        word("id", "ID", tr.usage.replay_id),
        *(flag(f"--{kind}", what, action="append_const", const=kind, dest="kinds")
          for kind, what in _FILE_KINDS.items()),
        word("-o", "FILE", tr.usage.replay_file, type=path, dest="out"),
        flag("--coach", tr.usage.replay_coach),
        flag("--force", tr.usage.replay_force),
        word("--size", "COLSxROWS", tr.usage.replay_size, type=_size, default=(80, 24)),
        word("--charset", "SET", tr.usage.replay_charset, choices=("cp437", "utf-8", "ascii")),
        word("--pace", "S", tr.usage.replay_pace, type=_seconds, default=1.2),
        word("--move", "N", tr.usage.replay_move, type=up_to(9999, tr.usage.not_moves)),
    )),
}  # fmt: skip
