"""Journals of one game each, forged or oddly spelt, on which the audit and proof.js have to agree.

    python tests/support/forgeries.py [--times 20000] [--seed N]

An honest game's lines are changed in up to three ways: another value in a field, a line dropped, doubled or
moved, callers renamed or removed, another spelling of a name, a time or the JSON. Then the chain is made to
fit again. The verdicts may differ only about what proof.js says that it doesn't check (`BEYOND`).
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from random_matches import GAMES as RULES
from random_matches import KINDS, legal_move, random_match

from door.games.chance import chance_for, commitment
from door.games.game import QUIT
from door.records.audit.audit import audit
from door.records.daily.rules import door_seed, seal_of
from door.records.journal.find import GAMES, TURNS
from door.records.journal.lines import ZERO, decode, digest, encode, stamp
from door.screens.doors import DOORS

NODE = shutil.which("node")
SCRIPT = Path(str(files("door.net.web"))) / "static" / "proof.js"
BY_SLUG = {door.INFO.slug: door for door in DOORS}
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PROOF = """
import {{ prove }} from {script};
import {{ createInterface }} from "node:readline";
for await (const games of createInterface({{ input: process.stdin }})) {{
  console.log(JSON.stringify(JSON.parse(games).map((lines) => {{
    const {{ verdict, reason, values, steps }} = prove(lines);
    return [verdict, reason, values, steps];
  }})));
}}
"""

Fields = dict[str, Any]
Lines = list[Fields]
Verdict = tuple[str, str, dict[str, Any]]

BEYOND = ("would not have chosen", "free turn")
"""In the audit's reasons: what proof.js says that it doesn't check, and what needs a caller's other games."""

NAMES = (
    "Straße", "STRASSE", "strasse", "ſtraße", "Iı", "iı", "II", "ΣΑΣ", "σας", "σασ", "ﬁn", "FIN", "ᾳ", "ΑΙ",
    "Ann", "ANN", "ann ", " Ann", "Ann\u3000", "\ufeffAnn", "\x85Ann", "Ann\x1c", "Zoë", "ZOË", "Zoe\u0308",
    "computer:expert", "Computer:expert", "\ud83d", "İ", "i̇", "ŉ", "ʼN", "ẞ", "ss", "ß", " ", "\x85",
    "constructor", "__proto__",
)  # fmt: skip
HANDLES = NAMES[:15]


@cache
def node() -> subprocess.Popen[str]:
    """Return a process that answers a line of games with a line of verdicts. It ends with this one."""
    command = [str(NODE), "--input-type=module", "-e", PROOF.format(script=json.dumps(SCRIPT.as_uri()))]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def verdicts(games: Sequence[Sequence[str]]) -> list[Verdict]:
    """Return what proof.js says of each game's lines."""
    return [(verdict, reason, values) for verdict, reason, values, _ in proofs(games)]


def proofs(games: Sequence[Sequence[str]]) -> list[Any]:
    """Return the same, with each game's steps."""
    stdin, stdout = node().stdin, node().stdout
    assert stdin and stdout
    print(json.dumps(games), file=stdin, flush=True)
    said = stdout.readline()
    assert said, "proof.js broke off"
    found: list[Any] = json.loads(said)
    return found


def faults(raws: Sequence[bytes], folder: Path) -> list[str]:
    """Return what the audit says of a journal of these lines."""
    (folder / "2026-11.jsonl").write_bytes(b"".join(raw + b"\n" for raw in raws))
    return [fault.reason for fault in audit(folder, BY_SLUG).faults]


# -- honest games ------------------------------------------------------------------------------------


def solo(rng: Random, slug: str, daily: bool = False) -> Lines:
    """Return the lines of a game that a caller plays alone, at random."""
    reader, game = BY_SLUG[slug], RULES[slug]
    name, day, id = rng.choice(HANDLES), "2026-11-21", rng.randbytes(8).hex()
    day_seed = rng.randbytes(32)
    seed = door_seed(day_seed, slug) if daily else rng.randbytes(32)
    words = rng.choice(([], [], ["pear"], ["", "é 9"], ["\ud800x\udfff", "𝄞"])) if not daily else []
    options = {**(game.info.players.race or {}), **({"players": 1} if slug == "mindbuster" else {})}
    record = chance_for(seed.hex(), words)
    position, moves = game.rules.new({**reader.INFO.defaults(), **options}, (name,), record), list[str]()
    while not game.rules.status(position).ended:
        ends = rng.random() < 0.02 or not game.rules.status(position).movers
        moves.append(QUIT if ends else legal_move(position, rng))
        position = game.rules.apply(position, moves[-1])
    score = game.rules.status(position).scores[0]
    at = [stamp(NOON + timedelta(minutes=n)) for n in range(-60, 40, 10)]
    began = {"id": id, "door": slug, "caller": name, "options": reader.INFO.journal_options(options)}
    began |= {"day": day, "commit": commitment(seed), "t": at[3]}
    whole = {**{key: began[key] for key in ("id", "door", "caller", "options")}, "moves": moves}
    whole |= {"seats": [name], "seed": seed.hex(), "score": score}
    if not daily:
        turn = {**began, "kind": "turn", "free": False, **({"words": words} if words else {})}
        return [turn, {**whole, "kind": "game", "month": day[:7], "t": at[6]}]
    ended = {key: whole[key] for key in ("id", "door", "caller", "score")}
    ended |= {"day": day, "kind": "daily_score", "seal": seal_of(seed, moves), "t": at[6]}
    revealed = stamp(NOON + timedelta(hours=rng.choice((13, 14, 26))))
    return [
        {"kind": "daily", "t": at[0], "day": day, "commit": commitment(day_seed), "late": True},
        {**began, "kind": "daily_turn"},
        *([ended] if rng.random() < 0.6 else []),
        {"kind": "reveal", "t": revealed, "day": day, "seed": day_seed.hex()},
        {**whole, "kind": "daily_game", "day": day, "t": revealed},
    ]


