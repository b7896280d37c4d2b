"""What the console's orders around a ruling do to a real data folder: sheets, files, decisions, reports."""

from dataclasses import replace

import pytest

from kiosk.actions import Tools
from kiosk.console.events import OrderDone, OrderFailed
from kiosk.console.orders import (
    Decide,
    DecisionSubject,
    FindPrinters,
    MakePaper,
    OfferForms,
    RevealWords,
    SeeReport,
    SeeRuling,
    WriteReport,
)
from kiosk.console.reader_worker import Answering
from kiosk.console.run import carry_out
from kiosk.console.values import AlertsWanted, Narrowing, PaperForm, ReportAsked, ReportKind
from kiosk.events.pairings_actions import import_pairings
from kiosk.log.chain import write_address
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, read_records
from kiosk.paper.sheet import PaperSize
from kiosk.paper.text import as_text
from kiosk.rules.ruling import Place
from tests.support.at_station import set_up_at, staff_at
from tests.support.event_generator import build, day
from tests.support.fake_printing import FakePrinter
from tests.support.log_story import build_story

NOTE = Decide(DecisionSubject("B-2"), "note", (("remark", "The clock was not stopped."),), "JK")


@pytest.fixture
def staff(tmp_path):
    folder = tmp_path / "told"
    build(build_story(closed=False), folder)
    return staff_at(folder)


@pytest.fixture
def closed(tmp_path):
    folder = tmp_path / "closed"
    build(build_story(), folder)
    return staff_at(folder)


def bodies(staff, kind):
    return [one.data for one in read_records(staff.folder / "log.db") if one.kind is kind]


def test_a_decision_goes_on_record_and_the_evidence_shows_it(staff):
    seen = carry_out(staff, OfferForms("B-2"))
    assert "note" in [one.type for one in seen.offered.forms]

    done = carry_out(staff, NOTE)

    assert isinstance(done, OrderDone)
    assert [one["by"] for one in bodies(staff, Kind.DECISION)] == ["JK"]
    shown = carry_out(staff, SeeRuling("B-2")).shown
    assert [(one.type, one.corrected) for one in shown.made] == [("note", False)]
    assert "“The clock was not stopped.”" in " ".join(as_text(shown.sheet).split())


def test_a_correction_is_a_new_record_and_the_first_is_shown_as_corrected(staff):
    carry_out(staff, NOTE)
    first = carry_out(staff, SeeRuling("B-2")).shown.made[0]

    right = replace(NOTE, answers=(("remark", "It was stopped."),), corrects=first.seq)
    assert isinstance(carry_out(staff, right), OrderDone)

    shown = carry_out(staff, SeeRuling("B-2")).shown
    assert [one.corrected for one in shown.made] == [True, False]
    assert first.seq not in shown.correctable
    assert "CORRECTED by record" in as_text(shown.sheet)


def test_the_answers_of_a_decision_come_back_as_they_were_given(staff):
    answers = (("responsible", "challenger"), ("early", "no"))
    carry_out(staff, Decide(DecisionSubject("B-2"), "improper_lookup", answers, "JK"))

    [made] = carry_out(staff, SeeRuling("B-2")).shown.made

    assert dict(made.answers) | dict(answers) == dict(made.answers)


def test_a_decision_without_a_ruling_names_its_table(staff):
    done = carry_out(staff, replace(NOTE, subject=DecisionSubject(place=Place(round=3, table=7))))

    assert isinstance(done, OrderDone)
    [body] = bodies(staff, Kind.DECISION)
    assert (body["table"], body["round"], body.get("about")) == (7, 3, None)


