"""The docket goes out at the desk: printed on a printer chosen once a shift, or kept."""

from tests.support.adjudicator import DeskRig


def at_docket() -> DeskRig:
    return DeskRig().sign_on().keys("12cat\n\t④")


def test_a_printer_is_chosen_once_a_shift_and_then_prints_by_one_key():
    rig = at_docket().keys("p")
    rig.printers.answer()
    chooses = rig.page.page.keys
    rig.keys("2")
    rig.printers.answer()
    told = rig.page.page.notice

    rig.keys("\n\n13dog\n\t④p")

    assert [key.does for key in chooses[:2]] == ["Hall", "Desk"]
    assert told == "Docket B-1 has gone to Desk."
    assert [(name, title) for name, title, _ in rig.printers.printed] == [
        ("Desk", "Docket B-1"),
        ("Desk", "Docket B-2"),
    ]
    assert "CAT" in rig.printers.printed[0][2]


def test_the_only_printer_there_is_needs_no_choosing():
    rig = at_docket()
    rig.printers.names = ("Hall",)
    rig.keys("p").printers.answer()

    assert rig.printers.printed[0][0] == "Hall"


def test_without_a_printer_the_page_says_how_to_save_it():
    rig = at_docket()
    rig.printers.names = ()
    rig.keys("p").printers.answer()

    assert rig.page.page.notice == "This computer knows no printer. S saves it as a file."


def test_whoever_would_not_wait_for_a_printer_goes_back_and_its_answer_disturbs_nothing():
    rig = at_docket().keys("p\x1b\n13dog")
    before = rig.state

    rig.printers.answer()

    assert rig.state == before
    assert rig.printers.printed == []


def test_a_docket_is_printed_once_however_often_the_key_is_pressed_meanwhile():
    rig = at_docket()
    rig.printers.names = ("Hall",)
    rig.keys("p").printers.answer()

    rig.keys("ppspp")

    assert len(rig.printers.printed) == 1


def test_what_a_printer_says_is_told_and_another_one_can_be_chosen():
    rig = at_docket().keys("p")
    rig.printers.answer()
    rig.printers.refuses = "The printer Hall did not take it: no paper."
    rig.keys("1").printers.answer()
    said = rig.page.page.notice

    rig.keys("o").printers.answer()
    rig.keys("2")

    assert said == "The printer Hall did not take it: no paper."
    assert [name for name, _, _ in rig.printers.printed] == ["Hall", "Desk"]
