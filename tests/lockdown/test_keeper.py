"""The keeper: whatever goes wrong with the guards is told, and asking again never changes the desktop."""

import os

import pytest

from kiosk.folder import GUARDS
from kiosk.lockdown.guards import GivenBack
from kiosk.lockdown.keeper import Engaged, Heard, Keeper
from kiosk.lockdown.watch import Hold
from kiosk.setup.settings import Protection


class Desktop:
    """Hands out one guard, and tells what was done."""

    name = "sound off"

    def __init__(self, given=None, fails=None):
        self.given, self.fails = given or GivenBack(), fails
        self.told = []
        self.lines = []
        self.holds = False

    def give_back(self, folder):
        self.told.append("give back")
        return self.given

    def guards(self, folder):
        return (self,)

    def engage(self):
        if self.fails is not None:
            raise self.fails
        self.holds = True
        self.told.append("engage")

    def in_force(self):
        return self.holds

    def notices(self):
        lines, self.lines = tuple(self.lines), []
        return lines

    def release(self):
        self.holds = False
        self.told.append("release")


class Other(Desktop):
    """One more guard of the same desktop."""

    def __init__(self, name, told, fails=None):
        super().__init__(fails=fails)
        self.name, self.told = name, told

    def engage(self):
        super().engage()
        self.told[-1] = f"engage {self.name}"

    def release(self):
        super().release()
        self.told[-1] = f"release {self.name}"


def at_once(work):
    work()


def keeper_of(desktop, folder, *others):
    return Keeper(folder, desktop.give_back, lambda _: (desktop, *others), at_once)


HELD, BARE = Hold(keyboard=True, pointer=True, watched=True, whole=True), Hold()


def asked(keeper, **how):
    keeper.ask(**{"passcode": True, "hold": HELD, **how})
    return keeper.heard()


@pytest.mark.parametrize("content", [b"{rubbish", b"", b"[]", b"\xff\xfe\x00"])
def test_a_damaged_ledger_is_trouble_and_no_exception(tmp_path, content):
    (tmp_path / GUARDS).write_bytes(content)

    engaged = Keeper(tmp_path).engage()

    assert engaged.names == ()
    assert engaged.trouble.startswith("guards.json in the data folder cannot be read")


def test_a_ledger_that_cannot_be_opened_is_trouble_and_no_exception(tmp_path):
    (tmp_path / GUARDS).mkdir()

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


def test_engaging_again_changes_nothing_while_everything_holds(tmp_path):
    desktop = Desktop(GivenBack(("blanking",)))
    keeper = keeper_of(desktop, tmp_path)

    keeper.engage()
    second = keeper.engage()

    assert second == Engaged(names=("sound off",))
    assert desktop.told == ["give back", "engage"]
    keeper.release()
    assert desktop.told == ["give back", "engage", "release"]


def test_what_is_said_to_be_engaged_was_asked_for_just_now(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    desktop.holds, desktop.fails = False, OSError("gone")

    again = keeper.engage()

    assert again.names == ()
    assert "gone" in again.trouble


def test_engaging_again_puts_back_what_no_longer_holds(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    desktop.holds = False

    assert keeper.engage() == Engaged(names=("sound off",))
    assert desktop.holds


def test_a_guard_that_cannot_be_engaged_keeps_no_other_from_it(tmp_path):
    desktop = Desktop(fails=OSError("no bell"))
    keeper = keeper_of(desktop, tmp_path, Other("consoles", desktop.told))

    engaged = keeper.engage()

    assert engaged.names == ("consoles",)
    assert "“sound off” could not be put in place: no bell" in engaged.trouble


def test_guards_are_released_in_reverse(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path, Other("consoles", desktop.told))
    keeper.engage()

    keeper.release()

    assert desktop.told == ["give back", "engage", "engage consoles", "release consoles", "release"]


def test_a_lost_guard_is_told_once_and_put_back(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    desktop.holds = False

    first, second = asked(keeper), asked(keeper)

    assert (first.violations, first.put_back) == (("A guard was lost: sound off",), ("sound off",))
    assert (second.violations, second.put_back) == ((), ())
    assert desktop.holds


def test_a_lost_guard_is_put_back_as_soon_as_that_can_be(tmp_path):
    desktop = Desktop()
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()
    desktop.holds, desktop.fails = False, OSError("busy")
    heard = [asked(keeper), asked(keeper)]

    desktop.fails = None
    heard.append(asked(keeper))

    assert [each.violations for each in heard] == [("A guard was lost: sound off",), (), ()]
    assert [each.put_back for each in heard] == [(), (), ("sound off",)]


def test_a_guard_that_never_held_is_engaged_later_without_a_violation(tmp_path):
    desktop = Desktop(fails=OSError("busy"))
    keeper = keeper_of(desktop, tmp_path)
    keeper.engage()

    desktop.fails = None

    assert asked(keeper).put_back == ("sound off",)
    assert asked(keeper).violations == ()


def test_the_window_is_not_kept_waiting_while_guards_are_asked(tmp_path):
    desktop, waiting = Desktop(), []
    keeper = Keeper(tmp_path, desktop.give_back, desktop.guards, waiting.append)
    keeper.engage()
    desktop.holds = False

    keeper.ask(passcode=True, hold=HELD)
    keeper.ask(passcode=True, hold=HELD)

    assert keeper.heard() == Heard()
    assert len(waiting) == 1
    waiting.pop()()
    assert keeper.heard().violations == ("A guard was lost: sound off",)


def test_a_guard_of_the_window_is_asked_at_once(tmp_path):
    desktop, waiting = Desktop(), []
    desktop.of_the_window = True
    keeper = Keeper(tmp_path, desktop.give_back, desktop.guards, waiting.append)
    keeper.engage()
    desktop.holds = False

    keeper.ask(passcode=True, hold=HELD)

    assert desktop.holds
    waiting.pop()()
    assert keeper.heard().put_back == ("sound off",)


def test_how_well_the_station_is_protected_is_told_when_it_changes(tmp_path):
    keeper = keeper_of(Desktop(), tmp_path)
    keeper.engage()

    assert asked(keeper, passcode=False).level is Protection.DEMONSTRATION
    assert asked(keeper, passcode=False).level is None
    assert asked(keeper).level is Protection.DETERRENT
    assert asked(keeper, hold=BARE).level is Protection.DETERRENT


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
