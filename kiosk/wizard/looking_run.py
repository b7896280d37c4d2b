"""What the wizard looks at before anything is written: lists and files, and the set-up as it would be.

The rule it guards: a file is read once and kept in memory; what is stored at the end is what was shown.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk import __version__
from kiosk.errors import KioskError, LexiconError
from kiosk.rules.points import WordReference
from kiosk.rules.ruleset import RuleSet
from kiosk.setup.code import code_over
from kiosk.setup.division_store import division_of, list_standing
from kiosk.setup.divisions import Division, ListStanding, misfit, notes, why_not_together
from kiosk.setup.settings import DivisionSettings, Profile, Settings
from kiosk.wizard.draft import ListFound, ListOffer, WeighedSetup, WizardKnown
from kiosk.words.actions import lists_here, watch_entries
from kiosk.words.nearby_run import files_nearby
from kiosk.words.play import LexiconIdentity
from kiosk.words.store import identity_of, load_lexicon

if TYPE_CHECKING:  # the readers of all forms are slow to load
    from kiosk.words.import_run import ReadList

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
            rules.lexicon.propose(identity.family),
        )

    def _read_file(self, path: str) -> "ReadList":
        from kiosk.words.import_run import ImportChoices, read_list

        place = Path(path).expanduser()
        if not place.is_absolute():
            raise LexiconError(f"“{path}” is not a whole path. Type it from the root or the drive on.")
        read = read_list(self._folder, place, ImportChoices(), self._today, watch_entries(self._tell))
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
        fault = _fault(settings, divisions) or why_not_together(divisions)
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
