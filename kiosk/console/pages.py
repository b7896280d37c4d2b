"""What each page of the console holds, and how it changes: values in, values out."""

import re
from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.console.events import (
    Answered,
    AskLog,
    Chip,
    ChipRemoved,
    ConsoleEffect,
    FacetChosen,
    FiltersCleared,
    HeadsListed,
    IntegrityEvent,
    KindsSwitched,
    LimitGiven,
    Progressed,
    RulingSought,
    SearchGiven,
    VerifyAsked,
    VerifyStopped,
    Withdraw,
)
from kiosk.console.values import (
    AlertsFound,
    AlertShown,
    AlertsWanted,
    DecisionLine,
    Facet,
    FacetsFound,
    FacetsWanted,
    FormsOffered,
    HeadGiven,
    Narrowing,
    PlaceFound,
    PlaceWanted,
    Question,
    ReadingFailed,
    ReportAsked,
    RowsFound,
    RowShown,
    RowsWanted,
    RulingShown,
    SourcesFound,
    Spot,
    TimelineFound,
    TimelineWanted,
    VerifyFound,
    VerifyWanted,
)
from kiosk.decisions.forms import Answers, DecisionForm, FormQuestion, Worked
from kiosk.decisions.outcome import asked_now, work_out
from kiosk.errors import LogError
from kiosk.log.chain import noted
from kiosk.paper.sheet import PaperSize, Sheet

# ---- narrowing ---------------------------------------------------------------------------------------------
# What the log is narrowed to, changed one filter at a time, and each filter in words.

NUMBER = re.compile(r"[A-Za-z]{1,3}-\d{1,7}", re.ASCII)
# What may be typed for one: with wildcards, or without the letter of a station.
NUMBERS = re.compile(r"[A-Za-z]{1,3}-[\d?*]{1,7}|\d[\d?*]{0,6}", re.ASCII)
WORD = re.compile(r"[A-Za-z?*]{1,15}", re.ASCII)
NOT_FOUND = "Type a ruling number such as B-147, or a word: ? stands for one sign, * for any number."

# What a value of a facet is called, where its name is another one.
Called: TypeAlias = tuple[tuple[Facet, str, str], ...]

NarrowingEvent: TypeAlias = (
    SearchGiven | FacetChosen | ChipRemoved | FiltersCleared | KindsSwitched | LimitGiven
)


def with_change(narrowing: Narrowing, event: NarrowingEvent) -> Narrowing | None:
    """*narrowing* after *event*; None where what was typed can be looked for in no way."""
    match event:
        case SearchGiven(text):
            return _searched(narrowing, text.strip())
        case FacetChosen(facet, value):
            others = tuple(one for one in narrowing.chosen if one[0] is not facet)
            taken_back = (facet, value) in narrowing.chosen
            return replace(narrowing, chosen=others if taken_back else (*others, (facet, value)))
        case ChipRemoved(chip):
            return without(narrowing, chip)
        case FiltersCleared():
            return Narrowing()
        case KindsSwitched():
            return replace(narrowing, every_kind=not narrowing.every_kind)
        case LimitGiven(minute, until):
            return replace(narrowing, until=minute) if until else replace(narrowing, since=minute)
        case _:
            assert_never(event)


def _searched(narrowing: Narrowing, text: str) -> Narrowing | None:
    if not text:
        return replace(narrowing, number="", word="")
    if NUMBERS.fullmatch(text):
        return replace(narrowing, number=text.upper(), word="")
    if WORD.fullmatch(text):
        return replace(narrowing, number="", word=text.upper())
    return None


def without(narrowing: Narrowing, chip: Facet | Chip) -> Narrowing:
    """*narrowing* without one of its filters."""
    match chip:
        case Facet():
            return replace(narrowing, chosen=tuple(one for one in narrowing.chosen if one[0] is not chip))
        case Chip.NUMBER:
            return replace(narrowing, number="")
        case Chip.WORD:
            return replace(narrowing, word="")
        case Chip.SINCE:
            return replace(narrowing, since="")
        case Chip.UNTIL:
            return replace(narrowing, until="")
        case Chip.EVERY_KIND:
            return replace(narrowing, every_kind=False)
        case _:
            assert_never(chip)


