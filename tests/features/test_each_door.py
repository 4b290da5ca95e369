"""What is particular to one door, on a whole board: its tables grow, and the audit proves its games."""

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, SYNCTERM, CallDouble

from door.games.game import GameView
from door.games.mindbuster.record import record_of, table_of
from door.games.switchbox.computer import choose
from door.games.switchbox.motion import RoundEnd
from door.games.thieves.play import MEANS
from door.games.thieves.record import high_scores
from door.games.thieves.rules import apply, legal
from door.records.audit.audit import audit
from door.screens.doors import find

microlink, mindbuster, switchbox, thieves = map(find, ("microlink", "mindbuster", "switchbox", "thieves"))


def options_of(board: Boardroom, kind: str = "game") -> list[dict[str, int]]:
    return [line["options"] for line in board.lines(kind)]


def rest_of(board: Boardroom) -> str:
    """The lines that play the game at hand to its end: a card that fits, and a turn where none does."""
    table = board.state.table
    assert table is not None
    game, typed = table.position, ""
    while not game.over:
        move = legal(game)[0]
        typed += ("0" if move == "turn" else move) + "\r"
        game = apply(game, move)
    return typed


@pytest.mark.parametrize("choose", [True, False])
async def test_six_tables_grow_and_the_month_adds_what_counts_in_it(tmp_path, choose):
    async with boardroom(tmp_path, doors=(thieves,)) as board:
        board.options("thieves", turns_per_day=6, choose_jokers=choose)
        line = await board.at_menu("Alice", DUMB)
        line.type("1\r")
        scores = []
        for jokers in range(6):
            await line.say(f"s\rjokers {jokers}\r\ry\r", f"Jokers in the pack: {jokers}.*0 to turn\\?")
            said = await line.say(rest_of(board), r"Game over\. Score: \d+.*?again\?")
            counts = choose or jokers == 2
            assert ("Not counted in the month." in said) != counts
            assert f"Turns left today: {5 - jokers}" in said
            scores.append(int(said.split("Game over. Score: ")[1].split()[0]))
        tally = board.store.standings.books("thieves", "Alice").tally
        assert [[row[0] for row in high_scores(tally, n)] for n in range(6)] == [[score] for score in scores]
        assert options_of(board) == [{} if n == 2 else {"jokers": n} for n in range(6)]
        month = sum(scores) - sum(MEANS) if choose else scores[2]
        assert board.store.standings.books("thieves", "Alice").score == month and min(scores) > 0
    report = audit(tmp_path / "data" / "journal", {"thieves": thieves})
    assert report.faults == () and report.games == 6


def code(board: Boardroom) -> str:
    """The code that the caller has to break."""
    table = board.state.table
    assert table is not None
    return str(table.position.hidden)


async def test_a_duel_and_two_solo_games_come_to_their_tables_and_prove_themselves(tmp_path):
    async with boardroom(tmp_path, doors=(mindbuster,)) as board:
        board.options("mindbuster", choose_size=True)
        line = await board.at_menu("Alice", DUMB)
        await line.say("1\r", r"A duel with Homer\. Win, and Bart is waiting.*Play\?")
        line.type("s\rlevel homer\r\r\r")
        await line.hears("Duel with Homer Simpson.*Your hidden code, 4 letters of R W B G Y K\\?")
        await line.say("r-bg\rrwbg\r", "Hole 2 has NO PEG.*Guess 1\\?")
        await line.say(f"{code(board)}\r", r"in 1.*Game over\. Score: 1.*again\?")
        line.type("settings\rplayers 1\rholes 5\rcolours 8\r\ry\r")
        await line.hears("Solo: 5 holes, 8 colours.*Guess 1\\?")
        line.type(f"s\rholes 4\r\r{code(board)}\r")
        await line.hears(r"This applies from the next one\..*Game over\. Score: 1.*again\?")
        await line.say("y\r", "Solo: 4 holes, 8 colours.*Guess 1\\?")
        await line.say("q\rg\r", r"Score: 11.*Turns left today.*again\?")
        tally = board.store.standings.books("mindbuster", "Alice").tally
        best = {where: table_of(tally, *where)["best"] for where in (("4x6", "homer"), ("5x8", "solo"))}
        assert all(rows == [[1, "Alice", "2026-11"]] for rows in best.values())
        assert table_of(tally, "4x8", "solo")["lost"] == 1
        solo = record_of(tally, "Alice", "solo")
        assert (solo["won"], solo["lost"], solo["streak"], solo["longest"]) == (1, 1, 0, 1)
        assert [game["score"] for game in board.lines("game")] == [1, 1, 11]
    report = audit(tmp_path / "data" / "journal", {"mindbuster": mindbuster})
    assert report.faults == () and report.games == 3


