"""`kiosk doctor`: each way out of the station as it stands on this machine, and its health. Loads no Qt."""

import json
from dataclasses import dataclass
from pathlib import Path

import click

from kiosk.core.canonical import Json
from kiosk.core.settings import Protection, Settings
from kiosk.errors import KioskError
from kiosk.lockdown import health, vitals
from kiosk.lockdown.choose import facts_here
from kiosk.lockdown.escapes import State
from kiosk.lockdown.examine import Finding, Findings, examine
from kiosk.lockdown.health import Check, Health
from kiosk.lockdown.means import Means
from kiosk.storage.access_file import AccessFile
from kiosk.storage.places import data_folder

_LEVELS = {
    Protection.DEMONSTRATION: "a demonstration, not protected",
    Protection.DETERRENT: "a deterrent, not a lock",
    Protection.LOCKED: "locked",
}
_MARKS = {State.BLOCKED: "blocked ", State.DETECTED: "detected", State.OPEN: "OPEN    "}
_HEALTH_MARKS = {Health.GOOD: "good", Health.WARNING: "WARNING", Health.BAD: "BAD", Health.UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    findings: Findings
    wanted: Protection
    checks: tuple[Check, ...]

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
    settings, fault = _settings(folder)
    findings = examine(facts_here(_passcode_set(folder)))
    wanted = settings.protection if settings is not None else Protection.DEMONSTRATION
    return Diagnosis(findings, wanted, _checks(folder, settings, fault, findings))


def as_mapping(diagnosis: Diagnosis) -> dict[str, Json]:
    """The JSON shape others rely on."""
    return {
        "level": diagnosis.findings.level.value,
        "wanted": diagnosis.wanted.value,
        "system": diagnosis.findings.system.value,
        "session": str(diagnosis.findings.session),
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
    if not diagnosis.sufficient:
        lines.append(
            f"The set-up wants: {diagnosis.wanted}. No event can be opened here until that is reached."
        )
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


def _settings(folder: Path) -> tuple[Settings | None, str]:
    from kiosk.storage.setup_file import load_settings

    try:
        return load_settings(folder), ""
    except KioskError as error:
        return None, str(error)


def _passcode_set(folder: Path) -> bool:
    from kiosk.core.passcode import Role

    try:
        return Role.DIRECTOR in AccessFile(folder).load().hashes
    except KioskError:
        return False


def _checks(folder: Path, settings: Settings | None, fault: str, findings: Findings) -> tuple[Check, ...]:
    from kiosk.storage.system_clock import system_clock

    log, last_record = _log(folder)
    copy = settings.second_copy if settings is not None else None
    return (
        health.system_check(vitals.unsupported()),
        _setup(settings, fault),
        health.power_check(vitals.power()),
        health.sleep_check(_stays_awake(findings)),
        health.disk_check(vitals.free_bytes(folder)),
        health.clock_check(system_clock().at, last_record),
        health.screen_check(vitals.screens()),
        health.keyboard_check(vitals.keyboard()),
        health.folder_check(folder),
        health.second_copy_check(copy, copy is not None and Path(copy).is_dir()),
        *_lists(folder, settings),
        log,
    )


def _stays_awake(findings: Findings) -> bool:
    return Means.AWAKE in findings.means or Means.BLANKING_OFF in findings.means


def _setup(settings: Settings | None, fault: str) -> Check:
    if fault:
        return Check("set_up", Health.BAD, fault, "Set the station up again with kiosk setup.")
    if settings is None:
        return Check(
            "set_up", Health.WARNING, "This station is not set up.", "Run kiosk setup and kiosk passcode set."
        )
    return Check("set_up", Health.GOOD, f"Station {settings.letter}, {settings.profile}.")


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


def _log(folder: Path) -> tuple[Check, str | None]:
    """The log's check and the time of its last record."""
    from kiosk.storage.log_reader import read_head, verify_log

    path = folder / "log.db"
    if not path.exists():
        return health.log_check(None, 0, ""), None
    found = verify_log(path)
    check = health.log_check(found.status.value, found.count, found.reason)
    return check, read_head(path).at if check.state is Health.GOOD else None
