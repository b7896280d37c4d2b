"""Weigh the safeguards in force against the ways out: what is blocked, seen, or open on this machine now.

The rule guarded here: a deterrent is never called a lock. `locked` needs every essential escape of this
system blocked; one that is only seen is not enough. Without a passcode or the full-screen station it is a
demonstration.
"""

from collections.abc import Iterable

from kiosk.core.frozen import frozen
from kiosk.core.setup.settings import Protection
from kiosk.lockdown.escapes.escape import Escape, State, System, Ways
from kiosk.lockdown.escapes.table import ESCAPES
from kiosk.lockdown.safeguards import Safeguard


@frozen
class Protections:
    """What was found on this machine: the *safeguards* in force (or, when `kiosk doctor` runs beside no
    station, those the station would put in force), whether a passcode is set, and the kind of session."""

    system: System
    session: str
    safeguards: frozenset[Safeguard]
    passcode: bool


@frozen
class Examined:
    """One escape as it stands now. *by*: what blocks or sees it. *advice*: empty when blocked."""

    id: str
    what: str
    state: State
    essential: bool
    by: tuple[Safeguard, ...]
    advice: str


@frozen
class Examination:
    system: System
    session: str
    level: Protection
    safeguards: frozenset[Safeguard]
    escapes: tuple[Examined, ...]


def examine(facts: Protections) -> Examination:
    """Each escape of this system as blocked, detected or open, and the level that follows."""
    findings = tuple(
        _finding(escape, escape.on[facts.system], facts.safeguards)
        for escape in ESCAPES
        if facts.system in escape.on
    )
    return Examination(facts.system, facts.session, _level(facts, findings), facts.safeguards, findings)


def _finding(escape: Escape, ways: Ways, safeguards: frozenset[Safeguard]) -> Examined:
    for state, alternatives in ((State.BLOCKED, ways.blocked), (State.DETECTED, ways.detected)):
        if (by := _first_met(alternatives, safeguards)) is not None:
            advice = "" if state is State.BLOCKED else ways.advice
            return Examined(escape.id, escape.what, state, escape.essential, by, advice)
    return Examined(escape.id, escape.what, State.OPEN, escape.essential, (), ways.advice)


def _first_met(
    alternatives: Iterable[frozenset[Safeguard]], safeguards: frozenset[Safeguard]
) -> tuple[Safeguard, ...] | None:
    return next((tuple(sorted(needed)) for needed in alternatives if needed <= safeguards), None)


def _level(facts: Protections, findings: tuple[Examined, ...]) -> Protection:
    if not facts.passcode or Safeguard.PROGRAM not in facts.safeguards:
        return Protection.DEMONSTRATION
    if all(finding.state is State.BLOCKED for finding in findings if finding.essential):
        return Protection.LOCKED
    return Protection.DETERRENT
