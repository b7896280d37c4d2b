"""Every sentence that players read at a station, and who is called by what name.

What differs between rulebooks comes from the rule set; everything else is here. Nothing here says anything
about a single word: a ruling knows the play's verdict alone.
"""

from typing import assert_never

from kiosk.base.page import Call, Key, RoleFlag
from kiosk.rules.choices import Person, Slip
from kiosk.rules.penalties import consequence_line
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.setup.divisions import Division
from kiosk.station.events import Cause, Side
from kiosk.words.play import (
    LONGEST,
    MOST_WORDS,
    SHORTEST,
    Word,
    entered_twice,
    instead_of,
    is_latin,
    is_of_another_script,
)

# ---- on the strip above a page -----------------------------------------------------------------------------

DEMONSTRATION = "DEMONSTRATION: not set up"
NO_EVENT = "No event is open: rulings are casual"
NOT_PROTECTED = "Less protected than the set-up demands"


# ---- roles -------------------------------------------------------------------------------------------------
# Who is called, by what name and under which flag: the rule set says who does what, and how they are called.
#
# CHALLENGER and CHALLENGED differ by one letter; their flags do not.

MADE_THE_PLAY = "made the play"


def director(rules: RuleSet | None) -> str:
    """What the director is called; a station that never opened knows no rule set."""
    return rules.terms.director if rules else "director"


def judge(rules: RuleSet | None) -> str:
    return rules.terms.judge if rules else "judge"


def name(who: Person, rules: RuleSet) -> str:
    """What *who* is called in a sentence."""
    match who:
        case Person.CHALLENGER:
            return f"the {rules.terms.challenger}"
        case Person.CHALLENGED:
            return f"the {rules.terms.challenged}"
        case Person.JUDGE:
            return f"the {rules.terms.judge}"
        case Person.DIRECTOR:
            return f"the {rules.terms.director}"
        case Person.BOTH:
            return "both players"
        case Person.NONE:
            return "nobody"
        case _:
            assert_never(who)


def call_for(who: Person, rules: RuleSet, action: str, cap: str = "") -> Call:
    """The call for *who* to do *action*, by the key *cap*."""
    match who:
        case Person.CHALLENGER:
            return Call(_shout(rules.terms.challenger), action, cap)
        case Person.CHALLENGED:
            role = _shout(rules.terms.challenged)
            return Call(role, action, cap, flag=RoleFlag.OUTLINED, aside=MADE_THE_PLAY)
        case Person.BOTH:
            return Call("BOTH", action, cap, flag=RoleFlag.DOUBLE)
        case Person.JUDGE:
            return Call(rules.terms.judge.upper(), action, cap, flag=RoleFlag.SQUARE)
        case Person.DIRECTOR:
            return Call(rules.terms.director.upper(), action, cap, flag=RoleFlag.SQUARE)
        case Person.NONE:
            return Call("", action, cap)
        case _:
            assert_never(who)


def _shout(term: str) -> str:
    """*term* as it stands on a flag, where a word counts by its length."""
    return term.upper().removesuffix(" PLAYER")


# ---- notices -----------------------------------------------------------------------------------------------
# The answer to a key that does not do what was hoped for: one line that says what to press. The words in
# braces are the rule set's.

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


def no_letter(text: str) -> str:
    """What to say about a key that writes *text*: which key to press, and never a substitute letter."""
    if is_of_another_script(text):
        return NOT_HERE
    if not is_latin(text):
        return ONLY_LETTERS
    key = instead_of(text)
    return NO_ACCENTS.format(text=text.upper(), key=key) if key else NO_OTHERS


# ---- pages before the verdict ------------------------------------------------------------------------------

HANDS_OFF = "hands off"
BY_POSITION = "Letters by key position"
IS_THIS_ALL = "is this all?"
KEPT_AND_HIDDEN = "The words are kept, and hidden."
AT_BOARD = "at the board"
TABLE_NUMBER = "table number"
HOW_MANY = "press how many words"
WHICH_DIVISION = "which division?"
STOP = Key("ESC", "stop")
DONE = Key("ENTER", "done")
MORE_TIME = Key("← →", "more time")
NEXT_WORD = Key("SPACE", "next word")
ONE_MORE = Key("↓", "one more word")
WORD_ABOVE = Key("↑", "word above")
NO_MORE_WORDS = Key("BACKSPACE", "no more words")
NOT_THIS_WORD = Key("BACKSPACE", "not this word")
RUB_OUT = Key("BACKSPACE", "rub out")
BACK_TO_WORDS = Key("BACKSPACE", "back to the words")
CORRECT = Key("BACKSPACE", "correct a word")
NO = Key("BACKSPACE", "no")
SHOW_WORDS = Key("ENTER", "show the words again")
OTHER_CHOICES = Key("ESC", "other choices")
ANOTHER_DIVISION = Key("BACKSPACE", "another division")
SMALLER_TYPE = Key("9", "smaller type")
LARGER_TYPE = Key("9", "larger type")


