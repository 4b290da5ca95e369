"""`door --version`, `door docs`, `door completion` and the man page, and what a built package has of them."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import door
from door import cli

ROOT = Path(door.__file__).parent.parent


def ran(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = cli.main(argv)
    return code, *capsys.readouterr()


def commit() -> str:
    """The checkout's commit, "" if this is none or another account's."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    return (
        subprocess.run(asked, capture_output=True, text=True).stdout[:10] if (ROOT / ".git").exists() else ""
    )


def test_a_checkout_s_version_has_its_commit(capsys: pytest.CaptureFixture[str]) -> None:
    head = commit()
    assert ran(capsys, "--version") == (0, f"door {door.__version__}{f' ({head})' if head else ''}\n", "")


def test_every_page_can_be_listed_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    code, listed, _ = ran(capsys, "docs")
    names = [line.split()[0] for line in listed.splitlines()]
    assert code == 0 and {"caller", "sysop", "changelog"} < set(names) and names == sorted(names)
    assert ran(capsys, "docs", "sysop") == (0, (ROOT / "docs" / "sysop.md").read_text(), "")
    code, out, err = ran(capsys, "docs", "sysopp")
    assert code == 1 and not out and "'sysopp'" in err and "did you mean sysop?" in err


def test_bash_completes_commands_actions_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, script, _ = ran(capsys, "completion", "bash")
    assert code == 0
    for words, wanted in (
        ("chec", "check"),
        ("callers ba", "ban ban-address bans"),
        ("audit --mo", "--month"),
    ):
        typed = ["door", *words.split()]
        line, at = " ".join(typed), len(typed) - 1
        asked = f"COMP_WORDS=({line}); COMP_CWORD={at}; _shtab_door; echo ${{COMPREPLY[*]}}"
        done = subprocess.run(
            ["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == wanted.split()


def test_a_man_page_is_made_from_the_parser(tmp_path: Path) -> None:
    page = tmp_path / "door.1"
    made = "from argparse_manpage.cli import main; main()"
    argv = ["--module", "door.cli", "--function", "parser", "--prog", "door", "--output", str(page)]
    subprocess.run([sys.executable, "-c", made, *argv], check=True, cwd=ROOT, timeout=60)
    text = page.read_text()
    assert ".TH DOOR" in text and r"door callers ban\-address" in text.replace("\\ ", " ")


@pytest.mark.whole("package")
def test_a_wheel_has_the_docs_and_the_board_and_an_sdist_builds(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run(build, check=True, cwd=ROOT, capture_output=True, timeout=120)
    (wheel,), (sdist,) = tmp_path.glob("bbs_door-*.whl"), tmp_path.glob("bbs_door-*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    pages = {f"door/skeleton/docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert {*pages, "door/skeleton/docs/CHANGELOG.md", "door/skeleton/config/board.yaml"} <= set(names)
    assert ("door/COMMIT" in names) == bool(commit())
    with tarfile.open(sdist) as packed:
        assert not any("node_modules" in name for name in packed.getnames())
    assert {path.name for path in tmp_path.iterdir()} == {wheel.name, sdist.name}
