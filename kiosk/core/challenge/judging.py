"""What TAB puts together for the record: the ruling with its place, its flags and the effort of the entry."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from kiosk.core.challenge.effects import JudgeAndLog
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Adjudication, Effort, Place, RulingFlag, Verdict
from kiosk.core.challenge.states import Checking
from kiosk.core.rules.choices import MethodId
from kiosk.core.words.play import Word, entered_twice

METHOD = MethodId.SELF_STATION

# What was asked, in whatever order: lists, rules and words.
Question: TypeAlias = tuple[str, str, str, tuple[Word, ...]]


def adjudication(
    order: JudgeAndLog, verdict: Verdict, procedure: Procedure, place: Place, around: tuple[RulingFlag, ...]
) -> Adjudication:
    """The ruling *verdict* on the play of *order*. *place*: where in the event; *around*: the flags that
    every ruling carries now."""
    checked = order.checked
    entry = checked.entry
    division = procedure.divisions[entry.division]
    return replace(
        division.ruled(checked.words, verdict, METHOD),
        declared=entry.declared,
        place=replace(place, table=int(entry.table) if entry.table else None),
        flags=tuple(sorted({*around, *flags(checked, procedure)})),
        effort=Effort(
            entry_ms=max(0, checked.opened_ms - entry.began_ms),
            verify_ms=max(0, order.verify_ms),
            edits=entry.edits,
        ),
    )


def flags(checked: Checking, procedure: Procedure) -> set[RulingFlag]:
    """What is unusual about this play and its entry."""
    division = procedure.divisions[checked.entry.division]
    found = set(division.flags)
    if entered_twice(checked.words):
        found.add(RulingFlag.DUPLICATE_WORD)
    if checked.entry.list_changed and division.rules.words_fixed:
        found.add(RulingFlag.LIST_CHANGED)
    if procedure.ask_table and not checked.entry.table:
        found.add(RulingFlag.NO_TABLE)
    if checked.entry.boarded:
        found.add(RulingFlag.BOARD)
    return found


def question(asked: Adjudication) -> Question:
    """The question that *asked* was the answer to."""
    long = asked.long_lexicon
    return (
        asked.lexicon.fingerprint,
        long.fingerprint if long else "",
        asked.rules.fingerprint,
        tuple(sorted(asked.words)),
    )


def differs(asked: Adjudication, ruled: Mapping[Question, Verdict]) -> bool:
    """Whether the same words were *ruled* on before, by the same lists and rules, with another verdict."""
    return ruled.get(question(asked), asked.verdict) is not asked.verdict
