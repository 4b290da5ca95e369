"""docs/tutorial.md: its door is built step by step from the code on the page, and played after each."""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from door.games.coaching import Coach
from door.games.contract import Door
from door.play.books import Books, Daily
from door.testing import Stage
from door.ui import sentence

ROOT = Path(__file__).parents[2]
PAGE, DOORS = ROOT / "docs" / "tutorial.md", ROOT / "docs" / "doors.md"
STEPS = re.split(r"^## \d\. ", PAGE.read_text("utf-8"), flags=re.M)[1:]
DEALT = Books(daily=Daily("2026-11-21", may_play=True))


def blocks(step: str, kind: str) -> str:
    return "\n".join(re.findall(rf"^```{kind}\n(.*?)^```$", step, re.M | re.S))


def rules(module: ModuleType, stage: Callable[..., Stage]) -> None:
    assert stage(plain=True).say("")[-1] == "Throw or hold?"
    game = module.new({}, (), module.api.Chance(bytes(32)))
    for _ in range(10):
        game = module.apply(game, "throw")
    assert module.status(game).ended


def keys(module: ModuleType, stage: Callable[..., Stage]) -> None:
    assert stage().press("enter t t").games[0].moves == ["throw", "throw"]
    assert "9 throws left" in stage(plain=True).say("", "throw")[-2]


def board(module: ModuleType, stage: Callable[..., Stage]) -> None:
    assert "9 throws left" in stage().press("enter t").text


def motion(module: ModuleType, stage: Callable[..., Stage]) -> None:
    seeds = (stage(first_seed=seed, fast=False, patient=True).press("enter t") for seed in range(1, 60))
    one = next(one for one in seeds if one.position.die == 1)
    assert len(one.state.frames) > 8 and one.state.frames[-1].moment


def options(module: ModuleType, stage: Callable[..., Stage]) -> None:
    assert stage(options={"throws": 2}).press("enter t t").games[0].score is not None
    assert stage(books=DEALT).press("d enter t").games[0].daily


def hint(module: ModuleType, stage: Callable[..., Stage]) -> None:
    assert "throw" in stage().press("p p").state.note.text


def coach(module: ModuleType, stage: Callable[..., Stage]) -> None:
    made = stage().press("enter " + "t " * 10 + "c").text
    assert re.search(r"= par \d+\.\d+ [-+] luck", made), made


def table(module: ModuleType, stage: Callable[..., Stage]) -> None:
    assert module.DOOR.info.players.race == {}


PLAYED = (rules, keys, board, motion, options, hint, coach, table)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The folder of the package; nothing of it stays in this process."""
    monkeypatch.syspath_prepend(ROOT / "examples" / "door-pig")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sentence, "_packages", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "door_tenthrows").mkdir()
    yield tmp_path / "door_tenthrows"
    forget()


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("door_tenthrows", "door_pig")]:
        del sys.modules[name]
    importlib.invalidate_caches()
    sentence._room.cache_clear()
    sentence.shipped_text.cache_clear()


def parts(value: Any) -> set[str]:
    """Return the names of a door's own parts: the fields that differ from the defaults, a coach's methods."""
    if isinstance(value, Coach):
        own = [vars(kind) for kind in type(value).mro() if issubclass(kind, Coach) and kind is not Coach]
        return {name for names in own for name in names if not name.startswith("_")}
    found: set[str] = set()
    for one in fields(value):
        own, default = getattr(value, one.name), one.default
        if own != default:
            found |= {one.name} | (parts(own) if is_dataclass(own) or isinstance(own, Coach) else set())
    return found


def assert_pig_goes_on_from(door: Door) -> None:
    """The example has the parts of the tutorial's door, and those that docs/doors.md names."""
    pig = importlib.import_module("door_pig").DOOR
    section = DOORS.read_text("utf-8").partition("## 6. ")[2]
    rows = "".join(re.findall(r"^\| (.+?) \| ", section, re.M))
    assert parts(pig) - parts(door) == set(re.findall(r"`(\w+)`", rows))
    assert parts(door) - parts(pig) == {"daily", "race", "exact", "par"}


@pytest.mark.whole("package")
def test_each_step_can_be_played_and_the_last_keeps_every_law(package):
    code = texts = ""
    for step, played in zip(STEPS[:-1], PLAYED, strict=True):
        code, texts = code + blocks(step, "python"), texts + blocks(step, "yaml")
        (package / "__init__.py").write_text(code)
        (package / "texts.yaml").write_text(texts)
        forget()
        module = importlib.import_module("door_tenthrows")
        played(module, lambda door=module.DOOR, **given: Stage(door, **{"fast": True, **given}))
    assert_pig_goes_on_from(module.DOOR)
    (package.parent / "test_tenthrows.py").write_text(blocks(STEPS[-1], "python test"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", "-c", os.devnull],
        cwd=package.parent, env={**os.environ, "GOLDEN": "write"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "throws left" in (package.parent / "goldens" / "board.txt").read_text("utf-8")
