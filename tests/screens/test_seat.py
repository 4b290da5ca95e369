"""A caller at a table: whole games from all sides, what may be done there, and who is told what."""

import random
import re
from dataclasses import replace

import pytest
from effort import examples
from heard import heard
from hypothesis import given
from hypothesis import strategies as st
from random_matches import legal_move
from seated import SALTS, Table, to_the_end, without_hand

from door.games.game import WATCHER
from door.games.shutbox.rules import legal, move_text
from door.play.api import NEXT_MOVE, Begin, FreshEnter, Think
from door.play.match.values import DAY_MS, TimedMove
from door.play.match.view import AtTable, Rated, digits, span
from door.screens.pages.result import wall_line
from door.screens.seat import menu
from door.screens.seat.follow import reads_so
from door.screens.state import OpenPage
from door.term.keys import Key, Line, Mouse
from door.ui.screen import No, Tick, View, Visit
from door.ui.texts import tr

WIDE = View(132, 49)


def two(door="switchbox", begin=True, **terms):
    """A table with Ann and Bob at it, both with it on their screens."""
    table = Table(door, **terms)
    if begin:
        table.sat("Bob")
    return table, table.follow("Ann"), table.follow("Bob")


def rested(*calls):
    for call in calls:
        call.rest()


# -- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("door", "race"), [("switchbox", False), ("microlink", False), ("microlink", True), ("switchbox", True)]
)
def test_a_whole_game_is_played_from_both_sides_and_looked_on_at(door, race):
    table, ann, bob = two(door, race=race)
    eve = table.follow("Eve")
    to_the_end(table, ann, bob)
    assert table.match.stage == "over" and table.match.end == "over"
    assert all(call.state.scene == "done" for call in table.calls)
    for call in (ann, bob):
        assert call.position == table.match.positions[call.seat if race else 0]
        assert str(table.match.scores[call.seat]) in call.text
    assert not [effect for effect in eve.effects if isinstance(effect, AtTable)]


def test_an_entry_while_the_other_is_to_move_is_answered_and_nothing_moves():
    table, ann, bob = two()
    early = bob if table.match.movers == (0,) else ann
    for key in ("4", "-", "+"):
        early.press(key)
        assert "is to move" in early.state.note.text and early.state.note.wrong, key
    assert not [effect for effect in early.effects if isinstance(effect, AtTable) and "move" in str(effect)]


def hide(table, *codes):
    for seat, code in enumerate(codes):
        table.do(do="hide", seat=seat, code=code, salt=SALTS[seat])


def play(table, seats=(0, 1), race=True):
    """These seats play to their ends."""
    dice = random.Random(5)
    while movers := [seat for seat in table.match.movers if seat in seats]:
        position = table.match.positions[movers[0] if race else 0]
        table.do(do="move", seat=movers[0], move=legal_move(position, dice))


def ended(door, race):
    """A table where two have played to the end."""
    table, ann, bob = two(door, race=race)
    if door == "mindbuster" and not race:
        hide(table, "RWBG", "RRYK")
    if door not in ("switchbox", "microlink"):
        play(table, race=race)
    to_the_end(table, ann, bob)
    rested(ann, bob)
    return table, ann, bob


@pytest.mark.parametrize(
    ("door", "race"),
    [
        ("microlink", False),
        ("microlink", True),
        ("shutbox", True),
        ("mindbuster", False),
        ("mindbuster", True),
    ],
)
def test_callers_see_one_number_each_what_luck_was_theirs_beyond_the_other_s(door, race):
    _, ann, bob = ended(door, race)
    lucks = []
    for call in (ann, bob):
        (line,) = re.findall(r"Net luck [-+]\d+\.\d\d", call.text)
        unit = "bits" if door == "mindbuster" else "points"
        call.press("c")
        lucks.append(call.state.look.verdict.account.luck)
        assert f"{line} {unit}." in heard(call)
    assert line == f"Net luck {lucks[1] - lucks[0]:+.2f}"


def test_what_one_s_own_race_came_to_is_told_as_it_ends_and_only_then():
    table = Table("shutbox", race=True).sat("Bob")
    ann, dice = table.follow("Ann", plain=True), random.Random(5)
    before = ann.state
    while 0 in table.match.movers:
        before = ann.state
        table.do(do="move", seat=0, move=legal_move(table.match.positions[0], dice))
    heard = ann.hears(before)
    assert any("with what is open" in line for line in heard) and heard[-2] == "Bob: 0 moves."
    assert any(line.startswith("Game over. Score:") for line in heard)
    again = table.follow("Ann", plain=True)
    assert any(line.startswith("Game over. Score:") for line in again.hears(None)), "who comes back hears it"
    before = ann.state
    play(table, [1])
    heard = ann.hears(before)
    assert any(line.startswith("1. ") for line in heard)
    assert not any(line.startswith("Game over. Score:") for line in heard), "it has been told"


@pytest.mark.parametrize("plain", [False, True])
def test_who_has_ended_a_race_first_hears_nothing_of_luck_while_the_other_plays(plain):
    table = Table("shutbox", race=True).sat("Bob")
    ann, bob = table.follow("Ann", plain=plain), table.follow("Bob", plain=plain)
    play(table, [0])
    rested(ann, bob)
    for asked in ("c", "w", "1", "r", "v", "l"):
        if plain:
            assert not any("luck" in line or "choices" in line for line in ann.say(asked))
        else:
            assert "luck" not in ann.press(asked).text
    assert table.match.stage == "play" and not [one for one in ann.effects if isinstance(one, (Think, Visit))]
    play(table, [1])
    rested(ann, bob)
    assert [one for one in ann.effects if isinstance(one, Think)]


@pytest.mark.parametrize(("door", "race"), [("switchbox", False), ("switchbox", True), ("thieves", True)])
def test_where_no_luck_can_be_told_nothing_is_said_of_it(door, race):
    table, ann, bob = ended(door, race)
    assert table.match.end == "over" and not any("luck" in call.text for call in (ann, bob))


def test_both_sides_of_a_table_see_their_own_net_luck_once_it_is_over():
    table, ann, bob = two("microlink")
    eve = table.follow("Eve")
    ann.move()
    assert "luck" not in ann.text and not ann.press("c").state.page.name
    to_the_end(table, ann, bob)
    mine, theirs = (call.state.look.verdict for call in (ann, bob))
    net = mine.account.luck - theirs.account.luck
    assert f"Net luck {net:+.2f}" in ann.text and f"Net luck {-net:+.2f}" in bob.text
    for call, verdict in ((ann, mine), (bob, theirs)):
        assert verdict.account.score == table.match.scores[call.seat]
        assert f"{verdict.account.score} = par" in call.press("c").text
        at = verdict.dear[0].at
        assert call.press("1").state.again.table.position.seat == call.seat == table.match.made[at].seat
        assert call.press("esc esc").state.page.name == ""
    assert eve.state.look.verdict.account is None and "luck" not in eve.text


