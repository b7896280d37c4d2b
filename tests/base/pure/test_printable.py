"""What may be shown of any text, and how numbers of things are said."""

import pytest

from kiosk.base.printable import count_of


@pytest.mark.parametrize(("number", "said"), [(0, "0 records"), (1, "1 record"), (2, "2 records")])
def test_a_number_of_things_is_said_with_their_name_in_the_right_number(number, said):
    assert count_of(number, "record") == said
