#!/usr/bin/env python3
"""How many files of ours run for one thing that a person does, and which: the walks.

    .venv/bin/python -m installer.house.walks            walks all, compares with the table in CONTRIBUTING.md
    .venv/bin/python -m installer.house.walks --write    walks all and writes the paths into CONTRIBUTING.md
    .venv/bin/python -m installer.house.walks NAME       one walk: its files in the order they are entered

A walk is done for real (a window off screen, a log on disk, a hub that is a stand-in) under a profiler that
notes each file of `kiosk/` in which a function runs; class bodies and the making of values do not count. Each
is done once before, so that what is imported or read once does not count either.

The rule it guards: code is small where it can be followed. A walk that grows needs a reason, in the table.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from textwrap import fill
from types import FrameType
from typing import Any

from installer.script import CLONE

OURS = f"{CLONE / 'kiosk'}{os.sep}"
UNCOUNTED = {"base/frozen.py"}  # makes the values; no step of any walk
PATIENCE_S = 180
WIDTH = 118


class Walk:
    """The files that ran while it was on, in the order in which they were entered."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(OURS) or code.co_name.startswith("<"):
            return
        in_function = code.co_flags & 1  # locals of its own: no module, no class body
        if in_function and threading.current_thread() is threading.main_thread():
            name = code.co_filename[len(OURS) :].replace(os.sep, "/")
            if name not in self.files and name not in UNCOUNTED:
                self.files.append(name)

    @contextmanager
    def on(self) -> Iterator[None]:
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)


def qt() -> tuple[Any, Any]:
    """The one application, and Qt's own driver of keys."""
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    return QApplication.instance() or QApplication(["kiosk"]), QTest


def until(met: Callable[[], object], what: str, or_again: Callable[[], None] = lambda: None) -> None:
    """Let events come in until *met*; a page that is not ready yet is asked *or_again* each second."""
    application, driver = qt()
    end, again_at = time.monotonic() + PATIENCE_S, 0.0
    while not met():
        if time.monotonic() > end:
            sys.exit(f"The walk waited in vain for {what}.")
        if time.monotonic() > again_at:
            or_again()
            again_at = time.monotonic() + 1
        application.processEvents()
        driver.qWait(20)


# ---- the walks ---------------------------------------------------------------------------------------------


def tab_to_verdict(folder: Path, walk: Walk) -> None:
    """A station: TAB is pressed, the verdict is painted."""
    _, driver = qt()
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication

    from kiosk.kit.windows import OtherWindows
    from kiosk.station.entry import Checking
    from kiosk.station.idle import Counting
    from kiosk.station.program import Program
    from kiosk.station.verdict import Showing
    from kiosk.station.window import StationWindow, Ticker
    from kiosk.system_clock import system_clock

    window = StationWindow(windowed=True)
    window.cover(QGuiApplication.primaryScreen())
    ticker = Ticker(lambda *_: None, lambda: system_clock().mono_ms)
    program = Program(window, OtherWindows(window), ticker, folder)
    program.start()

    def state() -> object:
        return program.run.phase.station.state if hasattr(program.run.phase, "station") else None

    for counted in (nullcontext(), walk.on()):
        until(lambda: isinstance(state(), Counting), "the idle page")
        for key in (Qt.Key.Key_1, Qt.Key.Key_C, Qt.Key.Key_A, Qt.Key.Key_T, Qt.Key.Key_Return):
            driver.keyClick(window, key, delay=5)
        until(lambda: isinstance(shown := state(), Checking) and shown.armed, "TAB to be armed")
        ticker.rest()  # what each tick brings is no step of a verdict
        with counted:
            driver.keyClick(window, Qt.Key.Key_Tab)
            window.repaint()  # what is told to assistive tools comes after the paint
        if not isinstance(state(), Showing):
            sys.exit("The walk saw no verdict.")
        until(lambda: isinstance(shown := state(), Showing) and shown.open, "the verdict to be closable")
        driver.keyClick(window, Qt.Key.Key_Return)


def log_evidence(folder: Path, walk: Walk) -> None:
    """A command: `kiosk log evidence A-1`."""
    judge(folder)
    evidence = ["--data", str(folder), "log", "evidence", "A-1"]
    for counted in (nullcontext(), walk.on()):
        with counted:
            said = command(*evidence)
    if "A-1" not in said:
        sys.exit("The walk saw no evidence.")


