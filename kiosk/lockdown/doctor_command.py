"""`kiosk doctor`: each way out of the station as it stands on this machine, and its health. Loads no Qt."""

import json
from collections import Counter

import click

from kiosk.base.canonical import Json
from kiosk.cli.terminal import paint
from kiosk.folder import data_folder
from kiosk.lockdown.doctor_actions import Diagnosis, Observed, diagnose
from kiosk.lockdown.doctor_actions import give_back as giving_back
from kiosk.lockdown.escapes import Examined, State
from kiosk.lockdown.health import Health, HealthCheck
from kiosk.setup.settings import Protection
from kiosk.system_clock import system_clock

_LEVELS = {
    Protection.DEMONSTRATION: "a demonstration, not protected",
    Protection.DETERRENT: "a deterrent, not a lock",
    Protection.LOCKED: "locked",
}
_MARKS = {
    State.BLOCKED: ("blocked ", "green"),
    State.DETECTED: ("seen    ", "yellow"),
    State.OPEN: ("OPEN    ", "red"),
}
_HEALTH_MARKS = {
    Health.GOOD: ("good", "green"),
    Health.WARNING: ("WARNING", "yellow"),
    Health.BAD: ("BAD", "red"),
    Health.UNKNOWN: ("unknown", None),
}
_HEALTH_ORDER = (Health.BAD, Health.WARNING, Health.UNKNOWN, Health.GOOD)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.option(
    "--give-back",
    is_flag=True,
    help="Instead of that, undo what a station that was killed left changed on this machine.",
)
@click.pass_context
def command(ctx: click.Context, as_json: bool, give_back: bool) -> None:
    """Protection and health of this machine, what is wrong first.

    Only what a running station has proven counts as protection; run it beside the station (by ssh), or before
    it starts to see what it could do here. Exit code 1: less protection than the set-up wants, or anything
    BAD.
    """
    if give_back:
        done = giving_back(data_folder(ctx.obj))
        click.echo(f"Given back: {', '.join(done)}." if done else "Nothing was left changed on this machine.")
        return
    diagnosis = diagnose(data_folder(ctx.obj), system_clock)
    click.echo(
        as_text(diagnosis) if not as_json else json.dumps(as_mapping(diagnosis), ensure_ascii=False, indent=2)
    )
    ctx.exit(0 if diagnosis.good else 1)


def as_mapping(diagnosis: Diagnosis) -> dict[str, Json]:
    """The JSON shape others rely on."""
    findings, plan = diagnosis.findings, diagnosis.plan
    planned = {each.id: each.state.value for each in (plan or findings).escapes}
    return {
        "level": findings.level.value,
        "wanted": diagnosis.wanted.value,
        "observed": diagnosis.observed is Observed.PROVEN,
        "planned_level": (plan or findings).level.value,
        "system": findings.system.value,
        "session": str(findings.session),
        "note": diagnosis.note,
        "escapes": [
            {
                "id": each.id,
                "what": each.what,
                "state": each.state.value,
                "planned": planned[each.id],
                "essential": each.essential,
                "by": [guard.value for guard in each.by],
                "advice": each.advice,
            }
            for each in findings.escapes
        ],
        "health": [
            {"id": each.id, "state": each.state.value, "text": each.text, "advice": each.advice}
            for each in diagnosis.checks
        ],
    }


def as_text(diagnosis: Diagnosis) -> str:
    """The same for a director."""
    wrong = tuple(each for each in diagnosis.checks if each.state is Health.BAD)
    rest = tuple(each for each in diagnosis.checks if each.state is not Health.BAD)
    return "\n".join(
        [
            *_protection(diagnosis),
            *_health("Wrong", wrong),
            *_ways_out(diagnosis),
            *_health("Health", rest),
        ]
    )


def _protection(diagnosis: Diagnosis) -> list[str]:
    findings, plan = diagnosis.findings, diagnosis.plan
    lines = [f"Protection: {_LEVELS[findings.level]} ({findings.session})."]
    if diagnosis.note:
        lines.append(diagnosis.note)
    if plan is not None and diagnosis.has_screen:
        lines.append(f"A station started in this session would be: {_LEVELS[plan.level]}.")
    if not (plan or findings).level.meets(diagnosis.wanted):
        until = " No event can be opened here until that is reached." if diagnosis.has_screen else ""
        lines.append(f"The set-up wants: {diagnosis.wanted}.{until}")
    elif not diagnosis.sufficient:
        lines.append(f"The set-up wants: {diagnosis.wanted}. Start the station, then ask again.")
    return lines


def _ways_out(diagnosis: Diagnosis) -> list[str]:
    """What holds, or, where no station runs, what would; nothing where neither can be told."""
    if diagnosis.plan is not None and not diagnosis.has_screen:
        return []
    findings = (diagnosis.plan or diagnosis.findings).escapes
    order = (State.OPEN, State.DETECTED, State.BLOCKED)
    count = Counter(each.state for each in findings)
    would = "" if diagnosis.plan is None else "would be "
    title = (
        f"Ways out: {count[State.OPEN]} {would}open, {count[State.DETECTED]} {would}only seen, "
        f"{count[State.BLOCKED]} {would}blocked"
    )
    lines = ["", paint(title, bold=True)]
    for finding in sorted(findings, key=lambda each: order.index(each.state)):
        by = f"  [{', '.join(finding.by)}]" if finding.state is State.BLOCKED else ""
        lines.append(f"  {would}{paint(*_MARKS[finding.state])} {finding.what}{by}")
    return lines + _what_to_do(findings)


def _what_to_do(findings: tuple[Examined, ...]) -> list[str]:
    """Each piece of advice once, with the ways out it is about; those that give the machine away come
    first."""
    for_whom: dict[str, list[str]] = {}
    for finding in sorted(findings, key=lambda each: (not each.essential, each.state is not State.OPEN)):
        if finding.advice:
            for_whom.setdefault(finding.advice, []).append(finding.what.partition(":")[0])
    if not for_whom:
        return []
    return [
        "",
        paint("What to do", bold=True),
        *(f"  {advice}  ({'; '.join(names)})" for advice, names in for_whom.items()),
    ]


def _health(title: str, checks: tuple[HealthCheck, ...]) -> list[str]:
    """The worst first."""
    lines = ["", paint(title, bold=True)] if checks else []
    for check in sorted(checks, key=lambda each: _HEALTH_ORDER.index(each.state)):
        mark, colour = _HEALTH_MARKS[check.state]
        lines.append(f"  {paint(f'{mark:<8}', colour)} {check.id.replace('_', ' ')}: {check.text}")
        if check.advice:
            lines.append(f"           {check.advice}")
    return lines
