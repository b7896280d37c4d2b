"""A rule set as a value: what one rulebook says about challenges, each part with its clause.

Nothing here knows which rulebooks exist. Everything in which they differ is data; code asks a `RuleSet`.
`rule_build` makes one from a file's content.
"""

from dataclasses import dataclass, field

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.rules.remedies import (
    AfterChallenge,
    Compensation,
    Decision,
    Entry,
    ImproperLookup,
    Misadjudication,
    Placement,
    Review,
    Step,
)


@dataclass(frozen=True, slots=True)
class Method:
    """One way to adjudicate: who types, who checks, who presses, and until when the words may change."""

    id: str
    name: str
    adjudication_key: str
    typed_by: str
    pressed_by: str
    verified_by: str
    slip: str
    edit_until: str
    consent: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """The rulebook's own words for people and things."""

    clock: str
    stopped: str
    director: str
    judge: str
    challenger: str
    challenged: str
    slip: str
    look_up: str


@dataclass(frozen=True, slots=True)
class Prompts:
    """Station lines of at most five words; an empty one is not shown under this rule set."""

    clock: str
    tiles: str
    slip: str
    silence: str
    type_words: str
    check: str
    press: str
    board: str
    blank: str
    only_declared: str
    binding: str
    must_adjudicate: str
    placement: str
    manual: str
    again: str
    doubt: str
    after_acceptable: str
    after_unacceptable: str
    mark_slip: str


@dataclass(frozen=True, slots=True)
class VerdictWords:
    acceptable: str
    unacceptable: str
    refer: str
    acceptable_mark: str
    unacceptable_mark: str
    marked_on: str
    secrecy: str

    def word(self, verdict: Verdict) -> str:
        """The one word or line that says *verdict*."""
        return {
            Verdict.ACCEPTABLE: self.acceptable,
            Verdict.UNACCEPTABLE: self.unacceptable,
            Verdict.REFER: self.refer,
        }[verdict]


@dataclass(frozen=True, slots=True)
class Consequence:
    """The lines of the result screen; {points} and {seconds} stand for the amount."""

    unacceptable: str
    lose_turn: str
    gain: str
    loss: str
    seconds: str
    none: str
    history: str


@dataclass(frozen=True, slots=True)
class LexiconRule:
    """Word sources by family; *…_named* is the edition printed in the rulebook.

    *long_by_book*: while no long list is loaded, only the printed reference can settle a long word.
    """

    families: tuple[str, ...]
    main_named: str
    international: tuple[str, ...]
    international_named: str
    school: tuple[str, ...]
    school_named: str
    long_name: str | None
    long_from: int | None
    long_by_book: bool

    def is_international(self, family: str | None) -> bool:
        """Whether a division on *family* plays by the rulebook's part on the international lexicon."""
        return family in self.international and family not in self.families

    def long_in_print(self, family: str | None, holds_long: bool) -> bool:
        """Whether only print settles a long word that the list lacks: not if the list *holds_long* ones all,
        and not on the international lexicon, which is one list."""
        return self.long_by_book and not holds_long and not self.is_international(family)


@dataclass(frozen=True, slots=True)
class PenaltyRule:
    """What a failed challenge may cost. *options* holds the standard ones and then the *non_standard*."""

    default: str
    options: tuple[str, ...]
    non_standard: tuple[str, ...]
    non_standard_note: str
    international_options: tuple[str, ...]
    applied_to: str
    scope: str
    ladder: tuple[int, ...]
    time_s: int | None
    success: str
    success_international: str

    def without_amounts(self) -> tuple[str, ...]:
        """The penalties whose size this rulebook leaves open."""
        sizes = {"ladder": self.ladder, "time": self.time_s}
        return tuple(id for id, size in sizes.items() if not size)

    def options_for(self, *, international: bool) -> tuple[str, ...]:
        return self.international_options if international else self.options


@dataclass(frozen=True, slots=True)
class Challenge:
    binding: tuple[str, ...]
    concession: str
    words_together: bool
    lost_challenge_zero: str


@dataclass(frozen=True, slots=True)
class CardText:
    """What stands on the printed station card beside the steps."""

    steps: tuple[Step, ...]
    not_settled: tuple[Step, ...]
    judge_checks: tuple[Step, ...]
    briefing: str
    clock_watch: str
    third_party: str
    tiles: str
    drawing: str
    restart: str
    restart_international: str
    special_needs: str
    device_rules: tuple[str, ...]
    courtesy_draw_s: int
    courtesy_draw: str
    out_play: str
    out_play_s: int | None
    zero_turns: str

    def restart_for(self, *, international: bool) -> str:
        return self.restart_international if international else self.restart


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One rulebook, resolved. *settled* is its canonical JSON, *fingerprint* the digest of that."""

    id: str
    title: str
    short_title: str
    issued: str
    status: str
    source: str
    fingerprint: str
    methods: tuple[str, ...]
    method_default: str
    method_exceptions: str
    method_table: tuple[Method, ...]
    terms: Terms
    prompts: Prompts
    verdict: VerdictWords
    consequence: Consequence
    lexicon: LexiconRule
    penalty: PenaltyRule
    penalty_names: tuple[Entry, ...]
    challenge: Challenge
    withdraw_reasons: tuple[Entry, ...]
    improper_lookup: ImproperLookup
    review: Review
    misadjudication: Misadjudication
    compensation: Compensation
    placement: Placement
    after_challenge: AfterChallenge
    decisions: tuple[Decision, ...]
    card: CardText
    report_to: tuple[str, ...]
    settled: str = field(repr=False)
    clauses: tuple[tuple[str, str], ...] = field(repr=False)

    @property
    def concession(self) -> str:
        return self.challenge.concession

    @property
    def edit_until(self) -> str:
        """Until when words may be added or removed, by the default method."""
        return self.method(self.method_default).edit_until

    @property
    def self_lookup(self) -> bool:
        """Whether the players may adjudicate at a station by themselves."""
        return "self_station" in self.methods

    @property
    def staff_method(self) -> str:
        """The first method by which somebody other than the challenger types the words."""
        return next(method.id for method in self.method_table if method.typed_by != "challenger")

    def method(self, id: str) -> Method:
        """The allowed method *id*; asking for another is a bug."""
        return next(method for method in self.method_table if method.id == id)

    def decision(self, id: str) -> Decision | None:
        """The decision *id*, or None where this rulebook has none."""
        return next((decision for decision in self.decisions if decision.id == id), None)

    def penalty_name(self, id: str) -> str:
        """What the rulebook calls penalty *id*."""
        return next((entry.text for entry in self.penalty_names if entry.id == id), id.replace("_", " "))

    def clause(self, key: str) -> str:
        """The clause behind a dotted *key* such as “challenge.concession”; an unknown key is a bug."""
        return dict(self.clauses)[key]
