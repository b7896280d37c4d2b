"""A division as the station runs it: its rule set, penalty and lists. It says which lists they are but cannot
look a word up: that takes the `WordSource`, which only the adjudication gets."""

from enum import StrEnum

from kiosk.core.challenge.ruling import Adjudication, ListStamp, RuleStamp, RulingFlag, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.rules.penalties import Penalty, consequence_line
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.settings import Colour
from kiosk.core.words.lexicon import LexiconIdentity
from kiosk.core.words.play import Word


class ListStanding(StrEnum):
    """What a list is to the rulebook that a division plays by."""

    OFFICIAL = "official"  # the edition it names, or a later one that it lets take its place
    LATER = "later"  # than the one it names and does not let change
    OLDER = "older"
    FOREIGN = "foreign"  # of another family, or for another kind of division
    UNKNOWN = "unknown"


@frozen
class Division:
    """*banner*: what players must know about the list before they trust it; *flags* say the same in the log.
    *needs_book*: only print settles a long word that the list lacks. *confirmed*: the director vouches for
    a list that is later than the one the rulebook names."""

    id: str
    name: str
    rules: RuleSet
    penalty: Penalty
    lexicon: LexiconIdentity
    long_lexicon: LexiconIdentity | None = None
    colour: Colour | None = None
    banner: str = ""
    flags: tuple[RulingFlag, ...] = ()
    needs_book: bool = False
    kind: DivisionKind = DivisionKind.MAIN
    standing: ListStanding = ListStanding.OFFICIAL
    confirmed: bool = False

    @property
    def list_name(self) -> str:
        """The list's name as players know it."""
        return self.lexicon.edition or self.lexicon.name

    @property
    def book(self) -> str:
        """Where a person looks up a long word that the list lacks; empty where the lists settle it."""
        return (self.rules.lexicon.reference(self.kind).long_name or "") if self.needs_book else ""

    @property
    def lists(self) -> tuple[LexiconIdentity, ...]:
        """The lists it judges by, the main one first."""
        return (self.lexicon,) if self.long_lexicon is None else (self.lexicon, self.long_lexicon)

    @property
    def rule_stamp(self) -> RuleStamp:
        return RuleStamp(self.rules.id, self.rules.fingerprint, self.penalty.id)

    def ruled(self, words: tuple[Word, ...], verdict: Verdict, method: str) -> Adjudication:
        """The ruling on *words* by this division's list, rule set and penalty; the caller adds the rest."""
        return Adjudication(
            words=words,
            declared=len(words),
            verdict=verdict,
            method=method,
            lexicon=stamp(self.lexicon),
            long_lexicon=stamp(self.long_lexicon) if self.long_lexicon else None,
            rules=self.rule_stamp,
            consequence=consequence_line(self.rules, self.penalty, verdict, len(words)) or None,
        )

    def on_record(self) -> dict[str, Json]:
        """What a `set_up` record says of the division: ids and fingerprints."""
        long = self.long_lexicon
        return {
            "id": self.id,
            "rules": {"id": self.rules.id, "fingerprint": self.rules.fingerprint},
            "penalty": self.penalty.id,
            "lexicon": _list_on_record(self.lexicon),
            "long_lexicon": None if long is None else _list_on_record(long),
            # What most divisions lack stays out, as in older records.
            **({} if self.kind is DivisionKind.MAIN else {"kind": self.kind.value}),
            **({"confirmed": self.lexicon.edition} if self.confirmed else {}),
        }


def _list_on_record(identity: LexiconIdentity) -> dict[str, Json]:
    return {"id": identity.id, "edition": identity.edition, "fingerprint": identity.fingerprint}


def stamp(identity: LexiconIdentity) -> ListStamp:
    """*identity* as it goes into a record."""
    return ListStamp(identity.id, identity.name, identity.edition, identity.fingerprint)
