"""Rule sets on disk: those that came with the program, and a director's own in the data folder."""

import tomllib
from functools import cache
from pathlib import Path
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import RuleSetError
from kiosk.files import read_small
from kiosk.folder import RULESETS
from kiosk.rules.points import check_head, unusable
from kiosk.rules.ruleset import RuleSet, Source, resolve
from kiosk.shipped import resources

# ---- rulesets ----------------------------------------------------------------------------------------------
# Rule sets on disk: those that came with the program, and a director's own in the data folder.
#
# A file is named after its rule set (`club.toml` holds the id "club"). A shipped rule set cannot be replaced:
# an own file that takes its id is refused, so that the same name never means two rulebooks.

_Files: TypeAlias = dict[str, tuple[Path, ...]]


@frozen
class Survey:
    """The rule sets that can be used, by id, and why the others cannot, a sentence for each."""

    usable: tuple[RuleSet, ...]
    problems: tuple[str, ...]


def load_ruleset(id: str, own_folder: Path | None = None) -> RuleSet:
    """The rule set *id*, shipped or from *own_folder*, resolved and checked."""
    files = _files(own_folder)
    if id not in files:
        raise RuleSetError(f"There is no rule set “{id}”. Choose one of: {', '.join(sorted(files))}.")
    return _load(id, files)


def ruleset_ids(own_folder: Path | None = None) -> list[str]:
    """The id of every rule set there is, whether it can be used or not."""
    return sorted(_files(own_folder))


def list_rulesets(own_folder: Path | None = None) -> tuple[RuleSet, ...]:
    """Every rule set there is, by id; RuleSetError names the first file that cannot be used."""
    files = _files(own_folder)
    return tuple(_load(id, files) for id in sorted(files))


def survey_rulesets(own_folder: Path | None = None) -> Survey:
    """Every rule set that can be used, and what is wrong with the rest: one bad file hides no other."""
    files = _files(own_folder)
    usable, problems = [], []
    for id in sorted(files):
        try:
            usable.append(_load(id, files))
        except RuleSetError as error:
            problems.append(str(error))
    return Survey(tuple(usable), tuple(problems))


def _load(id: str, files: _Files) -> RuleSet:
    return _load_shipped(id) if files[id] == _shipped_files().get(id) else _resolve(id, files)


@cache
def _load_shipped(id: str) -> RuleSet:
    """A rule set that came with the program, which does not change while it runs."""
    return _resolve(id, _shipped_files())


def _resolve(id: str, files: _Files) -> RuleSet:
    def find(id: str) -> Source | None:
        return _only(files[id]) if id in files else None

    return resolve(_only(files[id]), find)


def _only(paths: tuple[Path, ...]) -> Source:
    """The rule set that all *paths* claim to be: valid only if there is just one file."""
    if len(paths) > 1:
        raise RuleSetError(
            f"The rule set file {paths[-1].name} in the data folder has the name of a rule set that came "
            "with the program. Give the file and its id another name."
        )
    return _read(paths[0])


def _files(own_folder: Path | None) -> _Files:
    """The files of each id. None is opened here: a broken file affects no rule set but its own."""
    files = dict(_shipped_files())
    shipped = {id.casefold(): id for id in files}
    for path in _toml_files(own_folder) if own_folder is not None else []:
        id = shipped.get(path.stem.casefold(), path.stem)
        files[id] = (*files.get(id, ()), path)
    return files


@cache
def _shipped_files() -> _Files:
    return {path.stem: (path,) for path in _toml_files(resources() / RULESETS)}


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
        content = tomllib.loads(read_small(path).decode())
    except OSError as error:
        raise RuleSetError(
            f"The rule set file {path.name} could not be read: {error.strerror}. Check the file."
        ) from error
    except UnicodeDecodeError as error:
        raise unusable(path.name, "it is not UTF-8 text.") from error
    except (ValueError, RecursionError) as error:  # also a number too long, and tables nested too deep
        raise unusable(path.name, f"it is not valid TOML ({error}).") from error
    check_head(content, path.name)
    if content.get("id") != path.stem:
        raise unusable(
            path.name, f"its “id” must be “{path.stem}”, like its name; it is “{content.get('id')}”."
        )
    return Source(path.name, content)


# ---- rules -------------------------------------------------------------------------------------------------
# The rule sets of a station: which there are, and what a failed challenge may cost.


@frozen
class PenaltyChoice:
    """What may stand under `penalty` in a set-up file, for which divisions."""

    id: str
    name: str
    default: bool
    standard: bool
    main: bool
    international: bool


def rule_sets(folder: Path) -> Survey:
    """Those that came with the program and those of *folder*, and why any cannot be used."""
    return survey_rulesets(folder / RULESETS)


def rule_set(folder: Path, id: str) -> RuleSet:
    """The rule set *id*."""
    return load_ruleset(id, folder / RULESETS)


def penalty_choices(rules: RuleSet) -> list[PenaltyChoice]:
    """What a failed challenge may cost under *rules*."""
    rule = rules.penalty
    return [
        PenaltyChoice(
            id,
            rules.penalty_name(id),
            id == rule.default,
            id not in rule.non_standard,
            id in rule.options,
            id in rule.international_options,
        )
        for id in dict.fromkeys((*rule.options, *rule.international_options))
        if id not in rule.without_amounts()
    ]