def called(narrowing: Narrowing, before: Called, found: FacetsFound | None) -> Called:
    """What the values that *narrowing* has chosen are called, as far as the counts *found*, or those
    *before* them, have told."""
    told = {(facet, value): name for facet, value, name in before}
    told |= {(one.facet, one.value): one.label for one in (found.counts if found else ())}
    return tuple((*one, told[one]) for one in narrowing.chosen if one[0].choices is None and one in told)


def chips(narrowing: Narrowing, names: Called = ()) -> tuple[tuple[Facet | Chip, str], ...]:
    """Each filter, in words; together they are all that narrows the list."""
    known = {(facet, value): name for facet, value, name in names}
    found: list[tuple[Facet | Chip, str]] = []
    if narrowing.number:
        found.append((Chip.NUMBER, f"Ruling {harmless(narrowing.number)}"))
    if narrowing.word:
        found.append((Chip.WORD, f"Word {harmless(narrowing.word)}"))
    found += [
        (facet, f"{facet.label} {_said(known.get((facet, value), value))}")
        for facet, value in narrowing.chosen
    ]
    if narrowing.since:
        found.append((Chip.SINCE, f"From {harmless(narrowing.since).replace('T', ' ')}"))
    if narrowing.until:
        found.append((Chip.UNTIL, f"Until {harmless(narrowing.until).replace('T', ' ')}"))
    if narrowing.every_kind:
        found.append((Chip.EVERY_KIND, "Records of every kind"))
    return tuple(found)


def _said(value: str) -> str:
    return harmless(value).replace("_", " ") or "none"


# ---- now ---------------------------------------------------------------------------------------------------
# The first page: the last rulings, large. The station's standing beside them is every page's.

MOST = 10
LAST = RowsWanted(Narrowing(), 0, MOST)


@frozen
class NowPage:
    """*rows*: the last rulings, newest first; None: not known yet. *problem*: why they cannot be read."""

    rows: tuple[RowShown, ...] | None = None
    asked: bool = False
    problem: str = ""


NextNow: TypeAlias = tuple[NowPage, tuple[ConsoleEffect, ...]]


def refreshed(page: NowPage) -> NextNow:
    """Ask for the last rulings, unless an answer is on its way."""
    return (page, ()) if page.asked else (replace(page, asked=True), (AskLog(LAST),))


def now_answered(page: NowPage, event: Answered) -> NowPage:
    """*page* with the answer it waits for; any other changes nothing."""
    if not page.asked or event.question != LAST:
        return page
    match event.answer:
        case RowsFound(rows=rows):
            return NowPage(rows[:MOST])
        case ReadingFailed(sentence):
            return replace(page, asked=False, problem=sentence)
        case FacetsFound() | TimelineFound() | PlaceFound() | AlertsFound() | VerifyFound() | SourcesFound():
            return page
        case _:
            assert_never(event.answer)


# ---- log ---------------------------------------------------------------------------------------------------
# The log, newest first: which rows are looked at, what they are narrowed to, and what is being waited for.
#
# The rule guarded here: whatever the page holds was answered for the filters it shows. A new filter takes
# every answer off the page and withdraws every question; an answer nobody waits for changes nothing.

WINDOW = 100  # rows a question asks for
KEPT = 12  # windows; the view asks again for what it needs
FIRST_SEEN = 40

LogQuestion: TypeAlias = RowsWanted | FacetsWanted | TimelineWanted | PlaceWanted


