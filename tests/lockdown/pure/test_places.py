"""Screens: a page is whole on every screen that shows any of it, or it is not laid out at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.lockdown.places import Box, blanks, bounding_box, page_area, place_window, within

LEFT, RIGHT = Box(0, 0, 1366, 768), Box(1366, 0, 1366, 768)
BOTH = Box(0, 0, 2732, 768)

sides = st.integers(1, 40)
boxes = st.builds(Box, st.integers(-30, 60), st.integers(-30, 60), sides, sides)


def points(box):
    return {(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)}


def test_a_window_stretched_over_two_screens_shows_its_page_on_the_first_alone():
    assert page_area(BOTH, (LEFT, RIGHT)) == LEFT
    assert page_area(BOTH, (RIGHT, LEFT)) == RIGHT


def test_a_window_that_fills_its_screen_is_all_page():
    assert page_area(LEFT, (LEFT, RIGHT)) == LEFT


def test_a_mirror_of_another_size_shows_the_whole_page_too():
    small = Box(0, 0, 1024, 600)

    assert page_area(LEFT, (LEFT, small)) == small


def test_a_screen_that_shows_only_the_edge_of_the_stations_shows_nothing():
    assert page_area(LEFT, (LEFT, Box(1024, 0, 342, 768))) == Box(0, 0, 1024, 768)


@pytest.mark.parametrize(
    "window", [Box(-1000, 0, 1366, 768), Box(0, 600, 1366, 768), Box(5000, 0, 1366, 768), Box(0, 0, 300, 200)]
)
def test_a_window_with_less_than_half_a_screen_shows_no_page(window):
    assert page_area(window, (LEFT,)) is None


def test_a_window_pushed_half_off_its_screen_keeps_its_page_on_it():
    assert page_area(Box(-600, 0, 1366, 768), (LEFT,)) == Box(0, 0, 766, 768)


@given(window=boxes, screens=st.lists(boxes, min_size=1, max_size=4))
def test_no_screen_ever_shows_a_part_of_a_page(window, screens):
    area = page_area(window, screens)

    if area is not None:
        assert points(area) <= points(window)
        assert all(not screen.meets(area) or screen.common(area) == area for screen in screens)


def test_where_nobody_tells_a_windows_place_its_size_does():
    screens = (LEFT, Box(1366, 0, 1024, 600))

    assert place_window(Box(0, 0, 2390, 768), screens) == Box(0, 0, 2390, 768)
    assert place_window(Box(0, 0, 1024, 600), screens) == screens[1]
    assert place_window(Box(0, 0, 1023, 601), screens) == screens[1]
    assert place_window(Box(0, 0, 1000, 700), screens) is None


def test_an_area_counts_from_the_corner_of_its_window():
    assert within(RIGHT, BOTH) == RIGHT
    assert within(RIGHT, RIGHT) == Box(0, 0, 1366, 768)


def test_what_the_station_leaves_bare_is_covered():
    assert blanks(LEFT, (LEFT, RIGHT)) == (RIGHT,)
    assert blanks(BOTH, (LEFT, RIGHT)) == ()
    assert blanks(LEFT, (LEFT, LEFT)) == ()
    assert blanks(LEFT, (RIGHT, RIGHT)) == (RIGHT,)


@given(station=boxes, screens=st.lists(boxes, min_size=1, max_size=4))
def test_nothing_is_left_bare_and_no_cover_lies_over_the_station_or_another_cover(station, screens):
    covers = [points(box) for box in blanks(station, screens)]

    shown = set().union(*(points(screen) for screen in screens))
    assert set().union(*covers) == shown - points(station)
    assert sum(len(cover) for cover in covers) == len(set().union(*covers))


def test_the_box_around_boxes_holds_them_all():
    assert bounding_box((LEFT, RIGHT)) == BOTH
