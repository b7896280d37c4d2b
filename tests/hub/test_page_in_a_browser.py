"""The page in a real browser, over a real hub, while stations push: it changes by itself and is honest."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kiosk.hub.serve_run import OpenPage
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.bodies import CallEndedBody, SecondCopyBody
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from tests.support.bodies import body
from tests.support.browser import Browser, Tab
from tests.support.hub import (
    EVENT,
    HubUnderTest,
    clone,
    execute,
    free_port,
    grow,
    push,
    ruled,
    running,
    say,
    station,
)
from tests.support.hub_page import page_of

pytestmark = pytest.mark.real
SIZES = ((360, 740), (1366, 768), (1920, 1080))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    made = Browser()
    yield made
    made.end()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    made = browser.tab()
    yield made
    made.close()


@pytest.fixture
def page(hub: HubUnderTest) -> Iterator[OpenPage]:
    with page_of(hub.reader()) as made:
        yield made


def state(letter: str) -> str:
    """A script for what the page says of the station *letter*."""
    return f"document.querySelector('[data-station={letter}] .state').innerText"


def says(text: str) -> str:
    """A script for whether *text* stands on the page."""
    return f"document.body.innerText.includes({json.dumps(text)})"


OPENED = body(
    Kind.EVENT_OPENED,
    event=EVENT,
    name=EVENT,
    protection={"level": "locked", "wanted": "locked", "why": ""},
)


def test_a_ruling_that_is_pushed_while_the_page_is_open_appears_without_a_reload(
    hub: HubUnderTest, page: OpenPage, tab: Tab, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 3), read_enrolment(hub.enrol("B"))
    tab.go(page.address)
    tab.until(says("never heard of"))
    tab.run("window.kept = 'not reloaded'")

    say(folder, OPENED, ruled(Verdict.UNACCEPTABLE, "QUIXOTRY", "ZA"))
    push(folder, enrolment)
    tab.until(says("B-1"))
    text = tab.text()

    assert tab.run("window.kept") == "not reloaded"
    assert tab.run(state("B")) == "live"
    assert "unacceptable" in text
    assert "table 12" in text
    assert "QUIXOTRY" not in tab.run("document.documentElement.outerHTML")


def test_the_directors_link_opens_words_and_alerts_across_stations_in_that_browser_alone(
    hub: HubUnderTest, page: OpenPage, browser: Browser, tab: Tab, tmp_path: Path
):
    a, b = station(tmp_path / "a", 3), station(tmp_path / "b", 3)
    say(a, OPENED, ruled(Verdict.UNACCEPTABLE, "QUIXOTRY", "ZA", table=7), letter="A")
    say(b, OPENED, ruled(Verdict.UNACCEPTABLE, "QUIXOTRY", table=9))
    for folder, letter in ((a, "A"), (b, "B")):
        push(folder, read_enrolment(hub.enrol(letter)))

    tab.go(page.link)
    tab.until(says("You see what the director sees."))
    tab.until(says("B-1 (table 9): part of a rejected play was looked up by itself, after A-1"))
    other = browser.tab()
    other.go(page.address)
    other.until(says("B-1"))
    html = other.run("document.documentElement.outerHTML")
    other.close()

    assert "QUIXOTRY ZA" in tab.text()
    assert page.token not in tab.run("location.href")
    assert page.token not in tab.run("document.cookie")
    assert "QUIXOTRY" not in html
    assert "part of a rejected play" not in html


def test_a_typed_token_opens_and_a_wrong_one_says_so(hub: HubUnderTest, page: OpenPage, tab: Tab):
    tab.go(f"{page.address}enter")
    tab.until("document.getElementById('token')")
    tab.run("document.getElementById('token').value = 'WRONG'; document.querySelector('button').click()")
    tab.until(says("That is not the token."))
    tab.run(f"document.getElementById('token').value = '{page.token.lower()}'")
    tab.run("document.querySelector('button').click()")
    tab.until(says("You see what the director sees."))
    tab.run("document.querySelector('footer button').click()")
    tab.until(says("Enter the director’s token"))


def test_hostile_text_from_a_station_runs_nothing_in_the_browser(
    hub: HubUnderTest, page: OpenPage, tab: Tab, tmp_path: Path
):
    evil = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
    folder = station(tmp_path / "b", 3)
    say(
        folder,
        body(Kind.EVENT_OPENED, event=EVENT, protection={"level": evil, "wanted": "locked", "why": ""}),
        body(Kind.OUT_OF_SERVICE, why=evil),
        SecondCopyBody(evil, evil),
        body(Kind.ADJUDICATION, number=evil, words=[evil], verdict="acceptable", division=evil, event=EVENT),
    )
    push(folder, read_enrolment(hub.enrol("B")))

    tab.go(page.link)
    tab.until(says("You see what the director sees."))
    tab.until("document.querySelector('.station.closed')")

    assert tab.run("window.hacked") is None
    assert tab.run("document.querySelectorAll('#picture img, #picture script').length") == 0
    assert "<img src=x" in tab.text()
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_without_script_the_page_still_shows_everything_and_renews_itself(
    hub: HubUnderTest, page: OpenPage, tab: Tab, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 3), read_enrolment(hub.enrol("B"))
    say(folder, OPENED, ruled(Verdict.ACCEPTABLE, "ZA"))
    push(folder, enrolment)
    tab.without_script()
    tab.go(page.address)
    tab.until(says("B-1"))

    say(folder, ruled(Verdict.ACCEPTABLE, "QI"))
    push(folder, enrolment)

    tab.until(says("B-2"))


def test_a_hub_that_dies_is_told_with_the_old_picture_and_one_that_comes_back_is_followed(
    hub: HubUnderTest, page: OpenPage, tab: Tab, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 3), read_enrolment(hub.enrol("B"))
    say(folder, OPENED, ruled(Verdict.ACCEPTABLE, "ZA"))
    push(folder, enrolment)
    tab.go(page.address)
    tab.until(says("B-1"))

    hub.server.kill()
    try:
        tab.until(says("No news from the hub since"))
        during, old = tab.text(), tab.run(state("B"))
    finally:
        hub.server.start()
    say(folder, ruled(Verdict.ACCEPTABLE, "QI"))
    push(folder, enrolment)
    tab.until(says("B-2"))

    assert "The hub does not answer" in during
    assert old == "then: live"
    assert "No news from the hub" not in tab.text()


def test_the_page_says_so_when_its_own_computer_falls_silent(hub: HubUnderTest, tab: Tab, tmp_path: Path):
    with page_of(hub.reader()) as page:
        tab.go(page.address)
        tab.until(says("No station is enrolled yet."))
        # On a busy machine a beat may be late: then the strip comes and goes, as it should.
        tab.until("document.body.dataset.live === 'yes' && document.getElementById('lost').hidden")

    tab.until("!document.getElementById('lost').hidden")

    assert "This page is not live." in tab.text()
    assert re.search(r"Nothing has been heard from its computer for \d+ (s|min)", tab.text())


def test_whoever_is_about_to_press_something_is_not_disturbed_by_news(
    hub: HubUnderTest, page: OpenPage, tab: Tab, tmp_path: Path
):
    enrolment, folder = read_enrolment(hub.enrol("B")), station(tmp_path / "b", 3)
    tab.go(page.address)
    tab.until(says("never heard of"))
    tab.run("document.querySelector('footer a').focus()")

    say(folder, OPENED, ruled(Verdict.ACCEPTABLE, "ZA"))
    push(folder, enrolment)
    tab.until(says("B-1"))

    assert tab.run("document.activeElement.innerText") == "Enter the director’s token"


def test_a_phone_that_slept_doubts_its_page_at_once(hub: HubUnderTest, page: OpenPage, tab: Tab):
    tab.go(page.address)
    tab.until("document.body.dataset.live === 'yes'")

    hidden = tab.run(
        "const real = Date.now; Date.now = () => real() + 60000;"
        "document.dispatchEvent(new Event('visibilitychange'));"
        "document.getElementById('lost').hidden"
    )

    assert hidden is False


# ---- pictures ---------------------------------------------------------------------------------------------


def test_the_page_fits_a_phone_and_a_wall(
    hub: HubUnderTest, page: OpenPage, browser: Browser, tmp_path: Path
):
    for letter in "ABCDEFGHIJKLMNOPQRST":
        folder = station(tmp_path / letter, 2)
        say(folder, OPENED, ruled(Verdict.ACCEPTABLE, "ZA"), letter=letter)
        push(folder, read_enrolment(hub.enrol(letter)))

    for width, height in SIZES:
        tab = browser.tab(width, height)
        tab.go(page.address)
        tab.until("document.querySelectorAll('.station.live').length === 20")
        picture = tab.picture(tmp_path / f"{width}.png")
        last = tab.run("document.querySelector('[data-station=T]').getBoundingClientRect().bottom")
        smallest = tab.run(
            "Math.min(...[...document.querySelectorAll('#picture *')].filter(e => e.innerText)"
            ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
        )

        assert picture.read_bytes().startswith(b"\x89PNG")
        assert tab.run("document.documentElement.scrollWidth") == width
        assert tab.run("document.fonts.check('700 20px Word') && document.fonts.check('20px Text')")
        assert smallest >= 12
        assert width < 1900 or last <= height  # all twenty on the wall at once
        tab.close()


# ---- the day of a tournament, watched ---------------------------------------------------------------------


class Processes:
    """`kiosk` commands that run beside each other; what each said on stderr is kept."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder, self._said = stack, folder, list[Path]()

    def start(self, *words: str) -> subprocess.Popen[str]:
        self._said.append(self._folder / f"said-{len(self._said)}.txt")
        with self._said[-1].open("wb") as said:
            return self._stack.enter_context(running(*words, stdout=subprocess.PIPE, stderr=said))

    def told(self) -> str:
        return "".join(one.read_text() for one in self._said)


