"""Sentences as values: said for a reader, said again to another, stored and sent."""

import asyncio
import json
import pickle

import pytest
from other_words import other_words, spoken

from door.ui import pseudo, sentence
from door.ui.sentence import Sentence
from door.ui.texts import SHIPPED, Forms, Language, Said, again, cache_by_language, from_recipe, speak, tr

GERMAN = Language(
    {
        "count.games": Forms({"one": "{n} Spiel", "other": "{n} Spiele"}, "de"),
        "shutbox.games_finished": "{games} beendet",
    },
    "de",
)


def finished(n: int) -> Said:
    return tr.shutbox.games_finished(games=tr.count.games(n=n))


def test_a_sentence_is_text_that_knows_its_id_and_arguments():
    said = tr.count.games(n=2)
    assert said == "2 games" and isinstance(said, str)
    assert (said.id, said.args) == ("count.games", {"n": 2})
    assert type(said + ".") is str and type(f"{said}") is str, "what is glued is no sentence"


def test_a_full_stop_after_a_name_with_an_exclamation_mark_is_left_out():
    assert tr.tables.challenge_declined(who="Ann", game="MindBuster!").endswith("to MindBuster!")
    assert tr.play.plain_next(what="At MindBuster!", does="play") == "At MindBuster! Type next to play."


def test_it_is_said_again_in_another_reader_s_language_with_all_that_it_holds():
    said = finished(1)
    assert said == "1 game finished"
    with spoken(GERMAN):
        there = said.again()
        assert there == "1 Spiel beendet" and finished(3) == "3 Spiele beendet"
    assert there.again() == said and there.in_english == said


async def test_each_context_has_its_own_reader():
    async def read(language: Language) -> str:
        speak(lambda: language)
        await asyncio.sleep(0)
        return finished(2)

    assert await asyncio.gather(asyncio.create_task(read(GERMAN)), asyncio.create_task(read(SHIPPED))) == [
        "2 Spiele beendet",
        "2 games finished",
    ]


def test_a_recipe_is_json_and_says_the_same():
    said = finished(1)
    stored = json.loads(json.dumps(said.recipe))
    assert stored == ["shutbox.games_finished", {"games": ["count.games", {"n": 1}]}]
    with spoken(GERMAN):
        assert from_recipe(stored) == "1 Spiel beendet"
    assert from_recipe("An old release stored this.") == "An old release stored this."


@pytest.mark.parametrize("stored", [
    ["no.such", {}], ["nothing", {}], ["count.games", {}], ["count.games", {"n": "x"}],
    ["../en/shutbox.x", {}], ["shutbox.games_finished", {}], ["common.place", {"nth": [1]}], ["x" * 500, {}],
])  # fmt: skip
def test_a_recipe_that_this_release_cannot_say_is_shown_by_its_id(stored):
    assert from_recipe(stored) == f"[{stored[0]}]"


def test_a_recipe_that_was_written_to_do_harm_does_none():
    deep: object = ["common.as_it_is", {"text": "x"}]
    for _ in range(5000):
        deep = ["common.as_it_is", {"text": deep}]
    assert from_recipe(deep) == "[?]"
    assert from_recipe(["common.as_it_is", {"text": "{x.__class__}"}]) == "{x.__class__}"
    for stored in ({}, [], [[], []], ["common.as_it_is"], ["common.as_it_is", []], 5, None):
        assert from_recipe(stored) == "[?]"


def test_a_sentence_survives_another_process():
    said = pickle.loads(pickle.dumps(finished(1)))
    assert (said, said.recipe) == (finished(1), finished(1).recipe)


def test_only_sentences_are_said_again():
    with spoken(GERMAN):
        assert (again("Bo"), again(finished(1))) == ("Bo", "1 Spiel beendet")


def test_what_a_language_lacks_is_shipped_english_with_english_plurals():
    japanese = Language({"count.games": Forms({"other": "ゲーム{n}"}, "ja")}, "ja")
    with spoken(japanese):
        assert (tr.count.games(n=1), tr.count.days(n=1)) == ("ゲーム1", "1 day")


def test_a_brace_that_is_doubled_is_one_sign_and_what_was_filled_in_is_not_filled_in_again():
    with spoken(other_words({tr.goodbye.title: "Tschüß :}}"})):
        assert tr.goodbye.title() == "Tschüß :}"
    assert "{board}" in tr.goodbye.heading(board="{board}")


def test_pictures_are_kept_for_each_language_by_itself():
    drawn: list[str] = []

    @cache_by_language
    def draw(n: int) -> str:
        drawn.append(tr.count.games(n=n))
        return drawn[-1]

    for language in (SHIPPED, GERMAN, SHIPPED, GERMAN):
        with spoken(language):
            draw(2)
    assert drawn == ["2 games", "2 Spiele"]


@pytest.mark.parametrize(("language", "forms"), [
    ("en", {0: "other", 1: "one", 2: "other", 21: "other"}),
    ("fr", {0: "one", 1: "one", 2: "other"}),
    ("pt-BR", {0: "one", 1: "one"}), ("pt_PT", {0: "other", 1: "one"}),
    ("ja", {0: "other", 1: "other"}),
    ("pl", {1: "one", 2: "few", 5: "many", 12: "many", 22: "few", 21: "many"}),
    ("ru", {1: "one", 2: "few", 5: "many", 11: "many", 21: "one", 112: "many"}),
    ("sr", {1: "one", 3: "few", 5: "other", 11: "other", 21: "one"}),
    ("cs", {1: "one", 4: "few", 5: "other"}), ("sl", {1: "one", 2: "two", 3: "few", 5: "other", 101: "one"}),
    ("lt", {1: "one", 2: "few", 10: "other", 11: "other", 21: "one"}),
    ("lv", {0: "zero", 1: "one", 2: "other"}),
    ("ro", {1: "one", 0: "few", 19: "few", 20: "other", 101: "few"}),
    ("ar", {0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other"}),
    ("ga", {1: "one", 2: "two", 6: "few", 10: "many", 11: "other"}),
    ("cy", {0: "zero", 3: "few", 6: "many", 4: "other"}), ("he", {1: "one", 2: "two", 3: "other"}),
    ("is", {1: "one", 11: "other", 21: "one"}), ("xx", {1: "one", 2: "other"}),
])  # fmt: skip
def test_a_language_picks_its_plural_form(language, forms):
    rule = sentence.counts(language)
    assert {n: rule.pick(n) for n in forms} == forms
    assert all(rule.pick(n) in rule.forms for n in range(300))


def test_places_have_rules_of_their_own():
    assert [tr.common.place(nth=n) for n in (1, 2, 3, 4, 11, 112, 123)] == [
        "1st", "2nd", "3rd", "4th", "11th", "112th", "123rd",
    ]  # fmt: skip
    assert sentence.places("sv").pick(2) == "one" and sentence.places("de").pick(1) == "other"


def test_the_pseudo_language_brackets_each_line_and_keeps_placeholders():
    assert pseudo.pseudo("Hi {who}\n\n{{2}}") == "⟦Hî {who}~~⟧\n\n⟦{{2}}~⟧"
    with spoken(pseudo.language()):
        assert tr.count.games(n=1) == "⟦1 gàmé~~⟧"


def test_a_sentence_can_stand_in_a_table_before_anything_is_read():
    assert isinstance(tr.count.games, Sentence) and tr.count.games is tr.count.games
    assert repr(tr.count.games) == "tr.count.games"
