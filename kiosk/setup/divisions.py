"""A division as the station runs it: its rule set, penalty and lists, and whether they fit together."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import assert_never

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.rules.choices import DivisionKind, LongBy, RulebookStatus
from kiosk.rules.penalties import Penalty, consequence_line
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Adjudication, ListStamp, RuleStamp, RulingFlag, Verdict
from kiosk.setup.settings import Colour, DivisionSettings
from kiosk.words.play import LexiconIdentity, Word

# ---- division ----------------------------------------------------------------------------------------------
# A division as the station runs it: its rule set, penalty and lists. It says which lists they are but cannot
# look a word up: that takes the `WordSource`, which only the adjudication gets.


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

    def rule(self, words: tuple[Word, ...], verdict: Verdict, method: str) -> Adjudication:
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


# ---- fit ---------------------------------------------------------------------------------------------------
# Whether a division's rule set, penalty and lists fit together.
#
# What the rule set does not allow is refused. A list that the rulebook does not name is the director's
# choice: it is accepted, said aloud and put on record.


def misfit(
    chosen: DivisionSettings, rules: RuleSet, main: LexiconIdentity, standing: ListStanding
) -> tuple[str, str] | None:
    """The key of *chosen* that cannot be used under *rules* with the list *main*, and why, or None."""
    if not rules.lexicon.knows(chosen.kind):
        return chosen.kind.value, f"“{rules.id}” has no part for {chosen.kind} divisions; leave it out"
    faults = (
        ("penalty", _penalty_fault(chosen, rules)),
        ("long", _long_fault(chosen, rules)),
        ("confirmed", _confirmed_fault(chosen, main, standing)),
    )
    return next(((key, why) for key, why in faults if why), None)


def _penalty_fault(chosen: DivisionSettings, rules: RuleSet) -> str:
    rule, international = rules.penalty, chosen.kind is DivisionKind.INTERNATIONAL
    options = rule.options_for(international=international)
    if chosen.penalty not in options:
        declared = (
            ""
            if international or chosen.penalty not in rule.international_options
            else ("; a division with international = true may have it")
        )
        return (
            f"“{chosen.penalty}” is not an option of “{rules.id}” here; "
            f"it has: {', '.join(options)}{declared}"
        )
    if chosen.penalty in rule.without_amounts():
        return (
            f"“{rules.id}” does not say how much “{chosen.penalty}” is; a rule set of your own "
            "that inherits it can"
        )
    return ""


def _long_fault(chosen: DivisionSettings, rules: RuleSet) -> str:
    reference = rules.lexicon.reference(chosen.kind)
    if chosen.long is None or reference.long_by is LongBy.LIST:
        return ""
    if reference.long_by is LongBy.BOOK:
        return (
            f"under “{rules.id}” long words are looked up in {reference.long_name}, "
            "and no list takes its place; leave it out"
        )
    return f"“{rules.id}” has no second list for long words here; leave it out"


def _confirmed_fault(chosen: DivisionSettings, main: LexiconIdentity, standing: ListStanding) -> str:
    if chosen.confirmed is None:
        return ""
    if chosen.confirmed != main.edition:
        return f"it is “{chosen.confirmed}”, but the list is “{main.edition or main.name}”"
    if standing not in (ListStanding.LATER, ListStanding.OFFICIAL):
        return (
            f"“{chosen.confirmed}” is not later than the list the rulebook names; "
            "it can be used, but not confirmed"
        )
    return ""


def why_not_together(divisions: Sequence[Division]) -> str | None:
    """Why one station cannot hold all of *divisions*, or None: at a station either players look words up
    themselves, or staff do."""
    players = next((division for division in divisions if division.rules.self_lookup), None)
    staff = next((division for division in divisions if not division.rules.self_lookup), None)
    if players is None or staff is None:
        return None
    return (
        f"in “{players.name}” ({players.rules.id}) players look words up themselves, in “{staff.name}” "
        f"({staff.rules.id}) only a {staff.rules.terms.judge} rules; one station cannot be for both, "
        "so set up two"
    )


# ---- what the director should know -------------------------------------------------------------------------


def notes(division: Division) -> tuple[str, ...]:
    """What the director should know of *division* before players rely on it."""
    return tuple(f"{division.name}: {note}" for note in _notes(division))


def _notes(division: Division) -> Iterator[str]:
    rules = division.rules
    reference = rules.lexicon.reference(division.kind)
    if rules.status == RulebookStatus.DRAFT:
        yield f"{rules.id} is a draft, not a rulebook in force."
    if not rules.self_lookup:
        yield f"Players look nothing up under {rules.id}: the {rules.terms.judge} rules, with “kiosk judge”."
    yield from _list_notes(division)
    if division.needs_book:
        yield (
            f"Words of {reference.long_from} or more letters that are not in the list are referred "
            f"to the {rules.terms.judge}, who looks in: {division.book}."
        )
    if division.penalty.id in rules.penalty.non_standard and rules.penalty.non_standard_note:
        yield rules.penalty.non_standard_note


def _list_notes(division: Division) -> Iterator[str]:
    """What is to be said of the list: whether the rulebook names it, and what the director can do."""
    rules, main = division.rules, division.lexicon
    reference = rules.lexicon.reference(division.kind)
    told = "players see a banner and every ruling is flagged"
    match division.standing:
        case ListStanding.OFFICIAL:
            return
        case ListStanding.LATER if division.confirmed:
            yield f"{main.edition} in place of {reference.named}, as the director confirmed."
        case ListStanding.LATER:
            yield (
                f"{rules.id} names {reference.named} and speaks of no later list: {told}. "
                f'If {main.edition} is the list in force, confirm it: confirmed = "{main.edition}".'
            )
        case ListStanding.OLDER:
            yield f"{main.edition} is not the list {rules.id} names ({reference.named}), nor later: {told}."
        case ListStanding.UNKNOWN:
            yield f"“{main.name}” is not a list this program recognises ({main.words:,} words): {told}."
        case ListStanding.FOREIGN:
            yield f"{main.edition} is not a list {rules.id} names here ({reference.named}): {told}."
            meant = rules.lexicon.propose(main.family)
            if meant is not division.kind and meant is not DivisionKind.MAIN:
                yield f"If this is one of the {meant} divisions of {rules.id}, say so: {meant} = true."
        case _:
            assert_never(division.standing)
