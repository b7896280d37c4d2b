"""No free guess: not by a power cut, not by the clock, not by a restart, not with the judge's passcode."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.base.clock import Reading
from kiosk.errors import AccessError
from kiosk.log.bodies import PasscodeSetBody, UnlockBody, UnlockFailedBody
from kiosk.log.guesses import FORGOTTEN_AFTER_MS
from kiosk.setup.access_store import Access, Argon2id, late_body
from kiosk.setup.passcodes import AccessState, Role, Tries

RIGHT, WRONG, JUDGES = "open sesame", "open barley", "judge me not"
BOTH = (Role.DIRECTOR, Role.JUDGE)


class PlainHasher:
    """Fast and readable; the real one is tested once below."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def hash(self, passcode: str) -> str:
        return f"hash of {passcode}"

    def matches(self, hashed: str, passcode: str) -> bool:
        self.asked.append(hashed)
        return hashed == f"hash of {passcode}"


class MemoryStore:
    """Keeps what was saved, as a disk would over a power cut."""

    def __init__(self, state: AccessState | None = None) -> None:
        self.state = state or AccessState()
        self.saves = 0

    def load(self) -> AccessState:
        return self.state

    def save(self, state: AccessState) -> None:
        self.state = state
        self.saves += 1


class PowerCut(BaseException):
    """The machine is off: nothing catches this."""


class DyingStore(MemoryStore):
    """The power goes right after the first save has reached the disk."""

    def save(self, state: AccessState) -> None:
        super().save(state)
        raise PowerCut


class FullDisk(MemoryStore):
    def save(self, state: AccessState) -> None:
        raise AccessError("disk full")


class HandClock:
    """Moved by hand: time that passes moves both clocks, setting the clock only the one on the wall."""

    def __init__(self) -> None:
        self.wall = datetime.fromisoformat("2026-05-01T09:00:00+00:00")
        self.mono_ms = 1_000_000
        self.boot = "first"
        self.passed_ms = 0

    def __call__(self) -> Reading:
        at = self.wall.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Reading(at, 0, self.mono_ms, self.boot)

    def passes(self, ms: int) -> None:
        self.mono_ms += ms
        self.passed_ms += ms
        self.wall += timedelta(milliseconds=ms)

    def set(self, seconds: int) -> None:
        self.wall += timedelta(seconds=seconds)

    def restart(self, ms: int = 20_000) -> None:
        self.passes(ms)
        self.mono_ms = 5_000
        self.boot += "+"


def station(failures: int = 0):
    """A door with both passcodes and *failures* wrong tries already made."""
    clock, store = HandClock(), MemoryStore()
    access = Access(store, clock, PlainHasher())
    access.set_passcode(Role.DIRECTOR, RIGHT)
    access.set_passcode(Role.JUDGE, JUDGES)
    for _ in range(failures):
        clock.passes(access.wait_ms())
        assert access.attempt(WRONG, BOTH, "test").role is None
    return access, store, clock


@pytest.mark.parametrize(("failures", "seconds"), [(4, 0), (5, 15), (6, 30), (7, 60), (9, 60)])
def test_after_wrong_tries_the_next_one_waits(failures, seconds):
    access, _, _ = station(failures)

    assert access.wait_ms() == seconds * 1000


def test_the_right_passcode_is_refused_while_the_wait_lasts():
    access, _, clock = station(failures=5)
    clock.passes(14_999)

    early = access.attempt(RIGHT, BOTH, "station")
    clock.passes(1)
    in_time = access.attempt(RIGHT, BOTH, "station")

    assert (early.role, early.wait_ms) == (None, 1)
    assert early.order.why == "too_soon"
    assert in_time.role is Role.DIRECTOR


def test_the_directors_success_clears_the_count():
    access, store, clock = station(failures=6)
    clock.passes(30_000)

    access.attempt(RIGHT, BOTH, "station")

    assert store.state.tries == Tries()


def test_a_judges_success_buys_no_guess_at_the_directors_passcode():
    access, store, _ = station(failures=4)

    answer = access.attempt(JUDGES, BOTH, "station")
    access.attempt(WRONG, (Role.DIRECTOR,), "station")

    assert answer.role is Role.JUDGE
    assert store.state.tries.failures == 5
    assert access.wait_ms() == 15_000


def test_the_judges_passcode_does_not_open_what_is_the_directors():
    access, _, _ = station()

    assert access.attempt(JUDGES, (Role.DIRECTOR,), "setup").role is None


def test_where_no_passcode_is_set_none_is_right():
    access = Access(MemoryStore(), HandClock(), PlainHasher())

    assert not access.is_set()
    assert access.attempt("", BOTH, "station").role is None


