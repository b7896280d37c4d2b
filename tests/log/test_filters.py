"""Every filter by a value is declared once; command line, SQL and the console's roll read it there."""

import pytest

from kiosk.console.actions import ask_for, is_simple
from kiosk.console.narrowing import chips
from kiosk.console.roll import Sorts, plain_label
from kiosk.console.values import Narrowing
from kiosk.log.brief import Brief
from kiosk.log.filters import STORED, Facet
from kiosk.log.filters_command import export_command
from kiosk.log.filters_reader import Filter, terms_of

RULING = Brief(
    *(7, "adjudication", True),
    event="open",
    division="main",
    round=3,
    table=12,
    verdict="acceptable",
    method="self_station",
    words=("CAT", "DOG"),
)
SAID = {
    Facet.EVENT: "open",
    Facet.DIVISION: "main",
    Facet.ROUND: "3",
    Facet.TABLE: "12",
    Facet.VERDICT: "acceptable",
    Facet.METHOD: "self_station",
    Facet.WORD_COUNT: "2",
    Facet.STATION: "B/1",
}


def test_the_command_line_has_an_option_for_each_with_its_help() -> None:
    helps = {option.name: getattr(option, "help", "") for option in export_command.params}

    assert {facet.option: facet.help for facet in Facet if facet.option}.items() <= helps.items()


@pytest.mark.parametrize("facet", STORED)
def test_what_is_chosen_in_the_console_is_asked_of_the_log_in_the_type_it_is_stored_in(facet: Facet) -> None:
    narrowing = Narrowing(((facet, SAID[facet]),))

    wanted = ask_for(narrowing).filter
    terms, values = terms_of(Filter(**{facet.option: getattr(wanted, facet.option)}))

    assert is_simple(narrowing)
    assert f"$.{facet.key}'" in terms
    assert values == [facet.parse(SAID[facet])]


@pytest.mark.parametrize("facet", [facet for facet in Facet if facet is not Facet.ALERT])
def test_the_roll_counts_by_it_and_the_console_names_it(facet: Facet) -> None:
    sorts = Sorts()

    sorts.add(("B", "1"), RULING, is_ruling=True)

    assert sorts.count(b"\1", [facet]) == {facet: {SAID[facet]: 1}}
    assert sorts.mask(facet, SAID[facet]) == b"\1"
    assert chips(Narrowing(((facet, SAID[facet]),)))[0][1].startswith(facet.label)
    assert plain_label(facet, "") == f"no {facet.label.lower()}"
