"""What staff say of a play they rule on: how it was adjudicated, what print said, which ruling it answers.

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
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.query import open_reader


@frozen
class StaffChallenge:
    """A play to judge, and what staff say of it; *rules* and *lexicon* put others in the place of those set
    up, *division* is needed where there are several. *penalty* and *international*: what the other rule set
    needs to be told. *book*: what print said, instead of a look-up by this program; *after*: the ruling that
    it answers, of whose play this program settles the words that are not for the book."""

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


@frozen
class Earlier:
    """A ruling on the same words, to which print gives the answer."""

    key: Key
    ruling: AdjudicationBody


@frozen
class WhatWasTold:
    """What was told of a challenge, with the ruling it answers, if any."""

    challenge: StaffChallenge
    earlier: Earlier | None

    @property
    def after(self) -> Key | None:
        return None if self.earlier is None else self.earlier.key

    def check(self, division: Division) -> None:
        """Refuse to go on with a ruling that other lists or rules made."""
        before = None if self.earlier is None else self.earlier.ruling
        if before is None:
            return
        lists = [one.fingerprint for one in (before.lexicon, before.long_lexicon) if one is not None]
        if (before.rules.fingerprint, lists) != (
            division.rules.fingerprint,
            [one.fingerprint for one in division.lists],
        ):
            raise LogError(
                f"{before.number} was ruled by another list or rule set than is used here now. "
                "Judge the words again, then give what print says."
            )

    def verdict(self, play: Play, source: WordSource) -> Verdict:
        """The verdict on the whole of *play*: by the list, by print, or by both where the list had referred
        it. What print was told to say of the long words alone goes on no record."""
        book = self.challenge.book
        if book is None:
            return adjudicate(play, source)
        if self.earlier is not None and self.earlier.ruling.verdict is Verdict.REFER:
            return completed(play, source, book)
        return book


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
    path, shown = log_path(folder), harmless(number).upper()
    none = LogError(f"There is no ruling {shown} here. Check the number on the slip.")
    if not path.exists():
        raise none
    with open_reader(path) as reader:
        found = [one for one in reader.find(Filter(number=number, kind=Kind.ADJUDICATION)) if one.sound]
    rulings = [(one.key, one.ruling) for one in found if one.ruling is not None]
    if not rulings:
        raise none
    for key, ruling in rulings:
        if sorted(ruling.words) == sorted(play.words):
            return Earlier(key, ruling)
    raise LogError(f"{shown} was on other words. Give the words of that ruling, or leave --after out.")


def as_before(challenge: StaffChallenge, earlier: Earlier) -> StaffChallenge:
    """*challenge* with the division and the table of the ruling that it answers, where it names none."""
    division = challenge.division or earlier.ruling.division
    table = earlier.ruling.table if challenge.table is None else challenge.table
    return replace(challenge, division=division, table=table)
