"""The escape table and the level that follows from it. A deterrent is never called a lock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.core.setup.settings import Protection
from kiosk.lockdown.escapes import ESCAPES, State, System
from kiosk.lockdown.examine import Protections, examine
from kiosk.lockdown.safeguards import Means

CAGE = frozenset(
    {
        Means.PROGRAM,
        Means.ONE_SCREEN,
        Means.CAGE,
        Means.CONSOLES_OFF,
        Means.SYSRQ_OFF,
        Means.CTRL_ALT_DEL_OFF,
        Means.AUTOMOUNT_OFF,
        Means.RESTARTED,
        Means.AWAKE,
    }
)
X_DESKTOP = frozenset(
    {
        Means.PROGRAM,
        Means.KEYBOARD_GRAB,
        Means.CONSOLES_OFF,
        Means.ZAP_OFF,
        Means.BLANKING_OFF,
        Means.SUPERVISOR,
        Means.BACKDROP,
    }
)
WAYLAND_DESKTOP = frozenset({Means.PROGRAM, Means.ZAP_OFF, Means.AWAKE, Means.SUPERVISOR})
WINDOWS_PRO = frozenset(
    {
        Means.PROGRAM,
        Means.KEYBOARD_HOOK,
        Means.SESSION_NOTICES,
        Means.ACCESSIBILITY_KEYS_OFF,
        Means.TOASTS_OFF,
        Means.AUTOPLAY_OFF,
        Means.TASK_MANAGER_OFF,
        Means.LOCKING_OFF,
        Means.LEAVING_OFF,
        Means.EDGE_SWIPE_OFF,
        Means.SUPERVISOR,
        Means.BACKDROP,
        Means.AWAKE,
        Means.QUIET,
    }
)
MAC = frozenset(
    {
        Means.PROGRAM,
        Means.PRESENTATION,
        Means.WINDOW_LEVEL,
        Means.AWAKE,
        Means.SESSION_NOTICES,
        Means.SUPERVISOR,
    }
)


def level(system, means, passcode=True):
    return examine(Protections(system, "", means, passcode)).level


@pytest.mark.parametrize(
    ("system", "means", "expected"),
    [
        (System.LINUX, CAGE, Protection.LOCKED),
        (System.LINUX, X_DESKTOP, Protection.DETERRENT),
        (System.LINUX, WAYLAND_DESKTOP, Protection.DETERRENT),
        (System.WINDOWS, WINDOWS_PRO, Protection.DETERRENT),
        (System.WINDOWS, WINDOWS_PRO | {Means.KEYBOARD_FILTER}, Protection.LOCKED),
        (System.MACOS, MAC, Protection.DETERRENT),
        (System.LINUX, frozenset(), Protection.DEMONSTRATION),
    ],
)
def test_the_level_of_a_well_set_up_machine(system, means, expected):
    assert level(system, means) is expected


def test_without_a_passcode_it_is_a_demonstration_however_locked():
    assert level(System.LINUX, CAGE, passcode=False) is Protection.DEMONSTRATION


@pytest.mark.parametrize("lost", sorted(CAGE - {Means.AWAKE, Means.AUTOMOUNT_OFF}))
def test_one_lost_means_and_it_is_no_longer_locked(lost):
    assert level(System.LINUX, CAGE - {lost}) is not Protection.LOCKED


def test_macos_is_a_deterrent_with_every_means_there_is():
    assert level(System.MACOS, frozenset(Means)) is Protection.DETERRENT


@given(st.sampled_from(System), st.frozensets(st.sampled_from(Means)), st.booleans())
def test_locked_means_every_essential_escape_is_blocked(system, means, passcode):
    findings = examine(Protections(system, "", means, passcode))

    essential = [each.state for each in findings.escapes if each.essential]

    if findings.level is Protection.LOCKED:
        assert set(essential) == {State.BLOCKED}
        assert passcode


@given(st.sampled_from(System), st.frozensets(st.sampled_from(Means)), st.sampled_from(Means))
def test_one_more_means_never_makes_it_worse(system, means, more):
    order = (State.OPEN, State.DETECTED, State.BLOCKED)

    before = examine(Protections(system, "", means, True))
    after = examine(Protections(system, "", means | {more}, True))

    assert after.level.meets(before.level)
    for old, new in zip(before.escapes, after.escapes, strict=True):
        assert order.index(new.state) >= order.index(old.state)


@given(st.sampled_from(System), st.frozensets(st.sampled_from(Means)))
def test_what_is_not_blocked_comes_with_advice(system, means):
    for finding in examine(Protections(system, "", means, True)).escapes:
        assert bool(finding.advice) == (finding.state is not State.BLOCKED)
        assert bool(finding.by) == (finding.state is not State.OPEN)


def test_every_escape_has_its_own_id_and_a_system():
    ids = [escape.id for escape in ESCAPES]

    assert len(ids) == len(set(ids))
    assert all(escape.on for escape in ESCAPES)


def test_a_disk_taken_out_is_open_everywhere_and_said_so():
    for system in System:
        findings = examine(Protections(system, "", frozenset(Means), True))

        assert [each.id for each in findings.escapes if each.state is State.OPEN][-1:] == ["other_system"]


def state(id, *means):
    found = examine(Protections(System.LINUX, "", frozenset(means), True))
    return next(each.state for each in found.escapes if each.id == id)


DESKTOP = (Means.PROGRAM, Means.KEYBOARD_GRAB, Means.DESKTOP_QUIET)


@pytest.mark.parametrize(
    ("id", "means", "expected"),
    [
        ("mouse_menus", (), State.OPEN),
        ("mouse_menus", (Means.STACKING_WATCH,), State.DETECTED),
        ("mouse_menus", (Means.POINTER_GRAB,), State.BLOCKED),
        ("notifications", (), State.OPEN),
        ("notifications", (Means.STACKING_WATCH,), State.DETECTED),
        ("second_screen", (), State.OPEN),
        ("second_screen", (Means.ONE_SCREEN,), State.BLOCKED),
        ("consoles", (), State.DETECTED),
        ("consoles", (Means.CONSOLES_OFF,), State.BLOCKED),
        ("kill_program", (), State.OPEN),
        ("kill_program", (Means.SUPERVISOR,), State.DETECTED),
        ("kill_program", (Means.SUPERVISOR, Means.BACKDROP), State.BLOCKED),
    ],
)
def test_on_a_desktop_a_way_out_is_closed_by_what_closes_it_and_by_nothing_else(id, means, expected):
    assert state(id, *DESKTOP, *means) is expected


@pytest.mark.parametrize(
    ("means", "expected"),
    [((), State.OPEN), ((Means.BARE_X,), State.OPEN), ((Means.ACCESSIBILITY_KEYS_OFF,), State.BLOCKED)],
)
def test_nobody_sees_the_accessibility_keys_of_an_x_server(means, expected):
    assert state("accessibility_keys", Means.PROGRAM, *means) is expected