def test_a_name_from_the_pairings_is_refused_in_a_remark_and_stands_on_the_evidence_alone(staff, tmp_path):
    set_up_at(staff, tmp_path / "setup.toml")
    file = tmp_path / "pairings.csv"
    file.write_text("round,table,first,second\n1,4,Zelda Quince,Orla Pym\n")
    import_pairings(staff, [file])

    failed = carry_out(staff, replace(NOTE, answers=(("remark", "Zelda Quince was late"),)))

    assert isinstance(failed, OrderFailed)
    assert "is a name in the pairings" in failed.sentence
    assert bodies(staff, Kind.DECISION) == []
    assert "Zelda Quince, Orla Pym" in as_text(carry_out(staff, SeeRuling("B-2")).shown.sheet)
    assert "Quince" not in as_text(carry_out(staff, SeeRuling("B-1")).shown.sheet)
    assert "Quince" not in "".join(one.body for one in read_records(staff.folder / "log.db"))


@pytest.mark.parametrize("form", PaperForm)
@pytest.mark.parametrize("ending", ["html", "txt"])
def test_paper_is_written_once_and_never_over_another_file(staff, tmp_path, form, ending):
    order = MakePaper(form, "B-2", target=str(tmp_path / f"e.{ending}"))

    first, second = carry_out(staff, order), carry_out(staff, order)

    assert isinstance(first, OrderDone)
    assert isinstance(second, OrderFailed)
    assert "QUAZY" in (tmp_path / f"e.{ending}").read_text(encoding="utf-8")


def test_a_record_that_is_no_ruling_is_shown_as_it_would_be_reported(staff):
    shown = carry_out(staff, SeeRuling("1")).shown

    assert not shown.ruling
    assert shown.name.startswith("Record 1")


@pytest.mark.parametrize("which", ["B-99", "nonsense"])
def test_what_is_not_there_is_a_sentence(staff, which):
    assert isinstance(carry_out(staff, SeeRuling(which)), OrderFailed)


def test_a_reveal_of_lists_that_are_not_here_says_so_and_records_nothing(staff):
    order = RevealWords("B-2", "appeal", "JK", confirmed=True)

    failed = carry_out(staff, order)

    assert isinstance(failed, OrderFailed)
    assert bodies(staff, Kind.REVEAL) == []


def test_a_reveal_while_the_event_is_open_needs_to_be_confirmed(staff):
    failed = carry_out(staff, RevealWords("B-2", "appeal", "JK"))

    assert "still open" in failed.sentence


def test_a_report_can_be_looked_at_and_leaves_no_export(closed):
    before = len(bodies(closed, Kind.EXPORT))

    sheet = carry_out(closed, SeeReport(ReportAsked())).sheet

    assert "Spring Open" in as_text(sheet)
    assert len(bodies(closed, Kind.EXPORT)) == before


def test_a_report_for_players_waits_until_the_event_is_closed(staff, closed):
    wish = SeeReport(ReportAsked(ReportKind.PLAYERS))

    assert isinstance(carry_out(staff, wish), OrderFailed)
    assert "Spring Open" in as_text(carry_out(closed, wish).sheet)


def test_words_of_an_open_event_stand_in_a_report_only_if_they_are_asked_for(staff):
    without, with_ = (
        as_text(carry_out(staff, SeeReport(ReportAsked(words=words))).sheet) for words in (False, True)
    )

    assert "QUAZY" not in without
    assert "QUAZY" in with_


def test_a_report_is_written_to_a_file_and_on_record(closed, tmp_path):
    target = tmp_path / "r.html"

    done = carry_out(closed, WriteReport(ReportAsked(), str(target)))

    assert isinstance(done, OrderDone)
    assert "Spring Open" in target.read_text(encoding="utf-8")
    assert bodies(closed, Kind.EXPORT)[-1]["format"] == "report"


# --- on a printer -------------------------------------------------------------------------------------------


def test_evidence_and_reports_are_printed_on_the_printer_that_was_chosen_and_it_is_on_record(closed):
    hall = FakePrinter("Hall", "jammed")
    tools = Tools(hall.printing)
    paper = MakePaper(PaperForm.EVIDENCE, "B-2", paper=PaperSize.LETTER, printer="Hall")
    assert carry_out(closed, FindPrinters(paper), tools).names == ("Hall", "jammed")

    done = carry_out(closed, paper, tools)
    reported = carry_out(closed, WriteReport(ReportAsked(), printer="Hall"), tools)

    assert (done.title, done.lines) == ("The evidence is at the printer", (("Printer", "Hall"),))
    assert reported.title == "The report is at the printer"
    [evidence_, report_] = hall.printed
    assert (evidence_[0], evidence_[2]) == ("Hall", PaperSize.LETTER)
    assert "B-2" in evidence_[1]
    assert report_[2] is PaperSize.A4
    assert [one["format"] for one in bodies(closed, Kind.EXPORT)] == ["evidence", "report"]


