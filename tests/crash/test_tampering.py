"""What `door audit` says when somebody has had a hand in the journal: the table of docs/security.md."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from records_kit import true_game, write_journal
from testdoor import TestDoor

from door.records.audit.audit import Report, audit
from door.records.journal.lines import Fields, chain_lines, encode

ROOT = Path(__file__).parent.parent.parent
Lines = list[bytes]


def changed(number: int, chain: bool = False, **values: object) -> Callable[[Lines], Lines]:
    """A line with other values; `chain` makes every `prev` after it fit again, as a forger would."""

    def edit(raw: Lines) -> Lines:
        fields = [json.loads(line) for line in raw]
        fields[number - 1] |= values
        if chain:
            return [entry.raw for entry in chain_lines(fields, "0" * 64, "2025-11")]
        return [encode(field) for field in fields]

    return edit


def rechained(raw: Lines) -> Lines:
    return [entry.raw for entry in chain_lines([json.loads(line) for line in raw], "0" * 64, "2025-11")]


def and_then(*more: Fields) -> Callable[[Lines], Lines]:
    """Lines put behind the last one, the chain made to fit."""
    return lambda raw: rechained([*raw, *map(encode, more)])


DECEMBER = "2025-12-01T00:00:00.000Z"
MALLORY = [{"caller": "Mallory", "score": 99_999, "games": 1}]
INVENTED = {"kind": "winners", "t": DECEMBER, "door": "dice", "month": "2025-11", "top": MALLORY}


def after_the_winners(raw: Lines) -> Lines:
    """The month is declared as it should be; then comes another game in it."""
    games = [json.loads(line) for line in raw[1::2]]
    top = [{"caller": game["caller"], "score": game["score"], "games": 1} for game in games]
    top.sort(key=lambda row: -row["score"])
    return and_then({**INVENTED, "ranking": "total", "top": top}, *true_game("Mallory"))(raw)


HANDS: dict[str, Callable[[Lines], Lines]] = {
    "nothing": lambda raw: raw,
    "a score edited": changed(2, score=999),
    "a score edited, and the chain made to fit": changed(2, chain=True, score=999),
    "a move changed, and the chain made to fit": changed(2, chain=True, moves=["roll", "roll"]),
    "another seed, and the chain made to fit": changed(2, chain=True, seed="ab" * 32),
    "another seed with its own commitment, after the game": lambda raw: changed(1, commit="cd" * 32)(raw),
    "a line deleted": lambda raw: [raw[0], raw[1], raw[3]],
    "a whole game deleted, and the chain made to fit": lambda raw: rechained(raw[:2]),
    "a line inserted": lambda raw: [*raw[:2], raw[0], *raw[2:]],
    "a game without a turn, and the chain made to fit": lambda raw: rechained([raw[0], raw[1], raw[3]]),
    "a game booked twice, and the chain made to fit": lambda raw: rechained([*raw, raw[3]]),
    "two lines exchanged": lambda raw: [raw[0], raw[2], raw[1], raw[3]],
    "a month's winner invented": and_then({**INVENTED, "ranking": "total"}),
    "the same without saying what ranks": and_then(INVENTED),
    "a game put into a month after its winners": after_the_winners,
    "the last line cut in two": lambda raw: [*raw[:3], raw[3][:40]],
    "the last line cut off": lambda raw: raw[:3],
}


@pytest.fixture
def raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Alice's game and Bob's, the same ones every time."""
    random = Random(1)
    monkeypatch.setattr("records_kit.secrets.token_bytes", random.randbytes)
    monkeypatch.setattr("records_kit.secrets.token_hex", lambda count: random.randbytes(count).hex())
    write_journal(tmp_path, {"2025-11": [*true_game("Alice"), *true_game("Bob")]})
    return (tmp_path / "2025-11.jsonl").read_bytes().splitlines()


def audited(folder: Path, raw: Lines) -> Report:
    """The audit of these lines; the last one lacks its newline if it was cut."""
    end = b"\n" if raw[-1].endswith(b"}") else b""
    (folder / "2025-11.jsonl").write_bytes(b"\n".join(raw) + end)
    return audit(folder, {"dice": TestDoor()})


def row(what: str, report: Report, published: str) -> str:
    said = "; ".join(f"line {fault.line}: {fault.reason}" for fault in report.faults[:2])
    if not said:
        said = (
            "all proved"
            if report.head == published
            else "all proved, **but the head is not the published one**"
        )
    return f"| {what} | {said} |"


def test_the_table_of_the_document_is_what_the_audit_says(tmp_path, raw):
    published = audited(tmp_path, raw).head
    rows = [row(what, audited(tmp_path, hand(raw)), published) for what, hand in HANDS.items()]
    document = (ROOT / "docs" / "security.md").read_text().splitlines()
    shown = [line for line in document if line.split(" | ")[0].removeprefix("| ") in HANDS]
    assert len(shown) > 5 and set(shown) <= set(rows), "\n".join(rows)


def test_every_hand_in_the_journal_is_seen(tmp_path, raw):
    published = audited(tmp_path, raw)
    assert not published.faults
    for what, hand in list(HANDS.items())[1:]:
        report = audited(tmp_path, hand(raw))
        assert report.faults or report.head != published.head, what
