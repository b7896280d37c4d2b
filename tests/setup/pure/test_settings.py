"""A set-up is taken whole or refused with a sentence that names file, key and what is allowed."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.base.fields import Whole, declarations
from kiosk.base.schedule import RoundTime
from kiosk.errors import SetupError
from kiosk.setup.settings import (
    AlertSettings,
    Colour,
    DivisionSettings,
    EventSettings,
    Profile,
    Protection,
    Settings,
    Sizes,
    Timings,
    build_settings,
    settings_to_mapping,
    without_identity,
)

DIVISION = {"id": "one", "name": "Division 1", "rules": "some-rules", "penalty": "lose_turn", "main": "free"}


def smallest() -> dict[str, Any]:
    return {"station": {"letter": "B", "profile": "club"}, "division": [dict(DIVISION)]}


def with_value(path: str, value: object) -> dict[str, Any]:
    """The smallest set-up with *value* under the dotted *path*; a number is a place in a list."""
    mapping = smallest()
    *parents, last = path.split(".")
    table: Any = mapping
    for name in parents:
        table = table[int(name)] if name.isdigit() else table.setdefault(name, {})
    table[last] = value
    return mapping


def test_the_smallest_set_up_gets_the_defaults():
    settings = build_settings(smallest())

    assert settings == Settings(
        letter="B",
        name="Station B",
        profile=Profile.CLUB,
        divisions=(DivisionSettings("one", "Division 1", "some-rules", "lose_turn", "free"),),
        protection=Protection.DEMONSTRATION,
    )
    assert settings.timings == Timings(60, 90, 20, 20, 20, 3, 60)
    assert settings.alerts.split_window_s == 180


@pytest.mark.parametrize("kind", ["main", "international", "school"])
def test_what_kind_of_division_it_is_the_director_declares(kind):
    declared = {} if kind == "main" else {kind: True}

    [division] = build_settings(with_value("division", [{**DIVISION, **declared}])).divisions

    assert division.kind == kind


def test_a_tournament_wants_at_least_a_deterrent():
    assert build_settings(with_value("station.profile", "tournament")).protection is Protection.DETERRENT


def test_every_key_is_read():
    mapping = {
        "station": {
            "letter": "Z",
            "name": "Läufer 3",
            "profile": "tournament",
            "protection": "locked",
            "ask_table": True,
            "text_percent": 120,
        },
        "division": [{**DIVISION, "long": "long-list", "colour": "blue"}, {**DIVISION, "id": "two"}],
        "event": {"id": "open-2026", "name": "The Open"},
        "round": [
            {"number": 1, "starts": datetime(2026, 5, 1, 9, 0), "ends": "2026-05-01T10:00"},  # noqa: DTZ001
            {"number": 2, "starts": "2026-05-01T10:15"},
        ],
        "timings": {"entering_s": 30, "checking_s": 40, "showing_s": 10, "warning_s": 10},
        "alerts": {"split_window_s": 240},
        "second_copy": {"folder": "E:\\kiosk", "every_min": 2},
    }

    settings = build_settings(mapping, "stick.toml")

    assert settings.name == "Läufer 3"
    assert settings.divisions[0].long == "long-list"
    assert settings.divisions[0].colour == "blue"
    assert settings.event == EventSettings("open-2026", "The Open")
    assert settings.rounds == (
        RoundTime(1, "2026-05-01T09:00", "2026-05-01T10:00"),
        RoundTime(2, "2026-05-01T10:15"),
    )
    assert settings.timings == Timings(entering_s=30, checking_s=40, showing_s=10, warning_s=10)
    assert (settings.sizes, settings.alerts) == (Sizes(120), AlertSettings(240))
    assert (settings.ask_table, settings.protection) == (True, Protection.LOCKED)
    assert (settings.second_copy, settings.second_copy_min) == ("E:\\kiosk", 2)


BAD = [
    ("station.letter", "b", "“A”, “B”"),
    ("station.letter", "AB", "“A”, “B”"),
    ("station.letter", 2, "“A”, “B”"),
    ("station.name", "", "1 to 30"),
    ("station.name", "x" * 31, "1 to 30"),
    ("station.name", " x", "without space"),
    ("station.name", "a\nb", "printable"),
    ("station.name", 7, "1 to 30"),
    ("station.profile", "pub", "“tournament”, “club”"),
    ("station.protection", "vault", "“demonstration”, “deterrent”, “locked”"),
    ("station.ask_table", "yes", "true or false"),
    ("station.ask_table", 1, "true or false"),
    ("station.text_percent", 79, "from 80 to 150"),
    ("station.text_percent", 151, "from 80 to 150"),
    ("station.text_percent", True, "from 80 to 150"),
    ("station.text_percent", 100.5, "from 80 to 150"),
    ("station.colour", "blue", "letter, name, profile"),
    ("wizard", {}, "station, division, event"),
    ("station", "B", "[station]"),
    ("division", {}, "[[division]]"),
    ("division", ["one"], "[[division]]"),
    ("division", [], "1 to 8"),
    ("division", [{**DIVISION, "id": str(number)} for number in range(9)], "1 to 8"),
    ("division", [{**DIVISION, "international": True, "school": True}], "left out where “international” is"),
    ("division.0.id", "two words", "A–Z"),
    ("division.0.id", "-x", "A–Z"),
    ("division.0.id", "x" * 21, "1 to 20"),
    ("division.0.name", "", "1 to 30"),
    ("division.0.rules", "../../secret", "A–Z"),
    ("division.0.penalty", None, "A–Z"),
    ("division.0.main", "", "A–Z"),
    ("division.0.long", "free", "another list"),
    ("division.0.long", "é", "A–Z"),
    ("division.0.colour", "red", "“blue”, “orange”"),
    ("division.0.lexicon", "free", "id, name, rules"),
    ("event.id", "a b", "A–Z"),
    ("event.place", "hall", "id, name"),
    ("timings.entering_s", 19, "from 20 to 300"),
    ("timings.entering_s", 301, "from 20 to 300"),
    ("timings.entering_s", "60", "from 20 to 300"),
    ("timings.hold_s", 0, "from 1 to 10"),
    ("timings.warning_s", 61, "from 5 to 60"),
    ("timings.minutes", 1, "entering_s, checking_s"),
    ("alerts.split_window_s", 10, "from 30 to 900"),
    ("alerts.window", 10, "split_window_s"),
    ("second_copy.folder", "", "1 to 400"),
    ("second_copy.every_min", 0, "1 to 400"),
    ("second_copy.often", 1, "folder, every_min"),
]


@pytest.mark.parametrize(("path", "value", "allowed"), BAD)
def test_a_bad_value_is_refused_with_file_key_and_what_is_allowed(path, value, allowed):
    mapping = with_value(path, value)

    with pytest.raises(SetupError) as refused:
        build_settings(mapping, "stick.toml")

    sentence = str(refused.value)
    assert sentence.startswith("stick.toml: “")
    assert path.split(".")[-1] in sentence or path == "second_copy.every_min"
    assert allowed in sentence
    assert sentence.endswith(". Correct the file and try again.")


@pytest.mark.parametrize("key", ["letter", "profile"])
def test_what_has_no_default_must_be_there(key):
    mapping = smallest()
    del mapping["station"][key]

    with pytest.raises(SetupError, match=f"“station.{key}” is missing; it must be one of"):
        build_settings(mapping)


@pytest.mark.parametrize("key", list(DIVISION))
def test_every_part_of_a_division_must_be_there(key):
    mapping = smallest()
    del mapping["division"][0][key]

    with pytest.raises(SetupError, match=rf"“division\[1\].{key}” is missing"):
        build_settings(mapping)


def test_two_divisions_never_share_an_id_in_any_case():
    mapping = smallest()
    mapping["division"].append({**DIVISION, "id": "ONE"})

    with pytest.raises(SetupError, match=r"“division\[2\].id” is “ONE”; it must be different"):
        build_settings(mapping)


@pytest.mark.parametrize(
    "when",
    [
        None,
        7,
        "tomorrow",
        "09:00",
        "2026-05-01",
        "2026-05-01T09:00:30",
        "2026-05-01T09:00+02:00",
        "2026-02-30T09:00",
        datetime(2026, 5, 1, 9, 0, tzinfo=UTC),
        date(2026, 5, 1),
    ],
)
def test_a_round_starts_at_a_local_date_and_time(when):
    mapping = smallest() | {"round": [{"number": 1, "starts": when}]}

    with pytest.raises(SetupError, match=r"“round\[1\].starts” is .*such as 2026-05-01T09:00"):
        build_settings(mapping)


def test_rounds_that_overlap_are_refused():
    rounds = [
        {"number": 1, "starts": "2026-05-01T09:00", "ends": "2026-05-01T10:00"},
        {"number": 2, "starts": "2026-05-01T09:30"},
    ]

    with pytest.raises(SetupError, match="“round”: rounds 1 and 2 overlap"):
        build_settings(smallest() | {"round": rounds})


def test_a_round_has_no_other_keys():
    mapping = smallest() | {"round": [{"number": 1, "starts": "2026-05-01T09:00", "table": 1}]}

    with pytest.raises(SetupError, match=r"“round\[1\].table” is not a key"):
        build_settings(mapping)


def test_the_warning_is_part_of_the_time_it_warns_of():
    mapping = smallest() | {"timings": {"entering_s": 20, "warning_s": 21}}

    with pytest.raises(SetupError, match=r"“timings.warning_s” is 21; it must be no more than entering_s"):
        build_settings(mapping)


def test_a_verdict_can_be_cleared_before_it_goes_by_itself():
    mapping = smallest() | {"timings": {"showing_s": 5, "hold_s": 5}}

    with pytest.raises(SetupError, match=r"“timings.hold_s” is 5; it must be less than showing_s"):
        build_settings(mapping)


def test_a_long_value_is_cut_in_the_sentence():
    with pytest.raises(SetupError) as refused:
        build_settings(with_value("station.name", "x" * 500))

    assert len(str(refused.value)) < 300
    assert "…" in str(refused.value)


def test_an_export_holds_all_but_the_identity():
    mapping = settings_to_mapping(build_settings(smallest()))

    shared = without_identity(mapping)

    assert shared["division"] == mapping["division"]
    assert shared["station"] == {
        "profile": "club",
        "protection": "demonstration",
        "ask_table": False,
        "text_percent": 100,
    }


def test_identity_is_taken_only_from_a_set_up():
    with pytest.raises(TypeError):
        without_identity({"station": "B"})


@pytest.mark.parametrize(
    ("found", "wanted", "enough"),
    [
        (Protection.LOCKED, Protection.DETERRENT, True),
        (Protection.DETERRENT, Protection.DETERRENT, True),
        (Protection.DEMONSTRATION, Protection.DETERRENT, False),
    ],
)
def test_a_higher_protection_meets_a_lower_wish(found, wanted, enough):
    assert found.meets(wanted) is enough


ids = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,10}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=30)
divisions = st.builds(
    DivisionSettings,
    id=ids,
    name=texts,
    rules=ids,
    penalty=ids,
    main=ids.map("m".__add__),
    long=st.none() | ids.map("l".__add__),
    colour=st.none() | st.sampled_from(Colour),
)
LEAST = {"warning_s": (5, 20), "hold_s": (1, 4)}  # where one limit depends on another
LIMITS = {
    one.key: (one.limit.low, one.limit.high) for one in declarations(Timings) if isinstance(one.limit, Whole)
}
timings = st.builds(Timings, **{key: st.integers(*LEAST.get(key, limits)) for key, limits in LIMITS.items()})
minutes = st.datetimes().map(lambda moment: moment.isoformat(timespec="minutes"))
second_copies = st.tuples(st.none(), st.just(5)) | st.tuples(texts, st.integers(1, 60))


@st.composite
def all_settings(draw: st.DrawFn) -> Settings:
    copy = draw(second_copies)
    return Settings(
        letter=draw(st.sampled_from("ABCXYZ")),
        name=draw(texts),
        profile=draw(st.sampled_from(Profile)),
        divisions=tuple(
            draw(st.lists(divisions, min_size=1, max_size=8, unique_by=lambda one: one.id.casefold()))
        ),
        event=draw(st.none() | st.builds(EventSettings, ids, texts)),
        rounds=tuple(draw(st.lists(st.builds(RoundTime, st.integers(1, 99), minutes), max_size=1))),
        timings=draw(timings),
        sizes=Sizes(draw(st.integers(80, 150))),
        alerts=AlertSettings(draw(st.integers(30, 900))),
        ask_table=draw(st.booleans()),
        protection=draw(st.sampled_from(Protection)),
        second_copy=copy[0],
        second_copy_min=copy[1],
    )


@settings(max_examples=30)
@given(all_settings())
def test_settings_written_and_read_again_are_the_same(made):
    assert build_settings(settings_to_mapping(made)) == made
