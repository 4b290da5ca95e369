"""The sysop's pages: the desk with every node, one node, watching, chat, the log.

They are opened from the desk. Whether the caller is a sysop is checked where something is done
(`door.session.effects.sysop_nodes`), never only here.
"""
