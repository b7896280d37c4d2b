"""A division as the station runs it: its rule set, penalty and lists. It says who the lists are and cannot
look a word up: that needs the `WordSource`, which only the adjudication is given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiosk.core.challenge.ruling import Adjudication, ListStamp, RuleStamp, RulingFlag, Verdict
from kiosk.core.log.canonical import Json
from kiosk.core.rules.penalties import Penalty, consequence_line
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.words.lexicon import LexiconIdentity
from kiosk.core.words.play import Word


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
    flags: tuple[RulingFlag, ...] = ()

    @property
    def list_name(self) -> str:
        """The list's name as players know it."""
        return self.lexicon.edition or self.lexicon.name

    @property
    def rule_stamp(self) -> RuleStamp:
        return RuleStamp(self.rules.id, self.rules.fingerprint, self.penalty.id)

    def ruled(self, words: tuple[Word, ...], verdict: Verdict, method: str) -> Adjudication:
        """The ruling on *words* by this division's list, rule set and penalty; the rest is the caller's to
        add."""
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
        return division_on_record(self.id, self.rules, self.penalty.id, self.lexicon, self.long_lexicon)


def division_on_record(
    id: str, rules: RuleSet, penalty: str, main: LexiconIdentity, long: LexiconIdentity | None
) -> dict[str, Json]:
    return {
        "id": id,
        "rules": {"id": rules.id, "fingerprint": rules.fingerprint},
        "penalty": penalty,
        "lexicon": _list_on_record(main),
        "long_lexicon": None if long is None else _list_on_record(long),
    }


def _list_on_record(identity: LexiconIdentity) -> dict[str, Json]:
    return {"id": identity.id, "edition": identity.edition, "fingerprint": identity.fingerprint}


def exchanged(divisions: Sequence[Division], recorded: Mapping[str, Json] | None) -> str | None:
    """Which division no longer has the rule set or the lists of its `set_up` record, in words; None if all
    have, or if the record (its data: *recorded*) does not say."""
    before = recorded.get("divisions") if recorded else None
    if not isinstance(before, list):
        return None
    now = [division.on_record() for division in divisions]
    for division, record, known in zip(divisions, now, before, strict=False):
        if record != known:
            same_rules = isinstance(known, dict) and known.get("rules") == record["rules"]
            what = "word list" if same_rules else "rule set"
            return f"The {what} of {division.name} is not the one that was set up."
    return None


def stamp(identity: LexiconIdentity) -> ListStamp:
    """*identity* as it goes into a record."""
    return ListStamp(identity.id, identity.name, identity.edition, identity.fingerprint)
