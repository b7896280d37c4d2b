"""A value of the law that a director's own rule set changes changes what the program does or says."""

from pathlib import Path

import pytest

from kiosk.errors import KioskError
from kiosk.folder import RULESETS
from kiosk.log.audit_actions import split_watch
from kiosk.log.show_actions import Names
from kiosk.rules.choices import DivisionKind
from kiosk.rules.penalties import penalty
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import list_standing
from kiosk.setup.divisions import Division, misfit, notes
from kiosk.setup.settings import DivisionSettings
from kiosk.words.editions import edition_named, holds_long
from kiosk.words.play import LexiconIdentity

HEAD = 'id = "own"\ninherits = "{parent}"\ntitle = "Our own"\nshort_title = "Own"\n'
LISTS = ("OWL2", "OTCWL2016", "NWL2023", "CSW12", "CSW24", "OSPD5", "NSWL2023", "ODS8", "ENABLE1")
CHANGES = [
    ("naspa-2016", "lexicon", "families", '["ODS"]'),
    ("naspa-2016", "lexicon", "main_named", '"Our list"'),
    ("naspa-2016", "lexicon", "main_edition", '"NWL2023"'),
    ("naspa-2016", "lexicon", "international", '["ODS"]'),
    ("naspa-2016", "lexicon", "international_named", '"Their list"'),
    ("naspa-2016", "lexicon", "international_edition", '"CSW24"'),
    ("naspa-2016", "lexicon", "school", '["ODS"]'),
    ("naspa-2016", "lexicon", "school_named", '"The small list"'),
    ("naspa-2016", "lexicon", "school_edition", '"NSWL2023"'),
    ("naspa-2016", "lexicon", "school_long_name", '"The large list"'),
    ("naspa-2016", "lexicon", "school_long_from", "10"),
    ("naspa-2016", "lexicon", "later_edition", '"or a later one"'),
    ("naspa-2013", "lexicon", "long_name", '"Our long list"'),
    ("naspa-2013", "lexicon", "long_from", "11"),
    ("naspa-2013", "lexicon", "long_by", '"book"'),
    ("naspa-2016", "penalty", "options", '["lose_turn", "none"]'),
    ("naspa-2016", "penalty", "international_options", '["five_per_word"]'),
    ("naspa-2016", "methods", "allowed", '["self_station", "word_judge_book"]'),
    ("naspa-2016", "challenge", "words_together", "false"),
    ("naspa-2016", "review", "differing", '"The chair decides."'),
    ("naspa-2016", "review", "no_third_opinion", '"Draw lots."'),
]


def listed(name: str) -> LexiconIdentity:
    edition = edition_named(name)
    assert edition is not None
    return LexiconIdentity(name, name, edition.name, edition.family, edition.words, edition.fingerprint)


def law(id: str, folder: Path) -> list[object]:
    """What the program makes of the rule set *id*, but for its name: of lists, penalties, methods, alerts."""
    rules = load_ruleset(id, folder / RULESETS)
    said: list[object] = [rules.staff_methods(in_print=print_too) for print_too in (False, True)]
    said += [split_watch(folder).forbidden(id), Names(None, folder).differing({"id": id})]
    for kind in DivisionKind:
        reference = rules.lexicon.reference(kind)
        for main in map(listed, LISTS):
            standing = list_standing(rules.lexicon, kind, main)
            needed = reference.needs_print(list_has_long=holds_long(main))
            made = Division(
                "d", "D", rules, penalty("lose_turn"), main, needs_book=needed, kind=kind, standing=standing
            )
            said += [standing, needed, made.book, reference.long_from, *notes(made)]
        for chosen in ("lose_turn", "none", "ten_per_word"):
            declared = DivisionSettings(
                "d", "D", id, chosen, "x", international=kind is DivisionKind.INTERNATIONAL
            )
            said.append(misfit(declared, rules, listed("OWL2"), standing))
    return [str(one).replace(id, "…") for one in said]


@pytest.mark.parametrize(("parent", "table", "key", "value"), CHANGES)
def test_an_own_rule_set_that_changes_a_value_changes_something(tmp_path, parent, table, key, value):
    (tmp_path / RULESETS).mkdir()
    own = tmp_path / RULESETS / "own.toml"
    own.write_text(HEAD.format(parent=parent), encoding="utf-8")
    same = law("own", tmp_path)

    changed = f'\n[{table}]\n{key} = {{ value = {value}, clause = "club rule 1" }}\n'
    own.write_text(HEAD.format(parent=parent) + changed, encoding="utf-8")

    assert same == law(parent, tmp_path)
    assert law("own", tmp_path) != same


def test_an_own_rule_set_may_not_leave_placement_to_anybody_else(tmp_path):
    (tmp_path / RULESETS).mkdir()
    changed = '[placement]\nfail_penalty = { value = "whoever", clause = "club rule 1" }\n'
    (tmp_path / RULESETS / "own.toml").write_text(
        HEAD.format(parent="naspa-2016") + changed, encoding="utf-8"
    )

    with pytest.raises(KioskError, match=r"“placement\.fail_penalty” must be one of"):
        load_ruleset("own", tmp_path / RULESETS)