@frozen
class LogPage:
    """*total*: how many rows there are; None: not known yet. *newest*: the record up to which *windows* were
    read. *seen*: the first and last row on show. *jump*: how often the list was sent somewhere, and where to
    last. *pending*: what was asked for and has not come. *called*: names of what was chosen. *failed*: some
    of it could not be read."""

    narrowing: Narrowing = Narrowing()
    total: int | None = None
    newest: int = 0
    windows: tuple[RowsFound, ...] = ()
    facets: FacetsFound | None = None
    timeline: TimelineFound | None = None
    seen: tuple[int, int] = (0, FIRST_SEEN)
    jump: tuple[int, int] = (0, 0)
    pending: tuple[LogQuestion, ...] = ()
    problem: str = ""
    called: Called = ()
    failed: bool = False

    def row(self, place: int) -> RowShown | None:
        """The row at *place*, if it was read."""
        for one in self.windows:
            if one.first <= place < one.first + len(one.rows):
                return one.rows[place - one.first]
        return None


NextLog: TypeAlias = tuple[LogPage, tuple[ConsoleEffect, ...]]


def asking(page: LogPage, *questions: LogQuestion) -> NextLog:
    """*page* once it has asked *questions*, but for those that are on their way already."""
    new = tuple(one for one in dict.fromkeys(questions) if one not in page.pending)
    return replace(page, pending=(*page.pending, *new)), tuple(AskLog(one) for one in new)


def narrowed(page: LogPage, narrowing: Narrowing) -> NextLog:
    """The page of *narrowing*: nothing of another one stands on it."""
    if narrowing == page.narrowing:
        return replace(page, problem=""), ()
    gone = tuple(Withdraw(one) for one in page.pending)
    names = called(narrowing, page.called, page.facets)
    fresh, asked = asking_all(LogPage(narrowing, jump=(page.jump[0] + 1, 0), called=names))
    return fresh, (*gone, *asked)


def asking_all(page: LogPage) -> NextLog:
    """Ask for all that stands on the page, as it is now; what stands there stays until the answers come."""
    now = page.narrowing
    return asking(replace(page, failed=False), *_windows(page), FacetsWanted(now), TimelineWanted(now))


def seen(page: LogPage, first: int, last: int) -> NextLog:
    """The list shows other rows: ask for what of them is not there, and no longer for what is out of
    sight."""
    page = replace(page, seen=(max(0, first), max(0, first, last)))
    wanted = _windows(page)
    idle = tuple(one for one in page.pending if isinstance(one, RowsWanted) and one not in wanted)
    page = replace(page, pending=tuple(one for one in page.pending if one not in idle))
    page, asked = asking(page, *(one for one in wanted if not _there(page, one)))
    return page, (*(Withdraw(one) for one in idle), *asked)


def sent_to(page: LogPage, minute: str) -> NextLog:
    """Look for the place of *minute*; the last minute asked for is the one that counts."""
    earlier = tuple(one for one in page.pending if isinstance(one, PlaceWanted))
    page = replace(page, pending=tuple(one for one in page.pending if one not in earlier))
    page, asked = asking(page, PlaceWanted(page.narrowing, minute))
    return page, (*(Withdraw(one) for one in earlier), *asked)


def log_answered(page: LogPage, event: Answered) -> NextLog:
    """*page* with what came; an answer to another question than those it waits for is no answer."""
    question: Question = event.question
    if question not in page.pending:
        return page, ()
    page = replace(page, pending=tuple(one for one in page.pending if one != question))
    match event.answer:
        case RowsFound() as found:
            return _with_rows(replace(page, problem=""), found)
        case FacetsFound() as facets:
            return replace(page, facets=facets, called=called(page.narrowing, page.called, facets)), ()
        case TimelineFound() as timeline:
            return replace(page, timeline=timeline), ()
        case PlaceFound(place):
            return replace(page, jump=(page.jump[0] + 1, place)), ()
        case ReadingFailed(sentence):
            return replace(page, problem=sentence, failed=True), ()
        case AlertsFound() | VerifyFound() | SourcesFound():
            return page, ()
        case _:
            assert_never(event.answer)


