"""The answer to a key that does not do what was hoped for: one line that says what to press.

The words in braces are the rule set's: the page puts them in.
"""

from kiosk.core.words.play import LONGEST, MOST_WORDS, SHORTEST

LONGEST_TABLE = 4  # digits

# idle
COUNT_FIRST = f"First press 1–{MOST_WORDS}"
DIVISION_FIRST = "Press the number of your division"

# while the words are typed
TOO_LONG = f"A word has at most {LONGEST} letters"
TOO_SHORT = f"A word has at least {SHORTEST} letters"
TOO_MANY = f"At most {MOST_WORDS} words"
ONLY_LETTERS = "Only letters are taken; for a blank, type its letter"
NO_ACCENTS = "Only A to Z are taken: for {text} press {key}"
NO_OTHERS = "Only A to Z are taken"
NOT_HERE = "There is no letter A to Z on this key"
LAST_WORD = "ENTER if that was the last word, ↓ for one more"
LAST_DECLARED = "ENTER if that was the last word"
NOT_TAKEN = "Not taken: ENTER if that was the last word, ↓ for one more"
NOT_DECLARED = "Not taken: these are the words declared. ENTER, or ESC to clear them"
FOR_ANOTHER = "TAB is for {presser}"

# at the table number
ONLY_DIGITS = "Only digits are taken: the table number, then ENTER"
TABLE_FIRST = "First the table number, then ENTER"
TABLE_AGAIN = "Type the table number, or press ENTER once more without it"
NO_SUCH_TABLE = f"A table number has at most {LONGEST_TABLE} digits and does not begin with 0"

# while the words are checked
MISSED = "What was typed last was not taken"
LOOK_FIRST = "Look at the words for a moment, then press ENTER again"
ANSWER_FIRST = "First answer with ENTER or BACKSPACE"
TOO_EARLY = "Too early: hands off the keyboard first, then TAB"
ONLY_TAB = "Only TAB judges; BACKSPACE to change the words"
LIFT = "Lift everything off the keyboard: {key} is down"
BOARD_ONCE = "You have been at the board; BACKSPACE to change the words"
NO_MORE_TIME = "No more time: press TAB, or call the {director}"

# on every other page
ENTER_BRINGS_BACK = "ENTER brings the words back"
ENTER_WHEN_READ = "ENTER when you have read it"
A_NUMBER = "Press one of these numbers"
ENTER_OR_ESC = "ENTER if you are sure, ESC to go back"
ESC_TAKES_BACK = "ESC takes the call back"
