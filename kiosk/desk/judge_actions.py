"""A ruling by staff, on record like any other: how it was adjudicated, what print said, which ruling it
answers.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kiosk.base.canonical import Json
from kiosk.base.clock import local_time
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.recordable import check_operator
from kiosk.decisions.case_actions import challenge_context
from kiosk.decisions.forms import LawLine, OpinionKnown
from kiosk.decisions.opinions import THIRD, OpinionAsked, list_given, what_stands, why_not
from kiosk.errors import DecisionError, LogError, RuleSetError, SetupError
from kiosk.folder import LOCK, RULESETS
from kiosk.log.bodies import AdjudicationBody
from kiosk.log.chain import Key
from kiosk.log.copies_reader import open_station
from kiosk.log.filters_reader import Filter, Found
from kiosk.log.history import History, SetUpOnRecord
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import Reader
from kiosk.log.reader import read_head
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import log_path, noted_station
from kiosk.rules.choices import DivisionKind, Person
from kiosk.rules.penalties import choose_penalty
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import LoggedRuling, RulingFlag, Verdict, adjudicate, complete
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import open_division
from kiosk.setup.divisions import Division
from kiosk.setup.integrity import Change, InForce, changes
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import DivisionSettings, Settings
from kiosk.setup.staff_actions import Staff, writing
from kiosk.setup.store import WHEN_CHANGED, SetupFile, load_demonstration, read_setup
from kiosk.station.states import StationContext
from kiosk.station.station import record_ruling
from kiosk.words.play import Play, WordSource, entered_twice, parse_play

# ---- staff challenge ---------------------------------------------------------------------------------------
# What staff say about a play they rule on: how it was adjudicated, what print said, which ruling it answers.
#
# The rule it guards: nothing of it is guessed. Where only one method can be meant it is that one; else staff
# are asked.


@frozen
class StaffChallenge:
    """A play to judge, and what staff say of it; *rules* and *lexicon* put others in the place of those set
    up, *division* is needed where there are several. *penalty* and *international*: what the other rule set
    needs to be told. *book*: what print said, instead of a look-up by this program; *after*: the ruling that
    it answers, of whose play this program settles the words that are not for the book. *opinion*: 2 or 3, if
    it is a second or third opinion on that one; *another_person*: staff vouch for it where no record tells;
    *exception*: the director makes one."""

    words: tuple[str, ...]
    table: int | None = None
    division: str | None = None
    method: str | None = None
    rules: str | None = None
    lexicon: str | None = None
    operator: str | None = None
    penalty: str | None = None
    international: bool = False
    book: Verdict | None = None
    after: str | None = None
    opinion: int | None = None
    another_person: bool = False
    exception: bool = False


@frozen
class Earlier:
    """A ruling on the same words, which this one answers."""

    found: Found
    ruling: AdjudicationBody

    @property
    def key(self) -> Key:
        return self.found.key


@frozen
class WhatWasTold:
    """What was said about a challenge, with the ruling it answers, if any."""

    challenge: StaffChallenge
    earlier: Earlier | None

    @property
    def after(self) -> Key | None:
        return None if self.earlier is None else self.earlier.key

    def check(self, division: Division) -> None:
        """Refuse to go on with a ruling that other lists or rules made."""
        if self.earlier is not None:
            check_law(self.earlier.ruling, division)

    def verdict(self, play: Play, source: WordSource) -> Verdict:
        """The verdict on the whole of *play*: by the list, by print, or by both where the list had referred
        it. What print said about the long words alone is not recorded."""
        book = self.challenge.book
        if book is None:
            return adjudicate(play, source)
        if self.earlier is not None and self.earlier.ruling.verdict is Verdict.REFER:
            return complete(play, source, book)
        return book


def check_law(before: AdjudicationBody, division: Division) -> None:
    """Refuse to look again by other lists or rules at what these did not rule on."""
    lists = [lexicon.fingerprint for lexicon in (before.lexicon, before.long_lexicon) if lexicon is not None]
    now = [lexicon.fingerprint for lexicon in division.lists]
    if (before.rules.fingerprint, lists) != (division.rules.fingerprint, now):
        raise LogError(
            f"{before.number} was ruled by another list or rule set than is used here now. Judge the words "
            "as a new challenge."
        )


def told_method(rules: RuleSet, wanted: str | None, *, in_print: bool) -> str:
    """The method *wanted*, if staff have it under *rules* for a look-up with this program, or *in_print*."""
    ways = rules.staff_methods(in_print=in_print)
    if wanted is None and len(ways) == 1:
        return ways[0]
    if wanted in ways:
        return wanted
    named = f"Choose one of: {', '.join(ways)}." if ways else "It has none."
    if wanted is None:
        raise RuleSetError(f"{rules.short_title} has to be told how staff ruled: give --method. {named}")
    if wanted in rules.staff_methods(in_print=True):
        raise RuleSetError(
            f"“{wanted}” is a look-up in print: give what it said with --book acceptable or --book "
            "unacceptable."
        )
    how = "for a look-up in print" if in_print else "for staff"
    raise RuleSetError(f"{rules.short_title} has no method “{printable(wanted)}” {how}. {named}")


def earlier_ruling(folder: Path, number: str, play: Play) -> Earlier:
    """The ruling *number* of the station in *folder*, if it was on the words of *play*."""
    path = log_path(folder)
    if not path.exists():
        raise _no_ruling(number)
    with open_station(path) as reader:
        rulings = rulings_of(reader, number)
    for ruling in rulings:
        if ruling.ruling is not None and sorted(ruling.ruling.words) == sorted(play.words):
            return Earlier(ruling, ruling.ruling)
    shown = printable(number).upper()
    raise LogError(f"{shown} was on other words. Give the words of that ruling, or leave --after out.")


def rulings_of(reader: Reader, number: str) -> list[Found]:
    """The rulings with *number* that can be believed, newest first, at least one."""
    found = reader.find(Filter(number=number, kind=Kind.ADJUDICATION))
    if rulings := [record for record in found if record.sound and record.ruling is not None]:
        return rulings
    raise _no_ruling(number)


def _no_ruling(number: str) -> LogError:
    return LogError(f"There is no ruling {printable(number).upper()} here. Check the number on the slip.")


def first_ruling(folder: Path, earlier: Earlier) -> Earlier:
    """The ruling that *earlier* is an opinion on; itself if it is none."""
    with open_station(log_path(folder)) as reader:
        found = first_of(reader, earlier.found)
    return earlier if found.ruling is None else Earlier(found, found.ruling)


def first_of(reader: Reader, found: Found) -> Found:
    """The ruling on which opinions are given where *found* is named: the first of its challenge, and where
    that was referred to print, what print said."""
    ruling = found.ruling
    if ruling is None:
        return found
    if ruling.opinion is not None and ruling.after is not None:
        wanted = (ruling.after.station, ruling.after.epoch, ruling.after.seq)
        first = next(reader.find_among([wanted]), None)
        if first is None or not first.sound or first.ruling is None or first.key != wanted:
            raise LogError(f"The ruling that {ruling.number} is an opinion on is not in this log.")
        return first
    if ruling.verdict is not Verdict.REFER:
        return found
    answers = [answer for answer in reader.answers(found.key) if answer.sound and _answers(answer.ruling)]
    return answers[-1] if answers else found


def _answers(ruling: AdjudicationBody | None) -> bool:
    return ruling is not None and ruling.opinion is None and ruling.verdict is not Verdict.REFER


def as_before(challenge: StaffChallenge, earlier: Earlier) -> StaffChallenge:
    """*challenge* with the division and the table of the ruling that it answers, where it names none."""
    division = challenge.division or earlier.ruling.division
    table = earlier.ruling.table if challenge.table is None else challenge.table
    return replace(challenge, division=division, table=table)


# ---- opinion -----------------------------------------------------------------------------------------------
# A second or third opinion that staff want to give: on which ruling, after which others, and whether it may.
#
# Rules guarded here: every opinion is on the first ruling, whichever of them was named; it is refused where
# the rulebook has none, or wants another person.


def opinions_before(
    folder: Path, rules: RuleSet, challenge: StaffChallenge, earlier: Earlier | None
) -> tuple[OpinionKnown, ...]:
    """What was ruled before the opinion that *challenge* gives; nothing where it gives none."""
    if challenge.opinion is None:
        return ()
    if earlier is None:
        raise DecisionError("An opinion is on a ruling: say on which with --after.")
    with open_station(log_path(folder)) as reader:
        before = list_given(challenge_context(reader, earlier.found, rules))
    asked = OpinionAsked(challenge.opinion, challenge.operator, challenge.another_person, challenge.exception)
    if refusal := why_not(rules, asked, before):
        raise DecisionError(refusal)
    return before


def only_director(rules: RuleSet, challenge: StaffChallenge) -> bool:
    """Whether the rulebook leaves this opinion to the director alone."""
    return challenge.opinion == THIRD and rules.review.third_by is Person.DIRECTOR


def opinion_lines(rules: RuleSet, before: tuple[OpinionKnown, ...], verdict: Verdict) -> tuple[LawLine, ...]:
    """What the rulebook says now that *verdict* was given after those *before*."""
    return what_stands(rules, (*(opinion.verdict for opinion in before), verdict)) if before else ()


# ---- judge -------------------------------------------------------------------------------------------------
# Judge a play as staff; the ruling is on record like any other.
#
# Rules it guards: nothing is judged by a set-up, list or rule set that was changed behind the program's back;
# a verdict is given only once it is durable; whatever is unusual about it is in its flags; the method by
# which staff ruled and the cost of a failed challenge are what they say, never a guess.

_TOLD = {
    "demonstration": "Demonstration: this station is not set up.",
    "casual": "Casual: no event is open.",
    RulingFlag.OTHER_RULES: "Not the rule set or penalty of the set-up; the record says so.",
    RulingFlag.OTHER_LIST: "Not the word list of the set-up; the record says so.",
    RulingFlag.DUPLICATE_WORD: "A word was entered twice.",
}


# Which parts of a division's set-up another rule set, or another list, replaces.
_BY_RULES = ("rules", "penalty", "kind", "confirmed")
_BY_LIST = ("lexicon", "long_lexicon", "confirmed")


@frozen
class Judged:
    """A ruling, and where it counts. *remark*: what to say if nobody vouches for the set-up. *law*: what the
    rulebook says of it, where it is an opinion on another."""

    ruling: LoggedRuling
    division: Division
    context: StationContext
    remark: str | None
    law: tuple[LawLine, ...] = ()

    @property
    def look_in(self) -> str:
        """Where the Word Judge must look before there is a verdict; empty where there is one."""
        return self.division.book if self.ruling.adjudication.verdict is Verdict.REFER else ""

    @property
    def told(self) -> list[str]:
        """What the rulebook says of an opinion, and what of its flags must be said aloud; what is odd of the
        list is the banner's to say."""
        flags = self.ruling.adjudication.flags
        return [*map(str, self.law), *(_TOLD[flag] for flag in flags if flag in _TOLD)]