def honest(rng: Random) -> dict[str, list[Lines]]:
    """Return games by kind and door."""
    games: dict[str, list[Lines]] = {}
    for slug in RULES:
        for daily in (False, True):
            games[f"{slug} {daily}"] = [solo(rng, slug, daily) for _ in range(4)]
    for kind in KINDS:
        pairs = [random_match(rng, NOON, kind).lines() for _ in range(5)]
        games[f"{kind} match"] = [[dict(line) for line in pair] for pair in pairs]
    return games


# -- forgeries ---------------------------------------------------------------------------------------

MAY_HAVE = {
    "match": ("by", "left", "clocks", "salts"), "table": ("words", "seals", "race", "day", "begun"),
    "turn": ("words",), "rename": ("id",),
}  # fmt: skip
LIKELY: dict[str, list[Any]] = {
    "end": ["over", "resigned", "time", "aborted", "claimed"], "by": [None, 0, 1, 2, -1, True],
    "left": [None, [], [0], [1], [0, 1], [1, 0], [1, 1], [-1]],
    "clocks": [None, [[0, ""]], [[0, "1+0"]], [[5, "7d"], [4, ""]], [[-9, "1d"]]],
    "places": [[1, 2], [2, 1], [1, 1], [0, 0], [1, 2, 3]], "salts": [None, []],
    "words": [["a", "b"], [""], [], ["\ud800"]], "seals": [[], ["0" * 64] * 2], "race": [True, False],
    "clock": ["1d", "5d", "5+10", "100+5"], "moves": [[[]], [["quit"]], [["quit"], ["quit"]], ["quit"]],
    "times": [[[0]], [[0], [0]], [[], []]], "late": [True, False], "free": [True, False],
    "seats": [["Ann", "ann"], ["Ann", " "], ["Ann", "computer:expert"], ["Ann", "computer:nobody"]],
    "door": list(RULES), "kind": ["turn", "game", "table", "match", "daily_turn", "remove", "note", ""],
    "month": ["2026-10", "2026-13", "2026-12", "0000-11"], "v": [1, 2, "1"],
    "day": ["2026-11-20", "2026-11-22", "2026-11-23", "2026-02-30", "0000-01-01", "20261121"],
}  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {"tiles": 12}, {"tiles": 10}, {"jokers": 3}, {"jokers": 3.0}, {"level": "expert"}, {"players": 1},
    {"go_on": True}, {"goals": [1, 2, 3, 4]}, {"goals": [1]}, {"no_such": 1}, {"free_turn": False},
    {"choose_size": True}, {"choose_jokers": True}, {"look": "2d"}, {"contest_levels": []}, {"daily": 0},
    {"turns_per_day": 7}, {"ranking": "best"}, {"top": None}, {"constructor": 1},
]  # fmt: skip
TIMES = ("2026-11-21T11:59:60.500Z", "2026-11-21T12:00:00.000+00:00", "2026-11-21T24:00:00.000Z",
         "2026-02-30T12:00:00.000Z", "0000-11-21T12:00:00.000Z", "0001-01-01T00:00:00.000Z",
         "9999-12-31T23:00:00.000Z", "2026-11-21T12:00:00Z", "2026-11-21t12:00:00.000Z",
         "2026-11-21T12:61:00.000Z")  # fmt: skip


