"""The printable station card."""

import tomllib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kiosk.core.rules.build import build
from kiosk.core.rules.card import station_card
from kiosk.core.rules.points import CardStep
from kiosk.core.rules.ruleset import RuleSet

SHIPPED = Path(__file__).resolve().parents[2] / "resources" / "rulesets"
WHOLE = ("nsa-1998", "naspa-2013", "naspa-2016", "wespa-5.1")


def shipped(id: str) -> RuleSet:
    return build(tomllib.loads((SHIPPED / f"{id}.toml").read_text(encoding="utf-8")), id)


class Reader(HTMLParser):
    """Takes the text of a page and checks that what opens also closes."""

    VOID = ("meta", "br")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += data


@pytest.mark.parametrize("id", WHOLE)
def test_a_card_holds_every_step_and_its_clause(id: str) -> None:
    rules = shipped(id)

    read = Reader(station_card(rules, rules.penalty.default))

    for step in (*rules.card.steps, *rules.card.not_settled, *rules.card.judge_checks):
        assert step.text in read.text
        assert step.clause in read.text
    assert rules.card.briefing in read.text
    assert rules.penalty.success in read.text
    assert read.open == []


@pytest.mark.parametrize("id", WHOLE)
def test_a_card_needs_nothing_from_outside(id: str) -> None:
    rules = shipped(id)

    page = station_card(rules, rules.penalty.default)

    assert "http" not in page
    assert "url(" not in page
    assert Reader(page).tags.isdisjoint({"script", "link", "img", "iframe"})


@pytest.mark.parametrize("id", WHOLE)
def test_the_briefing_takes_about_half_a_minute_to_read_out(id: str) -> None:
    rules = shipped(id)

    for penalty in rules.penalty.options:
        spoken = f"{rules.card.briefing} If the challenge fails: {rules.penalty_name(penalty)}."
        assert 50 <= len(spoken.split()) <= 90
        assert spoken in Reader(station_card(rules, penalty)).text


def test_the_cards_of_two_rulebooks_differ_where_the_rulebooks_do() -> None:
    naspa, wespa = (
        Reader(station_card(rules, rules.penalty.default)).text
        for rules in (shipped("naspa-2016"), shipped("wespa-5.1"))
    )

    assert "Mark the result on the slip" in naspa
    assert "Mark the result on the slip" not in wespa
    assert "No tiles are drawn while an adjudication is awaited." in wespa
    assert "does not intervene directly" in wespa
    assert "Any onlooker who sees it running" in naspa
    assert "verifies that the bag is empty" in naspa


def test_an_international_division_has_its_own_penalty_restart_and_list() -> None:
    rules = shipped("naspa-2016")

    usual = Reader(station_card(rules, "lose_turn")).text
    abroad = Reader(station_card(rules, "five_per_word", international=True)).text

    assert "5 points per word challenged" in abroad
    assert "as soon as the opponent has reracked all tiles" in abroad
    assert "restarts the challenger's clock" in abroad
    assert "CSW2015" in abroad
    assert "VI.B.3" in abroad
    assert "reracked all tiles" not in usual
    assert "2016 Edition" in usual


def test_what_a_rule_set_says_cannot_break_the_page() -> None:
    rules = shipped("naspa-2016")
    evil = CardStep("<b>Both</b>", "<script>alert('x')</script> & more", "1 < 2")

    page = station_card(
        replace(rules, title="<i>Club</i>", card=replace(rules.card, steps=(evil,))), "lose_turn"
    )

    assert "<script>" not in page
    assert "<i>" not in page
    assert "<script>alert('x')</script> & more" in Reader(page).text


def test_a_penalty_the_rulebook_does_not_name_is_shown_by_its_id() -> None:
    assert "Ten per turn." in Reader(station_card(shipped("nsa-1998"), "ten_per_turn")).text


def test_an_empty_line_is_left_out() -> None:
    assert "Special needs" not in Reader(station_card(shipped("nsa-1998"), "lose_turn")).text
