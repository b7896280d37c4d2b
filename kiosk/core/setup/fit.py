"""Whether a division's rule set, penalty and lists fit together.

What the rule set does not allow is refused. A list outside the rule set's family is the director's choice: it
is accepted, said aloud and put on record.
"""

from kiosk.core.rules.choices import RulebookStatus
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.division import Division
from kiosk.core.setup.settings import DivisionSettings
from kiosk.core.words.lexicon import LexiconIdentity


def misfit(chosen: DivisionSettings, rules: RuleSet, main: LexiconIdentity) -> tuple[str, str] | None:
    """The key of *chosen* that cannot be used under *rules* with the list *main*, and why, or None."""
    if not rules.self_lookup:
        return "rules", (
            f"under “{rules.id}” players do not look words up themselves, so it cannot run a "
            f"station; it allows {', '.join(rules.methods)}"
        )
    international = rules.lexicon.is_international(main.family)
    options = rules.penalty.options_for(international=international)
    if chosen.penalty not in options:
        return "penalty", (
            f"“{chosen.penalty}” is not an option of “{rules.id}” with this list; "
            f"it has: {', '.join(options)}"
        )
    if chosen.penalty in rules.penalty.without_amounts():
        return "penalty", (
            f"“{rules.id}” does not say how much “{chosen.penalty}” is; a rule set of your own "
            "that inherits it can"
        )
    if chosen.long is not None and (rules.lexicon.long_from is None or international):
        return "long", f"“{rules.id}” has no second list for long words; leave it out"
    return None


def notes(division: Division) -> tuple[str, ...]:
    """What the director should know of *division* before players rely on it."""
    rules, main, lexicon = division.rules, division.lexicon, division.rules.lexicon
    found = []
    if rules.status == RulebookStatus.DRAFT:
        found.append(f"{rules.id} is a draft, not a rulebook in force.")
    if main.edition is None:
        found.append(f"“{main.name}” is not a list this program recognises ({main.words:,} words).")
    if main.family not in (*lexicon.families, *lexicon.international, *lexicon.school):
        named = " or ".join(dict.fromkeys((*lexicon.families, *lexicon.international)))
        found.append(f"“{main.name}” is not of the family {rules.id} names ({named}).")
    if division.needs_book and division.long_lexicon is None:
        found.append(
            f"Words of {lexicon.long_from} or more letters that are not in the list are referred "
            f"to the {rules.terms.judge}."
        )
    if division.penalty.id in rules.penalty.non_standard and rules.penalty.non_standard_note:
        found.append(rules.penalty.non_standard_note)
    return tuple(f"{division.name}: {note}" for note in found)
