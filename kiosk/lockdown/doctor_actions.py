"""Diagnose a station: each way out of it as it stands on this machine, and its health.

The rule guarded here: *blocked* is said of what a running station has proven, and of nothing else. What it
could block here is listed separately, as a plan. And what a killed station left changed is given back, but
never under one that runs.
"""

import os
from enum import Enum
from pathlib import Path

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.errors import KioskError, LexiconError, LockdownError, LogError
from kiosk.folder import GUARDS
from kiosk.lockdown import health, health_reader
from kiosk.lockdown.desktop import facts_here, facts_without_station, give_back_here, this_desktop
from kiosk.lockdown.escapes import Examination, Safeguard, examine
from kiosk.lockdown.health import Health, HealthCheck
from kiosk.lockdown.health_reader import holds_log, proven
from kiosk.lockdown.linux.session import Session
from kiosk.log.chain import Head
from kiosk.log.copy_worker import copy_name
from kiosk.log.guesses import failed_unlocks
from kiosk.log.history import History
from kiosk.log.reader import read_head, read_records
from kiosk.log.standing_reader import read_standing, verify_here
from kiosk.log.store import WriterLock, log_path
from kiosk.setup.access_store import AccessFile
from kiosk.setup.division_store import open_from
from kiosk.setup.integrity import InForce, changes
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import Protection, Settings
from kiosk.setup.store import WHEN_CHANGED, SetupFile, read_setup, setup_path
from kiosk.words.store import BUNDLED_ID, load_lexicon

_AGAIN = "Set the station up again with “kiosk setup --from FILE”."
NO_SCREEN = (
    "This session has no screen that answers, so what a station could do here cannot be told. Run doctor "
    "while the station runs, or on its own screen."
)


class Observed(Enum):
    """Whether a station was there to be asked."""

    PROVEN = "The running station has proven it."
    UNPROVEN = "A program uses this station's log, but it has proven no protection."
    NO_STATION = "No station runs here, so nothing is protected now."


@frozen
class Diagnosis:
    """*findings*: what holds now. *plan*: what a station would find if it were started in this session; None
    beside one that has proven its own."""

    findings: Examination
    wanted: Protection
    checks: tuple[HealthCheck, ...]
    observed: Observed = Observed.PROVEN
    plan: Examination | None = None
    has_screen: bool = True

    @property
    def sufficient(self) -> bool:
        return self.findings.level.meets(self.wanted)

    @property
    def good(self) -> bool:
        """Whether it is protected as is wanted, and nothing of it is bad."""
        return self.sufficient and all(check.state is not Health.BAD for check in self.checks)

    @property
    def note(self) -> str:
        """What to know before believing the rest."""
        if self.observed is Observed.PROVEN:
            return ""
        return self.observed.value if self.has_screen else f"{self.observed.value} {NO_SCREEN}"


def diagnose(folder: Path, clock: Clock) -> Diagnosis:
    """Examine this machine for the station of *folder*."""
    past = _past(folder)
    settings, set_up = _settings(folder, past)
    passcode = _passcode(folder, past)
    is_set = passcode.state is Health.GOOD
    shown = proven(folder)
    if shown is not None:
        findings, plan, observed = examine(shown), None, Observed.PROVEN
    else:
        findings = examine(facts_without_station(is_set))
        plan = examine(facts_here(is_set))
        observed = Observed.UNPROVEN if holds_log(folder) else Observed.NO_STATION
    wanted = settings.protection if settings is not None else Protection.DEMONSTRATION
    checks = (set_up, passcode, *_machine(folder, plan or findings), *_data(folder, clock, settings, past))
    return Diagnosis(findings, wanted, checks, observed, plan, plan is None or plan.session != Session.NONE)


def give_back(folder: Path) -> tuple[str, ...]:
    """Undo what a killed station of *folder* left changed, as its next start would; the guards whose changes
    were undone. LockdownError names those that could not be, LogBusy a station that runs."""
    if not (folder / GUARDS).exists():
        return ()
    with WriterLock.take(folder, holder="kiosk doctor --give-back"):
        given = give_back_here(folder)
    if given.left:
        names = "; ".join(f"{name}: {why}" for name, why in given.left)
        raise LockdownError(
            f"Not everything could be given back to this machine ({names}). Try again in the account and on "
            f"the screen of the station. What it was is in {folder / GUARDS}."
        )
    return given.done


def _past(folder: Path) -> History | None:
    """What the log says of the station; None when it cannot be read, which its own line says."""
    log = log_path(folder)
    try:
        return read_standing(log).past if log.exists() else History()
    except LogError:
        return None


