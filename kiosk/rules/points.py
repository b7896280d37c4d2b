"""The named points of a rulebook, each with its clause, as a rule-set file has them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, assert_never

from kiosk.base import fields
from kiosk.base.frozen import frozen
from kiosk.errors import RuleSetError
from kiosk.rules import choices as rules_choices
from kiosk.rules.ruling import Verdict

# ---- form --------------------------------------------------------------------------------------------------
# How a rule-set file is written, and what is said of a fault in it.
#
# Every value is written as `{ value = …, clause = "…" }`, with an optional `note`: no rule without the place
# where it stands.

HEAD = ("id", "inherits", "title", "short_title", "issued", "status", "source")  # the rest are tables


def unusable(file: str, problem: str) -> RuleSetError:
    """The error for *file*, in one sentence and what to do."""
    return RuleSetError(f"The rule set file {file} cannot be used: {problem} Correct the file and try again.")


def check_head(content: Mapping[str, object], file: str) -> None:
    """Refuse a value at the head of *file* that no rule set has. Asked first: with a misspelt `inherits`
    everything else seems to be missing."""
    for key, item in content.items():
        if key not in HEAD and not isinstance(item, Mapping):
            raise unusable(
                file, f"it has an unknown key “{key}”. Known at its head: {fields.quote_names(HEAD)}."
            )


class RuleForm:
    """The form of *file*, which is only a name to put into messages; keeps clause and note of every value
    read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.clauses: dict[str, str] = {}
        self.notes: dict[str, str] = {}

    def value(self, name: str, item: object) -> object:
        return self._leaf(name, item)["value"]

    def leaf(self, name: str, item: object, also: tuple[str, ...]) -> "fields.Table[BareForm]":
        """*item* as the table it is: a value, its clause, perhaps a note and the further keys *also*."""
        return fields.Table(BareForm(self.file), name, self._leaf(name, item, also))

    def _leaf(self, name: str, item: object, also: tuple[str, ...] = ()) -> Mapping[str, object]:
        if not isinstance(item, Mapping) or "value" not in item:
            raise self.wrong(name, fields.Unfit('written as { value = …, clause = "…" }'), item)
        clause = item.get("clause")
        if not isinstance(clause, str) or not clause.strip():
            raise unusable(self.file, f"“{name}” has no clause: say where the rule stands.")
        for key in item:
            if key not in ("value", "clause", "note", *also):
                raise unusable(self.file, f"it has an unknown key “{name}.{key}”.")
        self.notes[name] = fields.check_value(self, f"{name}.note", fields.AnyText(), item.get("note", ""))
        self.clauses[name] = clause
        return item

    def no_table(self, name: str, item: object) -> Mapping[str, object]:
        raise unusable(self.file, f"the table [{name}] is missing.")

    def wrong(self, name: str, unfit: fields.Unfit, item: object) -> RuleSetError:
        shown = f"“{item}”" if isinstance(item, str) else str(item)
        return unusable(self.file, f"“{name}” {unfit}; it is {shown}.")

    def missing(self, name: str, must: str) -> RuleSetError:
        return unusable(self.file, f"“{name}” is missing.")

    def unknown(self, path: str, key: str, known: tuple[str, ...]) -> RuleSetError:
        name = f"{path}.{key}" if path else key
        names = sorted(known) if path else [*sorted(set(known) - set(HEAD)), *HEAD]
        return unusable(
            self.file, f"it has an unknown key “{name}”. Known here: {fields.quote_names(names)}."
        )


class BareForm(RuleForm):
    """What stands as it is: the keys of one value, and the head of the file."""

    def value(self, name: str, item: object) -> object:
        return item


# ---- keys that are read in their own way -------------------------------------------------------------------


class HeadText(fields.CompoundField):
    """A text at the head of the file, which has no clause; one of *choices*, where there are some."""

    def __init__(self, choices: type[StrEnum] | None = None) -> None:
        self.choices = choices

    def at(self, table: fields.Table[RuleForm], key: str) -> str:
        value = table.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise unusable(table.form.file, f"“{key}” at its head must be a text that is not empty.")
        return (
            value
            if self.choices is None
            else fields.check_value(table.form, key, fields.Choice(self.choices), value)
        )


class OneOf(fields.CompoundField):
    """One of those that the list under *beside* names."""

    def __init__(self, beside: str, choices: type[StrEnum]) -> None:
        self.beside = beside
        self.choices = fields.Choices(choices)

    def at(self, table: fields.Table[RuleForm], key: str) -> object:
        return table.value(key, fields.Choice(table.value(self.beside, self.choices)))


