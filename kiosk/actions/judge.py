"""Judge a play as staff; the ruling is on record like any other.

Rules it guards: nothing is judged by a set-up, list or rule set that was changed behind the program's back; a
verdict is given only once it is durable; whatever is unusual about it is in its flags; the method by which
staff ruled and the cost of a failed challenge are what they say, never a guess.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kiosk.actions.decide.opinion import only_director, opinion_lines, opinions_before
from kiosk.actions.on_record import check_operator
from kiosk.actions.staff import Staff, writing
from kiosk.actions.staff_challenge import (
    StaffChallenge,
    WhatWasTold,
    as_before,
    earlier_ruling,
    first_ruling,
    told_method,
)
from kiosk.core.access.passcode import Role
from kiosk.core.challenge.ruling import LoggedRuling, RulingFlag, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.core.log.history import History, SetUpOnRecord
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.rules.penalties import named_penalty
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.division import Division
from kiosk.core.setup.integrity import Change, InForce, changes
from kiosk.core.setup.occasion import Occasion
from kiosk.core.setup.schedule import local_time
from kiosk.core.setup.settings import DivisionSettings, Settings
from kiosk.core.words.lexicon import WordSource
from kiosk.core.words.play import Play, entered_twice, parse_play
from kiosk.director.decisions.form import LawLine
from kiosk.errors import LogError, SetupError
from kiosk.folder import LOCK, RULESETS
from kiosk.station.station import ruled
from kiosk.storage.log.lock import noted_station
from kiosk.storage.log.place import log_path
from kiosk.storage.log.standing import read_standing
from kiosk.storage.reading.reader import read_head
from kiosk.storage.setup.file import (
    WHEN_CHANGED,
    SetupFile,
    load_demonstration,
    read_setup,
)
from kiosk.storage.setup.opened import open_division
from kiosk.storage.setup.rulesets import load_ruleset

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
    around: Occasion
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
    chosen = _chosen(folder, found.settings or load_demonstration(), challenge)
    return _recorded(staff, found, open_division(folder, chosen), play, WhatWasTold(challenge, earlier))


def _chosen(folder: Path, settings: Settings, challenge: StaffChallenge) -> DivisionSettings:
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
        penalty=named_penalty(rules, challenge.penalty, international=international),
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


def _unrecorded(found: SetupFile, past: History) -> str | None:
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
    return next((one for one in divisions if one.get("id") == division.id), None)


def _others(division: Division, known: Mapping[str, Json] | None) -> tuple[RulingFlag, ...]:
    """The flags that say: judged by another rule set or list than the one set up."""
    if known is None:
        return ()
    now = division.on_record()
    rules = any(now.get(key) != known.get(key) for key in ("rules", "penalty", "kind"))
    lists = any(now.get(key) != known.get(key) for key in ("lexicon", "long_lexicon"))
    return ((RulingFlag.OTHER_RULES,) if rules else ()) + ((RulingFlag.OTHER_LIST,) if lists else ())


def _recorded(
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
        around = Occasion(settings or load_demonstration(), settings is not None, "", past.event)
        now = staff.clock()
        place = replace(around.place(division, local_time(now.at, now.offset_min)), table=challenge.table)
        doubled = (RulingFlag.DUPLICATE_WORD,) if entered_twice(play.words) else ()
        flags = tuple(sorted({*division.flags, *around.flags(), *_others(division, known), *doubled}))
        judged = division.ruled(play.words, told.verdict(play, source), method)
        judged = replace(judged, after=told.after, opinion=challenge.opinion, operator=challenge.operator)
        ruling = ruled(log, replace(judged, place=place, flags=flags))
        law = opinion_lines(division.rules, before, judged.verdict)
        return Judged(ruling, division, around, _unrecorded(found, past), law)
