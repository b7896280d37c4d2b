"""What the rule sets of a station call things, and which clause knows an offence. What is not known has no
name."""

from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.errors import RuleSetError
from kiosk.folder import RULESETS

if TYPE_CHECKING:
    from kiosk.core.rules.ruleset import RuleSet


class RuleNames:
    """The rule sets that can be had in *folder*, by id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, RuleSet | None] = {}

    def rule_set(self, id: str) -> "RuleSet | None":
        """The rule set *id*; None if there is none that can be used."""
        from kiosk.storage.setup.rulesets import load_ruleset

        if id not in self._known:
            try:
                self._known[id] = load_ruleset(id, self._folder / RULESETS) if id else None
            except RuleSetError:
                self._known[id] = None
        return self._known[id]

    def method(self, rules: str, id: str) -> str:
        """What rule set *rules* calls the method *id*."""
        known = self.rule_set(rules)
        names = {str(one.id): one.name for one in known.method_table} if known is not None else {}
        return names.get(id, "")

    def split_offence(self, rules: str) -> str:
        """The clause by which rule set *rules* demands that all words of a play be looked up together; empty
        if it does not."""
        known = self.rule_set(rules)
        if known is None or not known.challenge.words_together:
            return ""
        return f"{known.short_title}, {known.clause('challenge.words_together')}"
