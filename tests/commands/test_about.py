"""`door --version`, `door docs`, `door completion` and the man page, and what a built package has of them."""

import platform
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from effort import PATIENCE

import door
from door import cli
from door.settings.skeleton import FOLDERS, SKELETON

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


def test_a_checkout_s_version_has_its_commit(capsys):
    head = commit()
    python = platform.python_version()
    said = f"door {door.__version__}{f' ({head})' if head else ''}, Python {python}\n"
    assert ran(capsys, "--version") == (0, said, "")


def test_every_page_can_be_listed_and_read(capsys):
    code, listed, _ = ran(capsys, "docs")
    names = [line.split()[0] for line in listed.splitlines()]
    assert code == 0 and {"caller", "sysop", "changelog"} < set(names) and names == sorted(names)
    assert ran(capsys, "docs", "sysop") == (0, (ROOT / "docs" / "sysop.md").read_text(), "")
    code, out, err = ran(capsys, "docs", "sysopp")
    assert code == 1 and not out and "'sysopp'" in err and "did you mean sysop?" in err


def test_bash_completes_commands_actions_and_options(capsys):
    code, script, _ = ran(capsys, "completion", "bash")
    assert code == 0
    for words, wanted in (
        ("chec", "check"),
        ("callers ba", "ban ban-address bans"),
        ("audit --mo", "--month"),
        ("config set limits.idle", "limits.idle_minutes"),
        ("docs oper", "operating"),
        ("play mi", "microlink mindbuster"),
        ("bulletin sw", "switchbox"),
        ("callers turns Ann th", "thieves"),
        ("new-door sw", ""),
    ):
        typed = ["door", *words.split()]
        line, at = " ".join(typed), len(typed) - 1
        asked = f"COMP_WORDS=({line}); COMP_CWORD={at}; _shtab_door; echo ${{COMPREPLY[*]}}"
        done = subprocess.run(
            ["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == wanted.split()


@pytest.mark.whole("package")
def test_a_man_page_is_made_from_the_parser(tmp_path):
    page = tmp_path / "door.1"
    made = "from argparse_manpage.cli import main; main()"
    argv = ["--module", "door.cli", "--function", "parser", "--prog", "door", "--output", str(page)]
    subprocess.run([sys.executable, "-c", made, *argv], check=True, cwd=ROOT, timeout=PATIENCE)
    text = page.read_text()
    assert ".TH DOOR" in text and r"door callers ban\-address" in text.replace("\\ ", " ")


@pytest.mark.whole("package")
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_a_board_in_a_checkout_is_in_no_package_and_leaves_git_clean(tmp_path):
    copy, out = tmp_path / "clone", tmp_path / "out"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True, timeout=PATIENCE)
    assert cli.main(["init", str(copy / "board")]) == 0
    assert cli.main(["--board", str(copy / "board"), "config", "set", "doors.shutbox.tiles", "12"]) == 0
    (copy / "board" / "data").mkdir()
    (copy / "board" / "data" / "secret").touch()
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    subprocess.run(build, check=True, cwd=copy, capture_output=True, timeout=120)
    said = subprocess.run(["git", "status", "--porcelain"], cwd=copy, capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, "")
    (wheel,), (sdist,) = out.glob("bbs_door-*.whl"), out.glob("bbs_door-*.tar.gz")
    assert {path.name for path in out.iterdir()} == {wheel.name, sdist.name}
    packed = zipfile.ZipFile(wheel)
    names = packed.namelist()
    pages = {f"door/skeleton/docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    shipped = {
        str(path.relative_to(SKELETON))
        for folder in FOLDERS
        for path in (SKELETON / folder).rglob("*")
        if path.is_file()
    }
    assert {*pages, "door/skeleton/docs/CHANGELOG.md", "door/COMMIT"} <= set(names)
    for name in shipped:
        assert packed.read(f"door/skeleton/{name}") == (copy / name).read_bytes()
    with tarfile.open(sdist) as archive:
        names += [name.partition("/")[2] for name in archive.getnames()]
    assert not [name for name in names if name.startswith("board/") or name.endswith("/secret")]
