"""One run of the wizard: looks at lists and files, carries out what its machine orders, writes the papers.
No Qt.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kiosk import __version__
from kiosk.base.clock import Clock, local_time
from kiosk.base.fields import Unfit
from kiosk.base.frozen import frozen
from kiosk.base.machine import settle, unknown
from kiosk.errors import AccessError, KioskError, LexiconError, OutputError, RuleSetError, SetupError
from kiosk.files import write_whole
from kiosk.folder import check_target
from kiosk.lockdown.desktop import facts_here
from kiosk.lockdown.escapes import examine
from kiosk.paper.actions import Printer, cards, filling, made_by, slips, witness
from kiosk.paper.sheet import PaperSize, Sheet
from kiosk.paper.tables import DirectedStation, director_sheet
from kiosk.rules.points import WordReference
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.store import rule_sets
from kiosk.setup.actions import AnsweredSetup, copy_folder, establish, present_setup
from kiosk.setup.code import code_over
from kiosk.setup.divisions import Division, ListStanding, misfit, mixed, notes
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import DivisionSettings, Profile, Settings
from kiosk.setup.staff_actions import Staff, by_passcode, log_in, open_access
from kiosk.setup.store import division_of, list_standing, load_settings, open_setup
from kiosk.station.events import StopAsked
from kiosk.wizard.asking import begin
from kiosk.wizard.events import (
    ComparePasscode,
    FindLists,
    FolderSeen,
    HashPasscode,
    LeaveWizard,
    ListRefused,
    ListSeen,
    ListsFound,
    LookAtFolder,
    LookAtList,
    PapersDone,
    PasscodeCompared,
    PasscodeHashed,
    SaveRefused,
    SaveSetup,
    SetupSaved,
    SetupWeighed,
    StartStation,
    TryChallenge,
    WeighSetup,
    WizardEffect,
    WizardEvent,
    WritePapers,
)
from kiosk.wizard.machine import step, wizard_page
from kiosk.wizard.pages import WizardClock, WizardPage
from kiosk.wizard.questions import ListFound, ListOffer, WeighedSetup, WizardKnown
from kiosk.wizard.states import WizardNext, WizardState
from kiosk.words.actions import lists_here, watched
from kiosk.words.nearby_run import files_nearby
from kiosk.words.play import LexiconIdentity
from kiosk.words.store import identity_of, load_lexicon

if TYPE_CHECKING:  # the readers of all forms are slow to load
    from kiosk.words.import_run import ReadList


# ---- opening -----------------------------------------------------------------------------------------------
# What the wizard must know before its first page, or why it does not start.
#
# Rules it guards: while an event is open its set-up is frozen; a set-up that was changed by hand is not taken
# over in silence. Nothing is written.

PAPER_FOLDER = "challenge-kiosk-paper"


def open_wizard(folder: Path, clock: Clock, *, has_screen: bool) -> WizardKnown:
    """What the wizard for the station in *folder* begins with; or KioskError."""
    event = present_setup(folder).event
    if event is not None:
        raise SetupError(
            f"The event “{event.name}” is open, so its set-up is frozen. Close the event with “kiosk event "
            "close”, then change the set-up."
        )
    now = clock()
    reaches = examine(facts_here(True)).level
    return WizardKnown(
        rules=tuple(rule_sets(folder).usable),
        present=load_settings(folder),
        passcode_set=open_access(folder, clock).is_set(),
        today=local_time(now.at, now.offset_min)[:10],
        reaches=reaches,
        doctor=f"The doctor says: a station started here reaches “{reaches}”.",
        papers=str(Path("~") / PAPER_FOLDER),
        has_screen=has_screen,
    )


# ---- looking -----------------------------------------------------------------------------------------------
# What the wizard looks at before anything is written: lists and files, and the set-up as it would be.
#
# The rule it guards: a file is read once and kept in memory; what is stored at the end is what was shown.

_MEGABYTE = 2**20


class Looking:
    """*folder*: the station's data, which is only read. *progress*: told how much of a file is read."""

    def __init__(
        self, folder: Path, known: WizardKnown, today: str, progress: Callable[[float], None]
    ) -> None:
        self._folder, self._known, self._today, self._progress = folder, known, today, progress
        self._read: dict[str, ReadList] = {}  # by list id
        self._paths: dict[str, str] = {}  # of the files they were read from, to their list ids

    def offers(self) -> tuple[ListOffer, ...]:
        """The lists that are here, then files that look like one, then those that were typed. One that was
        read stands where its file stood."""
        here = [
            ListOffer(
                here_list.id,
                here_list.identity.edition or here_list.identity.name,
                f"{here_list.identity.words:,} words, here",
            )
            for here_list in lists_here(self._folder)
            if here_list.identity is not None
        ]
        known = {offer.key for offer in here}
        files = [
            self._read_offer(self._paths[str(file.path)])
            if str(file.path) in self._paths
            else ListOffer(
                str(file.path), file.path.name, f"{_size(file.size)}, in {file.path.parent}", is_file=True
            )
            for file in files_nearby()
        ]
        known |= {offer.key for offer in files}
        typed = [replace(self._read_offer(id), typed=True) for id in self._read if id not in known]
        return (*here, *files, *typed)

    def _read_offer(self, id: str) -> ListOffer:
        made = self._read[id].manifest
        return ListOffer(id, made.name, f"{made.words:,} words, from {made.source}")

    def look(self, key: str, division: DivisionSettings, *, is_file: bool) -> ListFound:
        """The list that *key* names, as *division* would have it; or LexiconError."""
        read = self._read_file(key) if is_file else self._read.get(key)
        says = "" if read is None else read.recognition.sentence
        identity = self.identity(key) if read is None else identity_of(read.manifest)
        rules = self._rules(division)
        reference = rules.lexicon.reference(division.kind)
        standing = list_standing(rules.lexicon, division.kind, identity)
        name = identity.edition or identity.name
        return ListFound(
            identity.id,
            name,
            identity.edition,
            identity.words,
            says or (f"This is {identity.edition}." if identity.edition else "Not a known edition."),
            standing,
            _name_standing(rules, reference, identity, standing),
            rules.lexicon.proposed(identity.family),
        )

    def _read_file(self, path: str) -> "ReadList":
        from kiosk.words.import_run import ImportChoices, read_list

        place = Path(path).expanduser()
        if not place.is_absolute():
            raise LexiconError(f"“{path}” is not a whole path. Type it from the root or the drive on.")
        read = read_list(self._folder, place, ImportChoices(), self._today, watched(self._tell))
        self._read[read.manifest.id] = read
        self._paths[str(place)] = read.manifest.id
        return read

    def _tell(self, done: int, total: int) -> None:
        self._progress(done / max(1, total))

    def identity(self, id: str) -> LexiconIdentity:
        """The list *id*, read or here."""
        read = self._read.get(id)
        return load_lexicon(self._folder, id).identity if read is None else identity_of(read.manifest)

    def _rules(self, division: DivisionSettings) -> RuleSet:
        rules = self._known.rule_set(division.rules)
        if rules is None:
            raise LexiconError("Choose the rules first.")
        return rules

    def to_keep(self, settings: Settings) -> "tuple[ReadList, ...]":
        """Those of the lists that were read which *settings* name."""
        named = dict.fromkeys(
            id for division in settings.divisions for id in (division.main, division.long) if id
        )
        return tuple(self._read[id] for id in named if id in self._read)

    # --- the set-up as it would be ------------------------------------------------------------------------

    def weigh(self, settings: Settings) -> WeighedSetup:
        """*settings* with their code and what is to be known of them; or why they cannot be taken."""
        try:
            divisions = tuple(self._division(division) for division in settings.divisions)
        except KioskError as error:
            return WeighedSetup(fault=str(error))
        fault = _fault(settings, divisions) or mixed(divisions)
        if fault:
            return WeighedSetup(_facts(settings, divisions), fault=f"{fault[:1].upper()}{fault[1:]}.")
        said = tuple(note for division in divisions for note in notes(division))
        return WeighedSetup(_facts(settings, divisions), said, code_over(divisions, settings, __version__))

    def _division(self, chosen: DivisionSettings) -> Division:
        long = None if chosen.long is None else self.identity(chosen.long)
        return division_of(chosen, self._rules(chosen), self.identity(chosen.main), long)


