"""What a director should look at: conclusions drawn from rulings, worked out each time, never stored.

An alert is a question, not an accusation: two quick look-ups may be two plays. Each one says about which
ruling it is and which earlier ruling gave rise to it. The rule guarded here: nothing below needs or yields
anything about a single word, only about plays as they were typed and ruled.

Rulings are compared within an event; without one, within a sitting: with less than six hours between them.
"""

from bisect import bisect_right, insort
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import combinations, islice
from typing import NamedTuple, assert_never

from kiosk.base.frozen import frozen
from kiosk.log.chain import Key
from kiosk.log.facts import Fact
from kiosk.rules.ruling import Relation, RulingFlag, Verdict, relation
from kiosk.words.play import MOST_WORDS

WINDOW_S = 180
SITTING = timedelta(hours=6)
_MOST_SLIPS = 2  # what `relation` still takes for a word typed again


class Alert(StrEnum):
    PART_OF_REJECTED = "part_of_rejected"
    DIFFERING_REPEAT = "differing_repeat"
    SPLIT_LOOKUP = "split_lookup"
    LIST_CHANGE = "list_change"
    SAME_JUDGE_AGAIN = "same_judge_again"
    CORRECTED_ENTRY = "corrected_entry"
    REPEAT = "repeat"
    OUTSIDE_ROUNDS = "outside_rounds"
    CLOCK_ODDITY = "clock_oddity"

    def meaning(self, window_s: int) -> str:
        """The rule behind the alert, in words a director can check by hand, where entries less than
        *window_s* apart are compared."""
        return _MEANING[self].format(window_s=window_s)


_MEANING: Mapping[Alert, str] = {
    Alert.PART_OF_REJECTED: "Some of the words of a play ruled unacceptable in this round were looked up by "
    "themselves: that can tell which word was bad.",
    Alert.DIFFERING_REPEAT: "The same words had another verdict before.",
    Alert.SPLIT_LOOKUP: "Other words came from the same table (or, with no table known and rules that forbid "
    "it, in the entry before at this station) less than {window_s} seconds earlier: possibly one play looked "
    "up in parts.",
    Alert.LIST_CHANGE: "This division's word list changed during the event.",
    Alert.SAME_JUDGE_AGAIN: "The same words were judged again in this round by the same judge.",
    Alert.CORRECTED_ENTRY: "Nearly the same words soon before: possibly a spelling put right.",
    Alert.REPEAT: "The same words were judged before in this round.",
    Alert.OUTSIDE_ROUNDS: "An event was open but no round was being played.",
    Alert.CLOCK_ODDITY: "The station's clock jumped or went back since the ruling before.",
}


class Finding(NamedTuple):
    """*alert* is raised about one ruling; *earlier* is the ruling it is compared with, if any. A named tuple,
    because a large event has a hundred thousand of them."""

    alert: Alert
    about: Key
    earlier: Key | None = None


@dataclass(slots=True)
class _Play:
    """One ruling with what is worked out of it once. *words* are sorted: typed order does not matter."""

    seen: Fact
    words: tuple[str, ...]
    moment: datetime
    period: tuple[int | None, int]
    place: int


def _known_nowhere(rules: str) -> bool:
    return False


@frozen
class SplitWatch:
    """Entries less than *window_s* apart are compared. *forbidden*: whether the rule set of that id demands
    that all words of a play be looked up together."""

    window_s: int = WINDOW_S
    forbidden: Callable[[str], bool] = _known_nowhere


class Jumps:
    """The places at which each station's clock jumped."""

    def __init__(self, keys: Collection[Key] = ()) -> None:
        self._seqs: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for key in sorted(keys):
            self.add(key)

    def add(self, key: Key) -> None:
        """One more jump, at the record *key*."""
        insort(self._seqs[key[:2]], key[2])

    def between(self, earlier: Fact, later: Fact) -> bool:
        if not self._seqs:
            return False
        seqs = self._seqs.get((later.station, later.epoch), [])
        return bisect_right(seqs, earlier.seq) < bisect_right(seqs, later.seq)