def _with_rows(page: LogPage, found: RowsFound) -> NextLog:
    grown = found.newest != page.newest or found.total != page.total
    kept = () if grown else tuple(one for one in page.windows if one.first != found.first)
    windows = tuple(sorted((*kept, found), key=lambda one: abs(one.first - page.seen[0]))[:KEPT])
    page = replace(page, total=found.total, newest=found.newest, windows=windows)
    # The places of all rows have moved: what is in sight and was read before is asked for again.
    missing = (one for one in _windows(page) if not _there(page, one))
    return asking(page, *missing) if grown else (page, ())


def _windows(page: LogPage) -> tuple[RowsWanted, ...]:
    """The windows that hold the rows in sight."""
    first, last = page.seen
    if page.total is not None:
        last = min(last, max(0, page.total - 1))
    places = range(min(first, last) // WINDOW, last // WINDOW + 1)
    return tuple(RowsWanted(page.narrowing, place * WINDOW, WINDOW) for place in places)


def _there(page: LogPage, wanted: RowsWanted) -> bool:
    return any(one.first == wanted.first for one in page.windows)


# ---- alerts ------------------------------------------------------------------------------------------------
# The alerts: what a director should look at, each with what it means and the rulings it is about.
#
# The rule guarded here: an alert is a question. Only what a clause knows as an offence is called one.

ALL = AlertsWanted(Narrowing())
NO_ALERT = "No alert: nothing in these rulings asks to be looked at."


@frozen
class AlertsPage:
    """*found*: None until they were read. *asked*: an answer is on its way. *problem*: why there is none."""

    found: AlertsFound | None = None
    asked: bool = False
    problem: str = ""


NextAlerts: TypeAlias = tuple[AlertsPage, tuple[ConsoleEffect, ...]]


def alerts_refreshed(page: AlertsPage) -> NextAlerts:
    """Ask for all alerts, unless an answer is on its way."""
    return (page, ()) if page.asked else (replace(page, asked=True), (AskLog(ALL),))


def alerts_answered(page: AlertsPage, event: Answered) -> AlertsPage:
    """*page* with the answer it waits for; any other changes nothing."""
    if not page.asked or event.question != ALL:
        return page
    match event.answer:
        case AlertsFound() as found:
            return AlertsPage(found)
        case ReadingFailed(sentence):
            return replace(page, asked=False, problem=sentence)
        case RowsFound() | FacetsFound() | TimelineFound() | PlaceFound() | VerifyFound() | SourcesFound():
            return page
        case _:
            assert_never(event.answer)


def sought(event: RulingSought, *, several: bool) -> Narrowing | None:
    """What the log is narrowed to for one ruling; None if it has no number that can be looked for. Where
    *several* logs are open, two stations may have the same letter."""
    if not NUMBER.fullmatch(event.number):
        return None
    chosen = ((Facet.STATION, f"{event.station}/{event.epoch}"),) if several else ()
    return Narrowing(chosen, number=event.number)


def headline(alert: AlertShown) -> str:
    """What *alert* is called, and how often it is there."""
    name = alert.alert.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]} · {alert.count:,}"


def clause(alert: AlertShown) -> str:
    """What the rules say of it."""
    if alert.offence:
        return f"The rules call it an offence: {alert.offence}"
    return "No clause calls this an offence by itself. It asks to be looked at."


# ---- integrity ---------------------------------------------------------------------------------------------
# Whether the log is whole: one verification at a time, what came of it, and which heads were given out.
#
# The rule guarded here: what is shown as verified was verified against the head that stands beside it.

NO_COUNT = "The number of records is a whole number, as it stands on the paper."
STOPPED = "Stopped before the end: nothing is known of the log."
MOST_DIGITS = 12


@frozen
class IntegrityPage:
    """*pending*: what is being verified; *done* of *of* records are. *held_to*: the noted head that *found*
    was held to. *heads*: None until they were read."""

    pending: VerifyWanted | None = None
    done: int = 0
    of: int = 0
    held_to: VerifyWanted = VerifyWanted()
    found: VerifyFound | None = None
    heads: tuple[HeadGiven, ...] | None = None
    problem: str = ""


