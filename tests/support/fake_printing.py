"""A printer that prints nothing: what it was given can be looked at."""

from kiosk.errors import OutputError
from kiosk.paper.actions import Printing
from kiosk.paper.text import as_text


class FakePrinter:
    """Printers *names*; one called "jammed" takes nothing."""

    def __init__(self, *names):
        self.names, self.printed = names, []

    def print_on(self, name, sheet, paper):
        if name == "jammed":
            raise OutputError("The printer jammed did not take it.")
        self.printed.append((name, as_text(sheet), paper))

    def print_docket(self, name, title, lines):
        if name == "jammed":
            raise OutputError("The printer jammed did not take it.")
        self.printed.append((name, title, lines))

    def pdf(self, sheet, paper):
        return b"%PDF-" + sheet.title.encode()

    @property
    def printing(self):
        return Printing(
            lambda sheet, paper: b"%PDF-" + sheet.title.encode(),
            lambda: self.names,
            self.print_on,
            self.print_docket,
        )


FAKE_PRINTING = FakePrinter("Hall", "Office").printing