class Detection:
    """Sees the rulings of one event or sitting in the order they happened and collects what it finds.

    What is said about a ruling only reads what is kept of those before it, so that rulings nobody asks about
    can be kept without being compared: a page of the log needs the end of an event, not all of it.
    """

    def __init__(self, jumps: Jumps, watch: SplitWatch, *, has_rounds: bool) -> None:
        self.found: list[Finding] = []
        self._jumps, self._watch, self._has_rounds = jumps, watch, has_rounds
        self._window = timedelta(seconds=watch.window_s)
        self._sitting = 0
        self._moment: datetime | None = None
        self._seen = 0
        self._at_table: dict[int, dict[str | None, _Play]] = defaultdict(dict)
        self._here: dict[str, _Play] = {}
        self._in_period: dict[object, Fact] = {}
        self._verdicts: dict[object, Fact] = {}
        self._with_word: dict[object, _Play] = {}
        self._wholes: dict[object, _Play] = {}  # of some words of a rejected play, that play
        self._rejected: set[object] = set()
        self._lists: dict[object, tuple[str, str | None]] = {}
        self._last: dict[str, Fact] = {}

    def see(self, ruling: Fact) -> None:
        """Tell of *ruling* what is worth a look, and keep it for those to come."""
        play = self._play(ruling)
        self._clock(ruling)
        if ruling.event is not None:
            self._placing(ruling)
        self._repeats(play)
        if (rejected := self._rejected_whole(play)) is not None:
            self._tell(Alert.PART_OF_REJECTED, ruling, rejected.seen)
        self._neighbours(play)
        self._keep(play)

    def pass_by(self, ruling: Fact) -> None:
        """Keep *ruling* for those to come, without a word about it."""
        self._keep(self._play(ruling))

    def _tell(self, alert: Alert, about: Fact, earlier: Fact | None = None) -> None:
        self.found.append(Finding(alert, about.key, None if earlier is None else earlier.key))

    def _play(self, ruling: Fact) -> _Play:
        moment = datetime.fromisoformat(ruling.at)
        if self._moment is not None:
            self._sitting += abs(moment - self._moment) > SITTING
            if moment < self._moment:  # the clock was set back: how long ago anything was cannot be told
                self._at_table.clear()
                self._here.clear()
        self._moment = moment
        self._seen += 1
        period = (None, self._sitting) if ruling.round is None else (ruling.round, 0)
        # Words are A–Z: cutting the canonical array at its quotes is exact, and much faster than parsing.
        words = ruling.words[2:-2].split('","')
        return _Play(
            ruling, tuple(sorted(words)) if len(words) > 1 else (words[0],), moment, period, self._seen
        )

    def _keep(self, play: _Play) -> None:
        ruling, words = play.seen, play.words
        self._last[ruling.station] = ruling
        if ruling.event is not None:
            lists = (ruling.main_list, ruling.long_list)
            self._lists.setdefault(ruling.division, lists)
            self._lists[ruling.station, ruling.division] = lists
        place = (play.period, ruling.division, words)
        self._in_period[place] = ruling
        if ruling.verdict != Verdict.REFER:  # that is no verdict to differ from
            self._verdicts[ruling.main_list, ruling.long_list, words] = self._verdicts[place] = ruling
        if len(words) > 1 and ruling.verdict == Verdict.UNACCEPTABLE:
            self._keep_rejected(play)
        self._here[ruling.station] = play
        if ruling.table is not None:
            self._at_table[ruling.table][ruling.division] = play

    def _keep_rejected(self, play: _Play) -> None:
        """Note of which whole any of its words are a part. Looking that up costs the same however many plays
        were rejected; comparing with each of them did not."""
        period, words = play.period, play.words
        if (period, words) in self._rejected:
            return
        self._rejected.add((period, words))
        for word in words:
            self._with_word.setdefault((period, word), play)
        if len(words) > MOST_WORDS:  # no play of ours, and it would have parts without end
            return
        for size in range(2, len(words)):
            for part in combinations(words, size):
                known = self._wholes.get((period, part))
                if known is None or len(known.words) > len(words):
                    self._wholes[period, part] = play

    def _clock(self, ruling: Fact) -> None:
        before = self._last.get(ruling.station)
        if before is None or before.epoch != ruling.epoch:
            return
        if ruling.at < before.at or self._jumps.between(before, ruling):
            self._tell(Alert.CLOCK_ODDITY, ruling, before)

    def _placing(self, ruling: Fact) -> None:
        """Where in its event a ruling stands: outside the rounds, on another list than before."""
        if self._has_rounds and ruling.round is None:
            self._tell(Alert.OUTSIDE_ROUNDS, ruling)
        lists = (ruling.main_list, ruling.long_list)
        anywhere = self._lists.get(ruling.division, lists)
        if self._lists.get((ruling.station, ruling.division), anywhere) != lists:
            self._tell(Alert.LIST_CHANGE, ruling)

    def _repeats(self, play: _Play) -> None:
        ruling = play.seen
        place = (play.period, ruling.division, play.words)
        earlier = self._in_period.get(place)
        if earlier is not None and not _is_answer(earlier, ruling):
            self._tell(Alert.REPEAT, ruling, earlier)
            if ruling.operator is not None and ruling.operator == earlier.operator:
                self._tell(Alert.SAME_JUDGE_AGAIN, ruling, earlier)
        if ruling.verdict == Verdict.REFER:
            return
        for key in ((ruling.main_list, ruling.long_list, play.words), place):
            known = self._verdicts.get(key)
            if known is not None and known.verdict != ruling.verdict:
                self._tell(Alert.DIFFERING_REPEAT, ruling, known)
                break

    def _rejected_whole(self, play: _Play) -> _Play | None:
        """The play ruled unacceptable in the same round, by anyone, of which *play* is a proper part."""
        if len(play.words) == 1:  # by far the most
            return self._with_word.get((play.period, play.words[0]))
        return self._wholes.get((play.period, play.words))

    def _neighbours(self, play: _Play) -> None:
        """Other words soon before, from what may be the same table: the last entry of that table, or, where a
        table is not known, the last one of this station."""
        seen = play.seen
        earlier = [known for known in self._from_table(seen) if _one_division(known.seen, seen)]
        last = self._here.get(seen.station)
        if last is not None and None in (last.seen.table, seen.table) and _one_division(last.seen, seen):
            earlier.append(last)
        newest = max(earlier, key=lambda known: known.place, default=None)
        if newest is not None and play.moment - newest.moment < self._window:
            alert = _relation(newest, play)
            if alert is not None and (alert is not Alert.SPLIT_LOOKUP or self._suspect(newest.seen, seen)):
                self._tell(alert, seen, newest.seen)

    def _suspect(self, earlier: Fact, later: Fact) -> bool:
        """Whether two entries may be one play looked up in parts: of one table, or, where that is not known,
        under rules that know such an offence. Else they are two plays until somebody says otherwise."""
        if None not in (earlier.table, later.table):
            return True
        return later.rules is not None and self._watch.forbidden(later.rules)

    def _from_table(self, seen: Fact) -> Collection[_Play]:
        """The last entries of the table of *seen*, one for each division."""
        return () if seen.table is None else self._at_table.get(seen.table, {}).values()