def others(value: Any, rng: Random) -> Iterator[Any]:
    """Yield what a field could say instead."""
    yield from (None, True, False, 0, 1, -1, 10**30, 0.5, "", "x", [], {}, [[]], "9" * 64)
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -value, float(value), str(value))
        case str():
            yield from (value.upper(), value.lower(), value + " ", value[:-1], value[::-1], [value])
        case list():
            yield from (value[:-1], value[::-1], [*value, *value[-1:]], [*value, "quit"], value[1:])
            if value:
                at = rng.randrange(len(value))
                before, after = value[:at], value[at + 1 :]
                yield from (before + after, [*before, "quit", *after], [*before, "1", *after])
                if isinstance(value[at], int):
                    yield [*before, value[at] + 1, *after]
        case dict():
            yield from ({**value, name: other} for name in value for other in (7, None, [1], True))
            yield from ({**value, **more} for more in OPTIONS)


def change_field(lines: Lines, rng: Random) -> None:
    at = rng.randrange(len(lines))
    line = lines[at]
    name = rng.choice((*line, *MAY_HAVE.get(str(line.get("kind")), ())))
    value = rng.choice([*others(line.get(name), rng), *LIKELY.get(name, []) * 4])
    lines[at] = {**line, name: value}
    if value is None and rng.random() < 0.5:
        del lines[at][name]


def move_line(lines: Lines, rng: Random) -> None:
    """Drop a line, write it twice, or move it."""
    at = rng.randrange(len(lines))
    what = rng.choice(("drop", "double", "swap", "again"))
    if what == "drop":
        del lines[at]
    elif what == "swap":
        lines.insert(rng.randrange(len(lines)), lines.pop(at))
    else:
        lines.insert(at if what == "double" else len(lines), dict(lines[at]))


def change_time(lines: Lines, rng: Random) -> None:
    line = rng.choice(lines)
    name = "begun" if "begun" in line and rng.random() < 0.5 else "t"
    if rng.random() < 0.3:
        line[name] = rng.choice(TIMES)
        return
    try:
        moment = datetime.fromisoformat(line[name])
        spans = (
            -61_000,
            -60_000,
            -1,
            1,
            59_999,
            60_000,
            60_001,
            3_600_000,
            -86_400_000,
            86_400_000,
            172_800_000,
        )
        line[name] = stamp(moment + timedelta(milliseconds=rng.choice(spans)))
        if rng.random() < 0.2:
            line[name] = line[name][:17] + "60" + line[name][19:]
    except (TypeError, ValueError, OverflowError):
        pass


def people(lines: Lines) -> list[str]:
    """Return the names in a game."""
    found = [line.get(name) for line in lines for name in ("caller", "to", "seats")]
    flat = [one for each in found for one in (each if isinstance(each, list) else [each])]
    return [one for one in flat if isinstance(one, str) and one] or ["Ann"]


def change_handles(lines: Lines, rng: Random) -> None:
    """Rename or remove callers between the lines, and have the last line say one of their names."""
    at, t = (
        rng.randrange(len(lines) + 1),
        lines[max(0, min(len(lines) - 1, rng.randrange(len(lines))))].get("t"),
    )
    t = lines[at - 1].get("t") if at else t
    for _ in range(rng.choice((1, 1, 2, 3))):
        line: Fields = {"kind": "remove", "t": t, "caller": rng.choice(people(lines))}
        if rng.random() < 0.8:
            to = rng.choice((*people(lines), *NAMES, "Bea", "Cleo"))
            line |= {"kind": "rename", "to": to, "id": rng.choice(("", "7", "7"))}
        lines.insert(at, line)
        at += 1
    spell_name(lines, rng)


def spell_name(lines: Lines, rng: Random) -> None:
    """Give a caller of one line another of the names around, or another spelling."""
    line, known = rng.choice(lines), people(lines)
    name = rng.choice(known)
    new = rng.choice((*known, *known, *NAMES, name.upper(), name.lower(), name.casefold(), name + " "))
    if isinstance(seats := line.get("seats"), list) and seats:
        at = rng.randrange(len(seats))
        line["seats"] = [*seats[:at], new, *seats[at + 1 :]]
    if "caller" in line:
        line["caller"] = new


def rename_all(lines: Lines, rng: Random) -> None:
    """Have a caller of another name in all lines."""
    old, new = rng.choice(people(lines)), rng.choice(NAMES)
    for line in lines:
        if line.get("caller") == old:
            line["caller"] = new
        if isinstance(seats := line.get("seats"), list):
            line["seats"] = [new if seat == old else seat for seat in seats]


CHANGES: tuple[Callable[[Lines, Random], None], ...] = (
    change_field, change_field, change_field, change_time, change_handles, spell_name, rename_all, move_line,
)  # fmt: skip


# -- spellings ---------------------------------------------------------------------------------------


