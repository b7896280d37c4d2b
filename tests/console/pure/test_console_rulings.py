"""The console around one ruling: shown, printed, decided on, revealed; and reports. Nothing is recorded that
the rules refuse, and nothing that was revealed is kept."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.console import wording
from kiosk.console.deciding import Deciding
from kiosk.console.entries import place_of
from kiosk.console.events import (
    ActChosen,
    BackPressed,
    CarryOut,
    CloseAsked,
    Confirmed,
    DayAsked,
    DecideAsked,
    FormChosen,
    FormSearched,
    FormsSeen,
    LeftAlone,
    OrderAdvanced,
    OrderDone,
    OrderFailed,
    OrderStopped,
    PageChosen,
    PaperAsked,
    PaperSizeSwitched,
    PrintersFound,
    QuestionAnswered,
    QuestionChosen,
    QuestionMoved,
    RecordAsked,
    ReportChosen,
    ReportMade,
    ReportSeen,
    RevealAsked,
    RulingAsked,
    RulingSeen,
    StationSeen,
    StopWork,
    TextGiven,
    Ticked,
    WordsRevealed,
)
from kiosk.console.machine import step
from kiosk.console.orders import (
    Decide,
    DecisionSubject,
    MakePaper,
    OfferForms,
    RevealWords,
    SeeReport,
    SeeRuling,
    WriteReport,
)
from kiosk.console.states import AskingInitials, AskingText, Confirming, Inside, Revealing, Telling, WorkingOn
from kiosk.console.values import (
    Act,
    PageId,
    PaperForm,
    ReportAsked,
    ReportKind,
    RevealedShown,
)
from kiosk.decisions.forms import REMARK
from kiosk.log.chain import address_of
from kiosk.paper.sheet import PaperSize
from kiosk.rules.ruling import Place
from tests.support.console import ALONE, IN_STATION, PLAIN, SEVERAL, STATES, STATUS, on
from tests.support.console_papers import (
    CHOOSING,
    CORRECTING,
    DECIDED,
    ENDED,
    FORMS,
    IMPROPER,
    REPORT,
    RULED,
    SHOWN,
    WARNED,
    offered,
)

NO_EVENT = replace(STATUS, event="", round=None)
RULING = on(PageId.RULING, ruling=RULED)
REVEALED = RevealedShown("B-119", "unacceptable", ("NWL",), (("BLORPY", "unacceptable"),))


def after(state, *events):
    """The state, and what was ordered last."""
    orders = ()
    for event in events:
        state, effects = step(state, event, 0)
        orders = tuple(one.order for one in effects if isinstance(one, CarryOut))
    return state, orders


def deciding(state):
    return state.ruling.deciding


# --- a ruling comes on show ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "which"),
    [
        ("b-119", "B-119"),
        ("B-119", "B-119"),
        ("B119", "B-119"),
        ("-119", "B-119"),
        ("bc-119", "C-119"),
        ("#1240", "1240"),
    ],
)
def test_a_ruling_is_asked_for_by_its_number_from_any_page(typed, which):
    state, orders = after(PLAIN, RulingAsked(), TextGiven(f" {typed} "))

    assert orders == (SeeRuling(which),)
    state, _ = after(state, RulingSeen(orders[0], SHOWN))
    assert (state.shown, state.ruling.shown, state.over) == (PageId.RULING, SHOWN, None)


@pytest.mark.parametrize("typed", ["", "x" * 21, "\x07", "é"])
def test_what_is_no_number_is_asked_for_again(typed):
    state, orders = after(PLAIN, RulingAsked(), TextGiven(typed))

    assert orders == ()
    assert state.over.problem == wording.NO_RULING


def test_a_number_without_its_letter_opens_nothing_before_it_was_read_with_it():
    state, orders = after(PLAIN, RulingAsked(), TextGiven("119"))
    assert orders == ()
    assert (state.over.text, state.over.problem) == ("B-119", "Is it B-119? ENTER shows it.")

    _, orders = after(state, TextGiven(state.over.text))

    assert orders == (SeeRuling("B-119"),)


@pytest.mark.parametrize("state", [Inside(ALONE), replace(PLAIN, setting=SEVERAL)], ids=["unread", "several"])
def test_a_number_that_may_be_of_any_station_needs_its_letter(state):
    asked, orders = after(state, RulingAsked(typed="119"), TextGiven("119"))

    assert orders == ()
    assert (asked.over.text, asked.over.problem) == ("119", wording.NO_RULING)


def test_a_number_that_was_typed_on_a_page_stands_in_the_question():
    state, orders = after(PLAIN, RulingAsked(typed="20"))

    assert orders == ()
    assert state.over.text == "B-20"


def test_a_ruling_that_nobody_waits_for_changes_nothing():
    state, _ = after(PLAIN, RulingSeen(SeeRuling("B-119"), SHOWN))

    assert state == PLAIN


# --- paper --------------------------------------------------------------------------------------------------


def where_to(state, *events, printers=()):
    """*state* after *events*, once the printers are known."""
    state, [order] = after(state, *events)
    return after(state, PrintersFound(order, printers))


def test_evidence_goes_to_a_file_that_is_offered_beside_the_stick():
    state, _ = where_to(RULING, PaperAsked(PaperForm.EVIDENCE))
    assert state.over.text == "/media/stick/evidence-B-119.pdf"
    assert "no printer" in state.over.label

    _, orders = after(state, TextGiven("/media/e.html"))

    assert orders == (MakePaper(PaperForm.EVIDENCE, "B-119", target="/media/e.html"),)


def test_a_printer_is_taken_from_the_list_the_usual_one_first():
    state, _ = where_to(RULING, PaperAsked(PaperForm.EVIDENCE), printers=("Hall", "Office"))
    assert state.over.text == "Hall"
    assert state.over.offered[:3] == ("Hall", "Office", "/media/stick/evidence-B-119.pdf")

    working, orders = after(state, TextGiven("Office"))

    assert orders == (MakePaper(PaperForm.EVIDENCE, "B-119", printer="Office"),)
    assert working.over.title == "Printing on Office…"
    asked, none = after(state, TextGiven("Nowhere"))
    assert (none, asked.over.problem) == ((), wording.NO_PAPER)


def test_the_paper_is_switched_by_a_key_and_printed_on():
    letter, _ = after(RULING, PaperSizeSwitched())
    state, _ = where_to(letter, PaperAsked(PaperForm.EVIDENCE), printers=("Hall",))

    _, orders = after(state, TextGiven("Hall"))

    assert orders == (MakePaper(PaperForm.EVIDENCE, "B-119", paper=PaperSize.LETTER, printer="Hall"),)
    assert after(letter, PaperSizeSwitched())[0].ruling.paper is PaperSize.A4


def test_whoever_does_not_wait_for_the_printers_can_still_have_a_file():
    state, [order] = after(RULING, PaperAsked(PaperForm.EVIDENCE))
    _, effects = step(state, BackPressed(), 0)
    assert effects == (StopWork(order),)

    state, _ = after(state, OrderStopped(order))

    assert state.over.offered == ("/media/stick/evidence-B-119.pdf", *state.over.offered[1:])


def test_work_is_seen_to_advance_and_stopped_by_escape_but_a_decision_is_not():
    state, [order] = after(RULING, RulingAsked("B-2"))
    state, _ = after(state, OrderAdvanced(order, 41_500, 100_000))
    assert state.over.far == (41_500, 100_000)
    assert after(state, OrderStopped(order))[0].over is None
    written = MakePaper(PaperForm.EVIDENCE, "B-2", target="e.pdf")
    stopped, _ = after(replace(RULING, over=WorkingOn(written, "…")), OrderStopped(written))
    assert stopped.over == Telling("Stopped: no file was written")

    deciding_ = Decide(DecisionSubject("B-2"), "note", (), "JK")
    recording = replace(RULING, over=WorkingOn(deciding_, "…"))

    assert step(recording, BackPressed(), 0) == (recording, ())


def test_where_several_logs_are_open_a_row_is_asked_for_with_its_station():
    several = replace(PLAIN, setting=SEVERAL)

    _, orders = after(several, RulingAsked("B-2", "5" * 32, "e" * 32))

    [order] = orders
    assert address_of(order.which) == ("B-2", ("5" * 32, "e" * 32))
    assert after(PLAIN, RulingAsked("B-2", "5" * 32, "e" * 32))[1] == (SeeRuling("B-2"),)


def test_an_incident_is_told_first_and_offered_as_plain_text():
    state, _ = where_to(RULING, PaperAsked(PaperForm.INCIDENT), TextGiven("The clock ran on."))
    assert state.over.text == "/media/stick/incident-B-119.txt"

    _, orders = after(state, TextGiven(state.over.text))

    assert [(one.form, one.account) for one in orders] == [(PaperForm.INCIDENT, "The clock ran on.")]


@pytest.mark.parametrize("target", ["", "e.exe", "e", "x" * 1001 + ".pdf", "a\nb.pdf"])
def test_a_file_whose_ending_says_no_form_is_asked_for_again(target):
    state, _ = where_to(RULING, PaperAsked(PaperForm.EVIDENCE))
    state, orders = after(state, TextGiven(target))

    assert orders == ()
    assert state.over.problem == wording.NO_PAPER


# --- decisions ----------------------------------------------------------------------------------------------


def test_a_decision_is_made_by_answers_and_only_then_recorded_with_initials():
    state, orders = after(RULING, DecideAsked())
    assert orders == (OfferForms("B-119"),)
    state, _ = after(
        state, FormsSeen(orders[0], FORMS), FormSearched("improper"), FormChosen("improper_lookup")
    )
    assert deciding(state).at == "responsible"  # the verdict is the record's to say
    assert deciding(state).said["verdict"] == "unacceptable"

    state, _ = after(state, QuestionAnswered("responsible", "challenger"))
    assert deciding(state).worked.sentence == "10 points off the game score of the challenger."
    state, orders = after(state, RecordAsked())
    assert orders == ()
    assert isinstance(state.over, AskingInitials)
    state, orders = after(state, TextGiven("JK"))

    assert orders == (
        Decide(DecisionSubject("B-119"), "improper_lookup", (("responsible", "challenger"),), "JK"),
    )
    state, orders = after(state, OrderDone(orders[0], "Decided"))
    assert orders == (SeeRuling("B-119"),)
    assert deciding(state) is None
    assert state.ruling.by == "JK"


def test_what_the_rules_refuse_is_not_recorded_and_is_shown_at_its_question():
    state = on(
        PageId.RULING, ruling=replace(CHOOSING, deciding=CHOOSING.deciding.with_form("improper_lookup"))
    )

    state, orders = after(state, QuestionMoved(9), RecordAsked())

    assert orders == ()
    assert (deciding(state).at, deciding(state).tried) == ("responsible", True)
    assert deciding(state).refusal


def test_initials_are_asked_for_once_and_a_name_is_none():
    state, _ = after(on(PageId.RULING, ruling=replace(ENDED, by="")), RecordAsked(), TextGiven("Jo K"))
    assert state.over.problem == wording.NO_INITIALS

    _, orders = after(on(PageId.RULING, ruling=ENDED), RecordAsked())

    assert [one.by for one in orders] == ["JK"]


def test_a_failure_to_record_leaves_the_form_as_it_was():
    state, orders = after(on(PageId.RULING, ruling=ENDED), RecordAsked())

    state, _ = after(state, OrderFailed(orders[0], "“Doe” is a name in the pairings."), Confirmed())

    assert deciding(state) == ENDED.deciding


def test_the_list_of_forms_is_narrowed_by_every_part_that_is_typed():
    found = replace(CHOOSING.deciding, search="OPINION third")

    assert [one.type for one in found.listed] == ["third_opinion"]
    assert replace(found, search="zzz").listed == ()


def test_a_question_that_is_no_longer_asked_loses_its_answer():
    made = Deciding("", offered(), Place(table=7)).with_form("placement")
    made = made.with_answer("ground", made.asked[0].choices[0].id, final=True)
    refused = [
        made.with_answer("upheld", answer, final=True).with_answer("cost", cost.id, final=True)
        for answer in ("yes", "no")
        for cost in made.form.question("cost").choices[:1]
    ]
    [kept] = [one for one in refused if "cost" in dict(one.answers)]

    other = "no" if dict(kept.answers)["upheld"] == "yes" else "yes"
    changed = kept.with_answer("upheld", other, final=True)

    assert "cost" not in dict(changed.answers)


def test_what_the_record_says_can_be_neither_answered_nor_reached():
    made = CHOOSING.deciding.with_form("improper_lookup")

    assert made.with_answer("verdict", "acceptable", final=True) == made
    assert made.change(QuestionChosen("verdict")) == made


def test_a_correction_opens_the_form_with_the_answers_that_were_given():
    state, orders = after(on(PageId.RULING, ruling=DECIDED), DecideAsked(IMPROPER.seq))
    assert orders == (OfferForms("B-119", corrects=IMPROPER.seq),)

    state, _ = after(state, FormsSeen(orders[0], FORMS))

    assert dict(deciding(state).answers) == dict(IMPROPER.answers)
    _, orders = after(state, RecordAsked())
    assert orders[0].corrects == IMPROPER.seq


@pytest.mark.parametrize("seq", [WARNED.seq, 7, 0])
def test_what_was_corrected_before_or_is_no_decision_is_not_corrected(seq):
    state, orders = after(on(PageId.RULING, ruling=DECIDED), DecideAsked(seq))

    assert (orders, state.over) == ((), None)


def test_back_goes_from_the_form_to_the_list_to_the_ruling_to_the_first_page():
    state = on(PageId.RULING, ruling=ENDED)

    state, _ = after(state, BackPressed())
    assert (deciding(state).form, deciding(state).answers) == (None, ())
    state, _ = after(state, BackPressed())
    assert (deciding(state), state.shown) == (None, PageId.RULING)
    state, _ = after(state, BackPressed())
    assert state.shown is PageId.NOW


def test_a_correction_goes_back_to_the_ruling_at_once():
    state, _ = after(on(PageId.RULING, ruling=CORRECTING), BackPressed())

    assert (deciding(state), state.shown) == (None, PageId.RULING)


def test_a_decision_without_a_ruling_is_made_for_a_table_and_told():
    state, orders = after(PLAIN, ActChosen(Act.DECIDE), TextGiven("7 3"))
    assert orders == (OfferForms("", Place(None, None, 3, 7)),)
    state, _ = after(
        state, FormsSeen(orders[0], FORMS), FormChosen("note"), QuestionAnswered(REMARK, "Noted.")
    )
    state, orders = after(state, RecordAsked(), TextGiven("JK"))

    state, more = after(state, OrderDone(orders[0], "Decided, and on record"))

    assert (orders[0].subject, more) == (DecisionSubject(place=Place(None, None, 3, 7)), ())
    assert isinstance(state.over, Telling)
    assert state.shown is PageId.NOW


@pytest.mark.parametrize(
    ("typed", "spot"),
    [
        ("", Place()),
        ("7", Place(table=7)),
        ("7 3 open", Place("open", None, 3, 7)),
        ("0", None),
        ("1 2 3", None),
        ("a b", None),
        ("99999", None),
    ],
)
def test_a_table_and_a_round_are_typed_as_numbers(typed, spot):
    assert place_of(typed) == spot


@pytest.mark.parametrize("event", [DecideAsked(), RevealAsked()])
def test_where_another_holds_the_log_nothing_is_tried(event):
    state, orders = after(replace(RULING, status=replace(STATUS, held=True)), event)

    assert orders == ()
    assert state.over == Telling(wording.HELD, wrong=(wording.HELD_WHAT,))


# --- reveal -------------------------------------------------------------------------------------------------


def test_a_reveal_wants_a_reason_and_is_confirmed_twice_while_an_event_is_open():
    state, _ = after(RULING, RevealAsked(), TextGiven(""))
    assert state.over.problem == wording.NO_REASON
    state, orders = after(state, TextGiven("appeal"), TextGiven("JK"))
    assert (type(state.over), orders) == (Confirming, ())
    state, orders = after(state, Confirmed())
    assert (state.over.odd, orders) == ((wording.STILL_OPEN,), ())

    _, orders = after(state, Confirmed())

    assert orders == (RevealWords("B-119", "appeal", "JK", confirmed=True),)


def test_once_the_event_is_closed_it_is_confirmed_once():
    _, orders = after(
        replace(RULING, status=NO_EVENT), RevealAsked(), TextGiven("appeal"), TextGiven("JK"), Confirmed()
    )

    assert orders == (RevealWords("B-119", "appeal", "JK"),)


def test_until_it_is_known_whether_an_event_is_open_it_is_taken_to_be():
    state, orders = after(
        replace(RULING, status=None), RevealAsked(), TextGiven("appeal"), TextGiven("JK"), Confirmed()
    )

    assert (orders, state.over.odd) == ((), (wording.STILL_OPEN,))


ENDS = [BackPressed(), Confirmed(), LeftAlone(), CloseAsked()]


@pytest.mark.parametrize("end", ENDS, ids=lambda one: type(one).__name__)
def test_what_was_revealed_is_in_no_state_once_it_is_off_the_screen(end):
    order = RevealWords("B-119", "appeal", "JK", confirmed=True)
    waiting = replace(RULING, setting=replace(IN_STATION), over=WorkingOn(order, "…"))
    state, _ = after(waiting, WordsRevealed(order, REVEALED))
    assert state.over == Revealing(REVEALED)
    assert "BLORPY" not in repr(state)

    state, _ = after(state, end)

    assert not any(holds(state, one) for one in (REVEALED, "BLORPY"))


def holds(value: object, wanted: object) -> bool:
    """Whether *wanted* is anywhere in *value*."""
    if value == wanted:
        return True
    if isinstance(value, tuple):
        return any(holds(one, wanted) for one in value)
    fields = getattr(type(value), "__dataclass_fields__", {})
    return any(holds(getattr(value, name), wanted) for name in fields)


def test_a_state_that_kept_it_would_be_found():
    assert holds(replace(RULING, over=Revealing(REVEALED)), "BLORPY")


# --- reports ------------------------------------------------------------------------------------------------


def test_a_report_is_shown_as_it_was_asked_for_and_another_wish_takes_it_off_the_page():
    state, orders = after(on(PageId.REPORTS), ReportMade())
    assert orders == (SeeReport(ReportAsked()),)
    state, _ = after(state, ReportSeen(orders[0], REPORT.sheet))
    assert state.reports.sheet == REPORT.sheet

    letter = ReportAsked(ReportKind.PLAYERS, paper=PaperSize.LETTER)
    state, _ = after(state, ReportChosen(letter))

    assert (state.reports.asked, state.reports.sheet) == (letter, None)


@pytest.mark.parametrize(("day", "made"), [("2026-05-02", True), ("2026-5-2", False), ("", False)])
def test_a_day_is_typed_and_its_report_is_made_at_once(day, made):
    state, orders = after(on(PageId.REPORTS), DayAsked())
    assert state.over.text == "2026-05-02"

    state, orders = after(state, TextGiven(day))

    assert orders == ((SeeReport(ReportAsked(ReportKind.DAY, day)),) if made else ())
    assert made or state.over.problem == wording.NO_DAY


@pytest.mark.parametrize(("target", "written"), [("/media/r.pdf", True), ("/media/r.txt", False)])
def test_a_report_goes_to_a_file(target, written):
    state, _ = where_to(on(PageId.REPORTS), ReportMade(out=True))
    _, orders = after(state, TextGiven(target))

    assert orders == ((WriteReport(ReportAsked(), target),) if written else ())


# --- whatever happens ---------------------------------------------------------------------------------------

TEXTS = st.sampled_from(
    ["", "7", "7 3", "B-2", "JK", "x.pdf", "2026-05-02", "yes", "challenger", "\x00", "a b c"]
)
TYPES = st.sampled_from([one.type for one in FORMS.forms] + ["none"])
KEYS = st.sampled_from([*sorted({one.key for form in FORMS.forms for one in form.questions}), "none"])
EVENTS = st.one_of(
    st.builds(PageChosen, st.sampled_from(PageId)),
    st.builds(ActChosen, st.sampled_from(Act)),
    st.builds(TextGiven, TEXTS),
    st.builds(RulingAsked, st.sampled_from(["", "B-2"])),
    st.builds(PaperAsked, st.sampled_from(PaperForm)),
    st.just(PaperSizeSwitched()),
    st.builds(DecideAsked, st.sampled_from([None, WARNED.seq, IMPROPER.seq, 3])),
    st.builds(FormSearched, TEXTS),
    st.builds(FormChosen, TYPES),
    st.builds(QuestionAnswered, KEYS, TEXTS, st.booleans()),
    st.builds(QuestionMoved, st.integers(-3, 3)),
    st.builds(QuestionChosen, KEYS),
    st.builds(ReportChosen, st.builds(ReportAsked, st.sampled_from(ReportKind), TEXTS, st.booleans())),
    st.builds(ReportMade, st.booleans()),
    st.builds(StationSeen, st.sampled_from([STATUS, NO_EVENT, replace(STATUS, held=True)])),
    st.sampled_from(
        [*(Ticked(), BackPressed(), CloseAsked(), Confirmed(), RevealAsked(), RecordAsked(), DayAsked())]
    ),
)
ANSWERS = {
    SeeRuling: lambda order: RulingSeen(order, replace(SHOWN, made=DECIDED.shown.made)),
    OfferForms: lambda order: FormsSeen(order, FORMS),
    RevealWords: lambda order: WordsRevealed(order, REVEALED),
    SeeReport: lambda order: ReportSeen(order, REPORT.sheet),
}
BEGINNINGS = [STATES[one] for one in ("ruling", "ruling_decided", "deciding_form", "deciding_end", "reports")]


@given(st.sampled_from(BEGINNINGS), st.lists(st.tuples(EVENTS, st.booleans()), max_size=40))
def test_whatever_is_pressed_nothing_fails_and_nothing_refused_is_ordered(state, events):
    for event, good in events:
        before = state
        state, orders = after(state, event)
        for order in orders:
            allowed(before, order)
            done = ANSWERS.get(type(order), lambda order: OrderDone(order, "Done"))(order)
            state, _ = after(state, done if good else OrderFailed(order, "No."))
        if not isinstance(state, Inside):
            return
        made = state.ruling.deciding
        assert made is None or made.form is None or made.at in ("", *made.open)
        assert isinstance(state.over, Revealing) or not holds(state.over, "BLORPY")


def allowed(before: Inside, order) -> None:
    """What was ordered was due: the rules do not refuse it, and it was asked for on purpose."""
    if isinstance(order, Decide):
        assert not before.ruling.deciding.refusal
        assert order.by
    if isinstance(order, RevealWords):
        assert isinstance(before.over, Confirming)
        assert order.reason
        assert order.confirmed or not before.status.event
    if isinstance(order, MakePaper):
        assert isinstance(before.over, AskingText)


def test_what_was_revealed_goes_by_itself_after_a_minute_whoever_is_still_there():
    shown = STATES["revealed"]

    for second in range(1, wording.REVEALED_S):
        shown, _ = step(shown, Ticked(), 0)
        assert shown.over is not None, second
    gone, _ = step(shown, Ticked(), 0)

    assert gone.over is None