class Joined(fields.CompoundField):
    """A list, and after it what the list under *beside* has besides."""

    def __init__(self, beside: str, choices: type[StrEnum]) -> None:
        self.beside = beside
        self.choices = fields.Choices(choices)

    def at(self, table: fields.Table[RuleForm], key: str) -> tuple[object, ...]:
        return tuple(
            dict.fromkeys((*table.value(key, self.choices), *table.value(self.beside, self.choices)))
        )


class MethodTables(fields.CompoundField):
    """The allowed methods, each from its table; one that is described but not allowed is checked as well."""

    def __init__(self, of: type[Any]) -> None:
        self.of = of

    def at(self, table: fields.Table[RuleForm], key: str) -> tuple[object, ...]:
        inner = table.table(key)
        inner.only(tuple(rules_choices.MethodId))
        allowed = table.table("methods").value("allowed", fields.Choices(rules_choices.MethodId))
        wanted = [id for id in rules_choices.MethodId if id in inner.values or id in allowed]
        described = {id: fields.read(self.of, inner.table(id), id=id) for id in wanted}
        return tuple(described[id] for id in allowed)


# ---- points ------------------------------------------------------------------------------------------------
# The named points of a rulebook (reasons, grounds, decisions, steps), each with its clause.


@frozen
class RulePoint:
    """One named point of a rulebook: a reason, a ground, a step, with the clause it comes from."""

    id: str
    text: str
    clause: str


@frozen
class CardStep:
    """One step of the station card: who does what."""

    who: str
    text: str
    clause: str


@frozen
class WithdrawReason:
    """A reason for which a challenge without a verdict may be withdrawn. *then*: what follows; *blank*: a
    blank is designated on the way."""

    id: str
    text: str
    clause: str
    then: str
    blank: bool


PLAYERS = (
    rules_choices.Concerned.CHALLENGER,
    rules_choices.Concerned.CHALLENGED,
    rules_choices.Concerned.FIRST,
    rules_choices.Concerned.SECOND,
)


@frozen
class Decision:
    """Something the rulebook lets a director decide. *shape*: how it is worked out. *effects*: what it may
    do, one of them is chosen; *points*, *minutes*: where the amount is fixed. *concerns*: whom it may
    concern. *then*: what follows. *explained*: it needs a remark."""

    id: str
    text: str
    clause: str
    shape: rules_choices.DecisionShape
    effects: tuple[rules_choices.Effect, ...]
    concerns: tuple[rules_choices.Concerned, ...]
    points: int | None
    minutes: int | None
    then: str
    explained: bool

    @property
    def target(self) -> rules_choices.Target:
        """What its usual effect is taken from or added to."""
        return self.effects[0].target if self.effects else rules_choices.Target.NONE


class Points(fields.CompoundField):
    """Every key of a table as a named point; one with an empty text is taken away. *ids*: which there may
    be."""

    def __init__(self, ids: type[StrEnum] | None = None) -> None:
        self.ids = ids

    def at(self, table: fields.Table[RuleForm], key: str) -> tuple[RulePoint, ...]:
        inner = table.table(key)
        if self.ids is not None:
            inner.only(tuple(self.ids))
        texts = {id: inner.value(id, fields.AnyText()) for id in inner.values}
        clauses = inner.form.clauses
        return tuple(RulePoint(id, text, clauses[inner.name_of(id)]) for id, text in texts.items() if text)


class WithdrawReasons(fields.CompoundField):
    """Every key of a table as a reason to withdraw; one with an empty text is taken away."""

    def at(self, table: fields.Table[RuleForm], key: str) -> tuple[WithdrawReason, ...]:
        inner = table.table(key)
        found = [_reason(inner.form, inner.name_of(id), id, item) for id, item in inner.values.items()]
        return tuple(reason for reason in found if reason.text)


class CardSteps(fields.CompoundField):
    """A list of tables, each with who, value and clause."""

    def at(self, table: fields.Table[RuleForm], key: str) -> tuple[CardStep, ...]:
        rows, name = table.values.get(key), table.name_of(key)
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            raise unusable(table.form.file, f"“{name}” must be a list of tables with who, value, clause.")
        return tuple(_step(table.form, f"{name}[{number}]", row) for number, row in enumerate(rows, start=1))


class Decisions(fields.CompoundField):
    """Every key of a table as a director's decision; one with an empty text is taken away."""

    def at(self, table: fields.Table[RuleForm], key: str) -> tuple[Decision, ...]:
        inner = table.table(key)
        found = [_decision(inner.form, inner.name_of(id), id, item) for id, item in inner.values.items()]
        return tuple(decision for decision in found if decision.text)


