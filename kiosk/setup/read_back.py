"""What a director is told before an event opens: the set-up code, changes by hand, what is odd."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from enum import StrEnum

from kiosk.base.canonical import Json, digest
from kiosk.base.clock import Reading, local_time, wall_ms
from kiosk.base.frozen import frozen
from kiosk.base.schedule import RoundTime, round_at
from kiosk.log.bodies import TOLERANCE_MS
from kiosk.log.history import SetUpOnRecord
from kiosk.setup.divisions import Division
from kiosk.setup.settings import Profile, Settings

# ---- code --------------------------------------------------------------------------------------------------
# The set-up code: six characters that are equal on two stations exactly if they judge alike, in the same
# event, by the same rounds and timings.
#
# Players compare it by eye, so no character can be taken for another, and none is a vowel: a code must not
# look like a word at a station that judges words.

ALPHABET = "CDFGHJKMNPQRTVWX34679"
LENGTH = 6


def setup_code(content: Mapping[str, Json]) -> str:
    """The code over *content*."""
    number = int(digest({"set-up code": dict(content)}), 16)
    code = ""
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        code += ALPHABET[index]
    return code


def code_over(divisions: Sequence[Division], settings: Settings, version: str) -> str:
    """The code of a station with *settings* and these *divisions*, in their order."""
    # A long list that is not there keeps its place: one division's must not pass for the next one's main.
    lists = [one for division in divisions for one in (division.lexicon, division.long_lexicon)]
    return setup_code(
        {
            "lists": ["" if one is None else one.fingerprint for one in lists],
            "rules": [division.rules.fingerprint for division in divisions],
            "penalties": [division.penalty.id for division in divisions],
            "kinds": [division.kind.value for division in divisions],
            "confirmed": [division.confirmed for division in divisions],
            "version": version,
            **_shared(settings),
        }
    )


def _shared(settings: Settings) -> dict[str, Json]:
    """What must be equal on all stations of an event besides what they judge by. Not the letter, the name,
    the size of the text, the place of the second copy or how well this machine is protected."""
    return {
        "profile": settings.profile.value,
        "divisions": [division.id for division in settings.divisions],
        "event": None if settings.event is None else settings.event.id,
        "rounds": [[one.number, one.starts, one.ends] for one in settings.rounds],
        "timings": dict(asdict(settings.timings)),
        "split_window_s": settings.alerts.split_window_s,
        "ask_table": settings.ask_table,
    }


# ---- integrity ---------------------------------------------------------------------------------------------
# Was the set-up changed behind the program's back? The one place that decides.
#
# A set-up is changed through the program, which puts it on record. What is in force is held against the last
# `set_up` record: the digest of the file, then the rule set and lists of every division.

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


# ---- read back ---------------------------------------------------------------------------------------------
# What a director is told before an event opens, and what of it is odd.
#
# The rule it guards: whatever would spoil every record of the day (a clock or a schedule of another day, a
# second copy that dies with the log) is said before the first ruling and must be confirmed.


@frozen
class AtOpening:
    """What was found besides the set-up. *last_at*: the time of the last record; *released*: the day this
    program was made; *copy_apart*: whether the second copy lies on another device than the log; None: it
    cannot be told, or there is none."""

    now: Reading
    last_at: str
    released: str
    copy_apart: bool | None = None

    @property
    def local(self) -> str:
        return local_time(self.now.at, self.now.offset_min)


def oddities(settings: Settings, seen: AtOpening) -> tuple[str, ...]:
    """What must be confirmed, each in a sentence."""
    found = (
        rounds_oddity(settings.profile, settings.rounds, seen.local),
        clock_oddity(seen),
        None
        if seen.copy_apart is not False
        else "The copy lies on the same device as the log: a spare, not a second copy, lost with it.",
    )
    return tuple(sentence for sentence in found if sentence is not None)


def rounds_oddity(profile: Profile, rounds: Sequence[RoundTime], local: str) -> str | None:
    """Why *rounds* cannot be those of today, if they cannot."""
    if not rounds:
        if profile is Profile.CLUB:
            return None
        return "The set-up has no rounds, so no ruling will know its round."
    if round_at(rounds, local) is not None:
        return None
    ahead = [one for one in rounds if one.starts > local]
    if not ahead:
        return f"Every round is over: the last one began {spoken(rounds[-1].starts, local)}."
    if ahead[0].starts[:10] != local[:10]:
        return f"No round is today: the next is round {ahead[0].number}, {spoken(ahead[0].starts, local)}."
    return None


def clock_oddity(seen: AtOpening) -> str | None:
    """Why the clock cannot be right, if it cannot."""
    says = f"The clock says {seen.local[:10]} {seen.local[11:16]}"
    if seen.now.at[:10] < seen.released:
        return f"{says}, but this program was made on {seen.released}."
    if wall_ms(seen.last_at, seen.now.at) < -TOLERANCE_MS:
        last = local_time(seen.last_at, seen.now.offset_min)
        return f"{says}, but the last record of this log is of {last[:10]} {last[11:16]}."
    return None


def rounds_line(rounds: Sequence[RoundTime], local: str) -> str:
    """How many rounds there are and when they begin: “6 rounds, the first today at 09:00”."""
    if not rounds:
        return "none"
    count = "1 round," if len(rounds) == 1 else f"{len(rounds)} rounds, the first"
    return f"{count} {spoken(rounds[0].starts, local)}"


def clock_line(now: Reading) -> str:
    """The time on this station's clock, with its zone."""
    local = local_time(now.at, now.offset_min)
    hours, minutes = divmod(abs(now.offset_min), 60)
    sign = "+" if now.offset_min >= 0 else "−"
    return f"{local[:10]} {local[11:16]}, UTC{sign}{hours:02d}:{minutes:02d}"


def spoken(moment: str, local: str) -> str:
    """*moment* as one would say it at *local* time: “today at 09:00”, “on 2026-05-01 at 09:00”."""
    day, today = datetime.fromisoformat(moment).date(), date.fromisoformat(local[:10])
    names = {today: "today", today + timedelta(days=1): "tomorrow", today - timedelta(days=1): "yesterday"}
    return f"{names.get(day, f'on {day}')} at {moment[11:16]}"
