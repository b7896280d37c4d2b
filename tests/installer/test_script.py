"""What every script of the installer does with a program that it needs."""

import pytest

from installer.script import CannotGoOn, carry_out


def test_a_program_that_is_missing_is_one_plain_sentence():
    with pytest.raises(CannotGoOn) as told:
        carry_out(["no-such-program-here", "--all"], "The root could not be made.")

    assert str(told.value) == (
        "The root could not be made. The program no-such-program-here is missing: install it, and try again."
    )


def test_what_a_program_that_fails_said_is_told():
    with pytest.raises(CannotGoOn, match=r"The list could not be read\.\n.*no-such-file-here"):
        carry_out(["ls", "no-such-file-here"], "The list could not be read.")
