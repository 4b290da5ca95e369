"""The sysop's settings: YAML files become one frozen value, or every fault at once.

Settings are values: nothing here listens, logs or changes the board. A changed file makes a new value. Only
`change` and `skeleton` write the sysop's files.

text     files to plain values            models, doors   every key, its bounds and default
load     the files to Settings            validate        values against the models
schema   the same keys, for editors
hours    opening hours                    edit            change one value, keep the rest
reload   changes and when they apply      skeleton, check   init and check
"""

from door.settings.doors import DoorSettings
from door.settings.forms import Address, address
from door.settings.load import Settings, defaults, load
from door.settings.reload import KeyChange, SettingsWatch, in_force, read_snapshot, write_snapshot
from door.settings.text import SettingsError

__all__ = [
    "Address",
    "DoorSettings",
    "KeyChange",
    "Settings",
    "SettingsError",
    "SettingsWatch",
    "address",
    "defaults",
    "in_force",
    "load",
    "read_snapshot",
    "write_snapshot",
]
