"""Every size of a page, by name. One unit is a hundredth of the height of a 16:9 page that fits the screen.

No other module multiplies a number by the unit; a part of a piece is a share of that piece's own size.
"""

# --- type: the steps ----------------------------------------------------------------------------------------

WORD = 15  # the largest type that is not made to fit: a list's name, alone on its page
CALL = 9
BODY = 6.2
HINT = 4.2
STRIP = 2.5  # the floor

# --- type: in between ---------------------------------------------------------------------------------------

TYPED_WORD = 11  # at most: sized for the longest word, so that it does not jump while one grows
CHECKED_WORD = 19  # at most
JUDGED_WORD = 12  # at most
RULING_NUMBER = 13
REMINDER = 5.6
LIST_NAME = 5.4
CONSEQUENCE = 5
BAND_NAME = 5
KEY_ROW = 4.6
REFUSAL = 4.6
TICK_BOX = 4.4
BANNER_LINE = 3
SMALLEST_PX = 6
TO_BE_FITTED_PX = 10  # type that is then made as large as fits

# --- grid ---------------------------------------------------------------------------------------------------

MARGIN = 5
GUTTER = 3
ROW = 6
COLUMN_GAP = 6  # between two columns of words
SPACE = 2  # between two things that belong together
WIDE_SPACE = 5
FOOTER_CLOCK = 12  # kept free at the right end of the footer

# --- the frame around a page --------------------------------------------------------------------------------

BORDER = 2.6
BORDER_BELOW = 2.2
BORDER_LINE = 0.9
BORDER_ROUND = 2
BANNER_STRIP = 5.4
BAND = 8

# --- rows of the pages --------------------------------------------------------------------------------------

FIRST_CALL = 17  # the call of the idle page
SMALL_CALL = 13  # of a page that is about words
PLAIN_CALL = 15  # of a page that asks
LAST_CALL = 15  # the call for TAB
REMINDER_ROW = 9
LIST_ROW = 17
LIST_ABOVE_FOOT = 21
NOTICE_ROW = 7
TIGHT_ROW = 5
TYPED_ROW = 15
CHECKED_ROW = 20
JUDGED_ROW = 13
NOTICE_ABOVE_KEYS = 7.5
CALL_ABOVE_KEYS = 17

# --- the verdict --------------------------------------------------------------------------------------------

MARK = 21
BESIDE_MARK = 24
VERDICT_ROW = 21  # at least
LIST_NAME_ROW = 7
ABOVE_KEYS = 9

# --- choices, passcode, notices -----------------------------------------------------------------------------

CHOICE_ROW = 13  # at most
CHOICE_CAP = 8.5  # at most
CHOICES_BELOW = 4  # their call
CHOICES_ABOVE_FOOT = 8
SAID_ABOVE_FOOT = 7
FIELD_FROM_TOP = 26
FIELD = 15
FIELD_LINE = 0.6
FIELD_ROUND = 1.5
FIELD_INSIDE = 4
REFUSAL_ROW = 8
HEADLINE_FROM_TOP = 10
HEADLINE = 22
PARAGRAPH = 14
PARAGRAPH_STEP = 15
