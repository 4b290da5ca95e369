"""DOS doors in DOSBox: the line, the driver, the ends, the walls."""

from __future__ import annotations

from pathlib import Path

import pytest
from dos_kit import built, needs_dosbox, needs_nasm, playing, test_door

from door.external.dos import visit

PACKAGE = Path(visit.__file__).parent
EVERY = bytes(range(256)) * 256


@needs_nasm
def test_the_driver_is_what_its_source_makes():
    assert built(PACKAGE / "fossil.asm") == visit.driver()


@needs_dosbox
@pytest.mark.parametrize("name", ["fossdoor", "uartdoor"])
async def test_a_door_is_played_and_saves_when_its_caller_hangs_up(tmp_path, name):
    program = test_door(tmp_path / "game", name)
    async with playing(program) as run:
        await run.sees(b"57600" if name == "fossdoor" else b"ready\r\n")
        run.program.type(b"xyz")
        await run.sees(b"xyz")
        seconds = await run.closed()
    assert [path.name for path in program.parent.glob("*.HUP")], list(program.parent.iterdir())
    assert seconds < 3, "with patience for a busy machine; 0.1 s alone"
