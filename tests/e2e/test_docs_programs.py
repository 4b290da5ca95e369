"""The commands of other programs that the docs quote: pip, pytest, systemctl, ssh and so on.

Each is run if that changes nothing outside a folder of the test. Otherwise the program is asked for its help,
which must have the quoted options, or it only parses the line.
"""

import doctest
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from effort import PATIENCE

ROOT = Path(__file__).parent.parent.parent
PAGES: Final = (
    *sorted(ROOT.glob("docs/*.md")), *map(ROOT.joinpath, ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
)  # fmt: skip
OPTION: Final = re.compile(r"(?<!\S)--?[a-z][\w-]*")


class Quoted(NamedTuple):
    """A command of a page. `words` begin with the program's bare name."""

    page: str
    text: str
    words: tuple[str, ...]


@cache
def ran(*words: str, cwd: Path = ROOT) -> str:
    """Run to the end, and return what was printed."""
    done = subprocess.run(
        words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, f"{shlex.join(words)}: {done.returncode}\n{done.stdout}"
    return done.stdout


def asked(words: tuple[str, ...], here: Path) -> None:
    """The help of the program, or of its command, has each option. A word without a dash may be a command."""
    tools = Path(sys.executable).parent / words[0]
    program = shutil.which(words[0]) or (str(tools) if tools.exists() else "")
    if not program:
        pytest.skip(f"{words[0]} is not installed")
    if words[:2] == ("podman", "exec"):
        words = words[: 2 + next(at for at, word in enumerate(words[2:], 1) if not word.startswith("-"))]
    command = words[1:2] if words[0] in ("podman", "pip", "mkdocs", "cyclonedx-py") else ()
    verb = words[1] if words[0] in ("systemctl", "systemd-analyze") else ""
    printed = ran(program, *command, "--help")
    for option in (*OPTION.findall(" ".join(words)), verb):
        assert option in printed, f"{words[0]} has no {option}"


def python(words: tuple[str, ...], here: Path) -> None:
    """The script is ours and has the options. A module can be found."""
    if words[1] == "-m":
        assert words[2] == "build" or importlib.util.find_spec(words[2]), words[2]
    named = [ROOT / word for word in words[1:] if word.startswith("tests/") or word.endswith(".py")]
    scripts = [path / "__main__.py" if path.is_dir() else path for path in named]
    text = "".join(script.read_text() for script in scripts)
    assert words[1] == "-m" or all(option.strip("-") in text for option in OPTION.findall(" ".join(words)))


def pip(words: tuple[str, ...], here: Path) -> None:
    """Its options exist, and so do our extras and the files that it reads."""
    asked(("pip", *words[1:]), here)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for name, extra in re.findall(r"(\S+?)\[(\w+)\]", " ".join(words)):
        assert not name.startswith((".", "bbs-door")) or extra in extras
    assert "-c" not in words or (ROOT / words[words.index("-c") + 1]).is_file()


def pytest_finds(words: tuple[str, ...], here: Path) -> None:
    assert all((ROOT / word).exists() for word in words if word.startswith("tests/"))


def parsed_by_nft(words: tuple[str, ...], here: Path) -> None:
    if not shutil.which("nft"):
        pytest.skip("nft is not installed")
    table = "add table inet door\nadd chain inet door calls { type nat hook prerouting priority dstnat; }\n"
    done = subprocess.run(
        ["nft", "-c", "-f", "-"], input=f"{table}{' '.join(words[1:])}\n", capture_output=True, text=True
    )
    if "Operation not permitted" in done.stderr or "Unable to initialize" in done.stderr:
        pytest.skip("nft may not ask this kernel")
    assert done.returncode == 0, done.stderr


def parsed_by_ssh(words: tuple[str, ...], here: Path) -> None:
    if not shutil.which("ssh"):
        pytest.skip("ssh is not installed")
    assert "\nport 2222\n" in ran("ssh", "-G", *words[1:])


def shell_reads(words: tuple[str, ...], here: Path) -> None:
    ran("bash", "-n", *words[1:])


HOW: Final[dict[str, Callable[[tuple[str, ...], Path], None]]] = {
    **dict.fromkeys(
        ("chmod", "cyclonedx-py", "mkdocs", "podman", "pre-commit", "systemctl", "useradd"), asked
    ),
    "systemd-analyze": asked,
    "bash": shell_reads, "nft": parsed_by_nft, "pip": pip,
    "pytest": pytest_finds, "python": python, "python3": python, "ssh": parsed_by_ssh,
}  # fmt: skip
"""How a program's commands are tried."""

ELSEWHERE: Final = {
    "alias": "every command is run by what it stands for",
    "apt": "installs", "apt-get": "installs; .ci/run does it",
    "argparse-manpage": "test_about.py makes the page",
    **dict.fromkeys(
        ("cp", "df", "du", "echo", "git", "install", "mv", "rm", "sh"), "test_docs_pages.py types them in",
    ),
    "cd": "changes nothing", "pg_basebackup": "postgres_kit.py runs it", "pg_ctl": "postgres_kit.py runs it",
    "createdb": "postgres_kit.py runs it", "createuser": "needs a server that is already set up",
    "psql": "needs a server that is already set up", "sleep": "changes nothing",
    "sqlite3": "reads another board's file", "iconv": "reads another board's file",
    "journalctl": "reads systemd's log", "openssl": "makes a token",
    "kill": "tests/crash kills boards", "nice": "only with door",
    "door": "test_docs_commands.py", "sudo": "only with door",
    "telnet": "test_clients.py calls with it",
}  # fmt: skip
"""Programs whose commands aren't tried here, and why."""


def commands(page: Path) -> list[tuple[str, str]]:
    """Return each command of a page as it stands, and from its program's bare name on."""
    text = re.sub(r"\\\n +", "", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S))
    lines = re.findall(r"^    (\S.*)$", text, re.M) + re.findall(r"`([^`\n]+ [^`\n]+)`", text)
    each = [one for line in lines for one in re.split(r"  +|\s# ", line)[0].split(" && ")]
    return [(one, re.sub(r"^(?:[A-Z]+=\S+ )*(?:\S*/)?(?=[a-z][\w-]* )", "", one)) for one in each]


def quoted() -> dict[Quoted, None]:
    """Return every command of a program above, once. What may be left out is kept."""
    found = {}
    for page in PAGES:
        for text, bare in commands(page):
            if " " in bare and bare.split(" ")[0] in HOW:
                plain = re.sub(r"(?<=\s)\[|\](?=\s|$)", "", bare.split(" | ")[0])
                found[Quoted(page.name, text, tuple(shlex.split(plain)))] = None
    return found


QUOTED: Final = list(quoted())


@pytest.mark.parametrize("command", QUOTED, ids=lambda one: f"{one.page}: {one.text}")
def test_a_quoted_command_can_be_run(command, tmp_path):
    HOW[command.words[0]](command.words, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_program_is_known(page):
    programs = {bare.split(" ")[0] for _, bare in commands(page) if re.match(r"[a-z][\w-]+ [^=]", bare)}
    assert {one for one in programs if shutil.which(one)} <= {*HOW, *ELSEWHERE}


def test_the_python_session_of_the_contributor_s_page():
    lines = re.findall(r"^    (>>> .*)$", (ROOT / "docs" / "hacking.md").read_text(), re.M)
    assert len(lines) > 2
    ours: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples("\n".join(lines)):
        exec(example.source, ours)
