"""What a rule-set file may hold, and the sentence each fault gets: file, key, what is allowed."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kiosk.base.canonical import canonical, digest
from kiosk.base.fields import declarations
from kiosk.errors import RuleSetError
from kiosk.rules.choices import Effect
from kiosk.rules.command import lines
from kiosk.rules.points import HEAD, PLAYERS, HeadText, check_head
from kiosk.rules.ruleset import RuleSet, build
from kiosk.rules.ruling import Verdict

SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "rulesets"


def sample() -> dict[str, Any]:
    """The content of a whole file, to be bent by a test."""
    return tomllib.loads((SHIPPED / "naspa-2016.toml").read_text(encoding="utf-8"))


def changed(path: str, leaf: object) -> dict[str, Any]:
    """The sample with *leaf* at the dotted *path*."""
    content = sample()
    *tables, key = path.split(".")
    table = content
    for name in tables:
        table = table[name]
    table[key] = leaf
    return content


def without(path: str) -> dict[str, Any]:
    content = sample()
    *tables, key = path.split(".")
    table = content
    for name in tables:
        table = table[name]
    del table[key]
    return content


def fault(content: dict[str, Any]) -> str:
    with pytest.raises(RuleSetError) as raised:
        build(content, "club.toml")
    return str(raised.value)


def valued(value: object) -> dict[str, object]:
    return {"value": value, "clause": "1"}


def test_a_whole_file_becomes_a_rule_set() -> None:
    rules = build(sample(), "naspa-2016.toml")

    assert isinstance(rules, RuleSet)
    assert rules.short_title == "NASPA 2016"
    assert rules.self_lookup
    assert rules.concession == "either"
    assert rules.edit_until == "adjudication"
    assert rules.method("word_judge_book").slip == "required"


def test_the_fingerprint_is_the_digest_of_the_whole_content() -> None:
    content = sample()

    rules = build(content, "naspa-2016.toml")

    assert rules.fingerprint == digest(content)
    assert rules.settled == canonical(content)


@pytest.mark.parametrize(
    ("path", "leaf"),
    [
        ("challenge.concession", {"value": "none", "clause": "IV.I.3 item 5"}),
        ("challenge.concession", {"value": "either", "clause": "club rule"}),
        ("title", "Another name"),
    ],
)
def test_any_change_changes_the_fingerprint(path: str, leaf: object) -> None:
    assert build(changed(path, leaf), "f").fingerprint != build(sample(), "f").fingerprint


def test_every_value_answers_for_its_clause() -> None:
    rules = build(sample(), "f")

    assert rules.clause("challenge.concession") == "IV.I.3 item 5"
    assert rules.clause("method.self_station.pressed_by") == "IV.J.1.h"
    assert rules.clause("decision.compensation") == "IV.K.5"
    assert rules.clause("card.step[1]") == "IV.I.3"


def test_asking_for_a_clause_that_is_not_there_is_a_bug() -> None:
    rules = build(sample(), "f")

    with pytest.raises(KeyError):
        rules.clause("challenge.nothing")


def test_a_decision_that_the_rulebook_has_not_is_none() -> None:
    rules = build(sample(), "f")

    assert rules.decision("free_challenge") is None
    assert rules.decision("extra_minute") is not None


def test_a_penalty_without_a_name_is_called_by_its_id() -> None:
    assert build(sample(), "f").penalty_name("ten_per_turn") == "ten per turn"


@pytest.mark.parametrize(
    ("verdict", "word"),
    [
        (Verdict.ACCEPTABLE, "ACCEPTABLE"),
        (Verdict.UNACCEPTABLE, "UNACCEPTABLE"),
        (Verdict.REFER, "REFER TO THE WORD JUDGE"),
    ],
)
def test_each_verdict_has_its_word(verdict: Verdict, word: str) -> None:
    assert build(sample(), "f").verdict.word(verdict) == word


@pytest.mark.parametrize(
    ("path", "leaf", "said"),
    [
        (
            "challenge.concession",
            valued("maybe"),
            "“challenge.concession” must be one of “either”, “none”; it is",
        ),
        ("challenge.concession", valued(3), "must be one of “either”, “none”; it is 3."),
        ("challenge.words_together", valued("yes"), "“challenge.words_together” must be true or false"),
        ("challenge.binding", valued("always"), "“challenge.binding” must be a list of texts"),
        ("challenge.binding", valued(["a", 1]), "“challenge.binding” must be a list of texts"),
        ("terms.clock", valued(1), "“terms.clock” must be a text; it is 1."),
        ("compensation.extra", valued("15"), "“compensation.extra” must be a whole number from 0 up"),
        ("compensation.extra", valued(True), "“compensation.extra” must be a whole number from 0 up"),
        ("compensation.extra", valued(-1), "“compensation.extra” must be a whole number from 0 up"),
        (
            "compensation.extra",
            valued(2.5),
            "“compensation.extra” must be a whole number from 0 up, or “none”",
        ),
        ("penalty.ladder", valued([5, "x"]), "“penalty.ladder” must be a list of whole numbers from 0 up"),
        ("penalty.ladder", valued(5), "“penalty.ladder” must be a list of whole numbers from 0 up"),
        (
            "penalty.options",
            valued(["lose_trun"]),
            "“penalty.options” must be a list of different names out of",
        ),
        ("penalty.options", valued(["none", "none"]), "“penalty.options” must be a list of different names"),
        ("penalty.default", valued("none"), "“penalty.default” must be one of “lose_turn”; it is “none”."),
        ("methods.allowed", valued(["séance"]), "“methods.allowed” must be a list of different names out of"),
        ("methods.default", valued("runner"), "“methods.default” must be one of “self_station”"),
        (
            "prompts.clock",
            valued("Is the clock really stopped now"),
            "“prompts.clock” must be a line of at most 5",
        ),
        ("prompts.clock", valued("Clock {stopped}"), "“prompts.clock” may hold no placeholder but: none"),
        (
            "consequence.gain",
            valued("{point} more"),
            "“consequence.gain” may hold no placeholder but: “{points}”",
        ),
        ("decision.incident", valued(1), "“decision.incident” must be a text"),
        (
            "decision.incident",
            valued("x") | {"effects": ["moon"]},
            "“decision.incident.effects” must be a list of different names out of “points_to_game”",
        ),
        ("decision.incident", valued("x") | {"shape": "odd"}, "“decision.incident.shape” must be one of"),
        ("withdraw.tile_found", valued("x") | {"blank": "yes"}, "“withdraw.tile_found.blank” must be true"),
        ("withdraw.tile_found", valued("x") | {"when": "y"}, "unknown key “withdraw.tile_found.when”"),
        (
            "decision.incident",
            valued("x") | {"points": "ten"},
            "“decision.incident.points” must be a whole number",
        ),
        ("card.step", "walk", "“card.step” must be a list of tables with who, value, clause."),
        ("card.step", ["walk"], "“card.step” must be a list of tables with who, value, clause."),
        ("card.step", [valued("Walk") | {"who": 1}], "“card.step[1].who” must be a text"),
        ("card.step", [valued("Walk") | {"why": "so"}], "an unknown key “card.step[1].why”"),
        ("card.step", [{"who": "Both", "value": "Walk"}], "“card.step[1]” has no clause"),
        ("terms.clock", valued("clock") | {"note": 1}, "“terms.clock.note” must be a text"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(path: str, leaf: object, said: str) -> None:
    sentence = fault(changed(path, leaf))

    assert "club.toml" in sentence
    assert said in sentence


@pytest.mark.parametrize(
    ("path", "leaf", "key"),
    [
        ("chalenge", {}, "chalenge"),
        ("challenge.concesion", valued("either"), "challenge.concesion"),
        ("challenge.concession", valued("either") | {"clauses": "x"}, "challenge.concession.clauses"),
        ("penalty_name.six_per_word", valued("six"), "penalty_name.six_per_word"),
        ("method.seance", {}, "method.seance"),
        ("method.self_station.pressd_by", valued("challenged"), "method.self_station.pressd_by"),
        ("placement.ground", {}, "placement.ground"),
    ],
)
def test_an_unknown_key_is_refused_by_name(path: str, leaf: object, key: str) -> None:
    sentence = fault(changed(path, leaf))

    assert "The rule set file club.toml cannot be used" in sentence
    assert f"unknown key “{key}”" in sentence


@pytest.mark.parametrize(
    "leaf",
    [{"value": "either"}, {"value": "either", "clause": ""}, {"value": "either", "clause": 5}],
)
def test_a_value_without_a_clause_is_refused(leaf: object) -> None:
    sentence = fault(changed("challenge.concession", leaf))

    assert "club.toml" in sentence
    assert "“challenge.concession” has no clause" in sentence


@pytest.mark.parametrize("leaf", ["either", {}, {"clause": "IV.I.3"}])
def test_a_bare_value_is_told_how_to_be_written(leaf: object) -> None:
    assert "“challenge.concession” must be written as { value = …, clause =" in fault(
        changed("challenge.concession", leaf)
    )


@pytest.mark.parametrize("path", ["challenge.concession", "prompts.mark_slip", "card.briefing"])
def test_a_missing_value_is_named(path: str) -> None:
    assert f"club.toml cannot be used: “{path}” is missing." in fault(without(path))


@pytest.mark.parametrize("path", ["challenge", "method", "placement.grounds", "method.self_station"])
def test_a_missing_table_is_named(path: str) -> None:
    assert f"club.toml cannot be used: the table [{path}] is missing." in fault(without(path))


@pytest.mark.parametrize("key", ["id", "title", "short_title", "issued", "status", "source"])
def test_the_head_of_a_file_must_be_whole(key: str) -> None:
    assert f"“{key}” at its head must be a text" in fault(without(key))
    assert f"“{key}” at its head must be a text" in fault(changed(key, 2016))


def test_a_status_is_final_or_draft() -> None:
    assert "“status” must be one of “final”, “draft”; it is “secret”." in fault(changed("status", "secret"))


def test_a_method_that_is_described_but_not_allowed_is_still_checked() -> None:
    content = changed("methods.allowed", valued(["self_station"]))
    content["method"]["word_judge_book"]["slip"] = valued("perhaps")

    assert "“method.word_judge_book.slip” must be one of" in fault(content)


def test_a_decision_says_what_it_does_to_whom_and_what_follows() -> None:
    content = changed(
        "decision.spoken_to",
        valued("Spoken to")
        | {"effects": ["time_taken", "none"], "minutes": 2, "then": "Play goes on.", "explained": True},
    )

    found, silent = (build(content, "f").decision(id) for id in ("spoken_to", "incident"))

    assert found is not None
    assert silent is not None
    assert (found.shape, found.target, found.minutes, found.then) == ("plain", "clock", 2, "Play goes on.")
    assert found.explained
    assert found.concerns == PLAYERS
    assert silent.target == "none"
    assert silent.concerns == (*PLAYERS, "both", "none")


@pytest.mark.parametrize("effect", Effect)
def test_an_effect_is_counted_in_points_in_time_or_not_at_all(effect: Effect) -> None:
    assert effect.in_points == ("points" in effect)
    assert effect.in_time == ("time" in effect)
    assert (effect.target == "none") == (effect is Effect.NONE)


def test_how_we_read_a_value_is_told_where_something_had_to_be_read() -> None:
    rules = build(sample(), "f")

    assert rules.note("placement.fail_penalty").startswith("The rulebook is silent.")
    assert rules.note("challenge.concession") == rules.note("nothing.at.all") == ""


def test_a_reason_to_withdraw_says_what_follows() -> None:
    found = next(one for one in build(sample(), "f").withdraw_reasons if one.id == "blank_unclear")

    assert found.blank
    assert found.then.startswith("The Director restarts the clock")
    assert any("The Director restarts the clock" in line for line in lines(build(sample(), "f")))


def test_a_named_point_with_an_empty_text_is_taken_away() -> None:
    content = sample()
    content["withdraw"]["tile_found"] = valued("")
    content["decision"]["incident"] = valued("")

    rules = build(content, "f")

    assert "tile_found" not in [reason.id for reason in rules.withdraw_reasons]
    assert rules.decision("incident") is None


def test_building_leaves_the_content_as_it_was() -> None:
    content = sample()
    before = copy.deepcopy(content)

    build(content, "f")

    assert content == before


def test_the_lines_to_read_hold_every_clause_and_note() -> None:
    rules = build(sample(), "f")

    text = "\n".join(lines(rules))

    assert text.startswith("NASPA Rules, December 2016 (naspa-2016, final, issued 2016-12)")
    assert all(f"[{clause}]" in text for _, clause in rules.clauses)
    assert "  concession = either  [IV.I.3 item 5]" in text
    assert "  words_together = yes  [IV.J.1.g; IV.J.2]" in text
    assert "  non_standard = –  [not stated]" in text
    assert "  grounds.missed_center = First word" in text
    assert "  station_step 3 = whoever presses TAB: Press TAB.  [IV.J.1.h]" in text
    assert "      The rulebook names one edition of each list and speaks of no later one." in text


def test_an_unknown_table_is_answered_with_the_tables_and_the_keys_of_the_head() -> None:
    told = fault({**sample(), "chalenge": {}})

    assert "unknown key “chalenge”. Known here: “after_challenge”" in told
    assert "“id”, “inherits”, “title”" in told


def test_in_a_table_the_keys_of_the_head_are_not_known() -> None:
    assert "inherits" not in fault(changed("challenge.concesion", valued("none")))


def test_the_head_that_a_message_names_is_the_head_a_file_has() -> None:
    header = {one.key for one in declarations(RuleSet) if isinstance(one.limit, HeadText)}

    assert set(HEAD) == {*header, "inherits"}


def test_a_value_that_no_head_has_is_refused_before_all_else() -> None:
    with pytest.raises(RuleSetError, match=r"club\.toml cannot be used: it has an unknown key “inherit”"):
        check_head({"id": "club", "inherit": "x"}, "club.toml")


def test_a_head_that_only_says_what_it_may_is_taken() -> None:
    check_head(sample(), "club.toml")
