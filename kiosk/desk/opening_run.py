"""Opens everything a desk rules with, as the station does, or says in one sentence why it does not start.

Rules it guards: the desk is the only writer of its log for as long as it runs; a set-up, list or rule set
that was changed behind the program's back judges nothing; where staff have nothing to rule on there is
none.
"""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.desk.states import DeskSetting
from kiosk.errors import LogError, RuleSetError, SetupError
from kiosk.log.bodies import StoppedBody
from kiosk.setup.integrity import Change, InForce, changes
from kiosk.setup.store import WHEN_CHANGED
from kiosk.station.opening_run import Opened, Opening, ScreenAtStart

HOLDER = "kiosk desk"
DESK = "desk"


@frozen
class OpenedDesk:
    """*remark*: what the judge must know of a set-up that nobody vouches for; mostly empty."""

    opening: Opening
    opened: Opened
    setting: DeskSetting
    remark: str = ""
    folder: Path = Path()


def open_desk(folder: Path, clock: Clock, qt: str, *, windowed: bool) -> OpenedDesk:
    """The desk of the station in *folder*, whose log it keeps from now on; or KioskError, and nothing is
    kept."""
    opening = Opening(folder, clock, ScreenAtStart(qt, windowed, DESK), holder=HOLDER)
    try:
        return replace(_open_desk(opening), folder=folder)
    except BaseException:
        close_log(opening, "refused")
        raise


def _open_desk(opening: Opening) -> OpenedDesk:
    opened = opening.open()
    procedure, context = opened.procedure, opened.context
    changed = changes(InForce(opened.digest, procedure.divisions), opened.standing.past.setup)
    if changed is not None and changed.what is not Change.UNRECORDED:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    setting = DeskSetting(
        procedure.divisions,
        context.settings.letter,
        unguarded=procedure.unguarded,
        ask_table=procedure.ask_table,
    )
    if not setting.offered:
        titles = sorted({division.rules.short_title for division in procedure.divisions})
        raise RuleSetError(
            f"{', '.join(titles)} leaves no adjudication to staff, so there is nothing to do at a desk. Set "
            "up a rule set with a method for staff (“kiosk rules list”)."
        )
    opening.look_at_access(opened)
    return OpenedDesk(opening, opened, setting, "" if changed is None else changed.sentence)


def close_log(opening: Opening, how: str) -> None:
    """Let another program write; *how* the desk ended is on record if the log can take it."""
    with suppress(LogError):
        opening.log.append(StoppedBody(how))
    opening.log.close()