def console_decision(folder: Path, walk: Walk) -> None:
    """The console's window: from “record” to the decision told as recorded."""
    from kiosk.console.events import (
        DecideAsked,
        FormChosen,
        PageChosen,
        QuestionAnswered,
        RecordAsked,
        RulingAsked,
        TextGiven,
    )
    from kiosk.console.program import Console
    from kiosk.console.values import PageId, Where
    from kiosk.setup.passcodes import Role
    from kiosk.setup.staff_actions import Staff
    from kiosk.system_clock import system_clock

    judge(folder)
    qt()
    staff = Staff(folder, system_clock, lambda log, role, where: Role.DIRECTOR)
    console = Console(staff, Where.ALONE, lambda within_s=0: nullcontext(), lambda leaving: None)
    console.begin()
    console.window.show()
    tell = console.window.tell

    def ruling() -> Any:
        return getattr(console.run.state, "ruling", None)

    def decided() -> int:
        return repr(ruling().shown).count("The clock was not stopped.")

    until(lambda: ruling() is not None, "the console")
    tell(PageChosen(PageId.RULING))
    tell(RulingAsked())
    tell(TextGiven("A-1"))
    until(lambda: ruling().shown is not None, "the ruling")
    console._tick.stop()  # what each second brings is no step of a decision
    for count, counted in enumerate((nullcontext(), walk.on())):
        until(lambda: ruling().deciding is not None, "the forms", or_again=lambda: tell(DecideAsked()))
        tell(FormChosen("note"))
        tell(QuestionAnswered("remark", "The clock was not stopped.", True))
        with counted:
            tell(RecordAsked())
            tell(TextGiven("JK"))
            until(lambda: ruling().deciding is None, "the decision")
        until(lambda: decided() > count, "the decision on the page")  # noqa: B023 - asked at once


def worker_decision(folder: Path, walk: Walk) -> None:
    """The console's working process: one decision is worked out and recorded."""
    from kiosk.actions import Tools
    from kiosk.decisions.actions import Decide
    from kiosk.decisions.case_actions import DecisionSubject
    from kiosk.setup.passcodes import Role
    from kiosk.setup.staff_actions import Staff
    from kiosk.system_clock import system_clock
    from kiosk.worker import Ended, finish

    judge(folder)
    staff = Staff(folder, system_clock, lambda log, role, where: Role.DIRECTOR)
    for count, counted in enumerate((nullcontext(), walk.on())):
        decision = Decide(DecisionSubject("A-1"), "note", (("remark", f"No {count}."),), "JK")
        with counted:
            done = finish(decision, staff, Tools())
        if not isinstance(done, Ended):
            sys.exit(f"The walk saw no decision: {done}")


def practice_answer(folder: Path, walk: Walk) -> None:
    """Practice: a play is answered, saved and explained."""
    application, driver = qt()
    from PySide6.QtCore import Qt

    from kiosk.practice.machine import Revealed
    from kiosk.practice.program import Visit
    from kiosk.practice.session_run import PracticeRoom, begin
    from kiosk.practice.window import PracticeWindow
    from kiosk.shipped import resources
    from kiosk.system_clock import system_clock

    opened = begin(folder, system_clock)
    window = PracticeWindow(resources() / "fonts")
    visit = Visit(opened, PracticeRoom(opened), window)
    visit.begin(windowed=True)

    def press(*keys: Qt.Key) -> None:
        for key in keys:
            driver.keyClick(window, key)
            application.processEvents()
            window.repaint()

    def revealed() -> bool:
        return isinstance(getattr(visit.run.view, "state", None), Revealed)

    until(lambda: not visit.run._reading, "the list to be learned")
    press(Qt.Key.Key_2)
    until(lambda: getattr(visit.run.view, "state", None) is not None, "the first question")
    for counted in (nullcontext(), walk.on()):
        with counted:
            for key in (Qt.Key.Key_A, Qt.Key.Key_3, Qt.Key.Key_Return):
                if not revealed():
                    press(key)
        until(revealed, "the answer to be explained")
        press(Qt.Key.Key_Return)
        until(lambda: not revealed(), "the next question")
    opened.history.close()