def _name_standing(
    rules: RuleSet, reference: WordReference, identity: LexiconIdentity, standing: ListStanding
) -> str:
    """What the rulebook names; and where a later edition counts, the words by which it does."""
    later = standing is ListStanding.OFFICIAL and reference.edition not in (None, identity.edition)
    return f"{reference.named}, {rules.lexicon.later_edition}" if later else reference.named


def _fault(settings: Settings, divisions: tuple[Division, ...]) -> str | None:
    for chosen, division in zip(settings.divisions, divisions, strict=True):
        if (wrong := misfit(chosen, division.rules, division.lexicon, division.standing)) is not None:
            return f"{division.name}: {wrong[1]}"
    return None


def _facts(settings: Settings, divisions: tuple[Division, ...]) -> tuple[tuple[str, str], ...]:
    """What is read through before it is taken."""
    event, rounds = settings.event, settings.rounds
    named = len(divisions) > 1
    return (
        ("Station", f"{settings.letter} · {settings.name} · {settings.profile}"),
        *((division.name if named else "Rules", _plays(division)) for division in divisions),
        ("Event", "" if event is None else f"{event.name} ({event.id})"),
        ("Rounds", f"{len(rounds)}, the first {rounds[0].starts.replace('T', ' ')}" if rounds else ""),
        ("Second copy", settings.second_copy or ""),
        ("Protection", f"{settings.protection} wanted" if settings.profile is Profile.TOURNAMENT else ""),
    )


