"""What staff say about a play they rule on: how it was adjudicated, what print said, which ruling it answers.

The rule it guards: nothing of it is guessed. Where only one method can be meant it is that one; else staff
are asked.
"""

from dataclasses import replace
from pathlib import Path

from kiosk.core.challenge.ruling import Verdict, adjudicate, completed
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import AdjudicationBody
from kiosk.core.log.facts import Key
from kiosk.core.log.kinds import Kind
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.division import Division
from kiosk.core.words.lexicon import WordSource
from kiosk.core.words.play import Play
from kiosk.errors import LogError, RuleSetError
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.beside import open_station
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import Reader


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
            return completed(play, source, book)
        return book


def check_law(before: AdjudicationBody, division: Division) -> None:
    """Refuse to look again by other lists or rules at what these did not rule on."""
    lists = [one.fingerprint for one in (before.lexicon, before.long_lexicon) if one is not None]
    now = [one.fingerprint for one in division.lists]
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
    raise RuleSetError(f"{rules.short_title} has no method “{harmless(wanted)}” {how}. {named}")


def earlier_ruling(folder: Path, number: str, play: Play) -> Earlier:
    """The ruling *number* of the station in *folder*, if it was on the words of *play*."""
    path = log_path(folder)
    if not path.exists():
        raise _no_ruling(number)
    with open_station(path) as reader:
        rulings = rulings_of(reader, number)
    for one in rulings:
        if one.ruling is not None and sorted(one.ruling.words) == sorted(play.words):
            return Earlier(one, one.ruling)
    shown = harmless(number).upper()
    raise LogError(f"{shown} was on other words. Give the words of that ruling, or leave --after out.")


def rulings_of(reader: Reader, number: str) -> list[Found]:
    """The rulings with *number* that can be believed, newest first, at least one."""
    found = reader.find(Filter(number=number, kind=Kind.ADJUDICATION))
    if rulings := [one for one in found if one.sound and one.ruling is not None]:
        return rulings
    raise _no_ruling(number)


def _no_ruling(number: str) -> LogError:
    return LogError(f"There is no ruling {harmless(number).upper()} here. Check the number on the slip.")


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
    answers = [one for one in reader.answers(found.key) if one.sound and _answers(one.ruling)]
    return answers[-1] if answers else found


def _answers(ruling: AdjudicationBody | None) -> bool:
    return ruling is not None and ruling.opinion is None and ruling.verdict is not Verdict.REFER


def as_before(challenge: StaffChallenge, earlier: Earlier) -> StaffChallenge:
    """*challenge* with the division and the table of the ruling that it answers, where it names none."""
    division = challenge.division or earlier.ruling.division
    table = earlier.ruling.table if challenge.table is None else challenge.table
    return replace(challenge, division=division, table=table)