def interrupt(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    process.wait(120)


def test_a_day_with_two_stations_is_watched_on_the_wall(
    hub: HubUnderTest, browser: Browser, tab: Tab, tmp_path: Path
):
    folders = {letter: station(tmp_path / letter, 2) for letter in "AB"}
    files = {letter: hub.enrol(letter) for letter in "AB"}
    with ExitStack() as stack:
        processes = Processes(stack, tmp_path)
        serving = processes.start("hub", "serve", str(hub.reader()), "--listen", f"127.0.0.1:{free_port()}")
        pushes = {
            letter: processes.start("--data", str(folders[letter]), "hub", "push", str(files[letter]))
            for letter in "AB"
        }
        assert serving.stdout is not None
        address = serving.stdout.readline().split()[-1]
        token = serving.stdout.readline().split()[-1]
        tab.go(address)
        for letter in "AB":
            tab.until(f"{state(letter)} === 'live'")
        tab.run("window.kept = 'not reloaded'")

        # A ruling, and a call for the director that is answered.
        say(folders["A"], OPENED, ruled(Verdict.UNACCEPTABLE, "QUIXOTRY"), letter="A")
        tab.until(says("A-1"))
        say(folders["A"], body(Kind.DIRECTOR_NEEDED), letter="A")
        tab.until(says("Station A calls the director"))
        tab.picture(tmp_path / "call.png")
        say(folders["A"], CallEndedBody("answered", 30_000), letter="A")
        tab.until(f"!({says('Station A calls the director')})")

        # B is cut off and rules on; its silence shows, and then all that it ruled meanwhile.
        interrupt(pushes.pop("B"))
        say(folders["B"], OPENED, ruled(Verdict.ACCEPTABLE, "ZA"), ruled(Verdict.ACCEPTABLE, "QI"))
        with hub.owner() as conn:  # ten minutes go by
            execute(
                conn,
                "UPDATE kiosk_hub.seen SET last_at = last_at - interval '10 min' WHERE role LIKE '%\\_b1'",
            )
        tab.until(f"{state('B')} === 'silent for 10 min'")
        assert "B-2" not in tab.text()
        pushes["B"] = processes.start("--data", str(folders["B"]), "hub", "push", str(files["B"]))
        tab.until(says("B-2"))
        tab.until(f"{state('B')} === 'live'")

        # A copied laptop.
        copied = clone(folders["B"], tmp_path / "copy")
        for one in (folders["B"], copied):
            grow(one, 1)
        tab.until(says("0 waiting"))
        push(folders["B"], read_enrolment(files["B"]), boot=system_boot())
        push(copied, read_enrolment(files["B"]), boot=system_boot())
        tab.until(says("the laptop or its log was copied"))

        assert tab.run("window.kept") == "not reloaded"
        assert "QUIXOTRY" not in tab.run("document.documentElement.outerHTML")
        tab.go(f"{address}enter#{token}")
        tab.until(says("QUIXOTRY"))
        for one in (serving, *pushes.values()):
            interrupt(one)
    assert "Traceback" not in processes.told()


def system_boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip() if os.name == "posix" else "boot"
