"""What lies around the board, a page a module: drawn, said, and what its keys do."""