def _step(form: RuleForm, name: str, row: object) -> CardStep:
    leaf = form.leaf(name, row, ("who",))
    who = leaf.value("who", fields.AnyText(), "")
    return CardStep(
        who, fields.check_value(form, name, fields.AnyText(), leaf.values["value"]), form.clauses[name]
    )


def _reason(form: RuleForm, name: str, id: str, item: object) -> WithdrawReason:
    leaf = form.leaf(name, item, ("then", "blank"))
    return WithdrawReason(
        id,
        fields.check_value(form, name, fields.AnyText(), leaf.values["value"]),
        form.clauses[name],
        leaf.value("then", fields.AnyText(), ""),
        leaf.value("blank", fields.Flag(), False),
    )


_DECIDED = ("shape", "effects", "concerns", "points", "minutes", "then", "explained")


def _decision(form: RuleForm, name: str, id: str, item: object) -> Decision:
    leaf = form.leaf(name, item, _DECIDED)
    effects = leaf.value("effects", fields.Choices(rules_choices.Effect), ())
    anybody = PLAYERS if effects else (*PLAYERS, rules_choices.Concerned.BOTH, rules_choices.Concerned.NONE)
    return Decision(
        id,
        fields.check_value(form, name, fields.AnyText(), leaf.values["value"]),
        form.clauses[name],
        leaf.value("shape", fields.Choice(rules_choices.DecisionShape), rules_choices.DecisionShape.PLAIN),
        effects,
        leaf.value("concerns", fields.Choices(rules_choices.Concerned), ()) or anybody,
        leaf.value("points", fields.Whole(0), None),
        leaf.value("minutes", fields.Whole(0), None),
        leaf.value("then", fields.AnyText(), ""),
        leaf.value("explained", fields.Flag(), False),
    )


# ---- word reference ----------------------------------------------------------------------------------------
# Which word list a rulebook names, by kind of division, and what settles the long words that it lacks.


@frozen
class WordReference:
    """What one kind of division plays by. *named* is what the rulebook calls the list, *edition* that list's
    name in the table of editions; None: it names none. *long_from*: from how many letters on the list may
    lack good words, which *long_name* then settles."""

    families: tuple[str, ...]
    named: str
    edition: str | None
    long_by: rules_choices.LongBy
    long_name: str | None
    long_from: int | None

    def needs_print(self, *, list_has_long: bool) -> bool:
        """Whether only print settles a long word that the list lacks; *list_has_long*: the separate list of
        them is at hand, loaded or merged into the main one. It takes no dictionary's place."""
        return self.long_by is rules_choices.LongBy.BOOK or (
            self.long_by is rules_choices.LongBy.LIST and not list_has_long
        )


@frozen
class LexiconRule:
    """Word sources by family; *…_named* is the edition printed in the rulebook, *…_edition* its name in our
    table of editions. *later_edition*: how the rulebook lets a later one take its place, empty where it
    names none."""

    families: tuple[str, ...]
    main_named: str
    main_edition: str | None
    international: tuple[str, ...]
    international_named: str
    international_edition: str | None
    school: tuple[str, ...]
    school_named: str
    school_edition: str | None
    school_long_name: str | None
    school_long_from: int | None
    later_edition: str
    long_name: str | None
    long_from: int | None
    long_by: rules_choices.LongBy

    def reference(self, kind: rules_choices.DivisionKind) -> WordReference:
        """What divisions of *kind* play by."""
        match kind:
            case rules_choices.DivisionKind.MAIN:
                return WordReference(
                    self.families,
                    self.main_named,
                    self.main_edition,
                    self.long_by,
                    self.long_name,
                    self.long_from,
                )
            case rules_choices.DivisionKind.INTERNATIONAL:
                named, edition = self.international_named, self.international_edition
                return WordReference(
                    self.international, named, edition, rules_choices.LongBy.NONE, None, None
                )
            case rules_choices.DivisionKind.SCHOOL:
                # The school list is for shorter words; the rulebook's other lists go on where it ends.
                long_by = (
                    rules_choices.LongBy.NONE if self.school_long_from is None else rules_choices.LongBy.LIST
                )
                named, edition = self.school_named, self.school_edition
                name, since = self.school_long_name, self.school_long_from
                return WordReference(self.school, named, edition, long_by, name, since)
            case _:
                assert_never(kind)

    def knows(self, kind: rules_choices.DivisionKind) -> bool:
        """Whether the rulebook has a part for divisions of *kind*."""
        return kind is rules_choices.DivisionKind.MAIN or bool(self.reference(kind).families)

    def propose(self, family: str | None) -> rules_choices.DivisionKind:
        """What kind of division a list of *family* is for; only the director can say."""
        kinds = (kind for kind in rules_choices.DivisionKind if family in self.reference(kind).families)
        return next(kinds, rules_choices.DivisionKind.MAIN)


