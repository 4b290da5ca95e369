"""A door at a table: the match on the screen, the pages before and after it, and the table's own keys."""
