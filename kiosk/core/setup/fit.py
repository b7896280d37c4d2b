"""Whether a division's rule set, penalty and lists fit together.

What the rule set does not allow is refused. A list outside the rule set's family is the director's choice: it
is accepted, said aloud and put on record.
"""

from dataclasses import dataclass

from kiosk.core.log.canonical import Json
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.division import division_on_record
from kiosk.core.setup.settings import DivisionSettings
from kiosk.core.words.lexicon import LexiconIdentity


@dataclass(frozen=True, slots=True)
class CheckedDivision:
    """A division with what its ids stand for; the lists were verified when they were loaded."""

    chosen: DivisionSettings
    rules: RuleSet
    main: LexiconIdentity
    long: LexiconIdentity | None = None
    needs_book: bool = False

    def fault(self) -> tuple[str, str] | None:
        """The key that cannot be used, and why, or None."""
        if not self.rules.self_lookup:
            return "rules", (
                f"under “{self.rules.id}” players do not look words up themselves, so it cannot run a "
                f"station; it allows {', '.join(self.rules.methods)}"
            )
        options = self.penalty_options()
        if self.chosen.penalty not in options:
            return "penalty", (
                f"“{self.chosen.penalty}” is not an option of “{self.rules.id}” with this list; "
                f"it has: {', '.join(options)}"
            )
        if self.chosen.penalty in self.rules.penalty.without_amounts():
            return "penalty", (
                f"“{self.rules.id}” does not say how much “{self.chosen.penalty}” is; a rule set of your own "
                "that inherits it can"
            )
        one_list = self.rules.lexicon.long_from is None or self._international
        if self.chosen.long is not None and one_list:
            return "long", f"“{self.rules.id}” has no second list for long words; leave it out"
        return None

    def penalty_options(self) -> tuple[str, ...]:
        """What a failed challenge may cost, given the list."""
        return self.rules.penalty.options_for(international=self._international)

    @property
    def _international(self) -> bool:
        return self.rules.lexicon.is_international(self.main.family)

    def notes(self) -> tuple[str, ...]:
        """What the director should know before players rely on it."""
        notes = []
        if self.rules.status == "draft":
            notes.append(f"{self.rules.id} is a draft, not a rulebook in force.")
        if self.main.edition is None:
            notes.append(
                f"“{self.main.name}” is not a list this program recognises ({self.main.words:,} words)."
            )
        lexicon = self.rules.lexicon
        if self.main.family not in (*lexicon.families, *lexicon.international, *lexicon.school):
            named = " or ".join(dict.fromkeys((*lexicon.families, *lexicon.international)))
            notes.append(f"“{self.main.name}” is not of the family {self.rules.id} names ({named}).")
        if self.needs_book and self.long is None:
            notes.append(
                f"Words of {lexicon.long_from} or more letters that are not in the list are referred "
                f"to the {self.rules.terms.judge}."
            )
        if self.chosen.penalty in self.rules.penalty.non_standard and self.rules.penalty.non_standard_note:
            notes.append(self.rules.penalty.non_standard_note)
        return tuple(f"{self.chosen.name}: {note}" for note in notes)

    def on_record(self) -> dict[str, Json]:
        """What goes into a `set_up` record: ids and fingerprints."""
        return division_on_record(self.chosen.id, self.rules, self.chosen.penalty, self.main, self.long)
