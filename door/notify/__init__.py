"""Tells callers outside the board that it is their turn, and the sysop's webhooks what happens.

`words` has what is said, as values. `webhook` and `mail` send it. `outside` and `happenings` decide who is
told what, and when.
"""
