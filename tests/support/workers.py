"""Working processes that are none: one says what the test lets it say, one does what it is told at once."""

from pathlib import Path

from kiosk.actions import Tools
from kiosk.base import wire
from kiosk.line_child import LineChild
from kiosk.setup.staff_actions import Staff
from kiosk.worker import Advanced, Ended, Failed, FromWorker, Job, Reply, finish
from tests.support.fake_printing import FAKE_PRINTING


class FakeChild(LineChild):
    """A working process that says what the test lets it say."""

    def __init__(self, number: int = -1) -> None:
        self.number, self.gone, self.stopped, self.killed = number, False, False, False
        self.heard: list[Job | Reply] = []
        self.said: list[bytes] = []

    @property
    def fileno(self) -> int:
        return self.number

    @property
    def actions(self) -> list[object]:
        """What it was told to do."""
        return [one.action for one in self.heard if isinstance(one, Job)]

    def say(self, line: bytes) -> None:
        message = wire.decode(line, Job) or wire.decode(line, Reply)
        assert message is not None
        self.heard.append(message)

    def lines(self) -> list[bytes]:
        said, self.said = self.said, []
        return said

    def stop(self) -> None:
        self.gone = self.stopped = True

    def end(self) -> None:
        self.gone = self.killed = True

    def tell(self, message: FromWorker) -> None:
        self.said.append(wire.encode(message))

    def answer(self, result: object) -> None:
        self.tell(Ended(result))

    def advance(self, done: int, total: int = 100) -> None:
        self.tell(Advanced(done, total))

    def fail(self, sentence: str) -> None:
        self.tell(Failed(sentence))


class FakeChildren(list[FakeChild]):
    """Started one after the other."""

    def __call__(self) -> FakeChild:
        self.append(FakeChild(len(self) + 50))
        return self[-1]


class ChildHere(FakeChild):
    """What a working process does, without the process: it has answered as soon as it is asked."""

    def __init__(self, staff: Staff, logs: tuple[Path, ...] = ()) -> None:
        super().__init__()
        self._staff = staff
        self._tools = Tools(FAKE_PRINTING, tuple(logs), kept={})

    def say(self, line: bytes) -> None:
        super().say(line)
        job = self.heard[-1]
        assert isinstance(job, Job)
        self.advance(1, 1)
        self.tell(finish(job.action, self._staff, self._tools))
