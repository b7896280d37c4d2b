"""Makes a `RuleSet` from the content of a rule-set file: every value checked, every clause kept.

Pure: *file* is only a name to put into messages.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from kiosk.core.fields.reading import read
from kiosk.core.fields.table import Table
from kiosk.core.log.canonical import Json, canonical, digest
from kiosk.core.rules.form import RuleForm
from kiosk.core.rules.ruleset import RuleSet


def build(content: Mapping[str, object], file: str) -> RuleSet:
    """The rule set that *content* describes; RuleSetError names *file*, the key and what is allowed."""
    form = RuleForm(file)
    found = read(RuleSet, Table(form, "", content), fingerprint="", settled="", clauses=(), notes=())
    # Only now is every value known to be of a kind that canonical JSON can write.
    settled = cast(Json, content)
    return replace(
        found,
        settled=canonical(settled),
        fingerprint=digest(settled),
        clauses=tuple(form.clauses.items()),
        notes=tuple(form.notes.items()),
    )
