"""A store of the event loop, for threads: it has an event loop in a thread of its own.

Guarantees: nobody waits longer than `PATIENCE` for a database that doesn't answer. A write that was sent by
then may still be carried out; `Unanswered` says so, and has its result. Until that is there, all other writes
are refused.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from typing import Any, Final, TypeVar

from door.records.journal.lines import JournalLine
from door.records.store import MOST_SAID, Doc, Lease, Store, StoreError, StoreRefused, Unanswered, Unit
from door.records.store.kinds import KINDS
from door.ui.texts import tr

PATIENCE: Final = 3.0
"""Seconds to wait for an answer."""

T = TypeVar("T")


class BlockingStore:
    """`store` for threads. Never call it on an event loop, except `send`, `say`, `listen` and `now`."""

    never_waits = False

    def __init__(self, store: Store, data: Path, host: str) -> None:
        self.data, self.host, self._store = data, host, store
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="store", daemon=True)
        self._is_open = self._is_closed = False
        self._beginning = threading.Lock()
        self._unanswered = set[Future[list[int]]]()
        self._ears: list[tuple[asyncio.AbstractEventLoop, Callable[[Mapping[str, Any]], None]]] = []
        self.now, store.heard = store.now, self._hear
        self._thread.start()

    def open(self) -> list[str]:
        """Open the store, unless that has been done."""
        if self._is_open:
            return []
        notes = self._wait_for(self._store.open(), threading.TIMEOUT_MAX)  # for all lines
        self._is_open = True
        return notes

    def advice(self) -> str:
        return self._wait_for(self._store.advice())

    def close(self) -> None:
        """Release everything, and refuse all calls from now on. Does nothing if that has been done."""
        with self._beginning:
            if self._is_closed:
                return
            self._is_closed = True
            ended = asyncio.run_coroutine_threadsafe(self._close_loop(), self._loop)
        ended.result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close_loop(self) -> None:
        """Close the store, and let go all threads that still wait."""
        with suppress(StoreRefused):
            await self._store.close()
        if left := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=PATIENCE)

    def head(self) -> JournalLine | None:
        """Return the last line. The store is opened, if that hasn't been done."""
        self.open()
        return self._wait_for(self._store.head())

    def lock_head(self) -> JournalLine | None:
        return self._wait_for(self._store.lock_head())

    def write(self, unit: Unit) -> list[int]:
        if self._unanswered:
            raise StoreRefused(str(tr.records.database_silent()))
        future = self.send(unit)
        try:
            with suppress(TimeoutError):
                return future.result(PATIENCE)
            if future.done():
                return future.result()
        except CancelledError:
            raise StoreRefused(str(tr.records.database_silent())) from None
        else:
            self._unanswered.add(future)
            future.add_done_callback(self._unanswered.discard)
            raise Unanswered(str(tr.records.database_silent()), future)
        finally:
            del future  # its exception would keep this frame, and that the future, and with it a call

    def send(self, unit: Unit) -> Future[list[int]]:
        return self._begin(self._store.write(unit))

    def get(self, kind: str, key: str) -> Doc | None:
        return self._wait_for(self._store.get(kind, key))

    def keys(self, kind: str, part: str = "") -> list[str]:
        return self._wait_for(self._store.keys(kind, part))

    def states(self, kind: str) -> dict[str, Any]:
        return self._wait_for(self._store.states(kind))

    def name(self, kind: str, key: str) -> str:
        return f"{key}{KINDS[kind].suffix}"

    def set_aside(self, kind: str, key: str) -> str:
        return self._wait_for(self._store.set_aside(kind, key))

    def take(self, name: str) -> Lease | None:
        return self._wait_for(self._store.take(name))

    def holds(self, lease: Lease) -> bool:
        return self._wait_for(self._store.holds(lease))

    def release(self, lease: Lease) -> None:
        self._wait_for(self._store.release(lease))

    def say(self, message: Mapping[str, Any]) -> None:
        """Say it in order. Doesn't wait. What can't be said is lost."""
        if len(json.dumps(message).encode()) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))
        with suppress(StoreRefused):
            self._begin(self._store.say(message))

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        self._ears.append((asyncio.get_running_loop(), heard))

    def _hear(self, message: Mapping[str, Any]) -> None:
        for loop, heard in self._ears:
            with suppress(RuntimeError):  # that loop has ended
                loop.call_soon_threadsafe(heard, message)

    def _begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin it without the context of a call, which a connection that is made now would keep."""
        with self._beginning:
            if not self._is_closed:
                return Context().run(asyncio.run_coroutine_threadsafe, work, self._loop)
        work.close()
        raise StoreRefused(str(tr.records.database_lost()))

    def _wait_for(self, work: Coroutine[Any, Any, T], seconds: float | None = None) -> T:
        future = self._begin(work)
        try:
            return future.result(seconds or PATIENCE)
        except (TimeoutError, CancelledError):
            raise StoreRefused(str(tr.records.database_silent())) from None
        finally:
            del future
