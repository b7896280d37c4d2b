"""Rule sets on disk: those that came with the program, and a director's own in the data folder.

A file is named after its rule set (`club.toml` holds the id "club"). A shipped rule set cannot be replaced:
an own file that takes its id is refused, so that the same name never means two rulebooks.
"""

import tomllib
from pathlib import Path

from kiosk.core.rule_inherit import Source, resolve
from kiosk.core.rule_table import unusable
from kiosk.core.rules import RuleSet
from kiosk.errors import RuleSetError
from kiosk.storage.places import resources


def load_ruleset(id: str, own_folder: Path | None = None) -> RuleSet:
    """The rule set *id*, shipped or from *own_folder*, resolved and checked."""
    paths = _paths(own_folder)
    if id not in paths:
        raise RuleSetError(f"There is no rule set “{id}”. Choose one of: {', '.join(sorted(paths))}.")
    return _load(id, paths)


def list_rulesets(own_folder: Path | None = None) -> tuple[RuleSet, ...]:
    """Every rule set there is, by id; the first file that cannot be used is told of."""
    paths = _paths(own_folder)
    return tuple(_load(id, paths) for id in sorted(paths))


def _load(id: str, paths: dict[str, Path]) -> RuleSet:
    def find(id: str) -> Source | None:
        return _read(paths[id]) if id in paths else None

    return resolve(_read(paths[id]), find)


def _paths(own_folder: Path | None) -> dict[str, Path]:
    """Where each id is kept. No file is opened here: a broken one harms no rule set but its own."""
    shipped = {path.stem: path for path in _toml_files(resources() / "rulesets")}
    own = {path.stem: path for path in _toml_files(own_folder)} if own_folder is not None else {}
    taken = {id.casefold() for id in shipped}
    for id, path in own.items():
        if id.casefold() in taken:
            raise RuleSetError(
                f"The rule set file {path.name} in the data folder has the name of a rule set that came with "
                "the program. Give the file and its id another name."
            )
    return shipped | own


def _toml_files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RuleSetError(
            f"The rule sets in {folder} could not be listed: {error.strerror}. Check the folder."
        ) from error


def _read(path: Path) -> Source:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleSetError(
            f"The rule set file {path.name} could not be read: {error.strerror}. Check the file."
        ) from error
    except UnicodeDecodeError as error:
        raise unusable(path.name, "it is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        raise unusable(path.name, f"it is not valid TOML ({error}).") from error
    if content.get("id") != path.stem:
        raise unusable(
            path.name, f"its “id” must be “{path.stem}”, like its name; it is “{content.get('id')}”."
        )
    return Source(path.name, content)
