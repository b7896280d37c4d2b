"""Pairings: import them, look somebody up, forget them for good."""

import errno
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import PairingsError
from kiosk.events.actions import Admitted, admit_director
from kiosk.events.pairings import SALT_BYTES, Pairings, digest_of, encode_pairings, read_back
from kiosk.events.pairings_reader import LARGEST, ReadPairings, SourceFile, read_all
from kiosk.events.player_names import name_in
from kiosk.files import PRIVATE, read_small, remove_durably, stage
from kiosk.folder import PAIRINGS
from kiosk.log.bodies import PairingsForgottenBody, PairingsImportedBody
from kiosk.log.copies_reader import doubt_about_station
from kiosk.log.filters_reader import Filter
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import log_path
from kiosk.rules.ruling import Place
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import Settings
from kiosk.setup.staff_actions import Staff, writing

# ---- storage pairings --------------------------------------------------------------------------------------
# The file `pairings` in the data folder: kept for this account alone, and erased for good.
#
# The rule it guards: names stand in this one file and nowhere else, and what is erased is gone from the
# folder, with everything a broken write may have left beside it.

LARGEST_KEPT = 20_000_000


class PairingsStore:
    """The file in one data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / PAIRINGS

    def content(self) -> bytes | None:
        """What the file holds; None if there is none."""
        try:
            return read_small(self.path, LARGEST_KEPT)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise PairingsError(
                f"{self.path} cannot be read ({error.strerror or error}), so nobody is named. "
                "Check its rights."
            ) from error

    @contextmanager
    def replacing(self, content: bytes) -> Iterator[None]:
        """Have *content* ready on disk; it is the file once the block has ended well."""
        try:
            self._sweep()
            with stage(self.path, content, PRIVATE):
                yield
        except OSError as error:
            raise PairingsError(
                f"{self.path} cannot be written ({error.strerror or error}), so nothing was imported. "
                "Make room or check its rights."
            ) from error

    def erase(self) -> bool:
        """Take the file away for good, and what a broken write left of one; whether there was anything."""
        try:
            left = self._sweep()
            there = self.path.exists() or self.path.is_symlink()
            remove_durably(self.path)
        except OSError as error:
            raise PairingsError(
                f"{self.path} cannot be erased ({error.strerror or error}), so the names are still there. "
                "Check its rights, or delete the file by hand."
            ) from error
        return there or left

    def _sweep(self) -> bool:
        """Remove what a write that broke off left; whether there was any."""
        left = list(self.path.parent.glob(f".{PAIRINGS}.*"))
        for file in left:
            file.unlink(missing_ok=True)
        return bool(left)


def read_source(path: Path, largest: int) -> bytes:
    """The content of a file that pairings are to be imported from."""
    try:
        return read_small(path, largest)
    except OSError as error:
        if error.errno == errno.EFBIG:
            why = f"it is larger than {largest // 1_000_000} MB, which no file of pairings is"
        else:
            why = error.strerror or str(error)
        raise PairingsError(f"{path} could not be read: {why}.") from error


# ---- actions pairings --------------------------------------------------------------------------------------
# Pairings: import them, look somebody up, forget them.
#
# Rules it guards: names are in one file beside the log and in no record; what is imported is on record before
# it counts, and with the director's passcode; what is forgotten is gone first and on record then.

NONE_HERE = "There are no pairings here. Import some with “kiosk pairings import FILE”."
CHANGED = (
    "The file of pairings is not the one that was imported: it was changed or exchanged. Erase it with "
    "“kiosk pairings forget”, and import the pairings again."
)
_FORGET = "kiosk pairings forget"
_MOST_NAMED = 10


@frozen
class ImportedPairings:
    """*new*: what came in; *kept*: all that is known now; *told*: what the director should hear of it."""

    new: Pairings
    kept: Pairings
    told: tuple[str, ...]


@frozen
class PairingsHere:
    """*changed*: in a sentence, that the file is not the one on record. *doubt*: why the log does not hold
    in which it should be."""

    pairings: Pairings
    changed: str | None
    doubt: str = ""


_UNRECORDED = "That the file of pairings was imported is not among the records that are left."
BY_DIVISION = "--division says what the only division of a file is here, or takes in one of several."


@frozen
class ForgottenPairings:
    """How much was erased; None if that could not be read any more."""

    names: int | None
    rounds: int | None


def import_pairings(staff: Staff, files: Sequence[Path], divisions: Sequence[str] = ()) -> ImportedPairings:
    """Take the pairings in *files* in; *divisions* says which one each belongs to, if given. A round of a
    division that was imported before is replaced, other rounds stay."""
    if divisions and len(divisions) != len(files):
        raise PairingsError("Name one division for each file, in the same order, or none.")
    named: list[str | None] = [*divisions] if divisions else [None] * len(files)
    sources = tuple(
        SourceFile(file.name, read_source(file, LARGEST), division)
        for file, division in zip(files, named, strict=True)
    )
    found = read_all(sources)
    store = PairingsStore(staff.folder)
    with admit_director(staff, "kiosk pairings import") as director:
        renaming = _as_set_up(found.pairings, director.settings)
        new = found.pairings.rename(renaming)
        kept = _load_trusted(store, staff.folder).with_(new)
        content = encode_pairings(kept, secrets.token_bytes(SALT_BYTES))
        with store.replacing(content):
            director.log.append(_on_record(new, director, digest_of(content)))
        return ImportedPairings(new, kept, tuple(_explain(found, new, renaming, director.settings)))


def _load_trusted(store: PairingsStore, folder: Path) -> Pairings:
    """What was imported before. A file that is not the one on record must not become so by an import."""
    content = store.content()
    if content is None:
        return Pairings()
    found = read_back(content)
    if found.digest != _digest_on_record(folder):
        raise PairingsError(CHANGED)
    return found.pairings


def _as_set_up(found: Pairings, settings: Settings) -> Mapping[str, str]:
    """The id of the division in the set-up for each name that the files have, as far as one is meant."""
    meant: dict[str, str] = {}
    for division in settings.divisions:
        for spelling in (division.id, division.name, division.name.casefold().removeprefix("division ")):
            meant.setdefault(spelling.casefold(), division.id)
    here = {game.division for game in found.games}
    if len(here) == len(settings.divisions) == 1 and not here & meant.keys():
        return dict.fromkeys(here, settings.divisions[0].id)
    return {name: meant[name.casefold()] for name in here if name.casefold() in meant}


def _on_record(new: Pairings, director: Admitted, digest: str) -> PairingsImportedBody:
    event = director.past.event
    return PairingsImportedBody(
        None if event is None else event.id, new.rounds(), len(new.games), digest, len(new.divisions())
    )


def _explain(
    found: ReadPairings, new: Pairings, renaming: Mapping[str, str], settings: Settings
) -> Iterator[str]:
    if found.byes:
        yield f"{_count(found.byes, 'bye')} left out."
    if found.tableless:
        yield f"{_count(found.tableless, 'game')} without a table number left out."
    scheduled = {planned.number for planned in settings.rounds}
    if unknown := [number for number in new.rounds() if scheduled and number not in scheduled]:
        rounds = ", ".join(map(str, unknown))
        yield f"The schedule of the set-up has no round {rounds}; taken in all the same."
    for name, id in renaming.items():
        if name and name.casefold() != id.casefold():
            yield f"Division “{printable(name)}” of the file is “{printable(id)}” of the set-up."
    ids = [division.id for division in settings.divisions]
    if strange := [name for name in new.divisions() if name not in ids]:
        named = ", ".join(f"“{printable(name)}”" for name in strange[:_MOST_NAMED])
        yield (
            f"The set-up has no division {named}, so nobody there will be found from a ruling. It has: "
            f"{', '.join(ids)}. {BY_DIVISION}"
        )
    if unordered := sum(not game.pair.in_order for game in new.games):
        yield f"Who goes first is not known of {_count(unordered, 'game')}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number:,} {what}s"


def pairings_here(folder: Path) -> PairingsHere:
    """The pairings of the station in *folder*; PairingsError if there are none, or they cannot be read."""
    content = PairingsStore(folder).content()
    if content is None:
        raise PairingsError(NONE_HERE)
    found, path = read_back(content), log_path(folder)
    doubt = doubt_about_station(path) if path.exists() else ""
    changed = None if found.digest == _digest_on_record(folder) else _UNRECORDED if doubt else CHANGED
    return PairingsHere(found.pairings, changed, doubt)


def known_names(folder: Path) -> frozenset[str]:
    """Every player named in the pairings of *folder*; none where there are no pairings."""
    content = PairingsStore(folder).content()
    return frozenset() if content is None else read_back(content).pairings.names()


def name_refused(folder: Path, text: str) -> str:
    """Why *text* may not go on record: it names a player of the pairings in *folder*. Empty: it may."""
    names = known_names(folder) if text else frozenset()
    named = name_in(text, names) if names else ""
    return (
        f"“{printable(named)}” is a name in the pairings, and the log cannot forget names. Say challenger or "
        "challenged, first or second, and the table."
        if named
        else ""
    )


def player_lookup(folder: Path) -> Callable[[Place], tuple[str, ...]]:
    """Who sat where, by the pairings of *folder*. Nobody, where there are none, where the file is not the one
    on record, or where the ruling's event is not the one they were imported for."""
    try:
        here = pairings_here(folder)
    except PairingsError:
        return lambda place: ()
    event = _event_on_record(folder)
    if here.changed is not None:
        return lambda place: ()

    def who(place: Place) -> tuple[str, ...]:
        if place.round is None or place.table is None or place.event != event:
            return ()
        pair = here.pairings.who(place.round, place.table, place.division)
        return () if pair is None else (pair.first, pair.second)

    return who