def test_a_turn_s_first_roll_at_microlink_is_shown_to_others_with_its_doors():
    table, ann, bob = two("microlink")
    eve = table.follow("Eve")
    position = table.match.positions[0]
    own = (ann, bob)[position.seat]
    others = [call for call in (ann, bob, eve) if call is not own]
    rolled = " + ".join(map(str, position.box.dice))
    for call in others:
        call.rest()
        assert "is about to roll" in call.text and rolled not in call.text
    own.rest()
    own.press("enter")
    own.rest()
    assert rolled in own.text
    table.do(do="move", seat=position.seat, move=move_text(legal(position.box.open, position.box.total)[0]))
    for call in others:
        seen = []
        while call.state.frames:
            seen.append(call.text)
            call.send(Tick("motion"))
        assert any(rolled in text for text in seen), "the roll is seen before its doors"
        assert "is about to roll" not in call.text


def test_a_race_shows_of_the_other_the_number_of_moves_alone():
    table, ann, bob = two("microlink", race=True)
    eve = table.follow("Eve")
    ann.move()
    ann.move()
    assert "Ann: 2 moves" in bob.rest().text and "Bob: 0 moves" in ann.rest().text
    assert "2 moves" in eve.text and "shown when the race is over" in eve.text
    while 0 in table.match.movers:
        ann.move()
    assert "Ann has finished" in bob.rest().text and ann.rest().state.scene == "play"


@pytest.mark.parametrize("door", ["shutbox", "thieves", "mindbuster"])
def test_games_of_one_are_raced(door):
    table, ann, bob = two(door, race=True)
    assert rested(ann, bob) is None and ann.position == table.match.positions[0]
    bob.press("q r y")
    assert table.match.end == "resigned" and "Ann won, Bob resigned" in ann.rest().text


def test_a_duel_of_hidden_codes():
    table, ann, bob = two("mindbuster")
    bob.press("c r w b g enter")
    assert table.match.stage == "forming" and "code sealed" in ann.text and "RWBG" not in ann.text
    ann.press("enter g g y k enter")
    assert table.match.stage == "play"
    for guess in ("r r w w", "y y g g", "r w b g", "k k k k"):
        rested(ann, bob)
        (ann if table.match.movers == (0,) else bob).press(f"{guess} enter")
    rested(ann, bob)
    assert table.match.places == (1, 2)
    assert "4 moves" in ann.text, "the codes are none"
    proof = ann.press("v").text
    assert "Seal, shown before the game" not in proof, "none was: each code had its own"
    for seat, code in enumerate(table.match.codes):
        assert code and code.code in proof and code.salt in proof and code.seal in proof, seat


def test_computers_take_seats_and_play_on_for_who_has_gone():
    table = Table("microlink", seats=4)
    ann = table.follow("Ann")
    table.sat("Bob", "Cid", f"computer:{table.game.info.players.computers[0]}")
    bob = table.follow("Bob")
    ann.move()
    ann.press("q r y")
    assert table.match.stage == "play" and "Ann is out of the game" in " ".join(heard(bob))
    made = len(table.match.made)
    ann.press("1 2 3 4 5 6 7 8 9 enter")
    assert len(table.match.made) == made, "whoever has gone moves no more"
    assert ann.press("q").left


# -- moves ------------------------------------------------------------------------------------


class Held:
    """What a caller asks for is held back, as on a slow board."""

    def __init__(self, call):
        self.asked, self.let = [], call._ask
        call._ask = self.asked.append


def test_nothing_changes_until_the_table_says_so_and_a_move_is_asked_for_once():
    _, ann, _ = two()
    ann.rest()
    held, before = Held(ann), ann.text
    ann.press("3 4")
    assert [effect.event["move"] for effect in held.asked] == ["3"]
    assert held.asked[0].n == ann.state.seat.match.n
    assert ann.text == before and ann.position.last is None
    held.let(held.asked[0])
    assert ann.position.last.move == "3"


def test_what_is_refused_is_said_with_the_bell_and_changes_nothing():
    _, ann, _ = two()
    ann.rest()
    before, bells = without_hand(ann), ann.bells
    Held(ann)
    ann.press("3")
    ann.send(No("Your time is up."))
    assert "Your time is up." in ann.text and ann.bells == bells + 1 and without_hand(ann) == before
    assert ann.press("4").effects[-1].event == {"do": "move", "move": "4"}, "and may be tried again"


def test_a_move_that_a_word_came_before_is_asked_for_once_more():
    table, ann, bob = two()
    rested(ann, bob)
    held = Held(ann)
    ann.press("3")
    bob.press("q 1")
    held.let(held.asked.pop())
    assert held.asked[0].event["move"] == "3" and held.asked[0].n == table.match.n
    held.let(held.asked.pop())
    assert table.match.made == (TimedMove(0, "3", 0),)


@pytest.mark.parametrize("door", ["switchbox", "microlink"])
def test_keys_of_who_is_not_to_move_make_none(door):
    table, ann, bob = two(door)
    rested(ann, bob)
    for keys in ("1", "2 enter", "+", "-", "enter", "down", "space"):
        bob.press(keys)
        assert table.match.made == () and bob.state.page.name == "", keys
    assert bob.rest().position == ann.position


@pytest.mark.parametrize("door", ["switchbox", "microlink"])
def test_who_comes_late_has_the_same_before_them_as_who_was_there(door):
    table, ann, bob = two(door)
    for count in range(9):
        call = next(call for call in (ann, bob) if call.seat in table.match.movers)
        call.move()
        rested(ann, bob)
        for caller in (ann, bob):
            late = table.follow(caller.caller)
            assert without_hand(late) == without_hand(caller), count
            table.calls.remove(late)


def test_only_the_last_of_several_moves_is_shown_moving():
    table, ann, bob = two()
    rested(ann, bob)
    table.calls.remove(bob)
    ann.press("3")
    table.do(do="move", seat=1, move="4")
    ann.press("5")
    before = bob.state
    bob.send(table.followed(1))
    assert bob.position == table.match.positions[0]
    assert bob.state.frames and bob.position.last.move == "5"
    said = " ".join(bob.hears(before))
    assert "Ann: 3" in said and "Bob: 4" in said and "Ann: 5" in said


def test_a_page_of_the_games_own_stays_while_the_other_moves():
    table, ann, bob = two("microlink")
    rested(ann, bob)
    bob.press("b")
    before = bob.text
    ann.move()
    assert bob.text == before and bob.position == table.match.positions[0]


def test_it_rings_when_it_is_the_callers_move():
    _, ann, bob = two()
    rested(ann, bob)
    bells = bob.bells
    ann.press("3")
    assert bob.bells == bells + 1 and ann.bells == 0


# -- before the game --------------------------------------------------------------------------


def test_words_are_asked_for_and_kept_from_the_other():
    table, ann, bob = two(words=True)
    assert "choosing a word" in ann.text
    bob.press("w").type("pear").press("enter")
    assert table.match.words == (None, "pear") and "pear" not in ann.text
    assert "pear" not in " ".join(ann.door.tell(None, ann.state).lines)
    ann.press("enter enter")
    assert table.match.words == ("", "pear") and table.match.stage == "play"


