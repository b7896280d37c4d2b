"""A filter by one value, declared once."""

import pytest

from kiosk.log.filters import Facet


@pytest.mark.parametrize(
    ("facet", "counted", "recorded"), [(Facet.ROUND, "7", 7), (Facet.VERDICT, "refer", "refer")]
)
def test_a_value_that_was_counted_is_looked_for_in_the_type_that_a_record_has_it_in(facet, counted, recorded):
    assert facet.parse(counted) == recorded
