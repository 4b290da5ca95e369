"""Hours, levels and settings changed from a shell, as callers of a running board meet them."""

import asyncio
from datetime import UTC, datetime, timedelta

import asyncssh
from boardroom import PASSWORD
from effort import PATIENCE
from served import door, logged_on, plain_call, ready_folder, served


def elsewhere() -> str:
    """A span of one minute that is twelve hours away."""
    there = datetime.now(UTC) + timedelta(hours=12)
    return f"{there:%H:%M}-{there + timedelta(minutes=1):%H:%M}"


async def test_a_board_that_is_closed_from_a_shell(tmp_path):
    folder = ready_folder(tmp_path / "board", "Alice", "Maggie")
    assert door("callers", "sysop", "Maggie", "yes", board=folder).returncode == 0
    with served(folder) as board:
        alice = await logged_on(board, "Alice")
        assert door("config", "set", "board.hours", elsewhere(), board=folder).returncode == 0
        await alice.see(b"The board closes now. It opens ")
        alice.hang_up()

        late = await plain_call(board, "Alice")
        await late.see(b"The board is closed right now. It opens ")
        late.hang_up()

        options = asyncssh.SSHClientConnectionOptions(
            username="Alice", password=PASSWORD, known_hosts=None, client_keys=None, config=None
        )
        async with (
            asyncio.timeout(PATIENCE),
            asyncssh.connect("127.0.0.1", board.port("ssh"), options=options) as connection,
        ):
            ran = await connection.run(term_type="dumb", check=False, timeout=PATIENCE)
        assert "The board is closed right now. It opens " in str(ran.stdout)

        sysop = await logged_on(board, "Maggie")
        sysop.hang_up()

        assert door("config", "set", "board.hours", "[]", board=folder).returncode == 0
        board.logged(r"settings: board\.hours applies at once(?s:.*)settings: board\.hours applies at once")
        back = await logged_on(board, "Alice")
        back.hang_up()


async def test_a_level_given_from_a_shell_opens_a_door_at_once(tmp_path):
    folder = ready_folder(tmp_path / "board", "Alice")
    door("config", "set", "doors.shutbox.access_level", "50", board=folder)
    with served(folder) as board:
        alice = await logged_on(board, "Alice")
        alice.send(b"\r\0\r\0\r\0")
        await alice.see(b"1 Shut The Box: This door needs access level 50. Yours is 10.")
        await alice.see(b"Main menu command? ")
        alice.send(b"1\r\0")
        await alice.see(b"Yours is 10.")
        assert door("callers", "level", "Alice", "50", board=folder).returncode == 0
        alice.send(b"1\r\0")
        await alice.see(b"Play? (")
        alice.hang_up()


def test_the_console_has_no_hours_and_no_levels(tmp_path):
    folder = ready_folder(tmp_path / "board", "Alice")
    for key, value in (("board.hours", elsewhere()), ("doors.shutbox.access_level", "900")):
        assert door("config", "set", key, value, board=folder).returncode == 0
    ran = door("play", "shutbox", "--plain", "--caller", "Alice", board=folder, text="\nq\n")
    assert ran.returncode == 0 and "Seal: " in ran.stdout
