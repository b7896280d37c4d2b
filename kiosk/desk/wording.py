"""Every sentence that a judge reads at the desk. What differs between rulebooks comes from the rule set."""

from kiosk.base.clock import local_time
from kiosk.base.page import Call, Key, RoleFlag
from kiosk.base.recordable import OPERATOR_RULE
from kiosk.decisions.opinions import OPINION_NAMES
from kiosk.desk.events import EarlierRuling
from kiosk.desk.states import DeskContext, Shift
from kiosk.desk.ways import way_name
from kiosk.paper.docket import DocketFrame, docket
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import LoggedRuling, Verdict
from kiosk.setup.divisions import Division
from kiosk.station.wording import NO_SUCH_TABLE, PLAY_COMES_OFF, PLAY_STANDS, lines, sentence

# ---- around every page -------------------------------------------------------------------------------------

A_NUMBER = "Press one of these numbers"
PRESS = "press"
GO_ON = Key("ENTER", "go on")
BACK = Key("ESC", "back")
LEAVE = Key("ESC", "leave the desk")


def judge_call(rules: RuleSet, action: str, cap: str = "") -> Call:
    """The call for the judge, by the rulebook's own name for one."""
    return Call(rules.terms.judge.upper(), action, cap, flag=RoleFlag.SQUARE)


def footer(shift: Shift | None, division: Division, context: DeskContext) -> tuple[str, ...]:
    """Who judges where, by which way, rules and list; last the clock."""
    judge = () if shift is None else (shift.by, way_name(shift.way, division.rules), division.name)
    event = (context.event, f"Round {context.round}" if context.round else "") if context.event else ()
    return lines(
        f"Desk {context.letter}",
        *judge,
        division.rules.short_title,
        division.list_name,
        *event,
        f"Set-up {context.setup_code}" if context.setup_code else "",
        context.clock,
    )


# ---- a shift -----------------------------------------------------------------------------------------------

WHO = f"Type {OPERATOR_RULE}"
WHO_BEGINS = "who begins a shift?"
YOUR_INITIALS = "Your initials or staff id: it stands on every ruling"
WHOSE_PASSCODE = "The judge's or the director's, once a shift"
WHICH_DIVISION = "which division?"
WHICH_WAY = "how are words looked up?"
BEFORE_FIRST = "before the first ruling"
TICK = "ENTER ticks the next line"
TICK_IT = Key("ENTER", "tick")
TO_FIRST_SLIP = Key("ENTER", "to the first slip")
TAKE_BACK = Key("BACKSPACE", "take back")
END_THE_SHIFT = Key("ESC", "end the shift")
END_IT = Key("ENTER", "end it")
IF_SURE = "ENTER if you are sure, ESC to go back"
SHIFT_ENDED = "SHIFT ENDED"
IT_IS_ON_RECORD = "It is on record."
NEXT_JUDGE = Key("ENTER", "next judge")
ENTER_OR_ESC = "ENTER or ESC"
CLOSED = "THE DESK IS CLOSED"


def your_passcode(by: str) -> str:
    return f"{by}: your passcode"


def next_try(seconds: int) -> str:
    return f"The next try has to wait: {seconds} s"


def exceptions(rules: RuleSet) -> str:
    if not rules.method_exceptions:
        return ""
    return f"Exceptions ({rules.clause('methods.exceptions')}): {rules.method_exceptions}"


def end_shift_of(by: str) -> str:
    return f"END THE SHIFT OF {by}?"


def count_rulings(rulings: int) -> str:
    return f"{rulings or 'No'} ruling{'s' * (rulings != 1)}"


# ---- a slip ------------------------------------------------------------------------------------------------

LONGEST_SLIP = 6  # digits

TABLE, SLIP = "TABLE", "SLIP"
TYPE_SLIP = "type the slip"
TABLE_FIRST = "First the table number"
TABLE_DIGITS = NO_SUCH_TABLE
SLIP_DIGITS = f"A slip number has at most {LONGEST_SLIP} digits and does not begin with 0"
ENTER_FIRST = "TAB rules on the next page: first ENTER"
ONLY_DIGITS = "Only digits are taken here"
SLIP_FIRST = "Finish this slip first, or clear it with ESC"
NO_LAST = "There is no ruling of this shift yet"
CHECK = Key("ENTER", "check")
NEXT_WORD = Key("SPACE", "next word")
METHOD = Key("F2", "method")
MENU = Key("ESC", "more")
CORRECT = Key("BACKSPACE", "correct")


def last_ruling(number: str) -> str:
    return f"Last ruling {number}"


def numbers(table: str, slip: str) -> str:
    """Table and slip in a few words."""
    return " · ".join(lines(f"Table {table}" if table else "", f"Slip {slip}" if slip else ""))


def typed_twice(word: str) -> str:
    return f"{word} is typed twice"


def away(rules: RuleSet) -> str:
    """The mark is for the judge alone; the clause is the rulebook's on what players may learn."""
    return f"Screen away from the players ({rules.clause('verdict.secrecy')})"


# ---- before the ruling -------------------------------------------------------------------------------------

