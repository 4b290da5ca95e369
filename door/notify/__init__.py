"""Notifies callers outside the board when it is their turn, and the sysop's webhooks of events.

`words` makes the messages, as values. `webhook` and `mail` send them. `outside` and `happenings` decide who
gets which message, and when.
"""
