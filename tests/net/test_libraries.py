"""What we take of other people's libraries beyond their public face is looked up, pinned and named."""

import importlib
import tomllib
from operator import attrgetter
from pathlib import Path
from types import FunctionType

import asyncssh
import pytest

from door.net import _asyncssh
from door.net.ssh.line import SshSession
from door.net.telnet.server import TelnetOptions

ROOT = Path(__file__).parent.parent.parent
PRIVATE = [(function, name) for function, names in _asyncssh.USED.items() for name in names]


def renamed(function: FunctionType, name: str) -> FunctionType:
    """The function as a release has it that calls that attribute something else."""
    code = function.__code__
    names = tuple(f"{known}_2" if known == name else known for known in code.co_names)
    return FunctionType(code.replace(co_names=names), function.__globals__)


def replace(monkeypatch: pytest.MonkeyPatch, path: str, function: FunctionType) -> None:
    owner, _, name = path.rpartition(".")
    monkeypatch.setattr(attrgetter(owner)(asyncssh), name, function)


@pytest.mark.parametrize(("function", "name"), PRIVATE)
def test_a_release_that_renames_an_attribute_is_refused_by_name(function, name, monkeypatch):
    replace(monkeypatch, function, renamed(attrgetter(function)(asyncssh), name))
    with pytest.raises(ImportError) as refused:
        importlib.reload(_asyncssh)
    assert name in str(refused.value) and asyncssh.__version__ in str(refused.value)


@pytest.mark.parametrize("function", _asyncssh.USED)
def test_nor_may_a_function_be_gone(function, monkeypatch):
    owner, _, name = function.rpartition(".")
    monkeypatch.delattr(attrgetter(owner)(asyncssh), name)
    with pytest.raises(ImportError, match=function):
        importlib.reload(_asyncssh)


@pytest.mark.parametrize("function", _asyncssh.IDLE)
def test_nor_may_one_that_did_nothing_do_something(function, monkeypatch):
    def pause(conn) -> None:
        conn.paused = True

    replace(monkeypatch, function, pause)
    with pytest.raises(ImportError, match=function):
        importlib.reload(_asyncssh)


def test_the_libraries_are_pinned_to_what_was_looked_at():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"asyncssh{_asyncssh.RELEASE}" in wanted
    assert any(each.startswith("telnetlib3~=") for each in wanted)


def private_names(kind: type) -> set[str]:
    """What a class itself defines or uses, with one underscore before it."""
    functions = [each for each in vars(kind).values() if isinstance(each, FunctionType)]
    names = set(vars(kind)).union(*(each.__code__.co_names for each in functions))
    return {name for name in names if name.startswith("_") and not name.startswith("__")}


@pytest.mark.parametrize("kind", [TelnetOptions, SshSession])
def test_a_class_of_ours_has_no_private_name_of_its_librarys(kind):
    theirs = set[str]().union(*map(private_names, kind.__mro__[1:]))
    assert private_names(kind) and not private_names(kind) & theirs
