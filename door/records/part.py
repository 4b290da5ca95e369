"""The base of classes of which the board has one object. It is found by its class: `services[Chat]`."""


class Part:
    """A part of the board. A class that isn't one can't be asked for."""

    __slots__ = ()
