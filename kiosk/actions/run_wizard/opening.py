"""What the wizard must know before its first page, or why it does not start.

Rules it guards: while an event is open its set-up is frozen; a set-up that was changed by hand is not taken
over in silence. Nothing is written.
"""

from pathlib import Path

from kiosk.actions.rules import rule_sets
from kiosk.actions.set_up import present_setup
from kiosk.actions.staff import open_access
from kiosk.core.log.clock import Clock
from kiosk.core.setup.schedule import local_time
from kiosk.errors import SetupError
from kiosk.lockdown.desktop import facts_here
from kiosk.lockdown.escapes.examine import examine
from kiosk.storage.setup.file import load_settings
from kiosk.wizard.values import WizardKnown

PAPER_FOLDER = "challenge-kiosk-paper"


def open_wizard(folder: Path, clock: Clock, *, has_screen: bool) -> WizardKnown:
    """What the wizard for the station in *folder* begins with; or KioskError."""
    event = present_setup(folder).event
    if event is not None:
        raise SetupError(
            f"The event “{event.name}” is open, so its set-up is frozen. Close the event with “kiosk event "
            "close”, then change the set-up."
        )
    now = clock()
    reaches = examine(facts_here(True)).level
    return WizardKnown(
        rules=tuple(rule_sets(folder).usable),
        present=load_settings(folder),
        passcode_set=open_access(folder, clock).is_set(),
        today=local_time(now.at, now.offset_min)[:10],
        reaches=reaches,
        doctor=f"The doctor says: a station started here reaches “{reaches}”.",
        papers=str(Path("~") / PAPER_FOLDER),
        has_screen=has_screen,
    )
