"""The layer of a file is the last word of its name.

A feature is a folder, and every folder uses the same few words. So a rule says "no window imports a store"
without a list of modules, and a new file is held to it by its name alone. What is in no row of LAYERS is
pure. The import contracts (`installer/house/contracts.py`), the tests of the code's shape and the measure of
coverage go by this one table.
"""

from __future__ import annotations

from pathlib import Path

LAYERS = {
    "store": "store reader writer schema line server local system_clock",
    "run": "run actions worker client child",
    "window": "window windows screens view views kit paint sentry",
    "start": "program start first_paint",
    "command": "command options terminal main",
}
# Folders in which every file is of one layer, whatever its name, but for commands and actions.
FOLDERS = {"importers": "store", "lockdown": "store", "kit": "window", "cli": "command"}
OTHERWISE = {
    "kiosk.words.editions": "store",  # reads what was shipped
    "kiosk.words.fitness": "store",
    "kiosk.words.recognition": "store",
    "kiosk.lockdown.escapes": "pure",
    "kiosk.lockdown.places": "pure",
    "kiosk.lockdown.watch": "pure",
}
# They stand under every layer, or above all of them.
APART = {
    *(
        "kiosk",
        "kiosk.__main__",
        "kiosk.errors",
        "kiosk.files",
        "kiosk.folder",
        "kiosk.shipped",
        "kiosk.supervisor",
    ),
}

_LAYER_OF = {word: layer for layer, words in LAYERS.items() for word in words.split()}


def layer_of(module: str) -> str:
    """The layer of *module*: `kiosk.log.query_reader` is a store, `kiosk.desk.machine` is pure."""
    if module in OTHERWISE:
        return OTHERWISE[module]
    *folders, stem = module.split(".")
    by_name = _LAYER_OF.get(stem) or _LAYER_OF.get(stem.rsplit("_", 1)[-1], "pure")
    if by_name == "command" or stem.endswith("actions"):
        return by_name
    return next((FOLDERS[folder] for folder in folders if folder in FOLDERS), by_name)


def module_of(path: Path, root: Path) -> str:
    """The dotted name of the module in *path*, a file of the clone *root*."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files_of(root: Path, *layers: str) -> list[Path]:
    """The files of *layers* in the clone *root*, without front doors and what stands apart."""
    files = sorted((root / "kiosk").rglob("*.py"))
    named = [(path, module_of(path, root)) for path in files if path.stem != "__init__"]
    return [path for path, module in named if module not in APART and layer_of(module) in layers]
