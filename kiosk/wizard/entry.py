"""Keys on a page of options and in a field, alike on every page of the wizard."""

from kiosk.base.fields import Unfit
from kiosk.base.frozen import frozen
from kiosk.station import events
from kiosk.station.closed import LONGEST_PASSCODE
from kiosk.station.wording import CAPS_LOCK
from kiosk.wizard.events import OptionClicked, Pasted, Pressed

PICK = "Press a number, or ↑ ↓ and ENTER"
# Somebody types a text, such as a path, that this page has no field for: neither a digit of it nor the ENTER
# after it is an answer.
STRAY = "Letters are not taken here. Press ↑ or ↓ first, then a number or ENTER"
LONGEST_TYPED = 500  # more than any field takes, so that what is too long is told


@frozen
class Pick:
    """Where the cursor is now; *taken*: that is the answer."""

    place: int
    taken: bool = False


@frozen
class Edit:
    typed: str
    fresh: bool = False


def pick(key: Pressed, cursor: int, count: int, notice: str = "") -> Pick | None:
    """What *key* does among *count* options; None: nothing. *notice*: what is said beside them."""
    if notice == STRAY and isinstance(key, events.EnterPressed | events.Typed):
        return None
    if isinstance(key, events.UpPressed):
        return Pick(max(0, cursor - 1))
    if isinstance(key, events.DownPressed):
        return Pick(min(count - 1, cursor + 1))
    if isinstance(key, events.EnterPressed):
        return Pick(cursor, taken=True)
    if isinstance(key, OptionClicked):
        return Pick(key.place, taken=True) if 0 <= key.place < count else None
    if isinstance(key, events.Typed) and key.digit is not None and 1 <= key.digit <= count:
        return Pick(key.digit - 1, taken=True)
    return None


def hint_for(key: Pressed, notice: str) -> str:
    """What is said to a *key* that picks nothing, after *notice*."""
    return STRAY if types_text(key) or notice == STRAY else PICK


def types_text(key: Pressed) -> bool:
    """Whether *key* writes something that is no number of an option."""
    return isinstance(key, events.SpacePressed | Pasted) or (
        isinstance(key, events.Typed) and key.digit is None
    )


def goes_back(key: Pressed, typed: str = "") -> bool:
    """Whether *key* leads to the page before: ESC does, and Backspace where there is nothing to delete."""
    if isinstance(key, events.BackspacePressed):
        return not typed and not key.repeated
    return isinstance(key, events.EscapePressed)


def leaves(key: Pressed, notice: str) -> bool:
    """Whether *key* leads back from a page of options; the Backspace that takes back a text does not."""
    return goes_back(key, notice if notice == STRAY else "")


def edit(key: Pressed, typed: str, *, fresh: bool) -> Edit | None:
    """What stands in a field after *key*; None: the key writes nothing. What was only put there goes with the
    first character."""
    if isinstance(key, events.BackspacePressed):
        return Edit(typed[:-1])
    before = "" if fresh else typed
    if isinstance(key, events.Typed) and key.text.isprintable():
        return Edit(f"{before}{key.text}"[:LONGEST_TYPED])
    if isinstance(key, events.SpacePressed):
        return Edit(f"{before} "[:LONGEST_TYPED])
    if isinstance(key, Pasted):
        line = " ".join(key.text.split("\n")[0].split("\r")[:1]).strip()
        return Edit(f"{before}{''.join(sign for sign in line if sign.isprintable())}"[:LONGEST_TYPED])
    return None


def edit_secret(key: Pressed, typed: str, message: str) -> tuple[str, str]:
    """A passcode and what is said beside it, after *key*. Nothing is pasted into it."""
    if isinstance(key, events.BackspacePressed):
        return typed[:-1], message
    if len(typed) >= LONGEST_PASSCODE:
        return typed, message
    if isinstance(key, events.Typed):
        hint = CAPS_LOCK if key.caps or (message == CAPS_LOCK and not key.text.isalpha()) else ""
        return typed + key.text, hint
    if isinstance(key, events.SpacePressed) and typed:
        return f"{typed} ", ""
    return typed, message


def refusal(typed: str, unfit: Unfit) -> str:
    """Why *typed* is not taken."""
    return f"It {unfit}." if not typed else f"“{typed[:40]}” is not taken: it {unfit}."