def test_who_opened_the_table_seats_a_computer():
    table = Table("microlink", seats=3)
    ann, bob = table.follow("Ann"), table.sat("Bob").follow("Bob")
    assert "[C] computer" in ann.text and "[C]" not in bob.text
    ann.press("c 1")
    assert table.match.seats[2] == f"computer:{table.game.info.players.computers[0]}"
    assert table.match.stage == "play"


def test_a_seat_is_given_up_and_a_table_withdrawn():
    table = Table("mindbuster").sat("Bob")
    ann, bob = table.follow("Ann"), table.follow("Bob")
    bob.press("l esc")
    assert table.match.seats == ("Ann", "Bob")
    bob.press("l y")
    assert bob.left and table.match.seats == ("Ann", "") and "Bob has given up the seat" in ann.text
    eve = table.follow("Eve")
    ann.press("l y")
    assert ann.left and table.match.end == "withdrawn" and "withdrawn" in eve.text
    assert eve.press("enter").left


def test_the_way_back_leaves_the_seat_taken():
    table, ann, _ = two("mindbuster")
    assert ann.press("q").left and table.match.seats == ("Ann", "Bob")


def test_hiding_is_left_and_come_back_to():
    table, ann, _ = two("mindbuster")
    ann.press("c r r q")
    assert not ann.left and "choosing a code" in ann.text
    ann.press("c r r r r enter")
    assert table.match.codes[0].code == "RRRR" and "Your code is hidden" in ann.text


def test_a_code_that_is_picked_at_random_says_nothing_of_the_other_s():
    both = set()
    for seed in range(1, 4):
        table, ann, bob = two("mindbuster", seed=seed)
        for call in (ann, bob):
            call.press("c f4 enter")
        codes = [code.code for code in table.match.codes]
        both.add(codes[0] == codes[1])
    assert both == {False}


# -- manners ----------------------------------------------------------------------------------


def test_an_enter_that_picks_a_code_at_random_does_not_hide_it_too():
    table = Table("mindbuster").sat("Bob")
    ann = table.follow("Ann").press("enter enter enter enter")
    row = ann.state.table.board.hand
    assert row.full and "Enter hides it" in ann.text and table.match.codes[0] is None
    ann.release().press("enter")
    assert table.match.codes[0] and table.match.codes[0].code == row.pegs


@pytest.mark.parametrize("race", [False, True])
@pytest.mark.parametrize("end", ["resign", "abort"])
def test_a_duel_that_ends_early_lays_the_codes_open_and_shows_no_score_that_is_none(race, end):
    table = Table("mindbuster", race=race).sat("Bob")
    if not race:
        hide(table, "RWBG", "YYKK")
    ann = table.follow("Ann", view=View(ascii=True))
    hidden = "".join(table.match.positions[0].hidden) if race else "YYKK"
    table.do(do="move", seat=0, move="".join(peg for peg in "RWBGYK" if peg not in hidden[:1])[:4])
    told = {"resign": "Bob resigned", "abort": "aborted"}[end]
    table.do(do=end, seat=1)
    ann.rest()
    assert told in ann.text and ann.state.scene == "done"
    head = ann.text.splitlines()[0]
    assert all(f"({peg})" in head or f"{peg}" in head for peg in hidden), head
    assert "11" not in ann.text.split("Final score")[1], "nobody had eleven guesses"
    assert "You lose" not in ann.text
    looked = ann.press("l").text.splitlines()[0]
    assert looked == head
    plain = table.follow("Ann", plain=True)
    assert any(" ".join(hidden) in line for line in plain.say("l"))


def test_a_game_is_resigned_when_it_has_been_asked():
    table, ann, bob = two()
    ann.press("q r esc")
    assert table.match.stage == "play"
    ann.press("q r y")
    assert (table.match.end, table.match.by) == ("resigned", 0)
    assert "Bob won, Ann resigned" in ann.rest().text and "You win!" in bob.rest().text


def test_a_game_is_aborted_until_all_have_moved_and_then_by_all():
    table, ann, bob = two()
    assert "because you haven't moved yet" in ann.press("q").text
    ann.press("esc")
    to_both_moved(table, ann, bob)
    ann.press("q b")
    assert table.match.stage == "play" and "Bob" in bob.rest().text
    assert "Ann offers to abort" in bob.text
    bob.press("q y")
    assert table.match.end == "aborted" and "aborted" in ann.rest().text


def to_both_moved(table, *calls):
    for _ in range(2):
        next(call for call in calls if call.seat in table.match.movers).move()
    rested(*calls)


def test_offers_are_taken_back_and_accepted():
    table, ann, bob = two()
    rested(ann, bob)
    ann.press("q a")
    assert table.match.offers == ("adjourn", "")
    ann.press("q n")
    assert table.match.offers == ("", "")
    bob.press("q a")
    ann.press("q y")
    assert table.match.adjourned and "Adjourned" in bob.text and "[G] resume" in ann.text
    moves = len(table.match.made)
    for caller in (ann, bob):
        caller.press("space enter")
    assert len(table.match.made) == moves and "This game is adjourned." in bob.text + ann.text
    assert "[H] help" in ann.press("h esc").text
    bob.press("g")
    assert table.match.clock == "3d"
    ann.press("q k 4")
    assert table.match.offers[0] == "clock 5+10"
    bob.press("q y")
    assert table.match.clock == "5+10" and "Ann 5:00, Bob 5:00" in ann.text
    bob.press("q k 1")
    assert "Bob offers 1 day a move. Press Q to answer." in ann.press("left").text
    ann.press("q y")
    assert table.match.clock == "1d" and "1 day" in bob.text


def test_talk_is_seen_by_all_and_not_by_who_only_looks_on_to_say():
    table, ann, bob = two()
    eve = table.follow("Eve")
    rested(ann, bob, eve)
    bob.press("t").type("Hello there, q").press("enter")
    assert table.match.talk == (("Bob", "Hello there, q"),)
    assert "Bob: Hello there, q" in ann.text and "Bob: Hello there, q" in eve.text
    assert "Hello there" not in ann.press("left").text, "a key has been pressed since"
    assert "Hello there" in ann.door.draw(ann.state, WIDE).text(), "and beside the board it stays"
    ann.press("q 2")
    assert table.match.talk[-1] == ("Ann", "Well played.")
    assert "Ann: Well played." in ann.text, "what one has said oneself is seen, too"
    assert "To the watchers:" in eve.press("t").text
    eve.type("x").press("enter")
    assert len(table.match.talk) == 2
    ann.press("t").type("x" * 90).press("enter")
    assert table.match.talk[-1][1] == "x" * 70
    assert eve.press("q").left


def test_talk_has_a_page_that_stays_for_more():
    table, ann, bob = two()
    rested(ann, bob)
    for number in range(12):
        table.do(do="say", who="Bob", text=f"line {number}.")
    over_the_board, page = ann.press("t").text, ann.press("pgup").text
    assert "line 3." not in over_the_board and "line 4." in over_the_board
    assert "line 0." in page and ann.state.seat.followed.standing in page
    ann.type("One").press("enter").type("Two").press("enter")
    assert [text for _, text in table.match.talk[-2:]] == ["One", "Two"] and "Ann: Two" in ann.text
    assert "Ann: Two" in ann.press("esc").text
    assert "Ann: Two" not in ann.press("left").text, "a key has been pressed since"


