"""Windows policy, on a fake Windows: which keys are swallowed, the probe, what is changed and given back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.lockdown.escapes import Safeguard
from kiosk.lockdown.guards import SettingsGuard, Weight, give_back_from, ledger_in, notices, weigh
from kiosk.lockdown.supervision import BEAT, READY
from kiosk.lockdown.windows import guards as windows_guards
from kiosk.lockdown.windows.hook import main
from kiosk.lockdown.windows.hook_keys import ENTER, ESCAPE, F4, SPACE, TAB, HookKey, KeyboardHook, blocked_as
from tests.support.engaging import engage_all, lost


class FakeWindows:
    """A Windows in memory. *protected*: what only an administrator may write below. *sound*: the default
    output, or nothing. *new*: values that were set after the user signed in."""

    def __init__(self, build=19045, wide=True, sound="speakers", protected=(), keyboard_filter=""):
        self._build, self._wide = build, wide
        self.protected, self._filter = protected, keyboard_filter
        self.flags = {"sticky": 0x1FF, "filter": 0x7E, "toggle": 0x3E, "mouse": 0x3F, "contrast": 0x7F}
        self.values = {}
        self.new = set()
        self.sound = sound
        self.outputs = {"speakers": False, "headset": False}
        self.awake = False

    def build(self):
        return self._build

    def is_64_bit(self):
        return self._wide

    def key_flags(self, feature):
        if feature not in self.flags:
            raise OSError("Invalid parameter")
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

    def older_than_sign_in(self, path):
        return path not in self.new

    def output(self):
        if not self.sound:
            raise OSError("Element not found")
        return self.sound

    def is_muted(self, output):
        if output not in self.outputs:
            raise OSError("The device is not there")
        return self.outputs[output]

    def set_muted(self, output, muted):
        self.is_muted(output)
        self.outputs[output] = muted

    def keep_awake(self, on):
        self.awake = on

    def keyboard_filter(self):
        return self._filter

    def state(self):
        return dict(self.flags), dict(self.values), dict(self.outputs), self.awake


def changing(port, folder):
    """All guards but the hook, which needs a real Windows."""
    guards = windows_guards.guards(port, ledger_in(folder))
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
    assert windows_guards.why_unsupported(FakeWindows(build, wide)) == expected


def test_an_unsupported_windows_gets_no_hook(tmp_path):
    names = [guard.name for guard in windows_guards.guards(FakeWindows(build=9600), ledger_in(tmp_path))]

    assert Safeguard.KEYBOARD_HOOK not in names


def test_everything_changed_on_windows_is_given_back(tmp_path):
    port = FakeWindows()
    before = port.state()
    guards = changing(port, tmp_path)

    with engage_all(guards):
        held, missing = port.state(), lost(guards)

    assert missing == ()
    assert held[0] == {"sticky": 0x1E2, "filter": 0x62, "toggle": 0x22, "mouse": 0x22, "contrast": 0x63}
    assert len(held[1]) == sum(len(values) for values in windows_guards.POLICIES.values())
    assert held[2:] == ({"speakers": True, "headset": False}, True)
    assert port.state() == before


def test_everything_changed_on_windows_is_given_back_after_a_crash(tmp_path):
    port = FakeWindows()
    port.values[next(iter(windows_guards.POLICIES[Safeguard.AUTOPLAY_OFF]))] = 0
    before = port.state()[:3]
    engage_all(changing(port, tmp_path)).pop_all()

    give_back_from(ledger_in(tmp_path), windows_guards.settings_ports(port))

    assert port.state()[:3] == before


def test_policy_values_an_ordinary_user_may_not_write_are_not_offered(tmp_path):
    port = FakeWindows(protected=("\\Policies\\",))

    names = {guard.name for guard in changing(port, tmp_path)}

    assert names.isdisjoint({Safeguard.TASK_MANAGER_OFF, Safeguard.LOCKING_OFF})
    assert Safeguard.AUTOPLAY_OFF in names


def test_what_windows_reads_at_sign_in_is_neither_written_nor_called_held(tmp_path):
    port = FakeWindows()
    guards = changing(port, tmp_path)

    with engage_all(guards):
        written = set(port.values)

    assert {guard.name for guard in guards}.isdisjoint(windows_guards.AT_SIGN_IN)
    assert written.isdisjoint(path for values in windows_guards.AT_SIGN_IN.values() for path in values)


@pytest.mark.parametrize("safeguard", windows_guards.AT_SIGN_IN)
def test_what_windows_reads_at_sign_in_counts_only_if_it_stood_before(safeguard):
    port = FakeWindows()
    port.values.update(windows_guards.AT_SIGN_IN[safeguard])
    counted = windows_guards.safeguards(port)
    port.new.update(port.values)

    assert counted == {safeguard}
    assert windows_guards.safeguards(port) == frozenset()


def test_the_keys_of_mouse_keys_and_high_contrast_go_and_high_contrast_itself_stays(tmp_path):
    port = FakeWindows()

    with engage_all(changing(port, tmp_path)):
        held = dict(port.flags)

    assert held["mouse"] & 0x1D == 0
    assert held["contrast"] & 0x1D == 0x1


def test_one_feature_that_cannot_be_read_costs_its_own_guard_and_no_other(tmp_path):
    port = FakeWindows()
    del port.flags["contrast"]

    names = {guard.name for guard in changing(port, tmp_path)}

    assert Safeguard.ACCESSIBILITY_KEYS_OFF not in names
    assert names >= {Safeguard.AWAKE, Safeguard.QUIET, Safeguard.TASK_MANAGER_OFF}


def test_a_machine_without_sound_is_not_muted(tmp_path):
    assert Safeguard.QUIET not in {guard.name for guard in changing(FakeWindows(sound=""), tmp_path)}


def test_another_output_is_muted_as_it_comes_and_is_no_lost_guard(tmp_path):
    port = FakeWindows()
    guards = changing(port, tmp_path)

    with engage_all(guards):
        port.sound = "headset"

        assert lost(guards) == ()
        assert port.outputs == {"speakers": True, "headset": True}
    assert port.outputs == {"speakers": False, "headset": False}


def test_a_headset_pulled_out_is_no_lost_guard_and_is_given_back_when_it_is_there_again(tmp_path):
    port = FakeWindows(sound="headset")
    guards = changing(port, tmp_path)

    with engage_all(guards):
        port.sound = ""
        del port.outputs["headset"]
        missing = lost(guards)
    port.outputs["headset"] = True
    give_back_from(ledger_in(tmp_path), windows_guards.settings_ports(port))

    assert missing == ()
    assert port.outputs["headset"] is False


def test_sound_turned_on_during_a_challenge_is_a_lost_guard(tmp_path):
    port = FakeWindows()
    guards = changing(port, tmp_path)

    with engage_all(guards):
        port.outputs["speakers"] = False

        assert lost(guards) == (Safeguard.QUIET,)


def test_policy_set_for_the_whole_machine_counts():
    port = FakeWindows(keyboard_filter=FILTER)
    for path, value in windows_guards.POLICIES[Safeguard.LOCKING_OFF].items():
        port.values[path.replace("HKCU", "HKLM")] = value

    assert windows_guards.safeguards(port) == {Safeguard.LOCKING_OFF, Safeguard.KEYBOARD_FILTER}


FILTER = (
    "service=Running\r\nblocked=True\r\nadministrator=False\r\n"
    "DisableKeyboardFilterForAdministrators=true\r\nForceOffAccessibility=false\r\nBreakoutKeyScanCode=100\r\n"
)


@pytest.mark.parametrize(
    ("was", "now", "holds"),
    [
        ("", "", True),
        ("service=Running", "service=Stopped", False),
        ("blocked=True", "blocked=False", False),
        ("administrator=False", "administrator=True", False),
        ("BreakoutKeyScanCode=100", "BreakoutKeyScanCode=91", False),  # the left Windows key, as delivered
        ("BreakoutKeyScanCode=100", "", False),
        ("BreakoutKeyScanCode=100", "BreakoutKeyScanCode=", False),
    ],
)
def test_keyboard_filter_counts_only_if_it_runs_for_this_account_and_no_key_breaks_out(was, now, holds):
    assert windows_guards.filter_holds(FILTER.replace(was, now)) is holds


def test_an_administrator_is_held_where_keyboard_filter_exempts_nobody():
    told = FILTER.replace("administrator=False", "administrator=True").replace("=true", "=false")

    assert windows_guards.filter_holds(told)
    assert not windows_guards.filter_holds("")


def test_a_value_that_is_no_number_is_never_written_to_the_registry():
    with pytest.raises(OSError, match="not a number"):
        windows_guards.Registry(FakeWindows()).write("HKCU\\x", "1")


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
        (HookKey(0x90, alt=True, shift=True), "alt_num_lock"),
        (HookKey(0x15), "input_method_key"),
        (HookKey(0x19), "input_method_key"),
        (HookKey(0xF2), "input_method_key"),
        (HookKey(0xA0, alt=True), "layout_keys"),
        (HookKey(0xA1, ctrl=True), "layout_keys"),
        (HookKey(0xA4, shift=True), "layout_keys"),
        (HookKey(0xA2, shift=True), "layout_keys"),
        *[(HookKey(code), "") for code in (0xA0, 0xA1, 0xA2, 0xA4, 0xA5, 0x90, 0x14)],
        (HookKey(0xA5, ctrl=True), ""),  # AltGr, which Windows makes of two keys
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
        self.away = False

    def install(self, on_key):
        self.installs += 1
        self.hook = None if self.broken else on_key

    def elsewhere(self):
        return self.away

    def type_probe(self):
        if self.hook is not None and not self.away:
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


def test_a_hook_whose_keys_go_elsewhere_says_so_once_and_lives_on():
    """Ctrl+Alt+Del for half a minute: what follows (the session locked, or back) must still be heard."""
    keyboard, said = Keyboard(), []
    hook = KeyboardHook(keyboard, said.append)
    hook.start()
    hook.tick()

    keyboard.away = True
    for _ in range(30):
        hook.tick()
    keyboard.away = False
    hook.tick()
    hook.tick()

    assert said == [READY, "session elsewhere", *[BEAT] * 30, "session back", "rearmed", BEAT]
    assert [weigh(line) for line in said if "session" in line] == [Weight.VIOLATION, Weight.NOTE]


def test_a_hook_that_never_worked_does_not_hide_behind_another_desktop():
    keyboard, said = Keyboard(), []
    keyboard.away = True
    hook = KeyboardHook(keyboard, said.append)
    hook.start()
    hook.tick()

    assert said == []


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

    guard = SettingsGuard(
        "sound", windows_guards.Sound(FakeWindows()), {"speakers": True}, ledger_in(tmp_path)
    )

    assert notices([guard, Listener()]) == ("session locked",)
