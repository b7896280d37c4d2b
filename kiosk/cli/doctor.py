"""`kiosk doctor`: each way out of the station as it stands on this machine, and its health. Loads no Qt."""

import json
import os
from pathlib import Path

import click

from kiosk.cli.diagnosis import Diagnosis, Seen, as_mapping, as_text
from kiosk.core.access.passcode import Role
from kiosk.core.log.chain import Head
from kiosk.core.log.history import History
from kiosk.core.setup.settings import Protection, Settings
from kiosk.errors import KioskError, LexiconError, LogError
from kiosk.folder import data_folder
from kiosk.lockdown import folder_health, health
from kiosk.lockdown.desktop import facts_here, facts_without_station, this_desktop
from kiosk.lockdown.examine import Examination, examine
from kiosk.lockdown.health import Health, HealthCheck
from kiosk.lockdown.linux.session import Session
from kiosk.lockdown.proof import holds_log, proven
from kiosk.lockdown.safeguards import Means
from kiosk.storage.log.place import log_path
from kiosk.storage.setup.access import AccessFile
from kiosk.storage.setup.file import WHEN_CHANGED, SetupFile, read_setup, setup_path

_AGAIN = "Set the station up again with “kiosk setup --from FILE”."


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Protection and health of this machine, what is wrong first.

    Only what a running station has proven counts as protection; run it beside the station (by ssh), or before
    it starts to see what it could do here. Exit code 1: less protection than the set-up wants.
    """
    diagnosis = diagnose(data_folder(ctx.obj))
    click.echo(
        as_text(diagnosis) if not as_json else json.dumps(as_mapping(diagnosis), ensure_ascii=False, indent=2)
    )
    ctx.exit(0 if diagnosis.sufficient else 1)


def diagnose(folder: Path) -> Diagnosis:
    """Examine this machine for the station of *folder*."""
    past = _past(folder)
    settings, set_up = _settings(folder, past)
    passcode = _passcode(folder, past)
    is_set = passcode.state is Health.GOOD
    shown = proven(folder)
    if shown is not None:
        findings, plan, seen = examine(shown), None, Seen.PROVEN
    else:
        findings = examine(facts_without_station(is_set))
        plan = examine(facts_here(is_set))
        seen = Seen.UNPROVEN if holds_log(folder) else Seen.NO_STATION
    wanted = settings.protection if settings is not None else Protection.DEMONSTRATION
    checks = (set_up, passcode, *_machine(folder, plan or findings), *_data(folder, settings, past))
    return Diagnosis(findings, wanted, checks, seen, plan, plan is None or plan.session != Session.NONE)


def _past(folder: Path) -> History | None:
    """What the log says of the station; None when it cannot be read, which its own line says."""
    from kiosk.storage.log.standing import read_standing

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
        changed = _changed(folder, found, past)
    except KioskError as error:
        return found.settings, HealthCheck("set_up", Health.BAD, str(error), _AGAIN)
    if changed:
        return found.settings, HealthCheck("set_up", Health.BAD, changed, WHEN_CHANGED)
    if found.settings is None:
        advice = "Run kiosk setup and kiosk passcode set."
        return None, HealthCheck("set_up", Health.WARNING, "This station is not set up.", advice)
    text = f"Station {found.settings.letter}, {found.settings.profile}."
    return found.settings, HealthCheck("set_up", Health.GOOD, text)


def _changed(folder: Path, found: SetupFile, past: History | None) -> str | None:
    """What happened to the set-up, its lists or rule sets behind the program's back. What is wrong with a
    list itself is said in its own line."""
    from kiosk.core.setup.integrity import InForce, changes
    from kiosk.storage.setup.opened import opened_from

    if past is None:
        return None
    changed = changes(InForce(found.digest), past.setup)
    if changed is None:
        try:
            divisions = opened_from(folder, found.settings).divisions
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
        health.system_check(desktop.unsupported()),
        health.power_check(desktop.power()),
        health.sleep_check(_stays_awake(findings)),
        health.disk_check(folder_health.free_bytes(folder)),
        health.screen_check(desktop.screens()),
        health.keyboard_check(desktop.keyboard()),
        health.programs_check(desktop.missing_programs()),
    )


def _data(folder: Path, settings: Settings | None, past: History | None) -> tuple[HealthCheck, ...]:
    from kiosk.storage.system_clock import system_clock

    log, head = _log(folder)
    return (
        health.clock_check(system_clock().at, head.at if head is not None else None),
        health.folder_check(folder, _unwritable(folder)),
        health.rights_check(folder, folder_health.loose_files(folder)),
        _second_copy(settings, head, past),
        *_lists(folder, settings),
        log,
        *_tries(folder, head),
    )


def _tries(folder: Path, head: Head | None) -> tuple[HealthCheck, ...]:
    """Whether somebody has tried passcodes; said only of a log that can be believed."""
    from kiosk.core.access.passcode import failed_unlocks
    from kiosk.storage.reading.reader import read_records

    return () if head is None else (health.tries_check(failed_unlocks(read_records(log_path(folder)))),)


def _unwritable(folder: Path) -> Path | None:
    """What this account may not write; where there is no folder yet, the one it would be made in."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if not os.access(there, os.W_OK | os.X_OK):
        return there
    log = log_path(folder)
    return log if log.exists() and not os.access(log, os.W_OK) else None


def _second_copy(settings: Settings | None, head: Head | None, past: History | None) -> HealthCheck:
    from kiosk.storage.log.second_copy import copy_name

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
    return Means.AWAKE in findings.means or Means.BLANKING_OFF in findings.means


def _lists(folder: Path, settings: Settings | None) -> tuple[HealthCheck, ...]:
    from kiosk.storage.lexicons.store import BUNDLED_ID, load_lexicon

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
    from kiosk.storage.reading.reader import read_head, verify_log

    path = log_path(folder)
    if not path.exists():
        missed = setup_path(folder).exists() or AccessFile(folder).exists()
        return health.log_check(None, 0, "", missed=missed), None
    found = verify_log(path)
    check = health.log_check(found.status.value, found.count, found.reason or found.note)
    return check, read_head(path) if check.state is Health.GOOD else None