def test_talk_has_a_page_in_plain_mode_that_an_empty_line_leaves():
    table = Table("switchbox")
    plain = table.sat("Bob").follow("Ann", plain=True)
    table.do(do="say", who="Bob", text="Hello!")
    assert plain.say("chat") == ["Bob: Hello!", "What do you say? (Enter goes back)"]
    plain.say("Hello yourself", "q")
    assert [text for _, text in table.match.talk] == ["Hello!", "Hello yourself", "q"]
    assert "Enter goes back" not in plain.say("")[-1] and not plain.left


def test_what_is_typed_is_typed_on_whatever_comes_about():
    table = Table("switchbox")
    ann = table.follow("Ann")
    ann.press("t").type("a")
    table.sat("Bob")
    ann.type("1")
    table.do(do="rename", who="Bob", to="Rob")
    ann.type("q")
    table.do(do="resign", seat=1)
    ann.rest().type("y").press("enter")
    assert table.match.talk == (("Ann", "a1qy"),) and table.match.made == () and not ann.left
    assert table.match.offers == ("", "")


def test_a_caller_who_is_renamed_does_not_sit_down_again():
    table = Table("microlink", seats=3).sat("Bob")
    ann = table.follow("Ann", plain=True)
    before = ann.state
    table.do(do="rename", who="Bob", to="Rob")
    assert not any("has joined" in line for line in ann.hears(before))


def test_a_handle_of_twenty_characters_stands_whole_at_the_end():
    table = Table("switchbox", by="Bartholomew Fitz-Ann").sat("Bob")
    call = table.follow("Bartholomew Fitz-Ann")
    table.do(do="resign", seat=1)
    assert "1. Bartholomew Fitz-Ann 0 " in call.rest().text


def test_another_game_is_offered_and_told():
    table, ann, bob = two()
    bob.press("q r y")
    rested(ann, bob)
    ann.press("y")
    assert table.match.offers[0] == "again" and "Bob can accept" in ann.text
    assert "Ann offers a rematch" in bob.text
    bob.press("n")
    assert table.match.offers == ("", "") and "[N] decline" not in bob.text
    assert "Bob declines a rematch" in ann.text and "[Y] play again" in ann.text
    ann.press("y")
    table.do(do="offer", seat=0, what="")
    assert table.match.offers == ("", "") and "Ann offers a rematch" not in bob.press("left").text


def test_a_rated_game_says_what_it_has_done_to_both_ratings_once_they_are_known():
    long = "Bartholomew Fitz-Bob"
    table = Table("switchbox", clock="3d").sat(long)
    ann, bob, plain = table.follow("Ann"), table.follow(long), table.follow("Ann", plain=True)
    watcher = table.follow("Cid")
    rested(ann, bob)
    table.do(do="resign", seat=1)
    assert "Rated." in ann.rest().text, "the game is not in the journal yet"
    before = plain.state
    table.rated = (Rated(1662, 1701, 3), Rated(1533, 1499, 0))
    table.tell()
    table.do(do="say", who="Ann", text="Bye!")
    assert "1662 → 1701 (+39), 3rd" in ann.text and "Bartholomew»: 1499? (-34)" in ann.text
    assert "1533 → 1499? (-34)" in bob.rest().text and "Ann: 1701 (+39), 3rd" in bob.text
    assert "Ann: 1701 (+39), 3rd" in watcher.rest().text
    said = [
        "Ann: rating 1662, now 1701 (+39), 3rd at Switchbox.",
        f"{long}: rating 1533, now 1499 (-34), provisional.",
    ]
    assert [line for line in plain.hears(before) if "rating" in line] == said, "once"
    again = table.follow(long, plain=True)
    assert again.hears(None)[-3:-1] == said, "and whenever the finished game is opened"
    table = Table("switchbox", clock="3d").sat(long)
    ann, plain = table.follow("Ann"), table.follow("Ann", plain=True)
    rested(ann)
    table.rated, before = (Rated(1662, 1701, 3), Rated(1533, 1499, 0)), plain.state
    table.do(do="resign", seat=1)
    assert [line for line in plain.hears(before) if "rating" in line] == said, "once, with the end"


def test_a_finished_game_suggests_the_move_that_somebody_waits_for_at_another_table():
    table, ann, bob = two()
    plain = table.follow("Ann", plain=True)
    table.mover = "Cid"
    rested(ann, bob)
    before = plain.state
    table.do(do="resign", seat=1)
    assert "[Tab] Cid is waiting for your move" in ann.rest().text
    assert "Cid is waiting for your move. Type next to make it." in plain.hears(before)
    for call, key in ((ann, Key("tab")), (plain, Line("next"))):
        call.send(key)
        assert call.effects[-1] == Visit("tables", NEXT_MOVE)
    table.mover = ""
    table.tell()
    assert "[Tab]" not in ann.text


def test_what_another_game_is_for_is_said_before_it_is_offered():
    table, ann, bob = two(clock="3d")
    plain = table.follow("Bob", plain=True)
    for seat in (0, 1):
        table.do(do="offer", seat=seat, what="clock 30+30")
    table.rates = False
    bob.press("q r y")
    rested(ann, bob)
    assert all("Rated." in call.text and "Rematch: 30+30, unrated" in call.text for call in (ann, bob))
    assert plain.door.tell(None, plain.state).prompt.startswith("Rematch, 30+30, unrated? (y offers, ")


# -- clocks and lines -------------------------------------------------------------------------


def test_a_live_clock_counts_down_and_the_tables_time_is_what_counts():
    table, ann, bob = two(clock="5+10")
    rested(ann, bob)
    assert ann.wakes["clock"] == 1.0
    for _ in range(3):
        ann.tick()
    assert "Your move, Ann 4:57, Bob 5:00" in ann.text
    table.pass_by(seconds=10)
    table.tell()
    assert "Ann 4:50, Bob 5:00" in ann.text and "Bob 5:00, Ann 4:50" in bob.text


def test_plain_mode_is_told_the_time_when_it_is_asked():
    table = Table("switchbox", clock="5+10").sat("Bob")
    ann = table.follow("Ann", plain=True)
    bob = table.follow("Bob")
    assert "clock" not in ann.wakes
    table.pass_by(seconds=70)
    table.tell()
    assert ann.say("time")[0] == "Your move, Ann 3:50, Bob 5:00."
    before = ann.state
    table.drops(bob, 20)
    assert "Bob's line dropped. 40 s to call back." in ann.hears(before)
    assert ann.wakes["clock"] == 40.0
    before = ann.state
    ann.tick()
    assert any("Not back: Bob" in line for line in ann.hears(before))


def dropped(**terms):
    """Bob is to move on a live clock, and his line has dropped."""
    table, ann, bob = two(**{"clock": "5+10", "rated": True, **terms})
    ann.rest().press("3")
    rested(ann, bob)
    table.drops(bob)
    return table, ann, bob


def grace_over(ann):
    for _ in range(60):
        ann.tick()
    return ann