def _is_answer(earlier: Fact, later: Fact) -> bool:
    """Whether *later* settles what *earlier* referred: then it is no second ruling on the same words."""
    return earlier.verdict == Verdict.REFER != later.verdict


def _relation(earlier: _Play, later: _Play) -> Alert | None:
    """What *later* is to *earlier* if both are from one table. A repeat or a part is found elsewhere."""
    alike = set(earlier.words) & set(later.words)
    if not alike and not _may_be_retyped(earlier.words, later.words):
        return Alert.SPLIT_LOOKUP
    related = relation(earlier.words, Verdict(earlier.seen.verdict), later.words)
    match related:
        case Relation.CORRECTED:
            return Alert.CORRECTED_ENTRY
        case Relation.MORE_WORDS:
            return Alert.SPLIT_LOOKUP
        case Relation.UNRELATED if not alike:
            return Alert.SPLIT_LOOKUP
        case Relation.UNRELATED | Relation.SAME | Relation.PART_OF_REJECTED:
            return None
        case _:
            assert_never(related)


def _may_be_retyped(earlier: tuple[str, ...], later: tuple[str, ...]) -> bool:
    """A quick no for words that no two slips could turn into each other: most are of that sort."""
    if len(earlier) != len(later):
        return False
    first = earlier[0]
    return any(abs(len(word) - len(first)) <= _MOST_SLIPS and _nearly_holds(word, first) for word in later)


def _nearly_holds(word: str, letters: str) -> bool:
    """Whether *word* has all of *letters*, in whatever order, but for two."""
    missing = 0
    for letter in letters:
        if letter in word:
            word = word.replace(letter, "", 1)
        else:
            missing += 1
            if missing > _MOST_SLIPS:
                return False
    return True


def _one_division(earlier: Fact, later: Fact) -> bool:
    """Whether both may be of one division: it is not always known."""
    return earlier.division == later.division or None in (earlier.division, later.division)


