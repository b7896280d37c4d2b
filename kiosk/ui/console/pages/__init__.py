"""One file a page. `PAGES` says which widget draws which page of the machine."""

from collections.abc import Mapping

from kiosk.director.console.values import PageId
from kiosk.ui.console.pages.alerts import AlertsView
from kiosk.ui.console.pages.base import ConsolePage
from kiosk.ui.console.pages.integrity import IntegrityView
from kiosk.ui.console.pages.log import LogView
from kiosk.ui.console.pages.now import NowView
from kiosk.ui.console.pages.reports import ReportsView
from kiosk.ui.console.pages.ruling import RulingView

PAGES: Mapping[PageId, type[ConsolePage]] = {
    PageId.NOW: NowView,
    PageId.LOG: LogView,
    PageId.ALERTS: AlertsView,
    PageId.INTEGRITY: IntegrityView,
    PageId.RULING: RulingView,
    PageId.REPORTS: ReportsView,
}
