"""Every size of a page, by name. One unit is a hundredth of the height of a 16:9 page that fits the screen.

No other module multiplies a number by the unit; a part of a piece is a share of that piece's own size.
"""

# --- type ---------------------------------------------------------------------------------------------------

VERDICT = 24
WORD = 15  # a challenged word while it is typed and checked, at most
CALL = 9
BODY = 6
HINT = 4.2
STRIP = 2.8  # the floor

CONSEQUENCE = 10.6  # capitals of seven hundredths, at most
SMALLEST_SAID = 6.8  # of a consequence
JUDGED = 7.6  # capitals of five hundredths, at least
LEAST_VERDICT = 100 / 15  # the capitals of a verdict, at least
CALLING = 60  # the capital of a station's letter that is to be found across a hall
SMALLEST_PX = 6
MEASURED_PX = 200  # type is measured in this size and then made as large as fits

# --- grid ---------------------------------------------------------------------------------------------------

MARGIN = 5
GUTTER = 3
ROW = 6
SPACE = 1.2  # between two rows, at least
WIDEST_SPACE = 7  # and at most: a key stays near what it acts on
LINE = 0.5
THICK_LINE = 0.8  # round what is typed into
BORDER = 2.6  # of a verdict
MARK = 13  # disc, octagon, square, at most
SMALLEST_MARK = 9
LEAST_MARK = 7  # where the words need the room
SIGN = 34  # a picture beside a headline
RULER_LINE = 0.2  # of the ruler that text is held to
RULER_LONG = 4  # the line of a whole centimetre or inch
RULER_SHORT = 1.6
RULER_NUMBER = 8

# --- screens ------------------------------------------------------------------------------------------------

HIGH = 100  # units
WIDE = 170  # units, at least
WIDE_UPRIGHT = 110  # of a screen that stands on its side: what is read there must not be smaller
UPRIGHT = 1.2  # a screen this many times higher than wide is on its side
