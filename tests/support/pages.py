"""Pages made by hand, one or more for each layout and case: pictures and measurements need no station."""

from dataclasses import replace

from kiosk.base.page import Call, Countdown, DivisionBand, Key, Layout, Page, RoleFlag, Sign, Tone, WordLine
from kiosk.setup.settings import Colour

FEW = ("QUIXOTRY", "ZA")
FOUR = ("QUIXOTRY", "CAT", "DOG", "RAT")
EIGHT_LONG = tuple("ABCDEFGHIJKLMNO"[place:] + "ABCDEFGHIJKLMNO"[:place] for place in range(8))
WIDEST = ("WWWWWWWWWWWWWWW",) * 8
FOOTER = ("NASPA 2016", "NWL2023", "Set-up JDJJF7", "Every look-up is recorded", "14:31")
PLACE = ("Front of the hall", "Nationals 2026", "Round 12")
BANNERS = (
    "DEMONSTRATION: not set up",
    "Old free list, not an official one: lacks QI, ZA, OK",
    "Battery 12 %: plug in",
)

CHALLENGER = Call("CHALLENGER", "press how many words")
TYPE = Call("CHALLENGER", "type every challenged word")
BOTH = Call("BOTH", "check every letter", flag=RoleFlag.DOUBLE)
PRESS = Call(
    "CHALLENGED",
    "press",
    "TAB",
    first="hands off",
    flag=RoleFlag.OUTLINED,
    aside="made the play",
)
ENTER_STOP = (Key("ENTER", "done"), Key("↓", "one more word"), Key("ESC", "stop"))
CHECK_KEYS = (Key("BACKSPACE", "correct a word"), Key("← →", "more time"), Key("ESC", "stop"))
SHOW_KEYS = (Key("ENTER", "done"),)

BANDS = tuple(
    DivisionBand(colour, name[0], name)
    for colour, name in zip(
        Colour, ("NWL", "Collins", "School", "Open", "Masters", "Lite", "Youth", "Team"), strict=True
    )
)


def lines(words: tuple[str, ...], current: int = -1) -> tuple[WordLine, ...]:
    return tuple(WordLine(place + 1, word, place == current) for place, word in enumerate(words))


def counting(**changes) -> Page:
    made = Page(
        Layout.IDLE,
        call=CHALLENGER,
        caps=tuple("12345678"),
        lines=("Clock stopped", "Tiles face down", "Words on the slip"),
        keys=(Key("9", "larger type"), Key("ESC", "other choices")),
        list_name="NWL2023",
        letter="B",
        place=PLACE,
        footer=FOOTER,
    )
    return replace(made, **changes)


def entering(words: tuple[str, ...], current: int, **changes) -> Page:
    made = Page(
        Layout.ENTRY,
        call=TYPE,
        words=lines(words, current),
        keys=ENTER_STOP,
        lines=("Blank: type the letter on the blank slip",),
        list_name="NWL2023",
        footer=FOOTER,
    )
    return replace(made, **changes)


def checking(words: tuple[str, ...], **changes) -> Page:
    made = Page(
        Layout.CHECK,
        call=BOTH,
        then=PRESS,
        words=lines(words),
        keys=CHECK_KEYS,
        list_name="NWL2023",
        footer=FOOTER,
    )
    return replace(made, **changes)


def waiting(words: tuple[str, ...], first: str = "hands off", **changes) -> Page:
    return checking(words, then=replace(PRESS, first=first, ready=False), **changes)


def verdict(tone: Tone, words: tuple[str, ...], **changes) -> Page:
    headline, says = {
        Tone.ACCEPTABLE: ("ACCEPTABLE", ("The play stands.", "Challenger loses the turn.")),
        Tone.UNACCEPTABLE: ("UNACCEPTABLE", ("The play comes off.", "Player loses the turn.")),
        Tone.REFER: ("REFER TO THE WORD JUDGE", ("No verdict here.", "Take the slip to the word judge.")),
    }[tone]
    made = Page(
        Layout.VERDICT,
        tone,
        headline=headline,
        says=says,
        lines=("Mark the slip ✓",) if tone is Tone.ACCEPTABLE else ("Mark the slip ✗", "Drawn tiles go back"),
        words=lines(words),
        keys=SHOW_KEYS,
        countdown=Countdown("Leaves in 17 s", 0.85, Key("← →", "hold it")),
        number="Ruling B-147",
        remark="write it on the slip",
        list_name="NWL2023",
        footer=FOOTER,
    )
    return replace(made, **changes)


