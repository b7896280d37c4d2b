"""The page of the hub as a function of a picture: what it shows to whom, and that text stays text."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.hub import page
from kiosk.hub.page import Html, ago, element, enter_page, fragment, length, no_picture, state_of, whole_page
from kiosk.hub.picture import (
    MOST_ALERTS,
    OLD_S,
    SILENT_S,
    AlertOnPage,
    HubPicture,
    PictureAge,
    RulingOnPage,
    StationOnPage,
    ToldByLog,
    event_is_over,
    for_everybody,
)

NOW = datetime(2026, 5, 1, 14, 3, 22, tzinfo=UTC)
FRESH = PictureAge(1)
HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "</li></ol><h1>Forged</h1>",
    "a\u202eb\x00c\n\ndata: forged",
    "&lt;script&gt;",
)


def live(letter: str = "B", **more: object) -> StationOnPage:
    return replace(StationOnPage(letter, 4, 0, 12, 3, True, "locked", True, "made", True), **more)  # type: ignore[arg-type]


def picture(**more: object) -> HubPicture:
    plain = HubPicture(
        "open-2026",
        "3fa91c07",
        NOW,
        (live(),),
        (RulingOnPage("B-17", "14:02", "unacceptable", "open-2026", "Open", 3, 12, 2, ("QUIXOTRY", "ZA")),),
        (
            AlertOnPage("13:59", "Station B: its enrolment is used from two computers at once."),
            AlertOnPage(
                "14:01", "B-17 (table 12): possibly one play looked up in parts.", True, ("QUIXOTRY",)
            ),
        ),
    )
    return replace(plain, **more)  # type: ignore[arg-type]


class Reading(HTMLParser):
    """The tags of a page, and its text as a person reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.said).split())


def read(shown: HubPicture, standing: PictureAge = FRESH) -> Reading:
    return Reading(fragment(shown, standing).text)


# ---- who sees words --------------------------------------------------------------------------------------


def words_leak(strip) -> bool:
    """Whether somebody without a token reads a word of a play on a page made with *strip*."""
    return bool(re.search("QUIXOTRY|ZA|looked up in parts", fragment(strip(picture()), FRESH).text))


def test_without_the_token_no_word_and_no_alert_about_a_play_is_on_the_page():
    said = read(for_everybody(picture())).text

    assert not words_leak(for_everybody)
    assert "B-17" in said
    assert "unacceptable" in said
    assert "2 words" in said
    assert "two computers at once" in said


def test_a_build_that_shows_words_to_everybody_is_caught():
    assert words_leak(lambda shown: shown)
    assert words_leak(lambda shown: replace(for_everybody(shown), rulings=shown.rulings))
    assert words_leak(lambda shown: replace(for_everybody(shown), alerts=shown.alerts))


def test_with_the_token_the_director_sees_words_and_alerts_about_plays():
    said = read(picture()).text

    assert "QUIXOTRY ZA" in said
    assert "possibly one play looked up in parts" in said
    assert "You see what the director sees." in said


def test_once_the_event_is_over_its_words_are_anybodys_and_no_others():
    other = RulingOnPage("C-1", "15:00", "acceptable", "", words=("SECRET",))
    shown = for_everybody(picture(over=True, rulings=(*picture().rulings, other)))

    assert [one.words for one in shown.rulings] == [("QUIXOTRY", "ZA"), ()]


@pytest.mark.parametrize(
    ("told", "over"),
    [
        ([], False),
        ([ToldByLog("open-2026", open=False)], True),
        ([ToldByLog("open-2026"), ToldByLog("open-2026", open=True)], False),
        ([ToldByLog("open-2026"), ToldByLog()], False),
        ([ToldByLog("another")], False),
    ],
)
def test_an_event_is_over_when_every_station_has_closed_it(told, over):
    assert event_is_over("open-2026", told) is over


# ---- text stays text --------------------------------------------------------------------------------------


def all_hostile(text: str) -> HubPicture:
    return HubPicture(
        text,
        text,
        NOW,
        (live(text, protection=text, copy=text, copied=False, closed=text, clock=text),),
        (RulingOnPage(text, text, text, text, text, 1, 1, 1, (text,)),),
        (AlertOnPage(text, text, True, (text,)),),
    )


def obeyed(text: str) -> bool:
    """Whether a page with *text* in every place has another shape than one with a plain word there."""
    tags = [
        Reading(fragment(all_hostile(one), PictureAge(99, one, one)).text).tags for one in (text, "plain")
    ]
    return tags[0] != tags[1]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_changes_nothing_of_the_page_but_what_is_read(text: str):
    shown = Reading(fragment(all_hostile(text), FRESH).text)

    assert not obeyed(text)
    assert not any(name.startswith("on") for name, _ in shown.attributes)
    assert "\n" not in fragment(all_hostile(text), FRESH).text
    assert "\u202e" not in shown.text


@given(st.text(min_size=1))
def test_no_text_at_all_changes_the_shape_of_the_page(text: str):
    assert not obeyed(text)