NextIntegrity: TypeAlias = tuple[IntegrityPage, tuple[ConsoleEffect, ...]]


def integrity_step(page: IntegrityPage, event: IntegrityEvent) -> NextIntegrity:
    """What the page becomes on an event of its own."""
    match event:
        case VerifyAsked(head, count):
            return _asked(page, head.strip(), count.strip())
        case VerifyStopped():
            if page.pending is None:
                return page, ()
            return replace(page, pending=None, problem=STOPPED), (Withdraw(page.pending),)
        case HeadsListed(heads):
            return replace(page, heads=heads), ()
        case _:
            assert_never(event)


def _asked(page: IntegrityPage, head: str, count: str) -> NextIntegrity:
    if page.pending is not None:  # one at a time
        return page, ()
    if count and not (count.isascii() and count.isdecimal() and len(count) <= MOST_DIGITS and int(count)):
        return replace(page, problem=NO_COUNT), ()
    try:
        note = noted(head or None, int(count) if count else None)
    except LogError as error:
        return replace(page, problem=str(error)), ()
    wanted = VerifyWanted(note.head, note.count)
    # What was found before does not stand beside another head.
    return IntegrityPage(wanted, held_to=wanted, heads=page.heads), (AskLog(wanted),)


def verify_told(page: IntegrityPage, event: Answered | Progressed) -> IntegrityPage:
    """*page* with how far the verification is, or what came of it; if it is the one that is waited for."""
    if page.pending is None or event.question != page.pending:
        return page
    match event:
        case Progressed(done=done, of=of):
            return replace(page, done=done, of=max(of, done))
        case Answered(answer=VerifyFound() as found):
            return replace(page, pending=None, found=found)
        case Answered(answer=ReadingFailed(sentence)):
            return replace(page, pending=None, problem=sentence)
        case Answered():
            return page
        case _:
            assert_never(event)


# ---- reports -----------------------------------------------------------------------------------------------
# A report: about what, with which words, on which paper; and how it will look.
#
# The rule guarded here: what is shown was made for what is chosen beside it.


@frozen
class ReportsPage:
    """*sheet*: the report as it was *asked*; None: not made yet."""

    asked: ReportAsked = ReportAsked()
    sheet: Sheet | None = None


# ---- deciding ----------------------------------------------------------------------------------------------
# A decision being made: which form, which answers so far, and what they come to, worked out at once.
#
# Rules guarded here: what the record answers is never asked; an answer to a question that is no longer asked
# is dropped; nothing can be recorded that the rules refuse.

LONGEST_ANSWER = 300


@frozen
class Deciding:
    """*which*: the record, or nothing, then *spot* says where. *search*: what narrows the list of forms.
    *form*: the one that was chosen. *at*: the question that is being answered; empty: all were. *worked*:
    what the answers come to. *tried*: recording it was tried, so what is refused is shown where it is.
    *corrects*: the decision that this one puts right."""

    which: str
    offered: FormsOffered
    spot: Spot = Spot()
    search: str = ""
    form: DecisionForm | None = None
    answers: tuple[tuple[str, str], ...] = ()
    at: str = ""
    worked: Worked | None = None
    tried: bool = False
    corrects: int | None = None

    @property
    def listed(self) -> tuple[DecisionForm, ...]:
        """The forms that hold every part of what was typed."""
        parts = self.search.casefold().split()
        return tuple(one for one in self.offered.forms if all(part in _spoken(one) for part in parts))

    @property
    def known(self) -> Answers:
        """What the record answers itself."""
        return {} if self.form is None else dict(dict(self.offered.known).get(self.form.type, ()))

    @property
    def said(self) -> Answers:
        return {**dict(self.answers), **self.known}

    @property
    def asked(self) -> tuple[FormQuestion, ...]:
        """The questions that are asked with these answers, those that the record answers among them."""
        return () if self.form is None else asked_now(self.form, self.said)

    @property
    def open(self) -> tuple[str, ...]:
        """The keys of the questions that the director answers."""
        return tuple(one.key for one in self.asked if one.key not in self.known)

    @property
    def question(self) -> FormQuestion | None:
        return None if self.form is None else self.form.question(self.at)

    @property
    def refusal(self) -> str:
        return "" if self.worked is None else self.worked.refusal


