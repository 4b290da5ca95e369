"""Shared by doors and the board's own screens: the screen interface, and building blocks."""
