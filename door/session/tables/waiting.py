"""Which tables wait for whom, found by either."""

from __future__ import annotations


class Waiting:
    """Callers are known by their keys, as `awaited` gives them."""

    def __init__(self) -> None:
        self._callers: dict[str, frozenset[str]] = {}
        self._tables: dict[str, set[str]] = {}

    def put(self, table: str, callers: frozenset[str]) -> None:
        """That table waits for these callers, and for nobody else."""
        for key in self._callers.pop(table, frozenset()) - callers:
            self._tables[key].discard(table)
            if not self._tables[key]:
                del self._tables[key]
        if callers:
            self._callers[table] = callers
        for key in callers:
            self._tables.setdefault(key, set()).add(table)

    def holds(self, table: str, caller: str) -> bool:
        """Whether the table waits for that caller."""
        return caller.casefold() in self._callers.get(table, ())

    def count(self, caller: str) -> int:
        """How many tables wait for that caller."""
        return len(self._tables.get(caller.casefold(), ()))
