"""Programs that tests begin, each with a last moment: whoever reads its pipes meets their end, and fails."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from effort import PATIENCE


@contextmanager
def begun(words: Sequence[str], seconds: float = PATIENCE, **pipes: Any) -> Iterator[subprocess.Popen[Any]]:
    """A program that is killed, with all it has begun, when the block is left or takes longer than that."""
    program = subprocess.Popen(words, start_new_session=True, **pipes)
    late = threading.Event()

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)

    def end_late() -> None:
        late.set()
        end()

    clock = threading.Timer(seconds, end_late)
    clock.daemon = True
    clock.start()
    try:
        yield program
    finally:
        clock.cancel()
        if program.poll() is None:
            end()
        program.wait(PATIENCE)
        for pipe in (program.stdin, program.stdout, program.stderr):
            if pipe:
                with suppress(BrokenPipeError):
                    pipe.close()
        assert not late.is_set(), f"{' '.join(words)}: not done after {seconds:.0f} s"