def test_a_line_that_drops_has_its_grace_and_then_the_other_chooses():
    table, ann, _ = dropped()
    ann.press("left")
    assert "Bob's line dropped. 60 s to call back." in ann.text and "[C]" not in ann.text
    ann.tick()
    assert "59 s to call back" in ann.text
    text = grace_over(ann).text
    assert "keep waiting" in text and "adjourn" in text and "claim" in text
    ann.press("w")
    assert "keep waiting" not in ann.text and table.match.stage == "play"
    ann.press("q c n")
    assert table.match.stage == "play"
    ann.press("q c y")
    assert (table.match.end, table.match.by) == ("claimed", 1)
    assert "Ann won, Bob was gone too long" in ann.rest().text


def test_a_page_of_the_games_own_is_asked_nothing():
    table, ann, bob = two("microlink", clock="5+10")
    while table.match.movers == (0,):
        ann.move()
    rested(ann, bob)
    table.drops(bob)
    grace_over(ann.press("b"))
    ann.type("claim")
    assert "keep waiting" not in ann.text and ann.state.page.name == "" and "claim" in ann.text


def test_who_opens_an_adjourned_game_alone_reads_whom_it_waits_for():
    table, *_ = two()
    table.do(do="offer", seat=0, what="adjourn")
    table.do(do="offer", seat=1, what="adjourn")
    table.calls = []
    ann = table.follow("Ann")
    waits = "Waiting for Bob. The game goes on when you are all here."
    assert table.match.adjourned and waits in ann.text
    table.follow("Bob")
    assert waits not in ann.text


def test_a_game_that_was_given_up_goes_on_the_wall_with_who_won():
    table, ann, bob = two()
    table.do(do="resign", seat=0)
    assert [wall_line(table.game, call.state) for call in (ann, bob)] == ["Bob won, Ann resigned"] * 2


def test_whoever_waits_adjourns_and_who_comes_back_is_told():
    table, ann, _ = dropped()
    grace_over(ann).press("a")
    assert table.match.adjourned
    table.away.clear()
    table.follow("Bob")
    assert "Bob is back." in ann.text


def test_who_returns_by_a_new_call_is_back_and_who_comes_for_the_first_time_is_here():
    table, ann, bob = two()
    table.drops(bob)
    table.away[1] = -1  # he has called again, and is at the menu
    table.tell()
    before = ann.state
    table.away.clear()
    table.follow("Bob")
    assert "Bob is back." in ann.hears(before)
    table = Table("switchbox").sat("Bob")
    ann = table.follow("Ann")
    before = ann.state
    table.follow("Bob")
    assert "Bob is here." in ann.hears(before)


def test_who_is_to_move_is_told_of_a_dropped_line_in_words_that_stay_true():
    table, ann, bob = two(clock="5+10")
    rested(ann, bob)
    table.drops(bob)
    assert "Bob's line dropped." in ann.text and "grace" not in ann.text


def test_on_a_clock_of_days_nobody_has_a_grace():
    table, ann, bob = two(clock="3d")
    ann.rest().press("3")
    rested(ann, bob)
    eve = table.follow("Ann", plain=True)
    before = eve.state
    table.drops(bob)
    assert "Bob's line dropped." in eve.hears(before) and "Bob's line dropped." in ann.text
    text = grace_over(ann).text
    assert "grace" not in text and "Not back" not in text


@pytest.mark.parametrize(
    ("keys", "told"), [("q", "r: resign"), ("h", "Switchbox (1 of 13)"), ("q k", "1: 1 day a move")]
)
def test_a_screen_that_becomes_plain_text_is_told_what_lies_over_the_table(keys, told):
    _, ann, _ = two()
    ann.rest().press(keys)
    said = ann.hears(None)
    assert any(told.casefold() in line.casefold() for line in said), said


def test_an_unrated_game_cannot_be_claimed():
    _, ann, _ = dropped(rated=False)
    assert "claim" not in grace_over(ann).text
    assert "claim" not in ann.press("q").text


def test_a_line_that_drops_hides_nothing_of_who_is_to_move():
    table, ann, bob = two(clock="5+10")
    rested(ann, bob)
    ann.press("t").type("Hel")
    table.drops(bob)
    assert "Hel" in ann.text and "dropped" not in ann.text, "never over what is typed"
    ann.press("esc")
    grace_over(ann)
    assert "keep waiting" not in ann.text, "it is Ann's move"
    ann.press("5")
    assert table.match.made[-1].move == "5"


# -- plain mode -------------------------------------------------------------------------------


def test_a_game_in_plain_mode():
    table = Table("switchbox")
    ann = table.follow("Ann", plain=True)
    assert "Clock: 3 days a move." in ann.door.tell(None, ann.state).lines
    before = ann.state
    table.sat("Bob")
    heard = ann.hears(before)
    assert "Everybody is ready. The game starts." in heard and "Your move, 3 days." in heard
    bob = table.follow("Bob", plain=True)
    before = bob.state
    assert "Bob to move, 3 days." in ann.say("3")
    assert any(line.startswith("Ann: 3;") for line in bob.hears(before))
    assert ann.say("say good luck")[0] == "Ann: good luck"
    assert any("Resign this game?" in line for line in ann.say("resign"))
    ann.say("n")
    assert ann.say("resign", "back") and ann.state.page.name == ""
    assert "r: resign" in ann.say("q")
    assert '"xyzzy" is not one of the choices.' in ann.say("", "xyzzy")
    assert "It isn't your move." in ann.say("3")
    ann.say("resign", "y")
    assert "Bob won, Ann resigned." in bob.door.tell(None, bob.state).lines
    assert '"nonsense" is not one of the choices.' in ann.say("nonsense") and not ann.left
    assert ann.say("chat")[-1] == "What do you say? (Enter goes back)"
    assert ann.say("", "") and ann.left


@pytest.mark.parametrize("word", ["yesterday", "you", "accept"])
def test_no_word_is_taken_for_the_yes_that_it_begins_with(word):
    table, ann, _ = by_lines("switchbox", False)
    ann.say("resign")
    assert f'"{word}" is not one of the choices.' in ann.say(word)
    assert table.match.stage == "play" and ann.say("yes") and table.match.stage == "over"


RACES = [("shutbox", True), ("thieves", True), ("mindbuster", True), ("switchbox", True), ("microlink", True)]
GAMES_OF_TWO = [("switchbox", False), ("microlink", False), ("mindbuster", False)]


def by_lines(door, race, **terms):
    """Ann and Bob at the board, both in plain mode, codes hidden where there are any."""
    table = Table(door, race=race, **terms).sat("Bob")
    if door == "mindbuster" and not race:
        hide(table, "RWBG", "RWBG")
    return table, table.follow("Ann", plain=True), table.follow("Bob", plain=True)