def lines(*texts: str) -> tuple[str, ...]:
    """*texts* without those that a rule set leaves empty."""
    return tuple(text for text in texts if text)


def cleared_in(seconds: int) -> str:
    return f"Cleared in {seconds} s"


def call_by_escape(director: str) -> Key:
    return Key("ESC", f"call the {director}")


def judge_only(rules: RuleSet) -> str:
    return f"{judge(rules)} only"


def division_line(division: Division) -> str:
    """How *division* is offered: with its list, or with who looks words up in it."""
    by = division.list_name if division.rules.self_lookup else judge_only(division.rules)
    return f"{division.name} · {by}"


def looked_up_by(rules: RuleSet) -> str:
    return f"Challenged words are looked up by the {judge(rules)}."


def call_to_board(rules: RuleSet) -> str:
    return f"Call the {judge(rules)} to your board."


def back_by(at: str) -> str:
    return f"Back by {at}"


def yes(words: int) -> Key:
    """The answer that these *words* are all."""
    return Key("ENTER", f"yes, {words} word{'s' * (words > 1)}")


def twice(words: tuple[Word, ...]) -> str:
    """Which words were entered twice, if any."""
    doubled = entered_twice(words)
    return f"{', '.join(doubled)} entered twice" if doubled else ""


# ---- the verdict and what takes its place ------------------------------------------------------------------

PLAY_STANDS = "The play stands."
PLAY_COMES_OFF = "The play comes off."
NO_LOOK_UP = "On record, without a look-up."
WRITE_NUMBER = "write it on the slip"
WORDS_CLEARED = "The words were cleared."
START_AGAIN = "START AGAIN"
AGAIN = Key("ENTER", "start again")
LONGER = Key("← →", "longer")


def sentence(text: str) -> str:
    """*text* with one full stop; nothing where a rule set says nothing."""
    return f"{text.removesuffix('.')}." if text else ""


def number_of(verdict: Verdict, number: str) -> str:
    return f"{'Number' if verdict is Verdict.REFER else 'Ruling'} {number}"


def has_slip(rules: RuleSet) -> bool:
    return rules.station_method.slip is not Slip.NONE


def follows(verdict: Verdict, rules: RuleSet, consequence: str) -> tuple[str, ...]:
    """What follows from *verdict*; *consequence*: as it stands on record."""
    match verdict:
        case Verdict.ACCEPTABLE:
            return lines(PLAY_STANDS, sentence(consequence))
        case Verdict.UNACCEPTABLE:
            return lines(PLAY_COMES_OFF, sentence(consequence))
        case Verdict.REFER:
            along = f"the {rules.terms.slip} and this number" if has_slip(rules) else "this number"
            return f"Take {along} along.", f"Keep the {rules.terms.clock} {rules.terms.stopped}."
        case _:
            assert_never(verdict)


def besides(verdict: Verdict, rules: RuleSet) -> tuple[str, ...]:
    """What else is to be done after *verdict*."""
    words, prompts = rules.verdict, rules.prompts
    match verdict:
        case Verdict.ACCEPTABLE:
            return lines(_mark(prompts.mark_slip, words.acceptable_mark))
        case Verdict.UNACCEPTABLE:
            mark = _mark(prompts.mark_slip, words.unacceptable_mark)
            return lines(mark, rules.consequence.drawn_tiles)
        case Verdict.REFER:
            return lines(prompts.silence)  # nothing was decided that could be marked
        case _:
            assert_never(verdict)


def _mark(mark_slip: str, mark: str) -> str:
    return f"{mark_slip} {mark}" if mark_slip else ""


