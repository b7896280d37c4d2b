"""The keeper: whatever goes wrong with the guards is told, and asking again never changes the desktop."""

import os

import pytest

from kiosk.lockdown.guard import GivenBack
from kiosk.lockdown.keeper import Engaged, Heard, Keeper
from kiosk.lockdown.ledger import FILE_NAME


class Desktop:
    """Hands out one guard, and tells what was done."""

    name = "sound off"

    def __init__(self, given=None, fails=None):
        self.given, self.fails = given or GivenBack(), fails
        self.told = []
        self.lines = []

    def give_back(self, folder):
        self.told.append("give back")
        return self.given

    def guards(self, folder):
        return (self,)

    def engage(self):
        if self.fails is not None:
            raise self.fails
        self.told.append("engage")

    def in_force(self):
        return True

    def notices(self):
        lines, self.lines = tuple(self.lines), []
        return lines

    def release(self):
        self.told.append("release")


def keeper_of(desktop, folder):
    return Keeper(folder, desktop.give_back, desktop.guards)


@pytest.mark.parametrize("content", [b"{rubbish", b"", b"[]", b"\xff\xfe\x00"])
def test_a_damaged_ledger_is_trouble_and_no_exception(tmp_path, content):
    (tmp_path / FILE_NAME).write_bytes(content)

    engaged = Keeper(tmp_path).engage()

    assert engaged.names == ()
    assert engaged.trouble.startswith("guards.json in the data folder cannot be read")


def test_a_ledger_that_cannot_be_opened_is_trouble_and_no_exception(tmp_path):
    (tmp_path / FILE_NAME).mkdir()

    engaged = Keeper(tmp_path).engage()

    assert engaged.names == ()
    assert "Is a directory" in engaged.trouble or os.name != "posix"


def test_a_guard_that_cannot_be_engaged_is_trouble_and_leaves_what_was_given_back(tmp_path):
    desktop = Desktop(GivenBack(("blanking",)), fails=OSError("no such device"))

    engaged = keeper_of(desktop, tmp_path).engage()

    assert (engaged.names, engaged.given_back) == ((), ("blanking",))
    assert "no such device" in engaged.trouble


def test_guards_that_cannot_even_be_listed_are_trouble(tmp_path):
    def refuse(folder):
        raise PermissionError(13, "Access is denied")

    engaged = Keeper(tmp_path, Desktop().give_back, refuse).engage()

    assert engaged.trouble == (
        "The guards could not be put in place: Access is denied."
        " Run kiosk doctor to see what this machine allows."
    )


def test_settings_that_could_not_be_given_back_are_told(tmp_path):
    desktop = Desktop(GivenBack(("blanking",), (("Task Manager off", "Access is denied"),)))

    engaged = keeper_of(desktop, tmp_path).engage()

    assert engaged == Engaged(
        names=("sound off",),
        given_back=("blanking",),
        left=("“Task Manager off” of an earlier run could not be given back: Access is denied.",),
    )


def test_engaging_again_changes_nothing_and_says_the_same(tmp_path):
    desktop = Desktop(GivenBack(("blanking",)))
    keeper = keeper_of(desktop, tmp_path)

    first = keeper.engage()
    second = keeper.engage()

    assert second == first
    assert desktop.told == ["give back", "engage"]
    keeper.release()
    assert desktop.told == ["give back", "engage", "release"]


def test_engaging_again_after_trouble_tries_anew(tmp_path):
    desktop = Desktop(fails=OSError("busy"))
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()

    desktop.fails = None

    assert keeper.engage() == Engaged(names=("sound off",))


def test_guards_that_were_released_can_be_engaged_anew(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    keeper.release()

    keeper.engage()

    assert desktop.told == ["give back", "engage", "release", "give back", "engage"]


def test_a_key_tried_again_and_again_is_one_remark_when_it_is_over(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    heard = []

    for lines in (["blocked alt_tab 3", "blocked alt_tab 2"], ["blocked alt_tab 7", "rearmed"], [], []):
        desktop.lines = lines
        heard.append(keeper.heard())

    assert heard == [Heard(), Heard((), ("rearmed",)), Heard((), ("blocked alt_tab 12",)), Heard()]


def test_a_key_tried_again_later_is_another_remark(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    heard = []

    for lines in (["blocked alt_tab 1"], [], ["blocked alt_tab 2", "blocked windows_key 1"], []):
        desktop.lines = lines
        heard.extend(keeper.heard().remarks)

    assert heard == ["blocked alt_tab 1", "blocked alt_tab 2", "blocked windows_key 1"]
