"""The escape table and the level that follows from it. A deterrent is never called a lock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.lockdown.escapes import ESCAPES, Protections, Safeguard, State, System, examine
from kiosk.setup.settings import Protection

CAGE = frozenset(
    {
        Safeguard.PROGRAM,
        Safeguard.ONE_SCREEN,
        Safeguard.CAGE,
        Safeguard.CONSOLES_OFF,
        Safeguard.SYSRQ_OFF,
        Safeguard.CTRL_ALT_DEL_OFF,
        Safeguard.AUTOMOUNT_OFF,
        Safeguard.RESTARTED,
        Safeguard.AWAKE,
    }
)
X_DESKTOP = frozenset(
    {
        Safeguard.PROGRAM,
        Safeguard.KEYBOARD_GRAB,
        Safeguard.CONSOLES_OFF,
        Safeguard.ZAP_OFF,
        Safeguard.BLANKING_OFF,
        Safeguard.SUPERVISOR,
        Safeguard.BACKDROP,
    }
)
WAYLAND_DESKTOP = frozenset({Safeguard.PROGRAM, Safeguard.ZAP_OFF, Safeguard.AWAKE, Safeguard.SUPERVISOR})
WINDOWS_PRO = frozenset(
    {
        Safeguard.PROGRAM,
        Safeguard.KEYBOARD_HOOK,
        Safeguard.SESSION_NOTICES,
        Safeguard.ACCESSIBILITY_KEYS_OFF,
        Safeguard.TOASTS_OFF,
        Safeguard.AUTOPLAY_OFF,
        Safeguard.TASK_MANAGER_OFF,
        Safeguard.LOCKING_OFF,
        Safeguard.LEAVING_OFF,
        Safeguard.EDGE_SWIPE_OFF,
        Safeguard.SUPERVISOR,
        Safeguard.BACKDROP,
        Safeguard.AWAKE,
        Safeguard.QUIET,
    }
)
MAC = frozenset(
    {
        Safeguard.PROGRAM,
        Safeguard.PRESENTATION,
        Safeguard.WINDOW_LEVEL,
        Safeguard.AWAKE,
        Safeguard.SESSION_NOTICES,
        Safeguard.SUPERVISOR,
    }
)


def level(system, safeguards, passcode=True):
    return examine(Protections(system, "", safeguards, passcode)).level


@pytest.mark.parametrize(
    ("system", "safeguards", "expected"),
    [
        (System.LINUX, CAGE, Protection.LOCKED),
        (System.LINUX, X_DESKTOP, Protection.DETERRENT),
        (System.LINUX, WAYLAND_DESKTOP, Protection.DETERRENT),
        (System.WINDOWS, WINDOWS_PRO, Protection.DETERRENT),
        (System.WINDOWS, WINDOWS_PRO | {Safeguard.KEYBOARD_FILTER}, Protection.DETERRENT),
        (System.MACOS, MAC, Protection.DETERRENT),
        (System.LINUX, frozenset(), Protection.DEMONSTRATION),
    ],
)
def test_the_level_of_a_well_set_up_machine(system, safeguards, expected):
    assert level(system, safeguards) is expected


def test_without_a_passcode_it_is_a_demonstration_however_locked():
    assert level(System.LINUX, CAGE, passcode=False) is Protection.DEMONSTRATION


@pytest.mark.parametrize("lost", sorted(CAGE - {Safeguard.AWAKE, Safeguard.AUTOMOUNT_OFF}))
def test_one_lost_means_and_it_is_no_longer_locked(lost):
    assert level(System.LINUX, CAGE - {lost}) is not Protection.LOCKED


@pytest.mark.parametrize("system", [System.MACOS, System.WINDOWS])
def test_where_gestures_are_the_users_own_every_means_there_is_makes_a_deterrent(system):
    assert level(system, frozenset(Safeguard)) is Protection.DETERRENT


@given(st.sampled_from(System), st.frozensets(st.sampled_from(Safeguard)), st.booleans())
def test_locked_means_every_essential_escape_is_blocked(system, safeguards, passcode):
    findings = examine(Protections(system, "", safeguards, passcode))

    essential = [each.state for each in findings.escapes if each.essential]

    if findings.level is Protection.LOCKED:
        assert set(essential) == {State.BLOCKED}
        assert passcode


@given(st.sampled_from(System), st.frozensets(st.sampled_from(Safeguard)), st.sampled_from(Safeguard))
def test_one_more_safeguard_never_makes_it_worse(system, safeguards, more):
    order = (State.OPEN, State.DETECTED, State.BLOCKED)

    before = examine(Protections(system, "", safeguards, True))
    after = examine(Protections(system, "", safeguards | {more}, True))

    assert after.level.meets(before.level)
    for old, new in zip(before.escapes, after.escapes, strict=True):
        assert order.index(new.state) >= order.index(old.state)


@given(st.sampled_from(System), st.frozensets(st.sampled_from(Safeguard)))
def test_what_is_not_blocked_comes_with_advice(system, safeguards):
    for finding in examine(Protections(system, "", safeguards, True)).escapes:
        assert bool(finding.advice) == (finding.state is not State.BLOCKED)
        assert bool(finding.by) == (finding.state is not State.OPEN)


def test_every_escape_has_its_own_id_and_a_system():
    ids = [escape.id for escape in ESCAPES]

    assert len(ids) == len(set(ids))
    assert all(escape.on for escape in ESCAPES)


def test_a_disk_taken_out_is_open_everywhere_and_said_so():
    for system in System:
        findings = examine(Protections(system, "", frozenset(Safeguard), True))

        assert [each.id for each in findings.escapes if each.state is State.OPEN][-1:] == ["other_system"]


def state(id, *safeguards):
    found = examine(Protections(System.LINUX, "", frozenset(safeguards), True))
    return next(each.state for each in found.escapes if each.id == id)


DESKTOP = (Safeguard.PROGRAM, Safeguard.KEYBOARD_GRAB, Safeguard.DESKTOP_QUIET)


@pytest.mark.parametrize(
    ("id", "safeguards", "expected"),
    [
        ("mouse_menus", (), State.OPEN),
        ("mouse_menus", (Safeguard.STACKING_WATCH,), State.DETECTED),
        ("mouse_menus", (Safeguard.POINTER_GRAB,), State.BLOCKED),
        ("notifications", (), State.OPEN),
        ("notifications", (Safeguard.STACKING_WATCH,), State.DETECTED),
        ("second_screen", (), State.OPEN),
        ("second_screen", (Safeguard.ONE_SCREEN,), State.BLOCKED),
        ("consoles", (), State.DETECTED),
        ("consoles", (Safeguard.CONSOLES_OFF,), State.BLOCKED),
        ("kill_program", (), State.OPEN),
        ("kill_program", (Safeguard.SUPERVISOR,), State.DETECTED),
        ("kill_program", (Safeguard.SUPERVISOR, Safeguard.BACKDROP), State.BLOCKED),
    ],
)
def test_on_a_desktop_a_way_out_is_closed_by_what_closes_it_and_by_nothing_else(id, safeguards, expected):
    assert state(id, *DESKTOP, *safeguards) is expected


@pytest.mark.parametrize(
    ("safeguards", "expected"),
    [
        ((), State.OPEN),
        ((Safeguard.BARE_X,), State.OPEN),
        ((Safeguard.ACCESSIBILITY_KEYS_OFF,), State.BLOCKED),
    ],
)
def test_nobody_sees_the_accessibility_keys_of_an_x_server(safeguards, expected):
    assert state("accessibility_keys", Safeguard.PROGRAM, *safeguards) is expected
