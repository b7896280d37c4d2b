"""A made-up afternoon of a championship with twenty stations, and photographs of the hub's page of it.

python -m tests.support.hub_pictures FOLDER
"""

import sys
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from kiosk.hub.picture import AlertOnPage, HubPicture, RulingOnPage, StationOnPage
from kiosk.hub.server import Board
from tests.support.browser import Browser
from tests.support.hub_page import TOKEN, served

SIZES = ((360, 740), (1366, 768), (1920, 1080))
EVENT = "championship-2026"
VERDICTS = ("acceptable", "unacceptable", "acceptable", "unacceptable", "refer", "acceptable")
WORDS = ("BANJO", "KHAKIED", "ZEN")
LIVE = StationOnPage("A", 7, 0, 312, 7, True, "locked", True, "made", True)
ODD = {
    "B": {"call_s": 140},
    "E": {"seen_s": 1900, "owed": 44},
    "H": {"owed": 130},
    "K": {"copy": "stick is not there", "copied": False},
    "M": {"closed": "the log could not be written"},
    "O": {"clock": "clock 12 min ahead", "round": None},
}


def sample() -> HubPicture:
    """The picture of that afternoon."""
    stations = [replace(LIVE, letter=letter, **ODD.get(letter, {})) for letter in "ABCDEFGHIJKLMNOPQR"]
    return HubPicture(
        EVENT,
        "3fa91c07",
        datetime(2026, 5, 2, 15, 0, 12, tzinfo=timezone(timedelta(hours=2))),
        (*stations, StationOnPage("S"), replace(LIVE, letter="T")),
        tuple(_ruling(number) for number in range(14)),
        (
            AlertOnPage(
                "14:52",
                "B-33 (table 12): part of a rejected play was looked up by itself, after F-29 at 14:50.",
                True,
                ("KHAKIED",),
            ),
            AlertOnPage(
                "14:41",
                "Station E: two different records claim place 211 of its log: the laptop or its log was "
                "copied.",
            ),
            AlertOnPage("13:02", "Station H: its enrolment is used from two computers at once."),
        ),
        name="The Open Championship 2026",
    )


def _ruling(number: int) -> RulingOnPage:
    division, count = ("Open", "Under 18")[number % 2], 1 + number % 3
    return RulingOnPage(
        f"{'ABCDEF'[number % 6]}-{40 - number}",
        f"14:{59 - number:02d}",
        VERDICTS[number % 6],
        EVENT,
        division,
        7,
        3 + number * 5 % 40,
        count,
        WORDS[:count],
    )


def photograph(folder: Path) -> None:
    """Put what everybody and the director see into *folder*, at each size, and what doubt looks like."""
    board = Board()
    browser = Browser()
    try:
        with served(board, []) as server:
            address = f"http://127.0.0.1:{server.server_port}/"
            for width, height in SIZES:
                tab = browser.tab(width, height)
                for name, path in (("everybody", ""), ("door", "enter"), ("director", f"enter#{TOKEN}")):
                    board.post(sample(), board.now())
                    tab.go("about:blank")
                    tab.go(address + path)
                    tab.until("document.querySelectorAll('.station, #enter').length > 0")
                    if name == "director":
                        tab.until("document.querySelector('footer button')")
                    tab.picture(folder / f"{name}-{width}.png")
                board.doubt("The hub does not answer. Check its address and the network.", "15:00:12")
                tab.until("document.querySelector('.doubt:not(#lost)')")
                tab.picture(folder / f"doubt-{width}.png")
                tab.close()
    finally:
        browser.end()


if __name__ == "__main__":
    photograph(Path(sys.argv[1]))
