"""The sysop's pages: the desk with every node, one node, watching, chat, the log.

Law: pages as everywhere on the board, opened from the desk alone.  That the caller who asks is
a sysop is checked where something is done (`door.session.effects.sysop_nodes`), never only here.
"""