def gives_up(by: Side, rules: RuleSet) -> str:
    """That the challenge was given up, as a headline."""
    match by:
        case Side.CHALLENGER:
            return f"{rules.terms.challenger} gives up".upper()
        case Side.CHALLENGED:
            return "PLAY TAKEN BACK"
        case _:
            assert_never(by)


def given_up(by: Side, words: int, division: Division) -> str:
    """What follows when *by* gives a challenge of *words* words up: the same as from a verdict against
    them."""
    match by:
        case Side.CHALLENGER:
            verdict, play = Verdict.ACCEPTABLE, PLAY_STANDS
        case Side.CHALLENGED:
            verdict, play = Verdict.UNACCEPTABLE, PLAY_COMES_OFF
        case _:
            assert_never(by)
    return f"{play} {sentence(consequence_line(division.rules, division.penalty, verdict, words))}"


def gives_up_question(by: Side) -> str:
    match by:
        case Side.CHALLENGER:
            return "Give up the challenge?"
        case Side.CHALLENGED:
            return "Take the play back?"
        case _:
            assert_never(by)


def why(cause: Cause, director: str) -> str:
    """What took words or a verdict off the screen, as players read it."""
    match cause:
        case Cause.TIME:
            return "nobody had touched the keyboard for a while"
        case Cause.VIOLATION:
            return "the station was disturbed, which was noted"
        case Cause.DIRECTOR:
            return f"the {director} did it"
        case Cause.RESTART:
            return "the station stopped and started again"
        case _:
            assert_never(cause)


def on_record(number: str) -> str:
    return f"RULING {number} IS ON RECORD"


def can_show_it(director: str) -> str:
    return f"The {director} can show it."


def last_players(number: str, cause: Cause, director: str) -> str:
    """What the last players may not have read, in one line for whoever stands here now."""
    if number:
        return f"Ruling {number} is on record: the {director} can show it"
    return f"The last words were cleared: {why(cause, director)}"


# ---- beside a challenge ------------------------------------------------------------------------------------
# The director's door, and a station that is closed.

IN_USE = "The console of this station is open."
CONSOLE_IS_OPEN = "the console is open"
WHAT_NOW = "what now?"
TYPE_PASSCODE = "type the passcode"
CAPS_LOCK = "Caps Lock is on."
DIRECTOR_ONLY = "This needs the director's passcode."
CHECK_AND_RESUME = "check everything and resume"
RESUME = "resume the station"
LEAVE = "leave the kiosk"
OPEN_CONSOLE = "open the console"
KEPT_FOR_A_WHILE = "Your words are kept for a while. "
KEPT = "Your words are kept. "
OTHERS_ELSEWHERE = "Others: use another station."
CLEAR = "clear and start again"
PRESS = "press"
GO_BACK = Key("ESC", "go back")
TAKE_IT_BACK = Key("ESC", "take it back")
UNLOCK = Key("ENTER", "unlock")
NO_KEYBOARD = "NO KEYBOARD"
LOCKED = "LOCKED"
OUT_OF_SERVICE = "OUT OF SERVICE"
CLOSED = "CLOSED"


def challenger_gives_up(rules: RuleSet) -> str:
    return f"the {rules.terms.challenger} gives up"


def challenged_takes_back(rules: RuleSet) -> str:
    return f"the {rules.terms.challenged} takes the play back"


def call_the(who: str) -> str:
    return f"call the {who}"


def please_call(who: str) -> str:
    return f"Call the {who}."


def another_or_call(who: str) -> str:
    return f"Use another station. {please_call(who)}"


def director_needed(who: str) -> str:
    return f"{who} needed".upper()


def staff(who: str, action: str) -> Call:
    """The call for the member of staff *who*."""
    return Call(who.upper(), action, flag=RoleFlag.SQUARE)


def wait(seconds: int) -> str:
    return f"Wait {seconds} s, then type it again."


def in_use_by(who: str) -> str:
    return f"In use by the {who}."


def locked_because(what: str, at: str) -> str:
    """What closed the station, in the words of whatever noticed it, for the director alone."""
    return f"Locked{f' at {at}' if at else ''}: {what}."


def disturbed_sentence(at: str) -> str:
    return f"This station was disturbed{f' at {at}' if at else ''}."


def out_of_service(why: str, at: str) -> str:
    return f"{f'Since {at}: ' if at else ''}{why}"


def closed_by(director: str) -> str:
    return f"The {director} has closed this station."
