"""Carries out what the director ordered in the console: each order is an action that commands have too."""

from pathlib import Path
from typing import assert_never

from kiosk.actions.audit.asked import Asked
from kiosk.actions.audit.complaints import counted
from kiosk.actions.audit.export import Among, ExportWish, export_records
from kiosk.actions.audit.outgoing import into_file
from kiosk.actions.console.answering import Answering
from kiosk.actions.diagnose import Diagnosis, diagnose
from kiosk.actions.events.admitted import GivenOut
from kiosk.actions.events.event import EventWish, close_event, close_for_tonight, hear_event, open_event
from kiosk.actions.events.opening import ReadBack
from kiosk.actions.events.round import CalledRound, end_round, start_round
from kiosk.actions.run_console.among import Means, whole
from kiosk.actions.run_console.around import given_head
from kiosk.actions.run_console.paper_work import paper_done
from kiosk.actions.staff import Staff
from kiosk.core.harmless import harmless
from kiosk.core.log.kinds import Kind
from kiosk.core.setup.read_back import spoken
from kiosk.director.alerts import Alert
from kiosk.director.console.events import EventHeard, OrderDone, OrderFailed
from kiosk.director.console.pages.narrowing import NUMBER
from kiosk.director.console.panels import form_of
from kiosk.director.console.paper_events import Came
from kiosk.director.console.reading import Facet, Narrowing
from kiosk.director.console.seen import Lines
from kiosk.director.console.values import (
    CloseEvent,
    CloseForTonight,
    EndRound,
    Examine,
    ExportRows,
    HearEvent,
    OpenHeardEvent,
    PaperWork,
    StartRound,
    StationWork,
    Work,
)
from kiosk.errors import KioskError
from kiosk.lockdown.escapes.escape import State
from kiosk.lockdown.health import Health
from kiosk.storage.reading.filter import Filter

_ORDER = (Health.BAD, Health.WARNING, Health.UNKNOWN, Health.GOOD)


NO_MEANS = Means()


def carried_out(
    staff: Staff, order: Work, means: Means = NO_MEANS
) -> OrderDone | OrderFailed | EventHeard | Came:
    """What came of *order*."""
    try:
        if isinstance(order, PaperWork):
            return paper_done(staff, order, means)
        return _done(staff, order, means)
    except (KioskError, OSError) as error:
        return OrderFailed(order, harmless(str(error)))


def _done(staff: Staff, order: StationWork, means: Means) -> OrderDone | EventHeard:
    match order:
        case HearEvent(id, name):
            event, heard = hear_event(staff, id or None, name or None)
            return _heard(event.id, event.name, heard)
        case OpenHeardEvent():
            return _opened(staff, order)
        case CloseEvent():
            closed, out = close_event(staff)
            return _given(staff, order, f"The event “{harmless(closed.name)}” is closed", out)
        case CloseForTonight():
            _, out = close_for_tonight(staff)
            return _given(staff, order, "Closed for tonight", out)
        case StartRound(number):
            called = start_round(staff, number)
            return OrderDone(order, f"Round {number} has started", _called(called))
        case EndRound():
            called = end_round(staff, None)
            return OrderDone(order, f"Round {called.number} is over", _called(called))
        case Examine():
            return _examined(order, diagnose(staff.folder, staff.clock))
        case ExportRows():
            return _exported(staff, order, means)
        case _:
            assert_never(order)


# --- events and rounds --------------------------------------------------------------------------------------


def _heard(id: str, name: str, heard: ReadBack) -> EventHeard:
    said = tuple((harmless(subject), harmless(words)) for subject, words in heard.said.items())
    return EventHeard(id, name, said, heard.odd)


def _opened(staff: Staff, order: OpenHeardEvent) -> OrderDone | EventHeard:
    """Open what was read back; if something else is odd about it by now, it is read back again."""
    again: list[ReadBack] = []

    def confirm(heard: ReadBack) -> bool:
        if heard.odd == order.odd:
            return True
        again.append(heard)
        return False

    try:
        done = open_event(staff, EventWish(lambda heard: None, confirm, order.id, order.name))
    except KioskError:
        if again:
            return _heard(order.id, order.name, again[0])
        raise
    return _given(staff, order, f"The event “{harmless(done.event.name)}” is open", done.given_out)


def _given(staff: Staff, order: Work, title: str, out: GivenOut) -> OrderDone:
    copied: Lines = () if out.copy is None or out.uncopied else (("Second copy", harmless(out.copy.note)),)
    wrong = () if out.uncopied is None else (f"NOT COPIED. {harmless(out.uncopied)} Then press T.",)
    return OrderDone(order, title, copied, wrong, given_head(out.head, out.letter, staff))


