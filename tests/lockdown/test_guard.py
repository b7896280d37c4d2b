"""Guards: put in place, put back, and given back after a kill between any two steps."""

import itertools
import json
import subprocess
import sys
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import LockdownError
from kiosk.folder import GUARDS
from kiosk.lockdown.guards import Ledger, LedgerEntry, LedgerFile, SettingsGuard, give_back_from, ledger_in
from tests.support.engaging import engage_all, lost


class Killed(BaseException):
    """The process is gone; nothing of it runs any more."""


class Machine:
    """A machine whose every lasting step is counted, and which loses power before or after a chosen one."""

    def __init__(self, settings):
        self.settings = dict(settings)
        self.text = None
        self.steps = 0
        self.dies_at = None
        self.after = False
        self.dead = False

    def switch_on(self, dies_at=None, after=False):
        self.steps, self.dies_at, self.after, self.dead = 0, dies_at, after, False

    def do(self, action):
        if self.dead:
            raise Killed
        self.steps += 1
        if self.steps == self.dies_at:
            self.dead = True
            if self.after:
                action()
            raise Killed
        action()


class Disk:
    def __init__(self, machine):
        self.machine = machine

    def read(self):
        return self.machine.text

    def write(self, text):
        self.machine.do(lambda: setattr(self.machine, "text", text))

    def remove(self):
        self.machine.do(lambda: setattr(self.machine, "text", None))


class Registry:
    name = "registry"

    def __init__(self, machine):
        self.machine = machine

    def read(self, key):
        return self.machine.settings.get(key)

    def write(self, key, value):
        def change():
            self.machine.settings.pop(key, None)
            if value is not None:
                self.machine.settings[key] = value

        self.machine.do(change)


class Refusing(Registry):
    """Takes every change but that of one key."""

    def __init__(self, machine, key):
        super().__init__(machine)
        self.key = key

    def write(self, key, value):
        if key == self.key:
            raise PermissionError(13, "Access is denied")
        super().write(key, value)


FOUND = {"sticky": 511, "toggle": 3, "volume": "loud"}


def guards_on(machine, registry=None):
    ledger = Ledger(Disk(machine))
    port = registry or Registry(machine)
    return (
        SettingsGuard("accessibility keys", port, {"sticky": 506, "toggle": 2}, ledger),
        SettingsGuard("policy", port, {"DisableTaskMgr": 1, "NoClose": 1}, ledger),
        SettingsGuard("sound", port, {"volume": "mute"}, ledger),
    )


def run_whole(machine):
    engage_all(guards_on(machine)).close()


def recover(machine):
    return give_back_from(Ledger(Disk(machine)), [Registry(machine)])


def steps_of(action):
    machine = Machine(FOUND)
    machine.switch_on()
    action(machine)
    return machine.steps


def test_engaging_changes_the_settings_and_closing_gives_them_back():
    machine = Machine(FOUND)

    with engage_all(guards_on(machine)):
        held = dict(machine.settings)

    assert held == {"sticky": 506, "toggle": 2, "volume": "mute", "DisableTaskMgr": 1, "NoClose": 1}
    assert machine.settings == FOUND
    assert machine.text is None


def test_a_guard_that_fails_half_way_leaves_nothing_changed():
    machine = Machine(FOUND)

    with pytest.raises(LockdownError, match="“policy” could not be put in place: Access is denied"):
        engage_all(guards_on(machine, Refusing(machine, "NoClose"))[1:])

    assert machine.settings == FOUND
    assert machine.text is None


def test_a_setting_the_system_does_not_keep_is_a_failure():
    class Forgetful(Registry):
        def write(self, key, value):
            pass

    machine = Machine(FOUND)

    with pytest.raises(LockdownError, match="did not keep"):
        engage_all(guards_on(machine, Forgetful(machine)))


def test_a_guard_changed_behind_our_back_is_lost_and_can_be_put_back():
    machine = Machine(FOUND)
    guards = guards_on(machine)
    engaged = engage_all(guards)
    assert lost(guards) == ()

    machine.settings["sticky"] = 511

    assert lost(guards) == ("accessibility keys",)
    guards[0].engage()
    assert lost(guards) == ()
    engaged.close()
    assert machine.settings == FOUND  # what was there before the first time, not what somebody set in between


def test_a_guard_whose_settings_cannot_be_read_is_lost():
    class Gone(Registry):
        def read(self, key):
            raise OSError("the session has ended")

    machine = Machine(FOUND)

    assert lost(guards_on(machine, Gone(machine))) == ("accessibility keys", "policy", "sound")


KILLS = [(step, after) for step in range(1, steps_of(run_whole) + 1) for after in (False, True)]


@pytest.mark.parametrize(("step", "after"), KILLS)
def test_the_next_start_restores_everything_after_a_kill_at_any_step(step, after):
    machine = Machine(FOUND)
    machine.switch_on(step, after)
    with pytest.raises(Killed):
        run_whole(machine)

    machine.switch_on()
    recover(machine)

    assert machine.settings == FOUND
    assert machine.text is None


@pytest.mark.parametrize(("step", "after"), KILLS)
def test_a_kill_while_giving_back_is_made_good_by_the_start_after_that(step, after):
    for second, late in itertools.product(range(1, 20), (False, True)):
        machine = Machine(FOUND)
        machine.switch_on(step, after)
        with pytest.raises(Killed):
            run_whole(machine)

        machine.switch_on(second, late)
        try:
            recover(machine)
        except Killed:
            machine.switch_on()
            recover(machine)

        assert machine.settings == FOUND
        assert machine.text is None


