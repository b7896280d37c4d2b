"""The catalogue of records, and what an adjudication puts into the log."""

import json

import pytest

from kiosk.base.canonical import canonical
from kiosk.log.bodies import AdjudicationBody
from kiosk.log.body import encode
from kiosk.log.chain import Record
from kiosk.log.kinds import CATALOGUE, Audience, Kind
from kiosk.rules.ruling import Adjudication, Effort, ListStamp, Place, RuleStamp, Verdict
from kiosk.words.play import Word

KEYS = {
    *("number", "words", "declared", "final", "verdict", "method", "operator", "division", "event", "round"),
    *(
        "table",
        "flags",
        "lexicon",
        "long_lexicon",
        "rules",
        "penalty",
        "consequence",
        "entry_ms",
        "verify_ms",
    ),
    *("edits", "program"),
}


def ruled(long: ListStamp | None = None) -> Adjudication:
    return Adjudication(
        words=(Word("QI"), Word("ZA")),
        declared=3,
        verdict=Verdict.UNACCEPTABLE,
        method="self_station",
        lexicon=ListStamp("nwl", "NWL2023", "NWL2023", "ab" * 32),
        rules=RuleStamp("naspa-2016", "cd" * 32, "lose_turn"),
        long_lexicon=long,
        place=Place("A", "open", 4, 12),
        flags=("casual",),
        effort=Effort(9000, 4000, 2),
    )


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_in_the_catalogue_with_audience_and_meaning(kind: Kind) -> None:
    assert isinstance(kind.audience, Audience)
    assert kind.meaning.endswith(".")
    assert kind.value.isidentifier()


def test_the_catalogue_holds_nothing_else() -> None:
    assert set(CATALOGUE) == set(Kind)


def test_an_adjudication_carries_what_the_director_needs() -> None:
    body = encode(AdjudicationBody.of(ruled(), "B-147", "0.1.0"))

    assert set(body) == KEYS
    assert body["words"] == ["QI", "ZA"]
    assert (body["declared"], body["final"]) == (3, 2)
    assert (body["number"], body["round"], body["table"]) == ("B-147", 4, 12)
    assert body["rules"] == {"id": "naspa-2016", "fingerprint": "cd" * 32}
    assert body["long_lexicon"] is None


def test_a_long_list_is_stamped_like_the_main_one() -> None:
    long = ListStamp("long", "Long list", None, "ef" * 32)
    body = encode(AdjudicationBody.of(ruled(long), "B-1", "0.1.0"))

    assert body["long_lexicon"] == {
        "id": "long",
        "name": "Long list",
        "edition": None,
        "fingerprint": "ef" * 32,
    }


def test_the_verdict_is_said_once_and_of_the_whole_play() -> None:
    text = canonical(encode(AdjudicationBody.of(ruled(), "B-1", "0.1.0")))

    assert text.count("acceptable") == 1
    assert json.loads(text)["words"] == ["QI", "ZA"]


def test_a_record_parses_its_body() -> None:
    record = Record(2, "2026-03-07T09:00:00.000Z", Kind.NOTE, '{"text":"é"}', "0" * 64, "1" * 64)

    assert record.data == {"text": "é"}


@pytest.mark.parametrize(
    ("body", "local"),
    [
        ({"clock": {"offset_min": -90}}, "2026-03-07T09:30:00"),
        ({"clock": {"offset_min": 60}}, "2026-03-07T12:00:00"),
        ({"clock": {"offset_min": "?"}}, "2026-03-07T11:00:00"),
        ({"clock": 7}, "2026-03-07T11:00:00"),
        ({}, "2026-03-07T11:00:00"),
    ],
)
def test_the_local_time_of_a_record_is_that_of_the_stations_wall_clock(body, local):
    record = Record(1, "2026-03-07T11:00:00.000Z", Kind.NOTE, canonical(body), "", "")

    assert record.local.isoformat() == local
