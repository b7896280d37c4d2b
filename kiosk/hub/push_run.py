"""Push a station's log to a hub: once, or for ever beside the station.

The rules it guards: the log is only read, in transactions that end before anything is sent; what the hub
acknowledges decides where to go on, so a kill at any moment loses and doubles nothing; a receipt is left only
for what stands in this log; and nothing is sent to the hub of another event.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeAlias

from kiosk import __version__
from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.errors import HubAway, HubError, KioskError
from kiosk.hub.answer import AnswerState, Batch, HubAnswer, Sent, after, is_ahead, meet, refusal
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.line import About, HubLine, hub_line
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.chain import Head
from kiosk.log.receipt import Receipt
from kiosk.log.standing_reader import read_standing

POLL_S = 1.0
ALIVE_S = 15.0  # the hub hears of an idle station this often
LONGEST_PAUSE_S = 60.0


Dial: TypeAlias = Callable[[Enrolment], AbstractContextManager[HubLine]]


@frozen
class Pushed:
    """*sent*: how many records; *count*: how many the hub has now. *fork*: it keeps some of ours apart;
    *ahead*: it has some that this log has not; *forgot*: it had acknowledged more before. *letters*: that of
    the enrolment and that of the set-up, where these differ. *doubt*: why the log does not hold."""

    sent: int
    count: int
    fork: bool = False
    ahead: bool = False
    forgot: int = 0
    letters: tuple[str, str] | None = None
    doubt: str = ""

    @property
    def good(self) -> bool:
        return not (self.fork or self.ahead or self.doubt)

    def sentences(self) -> list[str]:
        """What a director should know of it."""
        said = [self.doubt] if self.doubt else []
        if self.letters:
            enrolled, own = self.letters
            said.append(
                f"This station is set up with the letter {own}, and its enrolment is for {enrolled}: another "
                f"station may give out the numbers {own}-1, {own}-2 … too. Set it up as {enrolled}, or enrol "
                "it again. Everything is pushed all the same."
            )
        if self.forgot:
            said.append(
                f"The hub had forgotten records it had acknowledged (its receipt is for {self.forgot}): it "
                "was put back from an older copy. They were pushed again."
            )
        if self.fork:
            said.append(
                "The hub has other records in the place of some of these: this station or its laptop was "
                "copied. Both are kept there. Call the director."
            )
        elif self.ahead:
            said.append(
                f"The hub has {self.count} records of this station, more than this log: an older log was put "
                "back here, or the laptop was copied. Call the director."
            )
        return said


class Pusher:
    """Pushes the log in *outbox* by *enrolment*; one for each process."""

    def __init__(self, outbox: Outbox, enrolment: Enrolment, clock: Clock) -> None:
        self._outbox = outbox
        self._enrolment = enrolment
        self._clock = clock
        self._sent = Sent()
        self._doubt: str | None = None

    def push(self, line: HubLine) -> Pushed:
        """Send all that is owed on *line*."""
        self._refuse_other_event()
        if self._doubt is None:  # what a hub gets is what stands here, but nobody shall take it for whole
            self._doubt = self._outbox.doubt()
        head = self._outbox.head()
        had = self._outbox.receipt(self._enrolment.hub)
        known = had if had is not None and had.epoch == head.epoch else None
        answer = self._ask(line, Batch(head.epoch), head, known)
        forgot = known.count if known is not None and answer.count < known.count else 0
        self._sent = meet(answer, self._outbox.hash_at(answer.count), self._sent)
        total, apart = 0, False
        for records, told in self._batches(line, head, known):
            total, answer = total + records, told
            apart = apart or told.state is AnswerState.FORK
        self._keep(answer, head, known)
        own_count = self._outbox.head().count  # read after the answer: whatever was pushed is in it
        ahead = is_ahead(answer, own_count)
        if ahead and not apart:  # a fork says more
            self._ask(line, Batch(head.epoch), head, known, own_count)
        apart = apart or (self._sent.apart and not ahead)
        return Pushed(total, answer.count, apart, ahead, forgot, self._letters(), self._doubt)

    def _letters(self) -> tuple[str, str] | None:
        enrolled, own = self._enrolment.letter, self._outbox.letter()
        return (enrolled, own) if own and own != enrolled else None

    def _batches(self, line: HubLine, head: Head, known: Receipt | None) -> Iterator[tuple[int, HubAnswer]]:
        while True:
            first = self._sent.through + 1
            batch = self._outbox.batch(head.epoch, first)
            if not batch.records:
                return
            answer = self._ask(line, batch, head, known)
            last = batch.records[-1].seq
            sent = after(answer, last, first, self._sent)
            if sent is None:
                raise HubError(
                    "The hub and this log cannot get in step: it was changed meanwhile. It is tried again."
                )
            self._sent = sent
            yield len(batch.records), answer

    def _ask(
        self, line: HubLine, batch: Batch, head: Head, known: Receipt | None, own_count: int | None = None
    ) -> HubAnswer:
        """Send *batch* and tell how many records will still wait here after it; *own_count*: that the log
        went back to so many."""
        sent = max(self._sent.through, known.count if known else 0)
        owed = max(0, head.count - (batch.records[-1].seq if batch.records else sent))
        answer = line.push(batch, About(self._clock(), owed, __version__, known, own_count))
        if said := refusal(answer.state):
            raise HubError(said)
        if answer.hub != self._enrolment.hub:
            raise HubError(refusal(AnswerState.WRONG_HUB))
        return answer

    def _keep(self, answer: HubAnswer, head: Head, known: Receipt | None) -> Receipt | None:
        """Leave a receipt for what *answer* acknowledges, if it stands in this log and is new."""
        if not answer.count or (known is not None and answer.count <= known.count):
            return known
        if self._outbox.hash_at(answer.count) != answer.head:
            return known
        receipt = Receipt(
            answer.hub, answer.event, head.station, head.epoch, answer.count, answer.head, answer.at
        )
        self._outbox.keep(receipt)
        return receipt

    def _refuse_other_event(self) -> None:
        event = read_standing(self._outbox.path).past.event
        if event is not None and event.id != self._enrolment.event:
            raise HubError(
                f"The event “{event.id}” is open here, and the hub is that of “{self._enrolment.event}”, so "
                "nothing was sent. Use the enrolment of the right hub."
            )


def push_once(folder: Path, file: Path, clock: Clock, dial: Dial = hub_line) -> Pushed:
    """Push what is owed to the hub of the enrolment in *file*."""
    enrolment = read_enrolment(file)
    with dial(enrolment) as line:
        return Pusher(Outbox(folder), enrolment, clock).push(line)


@frozen
class PushTools:
    """What a push for ever works with. *wait*: let so many seconds pass; False: stop. *tell*: say a sentence
    to whoever watches. *dial*: how a hub is reached."""

    clock: Clock
    wait: Callable[[float], bool]
    tell: Callable[[str], None]
    dial: Dial = hub_line


def push_for_ever(folder: Path, file: Path, beside: PushTools) -> None:
    """Push whatever the station in *folder* writes, until *beside* says stop. Trouble is told once, and
    tried again after a pause that grows to a minute."""
    pause, told = POLL_S, ""
    enrolment = read_enrolment(file)
    pusher = Pusher(Outbox(folder), enrolment, beside.clock)
    while True:
        try:
            with beside.dial(enrolment) as line:
                for pushed in _while_connected(pusher, line, folder, beside):
                    pause = POLL_S
                    said = " ".join(pushed.sentences()) or "The hub has everything."
                    if said != told:
                        beside.tell(said)
                        told = said
                return
        except KioskError as error:
            if str(error) != told:
                beside.tell(str(error))
                told = str(error)
            pause = min(LONGEST_PAUSE_S, pause * 2) if isinstance(error, HubAway) else LONGEST_PAUSE_S
        if not beside.wait(pause):
            return


def _while_connected(pusher: Pusher, line: HubLine, folder: Path, beside: PushTools) -> Iterator[Pushed]:
    """Push at once, then whenever the log has grown; ends when *beside* says stop."""
    outbox = Outbox(folder)
    while True:
        before = outbox.glance()
        yield pusher.push(line)
        waited = 0.0
        while waited < ALIVE_S and outbox.glance() in (None, before):
            if not beside.wait(POLL_S):
                return
            waited += POLL_S
