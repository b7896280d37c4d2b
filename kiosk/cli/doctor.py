"""`kiosk doctor`: each way out of the station as it stands on this machine, and its health. Loads no Qt."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import click

from kiosk.cli.this_session import has_screen
from kiosk.core.canonical import Json
from kiosk.core.chain import Head
from kiosk.core.event import History
from kiosk.core.passcode import Role
from kiosk.core.settings import Protection, Settings
from kiosk.errors import KioskError, LexiconError, LogError
from kiosk.lockdown import health, vitals
from kiosk.lockdown.choose import facts_here
from kiosk.lockdown.escapes import State
from kiosk.lockdown.examine import Finding, Findings, examine
from kiosk.lockdown.health import Check, Health
from kiosk.lockdown.means import Means
from kiosk.storage.access_file import AccessFile
from kiosk.storage.log_place import log_path
from kiosk.storage.places import data_folder
from kiosk.storage.setup_file import WHEN_CHANGED, SetupFile, changed_since, read_setup, setup_path

NO_SCREEN = (
    "This is said of the session you type in, which has no screen; what counts is the station's own, on its "
    "screen."
)
_AGAIN = "Set the station up again with “kiosk setup --from FILE”."
_LEVELS = {
    Protection.DEMONSTRATION: "a demonstration, not protected",
    Protection.DETERRENT: "a deterrent, not a lock",
    Protection.LOCKED: "locked",
}
_MARKS = {State.BLOCKED: "blocked ", State.DETECTED: "detected", State.OPEN: "OPEN    "}
_HEALTH_MARKS = {Health.GOOD: "good", Health.WARNING: "WARNING", Health.BAD: "BAD", Health.UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """*note*: what to know of the whole before the rest is believed; mostly empty."""

    findings: Findings
    wanted: Protection
    checks: tuple[Check, ...]
    note: str = ""

    @property
    def sufficient(self) -> bool:
        return self.findings.level.meets(self.wanted)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Protection and health of this machine, line by line.

    What the station itself blocks is counted as it would be once it runs here. Exit code 1: less protection
    than the set-up wants.
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
    findings = examine(facts_here(passcode.state is Health.GOOD))
    wanted = settings.protection if settings is not None else Protection.DEMONSTRATION
    checks = (set_up, passcode, *_machine(folder, findings), *_data(folder, settings))
    return Diagnosis(findings, wanted, checks, "" if has_screen() else NO_SCREEN)


def as_mapping(diagnosis: Diagnosis) -> dict[str, Json]:
    """The JSON shape others rely on."""
    return {
        "level": diagnosis.findings.level.value,
        "wanted": diagnosis.wanted.value,
        "system": diagnosis.findings.system.value,
        "session": str(diagnosis.findings.session),
        "note": diagnosis.note,
        "escapes": [
            {
                "id": each.id,
                "what": each.what,
                "state": each.state.value,
                "essential": each.essential,
                "by": [means.value for means in each.by],
                "advice": each.advice,
            }
            for each in diagnosis.findings.escapes
        ],
        "health": [
            {"id": each.id, "state": each.state.value, "text": each.text, "advice": each.advice}
            for each in diagnosis.checks
        ],
    }


def as_text(diagnosis: Diagnosis) -> str:
    """The same for a director: the level first, then what is open, then the rest."""
    findings = diagnosis.findings
    lines = [f"Protection: {_LEVELS[findings.level]} ({findings.session})."]
    if diagnosis.note:
        lines.append(diagnosis.note)
    if not diagnosis.sufficient:
        until = "" if diagnosis.note else " No event can be opened here until that is reached."
        lines.append(f"The set-up wants: {diagnosis.wanted}.{until}")
    order = (State.OPEN, State.DETECTED, State.BLOCKED)
    lines += ["", "Ways out"]
    for finding in sorted(findings.escapes, key=lambda each: order.index(each.state)):
        by = f"  [{', '.join(finding.by)}]" if finding.state is State.BLOCKED else ""
        lines.append(f"  {_MARKS[finding.state]} {finding.what}{by}")
    lines += _what_to_do(findings.escapes)
    lines += ["", "Health"]
    for check in diagnosis.checks:
        lines.append(f"  {_HEALTH_MARKS[check.state]:<8} {check.id.replace('_', ' ')}: {check.text}")
        if check.advice:
            lines.append(f"           {check.advice}")
    return "\n".join(lines)


def _what_to_do(findings: tuple[Finding, ...]) -> list[str]:
    """Each piece of advice once, with the ways out it is for; those that hand the machine over come first."""
    for_whom: dict[str, list[str]] = {}
    for finding in sorted(findings, key=lambda each: (not each.essential, each.state is not State.OPEN)):
        if finding.advice:
            for_whom.setdefault(finding.advice, []).append(finding.what.partition(":")[0])
    if not for_whom:
        return []
    return ["", "What to do", *(f"  {advice}  ({'; '.join(names)})" for advice, names in for_whom.items())]


def _past(folder: Path) -> History | None:
    """What the log says of the station; None when it cannot be read, which its own line says."""
    from kiosk.storage.log_standing import read_standing

    log = log_path(folder)
    try:
        return read_standing(log).past if log.exists() else History()
    except LogError:
        return None


def _settings(folder: Path, past: History | None) -> tuple[Settings | None, Check]:
    """The set-up, and the check that says whether it may be relied on."""
    try:
        found = read_setup(folder)
    except KioskError as error:
        return None, Check("set_up", Health.BAD, str(error), _AGAIN)
    try:
        changed = _changed(folder, found, past)
    except KioskError as error:
        return found.settings, Check("set_up", Health.BAD, str(error), _AGAIN)
    if changed:
        return found.settings, Check("set_up", Health.BAD, changed, WHEN_CHANGED)
    if found.settings is None:
        advice = "Run kiosk setup and kiosk passcode set."
        return None, Check("set_up", Health.WARNING, "This station is not set up.", advice)
    text = f"Station {found.settings.letter}, {found.settings.profile}."
    return found.settings, Check("set_up", Health.GOOD, text)


def _changed(folder: Path, found: SetupFile, past: History | None) -> str | None:
    """What happened to the set-up, its lists or rule sets behind the program's back. What is wrong with a
    list itself is said in its own line."""
    from kiosk.core.division import exchanged
    from kiosk.storage.opened_setup import opened_from

    if past is None:
        return None
    if changed := changed_since(found.digest, past.setup):
        return changed
    try:
        return exchanged(opened_from(folder, found.settings).divisions, past.setup)
    except LexiconError:
        return None


def _passcode(folder: Path, past: History | None) -> Check:
    try:
        is_set = Role.DIRECTOR in AccessFile(folder).load().hashes
    except KioskError as error:
        return health.passcode_check(False, str(error))
    lost = not is_set and past is not None and past.passcodes
    return health.passcode_check(
        is_set, "A passcode was set here, but the passcode file is gone." if lost else ""
    )


def _machine(folder: Path, findings: Findings) -> tuple[Check, ...]:
    return (
        health.system_check(vitals.unsupported()),
        health.power_check(vitals.power()),
        health.sleep_check(_stays_awake(findings)),
        health.disk_check(vitals.free_bytes(folder)),
        health.screen_check(vitals.screens()),
        health.keyboard_check(vitals.keyboard()),
    )


def _data(folder: Path, settings: Settings | None) -> tuple[Check, ...]:
    from kiosk.storage.system_clock import system_clock

    log, head = _log(folder)
    return (
        health.clock_check(system_clock().at, head.at if head is not None else None),
        health.folder_check(folder, _unwritable(folder)),
        _second_copy(settings, head),
        *_lists(folder, settings),
        log,
    )


def _unwritable(folder: Path) -> Path | None:
    """What this account may not write; where there is no folder yet, the one it would be made in."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if not os.access(there, os.W_OK | os.X_OK):
        return there
    log = log_path(folder)
    return log if log.exists() and not os.access(log, os.W_OK) else None


def _second_copy(settings: Settings | None, head: Head | None) -> Check:
    from kiosk.storage.second_copy import copy_name

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
    return health.second_copy_check(settings.second_copy, present, writable=writable, copied=copied)


def _stays_awake(findings: Findings) -> bool:
    return Means.AWAKE in findings.means or Means.BLANKING_OFF in findings.means


def _lists(folder: Path, settings: Settings | None) -> tuple[Check, ...]:
    from kiosk.storage.lexicon_store import BUNDLED_ID, load_lexicon

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


def _log(folder: Path) -> tuple[Check, Head | None]:
    """The log's check, and its end if it is good."""
    from kiosk.storage.log_reader import read_head, verify_log

    path = log_path(folder)
    if not path.exists():
        missed = setup_path(folder).exists() or AccessFile(folder).exists()
        return health.log_check(None, 0, "", missed=missed), None
    found = verify_log(path)
    check = health.log_check(found.status.value, found.count, found.reason or found.note)
    return check, read_head(path) if check.state is Health.GOOD else None
