"""Windows policy, on a fake Windows: which keys are swallowed, the probe, what is changed and given back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.lockdown.guard import SettingsGuard, give_back_from, notices
from kiosk.lockdown.held_child import BEAT, READY
from kiosk.lockdown.ledger import ledger_in
from kiosk.lockdown.safeguards import Safeguard
from kiosk.lockdown.windows import guards as windows
from kiosk.lockdown.windows.hook import main
from kiosk.lockdown.windows.hook_keys import ENTER, ESCAPE, F4, SPACE, TAB, HookKey, KeyboardHook, blocked_as
from tests.support.engaging import engage_all, lost


class FakeWindows:
    """A Windows in memory. *protected*: what only an administrator may write below."""

    def __init__(self, build=19045, wide=True, sound=True, protected=(), keyboard_filter=False):
        self._build, self._wide, self._sound = build, wide, sound
        self.protected, self.keyboard_filter = protected, keyboard_filter
        self.flags = {"sticky": 0x1FF, "filter": 0x7E, "toggle": 0x3E}
        self.values = {}
        self.is_muted = False
        self.awake = False

    def build(self):
        return self._build

    def is_64_bit(self):
        return self._wide

    def key_flags(self, feature):
        return self.flags[feature]

    def set_key_flags(self, feature, flags):
        self.flags[feature] = flags

    def registry(self, path):
        return self.values.get(path)

    def set_registry(self, path, value):
        if not self.may_write(path):
            raise PermissionError(5, "Access is denied")
        self.values.pop(path, None)
        if value is not None:
            self.values[path] = value

    def may_write(self, path):
        return not any(part in path for part in self.protected)

    def muted(self):
        if not self._sound:
            raise OSError("Element not found")
        return self.is_muted

    def set_muted(self, muted):
        self.is_muted = muted

    def keep_awake(self, on):
        self.awake = on

    def keyboard_filter_blocks_ctrl_alt_del(self):
        return self.keyboard_filter

    def state(self):
        return dict(self.flags), dict(self.values), self.is_muted, self.awake


def changing(port, folder):
    """All guards but the hook, which needs a real Windows."""
    guards = windows.guards(port, ledger_in(folder))
    return tuple(each for each in guards if each.name != Safeguard.KEYBOARD_HOOK)


@pytest.mark.parametrize(
    ("build", "wide", "expected"),
    [
        (17763, True, ""),
        (22631, True, ""),
        (17134, True, "Windows 10 version 1809 (build 17763) or later is needed; this is build 17134."),
        (19045, False, "A 64-bit Windows is needed."),
    ],
)
def test_old_and_narrow_windows_are_not_supported(build, wide, expected):
    assert windows.unsupported(FakeWindows(build, wide)) == expected


def test_an_unsupported_windows_gets_no_hook(tmp_path):
    names = [guard.name for guard in windows.guards(FakeWindows(build=9600), ledger_in(tmp_path))]

    assert Safeguard.KEYBOARD_HOOK not in names


def test_everything_changed_on_windows_is_given_back(tmp_path):
    port = FakeWindows()
    before = port.state()
    guards = changing(port, tmp_path)

    with engage_all(guards):
        held, missing = port.state(), lost(guards)

    assert missing == ()
    assert held[0] == {"sticky": 0x1E2, "filter": 0x62, "toggle": 0x22}
    assert len(held[1]) == sum(len(values) for values in windows.POLICIES.values())
    assert held[2:] == (True, True)
    assert port.state() == before


def test_everything_changed_on_windows_is_given_back_after_a_crash(tmp_path):
    port = FakeWindows()
    port.values[r"HKCU\Software\Microsoft\Windows\CurrentVersion\PushNotifications\ToastEnabled"] = 1
    before = port.state()[:3]
    engage_all(changing(port, tmp_path)).pop_all()

    give_back_from(ledger_in(tmp_path), windows.settings_ports(port))

    assert port.state()[:3] == before


def test_policy_values_an_ordinary_user_may_not_write_are_not_offered(tmp_path):
    port = FakeWindows(protected=("\\Policies\\",))

    names = {guard.name for guard in changing(port, tmp_path)}

    assert names.isdisjoint(
        {Safeguard.TASK_MANAGER_OFF, Safeguard.LOCKING_OFF, Safeguard.LEAVING_OFF, Safeguard.EDGE_SWIPE_OFF}
    )
    assert names >= {Safeguard.TOASTS_OFF, Safeguard.AUTOPLAY_OFF}


def test_a_machine_without_sound_is_not_muted(tmp_path):
    assert Safeguard.QUIET not in {guard.name for guard in changing(FakeWindows(sound=False), tmp_path)}


def test_sound_turned_on_during_a_challenge_is_a_lost_guard(tmp_path):
    port = FakeWindows()
    guards = changing(port, tmp_path)

    with engage_all(guards):
        port.is_muted = False

        assert lost(guards) == (Safeguard.QUIET,)


def test_policy_set_for_the_whole_machine_counts():
    port = FakeWindows(keyboard_filter=True)
    for path, value in windows.POLICIES[Safeguard.LOCKING_OFF].items():
        port.values[path.replace("HKCU", "HKLM")] = value

    assert windows.safeguards(port) == {Safeguard.LOCKING_OFF, Safeguard.KEYBOARD_FILTER}


def test_a_value_that_is_no_number_is_never_written_to_the_registry():
    with pytest.raises(OSError, match="not a number"):
        windows.Registry(FakeWindows()).write("HKCU\\x", "1")


LETTERS = range(ord("A"), ord("Z") + 1)
F5, F12, BACKSPACE, LEFT, DELETE = 0x74, 0x7B, 0x08, 0x25, 0x2E


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (HookKey(0x5B), "windows_key"),
        (HookKey(0x5C), "windows_key"),
        (HookKey(0x5D), "menu_key"),
        (HookKey(0x2C), "print_screen"),
        (HookKey(0xAD), "media_key"),
        (HookKey(TAB, alt=True), "alt_tab"),
        (HookKey(ESCAPE, alt=True), "alt_escape"),
        (HookKey(SPACE, alt=True), "alt_space"),
        (HookKey(F4, alt=True), "alt_f4"),
        (HookKey(ENTER, alt=True), "alt_enter"),
        (HookKey(ESCAPE, ctrl=True), "ctrl_escape"),
        (HookKey(ord("A"), injected=True), "injected_key"),
        *[(HookKey(code), "") for code in (TAB, ENTER, ESCAPE, SPACE, BACKSPACE, LEFT, F4, F5, *LETTERS)],
        (HookKey(F12, ctrl=True), ""),
    ],
)
def test_only_ways_out_are_swallowed(key, name):
    assert blocked_as(key) == name


class Keyboard:
    """A keyboard whose hook Windows may silently remove."""

    def __init__(self):
        self.hook = None
        self.installs = 0
        self.broken = False

    def install(self, on_key):
        self.installs += 1
        self.hook = None if self.broken else on_key

    def type_probe(self):
        if self.hook is not None:
            self.hook(HookKey(0xE8, injected=True, probe=True))


def test_the_hook_says_held_only_when_its_probe_came_through():
    keyboard, said = Keyboard(), []
    hook = KeyboardHook(keyboard, said.append)
    hook.start()
    assert said == []

    hook.tick()
    hook.tick()

    assert said == [READY, BEAT]


def test_a_hook_removed_by_windows_is_put_back():
    keyboard, said = Keyboard(), []
    hook = KeyboardHook(keyboard, said.append)
    hook.start()
    hook.tick()

    keyboard.hook = None
    hook.tick()
    hook.tick()
    hook.tick()

    assert said[1:] == [BEAT, "rearmed", BEAT]
    assert keyboard.hook is not None


def test_a_hook_that_cannot_be_put_back_stays_silent():
    keyboard, said = Keyboard(), []
    hook = KeyboardHook(keyboard, said.append)
    hook.start()
    hook.tick()
    hook.tick()
    said.clear()

    keyboard.broken, keyboard.hook = True, None
    for _ in range(5):
        hook.tick()

    assert said.count(BEAT) == 1  # the probe sent before it broke
    assert READY not in said


def test_a_hook_that_never_worked_never_says_held():
    keyboard, said = Keyboard(), []
    keyboard.broken = True
    hook = KeyboardHook(keyboard, said.append)
    hook.start()

    hook.tick()

    assert said == []


def test_swallowed_keys_are_counted_not_spelled():
    keyboard, said = Keyboard(), []
    hook = KeyboardHook(keyboard, said.append)
    hook.start()

    taken = [hook.on_key(key) for key in (HookKey(TAB, alt=True), HookKey(TAB, alt=True), HookKey(ord("Q")))]
    hook.tick()

    assert taken == [True, True, False]
    assert said == [READY, "blocked alt_tab 2"]


@given(
    st.builds(
        HookKey, st.sampled_from(LETTERS), injected=st.just(False), alt=st.booleans(), ctrl=st.booleans()
    )
)
def test_what_is_typed_is_never_swallowed_nor_told(key):
    said = []
    hook = KeyboardHook(Keyboard(), said.append)
    hook.start()

    taken = hook.on_key(key)
    hook.tick()

    assert not taken
    assert said == [READY]


def test_the_hook_process_says_plainly_that_it_needs_windows():
    import sys

    if sys.platform == "win32":
        pytest.skip("this is Windows")

    with pytest.raises(SystemExit, match="Windows only"):
        main()


def test_notices_come_from_the_guards_that_listen(tmp_path):
    class Listener:
        name = "session notices"

        def notices(self):
            return ("session locked",)

    guard = SettingsGuard("sound", windows.Sound(FakeWindows()), {"muted": True}, ledger_in(tmp_path))

    assert notices([guard, Listener()]) == ("session locked",)