@pytest.mark.parametrize(("door", "race"), GAMES_OF_TWO + RACES)
def test_from_days_to_minutes_and_back_by_lines(door, race):
    table, ann, bob = by_lines(door, race)
    clock, words = ("5+0", "5 minutes") if race else ("5+10", "5 minutes plus 10 seconds a move")
    before = bob.state
    said = ann.say("clock", clock)
    assert f"You offer {words}." in said and table.match.clock == "3d"
    heard = bob.hears(before)
    assert f"Ann offers {words}." in heard and heard[-1].endswith("decline refuses it)")
    before = ann.state
    assert f"From now on: {words}." in bob.say("accept")
    assert table.match.clock == clock and table.match.budgets == (300_000, 300_000)
    assert f"From now on: {words}." in ann.hears(before)
    bob.say("clock 1d")
    ann.say("q", "y")
    assert table.match.clock == "1d"


@pytest.mark.parametrize(("door", "race"), GAMES_OF_TWO + RACES)
def test_a_live_game_is_adjourned_and_goes_on_by_lines(door, race):
    table, ann, bob = by_lines(door, race, clock="5+10")
    assert "You offer to adjourn." in ann.say("adjourn")
    ann.say("withdraw")
    assert table.match.offers == ("", "")
    assert "l: leave this page, the game goes on" in ann.say("q")
    ann.say("")
    ann.say("adjourn")
    told = bob.say("accept")
    assert "The game is adjourned and the clock is stopped." in told
    assert told[-1].startswith("Adjourned. The table? (go ")
    assert ann.door.tell(None, ann.state).prompt == told[-1], "no move is asked for"
    assert "l: leave this page" in ann.say("q")
    ann.say("")
    assert "The clock runs again: 5 minutes plus 10 seconds a move." in ann.say("go")
    bob.say("adjourn")
    ann.say("accept")
    ann.say("clock 7d")
    bob.say("accept")
    assert table.match.clock == "7d", "an adjourned game goes on by days"


@pytest.mark.parametrize(("door", "race"), GAMES_OF_TWO + RACES)
def test_a_game_is_aborted_before_both_have_moved_by_lines(door, race):
    table, ann, bob = by_lines(door, race)
    before = ann.state
    assert "Abort this game? Nobody wins or loses. (y/n)" in bob.say("abort")
    bob.say("n")
    assert table.match.stage == "play"
    bob.say("abort", "y")
    assert (table.match.end, table.match.places) == ("aborted", (0, 0))
    assert "This game was aborted by Bob." in ann.hears(before)


def test_what_the_box_does_at_a_race_is_nobodys_move():
    table, ann, bob = by_lines("switchbox", True)
    assert len(table.match.made) > 0 and "Bob: 0 moves" in ann.say("time")[0]
    ann.say("3")
    assert "Ann: 1 move" in bob.say("time")[0]
    bob.say("3")
    assert "You offer to abort." in bob.say("abort"), "both have moved"


@pytest.mark.parametrize(("door", "race"), GAMES_OF_TWO + RACES)
def test_a_game_is_resigned_and_something_said_by_one_key_by_lines(door, race):
    table, ann, bob = by_lines(door, race)
    before = bob.state
    assert any(line.startswith('2: say "Well played."') for line in ann.say("q"))
    ann.say("2")
    assert "Ann: Well played." in bob.hears(before)
    before = ann.state
    bob.say("resign", "y")
    assert (table.match.end, table.match.by) == ("resigned", 1)
    assert "Ann won, Bob resigned." in ann.hears(before)


@pytest.mark.parametrize("word", ["claim", "adjourn", ""])
def test_who_waits_chooses_by_lines_once_the_grace_is_over(word):
    table, ann, bob = by_lines("switchbox", False, clock="5+10")
    ann.say("3")
    table.drops(bob)
    ann.say("claim")
    assert table.match.stage == "play"
    table.pass_by(seconds=61)
    table.drops(bob, 61)
    ann.say(*([word, "y"] if word == "claim" else [word]))
    expected = {"claim": ("claimed", ""), "adjourn": ("", ""), "": ("", "5+10")}[word]
    assert (table.match.end, table.match.clock) == expected


def test_a_code_is_hidden_in_plain_mode():
    table = Table("mindbuster", words=True).sat("Bob")
    ann = table.follow("Ann", plain=True)
    assert "w WORD" in ann.door.tell(None, ann.state).prompt
    assert "c hides a code" in ann.say("w apple")[-1]
    said = ann.say("c")
    assert "Colours: 1 R Red, 2 W White, 3 B Blue, 4 G Green, 5 Y Yellow, 6 K Black" in said
    assert said[-1] == "Your hidden code, 4 letters of R W B G Y K?"
    assert ann.say("time")[0] == "Not started."
    assert ann.say("rwbg")[0].startswith("Your code is hidden, sealed ")
    assert table.match.words[0] == "apple" and table.match.codes[0].code == "RWBG"


# -- whatever is done -------------------------------------------------------------------------

KEYS = (
    *"123456789abcghjklnqrtvwy+-? ", "enter", "esc", "left", "right", "up", "down", "f1", "f2", "f3", "f4",
    "f5", "tab", "backspace", "pgdn", "motion", "clock", "click",
)  # fmt: skip
HANDS = st.lists(st.tuples(st.sampled_from(("Ann", "Bob", "Eve")), st.sampled_from(KEYS)), max_size=60)
GAMES = st.sampled_from(("switchbox", "microlink", "mindbuster", "race"))


@examples(40, deadline=None)
@given(GAMES, HANDS, st.booleans())
def test_any_key_is_fine_at_any_time(door, hands, words):
    race = door == "race"
    table = Table("microlink" if race else door, race=race, words=words, clock="5+10").sat("Bob")
    calls = {who: table.follow(who) for who in ("Ann", "Bob", "Eve")}
    for who, key in hands:
        call = calls[who]
        if key in ("motion", "clock"):
            call.send(Tick(key))
        elif key == "click":
            call.send(Mouse(40, 10, target=call.canvas.at(40, 10)))
        else:
            call.send(Key(key))
        assert call.canvas.cols == 80 and call.door.tell(None, call.state).prompt is not None
    assert not [effect for effect in calls["Eve"].effects if isinstance(effect, AtTable)]
    assert calls["Eve"].seat == WATCHER


# -- whom one ignores -------------------------------------------------------------------------


def asked(call):
    """What the call has asked of its table last."""
    return next(effect.event for effect in reversed(call.effects) if isinstance(effect, AtTable))


def test_i_ignores_the_other_at_the_board_and_before_the_game():
    _, ann, _ = two()
    ann.rest().press("q i")
    assert dict(asked(ann)) == {"do": "ignore", "who": "Bob"}
    _, ann, _ = two("mindbuster")
    assert "[I] ignore" in ann.text
    ann.press("i")
    assert dict(asked(ann)) == {"do": "ignore", "who": "Bob"}
    assert "[I]" not in Table("mindbuster").follow("Ann").text, "nobody else is there"


def test_of_several_one_is_chosen_and_who_is_ignored_is_heard_again():
    table = Table("microlink", seats=4).sat("Bob", "computer:expert", "Cid")
    ann = table.follow("Ann", plain=True)
    ann.send(replace(table.followed(0), ignored=(3,)))
    ann.say("q")
    told = ann.say("ignore")
    assert "1: ignore Bob" in told and "2: hear Cid again" in told
    ann.say("2")
    assert dict(asked(ann)) == {"do": "ignore", "who": "Cid"}