@given(st.text(), st.text())
def test_text_in_an_element_reads_back_as_it_is_shown(inside: str, value: str):
    made = Reading(element("p", inside, title=value).text)

    assert made.tags == ["p"]
    assert made.attributes == [("title", page.printable(value))]


def test_a_build_that_does_not_escape_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page, "shown_text", lambda text: text)

    assert obeyed(HOSTILE[0])


def test_a_page_holds_no_inline_script_or_style_and_nothing_from_elsewhere():
    whole = whole_page(fragment(picture(), FRESH), "open-2026", 1)
    shown = Reading(whole)

    assert "style" not in shown.tags
    assert not any(name == "style" or name.startswith("on") for name, _ in shown.attributes)
    assert all((value or "").startswith("/") for name, value in shown.attributes if name in ("href", "src"))
    assert ("http-equiv", "refresh") in shown.attributes
    assert re.search(r"<noscript><meta http-equiv", whole)


# ---- doubt ------------------------------------------------------------------------------------------------


def test_a_fresh_picture_says_the_hubs_time_and_no_doubt():
    shown = read(picture())

    assert "Hub’s time 14:03:22 seen just now" in shown.text
    assert "No news" not in shown.text
    assert "live" in shown.text


@pytest.mark.parametrize(
    "standing", [PictureAge(OLD_S + 1), PictureAge(2, "The hub does not answer.", "14:00:01")]
)
def test_an_old_picture_says_so_before_anything_else_and_calls_nothing_live(standing: PictureAge):
    text = read(picture(), standing).text

    assert "No news from the hub" in text
    assert text.index("No news") < text.index("Stations")
    assert "then: live" in text
    assert standing.trouble in text


def test_before_the_hub_was_ever_reached_nothing_is_claimed():
    said = Reading(no_picture("The hub does not answer.").text).text

    assert "Nothing is known of the hub yet. The hub does not answer." in said


# ---- stations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("station", "figure", "said"),
    [
        (live(), "live", "live"),
        (live(owed=1), "behind", "1 record behind"),
        (live(closed="x"), "closed", "out of service"),
        (live(seen_s=SILENT_S + 1), "silent", "silent for 51 s"),
        (StationOnPage("S"), "silent", "never heard of"),
        (live(call_s=70, seen_s=900, closed="x"), "call", "calls the director"),
    ],
)
def test_the_state_of_a_station_is_a_shape_and_words(station: StationOnPage, figure: str, said: str):
    assert state_of(station) == (figure, said)
    text = read(picture(stations=(station,)))
    assert said in text.text
    assert text.tags.count("svg") >= 3


def test_every_fact_about_a_station_is_in_words():
    odd = live(
        owed=44, copied=False, copy="failed", protected=False, clock="clock 12 min ahead", closed="disk full"
    )

    text = read(picture(stations=(live(), replace(odd, letter="C")))).text

    for said in ("heard 4 s ago", "0 waiting", "round 3", "protection locked", "second copy made"):
        assert said in text
    for said in ("! 44 waiting", "! second copy: failed", "! protection: locked", "! clock 12 min ahead"):
        assert said in text
    assert "! disk full" in text


def test_calls_stand_first_the_longest_wait_on_top():
    calling = tuple(live(letter, call_s=wait) for letter, wait in (("A", 20), ("B", 300), ("C", None)))

    text = read(picture(stations=calling)).text

    assert text.index("Station B calls the director for 5 min") < text.index("Station A calls the director")
    assert "Station C calls" not in text
    assert "2 calls for the director" in text


def test_an_empty_hub_says_so():
    text = read(HubPicture("open-2026", "3fa91c07", NOW)).text

    assert "No station is enrolled yet." in text
    assert "None yet." in text
    assert "0 stations · no call for the director" in text


def test_more_alerts_than_fit_are_counted():
    many = tuple(AlertOnPage("13:00", f"alert {number}.") for number in range(MOST_ALERTS + 3))

    assert "and 3 more, further back" in read(picture(alerts=many)).text


def test_rounds_in_words():
    for one, said in ((live(round=None), "between rounds"), (live(open=False), "no event open")):
        assert said in read(picture(stations=(one,))).text
    assert "waiting: not known" in read(picture(stations=(live(owed=None),))).text


def test_the_form_for_the_token_says_why_it_is_asked_again():
    assert "That is not the token" in enter_page("That is not the token.")
    assert 'name="token"' in enter_page()


def test_a_ruling_of_which_little_is_known_is_shown_all_the_same():
    bare = RulingOnPage("?-1", "--:--", "unheard of")

    assert "refer ?-1 --:-- 1 word" in read(picture(rulings=(bare,))).text


@pytest.mark.parametrize(
    ("seconds", "said"), [(7, "7 s"), (89, "89 s"), (120, "2 min"), (7200, "2 h"), (200_000, "2 days")]
)
def test_lengths_as_a_person_says_them(seconds: int, said: str):
    assert length(seconds) == said
    assert ago(seconds) == f"{said} ago"


def test_attributes_without_a_value():
    assert element("p", hidden=True, open=False) == Html("<p hidden></p>")
