"""Public pages: the board's months, ladders, daily deals and finished games, as files for any web server.

`games` reads finished games from the journal, `board` has the standings, `pages` draws HTML from both, and
`publish` writes what has changed.
"""
