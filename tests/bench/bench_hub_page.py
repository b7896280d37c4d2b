"""Measures how soon a ruling stands on the hub's page once a station pushes it.

`python tests/bench/bench_hub_page.py [--stations 20] [--records 1000] [--rulings 20] [--browsers 3]` fills
a hub and opens the page in real browser windows. Then one station pushes a ruling at a time: from the moment
the push begins until it stands in the last window. The bar is 3 s. Also: what a look at the hub and what a
request of the page take.
"""

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from kiosk.hub.hub_reader import Following
from kiosk.hub.line import by_enrolment
from kiosk.hub.serve_run import ManyStations
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from tests.support import event_generator
from tests.support.bodies import body
from tests.support.browser import Browser
from tests.support.hub import EVENT, HubServer, HubUnderTest, push, ruled, say
from tests.support.hub_page import Asked, page_of

BAR_S = 3.0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--stations", type=int, default=20)
    options.add_argument("--records", type=int, default=1_000)
    options.add_argument("--rulings", type=int, default=20)
    options.add_argument("--browsers", type=int, default=3)
    asked = options.parse_args()
    server = HubServer()
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as home:
            hub, folder, enrolment = filled(server, Path(home), asked.stations, asked.records)
            print(f"{asked.stations} stations × {asked.records} records, load {os.getloadavg()[0]:.1f}")
            looks(hub)
            watch(hub, folder, enrolment, browser, asked.browsers, asked.rulings)
    finally:
        browser.end()
        server.end()


def filled(server: HubServer, home: Path, stations: int, records: int):
    """A hub with what *stations* ruled, and the station that rules on."""
    hub = HubUnderTest(server, home)
    for number in range(stations):
        folder = home / f"s{number}"
        folder.mkdir()
        event_generator.build(event_generator.records(records, seed=number), folder)
        opened = body(Kind.EVENT_OPENED, event=EVENT, name=EVENT)
        plays = [ruled(Verdict.ACCEPTABLE, word, table=number) for word in event_generator.GOOD]
        say(folder, opened, *plays, *plays)
        enrolment = read_enrolment(hub.enrol(chr(ord("A") + number)))
        push(folder, enrolment)
    return hub, folder, enrolment


def looks(hub: HubUnderTest) -> None:
    with by_enrolment(read_enrolment(hub.reader())) as conn:
        following, gathered = Following(conn), ManyStations()
        for name in ("first look at everything", "next look, nothing new"):
            start = time.perf_counter()
            gathered.picture(following.look())
            print(f"{name}: {(time.perf_counter() - start) * 1000:.0f} ms")


def watch(hub: HubUnderTest, folder: Path, enrolment, browser: Browser, tabs: int, rulings: int) -> None:
    chance, times = Random(7), []
    with page_of(hub.reader()) as page:
        windows = [browser.tab(*size) for size in ((1920, 1080), (360, 740), (1366, 768))[:tabs]]
        for one in windows:
            one.go(page.address)
            one.until("document.querySelectorAll('.station').length > 0")
        for number in range(rulings):
            table = 500 + number
            say(folder, ruled(Verdict.ACCEPTABLE, "ZA", table=table))
            time.sleep(chance.uniform(0, 2))  # at any moment between two looks
            start = time.perf_counter()
            push(folder, enrolment)
            for one in windows:
                one.until(f"document.body.innerText.includes('table {table}')")
            times.append(time.perf_counter() - start)
        start = time.perf_counter()
        for _ in range(200):
            Asked(page.server.server_port, "/")
        each = (time.perf_counter() - start) / 200
    print(
        f"push begun → in {tabs} windows: median {statistics.median(times):.2f} s, slowest {max(times):.2f}"
    )
    print(f"(bar {BAR_S} s); a request of the whole page {each * 1000:.1f} ms")


if __name__ == "__main__":
    main()