def judge(staff: Staff, challenge: StaffChallenge) -> Judged:
    """Judge *challenge* and put the ruling on record."""
    folder, play = staff.folder, parse_play(challenge.words)
    check_operator(challenge.operator)
    found = read_setup(folder)
    earlier = None if challenge.after is None else earlier_ruling(folder, challenge.after, play)
    if earlier is not None and challenge.opinion is not None:
        earlier = first_ruling(folder, earlier)
    if earlier is not None:
        challenge = as_before(challenge, earlier)
    if log_path(folder).exists():  # before looking for a division that may have gone with the set-up
        _refuse_foreign(folder)
        _refuse_changed(InForce(found.digest), read_standing(log_path(folder)).past.setup)
    chosen = _choose_division(folder, found.settings or load_demonstration(), challenge)
    return _record(staff, found, open_division(folder, chosen), play, WhatWasTold(challenge, earlier))


def _choose_division(folder: Path, settings: Settings, challenge: StaffChallenge) -> DivisionSettings:
    """The division to judge in, with whatever *challenge* puts in its place."""
    by_id = {division.id: division for division in settings.divisions}
    if challenge.division is None and len(by_id) > 1:
        raise SetupError(f"Which division? Name one with --division: {', '.join(by_id)}.")
    chosen = by_id.get(challenge.division or settings.divisions[0].id)
    if chosen is None:
        raise SetupError(f"There is no division “{challenge.division}”. Choose one of: {', '.join(by_id)}.")
    if challenge.rules is not None and challenge.rules != chosen.rules:
        chosen = _under(load_ruleset(challenge.rules, folder / RULESETS), chosen, challenge)
    elif challenge.penalty is not None or challenge.international:
        raise SetupError(
            "--penalty and --international go with another rule set than the set-up's (--rules)."
        )
    if challenge.lexicon in (None, chosen.main):
        return chosen
    return replace(chosen, main=challenge.lexicon, long=None, confirmed=None)


