"""A small world for tests and pictures: tiny lists, real rule sets, states to look at."""

from dataclasses import dataclass, replace
from pathlib import Path

from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Adjudication, LoggedRuling, Place, Verdict
from kiosk.core.challenge.samples import sample_states
from kiosk.core.challenge.states import State
from kiosk.core.challenge.wording import Surroundings
from kiosk.core.rules.penalties import consequence_line, penalty
from kiosk.core.setup.division import Division, stamp
from kiosk.core.words.lexicon import LexiconIdentity, WordSource
from kiosk.core.words.play import Word
from kiosk.storage.setup.rulesets import load_ruleset

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


AROUND = Surroundings(
    "Station B", "7K3F9Q", "14:32", letter="B", name="By the window", event="The Open", round=3
)
EIGHT_LONG = tuple("ABCDEFGHIJKLMNO"[place:] + "ABCDEFGHIJKLMNO"[:place] for place in range(8))
FEW = ("QUIXOTRY", "QI", "ZA")


def states(proc: Procedure, words: tuple[str, ...] = FEW) -> dict[str, State]:
    """Every state worth a picture."""
    of = proc.divisions[0]
    rulings = {verdict: logged(verdict, words, of) for verdict in Verdict}
    return sample_states(words, rulings, fixed=of.rules.words_fixed)
