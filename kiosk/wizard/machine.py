"""One set-up, from the first question to a station.

How it works. The wizard is always on one page, its *state* (`states` says what each must answer; `asking` has
the questions, `saving` what follows the review). An *event* is a key, a mouse, a paste, or the answer to an
order. `step` gives it to the state and gets back the next one and *effects*: orders to the shell (`run`),
which carries each out and answers with events again.

    a question: AskingChoice (→ LookingAtList → ShowingFound) (→ ClockWrong) | AskingField | AskingPasscode |
          TryingKeys → the next one … → Reviewing ⇄ MoreMenu (⇄ DivisionMenu) → a question …
    Reviewing → GivingReason → AtWizardDoor → SavingSetup → SetupDone ⇄ ChoosingPaper ⇄ NamingPapers
    F10, from anywhere: WizardLeft

Which questions there are, in which order, and what an answer changes is in `questions`.

The rule it guards: nothing is ordered to be written but by `SaveSetup`, which only ENTER on a review with
nothing wrong in it leads to, and by `WritePapers`, after it.
"""

from dataclasses import replace

from kiosk.station.events import (
    StopAsked,
)
from kiosk.wizard import wording
from kiosk.wizard.asking import Reviewing, WizardLeft, leave
from kiosk.wizard.draft import WizardKnown
from kiosk.wizard.events import LeaveWanted, WizardEvent, WizardReply
from kiosk.wizard.pages import WizardClock, WizardPage
from kiosk.wizard.saving import take_setup
from kiosk.wizard.states import WizardNext, WizardState


def step(state: WizardState, event: WizardEvent, now_ms: int, known: WizardKnown) -> WizardNext:
    """What the wizard becomes on *event*, and what must now be done."""
    if isinstance(state, WizardLeft):
        return state, ()
    if isinstance(event, LeaveWanted | StopAsked):
        return leave()
    if isinstance(event, WizardReply):
        return state.on_answer(event, now_ms, known)
    if isinstance(state, Reviewing) and state.takes(event):
        return take_setup(state.draft, known)
    return state.act(event, now_ms, known)


def wizard_page(state: WizardState, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
    """The page of *state*, with what stands on every page."""
    body = state.page(now_ms, known, clock)
    stored = wording.STORED if state.is_stored else wording.NOT_STORED
    footer = (wording.SET_UP_FOOT, stored, clock.minute)
    return replace(body, page=replace(body.page, keys=(*body.page.keys, wording.LEAVE), footer=footer))
