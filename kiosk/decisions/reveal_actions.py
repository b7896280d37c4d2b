"""Have the words of a ruling revealed one by one, by the very lists that ruled; on record first. Nobody
else looks one up.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from kiosk.actions import NO_TOOLS, Action, Tools
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.recordable import check_operator, check_reason
from kiosk.errors import AccessError, LexiconError, LogError, RuleSetError, SetupError
from kiosk.events.pairings_actions import name_refused
from kiosk.folder import RULESETS
from kiosk.log import bodies
from kiosk.log.audit_actions import AuditSource
from kiosk.log.chain import Key
from kiosk.log.filters_reader import Filter, Found
from kiosk.log.kinds import Kind
from kiosk.log.placed_actions import place_record
from kiosk.log.query_reader import Reader
from kiosk.log.show_actions import shown_records
from kiosk.log.store import log_path
from kiosk.rules.choices import DivisionKind
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import RulingFlag, Verdict
from kiosk.rules.store import load_ruleset
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing
from kiosk.words.editions import holds_long
from kiosk.words.play import Word, WordSource, parse_play
from kiosk.words.store import StoredLexicon, list_lexicons, load_lexicon

# ---- director reveal ---------------------------------------------------------------------------------------
# What a director may have told of single words after a ruling, and in which order it comes about.
#
# The rule it guards: the record comes first. Until it is durable no word is looked up, so that nothing can be
# shown that nobody asked for on record.


class WordAnswer(StrEnum):
    ACCEPTABLE = "acceptable"
    UNACCEPTABLE = "unacceptable"
    IN_PRINT = "in_print"  # only print settles it


@frozen
class RevealedWord:
    word: str
    answer: WordAnswer


def reveal_words(
    words: Sequence[Word], source: WordSource, record: Callable[[], object]
) -> tuple[RevealedWord, ...]:
    """Each of *words* with what the lists of *source* say of it, once *record* has put on record that it was
    asked. What *record* raises goes on to the caller, and nothing is looked up."""
    record()
    return tuple(RevealedWord(word, _answer(word, source)) for word in words)


def _answer(word: Word, source: WordSource) -> WordAnswer:
    if source.needs_book(word):
        return WordAnswer.IN_PRINT
    return WordAnswer.ACCEPTABLE if source.accepts(word) else WordAnswer.UNACCEPTABLE


def agrees(answers: Sequence[RevealedWord], verdict: Verdict) -> bool:
    """Whether *verdict*, on the whole play, can have come of *answers*. What print said is not known here."""
    given = {answer.answer for answer in answers}
    if WordAnswer.IN_PRINT in given and verdict is Verdict.REFER:
        return True
    if WordAnswer.UNACCEPTABLE in given:
        return verdict is Verdict.UNACCEPTABLE
    return verdict is Verdict.ACCEPTABLE or (WordAnswer.IN_PRINT in given and verdict is Verdict.UNACCEPTABLE)


# ---- evidence reveal ---------------------------------------------------------------------------------------
# Have the words of a ruling revealed one by one, by the very lists that ruled.
#
# Rules it guards: the director's passcode and a reason come before anything; the record of it is durable
# before a single word is looked up; lists of another fingerprint answer for nothing; and what is revealed
# goes to whoever asked, into no record and no file.

_SHOWN = 12  # of a fingerprint
WHERE = "kiosk log reveal"


@frozen
class RevealedWords:
    """What the lists say of each word of the ruling *number*."""

    number: str
    verdict: str
    lists: tuple[str, ...]
    words: tuple[RevealedWord, ...]


@frozen
class _Ruling:
    key: Key
    body: bodies.AdjudicationBody
    kind: DivisionKind | None
    event_open: bool


@frozen
class RevealWords(Action[RevealedWords]):
    """Put on record that the words of the ruling *which* are asked for one by one, and why; then look them
    up. *by*: initials or a staff id. *confirmed*: though an event is open. *source*: where it stands, if it
    is not looked for in the open logs."""

    which: str
    reason: str = ""
    by: str | None = None
    confirmed: bool = False
    source: AuditSource | None = None

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> RevealedWords:
        check_reason(self.reason)
        check_operator(self.by)
        if said := name_refused(staff.folder, self.reason):
            raise SetupError(said)
        ruling = self._ruling(staff, tools)
        if ruling.event_open and not self.confirmed:
            raise SetupError(
                f"The event of {ruling.body.number} is still open, and whoever sees the answer can tell a "
                "player which word was bad. Wait until it is closed, or confirm that you want it now (--yes)."
            )
        lists, source = _lists(staff.folder, ruling)
        body = ruling.body
        with writing(staff, WHERE, name=log_path(staff.folder).name) as log:
            if staff.admit(log, Role.DIRECTOR, WHERE) is None:
                raise AccessError(
                    "Only the director may have words revealed, and no passcode is set here. "
                    "Set one with “kiosk passcode set”."
                )
            prints = tuple(lexicon.identity.fingerprint for lexicon in lists)
            entry = bodies.RevealBody(bodies.RecordNamed(*ruling.key), prints, self.by, self.reason)
            words = reveal_words(parse_play(body.words).words, source, lambda: log.append(entry))
        if not agrees(words, body.verdict):
            raise LexiconError(
                f"The lists do not give the verdict of {body.number}, so what they say of its words is not "
                "shown: it was ruled in print, or by other rules. That you asked is on record."
            )
        names = tuple(lexicon.identity.edition or lexicon.identity.name for lexicon in lists)
        return RevealedWords(body.number, body.verdict, names, words)

    def _ruling(self, staff: Staff, tools: Tools) -> _Ruling:
        if self.source is not None:
            return _ruling(self.source, self.which)
        placed = place_record(staff, self.which, tools)
        return _ruling(placed.source, placed.which)


def _ruling(source: AuditSource, which: str) -> _Ruling:
    """The ruling *which*, if it can be believed."""
    with shown_records(source, which) as shown, source.reader() as reader:
        if len(shown.records) > 1:
            raise LogError(
                f"{printable(which).upper()} was given by several stations here. Ask in one's own log."
            )
        [one] = shown.records
        found = one.line.found
        if not found.is_ruling:
            raise LogError(f"Record {found.seq} is no ruling, so it has no words to reveal.")
        if not one.intact or found.ruling is None:
            raise LogError(f"Nothing is revealed of a ruling that does not hold. {one.integrity}")
        still_open = found.ruling.event is not None and found.ruling.event in reader.open_events()
        return _Ruling(found.key, found.ruling, _kind(reader, found, found.ruling), still_open)


def _kind(reader: Reader, found: Found, ruling: bodies.AdjudicationBody) -> DivisionKind | None:
    """What kind of division the ruling was made in, by the set-up on record before it; None if not known."""
    if RulingFlag.OTHER_RULES in ruling.flags:
        return None
    set_up = [
        record
        for kind in (Kind.SET_UP, Kind.SET_UP_ACCEPTED)
        for record in reader.find(Filter(kind=kind))
        if record.key[:2] == found.key[:2] and record.seq < found.seq
    ]
    for record in sorted(set_up, key=lambda record: -record.seq):
        if isinstance(record.said, bodies.SetUpBody | bodies.SetUpAcceptedBody):
            kinds = {str(each.get("id")): each.get("kind") for each in record.said.divisions}
            said = kinds.get(str(ruling.division))
            return DivisionKind(said) if said in list(DivisionKind) else None
    return None


def _lists(folder: Path, ruling: _Ruling) -> tuple[tuple[StoredLexicon, ...], WordSource]:
    """The lists that ruled, verified over their whole content, and how they answer together."""
    body = ruling.body
    rules = _rules(folder, body)
    main = _load_list(folder, body.number, body.lexicon)
    long = None if body.long_lexicon is None else _load_list(folder, body.number, body.long_lexicon)
    kind = ruling.kind or rules.lexicon.propose(main.identity.family)
    reference = rules.lexicon.reference(kind)
    by_book = reference.needs_print(list_has_long=long is not None or holds_long(main.identity))
    lists = (main,) if long is None else (main, long)
    return lists, WordSource(main, long, reference.long_from, by_book)


def _rules(folder: Path, body: bodies.AdjudicationBody) -> RuleSet:
    rules = load_ruleset(body.rules.id, folder / RULESETS)
    if rules.fingerprint != body.rules.fingerprint:
        raise RuleSetError(
            f"{body.number} was ruled by another text of the rule set {printable(body.rules.id)} than is "
            "installed here now, so how its lists answered is not known. Use the version it was ruled with."
        )
    return rules


def _load_list(folder: Path, number: str, wanted: bodies.ListOnRecord) -> StoredLexicon:
    """The list of exactly that fingerprint."""
    known = list_lexicons(folder)
    for stored in known:
        if stored.fingerprint == wanted.fingerprint:
            return load_lexicon(folder, stored.id)
    here = ", ".join(f"{stored.edition or stored.name} ({stored.fingerprint[:_SHOWN]})" for stored in known)
    named = printable(wanted.edition or wanted.name or wanted.id)
    raise LexiconError(
        f"{number} was ruled by {named} ({printable(wanted.fingerprint)[:_SHOWN]}), which is not loaded "
        f"here, and no other list can answer for it. There are: {here}. Import that very list, then ask "
        "again."
    )
