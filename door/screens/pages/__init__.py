"""The pages around the board, one per module: drawn, told in plain mode, and their keys."""