def test_a_printer_that_takes_nothing_is_said_and_nothing_is_on_record(staff):
    paper = MakePaper(PaperForm.EVIDENCE, "B-2", printer="jammed")

    failed = carry_out(staff, paper, Tools(FakePrinter("jammed").printing))

    assert isinstance(failed, OrderFailed)
    assert "did not take it" in failed.sentence
    assert bodies(staff, Kind.EXPORT) == []


# --- rulings of other stations ------------------------------------------------------------------------------


@pytest.fixture
def several(staff, tmp_path):
    """The log of the folder, and that of station C."""
    build(day(2, letter="C"), tmp_path / "other")
    return Tools(logs=(staff.folder / "log.db", tmp_path / "other" / "log.db"))


def third(tools):
    """The ruling C-3, as a row of the list names it."""
    found = next(one for one in read_records(tools.logs[1]) if one.data.get("number") == "C-3")
    head = read_head(tools.logs[1])
    return write_address("C-3", head.station, head.epoch), (head.station, head.epoch, found.seq)


def test_a_ruling_of_another_station_is_shown_and_decided_on_in_the_log_of_this_folder(staff, several):
    which, key = third(several)
    before = several.logs[1].read_bytes()
    assert carry_out(staff, SeeRuling(which), several).shown.name == "C-3"
    assert carry_out(staff, OfferForms(which), several).offered.name == "C-3"

    done = carry_out(staff, replace(NOTE, subject=DecisionSubject(which)), several)

    assert isinstance(done, OrderDone), done
    [decided] = bodies(staff, Kind.DECISION)
    assert decided["about"] == {"station": key[0], "epoch": key[1], "seq": key[2]}
    shown = carry_out(staff, SeeRuling(which), several).shown
    assert len(shown.correctable) == 1
    assert "clock was not stopped" in " ".join(as_text(shown.sheet).split())
    assert several.logs[1].read_bytes() == before


def test_a_typed_number_is_found_in_whichever_log_has_it_and_not_guessed_at_where_two_have(
    staff, several, tmp_path
):
    assert carry_out(staff, SeeRuling("C-3"), several).shown.name == "C-3"
    assert carry_out(staff, SeeRuling("B-2"), several).shown.name == "B-2"
    assert "none of these" in carry_out(staff, SeeRuling("C-9999"), several).sentence

    build(day(3, letter="C"), tmp_path / "third")
    both = replace(several, logs=(*several.logs, tmp_path / "third" / "log.db"))

    assert "several of these" in carry_out(staff, SeeRuling("C-3"), both).sentence
    assert carry_out(staff, SeeRuling(third(both)[0]), both).shown.name == "C-3"


def test_a_report_over_several_logs_counts_them_together(staff, several):
    seen = carry_out(staff, SeeReport(ReportAsked()), several)

    assert not isinstance(seen, OrderFailed), seen
    assert "Station C" in as_text(seen.sheet)


def test_an_alert_on_the_evidence_names_the_earlier_ruling(staff):
    feed_story = day(closed=True, letter="D")
    build(feed_story, staff.folder.parent / "alerted")
    alerted = staff_at(staff.folder.parent / "alerted")
    answering = Answering(alerted.folder)
    found = answering.answer(AlertsWanted(Narrowing())).alerts
    later, earlier = next(pair for one in found for pair in one.rows if pair[1] is not None)

    shown = carry_out(alerted, SeeRuling(later.number)).shown

    assert f"The earlier one: {earlier.number}, {earlier.verdict}" in " ".join(as_text(shown.sheet).split())