def hub_push(folder: Path, walk: Walk) -> None:
    """A push of the log to a hub, and the receipt: the hub is a stand-in that takes everything."""
    from kiosk.folder import RECEIPTS
    from kiosk.hub.answer import AnswerState, HubAnswer
    from kiosk.hub.enrolment import Enrolment
    from kiosk.hub.outbox_store import Outbox
    from kiosk.hub.push_run import Pusher
    from kiosk.log.writer import Log
    from kiosk.system_clock import system_clock

    Log.open(folder, system_clock).close()  # a demonstration is pushed nowhere
    judge(folder)

    class TakesAll:
        count, head = 0, "0" * 64

        def push(self, batch: Any, about: object) -> HubAnswer:
            if batch.records:
                self.count, self.head = batch.records[-1].seq, batch.records[-1].hash
            at = "2026-11-18T12:00:00.000Z"
            return HubAnswer(AnswerState.TAKEN, self.count, self.head, at, "a" * 32, "e")

    enrolment = Enrolment("a" * 32, "e", "A", "r", "/x", 1, "d")
    for counted in (nullcontext(), walk.on()):
        shutil.rmtree(folder / RECEIPTS, ignore_errors=True)
        with counted:
            Pusher(Outbox(folder), enrolment, system_clock).push(TakesAll())


WALKS: dict[str, Callable[[Path, Walk], None]] = {
    "TAB to verdict": tab_to_verdict,
    "log evidence": log_evidence,
    "console decision, window": console_decision,
    "console decision, worker": worker_decision,
    "practice answer": practice_answer,
    "hub push": hub_push,
}


def command(*words: str) -> str:
    """What `kiosk` with *words* prints, run in this process."""
    from kiosk.cli.main import kiosk

    said = StringIO()
    with redirect_stdout(said), suppress(SystemExit):
        kiosk(list(words), prog_name="kiosk")
    return said.getvalue()


def judge(folder: Path) -> None:
    """Ruling A-1, on CAT."""
    command("--data", str(folder), "judge", "CAT")


# ---- counted, compared, written ----------------------------------------------------------------------------

TABLE = re.compile(r"^\| (?P<name>[^|]+?) \| (?P<most>\d+) \|[^|]*\|$", re.MULTILINE)
PATHS = re.compile(r"(?<=<!-- walks: generated -->\n).*?(?=<!-- walks: end -->)", re.DOTALL)
CONTRIBUTING = CLONE / "CONTRIBUTING.md"


def walked(name: str) -> list[str]:
    """The files of the walk *name*, done in a process of its own."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    asked = [sys.executable, "-m", "installer.house.walks", name]
    done = subprocess.run(asked, capture_output=True, text=True, env=environment, check=False, cwd=CLONE)
    if done.returncode:
        sys.exit(f"The walk “{name}” broke off.\n{done.stderr}")
    files: list[str] = json.loads(done.stdout.splitlines()[-1])
    return files


def most_files(text: str) -> dict[str, int]:
    """How many files each walk may run, by the table in *text*."""
    return {row["name"]: int(row["most"]) for row in TABLE.finditer(text)}


def paths(walks: dict[str, list[str]]) -> str:
    """The walks as CONTRIBUTING.md has them."""
    lines = [
        f"**{name}**: " + " → ".join(f"`{file.removesuffix('.py')}`" for file in files)
        for name, files in walks.items()
    ]
    return "\n" + "\n\n".join(fill(line, WIDTH, break_on_hyphens=False) for line in lines) + "\n\n"


def main(arguments: list[str]) -> int:
    if arguments and arguments[0] in WALKS:
        walk = Walk()
        with tempfile.TemporaryDirectory() as folder:
            WALKS[arguments[0]](Path(folder), walk)
        sys.stdout.write(f"{json.dumps(walk.files)}\n")
        sys.stdout.flush()
        os._exit(0)  # windows and children end with the process
    walks = {name: walked(name) for name in WALKS}
    text = CONTRIBUTING.read_text(encoding="utf-8")
    if "--write" in arguments:
        CONTRIBUTING.write_text(PATHS.sub(lambda _: paths(walks), text), encoding="utf-8")
    most = most_files(text)
    for name, files in walks.items():
        print(f"{len(files):3} of {most[name]:3}  {name}")
    return int(any(len(files) > most[name] for name, files in walks.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