# ---- remedies ----------------------------------------------------------------------------------------------
# The parts of a rule set that are for the director: what may be reviewed, put right, imposed or granted.
#
# `points_for` and `amount` apply the amounts of the rulebook; whether the facts are so, the director says.


@frozen
class ImproperLookup:
    """Words of one play looked up separately: what the director may impose, and when."""

    points: int | None
    target: rules_choices.Aim
    responsible: rules_choices.Responsible
    verdict: rules_choices.AfterVerdict
    stop_when_unacceptable: bool
    remedy: str

    def points_for(self, *, solely_responsible: bool, verdict: Verdict) -> int | None:
        """The points the rulebook fixes for this case, or None where it leaves them to the director."""
        if self.points is None:
            return None
        responsible = solely_responsible or self.responsible == rules_choices.Responsible.ANY
        due = responsible and str(self.verdict) in (verdict, rules_choices.AfterVerdict.ANY)
        return self.points if due else 0


@frozen
class Review:
    """Second and third opinions and re-adjudication. *other_person*: the second is not by whoever ruled
    first; *third_other_person*: nor the third by either. *third_by*: who gives the third."""

    finality: str
    grounds: tuple[str, ...]
    window: str
    second_opinion: str
    other_person: bool
    third_opinion: str
    third_when: rules_choices.ThirdWhen
    third_by: rules_choices.Person
    third_other_person: bool
    no_third_opinion: str
    differing: str


@frozen
class Misadjudication:
    """Until when a wrong verdict can be put right at the board, as the rulebook words it, for each way it may
    have been wrong. *asks*: what tells whether it is still time; *open*: the answer to all of them with which
    it is, as the text has it; *read*: the same as we read it."""

    accepted_wrongly_until: str
    accepted_wrongly_asks: tuple[str, ...]
    accepted_wrongly_open: rules_choices.YesNo
    accepted_wrongly_read: rules_choices.YesNo
    refused_wrongly_until: str
    refused_wrongly_asks: tuple[str, ...]
    refused_wrongly_open: rules_choices.YesNo
    refused_wrongly_read: rules_choices.YesNo
    otherwise: str
    extra_time: bool


@frozen
class Compensation:
    """What an erroneous adjudication that cost a turn is worth later; *extra* None: nothing laid down.
    *methods*: by which it must have been made."""

    extra: int | None
    target: rules_choices.Aim
    applies_to: str
    methods: tuple[rules_choices.MethodId, ...]
    deadline: str

    def amount(self, play_score: int) -> int | None:
        """The points due for a play of *play_score*, or None where the rulebook lays none down."""
        return None if self.extra is None else play_score + self.extra


@frozen
class Placement:
    """Challenges of where tiles lie, which no station settles."""

    decided_by: str
    fail_penalty: rules_choices.Aim
    grounds: Annotated[tuple[RulePoint, ...], Points()]
    no_grounds: Annotated[tuple[RulePoint, ...], Points()]


@frozen
class AfterChallenge:
    extra_minutes: int | None
    text: str


# ---- card text ---------------------------------------------------------------------------------------------
# What a rulebook has for the printed station card.


@frozen
class CardText:
    """What stands on the printed station card. In the steps `{typed_by}`, `{verified_by}` and `{pressed_by}`
    stand for whom the default method names; an empty text is left out."""

    steps: Annotated[tuple[CardStep, ...], CardSteps(), fields.FileKey("step")]
    station_steps: Annotated[tuple[CardStep, ...], CardSteps(), fields.FileKey("station_step")]
    back_steps: Annotated[tuple[CardStep, ...], CardSteps(), fields.FileKey("back_step")]
    not_settled: Annotated[tuple[CardStep, ...], CardSteps()]
    judge_checks: Annotated[tuple[CardStep, ...], CardSteps(), fields.FileKey("judge_check")]
    briefing: str
    in_time: str
    clock_watch: str
    stopped_clock: str
    third_party: str
    tiles: str
    board_control: str
    blank: str
    drawing: str
    drawn_tiles: str
    restart: str
    restart_international: str
    special_needs: str
    devices: str
    device_rules: tuple[str, ...]
    source_duty: str
    courtesy_draw: str
    out_play: str
    zero_turns: str

    def restart_for(self, *, international: bool) -> str:
        return self.restart_international if international else self.restart
