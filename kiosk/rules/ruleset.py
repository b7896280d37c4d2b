"""A rule set as a value: what one rulebook says about challenges, each part with its clause; made from its
file.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Annotated, TypeAlias, cast

from kiosk.base import fields
from kiosk.base.canonical import Json, canonical, digest_of
from kiosk.base.frozen import frozen
from kiosk.rules import choices, points
from kiosk.rules.ruling import Verdict

# ---- ruleset -----------------------------------------------------------------------------------------------
# A rule set as a value: what one rulebook says about challenges, each part with its clause.
#
# Nothing here knows which rulebooks exist. Everything in which they differ is data; code asks a `RuleSet`.
# `build` makes one from a file's content.

StationLine: TypeAlias = Annotated[str, fields.ShortLine(5)]
ConsequenceLine: TypeAlias = Annotated[str, fields.ShortLine(10)]


@frozen
class Method:
    """One way to adjudicate: who types, who checks, who presses, and until when the words may change."""

    id: Annotated[choices.MethodId, fields.Computed]
    name: str
    typed_by: choices.Person
    pressed_by: choices.Person
    verified_by: choices.Person
    slip: choices.Slip
    edit_until: choices.EditUntil
    consent: bool


@frozen
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


@frozen
class Prompts:
    """Station lines of at most five words; an empty one is not shown under this rule set. *type_words*,
    *check*, *press*: what to do; the method says who does it. *board*: what the key for it does, where the
    rulebook sends both players back to their board."""

    clock: StationLine
    tiles: StationLine
    slip: StationLine
    silence: StationLine
    type_words: StationLine
    check: StationLine
    press: StationLine
    board: StationLine
    blank: StationLine
    only_declared: StationLine
    must_adjudicate: StationLine
    placement: StationLine
    manual: StationLine
    again: StationLine
    doubt: StationLine
    mark_slip: StationLine


@frozen
class VerdictWords:
    acceptable: StationLine
    unacceptable: StationLine
    refer: StationLine
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


@frozen
class Consequence:
    """The lines of the result screen; {points} and {seconds} stand for the amount. *drawn_tiles*: what
    becomes of tiles that were drawn before the play came off."""

    unacceptable: ConsequenceLine
    drawn_tiles: ConsequenceLine
    lose_turn: ConsequenceLine
    gain: Annotated[str, fields.ShortLine(10, "points")]
    loss: Annotated[str, fields.ShortLine(10, "points")]
    seconds: Annotated[str, fields.ShortLine(10, "seconds")]
    none: ConsequenceLine
    history: ConsequenceLine


@frozen
class PenaltyRule:
    """What a failed challenge may cost. *options* holds the standard ones and then the *non_standard*."""

    default: Annotated[choices.PenaltyId, points.OneOf("options", choices.PenaltyId)]
    options: Annotated[tuple[choices.PenaltyId, ...], points.Joined("non_standard", choices.PenaltyId)]
    non_standard: tuple[choices.PenaltyId, ...]
    non_standard_note: str
    international_options: tuple[choices.PenaltyId, ...]
    applied_to: choices.AppliedTo
    scope: choices.PenaltyScope
    ladder: tuple[int, ...]
    time_s: int | None
    success: str
    success_international: str

    def without_amounts(self) -> tuple[choices.PenaltyId, ...]:
        """The penalties whose size this rulebook leaves open."""
        sizes = {choices.PenaltyId.LADDER: self.ladder, choices.PenaltyId.TIME: self.time_s}
        return tuple(id for id, size in sizes.items() if not size)

    def options_for(self, *, international: bool) -> tuple[choices.PenaltyId, ...]:
        return self.international_options if international else self.options

    def unless_named(self, *, international: bool) -> choices.PenaltyId | None:
        """The penalty where nobody names another; None where the rulebook has the director name it."""
        return None if international else self.default


@frozen
class Challenge:
    binding: tuple[str, ...]
    concession: choices.Concession
    words_together: bool
    lost_challenge_zero: choices.ZeroTurn


@frozen
class RuleSet:
    """One rulebook, resolved. *settled* is its canonical JSON, *fingerprint* the digest of that."""

    id: Annotated[str, points.HeadText()]
    title: Annotated[str, points.HeadText()]
    short_title: Annotated[str, points.HeadText()]
    issued: Annotated[str, points.HeadText()]
    status: Annotated[choices.RulebookStatus, points.HeadText(choices.RulebookStatus)]
    source: Annotated[str, points.HeadText()]
    fingerprint: Annotated[str, fields.Computed]
    methods: Annotated[tuple[choices.MethodId, ...], fields.Under("methods", "allowed")]
    method_default: Annotated[
        choices.MethodId, points.OneOf("allowed", choices.MethodId), fields.Under("methods", "default")
    ]
    method_exceptions: Annotated[str, fields.Under("methods", "exceptions")]
    method_table: Annotated[tuple[Method, ...], points.MethodTables(Method), fields.FileKey("method")]
    terms: Terms
    prompts: Prompts
    verdict: VerdictWords
    consequence: Consequence
    lexicon: points.LexiconRule
    penalty: PenaltyRule
    penalty_names: Annotated[
        tuple[points.RulePoint, ...], points.Points(choices.PenaltyId), fields.FileKey("penalty_name")
    ]
    challenge: Challenge
    withdraw_reasons: Annotated[
        tuple[points.WithdrawReason, ...], points.WithdrawReasons(), fields.FileKey("withdraw")
    ]
    improper_lookup: points.ImproperLookup
    review: points.Review
    misadjudication: points.Misadjudication
    compensation: points.Compensation
    placement: points.Placement
    after_challenge: points.AfterChallenge
    decisions: Annotated[tuple[points.Decision, ...], points.Decisions(), fields.FileKey("decision")]
    card: points.CardText
    report_to: Annotated[tuple[str, ...], fields.Under("report", "to")]
    settled: Annotated[str, fields.Computed] = field(repr=False)
    clauses: Annotated[tuple[tuple[str, str], ...], fields.Computed] = field(repr=False)
    notes: Annotated[tuple[tuple[str, str], ...], fields.Computed] = field(repr=False)

    @property
    def concession(self) -> choices.Concession:
        return self.challenge.concession

    @property
    def edit_until(self) -> choices.EditUntil:
        """Until when words may be added or removed, by the default method."""
        return self.method(self.method_default).edit_until

    @property
    def self_lookup(self) -> bool:
        """Whether the players may adjudicate at a station by themselves."""
        return choices.MethodId.SELF_STATION in self.methods

    @property
    def station_method(self) -> Method:
        """How words are adjudicated at a station: by the players where they may, else as is usual."""
        return self.method(choices.MethodId.SELF_STATION if self.self_lookup else self.method_default)

    @property
    def words_fixed(self) -> bool:
        """Whether no word may be added, taken away or exchanged any more once the players are there."""
        return self.station_method.edit_until != choices.EditUntil.ADJUDICATION

    def staff_methods(self, *, in_print: bool) -> tuple[choices.MethodId, ...]:
        """The methods by which staff look words up: with this program, or *in_print*."""
        typed = {method.id: method.typed_by for method in self.method_table}
        unaided = tuple(id for id, who in typed.items() if who == choices.Person.NONE)
        by_judge = tuple(id for id, who in typed.items() if who == choices.Person.JUDGE)
        if in_print:  # a judge who has no method of their own for it may use either
            return unaided or by_judge
        return tuple(
            id for id, who in typed.items() if who in (choices.Person.JUDGE, choices.Person.DIRECTOR)
        )

    def method(self, id: str) -> Method:
        """The allowed method *id*; asking for another is a bug."""
        return next(method for method in self.method_table if method.id == id)

    def decision(self, id: str) -> points.Decision | None:
        """The decision *id*, or None where this rulebook has none."""
        return next((decision for decision in self.decisions if decision.id == id), None)

    def penalty_name(self, id: str) -> str:
        """What the rulebook calls penalty *id*."""
        return next((entry.text for entry in self.penalty_names if entry.id == id), id.replace("_", " "))

    def clause(self, key: str) -> str:
        """The clause behind a dotted *key* such as “challenge.concession”; an unknown key is a bug."""
        return dict(self.clauses)[key]

    def note(self, key: str) -> str:
        """How we read the value under a dotted *key*; empty where nothing had to be read."""
        return dict(self.notes).get(key, "")


# ---- build -------------------------------------------------------------------------------------------------
# Makes a `RuleSet` from the content of rule-set files: every value checked, every clause kept.
#
# One file may build on another: it says only what differs, each difference with its own clause. Each file on
# the way is checked with all it inherits, so that a fault is blamed on the file that has it. Pure: *file* is
# only a name to put into messages.

OWN = ("id", "title", "short_title")  # a file that builds on another is still a rule set of its own name


@frozen
class Source:
    """The content of one rule-set file, and the name to call it by in messages."""

    file: str
    content: Mapping[str, object]


Find: TypeAlias = Callable[[str], Source | None]


def resolve(source: Source, find: Find) -> RuleSet:
    """The rule set of *source* with all that it inherits; *find* gives the source of an id, or None."""
    return build(_settle(source, find, ()), source.file)


def _settle(source: Source, find: Find, children: tuple[str, ...]) -> Mapping[str, object]:
    content = {key: item for key, item in source.content.items() if key != "inherits"}
    if "inherits" not in source.content:
        return content
    parent_id = source.content["inherits"]
    line = (*children, str(source.content.get("id", source.file)))
    parent = find(parent_id) if isinstance(parent_id, str) else None
    if parent is None:
        raise points.unusable(
            source.file, f"“inherits” must name a rule set that is there; it is “{parent_id}”."
        )
    if parent_id in line:
        raise points.unusable(
            source.file, f"“inherits” goes round in a circle: {' → '.join((*line, str(parent_id)))}."
        )
    base = _settle(parent, find, line)
    build(base, parent.file)
    return merge_tables({key: item for key, item in base.items() if key not in OWN}, content)


def merge_tables(base: Mapping[str, object], change: Mapping[str, object]) -> dict[str, object]:
    """*base* with what *change* says instead. A value is replaced whole, clause and all."""
    result = dict(base)
    for key, item in change.items():
        old = base.get(key)
        if isinstance(old, Mapping) and isinstance(item, Mapping) and "value" not in old:
            result[key] = merge_tables(old, item)
        else:
            result[key] = item
    return result


def build(content: Mapping[str, object], file: str) -> RuleSet:
    """The rule set that *content* describes; RuleSetError names *file*, the key and what is allowed."""
    form = points.RuleForm(file)
    found = fields.read(
        RuleSet, fields.Table(form, "", content), fingerprint="", settled="", clauses=(), notes=()
    )
    # Only now is every value known to be of a kind that canonical JSON can write.
    settled = canonical(cast(Json, content))
    return replace(
        found,
        settled=settled,
        fingerprint=digest_of(settled),
        clauses=tuple(form.clauses.items()),
        notes=tuple(form.notes.items()),
    )
