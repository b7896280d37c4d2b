"""What makes a passcode easy to guess: too few characters, rows of the keyboard, words everybody tries first.

Whoever stands at a station may try one passcode a minute all day, so what people try first must not open it.
"""

FEWEST_DIFFERENT = 5
SHORTEST_RUN = 3

# Letters and digits in an order that fingers or children know; each is read in both directions.
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "147258369",
)
_IN_ORDER = (*_ROWS, *(row[::-1] for row in _ROWS))

# The words most tried, without the digits and signs people put around them.
_TRIED_FIRST = (
    "access admin administrator baseball batman changeme charlie computer default donald dragon football "
    "freedom guest hello iloveyou internet jordan letmein login master michael monkey mustang nothing "
    "ninja passcode password princess root secret security shadow starwars summer sunshine superman "
    "test tester testing trustno user welcome whatever winter parola пароль passwort motdepasse "
    "contraseña wachtwoord"
)
# What stands on the station itself, or on the table beside it.
_ON_THE_STATION = (
    "acceptable adjudicate adjudication adjudicator anagram bingo challenge challenged challenger "
    "challengekiosk collins director judge kiosk naspa players ruling scrabble station tournament "
    "unacceptable wespa word words wordjudge"
)
_COMMON, _OWN = frozenset(_TRIED_FIRST.split()), frozenset(_ON_THE_STATION.split())
_SIGNS_FOR_LETTERS = str.maketrans("0134578@$!", "oleastbasi")


def weakness(passcode: str) -> str:
    """Why *passcode* is easy to guess, as the end of a sentence; empty when it is not."""
    plain = passcode.casefold()
    if len(set(plain)) < FEWEST_DIFFERENT:
        return f"it has fewer than {FEWEST_DIFFERENT} different characters"
    if _repeats(plain):
        return "it is the same thing again and again"
    if _is_in_order("".join(filter(str.isalnum, plain))):
        return "its characters stand in order on the keyboard or in the alphabet"
    inner = _without_ends(plain)
    stems = {_letters(inner), _letters(inner.translate(_SIGNS_FOR_LETTERS))}
    if stems & _COMMON:
        return "it is among those everybody tries first"
    return "it is this station's own word" if stems & _OWN else ""


def _repeats(plain: str) -> bool:
    """Whether *plain* is one piece, twice or more."""
    return plain in (plain + plain)[1:-1]


def _is_in_order(plain: str) -> bool:
    """Whether *plain* is made of nothing but pieces of known rows."""
    place = 0
    while place < len(plain):
        length = _run(plain[place:])
        if length < SHORTEST_RUN:
            return False
        place += length
    return bool(plain)


def _run(text: str) -> int:
    """How many of the first characters of *text* stand in one row."""
    length = 1
    while length < len(text) and any(text[: length + 1] in row for row in _IN_ORDER):
        length += 1
    return length


def _without_ends(plain: str) -> str:
    """*plain* without the digits and signs around it."""
    letters = [place for place, sign in enumerate(plain) if sign.isalpha()]
    return plain[letters[0] : letters[-1] + 1] if letters else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))