def _plays(division: Division) -> str:
    rules = division.rules
    cost = rules.penalty_name(division.penalty.id)
    return f"{rules.short_title} · {division.list_name} · failed challenge: {cost}"


def _size(size: int) -> str:
    return f"{size / _MEGABYTE:.1f} MB" if size >= _MEGABYTE else f"{size // 1024} kB"


# ---- papers ------------------------------------------------------------------------------------------------
# All the paper of a station in one folder: cards, slips, the witness sheet, the director's sheet.
#
# Rules it guards: paper comes from the set-up that is in force; nothing that is there is written over.

CARDS, SLIPS, WITNESS, DIRECTOR = "cards", "slips", "witness-sheet", "directors-sheet"


@frozen
class PaperPlace:
    """The folder that the files go to, as it was *named*, and what they are printed on."""

    named: str
    paper: PaperSize


def write_papers(folder: Path, wanted: PaperPlace, clock: Clock, printer: Printer) -> tuple[str, ...]:
    """Write all paper of the station in *folder*, each as a PDF to print; returns the names of the files. All
    of it is made before the first file is written."""
    place = _place(wanted.named)
    sheets = {CARDS: cards(folder, None), WITNESS: witness(folder)}
    with suppress(RuleSetError):  # under some rules nobody writes any
        sheets[SLIPS] = slips(folder, None)
    sheets[DIRECTOR] = sheet_of(folder, clock)
    files = {f"{name}.pdf": printer(sheet, wanted.paper) for name, sheet in sheets.items()}
    for name in files:
        check_target(place / name, folder, force=False)
    _make(place)
    for name, content in files.items():
        write_whole(place / name, filling(content))
    return tuple(files)


def _place(named: str) -> Path:
    place = Path(os.path.expanduser(named))  # noqa: PTH111 - leaves a home that nobody has as it is
    if not place.is_absolute():
        raise OutputError(f"“{named}” is not a whole path. Type it from the root, the drive or “~” on.")
    return place