ALL_THE_WORDS = "That key was not taken. ENTER twice if these are all the words"
ENTER_AGAIN = "ENTER once more if these are all the words, BACKSPACE to change them"
ONLY_TAB = "Only TAB rules; BACKSPACE to change the slip"
ANSWER_FIRST = "First what print says: 1 or 2"
SAME_WORDS = "Ruled in this round as {number}: F3 or ENTER first"
AGREED_FIRST = "First the other player's agreement, aloud: SPACE"
FIXED = "These are the words of {number}; ESC to clear the slip"
HOW_FIRST = "First how you look it up: press its number"
TAB_RECORDS = "TAB records what print says"
COMPARE = "compare with the slip"
WITH_BOTH = "check with both players"
LOOK_UP = "look them up in print"
ENTER_BEFORE = "ENTER first"
F3_OR_ENTER = "F3 or ENTER first"
AGREED = "agreed?"
ONE_OR_TWO = "1 or 2 first"
ANOTHER = Key("ENTER", "another challenge")
ANSWER_LATER = Key("ESC", "answer later")


def once_more(number: str) -> Key:
    return Key("F3", f"{number} again")


def consent(agreed: bool, clause: str) -> Key:
    return Key("SPACE", f"{'agreed aloud' if agreed else 'if the challenged player agrees aloud'} ({clause})")


def answer_keys(rules: RuleSet) -> tuple[Key, ...]:
    """What print can say of a play."""
    return Key("1", rules.verdict.acceptable.lower()), Key("2", rules.verdict.unacceptable.lower())


def print_says(answer: Verdict | None, rules: RuleSet) -> Call | None:
    """What the judge has answered for print, as large as the question was."""
    return None if answer is None else Call("PRINT SAYS", rules.verdict.word(answer), flag=RoleFlag.SQUARE)


def look_in(book: str) -> Call:
    return Call("LOOK IN", book, flag=RoleFlag.SQUARE)


def no_verdict_yet(number: str, long_from: int | None) -> str:
    return f"No verdict yet · {number} · look up every word of {long_from} or more letters"


# ---- the mark ----------------------------------------------------------------------------------------------

WRITE_NUMBER = "write it on the slip"
WHEN_TOLD = "ENTER when it is told"
NEXT_SLIP = Key("ENTER", "next slip")
DOCKET = Key("F4", "docket")
NO_VERDICT = "NO VERDICT"
NOT_RECORDED = "NOT RECORDED"
BACK_KEPT = Key("ENTER", "back: all that was typed is kept")
PRESS_ENTER = "Press ENTER"


def stands(verdict: Verdict, consequence: str) -> tuple[str, ...]:
    play = PLAY_STANDS if verdict is Verdict.ACCEPTABLE else PLAY_COMES_OFF
    return lines(play, sentence(consequence))


def ruling(number: str) -> str:
    return f"Ruling {number}"


def nothing_done(ruled: bool) -> str:
    return "Nothing was ruled." if ruled else "Nothing was done."


# ---- another opinion ---------------------------------------------------------------------------------------

WHICH_RULING = "which ruling again?"
WHICH = "Type the ruling number from the slip, then ENTER"
OTHER_DIVISION = "{number} was ruled in another division: ESC, then F2 to change it"


def opinion_of(number: int, on: str) -> str:
    return f"{OPINION_NAMES[number].capitalize()} opinion on {on}"


def opinion_on(earlier: EarlierRuling) -> str:
    return opinion_of(earlier.opinion, earlier.number)


def opinion_came_to(earlier: EarlierRuling, same: bool, law: str) -> str:
    return f"{opinion_on(earlier)}, {'as' if same else 'not as'} it was ruled. {law}"


def for_director(rules: RuleSet) -> str:
    law, clause = rules.review.third_opinion, rules.clause("review.third_opinion")
    return f"{law} ({clause}) Whoever gives it begins a shift with the director's passcode."


def on_whose_word(*, exception: bool) -> str:
    return "the Director makes an exception" if exception else "it was another person"


def confirm(said: str) -> Key:
    return Key("ENTER", said)


def confirm_or_not(said: str) -> str:
    return f"ENTER: {said}. ESC: no opinion is given"


# ---- the menu and the docket -------------------------------------------------------------------------------

WHAT_NOW = "what now?"
CHOICES = {
    "back": "go back",
    "clear": "clear this slip: nothing is ruled",
    "way": "another method or division (F2)",
    "opinion": "second opinion, or answer a referral (F3)",
    "docket": "docket of the last ruling (F4)",
    "end": "end the shift",
}
LOOKING = "Looking for printers…"
PRINTING = "Printing on {}…"
SAVING = "Saving it…"
NO_PRINTER = "This computer knows no printer. S saves it as a file."
DOCKET_CALL = "docket: copy it, print it or save it"
ANOTHER_PRINTER = "another printer"
WHICH_PRINTER = "which printer, for this shift?"
PRINT = "print"
SAVE = "save as a file"
ENTER_BACK = Key("ENTER", "back")
COVERED = "COVERED"
SHIFT_GOES_ON = "The shift goes on."
ANY_KEY = "Any key brings it back."


def print_on(printer: str) -> str:
    return f"print on {printer}"


def docket_lines(ruling: LoggedRuling, rules: RuleSet, context: DeskContext) -> tuple[str, ...]:
    """*ruling* as it stands on its docket, on the screen as on paper."""
    local = local_time(ruling.at, context.offset_min)
    return docket(ruling, DocketFrame(context.event, context.letter, local, rules))