def test_nothing_is_said_anew_when_somebody_is_ignored_or_heard_again():
    table, ann, _ = two()
    for text in ("hello", "Well played.", "hello"):
        table.do(do="say", who="Bob", text=text)
    ann.rest().press("esc")
    full, before = table.followed(0), ann.state
    ann.send(replace(full, match=replace(full.match, talk=()), ignored=(1,)))
    assert not [line for line in ann.hears(before) if "Bob" in line and "hello" in line]
    before = ann.state
    ann.send(full)
    assert not [line for line in ann.hears(before) if "hello" in line] and "hello" not in ann.state.seat.heard


@given(st.integers(0, 7 * DAY_MS), st.booleans())
def test_a_clock_is_looked_at_again_when_it_reads_otherwise(left, live):
    reads, seconds = (digits if live else span), reads_so(left, live)
    later = left - seconds * 1000
    assert reads(left) == reads(max(later + 1000, 0)) or seconds == 1
    assert later < 0 or reads(later) != reads(left)


@pytest.mark.parametrize(
    ("door", "race"), [("shutbox", True), ("mindbuster", False), ("mindbuster", True), ("thieves", True)]
)
def test_what_was_dear_at_a_table_is_asked_again_and_the_way_is_shown(door, race):
    _, ann, bob = ended(door, race)
    for call in (ann, bob):
        call.press("c")
        while call.state.look.verdict is None:
            call.press("c")
        dear, way = call.state.look.verdict.dear, call.state.look.verdict.way
        if dear:
            assert call.press("1").state.again.table.seats == call.state.table.seats
            call.press("esc esc")
        call.press("c w")
        assert call.state.page.name == ("way" if way and way.moves else "coach")
        assert call.text


def plainly_ended():
    """A race that Ann has finished on the screen and Bob in plain text."""
    table = Table("shutbox", race=True).sat("Bob")
    ann, bob = table.follow("Ann"), table.follow("Bob", plain=True)
    play(table)
    rested(ann, bob)
    return table, ann, bob


@pytest.mark.parametrize("page", ["c", "v", "l", "?"])
def test_a_page_that_was_said_does_not_stand_before_what_is_said_to_the_table(page):
    table, ann, plain = plainly_ended()
    told = plain.say(page)
    assert "Play again? (y/n)" not in told and plain.say("xyzzy")[0] == '"xyzzy" is not one of the choices.'
    plain.say(page, "y")
    assert not [one for one in plain.effects if isinstance(one, Begin)]
    assert table.match.offers[1] == "again" and "Bob offers a rematch" in ann.text


def test_another_game_is_taken_on_the_terms_that_its_row_tells():
    table, ann, plain = plainly_ended()
    table.do(do="offer", seat=0, what="again")
    table.rates = False
    table.tell()
    plain.say("c", "1", "accept")
    assert plain.effects[-1].event == {"do": "offer", "what": "again", "rates": False}
    table, ann, _ = ended("shutbox", True)
    assert "y: Rematch: 3 days, rated" in menu.lines(ann.door.game, ann.state._replace(page=OpenPage("menu")))


def test_who_looks_on_in_plain_mode_is_told_what_they_can_do():
    table, ann, _ = two("switchbox")
    eve = table.follow("Eve", plain=True)
    ann.press("esc")
    table.do(do="offer", seat=0, what="adjourn")
    prompt = eve.door.tell(None, eve.state).prompt
    assert prompt == "The table? (time, say TEXT, q leaves)"
    assert eve.say("q") and eve.left


def test_a_handle_is_cut_before_a_clock_is():
    table = Table("switchbox", by="Alexandra von Fischer", clock="30+30").sat("Bartholomew Q. Wight")
    one, other = table.follow("Alexandra von Fischer"), table.follow("Bartholomew Q. Wight")
    for call in (one, other):
        row = call.text.splitlines()[-2]
        assert row.count(" 30 min") == 2
    assert row.strip().startswith("Alexandra von Fischer is to move. ")
    assert row.rstrip().endswith("  Barthol» 30 min, Alexand» 30 min")


def test_a_race_ends_with_everybody_s_score_in_words():
    table, _, plain = plainly_ended()
    for seat, who in enumerate(("Ann", "Bob")):
        assert any(line.endswith(f"{who}: {table.match.scores[seat]}.") for line in heard(plain))


def test_who_has_offered_another_game_is_not_asked_for_one_again():
    table, ann, bob = ended("shutbox", True)
    assert "[Y] play again" in ann.text and "[Y] play again" in bob.text
    ann.press("y")
    assert "[Y] play again" not in ann.text and "[Y] play again" in bob.text
    table.do(do="offer", seat=1, what="again")
    assert all("You have agreed on a rematch." in call.text and "[Y]" not in call.text for call in (ann, bob))


def finished_by_ann(door, **terms):
    """A race that Ann has finished and Bea has not begun."""
    table = Table(door, race=True, clock="5+10", **terms).sat("Bea Long")
    ann, bea, eve = (table.follow(who) for who in ("Ann", "Bea Long", "Eve"))
    plain, dice = table.follow("Ann", plain=True), random.Random(5)
    before = plain.state
    while 0 in table.match.movers:
        before = plain.state
        table.do(do="move", seat=0, move=legal_move(table.match.positions[0], dice))
    rested(ann, bea, eve)
    return table, ann, bea, eve, plain.hears(before)


@pytest.mark.parametrize("door", ["shutbox", "thieves", "mindbuster"])
def test_who_has_finished_a_race_is_told_so_and_the_others_too(door):
    table, ann, bea, eve, heard = finished_by_ann(door)
    game, score = table.game, table.game.rules.status(table.match.positions[0]).scores[0]
    result = "" if score == game.info.missed else f" with {score}"
    sentence = f"You have finished{result}. Waiting for Bea Long."
    assert sentence in ann.text and sentence in heard
    assert bea.text.count("Ann has finished") == 1 and "Ann has finished" not in ann.text
    assert "finished" in eve.text
    assert sentence in table.follow("Ann", plain=True).hears(None), "who comes back is told, too"
    assert sentence not in bea.text


def test_each_live_clock_has_a_name():
    table = Table("microlink", seats=3, clock="3+2").sat("Bea")
    table.do(do="sit", seat=2, who="computer:casual")
    ann, bea, eve = (table.follow(who) for who in ("Ann", "Bea", "Eve"))
    table.pass_by(seconds=30)
    table.tell()
    rested(ann, bea, eve)
    for call, standing in (
        (ann, "Your move, Ann 2:30, Bea 3:00"),
        (bea, "Ann to move, Bea 3:00, Ann 2:30"),
        (eve, "Ann to move, Ann 2:30, Bea 3:00"),
    ):
        assert call.text.splitlines()[-2].strip().endswith(standing), call.text
        assert call.state.seat.followed.standing == standing, "as plain mode says it"


