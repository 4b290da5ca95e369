"""`door docs`, `door completion`, and what `door --version` prints: about the installed package itself."""

from __future__ import annotations

import argparse
import difflib
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import door
from door.commands import CliCommand, CommandError, path, word
from door.ui.texts import tr

PACKAGE: Final = Path(door.__file__).parent
SHELLS: Final = ("bash", "zsh", "tcsh")


def release() -> str:
    """Return the release and Python's, with the commit if this is a checkout or was built from one."""
    commit = f" ({one})" if (one := _commit()) else ""
    return f"{door.__version__}{commit}, Python {platform.python_version()}"


def _commit() -> str:
    """Return the commit, which building the package has noted in a file, or ""."""
    noted, checkout = PACKAGE / "COMMIT", PACKAGE.parent
    try:
        if noted.exists():
            return noted.read_text().strip()
        if not (checkout / ".git").exists():
            return ""
        asked = ["git", "-C", str(checkout), "rev-parse", "--short=10", "HEAD"]
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=5).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def docs(args: argparse.Namespace) -> int:
    """Print a page of the manual, or the list of pages with their titles."""
    pages = _pages()
    if args.name is None:
        for name, page in pages.items():
            print(f"{name:<12} {page.read_text(encoding='utf-8').partition(chr(10))[0].lstrip('# ')}")
        return 0
    if args.name not in pages:
        near = difflib.get_close_matches(args.name, pages, 1)
        sentence = tr.command.no_such_page(name=repr(args.name))
        raise CommandError(tr.common.did_you_mean(what=sentence, near=near[0]) if near else sentence)
    print(pages[args.name].read_text(encoding="utf-8"), end="")
    return 0


def _pages() -> dict[str, Path]:
    """Return the pages by their names: in the package, or in a checkout."""
    packed, checkout = PACKAGE / "skeleton" / "docs", PACKAGE.parent
    found = (
        packed.glob("*.md") if packed.is_dir() else (*checkout.glob("docs/*.md"), checkout / "CHANGELOG.md")
    )
    return {page.stem.lower(): page for page in sorted(found, key=lambda page: page.stem.lower())}


def completion(args: argparse.Namespace) -> int:
    """Print a script that teaches a shell to complete our commands, options, keys, doors and pages."""
    import shtab

    known = args.whole_parser()
    _complete_words(known, shtab.FILE)
    print(shtab.complete(known, args.shell))
    return 0


def _complete_words(parser: argparse.ArgumentParser, files: object) -> None:
    """Note what a shell may put in place of arguments. The parser serves for nothing else."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list
        if action.type is path:
            action.complete = files  # type: ignore[attr-defined]
        elif words := _words_for(parser.prog, action.dest):
            action.choices = words
        if isinstance(action.choices, dict):
            for leaf in action.choices.values():
                _complete_words(leaf, files)


def _words_for(prog: str, argument: str) -> Sequence[str]:
    """Return the words for an argument of the command `prog`, if they are the same on every board."""
    from door.screens.doors import infos
    from door.settings.keys import homes

    match prog.split()[1:], argument:
        case ["config", *_], "key":
            return [name for name, _ in homes(infos(), ())]
        case ["docs"], "name":
            return list(_pages())
        case [command, *_], "slug" if command != "new-door":
            return list(infos())
    return ()


COMMANDS: Final = {
    "docs": CliCommand(tr.usage.docs, docs, (word("name", "NAME", tr.usage.docs_name, nargs="?"),)),
    "completion": CliCommand(
        tr.usage.completion, completion, (word("shell", "SHELL", tr.usage.completion_shell, choices=SHELLS),)
    ),
}
