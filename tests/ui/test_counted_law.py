"""No sentence of the catalogue says "1 games": where a number may be one, the sentence has plural forms, or
takes number and noun as one word of `count`."""

import re
from collections.abc import Iterator

import pytest

from door.ui.sentence import KNOWN, Forms

COUNTED = re.compile(r"(?=\{(\w+)\} (?:([a-z]+) )?([a-z]+s|dice|people)\b)")
"""An argument with a plural noun after it, or with one word between them."""

OTHERS = """
    accepts adds against already appears applies as asks becomes begins belongs challenges closes comes
    contains covers declines does exists fits gives hangs has hides his holds in is its joins knows
    leads looks loses names needs of offers opens pages plays plus rolls runs says scores shows
    shuts stands starts this waits was wins writes yours
"""
VERBS = frozenset(OTHERS.split())
"""Words after a name, which count nothing."""

NEVER_ONE = {
    "a limit of the board's, which is two or more": """
        *.least *.limit *.most *.width
    """,
    "a constant": """
        accounts.import_too_large.megabytes command.tried_again.seconds forum.thread_full.posts
        mindbuster.code_held.guesses mindbuster.help_game.guesses mindbuster.plain_opening.guesses
        mindbuster.rows_of_guesses.guesses replay.many_games.count replay.no_such_game_short.count
        switchbox.coach_title.depth switchbox.plain_passes_each.passes tables.ladder_provisional_note.games
        take.fetch.minutes
    """,
    "more than a limit": """
        check.art_line_too_long.columns check.art_sauce_too_wide.columns check.art_too_large.bytes
        check.art_too_wide.columns check.news_too_large.size must.be_short.length must.fit_columns.length
        records.too_large.bytes switchbox.avalanche.many
    """,
    "the lowest setting is three": """
        mindbuster.help_month_one_size.colours mindbuster.help_month_one_size.holes
        mindbuster.options_line.colours mindbuster.options_line.holes mindbuster.plain_opening.colours
        mindbuster.plain_opening.holes mindbuster.plain_prompt_code.holes
        mindbuster.title_everybodys_games.colours mindbuster.title_everybodys_games.holes
        mindbuster.too_many_holes.holes mindbuster.typed_not_a_code.holes mindbuster.typed_not_a_row.holes
        mindbuster.count_of_codes.colours shutbox.help_game.tiles
    """,
    "for one there is another sentence, or none": """
        mindbuster.codes_fit.left play.played_alone.seats replay.several_games.count web.header_twice.count
    """,
    "a number with decimals, or a prize in hundreds": """
        mindbuster.eye_score_bits.score replay.pace_is.seconds thieves.new_deal.points
    """,
    "no number at all": "*.name *.place *.who mindbuster.scoring_legend.dashed",
}  # fmt: skip
"""Arguments with a noun after them that are never one, and why."""

ALLOWED = {name for names in NEVER_ONE.values() for name in names.split()}


def counted(text: str) -> Iterator[tuple[str, str]]:
    """Yield each argument that counts something, with the noun."""
    for found in COUNTED.finditer(text):
        if not {found[2], found[3]} & VERBS:
            yield found[1], found[3]


def without_forms() -> Iterator[str]:
    """Yield `room.name.argument` of everything counted in a sentence that has one form for all numbers."""
    for id, text in KNOWN.texts.items():
        if not isinstance(text, Forms):
            yield from (f"{id}.{argument}" for argument, _ in counted(text))


@pytest.mark.parametrize(("text", "found"), [
    ("{n} games wait.", [("n", "games")]),
    ("You have {turns} free turns left.", [("turns", "turns")]),
    ("{who} wins.", []),
    ("{games} of {who} are over.", []),
    ("Two dice: {sum}.", []),
])  # fmt: skip
def test_a_counted_noun_is_found(text, found):
    assert [*counted(text)] == found


def test_every_counted_sentence_has_plural_forms():
    bounds = {name for name in ALLOWED if name.startswith("*.")}
    wrong = [
        one for one in without_forms() if one not in ALLOWED and f"*.{one.rpartition('.')[2]}" not in bounds
    ]
    assert wrong == [], "give it `one:` and `other:`, or the number with its noun from tr.count"


def test_what_is_allowed_is_there():
    found = set(without_forms())
    found |= {f"*.{one.rpartition('.')[2]}" for one in found}
    assert ALLOWED - found == set()
