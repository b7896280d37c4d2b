"""What a card is of: a rulebook as it stands, or a division of a station that is set up."""

from kiosk.core.frozen import frozen
from kiosk.core.rules.penalties import Penalty
from kiosk.core.rules.ruleset import RuleSet


@frozen
class InUse:
    """What a set-up adds to its rulebook. *key*: what players press for the division, where there are
    several; *warning*: what they must know of the list before they trust it."""

    division: str
    lists: tuple[str, ...]
    setup_code: str
    event: str = ""
    warning: str = ""
    key: int | None = None
    asks_table: bool = False
    school: bool = False


@frozen
class Subject:
    """A rule set with the penalty of a failed challenge, and the set-up where there is one."""

    rules: RuleSet
    penalty: Penalty
    international: bool = False
    in_use: InUse | None = None

    @property
    def named_list(self) -> tuple[str, str]:
        """The edition that the rulebook prints for such a division, and its clause."""
        lexicon = self.rules.lexicon
        if self.in_use is not None and self.in_use.school:
            return lexicon.school_named, self.rules.clause("lexicon.school_named")
        if self.international:
            return lexicon.international_named, self.rules.clause("lexicon.international_named")
        return lexicon.main_named, self.rules.clause("lexicon.main_named")
