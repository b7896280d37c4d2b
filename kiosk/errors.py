"""What can go wrong in an expected way.

Each message is one plain sentence for a person: what could not be done, why, what to do now.
Anything else that is raised is a bug and is not caught where it happens.

    KioskError
    ├── WordError          a string that cannot be a word of the game, a play of no or too many words
    ├── RuleSetError       a rule-set file that cannot be used
    ├── LexiconError       a word list that cannot be read, verified or used
    ├── LogError           the log could not be opened, read or written
    │   ├── LogBusy        another process of this data folder is the writer
    │   ├── LogBroken      the chain does not hold; knows the first bad record
    │   └── OlderLog       records that were acknowledged are not in the log; a director may accept it
    ├── SetupError         kiosk.toml cannot be used
    ├── PairingsError      a file of pairings cannot be read or kept
    ├── AccessError        a passcode was refused, or no more tries are allowed now
    ├── LockdownError      a guard could not be engaged
    ├── DecisionError      a decision that the rules or the records do not allow
    ├── PracticeError      practice cannot begin, or its history cannot be used
    ├── HubError           a hub cannot be made, reached or used
    │   └── HubAway        it does not answer now; later it may
    └── OutputError        an export, report or copy could not be written
"""

from collections.abc import Sequence
from types import TracebackType

FAULT = "The program met a fault."  # what players are told about any bug


class KioskError(Exception):
    """Never raised itself; the command line words its children and exits with 4."""


class WordError(KioskError):
    pass


class RuleSetError(KioskError):
    pass


class LexiconError(KioskError):
    pass


class LogError(KioskError):
    pass


class LogBusy(LogError):
    pass


class LogBroken(LogError):
    def __init__(self, message: str, first_bad: int) -> None:
        super().__init__(message)
        self.first_bad = first_bad


class OlderLog(LogError):
    """*mark*: what distinguishes this finding from any other, so that what is accepted is what was shown."""

    def __init__(self, message: str, mark: str) -> None:
        super().__init__(message)
        self.mark = mark


class SetupError(KioskError):
    pass


class PairingsError(KioskError):
    pass


class AccessError(KioskError):
    """*wait_ms*: how long the next try must wait, where a try was refused."""

    def __init__(self, sentence: str, wait_ms: int = 0) -> None:
        super().__init__(sentence)
        self.wait_ms = wait_ms


class LockdownError(KioskError):
    pass


class DecisionError(KioskError):
    pass


class PracticeError(KioskError):
    pass


class HubError(KioskError):
    pass


class HubAway(HubError):
    pass


class OutputError(KioskError):
    pass


def stopped_sentence(arguments: Sequence[str]) -> str:
    """What a command called with *arguments* says after Ctrl-C."""
    return f"Stopped before it was done.{whether_recorded(arguments)}"


def whether_recorded(arguments: Sequence[str]) -> str:
    """What to say after a command that broke off: only the log knows whether a ruling came before that."""
    return " “kiosk log list” tells whether a ruling was recorded." if "judge" in arguments else ""


def place_of(trace: TracebackType | None) -> str:
    """Module and line of our innermost frame: where a bug is, without what was typed."""
    place = "an unknown place"
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if module.startswith("kiosk"):
            place = f"{module}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
