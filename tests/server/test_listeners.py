"""The wiring of the listeners."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest
from served import ready_folder

from door.net.ssh import host_key
from door.server.board import StartError, opened, read_settings
from door.server.listeners import listen

SSH_ONLY = {"telnet": "off", "ssh": "127.0.0.1:0", "rlogin": "off"}


async def start(folder: Path) -> list[str]:
    """Starts and ends a board; the host keys it has in the end."""
    async with opened(folder, read_settings(folder)) as board:
        for listener in await listen(board, SSH_ONLY):
            await listener.close()
    return sorted(path.name for path in (folder / "data" / "keys").iterdir())


async def test_host_keys_are_loaded_beside_the_loop_and_once_where_both_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, loads = ready_folder(tmp_path / "board"), []
    load = host_key.host_keys

    def noted(keys: Path) -> object:
        loads.append(threading.current_thread())
        return load(keys)

    monkeypatch.setattr(host_key, "host_keys", noted)
    monkeypatch.setattr(host_key, "RSA_BITS", 2048)
    assert await start(folder) == [host_key.NAME, host_key.OLD_NAME]
    assert len(loads) == 2, "a new board shows the old clients' key once it is made"
    assert await start(folder) == [host_key.NAME, host_key.OLD_NAME]
    assert len(loads) == 3 and threading.main_thread() not in loads


async def test_a_library_of_another_release_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "door.net.ssh.server", None)
    with pytest.raises(StartError, match=r"^ssh: .*door\.net\.ssh\.server"):
        await start(ready_folder(tmp_path / "board"))
