"""The forms in which records are given out: as other programs read them, or as a page for people."""

from enum import StrEnum
from typing import Self


class ExportForm(StrEnum):
    """Every form, in the order in which it is offered, spelled as on the command line. *suffix*: how the name
    of such a file ends; *whose*: the program that it is for, where the ending does not say so."""

    CSV = "csv", ".csv"
    JSON = "json", ".json"
    JSONL = "jsonl", ".jsonl"
    HTML = "html", ".html"
    ZYZZYVA = "zyzzyva", ".txt", "Zyzzyva's"

    suffix: str
    whose: str

    # The default of *suffix* is never used: it lets mypy see that ExportForm("csv") takes the value alone.
    def __new__(cls, value: str, suffix: str = "", whose: str = "") -> Self:
        form = str.__new__(cls, value)
        form._value_ = value
        form.suffix, form.whose = suffix, whose
        return form


def form_of(target: str) -> ExportForm | None:
    """The form that the name of a file asks for; None: none that is known."""
    stem, dot, ending = target.rpartition("/")[2].rpartition(".")
    suffix = f"{dot}{ending}".lower() if stem else ""
    return next((form for form in ExportForm if form.suffix == suffix), None)


def no_form() -> str:
    """What to say of a file whose name asks for none."""
    return f"Name a file: its ending says the form, {endings()}."


def endings() -> str:
    """How the name of a file may end, as people read it."""
    *others, last = (f"{form.suffix} ({form.whose})" if form.whose else form.suffix for form in ExportForm)
    return f"{', '.join(others)} or {last}"
