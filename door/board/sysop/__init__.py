"""The sysop's pages: the desk with every node, one node, watching, chat, the log.

They are opened from the desk. The effects' handlers check that the caller is a sysop
(`door.session.sysop.desk`), because hiding a page is not enough.
"""
