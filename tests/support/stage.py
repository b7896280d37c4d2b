"""A small world for tests and pictures: tiny lists, real rule sets, states to look at."""

from dataclasses import dataclass, replace
from pathlib import Path

from kiosk.base.page import Page
from kiosk.rules.penalties import consequence_line, penalty
from kiosk.rules.ruling import Adjudication, LoggedRuling, Place, Verdict
from kiosk.rules.store import load_ruleset
from kiosk.setup.divisions import Division, stamp
from kiosk.station.machine import page
from kiosk.station.self_test_actions import sample_states
from kiosk.station.states import PageContext, Procedure, State
from kiosk.words.play import LexiconIdentity, Word, WordSource

FONTS = Path(__file__).parents[2] / "resources" / "fonts"
GOOD = ("QI", "ZA", "AA", "JO", "CAT", "CATS", "DOG")


TINY = LexiconIdentity("tiny", "Tiny list", "NWL2023", "NWL", 7, "ab" * 32)


@dataclass(frozen=True)
class TinyList:
    """A list of a few words whose identity can be fixed apart from its content."""

    words: frozenset[str] = frozenset(GOOD)
    identity: LexiconIdentity = TINY

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


CONTEXT = PageContext(
    "Station B", "7K3F9Q", "14:32", letter="B", name="By the window", event="The Open", round=3
)
EIGHT_LONG = tuple("ABCDEFGHIJKLMNO"[place:] + "ABCDEFGHIJKLMNO"[:place] for place in range(8))
FEW = ("QUIXOTRY", "QI", "ZA")


def states(proc: Procedure, words: tuple[str, ...] = FEW) -> dict[str, State]:
    """Every state worth a picture."""
    of = proc.divisions[0]
    rulings = {verdict: logged(verdict, words, of) for verdict in Verdict}
    return sample_states(words, rulings, fixed=of.rules.words_fixed)


def station_pages() -> dict[str, Page]:
    """What the station itself says in each of its states."""
    one, two = procedure(), procedure("naspa-2016", "naspa-2016")
    shots = {f"state_{name}": page(state, 0, one, CONTEXT) for name, state in states(one).items()}
    shots |= {
        f"state_divisions_{name}": page(state, 0, two, CONTEXT)
        for name, state in states(two).items()
        if name in ("division", "counting", "entering", "checking_armed", "showing_acceptable")
    }
    demonstration = replace(CONTEXT, banners=("DEMONSTRATION: old free list, lacks QI, ZA, OK",))
    shots["state_demonstration"] = page(states(one)["counting"], 0, one, demonstration)
    return shots