def spelt(raw: bytes, rng: Random) -> bytes:
    """Return a line's JSON in another spelling."""
    text, fields = raw.decode("utf-8"), json.loads(raw)
    name = rng.choice(list(fields))
    own = json.dumps(name) + ":"
    value = json.dumps(rng.choice([999, "x", fields[name], None]))
    deep = rng.choice((98, 99, 100, 101))
    number = rng.choice(("1.0", "0.0", "1e0", "-0", "00", "1E400", "NaN", "-", "9" * 400, "1."))
    odd = rng.choice(("\uffff", "\U00010000", "10", "9", "", "\\ud800", "__proto__", "a\\u0022"))
    two = sorted([(odd, 1), ("zz\U00010000", 2), ("zz\uffff", 3), ("9", 4), ("10", 5)])
    part = rng.choice(("\\ud800", "\\/", "\\x", "\x7f", "\x01", "\\udc00\\ud800"))
    ways: list[Callable[[], str]] = [
        lambda: text.replace(own, f"{own}{value},{own}", 1),
        lambda: (
            "{" + ",".join(f"{json.dumps(key)}:{json.dumps(fields[key])}" for key in reversed(fields)) + "}"
        ),
        lambda: text.replace(own, own + rng.choice((" ", "\t", "\r", "\u00a0")), 1),
        lambda: text + rng.choice((" ", "\r", "\x00", "}", "\ufeff")),
        lambda: rng.choice((" ", "\ufeff", "[")) + text,
        lambda: text.replace(own, f'"\\u{ord(own[1]):04x}{own[2:]}', 1),
        lambda: json.dumps(fields, sort_keys=True, separators=(",", ":")),
        lambda: text[:-1] + f',"zzz":{"[" * deep}{"]" * deep}' + "}",
        lambda: text[:-1] + f',"zzz":"{"[" * 120}"' + "}",
        lambda: text[:-1] + f',"zzz":{number}' + "}",
        lambda: (
            text[:-1]
            + ',"zzz":{'
            + ",".join(f"{json.dumps(k, ensure_ascii=False)}:{n}" for k, n in two)
            + "}}"
        ),
        lambda: text[:-1] + f',"zzz":{{"{odd}":1,"{odd}":2}}' + "}",
        lambda: text.replace('"score":', f'"score":{number if number != "NaN" else "7.0"},"score":'),
        lambda: f'{text[:-1]},"zzz":"{part}"}}',
    ]
    return rng.choice(ways)().encode("utf-8", "surrogatepass")


def forged(lines: Lines, rng: Random) -> list[bytes]:
    """Return a game's lines, chained, after up to three changes, or in another spelling."""
    made = [dict(line) for line in lines]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        if made:
            rng.choice(CHANGES)(made, rng)
    spell = rng.randrange(len(made)) if made and rng.random() < 0.25 else -1
    raws, prev = list[bytes](), ZERO
    for at, fields in enumerate(made):
        raw = encode({"v": 1, **fields, "prev": prev})
        raws.append(spelt(raw, rng) if at == spell else raw)
        prev = digest(raws[-1])
    return raws


def is_one_game(lines: Sequence[Fields]) -> bool:
    """True if a game ends there, and no other one begins. That is what proof.js is given."""
    kinds = [line.get("kind") for line in lines]
    began = {str(line.get("id")) for line in lines if line.get("kind") in TURNS}
    return any(kind in GAMES for kind in kinds) and len(began) <= 1


def is_beyond(reasons: Sequence[str]) -> bool:
    return any(beyond in reason for reason in reasons for beyond in BEYOND)


def differences(
    games: Mapping[str, Sequence[Lines]], rng: Random, times: int, folder: Path, seen: Counter[str]
) -> list[tuple[list[str], Verdict, list[str]]]:
    """Return the forgeries on which the two don't agree: the audit's reasons, the script's verdict, and the
    lines. `seen` counts the verdicts."""
    kinds = sorted(games)
    made = [forged(rng.choice(games[kinds[n % len(kinds)]]), rng) for n in range(times)]
    made = [raws for raws in made if is_one_game([decode(raw) for raw in raws])]
    why = [faults(raws, folder) for raws in made]
    said = verdicts([[raw.decode("utf-8") for raw in raws] for raws in made])
    seen.update(verdict for verdict, _, _ in said)
    return [
        (reasons, verdict, [raw.decode("utf-8") for raw in raws])
        for raws, reasons, verdict in zip(made, why, said, strict=True)
        if (not reasons) != (verdict[0] == "proved") and not is_beyond(reasons)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, seen, found = Random(args.seed), Counter[str](), 0
    with tempfile.TemporaryDirectory() as name:
        while sum(seen.values()) < args.times:
            for reasons, verdict, lines in differences(honest(rng), rng, 1_000, Path(name), seen):
                found += 1
                if found <= 20:
                    print(reasons, verdict, *lines, sep="\n  ", flush=True)
    print(f"{sum(seen.values())} forgeries, {dict(seen)}: {found} differences")
    return min(1, found)


if __name__ == "__main__":
    sys.exit(main())
