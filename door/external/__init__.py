"""Programs of the sysop's own as doors of this board."""