# ---- scopes ------------------------------------------------------------------------------------------------
# Rulings cut into what is compared with each other, an event at a time, so that the alerts on a page of a
# long log need only the events on that page.

_GRAVEST_FIRST = tuple(Alert)
_USUAL = SplitWatch()


def scopes(newest_first: Iterable[Fact]) -> Iterator[list[Fact]]:
    """*newest_first* cut into events, and sittings where there is none; each in the order it happened."""
    scope: list[Fact] = []
    for ruling in newest_first:
        if scope and not one_scope(scope[-1], ruling):
            yield scope[::-1]
            scope = []
        scope.append(ruling)
    if scope:
        yield scope[::-1]


def scope_around(back: Iterable[Fact], onward: Iterable[Fact]) -> list[Fact]:
    """The event or sitting of the first ruling of *back*, which goes on newest first; *onward* follows it."""
    scope: deque[Fact] = deque()
    for ruling in back:
        if scope and not one_scope(scope[0], ruling):
            break
        scope.appendleft(ruling)
    for ruling in onward:
        if not scope or not one_scope(scope[-1], ruling):
            break
        scope.append(ruling)
    return list(scope)


def find_in(
    scope: Sequence[Fact],
    jumps: Jumps,
    watch: SplitWatch = _USUAL,
    *,
    has_rounds: bool = False,
    first: int = 0,
) -> list[Finding]:
    """Everything worth a look in one event or sitting, given in the order it happened, about the rulings from
    place *first* of it on. *has_rounds*: the event was opened with a schedule; one whose rounds the director
    started by hand shows in its rulings."""
    rounds = has_rounds or any(ruling.round is not None for ruling in scope)
    detection = Detection(jumps, watch, has_rounds=rounds)
    for ruling in islice(scope, first):
        detection.pass_by(ruling)
    for ruling in islice(scope, first, None):
        detection.see(ruling)
    return detection.found


def by_ruling(findings: Iterable[Finding]) -> dict[Key, tuple[Alert, ...]]:
    """The alerts of each ruling that has any, gravest first."""
    found: dict[Key, set[Alert]] = defaultdict(set)
    for finding in findings:
        found[finding.about].add(finding.alert)
    return {key: tuple(alert for alert in _GRAVEST_FIRST if alert in alerts) for key, alerts in found.items()}


def one_scope(one: Fact, other: Fact) -> bool:
    """Whether two rulings, one after the other, are of one event or sitting."""
    if one.event != other.event:
        return False
    if one.event is not None:
        return True
    return abs(datetime.fromisoformat(one.at) - datetime.fromisoformat(other.at)) <= SITTING


def comparable(fact: Fact) -> bool:
    """Whether a ruling can be compared by *fact*: what is odd is shown, but raises no alert."""
    # A forged record holds anything, whatever the types say.
    try:
        zoned = datetime.fromisoformat(fact.at).tzinfo is not None
    except (ValueError, TypeError):
        return False
    texts = (fact.event, fact.division, fact.operator, fact.main_list, fact.long_list, fact.rules)
    return (
        zoned
        and fact.verdict in _VERDICTS
        and isinstance(fact.words, str)
        and fact.words.startswith('["')
        and all([text is None or isinstance(text, str) for text in texts])
        and all([number is None or isinstance(number, int) for number in (fact.round, fact.table)])
    )


_VERDICTS = tuple(verdict.value for verdict in Verdict)


_VERDICTS = tuple(verdict.value for verdict in Verdict)


# What a ruling's flags mean: what was known of it at the moment of TAB.
FLAGS: Mapping[str, str] = {
    RulingFlag.CASUAL: "No event was open: it does not count in the figures of one.",
    RulingFlag.DEMONSTRATION: "The station was not set up: nothing about it was the director's choice.",
    RulingFlag.UNOFFICIAL_LIST: "The word list is not the official one of this rule set.",
    RulingFlag.DUPLICATE_WORD: "The same word was entered more than once.",
    RulingFlag.LIST_CHANGED: "Words were added or taken away at the station, later than the rules allow.",
    RulingFlag.NO_TABLE: "The set-up asks for a table, and none was given.",
    RulingFlag.OTHER_RULES: "Another rule set than that of the set-up was asked for.",
    RulingFlag.OTHER_LIST: "Another word list than that of the set-up was asked for.",
    RulingFlag.BOARD: "The players went back to the board during the entry.",
}


def flag_meaning(flag: str) -> str:
    return FLAGS.get(flag, "")
