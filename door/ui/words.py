"""What doors and the board's own pages say alike: counts, a line that means nothing, a seal in short.

Law: values in, sentences out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from door.ui.texts import Said, Sentence, sentence, tr, word

Lines = tuple[str, ...]
Talk = tuple[tuple[str, str], ...]
"""What was said: who, and the words."""

SIGNS: Final = frozenset("░▒▓█▄·")
"""What a game's state, or a bar, is drawn with in a line of text."""


def counted(number: int, what: str) -> str:
    """Return "1 point", "2 points": so many of a unit that is known by its English name."""
    return sentence(f"count.{several(what).replace(' ', '_')}")(n=number)


def several(what: str) -> str:
    """ "points", "boxes"."""
    return f"{what}{'es' if what.endswith(('s', 'x')) else 's'}"


def no_choice(text: str) -> Said:
    """What was typed is none of those that the prompt names."""
    return tr.common.not_a_choice(text=text[:20])


def headline(text: str) -> str:
    """Return a heading in capitals as plain mode says it, since capitals may be read letter by letter.

    Any other text, and what cannot be a word, such as SSH, stays as it is."""
    if not text.isupper():
        return text
    vowels = set("AEIOUYÄÖÜÉ")
    said = [
        word if not vowels & set(word) else word.lower() if len(word) < 4 else word.title()
        for word in text.split()
    ]
    first, *rest = said
    return " ".join([first[:1].upper() + first[1:], *rest])


def hundredths(value: float, sign: str = "") -> str:
    """Return a number with two decimals, which is never "-0.00"; a `sign` of "+" shows one."""
    return f"{round(value, 2) + 0.0:{sign}.2f}"


def seal(commit: str, groups: int = 4) -> str:
    """The short form of a commitment: its first hexadecimal digits in groups of four."""
    return " ".join([commit[at : at + 4] for at in range(0, 4 * groups, 4)])


def spoken(text: str) -> str:
    """The text without the signs that are a picture of something: "▓▓░ 2 shut" as "2 shut"."""
    return " ".join(word for word in text.split() if not set(word) <= SIGNS)


def rows_of(rows: Sequence[Sequence[str]], caller: str, column: int = 1) -> tuple[int, ...]:
    """Which rows of a sheet are the caller's, by the handle in that column."""
    return tuple(at for at, row in enumerate(rows) if row[column] == caller)


def said_since(old: Talk, new: Talk) -> Talk:
    """What was said since, where only the last of it is known."""
    known = next((len(old) - gone for gone in range(len(old)) if new[: len(old) - gone] == old[gone:]), 0)
    return new[known:]


MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LETTERS: Final = 3
"""Of a month or a weekday where there is little room."""

SHORT: Final = tuple(dict.fromkeys(name[:LETTERS] for name in (*WEEKDAYS, *MONTHS)))


def month_name(month: str, otherwise: str = "") -> str:
    """ "2026-11" as "November 2026", "" as `otherwise`; anything else as it is."""
    year, dash, number = month.partition("-")
    if dash and number.isascii() and number.isdigit() and 1 <= int(number) <= 12:
        return tr.common.month_and_year(month=word(MONTHS[int(number) - 1]), year=year)
    return month or otherwise


def day_name(day: str) -> str:
    """ "2026-11-21" as "21 November 2026"; anything else as it is."""
    month, dash, number = day.rpartition("-")
    return (
        tr.common.day_and_month(day=int(number), month=month_name(month))
        if dash and number.isdecimal()
        else day
    )


def weekday(moment: datetime, letters: int | None = None) -> str:
    """ "Monday", or so many letters of it."""
    return word(WEEKDAYS[moment.weekday()][:letters])


def short_month(moment: datetime) -> str:
    """ "Nov"."""
    return word(MONTHS[moment.month - 1][:LETTERS])


def dated(form: Sentence, moment: datetime) -> str:
    """The moment as CLOCK, THIS_YEAR or ANOTHER_YEAR has it."""
    names = {"weekday": weekday(moment, LETTERS), "month": short_month(moment)}
    return form(**names, day=f"{moment:%d}", year=moment.year, time=f"{moment:%H:%M}")


def ordinal(place: int) -> str:
    """Return "1st", "2nd", "11th"."""
    return tr.common.place(nth=place)


def unwrapped(lines: Iterable[str], width: int) -> tuple[str, ...]:
    """Lines that were wrapped to about `width` as whole sentences again, to be wrapped to another.

    What stays a line: one with two blanks somewhere, a row of a table; one that begins with a number; and one
    before which the last has room for its first word.  What stands below a row's last cell goes on with it.
    """
    whole: list[str] = []
    last, cell = "", 0
    for line in lines:
        word = line.partition(" ")[0]
        wrapped = word and len(last) + 1 + len(word) > width and "  " not in last + line
        cell = _below(line, last, cell)
        if cell or (wrapped and not word.removesuffix(".").isdecimal()):
            whole[-1] += f" {line.lstrip()}"
        else:
            whole.append(line)
        last = line
    return tuple(whole)


def _below(line: str, last: str, cell: int) -> int:
    """The column at which the line goes on with the last one's last cell or with `cell`, 0 for none."""
    at = len(line) - len(line.lstrip())
    if at < 2 or "  " in line.strip():
        return 0
    row = last[:at].strip() and last[at - 2 : at] == "  " and last[at : at + 1].strip()
    return at if (row and "  " not in last[at:]) or at == cell else 0