def test_every_hash_is_asked_whichever_matches():
    hasher = PlainHasher()
    access = Access(station()[1], HandClock(), hasher)

    for passcode in (RIGHT, JUDGES, WRONG):
        access.attempt(passcode, BOTH, "station")

    assert hasher.asked == [f"hash of {RIGHT}", f"hash of {JUDGES}"] * 3


def test_a_power_cut_between_count_and_answer_gives_no_free_guess():
    _, store, clock = station()
    for _ in range(5):
        dying = DyingStore(store.state)
        with pytest.raises(PowerCut):
            Access(dying, clock, PlainHasher()).attempt(WRONG, BOTH, "station")
        store.state = dying.state

    access = Access(store, clock, PlainHasher())

    assert store.state.tries.failures == 5
    assert access.attempt(RIGHT, BOTH, "station").order.why == "too_soon"


@pytest.mark.parametrize("passcode", [RIGHT, JUDGES, WRONG])
def test_whatever_is_answered_was_saved_before(passcode):
    with pytest.raises(PowerCut):
        Access(DyingStore(station()[1].state), HandClock(), PlainHasher()).attempt(passcode, BOTH, "station")


@pytest.mark.parametrize("passcode", [RIGHT, WRONG])
def test_a_try_that_is_killed_before_it_is_answered_is_no_wrong_one(passcode):
    _, store, clock = station()
    for _ in range(8):
        with pytest.raises(PowerCut):
            Access(store, clock, KilledWhileLooking()).attempt(passcode, BOTH, "judge")

    assert store.state.tries.failures == 0
    assert Access(store, clock, PlainHasher()).attempt(RIGHT, BOTH, "judge").role is Role.DIRECTOR


def test_tries_at_the_same_time_are_counted_as_if_they_came_one_by_one():
    _, store, clock = station()

    late = Access(store, clock, MeanwhileOthers(store, clock)).attempt(RIGHT, BOTH, "judge")

    assert (late.role, late.order.why, store.state.tries.failures) == (None, "too_soon", 5)


class KilledWhileLooking(PlainHasher):
    def matches(self, hashed: str, passcode: str) -> bool:
        raise PowerCut


class MeanwhileOthers(PlainHasher):
    """While it looks at one passcode, five wrong ones are tried elsewhere."""

    def __init__(self, store: MemoryStore, clock: HandClock) -> None:
        super().__init__()
        self._other, self._left = Access(store, clock, PlainHasher()), 5

    def matches(self, hashed: str, passcode: str) -> bool:
        while self._left:
            self._left -= 1
            self._other.attempt(WRONG, BOTH, "judge")
        return super().matches(hashed, passcode)


def test_when_the_count_cannot_be_saved_nothing_is_unlocked_and_nothing_told():
    access = Access(FullDisk(station()[1].state), HandClock(), PlainHasher())

    said = []
    for passcode in (RIGHT, WRONG):
        with pytest.raises(AccessError) as caught:
            access.attempt(passcode, BOTH, "station")
        said.append(str(caught.value))

    assert said[0] == said[1]


@pytest.mark.parametrize("seconds", [-3600, 3600, 10**8, -(10**8)])
def test_setting_the_clock_shortens_no_wait(seconds):
    access, _, clock = station(failures=7)
    clock.set(seconds)

    assert access.wait_ms() == 60_000


def test_a_restart_does_not_reset_the_count():
    access, _, clock = station(failures=7)
    clock.restart()

    assert access.wait_ms() == 55_000  # 5 s since the boot are sure, the 15 s before it are not


def test_a_restart_with_the_clock_set_ahead_does_not_reset_the_count():
    access, _, clock = station(failures=20)
    clock.restart()
    clock.set(660)

    assert access.wait_ms() == 55_000
    clock.passes(55_000)
    assert access.attempt(WRONG, BOTH, "station").order.try_ == 21


def test_after_a_restart_with_the_clock_set_back_the_wait_begins_anew_and_ends():
    access, _, clock = station(failures=7)
    clock.restart()
    clock.set(-86_400)

    first = access.wait_ms()
    clock.passes(59_999)
    nearly = access.wait_ms()
    clock.passes(1)

    assert (first, nearly, access.wait_ms()) == (60_000, 1, 0)
    assert access.attempt(RIGHT, BOTH, "station").role is Role.DIRECTOR


def test_where_the_system_names_no_boot_a_restart_cannot_lock_for_days():
    access, _, clock = station(failures=7)
    clock.mono_ms = 3_000

    assert access.wait_ms() == 60_000
    clock.passes(60_000)
    assert access.wait_ms() == 0


def test_ten_quiet_minutes_forget_the_count():
    access, _, clock = station(failures=9)

    clock.passes(FORGOTTEN_AFTER_MS - 1)
    access.attempt(WRONG, BOTH, "station")
    remembered = access.wait_ms()
    clock.passes(FORGOTTEN_AFTER_MS)

    assert remembered == 60_000
    assert access.wait_ms() == 0
    assert access.attempt(WRONG, BOTH, "station").wait_ms == 0


