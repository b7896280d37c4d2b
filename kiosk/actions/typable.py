"""What may be typed here where a command wants an id or a number, for a shell that completes it."""

from pathlib import Path

from kiosk.core.log.kinds import Kind
from kiosk.folder import RULESETS

_NEWEST = 50


def rule_set_ids(folder: Path) -> list[str]:
    """The rule sets that came with the program and those of *folder*; no file is opened."""
    from kiosk.storage.setup.rulesets import ruleset_ids

    return ruleset_ids(folder / RULESETS)


def word_list_ids(folder: Path) -> list[str]:
    """The word lists of *folder* and the one in the box."""
    from kiosk.storage.lexicons.store import list_ids

    return list(list_ids(folder))


def division_ids(folder: Path) -> list[str]:
    """The divisions of the set-up."""
    from kiosk.storage.setup.file import load_settings

    settings = load_settings(folder)
    return [] if settings is None else [one.id for one in settings.divisions]


def penalty_ids(folder: Path, rules: str | None) -> list[str]:
    """What a failed challenge may cost under the rule set *rules*, or else under those of the set-up."""
    from kiosk.actions.rules import penalty_choices, rule_set
    from kiosk.storage.setup.file import load_settings

    settings = load_settings(folder) if rules is None else None
    ids = [rules] if rules is not None else [one.rules for one in settings.divisions] if settings else []
    return list(dict.fromkeys(one.id for id in ids for one in penalty_choices(rule_set(folder, id))))


def event_ids(folder: Path) -> list[str]:
    """The events on record."""
    from kiosk.storage.log.place import log_path
    from kiosk.storage.reading.query import open_reader

    with open_reader(log_path(folder)) as reader:
        return sorted(reader.values("event", (Kind.EVENT_OPENED,)))


def last_ruling_numbers(folder: Path) -> list[str]:
    """The numbers of the newest rulings."""
    from kiosk.storage.log.place import log_path
    from kiosk.storage.reading.beside import open_station
    from kiosk.storage.reading.filter import Filter

    with open_station(log_path(folder)) as reader:
        found = reader.find(Filter(kind=Kind.ADJUDICATION), _NEWEST)
        return [one.ruling.number for one in found if one.ruling is not None]
