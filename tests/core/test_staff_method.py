"""By which method staff judge a play for the players."""

from tests.support import stage


def test_staff_judge_by_the_first_method_in_which_somebody_else_types():
    assert stage.division("naspa-2016").rules.staff_method == "word_judge_computer"
    assert stage.division("wespa-5.1").rules.staff_method == "runner"
