"""A division as the station runs it: its rule set, penalty and lists. It says who the lists are and cannot
look a word up: that needs the `WordSource`, which only the adjudication is given."""

from dataclasses import dataclass

from kiosk.core.lexicon import LexiconIdentity
from kiosk.core.penalties import Penalty
from kiosk.core.rules import RuleSet
from kiosk.core.ruling import ListStamp, RuleStamp


@dataclass(frozen=True, slots=True)
class Division:
    """*banner*: what players must know of the list before they trust it; *flags* tell the log the same."""

    id: str
    name: str
    rules: RuleSet
    penalty: Penalty
    lexicon: LexiconIdentity
    long_lexicon: LexiconIdentity | None = None
    colour: str | None = None
    banner: str = ""
    flags: tuple[str, ...] = ()

    @property
    def list_name(self) -> str:
        """The list's name as players know it."""
        return self.lexicon.edition or self.lexicon.name

    @property
    def rule_stamp(self) -> RuleStamp:
        return RuleStamp(self.rules.id, self.rules.fingerprint, self.penalty.id)


def stamp(identity: LexiconIdentity) -> ListStamp:
    """*identity* as it goes into a record."""
    return ListStamp(identity.id, identity.name, identity.edition, identity.fingerprint)
