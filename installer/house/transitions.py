"""The states and transitions of the challenge machine, found by asking the machine itself.

Every state in each of its sorts is given every event, and what it becomes is noted. A state or an event that
has no sample here stops the writing of docs/design.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple, get_args

from installer.house.entries import wrapped
from kiosk import station
from kiosk.rules.penalties import penalty
from kiosk.rules.ruling import Adjudication, LoggedRuling, Verdict
from kiosk.rules.store import list_rulesets
from kiosk.setup.divisions import Division
from kiosk.setup.passcodes import Role
from kiosk.station.choices import Choosing, DirectorNeeded
from kiosk.station.closed import Left, NoKeyboard, Unlocking, WithDirector
from kiosk.station.entry import AskingTable, Checking, Entering, Judging
from kiosk.station.events import (
    BackspacePressed,
    ChordPressed,
    ConsoleShut,
    DownPressed,
    Effect,
    EnterPressed,
    EscapePressed,
    Event,
    Holder,
    KeyboardSeen,
    KeysMoved,
    MoreTimePressed,
    PasscodeAccepted,
    PasscodeRefused,
    RulingLogged,
    ServiceRestored,
    SpacePressed,
    StopAsked,
    TabPressed,
    TimedOut,
    TimeTold,
    TroubleFound,
    Typed,
    UpPressed,
    ViolationSeen,
    WriteRecord,
)
from kiosk.station.idle import ChoosingDivision, Counting, idle
from kiosk.station.machine import step
from kiosk.station.self_test_actions import sample_states
from kiosk.station.states import Procedure, State
from kiosk.station.verdict import Referred, Showing
from kiosk.words.play import LexiconIdentity, Word

NOW = 1000
WORDS = ("QI", "ZA")


def events() -> dict[str, tuple[Event, ...]]:
    """Every event there is, in each of its sorts, by the name it is printed with."""
    ruled = {verdict: RulingLogged(ruling(verdict)) for verdict in Verdict}
    return {
        "a letter": (Typed("A"),),
        **{str(digit): (Typed(str(digit), digit),) for digit in range(10)},
        "SPACE": (SpacePressed(),),
        "ENTER": (EnterPressed(),),
        "TAB": (TabPressed(),),
        "BACKSPACE": (BackspacePressed(),),
        "↑": (UpPressed(),),
        "↓": (DownPressed(),),
        "← →": (MoreTimePressed(),),
        "ESC": (EscapePressed(),),
        "a key moved": (KeysMoved(), KeysMoved(("A",))),
        "time": (TimedOut(),),
        "ruling logged": (ruled[Verdict.ACCEPTABLE], ruled[Verdict.UNACCEPTABLE]),
        "referral logged": (ruled[Verdict.REFER],),
        "passcode accepted": (PasscodeAccepted(Role.DIRECTOR), PasscodeAccepted(Role.JUDGE)),
        "passcode refused": (PasscodeRefused("Not accepted."),),
        "time told": (TimeTold("14:31"),),
        "service restored": (ServiceRestored(),),
        "console shut": (ConsoleShut(), ConsoleShut(leaving=True)),
        "chord": (ChordPressed(),),
        "keyboard gone": (KeyboardSeen(False),),
        "keyboard back": (KeyboardSeen(True),),
        "violation": (violation(locks=False),),
        "lock": (violation(locks=True),),
        "trouble": (TroubleFound("No disk"),),
        "stop": (StopAsked(),),
    }


def violation(*, locks: bool) -> ViolationSeen:
    return ViolationSeen("Focus lost", locks, "15:00")


# --- samples ----------------------------------------------------------------------------------------------


@cache
def division() -> Division:
    """One whose rules let a challenge be conceded: then every choice is there."""
    rules = next(rules for rules in list_rulesets() if rules.concession == "either")
    lexicon = LexiconIdentity("sample", "Sample", None, "", len(WORDS), "00" * 32)
    return Division("sample", "Sample", rules, penalty(rules.penalty.default), lexicon)


def ruling(verdict: Verdict) -> LoggedRuling:
    """A ruling for the table only: nothing is shown of it."""
    words = tuple(Word(word) for word in WORDS)
    adjudication: Adjudication = division().rule(words, verdict, "")
    return LoggedRuling(1, "A-1", "2026-01-01T00:00:00.000Z", "00" * 32, adjudication)


def kinds() -> list[type[State]]:
    """Every kind of state there is, in the order in which a challenge meets them."""
    named = [
        kind
        for module in (station.idle, station.entry, station.verdict, station.choices, station.closed)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, State) and kind.__module__ == module.__name__
    ]
    return [kind for kind in named if not any(kind in other.__mro__[1:] for other in named)]


def states() -> list[State]:
    """Every state in each of its sorts."""
    drawn = sample_states(WORDS, {verdict: ruling(verdict) for verdict in Verdict})
    shown = [state for state in drawn.values() if isinstance(state, Showing | Referred)]
    unders: list[State] = [
        Counting(hint=True),  # told from the idle state of the next players
        drawn["entering"],
        drawn["table"],
        drawn["checking"],
        drawn["no_keyboard"],
        drawn["at_board"],
        drawn["director_needed"],
        drawn["locked"],
        drawn["out_of_service"],
    ]
    interrupted = [
        state for state in unders if isinstance(state, Counting | Entering | AskingTable | Checking)
    ]
    drawn_well = [state for state in drawn.values() if not isinstance(state, Unlocking | WithDirector)]
    return [
        *drawn_well,
        replace(drawn["entering_spaced"], spaced=False, notice=""),
        Judging(drawn["checking_armed"], 0),
        *(replace(state, open=False) for state in shown),
        replace(drawn["conceded_challenger"], open=False),
        *(Choosing(0, under) for under in interrupted),
        *(NoKeyboard(0, under) for under in interrupted),
        *(DirectorNeeded(0, under) for under in interrupted),
        *(Unlocking(0, under, "secret") for under in unders),
        *(WithDirector(0, role, under) for role in Holder for under in unders),
        *(WithDirector(0, Holder.DIRECTOR, under, console=True) for under in unders),
        Left(),
    ]


# --- the list ---------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What an event leads to. *orders*: records by their kind, other effects by their name."""

    next: str
    orders: tuple[str, ...]


