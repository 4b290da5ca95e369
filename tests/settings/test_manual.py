"""The sysop's documents against the code: every key, every command, every example as it stands."""

import re
from pathlib import Path

from settings_page import page

from door.commands import callers, config
from door.screens.doors import infos
from door.settings import defaults
from door.settings.hours import span
from door.settings.reload import flat
from door.settings.skeleton import SKELETON

ROOT = Path(__file__).parents[2]
SYSOP = (ROOT / "docs" / "sysop.md").read_text()
OPERATING = (ROOT / "docs" / "operating.md").read_text()
SETTINGS = (ROOT / "docs" / "settings.md").read_text()
COMMON = {"enabled", "access_level", "hours"}


def test_the_page_of_keys_is_what_the_files_say():
    """`python tests/support/settings_page.py` writes it again."""
    assert page(SKELETON, infos()) == SETTINGS


def test_every_key_is_on_it():
    named = set(re.findall(r"`([a-z]+\.[\w.]+)`", SETTINGS))
    for name in flat(defaults(SKELETON, infos())):
        own = name.rpartition(".")[2]
        common = name.startswith("doors.") and own in COMMON
        assert (f"doors.SLUG.{own}" if common else name) in named, name


def test_every_command_on_accounts_and_settings_is_in_the_sysops_page():
    for action in callers.CALLERS:
        assert f"door callers {action}" in SYSOP, action
    for action in config.CONFIG:
        assert f"door config {action}" in SYSOP, action


def test_the_examples_of_hours_are_hours():
    section = SYSOP.split("## Hours and access levels")[1].split("\n## ")[0]
    spans = re.findall(r"`([^`]*\d\d:\d\d-\d\d:\d\d)`", section)
    assert len(spans) >= 3
    for text in spans:
        assert span(" ".join(text.split()))


def test_links_lead_somewhere():
    for document in (*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")):
        for link, at in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", document.read_text()):
            to = document.parent / link if link else document
            assert to.exists(), f"{document.name}: {link}"
            assert not at or at in headings(to), f"{document.name}: {link}#{at}"


def headings(path):
    """Anchors as GitHub makes them."""
    found = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_both_lines_of_the_fail2ban_filter_match_what_is_logged():
    lines = re.findall(r"^ +(?:failregex = )?(log-on failed .*|hang-up telnet .*)$", OPERATING, re.M)
    program = next(line for line in lines if line.startswith("hang-up"))
    sign = re.compile(program.replace("<HOST>", r"(?P<host>[0-9a-fA-F.:]+)"))
    match = sign.search("2026-11-21T20:15:09Z WARNING door.net hang-up telnet from 203.0.113.9: "
                        "a program, not a caller")  # fmt: skip
    assert match
    assert match["host"] == "203.0.113.9"


def test_translators_find_every_file_of_sentences_in_the_table():
    page = (ROOT / "docs" / "words.md").read_text()
    section = page.split("## Where a sentence is shown")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    named = re.findall(r"`(\w+)`", " ".join(rows))
    assert sorted(named) == sorted(path.stem for path in (ROOT / "door" / "texts" / "en").glob("*.yaml"))
