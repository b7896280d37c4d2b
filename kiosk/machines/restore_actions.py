"""Let this spare machine go on where a lost station stopped, from the verified copy of its log."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kiosk import RELEASED, __version__
from kiosk.base.clock import local_time
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.schedule import round_at, round_now
from kiosk.errors import LogError, SetupError
from kiosk.events import actions
from kiosk.folder import RESTORED
from kiosk.log.bodies import (
    ContinuedLog,
    EventOpenedBody,
    PasscodeSetBody,
    RestoredBody,
    RoundEndedBody,
    RoundStartedBody,
    SetUpBody,
    full_hundred_after,
    ruling_number,
)
from kiosk.log.body import Body
from kiosk.log.chain import Head
from kiosk.log.copies_reader import keep, read_continued_log
from kiosk.log.copy_worker import copy_name, copy_place
from kiosk.log.filters_reader import Filter
from kiosk.log.history import OpenEvent
from kiosk.log.kinds import Kind
from kiosk.log.merge_store import find_logs
from kiosk.log.merged_reader import Station
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.reader import read_head, verify_log
from kiosk.log.sources import SourceStanding
from kiosk.log.sources_reader import OpenChain, survey
from kiosk.log.standing_reader import read_standing
from kiosk.log.writer import begin_log, genesis
from kiosk.setup.division_store import open_from
from kiosk.setup.integrity import InForce, changes
from kiosk.setup.passcodes import Role
from kiosk.setup.read_back import AtOpening, oddities
from kiosk.setup.settings import EventSettings, Settings
from kiosk.setup.staff_actions import Staff
from kiosk.setup.store import WHEN_CHANGED, load_settings, settings_digest, setup_path

# ---- lost log ----------------------------------------------------------------------------------------------
# The copy of a lost station's log: found on a stick, verified, and what it says of where that station stood.
#
# The rule guarded here: nothing is restored from a copy that does not hold, is not the longest there, or may
# be of another station; which one is meant is never guessed.

_RELEASE = re.compile(r"\d+(?:\.\d+)*")


@frozen
class LostLog:
    """The copy at *path*. *rulings*: the number of its last ruling, 0 if there was none. *event*: what was
    open when it was made. *before*: the copies that it goes on after itself, where it is a spare machine's;
    *missing*: one of those was not found."""

    path: Path
    head: Head
    letter: str
    rulings: int
    setup_code: str
    event: OpenEvent | None
    before: tuple[Path, ...] = ()
    missing: bool = False

    @property
    def last(self) -> str:
        """Its last ruling."""
        return ruling_number(self.letter, self.rulings) if self.rulings else ""

    @property
    def numbers_after(self) -> int:
        return full_hundred_after(self.rulings)


def lost_log(place: Path, letter: str) -> LostLog:
    """The copy at *place*, a file or a folder with copies, of the log of station *letter*; LogError if there
    is none that can be gone on after."""
    folder = place if place.is_dir() else place.parent
    path = _choose(survey(find_logs([place])), letter, place)
    found = verify_log(path, in_use=False)
    if not found.holds:
        raise LogError(f"The copy {path} does not hold. {found.reason} Look for another copy.")
    there = survey(find_logs([folder]))
    _refuse_shorter(path, there)
    return _read(path, {chain.end.key: chain.path for chain in there if chain.file is not None})


def _choose(chains: Sequence[OpenChain], letter: str, place: Path) -> Path:
    """The one file among *chains* that is meant."""
    if len(chains) == 1 and (alone := chains[0]).file is None:
        raise LogError(alone.sentence)
    if forks := [chain for chain in chains if chain.standing is SourceStanding.FORK]:
        raise LogError(f"Two copies there disagree, so none is taken. {forks[0].path}: {forks[0].sentence}")
    used = {chain: _letter(chain.path) for chain in chains if chain.standing is SourceStanding.USED}
    named = [one for one, known in used.items() if known == letter]
    if not named:
        there = ", ".join(sorted(set(used.values()))) or "none that can be read"
        raise LogError(
            f"There is no copy of station {letter} at {place}; there is: {there}. This machine is set up as "
            f"station {letter}: give it the letter of the lost one first, with “kiosk setup --from FILE "
            "--letter …”."
        )
    ends = [end for chain in named if (end := read_continued_log(chain.path)) is not None]
    left = {(end.station, end.epoch) for end in ends}
    last = [chain.path for chain in named if chain.end.key not in left]
    if len(last) != 1:
        files = ", ".join(path.name for path in last)
        raise LogError(f"There are several logs of a station {letter} at {place}. Name one: {files}.")
    return last[0]


def _letter(path: Path) -> str:
    """The letter of the station whose log is at *path*; one that never was set up has none."""
    with open_reader(path) as reader:
        if next(reader.find(Filter(kind=Kind.SET_UP), 1), None) is None:
            return "the log of a demonstration"
        return printable(next(iter(reader.letters().values()), ""))


def _refuse_shorter(path: Path, there: Sequence[OpenChain]) -> None:
    """Refuse a copy beside which a longer one of the same log lies: older is never put over newer."""
    mine = next(chain for chain in there if chain.path.samefile(path))
    longest = max(
        (chain for chain in there if chain.end.key == mine.end.key), key=lambda chain: chain.end.count
    )
    if longest.end.count > mine.end.count:
        raise LogError(
            f"{path} has {mine.end.count} records; {longest.path.name} beside it has {longest.end.count} of "
            "the same log. Name that one."
        )


def _read(path: Path, there: Mapping[Station, Path]) -> LostLog:
    past = read_standing(path).past
    before, missing = _before(path, there)
    after = read_continued_log(path)
    with open_reader(path) as reader:
        _refuse_newer(reader, path)
        rulings = reader.count(Filter(kind=Kind.ADJUDICATION))
        letter = next(iter(reader.letters().values()))
    return LostLog(
        path=path,
        head=read_head(path),
        letter=letter,
        rulings=rulings + (0 if after is None else after.numbers_after),
        setup_code="" if past.setup is None else past.setup.setup_code,
        event=past.event,
        before=before,
        missing=missing,
    )


def _before(path: Path, there: Mapping[Station, Path]) -> tuple[tuple[Path, ...], bool]:
    """Those of the files *there* that the log at *path* goes on after, and whether one is missing."""
    found: list[Path] = []
    end = read_continued_log(path)
    while end is not None:
        earlier = there.get((end.station, end.epoch))
        if earlier is None or not verify_log(earlier, end.head, end.count).holds:
            return tuple(found), True
        found.append(earlier)
        end = read_continued_log(earlier)
    return tuple(found), False


def _refuse_newer(reader: Reader, path: Path) -> None:
    bodies = (record.said for record in reader.find(Filter(kind=Kind.SET_UP)))
    newest = max((_release(body.program) for body in bodies if isinstance(body, SetUpBody)), default=())
    if newest > _release(__version__):
        shown = ".".join(map(str, newest))
        raise LogError(
            f"The copy {path} was written by version {shown} of the program; this is {__version__}. Put that "
            "version on this machine first."
        )


def _release(version: str) -> tuple[int, ...]:
    known = _RELEASE.match(version)
    return tuple(map(int, known.group().split("."))) if known else ()


# ---- restoring ---------------------------------------------------------------------------------------------
# Let this spare machine go on where a lost station stopped.
#
# Rules it guards: a chain is never continued by another machine; the spare begins a log of its own, whose
# first record names the copy and where it ended; it does so in one step, on a machine that has ruled on
# nothing yet, with the director's passcode; ruling numbers leave a gap for what the copy does not know.

WHERE = "kiosk restore"
NOT_RESTORED = "Nothing was restored."
# What a machine that was only made ready has none of.
_USED = (Kind.ADJUDICATION, Kind.CONCEDED, Kind.DECISION, Kind.REVEAL, Kind.EVENT_OPENED)


@frozen
class RestoreWish:
    """*copy*: a file, or a folder with copies. *confirm* is asked, with each in a sentence, whether to go on
    though something is odd."""

    copy: Path
    confirm: Callable[[tuple[str, ...]], bool]


@frozen
class RestoredStation:
    """The station that goes on here: after *lost*, with *number* as its next ruling. *round*: the one that is
    being played."""

    lost: LostLog
    number: str
    round: int | None
    odd: tuple[str, ...]
    given_out: actions.GivenOut


def restore(
    staff: Staff, wish: RestoreWish, examine: actions.Examine = actions.examine_here
) -> RestoredStation:
    """Begin a log here that goes on after the copy of *wish*."""
    settings = load_settings(staff.folder)
    if settings is None:
        raise SetupError(
            "This machine is not set up, so no station can go on here. Set it up like the lost one first, "
            "with its letter: “kiosk roll-out --take FOLDER” from the stick, or “kiosk setup --from FILE”."
        )
    lost = lost_log(wish.copy, settings.letter)
    with actions.admit_to_whole_log(staff, WHERE) as director:
        _refuse_used(director, lost)
        event, odd = _check(director, lost, examine)
        if odd and not wish.confirm(odd):
            raise SetupError(NOT_RESTORED)
        _begin(director, lost, None if event is None else replace(event, odd=odd, goes_on=True))
        past = read_standing(director.log.path).past
        called = None if past.event is None else past.event.called
        running = None if past.event is None else round_now(settings.rounds, called, _local(staff))
        number = ruling_number(lost.letter, lost.numbers_after + 1)
        given_out = actions.give_out(replace(director, past=past))
    return RestoredStation(lost, number, running, odd, given_out)


def _refuse_used(director: actions.Admitted, lost: LostLog) -> None:
    """Refuse a machine whose own log says more than how it was made ready."""
    own, path = director.log.head(), director.log.path
    if (own.station, own.epoch) == (lost.head.station, lost.head.epoch):
        raise LogError(
            f"The log of this machine is that very log: it has {own.count} records, the copy "
            f"{lost.head.count}. A copy is never put over the log itself."
        )
    if read_continued_log(path) is not None:
        raise LogError(
            "This machine goes on for a lost one already. Another copy of that log is put beside it with "
            "“kiosk log merge”."
        )
    if director.past.event is not None:
        raise SetupError(
            f"The event “{director.past.event.name}” is open on this machine, so it is no spare. Use another "
            "machine, or name an empty data folder with --data."
        )
    with open_reader(path) as reader:
        used = any(next(reader.find(Filter(kind=kind), 1), None) is not None for kind in _USED)
    if used:
        raise LogError(
            "This machine has rulings or events of its own in its log, so it is no spare. Use another "
            "machine, or name an empty data folder with --data and set it up first."
        )


def _check(
    director: actions.Admitted, lost: LostLog, examine: actions.Examine
) -> tuple[EventOpenedBody | None, tuple[str, ...]]:
    """The opening of the event that goes on here, and what must be confirmed; SetupError where this machine
    could not judge as it was set up."""
    folder, settings = director.folder, director.settings
    if (changed := changes(InForce(settings_digest(folder)), director.past.setup)) is not None:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    code = open_from(folder, settings, str(setup_path(folder))).code
    place = None if settings.second_copy is None else copy_place(Path(settings.second_copy), folder)
    seen = AtOpening(director.staff.clock(), lost.head.at, RELEASED, place.apart if place else None)
    odd = oddities(settings, seen) if lost.event is not None else ()
    if lost.setup_code and lost.setup_code != code:
        odd = (
            *odd,
            f"The set-up code here is {code}, that of the lost station was {lost.setup_code}: version, "
            "lists, rules, rounds or timings differ.",
        )
    if lost.event is None:
        return None, odd
    body, _ = actions.opening(director, EventSettings(lost.event.id, lost.event.name), examine)
    return body, odd


def _begin(director: actions.Admitted, lost: LostLog, event: EventOpenedBody | None) -> None:
    """Keep the copies and what this machine has recorded so far; then put the new log in its place."""
    log, staff = director.log, director.staff
    own, kept = log.head(), staff.folder / RESTORED
    for path in (lost.path, *lost.before):
        head = read_head(path)
        keep(path, kept / copy_name(lost.letter, head.station, head.epoch))
    keep(log.path, kept / f"before-{own.station[:8]}-{own.epoch[:8]}.db")
    now = staff.clock()
    end = ContinuedLog(
        lost.head.station, lost.head.epoch, lost.head.count, lost.head.hash, lost.numbers_after
    )
    bodies = (*_take_over(director, lost), *_going_on(director.settings, lost, event, _local(staff)))
    log.begin_again(begin_log(genesis(now, own.station, end), now, bodies))


def _take_over(director: actions.Admitted, lost: LostLog) -> Iterator[Body]:
    """What is known of this machine, on record again."""
    past = director.past
    yield RestoredBody(
        count=lost.head.count,
        head=lost.head.hash,
        station=lost.head.station,
        epoch=lost.head.epoch,
        last=lost.last,
        next=ruling_number(lost.letter, lost.numbers_after + 1),
        role=Role.DIRECTOR.value if director.passcode_is_set else "",
    )
    if past.setup is not None:
        yield past.setup
    for role in sorted(past.passcodes):
        yield PasscodeSetBody(role, replaced=False)


def _going_on(settings: Settings, lost: LostLog, event: EventOpenedBody | None, local: str) -> Iterator[Body]:
    """The event that was open goes on, in the round that the director had called."""
    if event is None or lost.event is None:
        return
    yield event
    called = lost.event.called
    running, scheduled = round_now(settings.rounds, called, local), round_at(settings.rounds, local)
    if called is None or running == scheduled:
        return
    if running is None:
        yield RoundEndedBody(event.event, called.number, scheduled, goes_on=True)
    else:
        yield RoundStartedBody(event.event, running, scheduled, goes_on=True)


def _local(staff: Staff) -> str:
    now = staff.clock()
    return local_time(now.at, now.offset_min)
