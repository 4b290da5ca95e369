"""An index of tables by the callers they wait for."""

from __future__ import annotations


class Waiting:
    """The index. Callers are keys, as `awaited` returns them."""

    def __init__(self) -> None:
        self._callers: dict[str, frozenset[str]] = {}
        self._tables: dict[str, set[str]] = {}

    def put(self, table: str, callers: frozenset[str]) -> None:
        """Set the callers that the table waits for."""
        for key in self._callers.pop(table, frozenset()) - callers:
            self._tables[key].discard(table)
            if not self._tables[key]:
                del self._tables[key]
        if callers:
            self._callers[table] = callers
        for key in callers:
            self._tables.setdefault(key, set()).add(table)

    def holds(self, table: str, caller: str) -> bool:
        """True if the table waits for that caller."""
        return caller.casefold() in self._callers.get(table, ())

    def count(self, caller: str) -> int:
        """Return how many tables wait for that caller."""
        return len(self._tables.get(caller.casefold(), ()))
