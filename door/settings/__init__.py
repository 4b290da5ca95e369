"""The sysop's settings: YAML files become one frozen value, with every fault told at once.

Law: settings are values.  Nothing here listens, logs or changes the board; a settings value is
made whole or not at all, and a changed file makes another value.  The files are the sysop's:
they are read, never written (except by `door init`, where there was none).

text     bytes to values, with lines      models, doors   every key, its bounds and default
load     the files to Settings            schema          the same keys, for editors
hours    when it is open                  edit            one value changed, all else kept
reload   what changed, and when it applies                skeleton, check    init and check
"""

from door.settings.doors import DoorSettings
from door.settings.forms import Address, address
from door.settings.load import Settings, defaults, load
from door.settings.reload import Change, Watch, in_force, read_snapshot, write_snapshot
from door.settings.text import SettingsError

__all__ = [
    "Address",
    "Change",
    "DoorSettings",
    "Settings",
    "SettingsError",
    "Watch",
    "address",
    "defaults",
    "in_force",
    "load",
    "read_snapshot",
    "write_snapshot",
]