@pytest.mark.parametrize(("step", "after"), KILLS)
def test_engaging_again_without_giving_back_never_takes_our_own_values_for_the_machines(step, after):
    machine = Machine(FOUND)
    machine.switch_on(step, after)
    with pytest.raises(Killed):
        run_whole(machine)

    machine.switch_on()
    run_whole(machine)

    assert machine.settings == FOUND


@given(
    found=st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3)),
    wanted=st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(4, 6), min_size=1), max_size=4),
    kills=st.lists(st.tuples(st.integers(1, 30), st.booleans()), max_size=3),
)
def test_any_guards_and_any_kills_end_with_the_machine_as_it_was(found, wanted, kills):
    # two guards of one system never hold the same setting
    seen = set()
    plan = []
    for index, values in enumerate(wanted):
        fresh = {key: value for key, value in values.items() if key not in seen}
        seen |= set(fresh)
        plan.append((f"guard {index}", fresh))
    machine = Machine(found)
    for kill in kills:
        machine.switch_on(*kill)
        try:
            recover(machine)
            ledger = Ledger(Disk(machine))
            engage_all([SettingsGuard(n, Registry(machine), v, ledger) for n, v in plan]).close()
        except Killed:
            pass

    machine.switch_on()
    recover(machine)

    assert machine.settings == found
    assert machine.text is None


def test_a_setting_of_another_system_stays_in_the_ledger(tmp_path):
    ledger = ledger_in(tmp_path)
    ledger.record(LedgerEntry("policy", "windows registry", {"NoClose": None}))

    given = give_back_from(ledger, [])

    assert given.done == ()
    assert given.left == (("policy", "its settings belong to another system or session"),)
    assert [entry.guard for entry in ledger.entries()] == ["policy"]


def test_a_setting_that_cannot_be_given_back_now_does_not_keep_the_others_from_it(tmp_path):
    machine = Machine({"a": 9, "b": 9})
    ledger = ledger_in(tmp_path)
    ledger.record(LedgerEntry("first", "registry", {"a": 1}))
    ledger.record(LedgerEntry("second", "registry", {"b": 2}))

    given = give_back_from(ledger, [Refusing(machine, "b")])

    assert given.done == ("first",)
    assert given.left == (("second", "Access is denied"),)
    assert machine.settings == {"a": 1, "b": 9}
    assert [entry.guard for entry in ledger.entries()] == ["second"]


def test_an_empty_ledger_has_no_file(tmp_path):
    ledger = ledger_in(tmp_path)
    ledger.record(LedgerEntry("sound", "mixer", {"muted": False}))

    ledger.forget("sound")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 2, "entries": []}', '{"format": 1, "entries": [{}]}']
)
def test_a_damaged_ledger_is_said_and_never_taken_for_an_empty_one(tmp_path, text):
    (tmp_path / GUARDS).write_text(text)

    with pytest.raises(LockdownError, match="cannot be read"):
        ledger_in(tmp_path).entries()


def test_a_ledger_that_is_no_text_is_a_damaged_one(tmp_path):
    (tmp_path / GUARDS).write_bytes(b"\xff\xfe\x00")

    with pytest.raises(LockdownError, match="cannot be read"):
        ledger_in(tmp_path).entries()


def test_the_ledger_is_readable_by_a_person(tmp_path):
    ledger_in(tmp_path).record(LedgerEntry("sound", "mixer", {"muted": False}))

    whole = json.loads((tmp_path / GUARDS).read_text())

    assert whole["entries"] == [{"guard": "sound", "port": "mixer", "before": {"muted": False}}]


PROCESS = textwrap.dedent("""
    import os, sys
    from pathlib import Path
    from kiosk.lockdown.guards import SettingsGuard
    from kiosk.lockdown.guards import Ledger, LedgerFile
    folder, dies_at = Path(sys.argv[1]), int(sys.argv[2])
    steps = 0
    def step():
        global steps
        steps += 1
        if steps == dies_at:
            os._exit(9)
    class Files:
        name = "files"
        def read(self, key):
            path = folder / key
            return path.read_text() if path.exists() else None
        def write(self, key, value):
            step()
            (folder / key).write_text(value)
            step()
    class Disk(LedgerFile):
        def write(self, text):
            step()
            super().write(text)
            step()
    ledger = Ledger(Disk(folder / "guards.json"))
    SettingsGuard("one", Files(), {"a": "ours", "b": "ours"}, ledger).engage()
    SettingsGuard("two", Files(), {"c": "ours"}, ledger).engage()
    os._exit(0)
""")


class Files:
    name = "files"

    def __init__(self, folder):
        self.folder = folder

    def read(self, key):
        return (self.folder / key).read_text()

    def write(self, key, value):
        (self.folder / key).write_text(value)


@pytest.mark.parametrize("step", range(1, 11))
def test_a_real_process_that_dies_leaves_a_file_the_next_one_restores_from(tmp_path, step):
    for key in "abc":
        (tmp_path / key).write_text("theirs")
    code = subprocess.run([sys.executable, "-c", PROCESS, str(tmp_path), str(step)], check=False).returncode
    assert code == 9

    give_back_from(ledger_in(tmp_path), [Files(tmp_path)])

    assert [(tmp_path / key).read_text() for key in "abc"] == ["theirs"] * 3
    assert not (tmp_path / GUARDS).exists()


def test_the_ledger_file_is_replaced_whole(tmp_path):
    store = LedgerFile(tmp_path / GUARDS)

    store.write("one")
    store.write("two")

    assert store.read() == "two"
    assert [path.name for path in tmp_path.iterdir()] == [GUARDS]
