"""What the wizard works with: the answers so far, what is offered, what it was told of lists and set-up.

The rule it guards: no passcode stands in any of these; whoever carries out its orders keeps the hash.
"""

from kiosk.base.frozen import frozen
from kiosk.rules.choices import DivisionKind
from kiosk.rules.ruleset import RuleSet
from kiosk.setup.divisions import ListStanding
from kiosk.setup.settings import (
    DivisionSettings,
    Profile,
    Protection,
    Settings,
)


@frozen
class WizardOption:
    """One of several answers. *aside*: what to know before it is taken."""

    value: str
    text: str
    aside: str = ""


@frozen
class ListOffer:
    """A word list to choose: one that is here (*key*: its id), or a file (*key*: its path). *typed*: somebody
    typed where it is; it comes last, so that no number changes its meaning."""

    key: str
    text: str
    aside: str = ""
    is_file: bool = False
    typed: bool = False


@frozen
class ListFound:
    """A list as it was looked at for one division. *says*: which edition it is; *named*: what the rulebook
    names; *meant*: the kind of division that such a list is for."""

    id: str
    name: str
    edition: str | None
    words: int
    says: str
    standing: ListStanding
    named: str
    meant: DivisionKind = DivisionKind.MAIN


@frozen
class WeighedSetup:
    """A set-up before it is taken: its code, *facts* to read through, *notes* to know. *fault*: why it cannot
    be taken, else empty."""

    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    code: str = ""
    fault: str = ""


@frozen
class WizardKnown:
    """What does not change while the wizard runs. *present*: the set-up that is changed, if there is one;
    *today*: the local date; *reaches*, *doctor*: how well this machine can be protected, and that in words;
    *papers*: where paper goes if nobody says otherwise; *has_screen*: a station can be shown."""

    rules: tuple[RuleSet, ...]
    present: Settings | None = None
    passcode_set: bool = False
    today: str = "2026-01-01"
    reaches: Protection = Protection.DEMONSTRATION
    doctor: str = ""
    papers: str = ""
    has_screen: bool = True

    def rule_set(self, id: str) -> RuleSet | None:
        return next((rules for rules in self.rules if rules.id == id), None)


@frozen
class Draft:
    """The answers so far. *at*: which division the questions are about; *lists*: what was found to choose;
    *before*: the settings when the present questions began; *kept*: a new passcode was typed twice."""

    settings: Settings
    at: int = 0
    lists: tuple[ListOffer, ...] = ()
    before: Settings | None = None
    kept: bool = False

    @property
    def division(self) -> DivisionSettings:
        return self.settings.divisions[self.at]


FIRST_LETTER = "A"


def first_settings() -> Settings:
    """Where a station begins that nobody has set up: the answers that most clubs would give."""
    return Settings(
        FIRST_LETTER,
        usual_name(FIRST_LETTER),
        Profile.CLUB,
        (DivisionSettings("open", "Open", "", "", ""),),
        protection=Protection.DEMONSTRATION,
    )


def usual_name(letter: str) -> str:
    return f"Station {letter}"