def test_each_clock_of_a_live_race_has_a_name():
    table = Table("shutbox", race=True, clock="3+2").sat("Bea")
    ann, eve = table.follow("Ann"), table.follow("Eve")
    table.pass_by(seconds=30)
    table.tell()
    assert ann.state.seat.followed.standing == "Ann 2:30, Bea 2:30 (0 moves)"
    assert eve.state.seat.followed.standing == "Ann 2:30 (0 moves), Bea 2:30 (0 moves)"


def guessed():
    """A duel with clocks in which Ann has guessed."""
    table = Table("mindbuster", clock="5+10").sat("Bea Long")
    hide(table, "RWBG", "RRYK")
    calls = [table.follow(who) for who in ("Ann", "Bea Long", "Eve")]
    table.do(do="move", seat=0, move="RRWW")
    rested(*calls)
    return table, *calls


def test_no_clock_cuts_what_the_message_line_says_and_the_mover_is_named_once():
    table, ann, _, eve = guessed()
    for call, message in (
        (ann, "Your guess scored 2 black.  Bea Long guesses next."),
        (eve, "Ann's guess scored 2 black.  Bea Long guesses next."),
    ):
        row = call.text.splitlines()[-2]
        assert message in row and row.count("Bea Long 5:00") == row.count("Ann 5:10") == 1
        assert "to move" not in row
    for text in ("Good luck!", "x" * 40, "y" * 55, "z" * 65, "w" * 70):
        table.do(do="say", seat=1, who="Bea Long", text=text)
        row = ann.text.splitlines()[-2]
        assert f"Bea Long: {text}" in row or (len(text) == 70 and "w" * 65 in row), row
        assert "5:00" in row or len(text) > 60


@pytest.mark.parametrize("door", ["switchbox", "mindbuster", "thieves", "shutbox"])
def test_the_key_to_talk_is_shown_in_one_s_own_turn_and_works(door):
    table = Table(door, race=door in ("thieves", "shutbox")).sat("Bob")
    ann = table.follow("Ann")
    if door == "mindbuster":
        hide(table, "RWBG", "RWBG")
    ann.rest()
    assert 0 in table.match.movers and "[T] talk" in ann.text and "[Q] table" in ann.text
    assert ann.press("t").state.page.name == "talk"


@pytest.mark.parametrize("door", ["switchbox", "microlink"])
def test_who_looks_on_talks_by_t_and_hears_who_offers_what_and_nothing_of_answers(door):
    table, _, _ = two(door)
    eve, wide = table.follow("Eve"), table.follow("Eve", WIDE)
    rested(eve, wide)
    assert "[T] talk" in eve.text and "[Q] leave" in eve.text
    assert "Talk: T" in wide.text
    table.do(do="offer", seat=1, what="abort")
    assert "Bob offers to abort." in eve.press("left").text and "Press Q" not in eve.text
    assert eve.press("t").state.page.name == "talk"
    assert eve.press("esc q").left


def test_the_end_of_a_table_is_said_once_in_plain_mode():
    table = Table("microlink").sat("Bob")
    ann, bob = table.follow("Ann", plain=True), table.follow("Bob", plain=True)
    before = ann.state
    while table.match.stage != "over":
        before = ann.state
        next(call for call in (ann, bob) if call.seat in table.match.movers).move()
    heard = ann.hears(before)
    scores = [str(score) for score in table.match.scores]
    assert len([line for line in heard if line.split()[1:2] and line.startswith(("1. ", "2. "))]) == 2
    assert sum("wins" in line or "won" in line for line in heard) == 1
    assert not any(line.startswith("Game over") or all(score in line for score in scores) for line in heard)


@pytest.mark.parametrize("door", ["microlink", "switchbox"])
def test_the_prompt_at_a_table_s_end_names_the_coach_where_there_is_one(door):
    _, ann, bob = ended(door, False)
    asked = bob.say("h", "q")[-1]
    assert ("c coach" in asked) == ("[C] coach" in ann.text)


@pytest.mark.parametrize("begin", [False, True])
def test_the_label_of_each_key_before_and_after_a_game_is_a_word_for_it(begin):
    if begin:
        table, ann, bob = two("switchbox")
        to_the_end(table, ann, bob)
    else:
        table = Table("switchbox", rated=True, words=True).sat("Bob")
    ann = table.follow("Ann", plain=True)
    rows, words = ann.text.split("\n"), {}
    for spot in ann.canvas.spots:
        found = re.match(r"\[.+\] (.+)", rows[spot.y][spot.x :][: spot.w])
        if isinstance(spot.target, Key) and found:
            words[found[1].rstrip()] = "" if spot.target.name == "enter" else spot.target.name
    assert len(words) > 4
    if not begin:
        assert words.pop("add a word") == "w"
    for word, key in words.items():
        both = [ann.door.update(ann.state, Line(text)) for text in (word, key)]
        assert both[0] == both[1] and both[0] != (ann.state, ()), word


def test_plain_mode_asks_for_the_word_that_a_player_would_like_to_add():
    table = Table("switchbox", rated=True, words=True).sat("Bob")
    ann = table.follow("Ann", plain=True)
    assert ann.say("add a word")[-1] == tr.play.ask_word().strip()
    ann.say("time flies")
    assert table.match.words[0] == "time flies"


def test_a_live_clock_always_has_a_name_however_little_room_there_is():
    _, ann, bob = two(clock="15+10")
    for call in (ann, bob):
        forms = (call.state.seat.followed.standing, *call.state.seat.followed.short)
        assert forms[-1] == "" and len(set(map(len, forms))) > 2
        assert all("15 min" in form and ("Ann" in form or "Bob" in form) for form in forms[:-1])


def test_a_long_message_leaves_it_said_whose_move_it_is():
    _, ann, bob = two(clock="15+10")
    forms = ann.state.seat.followed.short
    assert [form for form in forms if form.startswith("Your move, Ann 15 min")]
    assert "Bob" not in "".join(forms)
    assert any("Bob" in form and "Ann" in form for form in bob.state.seat.followed.short)
    ann.press("+")
    rested(ann, bob)
    row = bob.text.split("\n")[-2]
    assert row.split("  ")[0].strip() == "Ann: a random ball into 6; nothing came out."
    assert row.endswith("Your move, Bob 15 min")


@pytest.mark.parametrize("ends", ["Ann", "Bob"])
def test_an_end_that_comes_while_a_caller_types_gets_no_key_at_first(ends):
    """Whoever ends the game by their own move has stopped typing."""
    table, ann, bob = two(clock="15+10")
    table.do(do="resign", seat=0 if ends == "Ann" else 1)
    rested(ann, bob)
    typing = [[one.typing for one in call.effects if isinstance(one, FreshEnter)][-1] for call in (ann, bob)]
    assert typing == [ends == "Bob", ends == "Ann"]


def test_the_last_guess_of_a_duel_closes_no_page_for_who_is_still_guessing():
    table, ann, bob = two("mindbuster")
    hide(table, "RWBG", "YYKB")
    table.do(do="move", seat=0, move="YYRR")
    table.do(do="move", seat=1, move="RWBG")
    rested(ann, bob)
    assert table.match.stage == "over"
    typing = [[one.typing for one in call.effects if isinstance(one, FreshEnter)][-1] for call in (ann, bob)]
    assert typing == [True, False]
