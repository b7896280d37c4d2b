"""Was the set-up changed behind the program's back? The one place that decides.

A set-up is changed through the program, which puts it on record. What is in force is held against the last
`set_up` record: the digest of the file, then the rule set and lists of every division.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.log.history import SetUpOnRecord
from kiosk.setup.divisions import Division

NO_FILE = ""  # the digest of a set-up that is not there


class Change(StrEnum):
    UNRECORDED = "unrecorded"  # nothing was ever recorded, so there is nothing to compare the file with
    PUT_HERE = "put_here"
    GONE = "gone"
    EDITED = "edited"
    EXCHANGED = "exchanged"  # the file is the same, but not what it names


@frozen
class InForce:
    """The set-up as it is: *digest* of the very bytes it was read from, and the *divisions* it made; None:
    they were not loaded, and only the file is asked about."""

    digest: str
    divisions: Sequence[Division] | None = None


@frozen
class Changed:
    what: Change
    sentence: str


def changes(now: InForce, recorded: SetUpOnRecord | None) -> Changed | None:
    """What happened since the last `set_up` record (*recorded*); None if nothing did."""
    before = NO_FILE if recorded is None else recorded.digest
    if now.digest != before:
        return _of_file(now.digest, before, recorded is not None)
    return _of_parts(now.divisions, () if recorded is None else recorded.divisions)


def _of_file(now: str, before: str, recorded: bool) -> Changed:
    if before == NO_FILE:
        what = Change.PUT_HERE if recorded else Change.UNRECORDED
        return Changed(what, "kiosk.toml was put here by hand: no set-up record speaks of it.")
    if now == NO_FILE:
        return Changed(Change.GONE, "kiosk.toml is gone since the last set-up.")
    return Changed(Change.EDITED, "kiosk.toml was changed by hand since the last set-up.")


def _of_parts(divisions: Sequence[Division] | None, before: Sequence[Mapping[str, Json]]) -> Changed | None:
    """Which division no longer has the rule set or the lists it was set up with; a record that does not say
    holds nothing against them."""
    if divisions is None or not before:
        return None
    for division, known in zip(divisions, before, strict=False):
        record = division.on_record()
        if record != known:
            same_rules = known.get("rules") == record["rules"]
            what = "word list" if same_rules else "rule set"
            return Changed(Change.EXCHANGED, f"The {what} of {division.name} is not the one that was set up.")
    if len(divisions) != len(before):
        return Changed(Change.EXCHANGED, "The divisions are not those that were set up.")
    return None
