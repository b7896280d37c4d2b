"""By which methods staff may have ruled: with this program, or in print."""

import pytest

from kiosk.rules.store import load_ruleset


@pytest.mark.parametrize(
    ("id", "with_program", "in_print"),
    [
        ("nsa-1998", ("word_judge_computer",), ("word_judge_book",)),
        ("naspa-2013", ("word_judge_computer",), ("word_judge_book",)),
        ("naspa-2016", ("word_judge_computer",), ("word_judge_book",)),
        # 3.11.2(a)(vi): software or printed word list
        ("wespa-5.1", ("runner", "self_runner", "td_device"), ("runner", "self_runner")),
    ],
)
def test_a_method_of_the_players_is_none_of_staff_and_print_is_no_computer(id, with_program, in_print):
    rules = load_ruleset(id)

    assert rules.staff_methods(in_print=False) == with_program
    assert rules.staff_methods(in_print=True) == in_print