@settings(max_examples=60)
@given(
    st.lists(
        st.one_of(
            st.just(("guess", 0)),
            st.tuples(st.just("wait"), st.integers(0, 120_000)),
            st.tuples(st.just("set"), st.integers(-(10**6), 10**6)),
            st.just(("process", 0)),
            st.just(("reboot", 0)),
            st.just(("judge", 0)),
        ),
        max_size=150,
    )
)
def test_no_way_of_guessing_gets_more_tries_than_the_table_allows(moves):
    access, store, clock = station()
    checked = 0
    for move, amount in moves:
        if move == "guess":
            checked += access.attempt(WRONG, (Role.DIRECTOR,), "station").order.why == "wrong"
        elif move == "wait":
            clock.passes(amount)
        elif move == "set":
            clock.set(amount)
        elif move == "judge":
            access.attempt(JUDGES, BOTH, "station")
        elif move == "reboot":
            clock.restart()
        else:
            access = Access(store, clock, PlainHasher())

    minutes = clock.passed_ms // 60_000
    # Five at once, two more in the first 45 s, then one a minute; ten quiet minutes give five again.
    assert checked <= 7 + minutes + 5 * (minutes // 10)


def test_every_try_orders_a_record_without_the_passcode():
    access, _, _ = station(failures=4)

    wrong = access.attempt(WRONG, BOTH, "station")
    soon = access.attempt(RIGHT, BOTH, "station")

    assert wrong.order == UnlockFailedBody(None, "station", "wrong", try_=5, delay_s=15)
    assert soon.order == UnlockFailedBody(None, "station", "too_soon", try_=5, delay_s=15)
    assert WRONG not in str(wrong.order)
    assert RIGHT not in str(soon.order)


def test_a_success_orders_a_record_that_names_the_role():
    access, _, _ = station(failures=2)

    answer = access.attempt(RIGHT, BOTH, "kiosk setup")

    assert answer.order == UnlockBody("director", "kiosk setup", try_=3, delay_s=0)


def test_a_try_the_log_cannot_take_is_kept_and_handed_over_later():
    access, store, clock = station()
    order = access.attempt(WRONG, BOTH, "station").order

    access.keep(order)
    kept = access.kept_orders()

    assert late_body(kept[0]) == replace(order, late=True, attempted_at=clock().at)
    assert store.state.tries.failures == 1
    access.forget_kept()
    assert access.kept_orders() == ()


def test_setting_a_passcode_orders_a_record_without_it():
    access, _, _ = station()

    order = access.set_passcode(Role.JUDGE, "another one")

    assert order == PasscodeSetBody("judge", replaced=True)
    assert access.attempt("another one", BOTH, "station").role is Role.JUDGE
    assert access.attempt(JUDGES, BOTH, "station").role is None


def test_director_and_judge_never_share_a_passcode():
    access, _, _ = station()

    with pytest.raises(AccessError, match="different passcodes"):
        access.set_passcode(Role.JUDGE, RIGHT)


def test_a_passcode_is_the_same_however_its_accents_are_typed():
    access, _, _ = station()
    access.set_passcode(Role.DIRECTOR, "cafe\u0301 noir")

    assert access.attempt("caf\u00e9 noir", BOTH, "station").role is Role.DIRECTOR


def test_the_real_hash_is_salted_argon2id_and_tells_right_from_wrong():
    hasher = Argon2id(memory_kib=64, passes=1)

    first, second = hasher.hash(RIGHT), hasher.hash(RIGHT)

    assert first != second
    assert first.startswith("$argon2id$")
    assert hasher.matches(first, RIGHT)
    assert not hasher.matches(first, WRONG)


@pytest.mark.parametrize("hashed", ["", "plain text", "$argon2id$v=19$m=64,t=1,p=1$xx"])
def test_a_stored_passcode_that_is_no_hash_unlocks_nothing(hashed):
    with pytest.raises(AccessError, match="nothing is unlocked"):
        Argon2id(memory_kib=64, passes=1).matches(hashed, RIGHT)


def test_a_passcode_that_is_no_text_is_a_wrong_one():
    hasher = Argon2id(memory_kib=64, passes=1)

    assert not hasher.matches(hasher.hash(RIGHT), "half a character \udce9")


def test_a_stored_hash_that_is_no_text_unlocks_nothing():
    hasher = Argon2id(memory_kib=64, passes=1)

    with pytest.raises(AccessError, match="nothing is unlocked"):
        hasher.matches(hasher.hash(RIGHT)[:-1] + "é", RIGHT)
