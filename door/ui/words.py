"""Phrases that doors and the board's own pages share: lists, dates, invalid input, short commitments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import reduce
from typing import Final, overload

from door.ui.texts import MaybeSaid, Said, Sentence, tr

Lines = tuple[str, ...]
Talk = tuple[tuple[str, str], ...]
"""Chat lines: the speaker and the words."""

SIGNS: Final = frozenset("░▒▓█▄·")
"""Characters that draw a game's state, or a bar, in a line of text."""


def names(each: Sequence[str]) -> str:
    """Return "Ann", "Ann and Bob", "Ann, Bob and Cid", or "" for an empty list."""
    *before, last = each or ("",)
    return tr.common.list_two(first=commas(before), second=last) if before else last


def commas(each: Iterable[str]) -> str:
    """Return "3 days a move, rated", without empty parts."""
    return _join(tr.common.list_comma, each)


def semicolons(each: Iterable[str]) -> str:
    """Return "Shut The Box 104, 87; MindBuster! 6", without empty parts."""
    return _join(tr.common.list_semicolon, each)


@overload
def sentences(*each: MaybeSaid) -> MaybeSaid: ...
@overload
def sentences(*each: str) -> str: ...
def sentences(*each: str) -> str:
    """Join sentences, without empty ones."""
    return _join(tr.common.sentences, each)


def _join(form: Callable[..., str], each: Iterable[str]) -> str:
    told = [text for text in each if text]
    return reduce(lambda first, second: form(first=first, second=second), told) if told else ""


def no_choice(text: str) -> Said:
    """Return the error for input that is none of the prompt's choices."""
    return tr.common.not_a_choice(text=text[:20])


def capitals(text: str) -> str:
    """Return a heading in capitals, as it is drawn."""
    return text.upper()


def headline(text: str) -> str:
    """Return a heading in normal case for plain mode, since screen readers may spell capitals.

    Any other text, and words without vowels, such as SSH, stay as they are.
    """
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
    """Return a number with two decimals, never "-0.00". `sign` "+" also shows a plus."""
    return f"{round(value, 2) + 0.0:{sign}.2f}"


def seal(commit: str, groups: int = 4) -> str:
    """Return a commitment's first hexadecimal digits in groups of four."""
    return " ".join([commit[at : at + 4] for at in range(0, 4 * groups, 4)])


def bar(part: float, whole: float, cols: int) -> str:
    """Return a bar of that many columns: "████░░░░". Anything but nothing has a column."""
    full = max(round(cols * part / whole), int(part > 0)) if whole > 0 else 0
    return "█" * min(full, cols) + "░" * (cols - min(full, cols))


def speakable(text: str) -> str:
    """Return the text without drawing characters: "▓▓░ 2 shut" as "2 shut"."""
    return " ".join(word for word in text.split() if not set(word) <= SIGNS)


_KEY_BEHIND: Final = re.compile(r"\s\((?:[A-Za-z]|Enter|Esc|Tab|F\d{1,2}|Ctrl-[A-Z])\)")


def without_keys(text: str) -> str:
    """Return a sentence without the keys behind its commands: "Messages (M)" as "Messages"."""
    return _KEY_BEHIND.sub("", text)


def rows_of(rows: Sequence[Sequence[str]], caller: str, column: int = 1) -> tuple[int, ...]:
    """Return the indexes of the caller's rows, by the handle in that column."""
    return tuple(at for at, row in enumerate(rows) if row[column] == caller)


MONTHS: Final = (
    tr.common.month_january, tr.common.month_february, tr.common.month_march, tr.common.month_april,
    tr.common.month_may, tr.common.month_june, tr.common.month_july, tr.common.month_august,
    tr.common.month_september, tr.common.month_october, tr.common.month_november, tr.common.month_december,
)  # fmt: skip
SHORT_MONTHS: Final = (
    tr.common.month_short_january, tr.common.month_short_february, tr.common.month_short_march,
    tr.common.month_short_april, tr.common.month_may, tr.common.month_short_june,
    tr.common.month_short_july, tr.common.month_short_august, tr.common.month_short_september,
    tr.common.month_short_october, tr.common.month_short_november, tr.common.month_short_december,
)  # fmt: skip
WEEKDAYS: Final = (
    tr.common.weekday_monday, tr.common.weekday_tuesday, tr.common.weekday_wednesday,
    tr.common.weekday_thursday, tr.common.weekday_friday, tr.common.weekday_saturday,
    tr.common.weekday_sunday,
)  # fmt: skip
SHORT_WEEKDAYS: Final = (
    tr.common.weekday_short_monday, tr.common.weekday_short_tuesday, tr.common.weekday_short_wednesday,
    tr.common.weekday_short_thursday, tr.common.weekday_short_friday, tr.common.weekday_short_saturday,
    tr.common.weekday_short_sunday,
)  # fmt: skip
"""From Monday on, as `datetime.weekday` counts."""


def month_name(month: str, otherwise: str = "") -> str:
    """Return "2026-11" as "November 2026", "" as `otherwise`, and anything else as it is."""
    year, dash, number = month.partition("-")
    if dash and number.isascii() and number.isdigit() and 1 <= int(number) <= 12:
        return tr.common.month_and_year(month=MONTHS[int(number) - 1](), year=year)
    return month or otherwise


def day_name(day: str) -> str:
    """Return "2026-11-21" as "21 November 2026", and anything else as it is."""
    month, dash, number = day.rpartition("-")
    if dash and number.isdecimal():
        return tr.common.day_and_month(day=int(number), month=month_name(month))
    return day


def weekday(moment: datetime) -> str:
    """Return "Monday"."""
    return WEEKDAYS[moment.weekday()]()


def short_month(moment: datetime) -> str:
    """Return "Nov"."""
    return SHORT_MONTHS[moment.month - 1]()


def date_text(form: Sentence, moment: datetime) -> str:
    """Return the time in the form CLOCK, THIS_YEAR or ANOTHER_YEAR."""
    names = {"weekday": SHORT_WEEKDAYS[moment.weekday()](), "month": short_month(moment)}
    return form(**names, day=f"{moment:%d}", year=moment.year, time=f"{moment:%H:%M}")


def ordinal(place: int) -> str:
    """Return "1st", "2nd", "11th"."""
    return tr.common.place(nth=place)


def unwrap(lines: Iterable[str], width: int) -> tuple[str, ...]:
    """Join lines that were wrapped to about `width`, so that they can be wrapped to another width.

    These start a new line: a table row (with two blanks somewhere), a line that starts with a number, and
    one whose first word would have fitted on the line before. Text below a table row's last cell continues
    it.
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
    """Return the column of the cell that this line continues: the last line's last cell or `cell`, else 0."""
    at = len(line) - len(line.lstrip())
    if at < 2 or "  " in line.strip():
        return 0
    row = last[:at].strip() and last[at - 2 : at] == "  " and last[at : at + 1].strip()
    return at if (row and "  " not in last[at:]) or at == cell else 0