def at_hand(board: Boardroom) -> GameView:
    table = board.state.table
    assert table is not None
    return table


async def typed(board: Boardroom, line: CallDouble, text: str) -> None:
    """A line is typed, and the table is another, all computers having answered."""
    shown = at_hand(board)
    line.type(f"{text}\r")
    await board.until(lambda: at_hand(board) is not shown and not board.state.thinking.name, "the next table")


async def played(board: Boardroom, line: CallDouble, balls: int = 1000) -> None:
    """So many of the caller's balls, well chosen, or the game to its end; round ends are read."""
    while board.state.scene == "play" and balls:
        game = at_hand(board).position
        if isinstance(at_hand(board).frame, RoundEnd):
            await typed(board, line, "")
        else:
            await typed(board, line, choose(game, "skilled"))
            balls -= 1


async def at_the_title(board: Boardroom) -> CallDouble:
    line = await board.at_menu("Alice", DUMB)
    await line.say("1\r", r"Beat the random computer, then the beginner\..*Play\?")
    return line


async def test_the_random_computer_is_beaten_on_the_books_once(tmp_path):
    async with boardroom(tmp_path, doors=(switchbox,)) as board:
        line = await at_the_title(board)
        await line.say("\r", "which entry")
        await played(board, line)
        said = await line.hears(r"Alice won.*Game over\. Score: \d+.*This month: .*again\?")
        (booked,) = board.lines("game")
        books = board.store.standings.books("switchbox", "Alice")
        assert books.score == booked["score"] == int(said.split("Score: ")[1].split()[0])
        assert books.turns_left == 4 and booked["options"] == {"level": "random"}
        assert booked["seats"] == ["Alice", "computer:random"]
        assert books.tally["levels"]["random"] == {"played": 1, "won": 1, "tied": 0, "by": {"Alice": 1}}
        await line.say("y\r", "Alice against the computer \\(beginner\\).*which entry")
        await line.say("b\r", "against random, played 1, won 1, tied 0, you won 1, most won by Alice \\(1\\)")
        await line.say("\rq\rg\r", "Game over.*This month: .*again\\?")
        assert len(board.lines("game")) == len(board.lines("turn")) == 2
        assert board.lines("game")[1]["options"] == {"level": "beginner"}, "the next one waited"
    report = audit(tmp_path / "data" / "journal", {"switchbox": switchbox})
    assert report.faults == () and report.games == 2


@pytest.fixture
async def board(tmp_path):
    async with boardroom(tmp_path, doors=(microlink,)) as open_board:
        await open_board.register("Ann", fast="on", expert="on")
        yield open_board


async def at_table(board):
    line = await board.at_menu("Ann", SYNCTERM)
    await line.press("1", "Press Enter to play")
    await line.press("\r", "[pP]ress Enter to roll")
    return line


def top(line):
    """The first row of the caller's terminal: its characters and its colours."""
    cells = [line.terminal.cell(x, 0) for x in range(80)]
    return "".join(cell.char for cell in cells).strip(), {(cell.fore, cell.back) for cell in cells}


async def test_the_boss_sees_nothing_of_a_board(board):
    line = await at_table(board)
    assert "Ann" in top(line)[0]
    screen = await line.press("b", r"C:.LEDGER>")
    assert top(line)[0] == "" and "Help" not in screen and "MicroLink" not in screen
    await line.press("ok\r", "[pP]ress Enter to roll")
    assert "MicroLink Shut The Box" in top(line)[0]


async def test_black_and_white_has_no_colour_anywhere_while_it_is_on(board):
    line = await at_table(board)
    await line.press("w", "Black and white: yes")
    cells = {line.terminal.cell(x, y) for y in range(24) for x in range(80)}
    assert {cell.fore for cell in cells if cell.char != " "} <= {0, 7, 8, 15}
    assert {cell.back for cell in cells} <= {0, 7}
    await line.press("w", "Black and white: no")
    assert (7, 1) in top(line)[1]
