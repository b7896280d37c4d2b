"""A small world for tests and pictures: tiny lists, real rule sets, states to look at."""

from dataclasses import dataclass, replace
from pathlib import Path

from kiosk.core.challenge import Procedure
from kiosk.core.division import Division, stamp
from kiosk.core.lexicon import LexiconIdentity, WordSource
from kiosk.core.penalties import consequence_line, penalty
from kiosk.core.ruling import Adjudication, LoggedRuling, Place, Verdict
from kiosk.core.situations import (
    Checking,
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Entering,
    Locked,
    OutOfService,
    Referred,
    Showing,
    State,
    Unlocking,
    WithDirector,
)
from kiosk.core.wording import Surroundings
from kiosk.core.words import Word
from kiosk.storage.ruleset_files import load_ruleset

FONTS = Path(__file__).parent.parent / "resources" / "fonts"
GOOD = ("QI", "ZA", "AA", "JO", "CAT", "CATS", "DOG")


@dataclass(frozen=True)
class TinyList:
    """A list of a few words whose identity can be fixed apart from its content."""

    words: frozenset[str] = frozenset(GOOD)
    identity: LexiconIdentity = LexiconIdentity("tiny", "Tiny list", "NWL2023", "NWL", 7, "ab" * 32)

    def __contains__(self, word: str) -> bool:
        return word in self.words


def division(rules_id: str = "naspa-2016", **changes) -> Division:
    rules = load_ruleset(rules_id)
    made = Division("main", "Main", rules, penalty(rules.penalty.default), TinyList().identity)
    return replace(made, **changes)


def procedure(*rules_ids: str, **changes) -> Procedure:
    ids = rules_ids or ("naspa-2016",)
    colours = ("blue", "orange", "teal", "purple")
    names = ("NWL", "Collins", "School", "Open")
    divisions = tuple(
        division(rules_id, id=f"d{place}", name=names[place], colour=colours[place])
        for place, rules_id in enumerate(ids)
    )
    return replace(Procedure(divisions), **changes)


def source(*words: str) -> WordSource:
    return WordSource(TinyList(frozenset(words or GOOD)))


def logged(verdict: Verdict, words: tuple[str, ...], of: Division, number: str = "B-147") -> LoggedRuling:
    adjudication = Adjudication(
        words=tuple(Word(word) for word in words),
        declared=len(words),
        verdict=verdict,
        method="self_station",
        lexicon=stamp(of.lexicon),
        rules=of.rule_stamp,
        place=Place(of.id),
        consequence=consequence_line(of.rules, of.penalty, verdict, len(words)) or None,
    )
    return LoggedRuling(1, number, "2026-11-16T12:00:00.000Z", "00" * 32, adjudication)


AROUND = Surroundings("Station B", "7K3F9Q", "14:32")
EIGHT_LONG = tuple("ABCDEFGHIJKLMNO"[place:] + "ABCDEFGHIJKLMNO"[:place] for place in range(8))
FEW = ("QUIXOTRY", "QI", "ZA")


def states(proc: Procedure, words: tuple[str, ...] = FEW) -> dict[str, State]:
    """Every state worth a picture."""
    typing = Entering(0, 0, len(words), (*words[:-1], words[-1][:-1]), current=len(words) - 1)
    entered = Entering(0, 0, len(words), words, current=len(words) - 1)
    checking = Checking(0, entered, 0)
    of = proc.divisions[0]
    return {
        "division": ChoosingDivision(),
        "counting": Counting(),
        "counting_hint": Counting(hint=True),
        "entering": typing,
        "entering_late": replace(typing, since_ms=-50_000, notice="A word has at most 15 letters"),
        "checking": checking,
        "checking_armed": replace(checking, armed=True),
        "checking_table": replace(checking, armed=True, asking_table=True, table="12"),
        "showing_acceptable": Showing(0, logged(Verdict.ACCEPTABLE, words, of), open=True),
        "showing_unacceptable": Showing(0, logged(Verdict.UNACCEPTABLE, words, of), open=True),
        "referred": Referred(0, logged(Verdict.REFER, words, of), open=True),
        "choosing": Choosing(0, checking),
        "director_needed": DirectorNeeded(0, checking),
        "locked": Locked(0, "The station's window lost the keyboard", "14:31"),
        "out_of_service": OutOfService(0, "The record could not be saved."),
        "unlocking": Unlocking(
            0, Counting(), "abcdef", "That was not the passcode. 2 tries are left before a pause."
        ),
        "with_director": WithDirector(0, "director", Counting()),
    }
