"""Every sentence a player reads, as a function of the state.

What differs between rulebooks comes from the rule set; everything else is here and nowhere else. A page
says nothing of a single word: it is built from the play's verdict, which is all a ruling knows.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge import checking
from kiosk.core.challenge.access import may_leave
from kiosk.core.challenge.keyboard import GONE
from kiosk.core.challenge.procedure import Procedure, remaining, standing
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Closed,
    Counting,
    DirectorNeeded,
    Entering,
    Holder,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    State,
    Unlocking,
    WithDirector,
    division_of,
)
from kiosk.core.challenge.step import may_clear, may_concede
from kiosk.core.frozen import frozen
from kiosk.core.page import Call, Countdown, DivisionBand, Key, Layout, Page, Tone, WordLine
from kiosk.core.setup.division import Division
from kiosk.core.setup.settings import Colour
from kiosk.core.words.play import Word, entered_twice

RECORDED = "Every look-up is recorded"
USE_ANOTHER = "Use another station."
CALL_DIRECTOR = "Call the director."
HANDS_OFF = "hands off"
BY_POSITION = "Letters by key position"
ENTER_FIRST = "ENTER first"


@frozen
class Surroundings:
    """What a page shows besides the challenge: who this station is, and the time of day."""

    station: str
    setup_code: str = ""
    clock: str = ""
    banners: tuple[str, ...] = ()
    large: bool = False
    power: str = ""


def page(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    """What the screen says in *state*."""
    body = _body(state, now_ms, procedure, around)
    place = division_of(state)
    several = len(procedure.divisions) > 1
    if place is None and len(procedure.divisions) == 1:
        place = 0
    chosen = procedure.divisions[place] if place is not None else None
    return replace(
        body,
        countdown=_countdown(state, now_ms, procedure),
        notice=_wait_told(body.notice, state, now_ms),
        list_name=chosen.list_name if chosen else "",
        band=_bands(procedure)[place] if place is not None and several else None,
        banners=_banners(chosen, around) if _for_players(state) else (),
        footer=_footer(chosen, around),
        large=around.large,
    )


def _body(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    match state:
        case ChoosingDivision():
            return _choosing_division(procedure)
        case Counting():
            return _counting(state, procedure.divisions[state.division])
        case Entering():
            return _entering(state, procedure.divisions[state.division])
        case Checking():
            return _checking(state, now_ms, procedure.divisions[state.entry.division])
        case Judging(checked=checked, pressed_ms=pressed_ms):
            division = procedure.divisions[checked.entry.division]
            return replace(_checking(checked, pressed_ms, division), then=Call(), keys=())
        case Showing() | Referred():
            return _result(state, procedure.divisions[state.division])
        case Choosing():
            return _choosing(state, procedure)
        case Unlocking() | WithDirector():
            return _at_the_door(state)
        case NoKeyboard() | DirectorNeeded() | Locked() | OutOfService() | Left():
            return _closed(state, around)
        case _:
            assert_never(state)


def _bands(procedure: Procedure) -> tuple[DivisionBand, ...]:
    """The bands of all divisions, each with a letter of its own: of its name, as far as that is free."""
    letters: list[str] = []
    for division in procedure.divisions:
        own = (one for one in division.name.upper() if one.isalnum() and one not in letters)
        letters.append(next(own, str(len(letters) + 1)))
    return tuple(
        # A set-up need not name colours; several divisions have a band all the same.
        DivisionBand(division.colour or tuple(Colour)[place], letters[place], division.name)
        for place, division in enumerate(procedure.divisions)
    )


# --- before the verdict -----------------------------------------------------------------------------------


def _choosing_division(procedure: Procedure) -> Page:
    return Page(
        Layout.CHOICES,
        call=Call("CHALLENGER", "which division?"),
        keys=tuple(
            Key(str(place), f"{division.name} · {division.list_name}", band)
            for place, (division, band) in enumerate(
                zip(procedure.divisions, _bands(procedure), strict=True), 1
            )
        ),
        lines=(RECORDED,),
    )


def _counting(state: Counting, division: Division) -> Page:
    prompts = division.rules.prompts
    return Page(
        Layout.IDLE,
        call=Call("CHALLENGER", "how many words?", "1–8"),
        lines=tuple(line for line in (prompts.clock, prompts.tiles, prompts.slip) if line),
        notice="First press 1–8" if state.hint else "",
        keys=(Key("ESC", "other choices"),),
    )


def _entering(state: Entering, division: Division) -> Page:
    last = state.current == len(state.lines) - 1
    prompts = division.rules.prompts
    reminders = (prompts.only_declared, BY_POSITION if state.by_position else "")
    reminder = " · ".join(line for line in reminders if line)
    stop = Key("ESC", "stop")
    return Page(
        Layout.ENTRY,
        call=_prompt(prompts.type_words),
        words=tuple(
            WordLine(place + 1, line, place == state.current) for place, line in enumerate(state.lines)
        ),
        # One line for both: what the last key did is more urgent than the reminder.
        lines=(reminder,) if reminder and not state.notice else (),
        notice=state.notice.format(presser=_prompt(prompts.press).role.lower() or "challenged player"),
        keys=(Key("ENTER", "done"), Key("↓", "one more word"), stop)
        if last
        else (Key("SPACE", "next word"), stop),
    )


def _prompt(said: str) -> Call:
    """What a rule set says as “ROLE: what to do”, with the key that does it, if it ends in TAB."""
    role, colon, action = said.partition(": ")
    if not colon:
        role, action = "", said
    return Call(role, action.removesuffix(" TAB"), "TAB" if action.endswith(" TAB") else "")


def _checking(state: Checking, now_ms: int, division: Division) -> Page:
    prompts = division.rules.prompts
    keys = (Key("BACKSPACE", "correct a word"), Key("← →", "more time"), Key("ESC", "stop"))
    then = replace(_prompt(prompts.press), first=HANDS_OFF, ready=state.armed)
    if state.doubted:
        then = replace(then, first=ENTER_FIRST)
        keys = (Key("ENTER", "these are all the words"), Key("BACKSPACE", "change them"), Key("ESC", "stop"))
    elif state.asking_table:
        then = Call("CHALLENGER", f"table number {state.table or '–'} then", "ENTER")
    return Page(
        Layout.CHECK,
        call=_prompt(prompts.check),
        then=then,
        words=tuple(WordLine(place, word) for place, word in enumerate(state.words, 1)),
        notice=_noticed(state, now_ms),
        keys=keys,
    )


def _noticed(state: Checking, now_ms: int) -> str:
    """The one sentence that is most urgent now."""
    told_at = checking.named_at(state)
    if told_at is not None and now_ms >= told_at:
        return checking.LIFT.format(key=state.down[0])
    return checking.NOT_TAKEN if state.doubted else state.notice or _twice(state.words)


def _twice(words: tuple[Word, ...]) -> str:
    doubled = entered_twice(words)
    return f"{', '.join(doubled)} entered twice" if doubled else ""


# --- the verdict ------------------------------------------------------------------------------------------


def _tone(verdict: Verdict) -> Tone:
    match verdict:
        case Verdict.ACCEPTABLE:
            return Tone.ACCEPTABLE
        case Verdict.UNACCEPTABLE:
            return Tone.UNACCEPTABLE
        case Verdict.REFER:
            return Tone.REFER
        case _:
            assert_never(verdict)


def _result(state: Showing | Referred, division: Division) -> Page:
    ruled = state.ruling.adjudication
    rules = division.rules
    mark = "" if ruled.verdict is Verdict.REFER else rules.prompts.mark_slip
    lines = (ruled.consequence or "", mark)
    return Page(
        Layout.VERDICT,
        _tone(ruled.verdict),
        headline=rules.verdict.word(ruled.verdict),
        lines=tuple(line for line in lines if line),
        words=tuple(WordLine(place, word) for place, word in enumerate(ruled.words, 1)),
        number=state.ruling.number,
        keys=(Key("ENTER", "done"),) if state.open else (),
    )


# --- beside the challenge ---------------------------------------------------------------------------------


def _choosing(state: Choosing, procedure: Procedure) -> Page:
    keys = [Key("1", "go back")]
    if may_clear(state):
        keys.append(Key("2", "clear the words and start again"))
    if may_concede(state, procedure):
        keys.append(Key("3", "the challenge is conceded: no look-up"))
    keys.append(Key("4", "call the director"))
    return Page(
        Layout.CHOICES,
        call=Call("BOTH", "what now?"),
        keys=tuple(keys),
        notice=_must_adjudicate(state, procedure),
    )


def _must_adjudicate(state: Choosing, procedure: Procedure) -> str:
    """What the rulebook says to players who would rather not go on."""
    place = division_of(state.under)
    if place is None or may_concede(state, procedure):
        return ""
    return procedure.divisions[place].rules.prompts.must_adjudicate


def _at_the_door(state: Unlocking | WithDirector) -> Page:
    match state:
        case Unlocking():
            return _unlocking(state)
        case WithDirector():
            return _with_director(state)
        case _:
            assert_never(state)


def _unlocking(state: Unlocking) -> Page:
    return Page(
        Layout.PASSCODE,
        call=Call("DIRECTOR", "type the passcode"),
        masked=len(state.typed),
        notice=state.message,
        keys=(Key("ENTER", "unlock"), Key("ESC", "go back")),
    )


def _wait_told(notice: str, state: State, now_ms: int) -> str:
    """*notice*, and at the door how long the next try must wait."""
    if not isinstance(state, Unlocking) or now_ms >= state.since_ms:
        return notice
    wait = f"Wait {-(-(state.since_ms - now_ms) // 1000)} s, then type it again."
    return f"{notice} {wait}".strip()


def _with_director(state: WithDirector) -> Page:
    resume = "check everything and resume" if isinstance(state.under, OutOfService) else "resume the station"
    keys = [Key("1", resume)]
    if may_leave(state):
        keys.append(Key("2", "leave the kiosk"))
    keys.append(Key("ESC", "go back"))
    nobody = state.role == Holder.DEMONSTRATION
    return Page(
        Layout.CHOICES,
        call=Call(state.role.upper(), "what now?"),
        lines=() if nobody else (f"In use by the {state.role}.", state.message),
        keys=tuple(keys),
    )


def _closed(state: NoKeyboard | DirectorNeeded | Closed | Left, around: Surroundings) -> Page:
    match state:
        case DirectorNeeded():
            headline, lines = "DIRECTOR NEEDED", (around.station, "Others: use another station.")
            return Page(
                Layout.NOTICE, Tone.CALL, headline=headline, lines=lines, keys=(Key("ESC", "take it back"),)
            )
        case NoKeyboard():
            told = (around.station, f"{GONE} {CALL_DIRECTOR}", "Others: use another station.")
            return Page(Layout.NOTICE, Tone.CALL, headline="NO KEYBOARD", lines=told)
        case Locked(what=what, at=at):
            return _notice("LOCKED", f"{what} at {at}" if at else what)
        case OutOfService(why=why):
            return _notice("OUT OF SERVICE", why)
        case Left():
            return _notice("CLOSED", "The director has closed this station.")
        case _:
            assert_never(state)


def _notice(headline: str, why: str) -> Page:
    return Page(Layout.NOTICE, Tone.CLOSED, headline=headline, lines=(why, f"{USE_ANOTHER} {CALL_DIRECTOR}"))


# --- around every page ------------------------------------------------------------------------------------


def _for_players(state: State) -> bool:
    match state:
        case ChoosingDivision() | Counting() | Entering() | Checking() | Judging() | Showing() | Referred():
            return True
        case Choosing():
            return True
        case NoKeyboard() | DirectorNeeded() | Locked() | OutOfService():
            return False
        case Unlocking() | WithDirector() | Left():
            return False
        case _:
            assert_never(state)


def _banners(chosen: Division | None, around: Surroundings) -> tuple[str, ...]:
    own = (chosen.banner,) if chosen and chosen.banner else ()
    return (*around.banners, *own)


def _footer(chosen: Division | None, around: Surroundings) -> tuple[str, ...]:
    rules = chosen.rules.short_title if chosen else ""
    code = f"Set-up {around.setup_code}" if around.setup_code else ""
    # The list stands large on some pages; here it stands on all of them.
    name = chosen.list_name if chosen else ""
    parts = (around.station, rules, name, code, RECORDED, around.power, around.clock)
    return tuple(part for part in parts if part)


def _countdown(state: State, now_ms: int, procedure: Procedure) -> Countdown | None:
    """The last seconds of an entry, counted down."""
    if not isinstance(state, Entering | Checking):
        return None
    left_ms = standing(state, now_ms, procedure)
    if left_ms is None or left_ms > procedure.timings.warning_s * 1000:
        return None
    left_s = -(-left_ms // 1000)
    share = left_s / procedure.timings.warning_s
    return Countdown(f"Cleared in {left_s} s", share, Key("← →", "more time"))


def wake_ms(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until the page changes by itself: the state ends, or a counted second does."""
    if isinstance(state, Unlocking) and now_ms < state.since_ms:
        return (state.since_ms - now_ms) % 1000 or 1000
    next_ms = remaining(state, now_ms, procedure)
    left_ms = standing(state, now_ms, procedure)
    if next_ms is None or left_ms is None or not isinstance(state, Entering | Checking):
        return next_ms
    warning_ms = procedure.timings.warning_s * 1000
    counted_ms = left_ms - warning_ms if left_ms > warning_ms else left_ms % 1000 or min(1000, left_ms)
    told_at = checking.named_at(state) if isinstance(state, Checking) else None
    told_ms = told_at - now_ms if told_at is not None and told_at > now_ms else counted_ms
    return min(next_ms, counted_ms, told_ms)