def _event_on_record(folder: Path) -> str | None:
    """The event that the last pairings were imported for."""
    with open_reader(log_path(folder)) as reader:
        for record in reader.find(Filter(kind=Kind.PAIRINGS_IMPORTED), 1):
            if isinstance(record.said, PairingsImportedBody):
                return record.said.event
    return None


def _digest_on_record(folder: Path) -> str | None:
    path = log_path(folder)
    if not path.exists():
        return None
    with open_reader(path) as reader:
        for record in reader.find(Filter(kind=Kind.PAIRINGS_IMPORTED), 1):
            if isinstance(record.said, PairingsImportedBody):
                return record.said.digest
    return None


def forget_pairings(staff: Staff) -> ForgottenPairings:
    """Erase the pairings for good, and put that on record."""
    store = PairingsStore(staff.folder)
    with writing(staff, _FORGET) as log:
        staff.admit(log, Role.DIRECTOR, _FORGET)
        what = _readable(store)
        if not store.erase():
            raise PairingsError("There are no pairings here, so nothing was erased.")
        event = read_standing(log.path).past.event
        log.append(PairingsForgottenBody(None if event is None else event.id))
        return what


def _readable(store: PairingsStore) -> ForgottenPairings:
    """How much the file holds; a damaged one can be erased too."""
    try:
        content = store.content()
        found = Pairings() if content is None else read_back(content).pairings
    except PairingsError:
        return ForgottenPairings(None, None)
    return ForgottenPairings(len(found.names()), len(found.rounds()))
