"""Makes a `RuleSet` from the content of a rule-set file: every value checked, every clause kept.

Pure: *file* is only a name to put into messages.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from kiosk.core.log.canonical import Json, canonical, digest
from kiosk.core.rules import parts as part
from kiosk.core.rules.ruleset import Method, RuleSet
from kiosk.core.rules.table import Table, quoted, unusable

HEADER = ("id", "title", "short_title", "issued", "status", "source")
STATUS = ("final", "draft")
METHODS = (
    "self_station",
    "smart_device",
    "td_device",
    "word_judge_computer",
    "word_judge_book",
    "runner",
    "self_runner",
)


def build(content: Mapping[str, object], file: str) -> RuleSet:
    """The rule set that *content* describes; RuleSetError names *file*, the key and what is allowed."""
    header = {key: _header(content, key, file) for key in HEADER}
    clauses: dict[str, str] = {}
    root = Table(file, "", {key: item for key, item in content.items() if key not in HEADER}, clauses)
    allowed, default, exceptions = _methods(root.table("methods"))
    found = RuleSet(
        **header,
        fingerprint="",
        methods=allowed,
        method_default=default,
        method_exceptions=exceptions,
        method_table=_method_table(root.table("method"), allowed),
        terms=part.terms(root.table("terms")),
        prompts=part.prompts(root.table("prompts")),
        verdict=part.verdict(root.table("verdict")),
        consequence=part.consequence(root.table("consequence")),
        lexicon=part.lexicon(root.table("lexicon")),
        penalty=part.penalty(root.table("penalty")),
        penalty_names=part.penalty_names(root.table("penalty_name")),
        challenge=part.challenge(root.table("challenge")),
        withdraw_reasons=root.table("withdraw").entries(),
        improper_lookup=part.improper_lookup(root.table("improper_lookup")),
        review=part.review(root.table("review")),
        misadjudication=part.misadjudication(root.table("misadjudication")),
        compensation=part.compensation(root.table("compensation")),
        placement=part.placement(root.table("placement")),
        after_challenge=part.after_challenge(root.table("after_challenge")),
        decisions=root.table("decision").decisions(),
        card=part.card(root.table("card")),
        report_to=part.report_to(root.table("report")),
        settled="",
        clauses=(),
    )
    root.finish()
    # Only now is every value known to be of a kind that canonical JSON can write.
    settled = cast(Json, content)
    return replace(
        found, settled=canonical(settled), fingerprint=digest(settled), clauses=tuple(clauses.items())
    )


def _header(content: Mapping[str, object], key: str, file: str) -> str:
    value = content.get(key)
    if not isinstance(value, str) or not value.strip():
        raise unusable(file, f"“{key}” at its head must be a text that is not empty.")
    if key == "status" and value not in STATUS:
        raise unusable(file, f"“status” must be one of {quoted(STATUS)}; it is “{value}”.")
    return value


def _methods(table: Table) -> tuple[tuple[str, ...], str, str]:
    allowed = table.choices("allowed", METHODS)
    default = table.choice("default", allowed)
    exceptions = table.text("exceptions")
    table.finish()
    return allowed, default, exceptions


def _method_table(table: Table, allowed: tuple[str, ...]) -> tuple[Method, ...]:
    """The allowed methods, each from its table; one that is described but not allowed is checked as well."""
    described = {id: part.method(id, table.table(id)) for id in METHODS if id in table.keys or id in allowed}
    table.finish()
    return tuple(described[id] for id in allowed)