def _under(rules: RuleSet, chosen: DivisionSettings, challenge: StaffChallenge) -> DivisionSettings:
    """The division *chosen*, judged by *rules* instead."""
    international = challenge.international or (
        chosen.international and rules.lexicon.knows(DivisionKind.INTERNATIONAL)
    )
    school = chosen.school and not international and rules.lexicon.knows(DivisionKind.SCHOOL)
    return replace(
        chosen,
        rules=rules.id,
        penalty=choose_penalty(rules, challenge.penalty, international=international),
        international=international,
        school=school,
        confirmed=None,
    )


def _refuse_foreign(folder: Path) -> None:
    """Refuse the log of another station: judged by it, this station's set-up would look as if it had been
    changed by hand."""
    known = noted_station(folder)
    if known and read_head(log_path(folder)).station != known:
        raise LogError(
            f"{log_path(folder)} is the log of another station, so nothing is judged. Put this station's "
            f"own back. To go on with this one on purpose, take {LOCK} out of the folder."
        )


def _refuse_changed(now: InForce, recorded: SetUpOnRecord | None) -> None:
    changed = changes(now, recorded)
    if changed is not None and changed.what is not Change.UNRECORDED:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")


def _unrecorded_note(found: SetupFile, past: History) -> str | None:
    """What to say if the set-up was never recorded: nothing was changed, but nobody vouches for it either."""
    changed = changes(InForce(found.digest), past.setup)
    return None if changed is None else f"{changed.sentence} It is used as it is."


