"""What may be recorded of what a person says."""

import pytest

from kiosk.base.recordable import check_operator, check_reason, is_operator
from kiosk.errors import SetupError


@pytest.mark.parametrize("said", ["JK", "staff-12", "Ö.B", "123456789012"])
def test_initials_and_staff_ids_may_name_who_judged(said: str) -> None:
    assert is_operator(said)

    check_operator(said)


@pytest.mark.parametrize("said", ["", "Jane Doe", "J\nK", "1234567890123", "J/K"])
def test_what_could_be_a_name_or_cannot_be_read_may_not(said: str) -> None:
    with pytest.raises(SetupError, match="initials or a staff id, not a name"):
        check_operator(said)


@pytest.mark.parametrize("said", ["", " asked", "two\nlines", "x" * 201, "\ud800"])
def test_a_reason_that_no_record_can_hold_is_refused(said: str) -> None:
    with pytest.raises(SetupError, match="The reason must be a text of 1 to 200 printable characters"):
        check_reason(said)


def test_whoever_says_nothing_is_asked_nothing() -> None:
    check_operator(None)
    check_reason(None)
    check_reason("Asked by both players after the game.")