def _called(called: CalledRound) -> Lines:
    at = called.at[11:16]
    now = f"round {called.running}" if called.running is not None else "between rounds"
    lines = [("At", at), ("Now", now)]
    if not called.scheduled:
        lines.append(("Note", "The schedule of the set-up has no such round."))
    if called.following is not None:
        following = f"round {called.following.number} {spoken(called.following.starts, called.at)}"
        lines.append(("By the schedule", following))
    return tuple(lines)


# --- doctor -------------------------------------------------------------------------------------------------


def _examined(order: Examine, found: Diagnosis) -> OrderDone:
    checks = sorted(found.checks, key=lambda one: _ORDER.index(one.state))
    good = tuple((one.id.replace("_", " "), one.text) for one in checks if one.state is Health.GOOD)
    wrong = tuple(f"{one.text} {one.advice}".strip() for one in checks if one.state is not Health.GOOD)
    escapes = (found.plan or found.findings).escapes
    open_ = [one for one in escapes if one.state is State.OPEN]
    level = f"{found.findings.level}; the set-up wants {found.wanted}"
    ways = f"{len(open_)} of {len(escapes)} open" if escapes else "not examined"
    lines: Lines = (("protection", level), ("ways out", ways), *good)
    told = (*((found.note,) if found.note else ()), *wrong)
    title = "Doctor: nothing is wrong" if not wrong and found.sufficient else "Doctor"
    return OrderDone(
        order, title, tuple((one, harmless(text)) for one, text in lines), tuple(map(harmless, told))
    )


# --- export -------------------------------------------------------------------------------------------------


def _exported(staff: Staff, order: ExportRows, means: Means) -> OrderDone:
    target = Path(order.target).expanduser()
    give = into_file(target, staff.folder, force=False)
    among = None if is_simple(order.narrowing) else _among(staff, order.narrowing, means.logs)
    with whole(staff, means) as source:
        wish = ExportWish(form_of(order.target), asked_for(order.narrowing), source, among)
        done = export_records(staff, wish, give, means.progress)
    wrong = (*((done.unrecorded,) if done.unrecorded else ()), *done.complaints)
    what = counted(done.count, "record")
    lines: Lines = (("File", harmless(str(target))), ("Holds", f"{what}, newest first"))
    return OrderDone(order, f"Exported: {what}", lines, tuple(map(harmless, wrong)))


_NUMBERS = {Facet.ROUND: "round", Facet.TABLE: "table", Facet.WORD_COUNT: "words"}
_TEXTS = {
    Facet.EVENT: "event",
    Facet.DIVISION: "division",
    Facet.VERDICT: "verdict",
    Facet.METHOD: "method",
}


def _among(staff: Staff, narrowing: Narrowing, logs: tuple[Path, ...]) -> Among:
    """What only the list itself can tell: the rulings that *narrowing* leaves in it."""
    said = [(str(facet), value or "none") for facet, value in narrowing.chosen if facet in _TOLD or not value]
    if narrowing.number:
        said.append(("number", narrowing.number))
    return Among(Answering(staff.folder, logs).keys(narrowing), tuple(said))


_TOLD = (Facet.STATION,)


def is_simple(narrowing: Narrowing) -> bool:
    """Whether the filters of the audit can say all that *narrowing* says: they know whole numbers of rulings
    and values that are there."""
    plain = not narrowing.number or NUMBER.fullmatch(narrowing.number) is not None
    return plain and all(value and facet not in _TOLD for facet, value in narrowing.chosen)


def asked_for(narrowing: Narrowing) -> Asked:
    """*narrowing* as the actions of the audit are asked, as far as they can be."""
    chosen = {facet: value for facet, value in narrowing.chosen if value}
    number = narrowing.number if NUMBER.fullmatch(narrowing.number) else None
    numbers = {name: int(chosen[facet]) for facet, name in _NUMBERS.items() if facet in chosen}
    texts = {name: chosen[facet] for facet, name in _TEXTS.items() if facet in chosen}
    return Asked(
        Filter(
            kind=None if narrowing.every_kind else Kind.ADJUDICATION,
            number=number,
            word=narrowing.word or None,
            **numbers,  # type: ignore[arg-type]
            **texts,  # type: ignore[arg-type]
        ),
        Alert(chosen[Facet.ALERT]) if Facet.ALERT in chosen else None,
        narrowing.since or None,
        narrowing.until or None,
    )
