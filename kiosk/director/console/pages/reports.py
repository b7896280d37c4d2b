"""A report: about what, with which words, on which paper; and how it will look.

The rule guarded here: what is shown was made for what is chosen beside it.
"""

from kiosk.core.frozen import frozen
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.director.console.ruled import ReportAsked


@frozen
class ReportsPage:
    """*sheet*: the report as it was *asked*; None: not made yet."""

    asked: ReportAsked = ReportAsked()
    sheet: Sheet | None = None
