"""Begin to practise.

The rules guarded: while an event is open in the data folder nobody practises there; the log is only read, to
see that; nothing is shown of a list that does not verify.
"""

from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.clock import Clock
from kiosk.core.words.lexicon import LexiconIdentity
from kiosk.core.words.play import SHORTEST
from kiosk.errors import LexiconError, PracticeError
from kiosk.folder import LOG
from kiosk.practice.asking import OLD_LIST_SHORTEST
from kiosk.practice.drill.wording import CLOCK_SET_BACK, NO_SHORT_PHONEYS, list_is_gone
from kiosk.storage.lexicons.named import named_list
from kiosk.storage.lexicons.store import BUNDLED_ID, StoredLexicon, list_lexicons
from kiosk.storage.log.place import log_path
from kiosk.storage.practice.history import PracticeHistory
from kiosk.storage.reading.events import read_open_event

LIST, OTHER = "list", "other_list"  # settings


@frozen
class OpenedPractice:
    """What practice stands on. *other*: a second list, or None. *shortest_phoney*: how long a string must be
    for the list to call it a phoney. *remarks*: what the player should know."""

    folder: Path
    clock: Clock
    history: PracticeHistory
    book: StoredLexicon
    other: StoredLexicon | None
    shortest_phoney: int
    remarks: tuple[str, ...]


def refuse_during_event(folder: Path) -> None:
    """Raise PracticeError while an event is open in *folder*."""
    path = log_path(folder)
    if path.name != LOG or not path.exists():
        return
    event = read_open_event(path)
    if event is not None:
        raise PracticeError(
            f"The event “{event.name}” is open here, so nobody practises on this station. Close the event "
            "first, or practise with another folder: --data DIR."
        )


def begin(
    folder: Path, clock: Clock, list_id: str | None = None, other_id: str | None = None
) -> OpenedPractice:
    """Open the history in *folder* and the lists to practise with: those named, else those of last time,
    else an imported list, else the free one. Whoever gets it closes its history."""
    refuse_during_event(folder)
    history = PracticeHistory.open(folder)
    try:
        known = {one.id: one for one in list_lexicons(folder)}
        settings = history.settings()
        book, remarks = _chosen(folder, known, list_id, settings.get(LIST))
        other = _other(folder, known, book, other_id or settings.get(OTHER))
        if list_id is not None or other_id is not None:
            history.set({LIST: book.identity.id, OTHER: None if other is None else other.identity.id})
        here = {one.fingerprint for one in known.values()}
        gone = sum(count for of, count in history.cards_by_list().items() if of not in here)
        shortest = _shortest_phoney(book, known)
        short = NO_SHORT_PHONEYS if shortest > SHORTEST else ""
        behind = CLOCK_SET_BACK if clock().at < history.newest() else ""
        said = (*remarks, behind, short, list_is_gone(gone))
        told = tuple(line for line in said if line)
        return OpenedPractice(folder, clock, history, book, other, shortest, told)
    except BaseException:
        history.close()
        raise


def _shortest_phoney(book: StoredLexicon, known: dict[str, LexiconIdentity]) -> int:
    """The list that came with the program lacks the short words of today, whatever name it was imported
    under."""
    free = known.get(BUNDLED_ID)
    is_free = free is not None and free.fingerprint == book.identity.fingerprint
    return OLD_LIST_SHORTEST if is_free else SHORTEST


def _chosen(
    folder: Path, known: dict[str, LexiconIdentity], named: str | None, last: object
) -> tuple[StoredLexicon, tuple[str, ...]]:
    if named is not None:
        return named_list(folder, named), ()
    imported = [id for id in known if id != BUNDLED_ID]
    for id in (*((last,) if isinstance(last, str) else ()), *imported):
        try:
            return named_list(folder, id), _instead(last, id)
        except LexiconError:
            continue
    return named_list(folder, BUNDLED_ID), _instead(last, BUNDLED_ID)


def _instead(last: object, id: str) -> tuple[str, ...]:
    if last in (None, id):
        return ()
    return (f"The list “{last}” of last time is not here, or is damaged. This is “{id}”.",)


def _other(
    folder: Path, known: dict[str, LexiconIdentity], book: StoredLexicon, wanted: object
) -> StoredLexicon | None:
    """The second list: the one *wanted*, else another imported one."""
    others = [id for id in known if id not in (BUNDLED_ID, book.identity.id)]
    for id in (*((wanted,) if isinstance(wanted, str) and wanted != book.identity.id else ()), *others):
        try:
            return named_list(folder, id)
        except LexiconError:
            continue
    return None
