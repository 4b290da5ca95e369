"""The cursor of an emulator's grid."""

from __future__ import annotations

from door.term.emulator.grid import Grid


class Cursor:
    """Column `x` of row `y`. `x` equals the grid's width if the next character wraps."""

    __slots__ = ("grid", "modes", "x", "y")

    def __init__(self, grid: Grid, modes: set[str], x: int, y: int) -> None:
        self.grid, self.modes, self.x, self.y = grid, modes, x, y

    @property
    def column(self) -> int:
        """The visible column."""
        return min(self.x, self.grid.cols - 1)

    def go(self, x: int, y: int) -> None:
        """Move to column x, row y of the screen, clipped to it."""
        self.x, self.y = max(0, min(x, self.grid.cols - 1)), max(0, min(y, self.grid.rows - 1))

    def at(self, x: int, y: int) -> None:
        """Move to column x, row y of the screen, or of the scrolling region in origin mode."""
        grid = self.grid
        self.go(x, min(grid.top + max(0, y), grid.bottom) if "origin" in self.modes else y)

    def across(self, count: int) -> None:
        """Move right, or left if negative."""
        self.go(self.column + count, self.y)

    def down(self, count: int) -> None:
        """Move down, or up if negative. A cursor inside the region stops at its edge."""
        grid, y = self.grid, self.y + count
        if count < 0:
            self.go(self.x, max(y, grid.top if self.y >= grid.top else 0))
        else:
            self.go(self.x, min(y, grid.bottom if self.y <= grid.bottom else grid.rows - 1))

    def tab(self, count: int) -> None:
        """Move forward (or back) by `count` tab stops of 8 columns."""
        self.go((self.column + (0 if count > 0 else 7)) // 8 * 8 + 8 * count, self.y)