def _spoken(form: DecisionForm) -> str:
    return f"{form.title} {form.type.replace('_', ' ')} {form.clause}".casefold()


def begun_deciding(
    which: str, spot: Spot, offered: FormsOffered, corrected: DecisionLine | None = None
) -> Deciding:
    """The forms to choose from; of a decision that is put right, its form with its answers."""
    deciding = Deciding(which, offered, spot)
    if corrected is None:
        return deciding
    deciding = replace(deciding, corrects=corrected.seq)
    chosen = with_form(deciding, corrected.type)
    if chosen.form is None:
        return deciding
    answers = tuple((key, text) for key, text in corrected.answers if key not in chosen.known)
    return _first(_worked(replace(chosen, answers=answers)))


def with_form(deciding: Deciding, type: str) -> Deciding:
    """The form *type*, at its first question; one that is not offered changes nothing."""
    form = next((one for one in deciding.offered.forms if one.type == type), None)
    if form is None:
        return deciding
    return _first(_worked(replace(deciding, form=form, answers=(), tried=False)))


def _first(deciding: Deciding) -> Deciding:
    return replace(deciding, at=next(iter(deciding.open), ""))


def _worked(deciding: Deciding) -> Deciding:
    """Without what is not asked any more, and with what the rest comes to."""
    form = deciding.form
    if form is None:
        return deciding
    while stray := {key for key, _ in deciding.answers} - {one.key for one in deciding.asked}:
        deciding = replace(deciding, answers=tuple(one for one in deciding.answers if one[0] not in stray))
    return replace(deciding, worked=work_out(form, dict(deciding.answers), deciding.offered.context))


def with_answer(deciding: Deciding, key: str, text: str, *, final: bool) -> Deciding:
    """*text* answers the question *key*; if that is *final*, the next one is asked."""
    if key not in deciding.open:
        return deciding
    kept = {one: said for one, said in deciding.answers if one != key}
    said = text[:LONGEST_ANSWER]
    answers = {**kept, **({key: said} if said.strip() else {})}
    deciding = replace(deciding, at=key, tried=deciding.tried and not final)
    deciding = _worked(replace(deciding, answers=tuple(answers.items())))
    return replace(deciding, at=_next(deciding, key)) if final else deciding


def _next(deciding: Deciding, key: str) -> str:
    after = deciding.open[deciding.open.index(key) + 1 :]
    return after[0] if after else ""


def moved(deciding: Deciding, by: int) -> Deciding:
    """The question before or after; from the last one to the end, and back."""
    places = (*deciding.open, "")
    at = places.index(deciding.at) if deciding.at in places else 0
    return replace(deciding, at=places[max(0, min(len(places) - 1, at + by))])


def at_question(deciding: Deciding, key: str) -> Deciding:
    """The question *key* is to be answered, again."""
    return replace(deciding, at=key) if key in deciding.open else deciding


def refused_at(deciding: Deciding) -> Deciding:
    """Recording it was tried and may not be: to the question that this is about."""
    at = deciding.worked.at if deciding.worked is not None else ""
    return replace(deciding, tried=True, at=at if at in deciding.open else deciding.at)


# ---- ruling ------------------------------------------------------------------------------------------------
# One ruling: its evidence, the decisions on it, and the decision that is being made. The rules about what
# may be done with it stand in `ruling_steps`.


@frozen
class RulingPage:
    """*shown*: the ruling on show. *deciding*: what is being decided, on it or on none. *by*: the director's
    initials, asked once. *problem*: why what was typed is no ruling. *paper*: what it is printed on."""

    shown: RulingShown | None = None
    deciding: Deciding | None = None
    by: str = ""
    problem: str = ""
    paper: PaperSize = PaperSize.A4
