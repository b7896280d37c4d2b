"""The station's door: every try on record, nothing opened in doubt."""

from dataclasses import replace

import pytest

from kiosk.errors import AccessError, LogError
from kiosk.log.bodies import UnlockBody
from kiosk.log.body import encode
from kiosk.log.history import History
from kiosk.log.kinds import Kind
from kiosk.setup.access_store import Access, Door, hand_over, loss_noted, put_on_record
from kiosk.setup.passcodes import AccessState, Role
from tests.support.log_samples import StepClock

HASHES = {Role.DIRECTOR: "hash of open sesame", Role.JUDGE: "hash of judge me not"}


class PlainHasher:
    def hash(self, passcode):
        return f"hash of {passcode}"

    def matches(self, hashed, passcode):
        return hashed == self.hash(passcode)


class MemoryStore:
    def __init__(self, state):
        self.state = state

    def load(self):
        return self.state

    def save(self, state):
        self.state = state


class BrokenStore(MemoryStore):
    def load(self):
        raise AccessError("The access file is damaged, so nothing is unlocked.")


class Log:
    """Notes what it is given, or fails."""

    def __init__(self, *, fails=False):
        self.records = []
        self.fails = fails

    def __call__(self, body):
        if self.fails:
            raise LogError("disk full")
        self.records.append((body.kind, encode(body)))


def door(log, store=None):
    kept = store or MemoryStore(AccessState(dict(HASHES)))
    return Door(Access(kept, StepClock(), PlainHasher()), log), kept


@pytest.mark.parametrize(("passcode", "role"), [("open sesame", "director"), ("judge me not", "judge")])
def test_the_right_passcode_opens_and_is_recorded_without_itself(passcode, role):
    log = Log()

    assert door(log)[0].check(passcode) == role

    kind, body = log.records[0]
    assert (kind, body["role"], body["where"]) == (Kind.UNLOCK, role, "station")
    assert passcode not in repr(log.records)


def test_a_wrong_passcode_is_refused_and_recorded():
    log = Log()

    with pytest.raises(AccessError, match=r"^Not accepted\.$"):
        door(log)[0].check("guess")

    assert [kind for kind, _ in log.records] == [Kind.UNLOCK_FAILED]
    assert "guess" not in repr(log.records)


def test_after_five_tries_the_refusal_says_how_long_to_wait():
    log = Log()
    entry, _ = door(log)
    for _ in range(4):
        with pytest.raises(AccessError):
            entry.check("guess")

    with pytest.raises(AccessError, match=r"^Not accepted\.$") as wrong:
        entry.check("guess")
    with pytest.raises(AccessError, match=r"^$") as too_soon:
        entry.check("open sesame")  # even the right one is not judged: nothing is said of it
    assert wrong.value.wait_ms == 15_000
    assert 0 < too_soon.value.wait_ms <= 15_000
    assert len(log.records) == 6


class Ahead(StepClock):
    """A minute passes between any two looks."""

    def __call__(self):
        self.ms = getattr(self, "ms", 0) + 61_000
        return replace(super().__call__(), mono_ms=self.ms, boot="one")


@pytest.mark.parametrize(("failures", "told"), [(14, False), (15, True), (20, True)])
def test_many_wrong_passcodes_are_told_to_the_director_once(failures, told):
    access = Access(MemoryStore(AccessState(dict(HASHES))), Ahead(), PlainHasher())
    entry = Door(access, Log())
    for _ in range(failures):
        with pytest.raises(AccessError):
            entry.check("guess")

    entry.check("judge me not")
    to_the_judge = entry.warning()
    entry.check("open sesame")

    assert bool(to_the_judge) is bool(entry.warning()) is told
    if told:
        assert entry.warning().startswith(f"{failures} wrong passcodes were typed here in a row.")
    entry.check("open sesame")
    assert entry.warning() == ""


def test_a_try_the_log_cannot_take_is_kept_and_still_answered():
    entry, store = door(Log(fails=True))

    assert entry.check("open sesame") == "director"
    with pytest.raises(AccessError):
        entry.check("guess")

    assert [one.order.kind for one in store.state.kept] == [Kind.UNLOCK, Kind.UNLOCK_FAILED]


def test_where_no_passcode_is_set_none_opens():
    log = Log()
    entry, _ = door(log, MemoryStore(AccessState()))

    with pytest.raises(AccessError, match="kiosk passcode set"):
        entry.check("")
    assert log.records == []


def test_a_judges_passcode_alone_does_not_make_a_door():
    entry, _ = door(Log(), MemoryStore(AccessState({Role.JUDGE: "hash of judge me not"})))

    with pytest.raises(AccessError):
        entry.check("judge me not")


def test_a_damaged_file_opens_nothing():
    with pytest.raises(AccessError, match="damaged"):
        door(Log(), BrokenStore(AccessState(dict(HASHES))))[0].check("open sesame")


# ---- what the log missed -----------------------------------------------------------------------------------


def test_what_was_kept_is_handed_to_the_log_later_and_then_forgotten():
    entry, store = door(Log(fails=True))
    entry.check("open sesame")
    log = Log()
    access = Access(store, StepClock(), PlainHasher())

    hand_over(access, log)
    hand_over(access, log)

    assert [(kind, body["late"]) for kind, body in log.records] == [(Kind.UNLOCK, True)]
    assert store.state.kept == ()


def test_what_cannot_be_handed_over_yet_is_kept_on():
    entry, store = door(Log(fails=True))
    entry.check("open sesame")

    with pytest.raises(LogError):
        hand_over(Access(store, StepClock(), PlainHasher()), Log(fails=True))

    assert len(store.state.kept) == 1


def test_an_order_the_log_refuses_is_kept_and_the_failure_told():
    store = MemoryStore(AccessState(dict(HASHES)))
    access = Access(store, StepClock(), PlainHasher())

    with pytest.raises(LogError):
        put_on_record(access, Log(fails=True), UnlockBody("director"))
    put_on_record(access, Log(), UnlockBody("director"))

    assert len(store.state.kept) == 1


@pytest.mark.parametrize(
    ("past", "lost", "noted"),
    [
        (History(), False, 0),
        (History(passcodes=frozenset({"director"})), True, 1),
        (History(passcodes=frozenset({"director"}), access_missed=True), True, 0),
    ],
)
def test_a_passcode_file_that_has_gone_is_noted_once(past, lost, noted):
    log = Log()

    assert loss_noted(past, log) is lost
    assert len(log.records) == noted