def _recorded_for(
    division: Division, past: History, known: Mapping[str, Json] | None, challenge: StaffChallenge
) -> SetUpOnRecord | None:
    """The recorded set-up as far as it binds *division*: everything but what *challenge* names."""
    if past.setup is None or known is None:
        return None if past.setup is None else replace(past.setup, divisions=())
    now = division.on_record()
    named = (_BY_RULES if challenge.rules is not None else ()) + (
        _BY_LIST if challenge.lexicon is not None else ()
    )
    kept = {key: value for key, value in known.items() if key not in named}
    return replace(past.setup, divisions=({**kept, **{key: now[key] for key in named if key in now}},))


def _on_record(division: Division, past: History) -> Mapping[str, Json] | None:
    """What the last set-up says of *division*, or None if it does not."""
    divisions = () if past.setup is None else past.setup.divisions
    return next((entry for entry in divisions if entry.get("id") == division.id), None)


def _others(division: Division, known: Mapping[str, Json] | None) -> tuple[RulingFlag, ...]:
    """The flags that say: judged by another rule set or list than the one set up."""
    if known is None:
        return ()
    now = division.on_record()
    rules = any(now.get(key) != known.get(key) for key in ("rules", "penalty", "kind"))
    lists = any(now.get(key) != known.get(key) for key in ("lexicon", "long_lexicon"))
    return ((RulingFlag.OTHER_RULES,) if rules else ()) + ((RulingFlag.OTHER_LIST,) if lists else ())


def _record(
    staff: Staff, found: SetupFile, opened: tuple[Division, WordSource], play: Play, told: WhatWasTold
) -> Judged:
    settings, challenge = found.settings, told.challenge
    division, source = opened
    method = told_method(division.rules, challenge.method, in_print=challenge.book is not None)
    told.check(division)
    before = opinions_before(staff.folder, division.rules, challenge, told.earlier)
    role = Role.DIRECTOR if only_director(division.rules, challenge) else Role.JUDGE
    letter = settings.letter if settings else "A"
    with writing(staff, "kiosk judge", letter, log_path(staff.folder).name) as log:
        staff.admit(log, role, "judge")
        past = read_standing(log.path).past
        known = _on_record(division, past)
        _refuse_changed(InForce(found.digest, (division,)), _recorded_for(division, past, known, challenge))
        context = StationContext(settings or load_demonstration(), settings is not None, "", past.event)
        now = staff.clock()
        place = replace(context.place(division, local_time(now.at, now.offset_min)), table=challenge.table)
        doubled = (RulingFlag.DUPLICATE_WORD,) if entered_twice(play.words) else ()
        flags = tuple(sorted({*division.flags, *context.flags(), *_others(division, known), *doubled}))
        judged = division.rule(play.words, told.verdict(play, source), method)
        judged = replace(judged, after=told.after, opinion=challenge.opinion, operator=challenge.operator)
        ruling = record_ruling(log, replace(judged, place=place, flags=flags))
        law = opinion_lines(division.rules, before, judged.verdict)
        return Judged(ruling, division, context, _unrecorded_note(found, past), law)