def _make(place: Path) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"The folder {place} could not be made: {error.strerror or error}. Name another."
        ) from error


def sheet_of(folder: Path, clock: Clock) -> Sheet:
    """The director's sheet of the station in *folder*."""
    opened = open_setup(folder)
    settings = opened.settings
    plays = tuple(
        (
            division.name,
            f"{division.rules.short_title} · {division.list_name} · failed challenge: "
            f"{division.rules.penalty_name(division.penalty.id)}",
        )
        for division in opened.divisions
    )
    station = DirectedStation(
        settings.letter,
        opened.code,
        "" if settings.event is None else settings.event.name,
        plays,
        tuple(note for division in opened.divisions for note in notes(division)),
        settings.second_copy or "",
        club=settings.profile is Profile.CLUB,
    )
    return director_sheet(station, made_by(clock))


# ---- run ---------------------------------------------------------------------------------------------------
# One run of the wizard: it carries out what its machine orders, and shows where that leads. No Qt.
#
# Rules it guards: nothing is written before the machine orders it, which it does after the last page; a new
# passcode is held as its hash alone, and no longer than until it is stored.

WAIT_S = 3.0


class WizardScreen(Protocol):
    """Where the wizard is shown: a window, or a terminal."""

    def listen(self, on_event: Callable[[WizardEvent], None]) -> None: ...
    def show_page(self, page: WizardPage) -> None: ...
    def show_now(self, page: WizardPage) -> None:
        """Show *page* at once, in the midst of work."""

    def try_challenge(self) -> None: ...
    def start_station(self) -> None: ...
    def leave(self) -> None: ...


@frozen
class WizardParts:
    """*folder*: the station's data; *printer*: paints a sheet; *set_clock*: how the clock is set here."""

    folder: Path
    clock: Clock
    known: WizardKnown
    printer: Printer
    set_clock: str = ""


