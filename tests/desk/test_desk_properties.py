"""Any keys in a row, on logs that work and logs that fail: no mark without its record, nothing half-typed
ruled on, no slip lost in silence."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kiosk.desk.events import NotSaved, SlipRuled
from kiosk.desk.menu import DeskMenu, ShowingDocket
from kiosk.desk.ruling import CheckingSlip, LookingInPrint, Marked, NotRecorded, OnSlip, Recording
from kiosk.desk.run import DeskRun
from kiosk.desk.shift import TickingChecks
from kiosk.desk.slip import SlipEntry
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import LoggedRuling
from kiosk.words.play import SHORTEST
from tests.support.adjudicator import NASPA, NSA, WESPA, DeskLog, DeskRig, setting
from tests.support.fakes import FlakyLog, FullDisk

# Keys that lead somewhere come often, so that whole slips are typed.
SLIP = st.sampled_from(
    ["12\ncat\n\t\n", "7cat dog\n\t\n", "4characterize\n\t1\t\n", "3aa\n \t\n", "9zz\n1\t\n"]
)
ANY = st.text("abz1249 \n\t\b\x1b↑↓←é-②③④", max_size=6)
KEYS = st.lists(st.one_of(SLIP, ANY), max_size=12).map("".join)
BOOKS = st.sampled_from([(NSA,), (WESPA,), (NASPA, NASPA)])
WAYS = st.sampled_from("12")


class FlakyDeskLog(FlakyLog, DeskLog):
    """Fails now and then."""


class FullDeskLog(FullDisk, DeskLog):
    """Takes the start of the shift, then nothing."""

    def __init__(self):
        super().__init__()
        self.full = False

    def append(self, body):
        return super().append(body) if self.full else DeskLog.append(self, body)


def signed_on(books, way, log, build=DeskRun):
    rig = DeskRig(setting(*books), log=log, build=build)
    rig.keys(f"AB\n{'1' * (len(books) - 1)}{way}")
    return rig.keys("\n" * 12 + "\x1b\x1b") if isinstance(rig.state, TickingChecks) else rig


def bottom(state):
    """What lies under whatever is shown over it: a docket, a menu, a page that says nothing was recorded."""
    below = next((getattr(state, name) for name in ("under", "back") if getattr(state, name, None)), None)
    return bottom(below) if below is not None else state


def letters(state):
    """How many letters of a slip a state holds, ruled on or not."""
    slip = getattr(bottom(state), "slip", None)
    return sum(map(len, slip.lines)) if slip is not None else 0


def unruled(state):
    """How many letters would be lost with a state: those of a slip whose words are on no record yet."""
    lies = bottom(state)
    known = isinstance(lies, Marked | LookingInPrint)
    return 0 if known or getattr(getattr(lies, "slip", None), "again", None) else letters(state)


def check_mark(rig):
    page, state = rig.page, rig.state
    if page.mark is None:
        return
    shown = state.after if isinstance(state, ShowingDocket) else state
    ruling = shown.back.ruling if isinstance(shown, Recording) else shown.ruling
    assert isinstance(ruling, LoggedRuling)
    assert ruling.hash in {record.hash for record in rig.log.records}, "a mark without its record"
    assert page.mark is ruling.adjudication.verdict


@settings(max_examples=60)
@given(BOOKS, WAYS, KEYS, st.integers(0, 3))
def test_no_keys_show_a_mark_without_its_record(books, way, keys, failures):
    log = FlakyDeskLog(failures=0)
    rig = signed_on(books, way, log)
    log.failures = failures

    for one in keys:
        rig.keys(one)

        check_mark(rig)


@settings(max_examples=60)
@given(BOOKS, WAYS, KEYS)
def test_only_whole_words_that_stood_on_the_page_are_ruled_on(books, way, keys):
    rig = signed_on(books, way, DeskLog())

    for one in keys:
        before, ruled = rig.state, len(rig.rulings)
        rig.keys(one)

        if len(rig.rulings) > ruled:
            assert isinstance(before, CheckingSlip | LookingInPrint)
            assert tuple(rig.rulings[-1]["words"]) == before.slip.words
            assert all(len(word) >= SHORTEST for word in before.slip.words)


@settings(max_examples=60)
@given(BOOKS, WAYS, KEYS, st.integers(0, 3))
# A docket over a slip that was ruled on, and left again: its record was there before.
@example((NSA,), "1", "12\ncat\n\t\n\t④12\n", 2)
def test_no_typed_slip_is_lost_in_silence(books, way, keys, failures):
    log = FlakyDeskLog(failures=0)
    rig = signed_on(books, way, log)
    log.failures = failures

    for one in keys:
        check_nothing_lost(rig, one)


def check_nothing_lost(rig, one):
    typed, told = unruled(rig.state), count(rig.log)
    rig.keys(one)

    # A letter goes by Backspace; a whole slip only with a record that says what became of it.
    gone = typed - letters(rig.state)
    assert gone <= 1 or count(rig.log) > told, ("a slip lost in silence", one, rig.state)


def count(log):
    return len(log.of(Kind.ADJUDICATION, Kind.CLEARED, Kind.CLOSED))


@settings(max_examples=30)
@given(BOOKS, WAYS, KEYS)
def test_a_full_disk_never_shows_a_mark(books, way, keys):
    log = FullDeskLog()
    rig = signed_on(books, way, log)
    log.full = True

    rig.keys(keys)

    assert all(page.mark is None for page in rig.screen.pages)


# ---- builds broken on purpose ------------------------------------------------------------------------------


class ShowsFirst(DeskRun):
    """Shows the verdict although the record failed: the very thing that must never happen."""

    def _judge(self, order):
        from dataclasses import replace

        from kiosk.desk.ruling_run import adjudication, verdict_on

        answer = super()._judge(order)
        if not isinstance(answer, NotSaved):
            return answer
        opened = self._desk.opened
        division = opened.procedure.divisions[order.division]
        verdict = verdict_on(replace(order, book=order.book), opened.sources[order.division])
        made = adjudication(order, verdict, division, opened.context.place(division, ""), ())
        return SlipRuled(LoggedRuling(1, "B-1", "2026-11-16T12:00:00.000Z", "ff" * 32, made), ("", "", 1))


def test_a_build_that_shows_before_it_records_is_caught():
    log = FlakyDeskLog(failures=0)
    rig = signed_on((NSA,), "1", log, ShowsFirst)
    log.failures = 2
    rig.keys("12cat\n\t")

    with pytest.raises(AssertionError, match="a mark without its record"):
        check_mark(rig)


def test_a_sound_build_is_not():
    log = FlakyDeskLog(failures=0)
    rig = signed_on((NSA,), "1", log)
    log.failures = 2
    rig.keys("12cat\n\t")

    check_mark(rig)
    assert isinstance(rig.state, NotRecorded)
    rig.keys("\n\t")
    check_mark(rig)
    assert rig.page.mark is not None


class DropsSlips(DeskRun):
    """Takes a new slip at ESC and forgets the one that was being typed."""

    def key(self, event):
        super().key(event)
        if isinstance(self.state, DeskMenu):
            self.state = OnSlip(self.state.under.shift, SlipEntry(0))


def test_a_build_that_drops_a_slip_is_caught():
    rig = signed_on((NSA,), "1", DeskLog(), DropsSlips).keys("12\n\ncat")

    with pytest.raises(AssertionError, match="lost in silence"):
        check_nothing_lost(rig, "\x1b")
