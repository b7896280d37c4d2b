"""macOS policy, on a fake Mac."""

import pytest

from kiosk.errors import LockdownError
from kiosk.lockdown.escapes import Safeguard
from kiosk.lockdown.guards import notices
from kiosk.lockdown.macos import guards as macos_guards
from tests.support.engaging import engage_all, lost


class FakeMac:
    def __init__(self, accepts=True):
        self.accepts = accepts
        self.chosen = 0
        self.added = 0
        self.front = False
        self.levels = [3, 3]
        self.stubborn = False
        self.assertions = []
        self.watching = False
        self.told = []

    def options(self):
        return self.chosen

    def set_options(self, options):
        if self.accepts or options == 0:
            self.chosen = options | self.added if options else 0

    def options_in_effect(self):
        return self.chosen if self.front else 0

    def is_in_front(self):
        return self.front

    def come_to_front(self):
        self.front = True

    def window_levels(self):
        return tuple(self.levels)

    def set_window_levels(self, level):
        if not self.stubborn:
            self.levels = [level] * len(self.levels)

    def stay_awake(self, why):
        self.assertions.append(7)
        return 7

    def let_sleep(self, assertion):
        self.assertions.remove(assertion)

    def watch_session(self):
        self.watching = True

    def unwatch_session(self):
        self.watching = False

    def heard(self):
        told, self.told = tuple(self.told), []
        return told


def test_the_options_are_a_combination_appkit_accepts():
    """Hiding the menu bar needs the Dock hidden; the “disable” options need the Dock hidden."""
    assert macos_guards.WANTED_OPTIONS & macos_guards.HIDE_DOCK
    assert macos_guards.WANTED_OPTIONS & macos_guards.HIDE_MENU_BAR
    assert macos_guards.WANTED_OPTIONS == 0b1_1111_1010


def test_everything_is_engaged_and_given_back():
    mac = FakeMac()
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        held = (mac.chosen, mac.levels, mac.assertions[:], mac.watching, lost(guards))

    assert held == (macos_guards.WANTED_OPTIONS, [1000, 1000], [7], True, ())
    assert (mac.chosen, mac.levels, mac.assertions, mac.watching) == (0, [3, 3], [], False)


def test_refused_options_engage_nothing():
    mac = FakeMac(accepts=False)

    with pytest.raises(LockdownError, match="presentation options"):
        engage_all(macos_guards.guards(mac))

    assert (mac.assertions, mac.watching, mac.levels) == ([], False, [3, 3])


def test_options_that_the_toolkit_adds_do_no_harm():
    """Qt's own full screen sets a bit besides those that are asked for."""
    mac = FakeMac()
    mac.added = 1 << 10
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        assert lost(guards) == ()


def test_guards_put_back_after_a_loss_still_give_back_what_was_there_first():
    mac = FakeMac()
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        mac.front = False
        mac.levels.append(3)
        for guard in guards[2:]:
            guard.engage()

        assert lost(guards) == ()
    assert (mac.chosen, mac.levels) == (0, [3, 3, 3])


def test_losing_the_front_loses_the_presentation_options():
    mac = FakeMac()
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        mac.front = False

        assert lost(guards) == (Safeguard.PRESENTATION,)


def test_the_cover_of_a_new_screen_is_raised():
    mac = FakeMac()
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        mac.levels.append(3)

        assert lost(guards) == ()
        assert mac.levels == [1000, 1000, 1000]


def test_a_window_that_cannot_be_raised_is_noticed():
    mac = FakeMac()
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        mac.levels.append(3)
        mac.stubborn = True

        assert lost(guards) == (Safeguard.WINDOW_LEVEL,)


def test_asking_a_guard_that_is_not_engaged_changes_nothing():
    mac = FakeMac()

    lost(macos_guards.guards(mac))

    assert mac.levels == [3, 3]


def test_session_notices_are_handed_on_once():
    mac = FakeMac()
    guards = macos_guards.guards(mac)

    with engage_all(guards):
        mac.told.append("session disconnected")

        assert notices(guards) == ("session disconnected",)
        assert notices(guards) == ()
