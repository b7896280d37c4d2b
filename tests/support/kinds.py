"""Every kind of a family of classes, as the modules of its folder define them."""

import sys


def kinds(base: type) -> set[type]:
    """The classes below *base* that no other is made from, of all modules of its folder that are loaded."""
    folder = base.__module__.rpartition(".")[0]
    found = [
        kind
        for name, module in list(sys.modules.items())
        if name.startswith(f"{folder}.")
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == name
    ]
    return {kind for kind in found if not any(kind in other.__mro__[1:] for other in found)}