def _settings(folder: Path, past: History | None) -> tuple[Settings | None, HealthCheck]:
    """The set-up, and the check that says whether it may be relied on."""
    try:
        found = read_setup(folder)
    except KioskError as error:
        return None, HealthCheck("set_up", Health.BAD, str(error), _AGAIN)
    try:
        changed = _describe_change(folder, found, past)
    except KioskError as error:
        return found.settings, HealthCheck("set_up", Health.BAD, str(error), _AGAIN)
    if changed:
        return found.settings, HealthCheck("set_up", Health.BAD, changed, WHEN_CHANGED)
    if found.settings is None:
        advice = "Run kiosk setup and kiosk passcode set."
        return None, HealthCheck("set_up", Health.WARNING, "This station is not set up.", advice)
    text = f"Station {found.settings.letter}, {found.settings.profile}."
    return found.settings, HealthCheck("set_up", Health.GOOD, text)


def _describe_change(folder: Path, found: SetupFile, past: History | None) -> str | None:
    """What happened to the set-up, its lists or rule sets behind the program's back. What is wrong with a
    list itself is said in its own line."""
    if past is None:
        return None
    changed = changes(InForce(found.digest), past.setup)
    if changed is None:
        try:
            divisions = open_from(folder, found.settings).divisions
        except LexiconError:
            return None
        changed = changes(InForce(found.digest, divisions), past.setup)
    return None if changed is None else changed.sentence


def _passcode(folder: Path, past: History | None) -> HealthCheck:
    try:
        is_set = Role.DIRECTOR in AccessFile(folder).load().hashes
    except KioskError as error:
        return health.passcode_check(False, str(error))
    lost = not is_set and past is not None and past.passcodes
    return health.passcode_check(
        is_set, "A passcode was set here, but the passcode file is gone." if lost else ""
    )


def _machine(folder: Path, findings: Examination) -> tuple[HealthCheck, ...]:
    desktop = this_desktop()
    return (
        health.system_check(desktop.why_unsupported()),
        health.power_check(desktop.power()),
        health.sleep_check(_stays_awake(findings)),
        health.disk_check(health_reader.free_bytes(folder)),
        health.screen_check(desktop.screens()),
        health.keyboard_check(desktop.keyboard()),
        health.programs_check(desktop.missing_programs()),
    )


def _data(
    folder: Path, clock: Clock, settings: Settings | None, past: History | None
) -> tuple[HealthCheck, ...]:
    log, head = _log(folder)
    return (
        health.clock_check(clock().at, head.at if head is not None else None),
        health.folder_check(folder, _unwritable(folder)),
        health.rights_check(folder, health_reader.loose_files(folder)),
        _second_copy(settings, head, past),
        *_lists(folder, settings),
        log,
        *_tries(folder, head),
    )


def _tries(folder: Path, head: Head | None) -> tuple[HealthCheck, ...]:
    """Whether somebody has tried passcodes; said only of a log that can be believed."""
    return () if head is None else (health.tries_check(failed_unlocks(read_records(log_path(folder)))),)


def _unwritable(folder: Path) -> Path | None:
    """What this account may not write; where there is no folder yet, the one it would be made in."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if not os.access(there, os.W_OK | os.X_OK):
        return there
    log = log_path(folder)
    return log if log.exists() and not os.access(log, os.W_OK) else None


def _second_copy(settings: Settings | None, head: Head | None, past: History | None) -> HealthCheck:
    if settings is None or settings.second_copy is None:
        return health.second_copy_check(None, False)
    folder = Path(settings.second_copy)
    try:
        present = folder.is_dir()
    except OSError:
        present = True  # something is there, but this account may not enter it
    writable = os.access(folder, os.W_OK | os.X_OK)
    name = copy_name(settings.letter, head.station, head.epoch) if head is not None else ""
    copied = writable and (folder / name).exists()
    due = past is None or past.event is not None
    return health.second_copy_check(settings.second_copy, present, writable=writable, copied=copied, due=due)


def _stays_awake(findings: Examination) -> bool:
    return Safeguard.AWAKE in findings.safeguards or Safeguard.BLANKING_OFF in findings.safeguards


def _lists(folder: Path, settings: Settings | None) -> tuple[HealthCheck, ...]:
    divisions = settings.divisions if settings is not None else ()
    named = [id for each in divisions for id in (each.main, each.long) if id]
    checks = []
    for id in dict.fromkeys(named or [BUNDLED_ID]):
        try:
            identity = load_lexicon(folder, id).identity
            checks.append(health.list_check(identity.edition or identity.name, ""))
        except KioskError as error:
            checks.append(health.list_check(id, str(error)))
    return tuple(checks)


def _log(folder: Path) -> tuple[HealthCheck, Head | None]:
    """The log's check, and its end if it is good."""
    path = log_path(folder)
    if not path.exists():
        missed = setup_path(folder).exists() or AccessFile(folder).exists()
        return health.log_check(None, 0, "", missed=missed), None
    found = verify_here(path)
    check = health.log_check(found.status.value, found.count, found.reason or found.note)
    return check, read_head(path) if check.state is Health.GOOD else None