def choosing(**changes) -> Page:
    made = Page(
        Layout.CHOICES,
        call=Call("BOTH", "what now?", flag=RoleFlag.DOUBLE),
        keys=(
            Key("1", "go back"),
            Key("2", "clear the words and start again"),
            Key("3", "the challenger gives up"),
            Key("4", "the challenged player takes the play back"),
            Key("5", "call the director"),
        ),
        footer=FOOTER,
    )
    return replace(made, **changes)


def divisions(count: int = 8, **changes) -> Page:
    made = Page(
        Layout.CHOICES,
        call=Call("CHALLENGER", "which division?"),
        keys=tuple(
            Key(str(place), f"{band.name} · NWL2023", band) for place, band in enumerate(BANDS[:count], 1)
        ),
        footer=("Set-up JDJJF7", "Every look-up is recorded", "14:31"),
    )
    return replace(made, **changes)


def table(typed: str = "12", **changes) -> Page:
    made = Page(
        Layout.TABLE,
        call=Call("CHALLENGER", "table number"),
        typed=typed,
        keys=(Key("ENTER", "go on"), Key("BACKSPACE", "back to the words"), Key("ESC", "stop")),
        footer=FOOTER,
    )
    return replace(made, **changes)


def called(**changes) -> Page:
    made = Page(
        Layout.CALLED,
        Tone.CALL,
        sign=Sign.HAND,
        headline="DIRECTOR NEEDED",
        says=("Others: use another station.",),
        keys=(Key("ESC", "take it back"),),
        letter="B",
        place=("Front of the hall",),
        footer=FOOTER,
    )
    return replace(made, **changes)


def closed(sign: Sign, headline: str, *said: str, **changes) -> Page:
    made = Page(
        Layout.NOTICE,
        Tone.CLOSED,
        sign=sign,
        headline=headline,
        says=said[:1],
        lines=said[1:],
        letter="B",
        footer=FOOTER,
    )
    return replace(made, **changes)


CONFIRM = Page(
    Layout.NOTICE,
    call=Call("CHALLENGER", "press", "ENTER"),
    headline="Give up the challenge?",
    says=("The play stands. You lose the turn.",),
    keys=(Key("ESC", "go back"),),
    footer=FOOTER,
)
TOLD = Page(
    Layout.NOTICE,
    headline="Entry cleared",
    says=("Nobody typed for a minute.",),
    lines=("Start again.",),
    footer=FOOTER,
)
AT_THE_BOARD = Page(
    Layout.NOTICE,
    call=Call("BOTH", "at the board", flag=RoleFlag.DOUBLE),
    sign=Sign.ARROW,
    headline="Back by 14:32",
    lines=("The words are kept.",),
    keys=(Key("ENTER", "check the words"),),
    countdown=Countdown("4:12 left", 0.84),
    footer=FOOTER,
)
PASSCODE = Page(
    Layout.PASSCODE,
    call=Call("DIRECTOR", "type the passcode", flag=RoleFlag.SQUARE),
    masked=6,
    notice="Not accepted. Wait 8 s, then type it again.",
    keys=(Key("ENTER", "unlock"), Key("ESC", "go back")),
    footer=FOOTER,
)

LATE = Countdown("Cleared in 12 s", 0.6, Key("← →", "more time"))
TWICE = "CAT entered twice"
BLUE, ORANGE = BANDS[0], BANDS[1]