def outcomes(state: State, event: Event, procedure: Procedure) -> set[Outcome]:
    """What *state* becomes on *event*; nothing where it stays what it is and orders nothing."""
    if isinstance(event, RulingLogged) and not isinstance(state, Judging):
        return set()  # refused: nobody asked for one
    whole = state.lifetime_ms(procedure)
    moments = {NOW, whole} if isinstance(event, TimedOut) and whole is not None else {NOW}
    found = set()
    for now_ms, ask_table in product(moments, (False, True)):
        after, effects = step(state, event, now_ms, replace(procedure, ask_table=ask_table))
        if type(after) is not type(state) or effects:
            found.add(Outcome(named(after, state, idle(procedure, now_ms)), tuple(map(ordered, effects))))
    return found


def named(after: State, before: State, idle: State) -> str:
    if after == idle:
        return "idle"
    return "back" if goes_back(after, getattr(before, "under", None)) else f"`{type(after).__name__}`"


def goes_back(after: State, under: State | None) -> bool:
    """Whether *after* is *under* again, with its full time."""
    if isinstance(after, Checking):  # its quiet second begins again too
        return isinstance(under, Checking)
    return isinstance(after, type(under)) and after == replace(under, since_ms=after.since_ms)


def ordered(effect: Effect) -> str:
    return f"*{effect.body.kind.value if isinstance(effect, WriteRecord) else type(effect).__name__}*"


def becomes(by_name: Mapping[str, tuple[Event, ...]], sorts: Iterable[State], procedure: Procedure) -> str:
    """What each event makes of a state in all its *sorts*; events with one outcome together."""
    together: dict[str, list[str]] = {}
    for name, asked in by_name.items():
        found = {one for state in sorts for event in asked for one in outcomes(state, event, procedure)}
        together.setdefault(told(found), []).append(name)
    return "; ".join(f"{joined(names)} → {text}" for text, names in together.items() if text)


def told(found: set[Outcome]) -> str:
    """The next states with their orders; one that is not given every time stands in brackets."""
    parts = []
    for after in sorted({outcome.next for outcome in found}):
        sets = [set(outcome.orders) for outcome in found if outcome.next == after]
        always, sometimes = set.intersection(*sets), set.union(*sets)
        orders = [*sorted(always), *(f"({order})" for order in sorted(sometimes - always))]
        parts.append(" ".join([after, *orders]))
    return " or ".join(parts)


def joined(names: list[str]) -> str:
    """Names in a row, digits that follow each other as a range."""
    digits = [name for name in names if name.isdigit()]
    if len(digits) > 2:
        names = [f"{digits[0]}–{digits[-1]}", *(name for name in names if name not in digits)]
    return ", ".join(names)


def stands(sorts: Iterable[State], procedure: Procedure) -> str:
    """How long a state may stand, in all its *sorts*."""
    spans = sorted({state.lifetime_ms(procedure) or 0 for state in sorts})
    return " or ".join(f"{span // 1000} s" if span else "for ever" for span in spans)


def transitions() -> str:
    """The list that stands in docs/design.md."""
    return listed(states())


def listed(every: list[State]) -> str:
    """One entry a state, from *every* sort of each."""
    by_name = events()
    missing = {*kinds(), *get_args(Event)} - {type(state) for state in every}
    missing -= {type(event) for asked in by_name.values() for event in asked}
    if missing:
        without = ", ".join(kind.__name__ for kind in missing)
        raise SystemExit(f"There is no sample of {without}: states have theirs in station/self_test_actions.")
    entries = []
    for kind in kinds():
        sorts = [state for state in every if type(state) is kind]
        procedure = Procedure((division(),) * (2 if kind is ChoosingDivision else 1))
        after = becomes(by_name, sorts, procedure) or "nothing leads on"
        entries.append(f"- `{kind.__name__}`, {stands(sorts, procedure)}: {after}.")
    return "\n".join(map(wrapped, entries))
