"""Without a network: a station's batches on a stick, and the hub that takes them in, in any order."""

from collections.abc import Mapping
from pathlib import Path

from kiosk.actions.hub.make import owning
from kiosk.core.frozen import frozen
from kiosk.core.hub.answer import MOST_ROWS, AnswerState, HubAnswer, refusal
from kiosk.core.hub.stick import StickBatch, decode_batch, encode_batch, is_proven
from kiosk.errors import HubError, KioskError
from kiosk.hub.looking import StickKey, stick_keys, take
from kiosk.hub.schema import find_hub
from kiosk.storage.hub.files import ENDING, batches_in, read_enrolment, write_batch
from kiosk.storage.hub.outbox import Outbox


@frozen
class OnStick:
    """*count*: records on the stick, in *files*, of which *new* were not there yet. *doubt*: why the log does
    not hold."""

    count: int
    files: int
    new: int
    doubt: str = ""


@frozen
class TakenBatch:
    """What became of one file: *said* is the sentence for it, *good* whether its records are in the hub."""

    file: str
    said: str
    good: bool


def export(folder: Path, file: Path, target: Path) -> OnStick:
    """Put the whole log of *folder* onto the stick *target* for the hub of the enrolment in *file*. The same
    records always give the same files; those there are left as they are."""
    enrolment, outbox = read_enrolment(file), Outbox(folder)
    if not enrolment.stick_key:
        raise HubError(f"{file} is a reader's enrolment: it has nothing to push. Use the station's.")
    if not target.is_dir():
        raise HubError(f"{target} is not there. Put the stick in.")
    head, doubt = outbox.head(), outbox.doubt()
    files = new = through = 0
    while through < head.count:
        batch = outbox.batch(head.epoch, through + 1, min(MOST_ROWS, head.count - through))
        if not batch.records:
            break
        first, through = through + 1, batch.records[-1].seq
        name = f"{enrolment.letter}-{enrolment.hub[:8]}-{head.epoch[:8]}-{first:08}-{through:08}{ENDING}"
        content = encode_batch(StickBatch(enrolment.hub, enrolment.role, batch), enrolment.stick_key)
        files, new = files + 1, new + write_batch(target / name, content)
    return OnStick(head.count, files, new, doubt)


def take_in(where: str, source: Path, *, struck: bool = False) -> tuple[TakenBatch, ...]:
    """Take the batches in the folder *source* into the hub at *where*. *struck*: also those of enrolments
    that were struck off since: a laptop is lost and its stick is not, but a thief's stick looks the same."""
    results: list[TakenBatch] = []
    with owning(where) as conn:
        hub, keys = find_hub(conn).id, stick_keys(conn)
        carried: list[tuple[StickBatch, str]] = []
        for path, content in batches_in(source):
            try:
                one = _admitted(path.name, content, hub, keys)
                _refuse_struck(path.name, keys[one.role], struck)
                carried.append((one, path.name))
            except KioskError as error:
                results.append(TakenBatch(path.name, str(error), good=False))
        carried.sort(key=lambda one: _order(one[0]))
        for batch, name in carried:
            results.append(_taken(name, batch, take(conn, batch.role, batch.batch)))
    return tuple(results)


def _admitted(name: str, content: bytes, hub: str, keys: Mapping[str, StickKey]) -> StickBatch:
    carried = decode_batch(content, name)
    if carried.hub != hub:
        raise HubError(f"{name} is for another hub, so it was left. Take it in there.")
    key = keys.get(carried.role)
    if key is None or not is_proven(content, key.secret):
        raise HubError(
            f"{name} was not made with an enrolment of this hub, or was changed, so it was left. Export it "
            "again."
        )
    return carried


def _refuse_struck(name: str, key: StickKey, struck: bool) -> None:
    if key.struck and not struck:
        raise HubError(
            f"{name} was made with an enrolment that is struck off, so it was left. If the stick comes from "
            "the right hands, take it with --struck."
        )


def _order(carried: StickBatch) -> tuple[str, str, int, int]:
    rows = carried.batch.records
    return carried.role, carried.batch.epoch, rows[0].seq if rows else 0, len(rows)


def _taken(name: str, carried: StickBatch, answer: HubAnswer) -> TakenBatch:
    match answer.state:
        case AnswerState.TAKEN:
            return TakenBatch(name, f"taken; the hub has {answer.count} records of this log", good=True)
        case AnswerState.FORK:
            said = "another record has the place of one of these: kept apart, and alarmed"
            return TakenBatch(name, said, good=False)
        case AnswerState.GAP:
            first = carried.batch.records[0].seq
            said = (
                f"records {answer.count + 1} to {first - 1} are missing before it: bring them, then it again"
            )
            return TakenBatch(name, said, good=False)
        case state:
            return TakenBatch(
                name, refusal(state) or "it does not follow what is here: bring all files", good=False
            )