PLAIN = {
    "counting": counting(),
    "counting_hint": counting(notice="First press 1 to 8"),
    "entering_empty": entering(("",), 0),
    "entering_one": entering(("QUIXOT",), 0),
    "entering_notice": entering(("QUIXOTRY", "Z", ""), 1, notice="A word has at least 2 letters"),
    "entering_late": entering(("QUIXOTRY", "ZA", "", ""), 1, countdown=LATE),
    "entering_eight": entering(
        EIGHT_LONG, 7, notice="TAB is for the challenged player. Press ENTER.", countdown=LATE
    ),
    "table": table(),
    "table_empty": table("", notice="No table number? Press ENTER once more."),
    "checking_one": checking(("QUIXOTRY",)),
    "checking_two": checking(FEW),
    "checking_waiting": waiting(FEW),
    "checking_doubted": replace(
        waiting(FOUR, notice="What was typed last was not taken"),
        call=Call("CHALLENGER", "is this all?"),
        then=Call(),
        keys=(Key("ENTER", "yes, 4 words"), Key("BACKSPACE", "no"), Key("ESC", "stop")),
    ),
    "checking_late": checking(FOUR, notice=TWICE, countdown=LATE),
    "checking_eight": checking(EIGHT_LONG),
    "checking_long": checking(("QUIXOTRYQUIXOTR",)),
    "choosing": choosing(),
    "confirm": CONFIRM,
    "told": TOLD,
    "at_the_board": AT_THE_BOARD,
    "called": called(),
    "called_hint": called(notice="ESC takes it back", lines=("Your words are kept, and hidden.",)),
    "called_three": called(place=PLACE),
    "called_wide": called(letter="W", place=("Left of the second door to the playing room",)),
    "locked": closed(
        Sign.PADLOCK,
        "LOCKED",
        "Another program took the keyboard at 14:31.",
        "Use another station. Call the director.",
    ),
    "out_of_service": closed(
        Sign.BARRIER,
        "OUT OF SERVICE",
        "The record could not be saved.",
        "Use another station. Call the director.",
    ),
    "elsewhere": closed(Sign.ARROW, "WORD JUDGE ONLY", "Take the slip to the word judge's desk."),
    "passcode": PASSCODE,
    "banners": counting(banners=BANNERS),
}
VERDICTS = {
    "acceptable_one": verdict(Tone.ACCEPTABLE, ("QUIXOTRY",)),
    "acceptable": verdict(Tone.ACCEPTABLE, FOUR),
    "acceptable_eight": verdict(Tone.ACCEPTABLE, EIGHT_LONG),
    "unacceptable": verdict(Tone.UNACCEPTABLE, FOUR),
    "unacceptable_eight": verdict(Tone.UNACCEPTABLE, EIGHT_LONG),
    "refer": verdict(Tone.REFER, FOUR),
    "acceptable_band": verdict(Tone.ACCEPTABLE, FOUR, band=BLUE),
    "unacceptable_band": verdict(Tone.UNACCEPTABLE, EIGHT_LONG, band=ORANGE, banners=BANNERS[:1]),
    "refer_band": verdict(Tone.REFER, EIGHT_LONG, band=BANDS[6], banners=BANNERS[:1]),
}
BANDED = {
    "divisions": divisions(),
    "divisions_two": divisions(2),
    **{f"band_{band.colour}": counting(band=band) for band in BANDS},
    "checking_band": checking(FOUR, band=BANDS[2], banners=BANNERS[:1]),
    "entering_band": entering(("QUIXOTRY", "", ""), 1, band=BANDS[3], banners=BANNERS),
    "checking_eight_band": checking(EIGHT_LONG, band=BANDS[5], banners=BANNERS[:1], notice=TWICE),
}
LARGE = {
    f"large_{name}": replace(page, large=True)
    for name, page in {**PLAIN, **VERDICTS, **BANDED}.items()
    if name
    in (
        "counting",
        "entering_one",
        "entering_eight",
        "checking_two",
        "checking_eight",
        "acceptable",
        "unacceptable_eight",
        "unacceptable_band",
        "choosing",
        "divisions",
        "told",
    )
}
PAGES = {**PLAIN, **VERDICTS, **BANDED, **LARGE}