class WizardRun:
    """The wizard, its screen and its hands."""

    def __init__(self, parts: WizardParts, screen: WizardScreen) -> None:
        self._parts, self._screen = parts, screen
        self._share = 0.0
        self._hashed: str | None = None
        self._began_with = log_in(parts.folder)
        self._looking = Looking(parts.folder, parts.known, parts.known.today, self._read_so_far)
        self.state: WizardState
        self.state, self._first = begin(parts.known)

    def begin(self) -> None:
        """Show the first page; from now on keys mean something."""
        self._screen.listen(self.handle)
        for effect in self._first:
            for event in self._carry_out(effect):
                self.handle(event)
        self.show()

    def handle(self, event: WizardEvent) -> None:
        """Take what happened to its end, and show where that leads."""
        settle(self._step, self._carry_out, self.state, event)
        self.show()

    def stop(self) -> None:
        """Somebody asked the program to end."""
        self.handle(StopAsked())

    def _step(self, state: WizardState, event: WizardEvent) -> WizardNext:
        now_ms = self._parts.clock().mono_ms
        self.state, effects = step(state, event, now_ms, self._parts.known)
        if effects:
            self._share = 0.0
            self._screen.show_now(self.page())  # what is done now may take a moment
        return self.state, effects

    # --- the page -----------------------------------------------------------------------------------------

    def page(self) -> WizardPage:
        now = self._parts.clock()
        local = datetime.fromisoformat(local_time(now.at, now.offset_min))
        clock = WizardClock(
            f"{local:%A} {local.day} {local:%B %Y}",
            f"{local:%H:%M:%S}",
            zone(now.offset_min),
            self._parts.set_clock,
            self._share,
        )
        return wizard_page(self.state, now.mono_ms, self._parts.known, clock)

    def show(self) -> None:
        self._screen.show_page(self.page())

    def tick(self) -> None:
        """Once a second: pages that show the time, or a wait."""
        if self.state.shows_time:
            self.show()

    def _read_so_far(self, share: float) -> None:
        self._share = min(1.0, share)
        self._screen.show_now(self.page())

    # --- what the machine orders --------------------------------------------------------------------------

    def _carry_out(self, effect: WizardEffect) -> Iterable[WizardEvent]:
        match effect:
            case FindLists():
                return (ListsFound(self._looking.offers()),)
            case LookAtList():
                return (self._look(effect),)
            case HashPasscode(passcode):
                return (self._hash(passcode),)
            case ComparePasscode(passcode):
                return (self._compare(passcode),)
            case LookAtFolder(folder):
                return (self._look_at_folder(folder),)
            case WeighSetup(settings):
                return (SetupWeighed(self._looking.weigh(settings)),)
            case SaveSetup() | WritePapers():
                return (self._write(effect),)
            case TryChallenge() | StartStation() | LeaveWizard():
                self._hand_on(effect)
                return ()
            case _:
                unknown(effect)

    def _hand_on(self, effect: TryChallenge | StartStation | LeaveWizard) -> None:
        match effect:
            case TryChallenge():
                self._screen.try_challenge()
            case StartStation():
                self._screen.start_station()
            case LeaveWizard():
                self._hashed = None
                self._screen.leave()
            case _:
                unknown(effect)

    def _look(self, order: LookAtList) -> WizardEvent:
        try:
            return ListSeen(self._looking.look(order.key, order.division, is_file=order.is_file))
        except KioskError as error:
            return ListRefused(str(error))

    def _hash(self, passcode: str) -> WizardEvent:
        access = open_access(self._parts.folder, self._parts.clock)
        self._hashed = access.hashed(Role.DIRECTOR, passcode)
        return PasscodeHashed()

    def _compare(self, passcode: str) -> WizardEvent:
        access = open_access(self._parts.folder, self._parts.clock)
        same = self._hashed is not None and access.is_same(self._hashed, passcode)
        if not same:
            self._hashed = None
        return PasscodeCompared(same)

    def _look_at_folder(self, named: str) -> WizardEvent:
        try:
            return FolderSeen(copy_folder(named, self._parts.folder))
        except Unfit as unfit:
            return FolderSeen(named, str(unfit).removeprefix("must be "))

    def _write(self, order: SaveSetup | WritePapers) -> WizardEvent:
        match order:
            case SaveSetup():
                return self._save(order)
            case WritePapers(folder, paper):
                return self._papers(PaperPlace(folder, paper))
            case _:
                unknown(order)

    def _save(self, order: SaveSetup) -> WizardEvent:
        folder, clock = self._parts.folder, self._parts.clock
        admit = by_passcode(folder, clock, lambda role, wait_ms: order.passcode)
        answered = AnsweredSetup(
            order.settings,
            self._looking.to_keep(order.settings),
            self._hashed if order.sets_passcode else None,
            order.reason,
        )
        try:
            made = establish(Staff(folder, clock, admit, WAIT_S, began_with=self._began_with), answered)
        except AccessError as error:
            # Also where the passcode was stored just now, and what came after it could not be.
            return SaveRefused(str(error), open_access(folder, clock).is_set(), error.wait_ms)
        except KioskError as error:
            return SaveRefused(str(error))
        self._hashed = None
        return SetupSaved(made.code or "")

    def _papers(self, place: PaperPlace) -> WizardEvent:
        try:
            names = write_papers(self._parts.folder, place, self._parts.clock, self._parts.printer)
        except KioskError as error:
            return PapersDone(str(error), written=False)
        return PapersDone(f"In {place.named}, to print and to read: {', '.join(names)}", written=True)


def zone(offset_min: int) -> str:
    """How far the local time is from UTC."""
    sign = "-" if offset_min < 0 else "+"
    hours, minutes = divmod(abs(offset_min), 60)
    return f"time zone UTC{sign}{hours}:{minutes:02}" if minutes else f"time zone UTC{sign}{hours}"
