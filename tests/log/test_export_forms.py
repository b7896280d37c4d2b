"""Every form of an export is declared once, and whoever offers one reads it there."""

from kiosk.console.wording import NO_TARGET
from kiosk.log.export_writer import Heading, write_records
from kiosk.log.filters_command import WHOLE_LOG, export_command
from kiosk.log.forms import ExportForm, form_of


def test_the_command_line_and_the_console_offer_every_form() -> None:
    [option] = [option for option in export_command.params if option.name == "form"]

    assert tuple(option.type.choices) == (*ExportForm, WHOLE_LOG)  # type: ignore[attr-defined]
    assert all(form.suffix in NO_TARGET for form in ExportForm)


def test_the_name_of_a_file_says_its_form_and_no_two_have_one_ending() -> None:
    assert [form_of(f"/media/stick/Rulings{form.suffix.upper()}") for form in ExportForm] == [*ExportForm]
    assert [form_of(name) for name in ("rulings", "rulings.exe", "/a.csv/x", "/a/.csv")] == [None] * 4


def test_every_form_is_written_even_of_nothing() -> None:
    heading = Heading("Challenge log", "All.", "Intact.", "The log does not hold.")

    assert all("The log does not hold." in "".join(write_records(form, (), heading)) for form in ExportForm)
