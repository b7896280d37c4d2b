"""Every sentence a player reads, as a function of the state."""

from dataclasses import replace
from typing import assert_never

from kiosk.base.page import Call, Key, Layout, Page, RoleFlag, Sign, Tone, WordLine
from kiosk.rules.choices import Person, Slip
from kiosk.rules.penalties import consequence_line
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.setup.divisions import Division
from kiosk.station import entry as station_entry
from kiosk.station import wording
from kiosk.station.closing import may_leave, may_open_console
from kiosk.station.entry import Procedure, may_change_division, may_grow
from kiosk.station.machine import Option, may_concede, may_see_board, options
from kiosk.station.states import (
    AskingTable,
    AtBoard,
    Cause,
    Checking,
    Choosing,
    ChoosingDivision,
    Closed,
    Conceded,
    Conceding,
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
    Side,
    StaffOnly,
    State,
    Told,
    Unlocking,
    WithDirector,
    division_of,
    entry_of,
)
from kiosk.station.wording import (
    MORE_TIME,
    Surroundings,
    bands,
    called,
    countdown,
    director,
    judge,
    more_time,
    name,
    rules_at,
    rules_for,
)
from kiosk.words.play import MOST_WORDS, Word, entered_twice

# ---- before ------------------------------------------------------------------------------------------------
# The pages before the verdict: idle, typing, the table number, checking, both at their board.

HANDS_OFF = "hands off"
BY_POSITION = "Letters by key position"
IS_THIS_ALL = "is this all?"
STOP = Key("ESC", "stop")


def shown(*lines: str) -> tuple[str, ...]:
    """*lines* without those that a rule set leaves empty."""
    return tuple(line for line in lines if line)


# --- idle -------------------------------------------------------------------------------------------------


def idle(state: StaffOnly | ChoosingDivision | Counting, procedure: Procedure, around: Surroundings) -> Page:
    match state:
        case StaffOnly():
            return _staff_only(procedure, around)
        case ChoosingDivision():
            return _choosing_division(state, procedure)
        case Counting():
            return _counting(state, procedure, around)
        case _:
            assert_never(state)


def _staff_only(procedure: Procedure, around: Surroundings) -> Page:
    who = judge(procedure.divisions[0].rules)
    return Page(
        Layout.NOTICE,
        headline=f"{who} only".upper(),
        says=(f"Challenged words are looked up by the {who}.",),
        lines=(f"Call the {who} to your board.",),
        letter=around.letter,
        place=around.place,
    )


def _choosing_division(state: ChoosingDivision, procedure: Procedure) -> Page:
    rules = rules_for(state, procedure)
    return Page(
        Layout.CHOICES,
        call=called(rules.station_method.typed_by, rules, "which division?"),
        keys=tuple(
            Key(
                str(place),
                f"{one.name} · {one.list_name if one.rules.self_lookup else f'{judge(one.rules)} only'}",
                band,
            )
            for place, (one, band) in enumerate(zip(procedure.divisions, bands(procedure), strict=True), 1)
        ),
        notice=station_entry.DIVISION_FIRST if state.hint else _told_line(state.told, rules),
    )


def _counting(state: Counting, procedure: Procedure, around: Surroundings) -> Page:
    rules = procedure.divisions[state.division].rules
    prompts = rules.prompts
    another = Key("BACKSPACE", "another division")
    return Page(
        Layout.IDLE,
        call=called(rules.station_method.typed_by, rules, "press how many words"),
        caps=tuple(str(count) for count in range(1, MOST_WORDS + 1)),
        lines=shown(prompts.clock, prompts.tiles, prompts.slip),
        notice=station_entry.COUNT_FIRST if state.hint else _told_line(state.told, rules),
        keys=(
            Key("ESC", "other choices"),
            Key("9", "smaller type" if around.large else "larger type"),
            *((another,) if may_change_division(state, procedure) else ()),
        ),
        letter=around.letter,
        place=around.place,
    )


def _told_line(told: Told | None, rules: RuleSet) -> str:
    """What was told on a page of its own a moment ago."""
    if told is None:
        return ""
    if told.number:
        return f"Ruling {told.number} is on record: the {director(rules)} can show it"
    return f"The last words were cleared: {why(told.cause, director(rules))}"


def why(cause: Cause, director: str) -> str:
    """What took words or a verdict off the screen, as players are told it."""
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


# --- the entry --------------------------------------------------------------------------------------------


def entered(state: Entering | AskingTable | Checking | AtBoard, now_ms: int, procedure: Procedure) -> Page:
    rules = rules_for(state, procedure)
    match state:
        case Entering():
            return _entering(state, rules)
        case AskingTable():
            return _asking_table(state, rules)
        case Checking():
            return _checking(state, now_ms, rules, procedure)
        case AtBoard():
            return _at_board(state, rules)
        case _:
            assert_never(state)


def _entering(state: Entering, rules: RuleSet) -> Page:
    prompts, method = rules.prompts, rules.station_method
    by_position = BY_POSITION if state.by_position else ""
    return Page(
        Layout.ENTRY,
        call=called(method.typed_by, rules, prompts.type_words),
        words=tuple(
            WordLine(place + 1, line, place == state.current) for place, line in enumerate(state.lines)
        ),
        # One line for everything: what the last key did is more urgent than a reminder.
        lines=() if state.notice else shown(by_position, prompts.only_declared, prompts.blank),
        notice=state.notice.format(presser=name(method.pressed_by, rules)),
        keys=(*_entry_keys(state), STOP),
    )


def _entry_keys(state: Entering) -> tuple[Key, ...]:
    last, empty = state.current == len(state.lines) - 1, not state.lines[state.current]
    on = Key("ENTER", "done") if last else Key("SPACE", "next word")
    grow = (Key("↓", "one more word"),) if last and may_grow(state) else ()
    if empty and len(state.lines) > 1:
        return (Key("BACKSPACE", "no more words" if last else "not this word"), *(grow or (on,)))
    up = (Key("↑", "word above"),) if state.current else ()
    return (on, *grow, *up)


def _asking_table(state: AskingTable, rules: RuleSet) -> Page:
    return Page(
        Layout.TABLE,
        call=called(rules.station_method.typed_by, rules, "table number"),
        typed=state.typed,
        notice=state.notice,
        keys=(
            Key("ENTER", "done"),
            Key("BACKSPACE", "rub out" if state.typed else "back to the words"),
            STOP,
        ),
    )


def _checking(state: Checking, now_ms: int, rules: RuleSet, procedure: Procedure) -> Page:
    method = rules.station_method
    board = (Key("0", rules.prompts.board),) if may_see_board(state, procedure) else ()
    more = (MORE_TIME,) if more_time(state, procedure) else ()
    page = Page(
        Layout.CHECK,
        call=called(method.verified_by, rules, rules.prompts.check),
        then=replace(
            called(method.pressed_by, rules, rules.prompts.press, "TAB"), first=HANDS_OFF, ready=state.armed
        ),
        words=tuple(WordLine(place, word) for place, word in enumerate(state.words, 1)),
        notice=_noticed(state, now_ms).format(director=director(rules)),
        keys=(Key("BACKSPACE", "correct a word"), *board, *more, STOP),
    )
    if not state.doubted:
        return page
    # One question and nothing beside it: TAB is nobody's key until it is answered.
    count = len(state.words)
    keys = (Key("ENTER", f"yes, {count} word{'s' * (count > 1)}"), Key("BACKSPACE", "no"), STOP)
    return replace(page, call=called(method.typed_by, rules, IS_THIS_ALL), then=Call(), keys=keys)


def _noticed(state: Checking, now_ms: int) -> str:
    """The one sentence that is most urgent now."""
    told_at = station_entry.named_at(state)
    if told_at is not None and now_ms >= told_at:
        return station_entry.LIFT.format(key=state.down[0])
    return state.notice or _twice(state.words)


def _twice(words: tuple[Word, ...]) -> str:
    doubled = entered_twice(words)
    return f"{', '.join(doubled)} entered twice" if doubled else ""


def judging(checked: Checking, pressed_ms: int, procedure: Procedure) -> Page:
    """The same words while the record is made; nobody is asked for anything."""
    return replace(entered(checked, pressed_ms, procedure), then=Call(), keys=())


def _at_board(state: AtBoard, rules: RuleSet) -> Page:
    return Page(
        Layout.NOTICE,
        call=called(Person.BOTH, rules, "at the board"),
        headline=f"Back by {state.back_by}",
        says=("The words are kept, and hidden.",),
        lines=shown(rules.prompts.silence),
        notice=station_entry.ENTER_BRINGS_BACK if state.hint else "",
        keys=(Key("ENTER", "show the words again"),),
    )


# ---- verdict -----------------------------------------------------------------------------------------------
# The pages after an entry: the verdict, a challenge that was given up, an entry that was cleared.

PLAY_STANDS = "The play stands."
PLAY_COMES_OFF = "The play comes off."
DONE = Key("ENTER", "done")


# --- the verdict ------------------------------------------------------------------------------------------


def result(state: Showing | Referred, division: Division) -> Page:
    ruled, rules = state.ruling.adjudication, division.rules
    refer = ruled.verdict is Verdict.REFER
    return Page(
        Layout.VERDICT,
        _tone(ruled.verdict),
        sign=Sign.ARROW if refer else Sign.NONE,
        headline=rules.verdict.word(ruled.verdict),
        says=_says(ruled.verdict, rules, ruled.consequence or ""),
        lines=_lines(ruled.verdict, rules),
        words=tuple(WordLine(place, word) for place, word in enumerate(ruled.words, 1)),
        number=f"{'Number' if refer else 'Ruling'} {state.ruling.number}",
        remark="write it on the slip" if not refer and _has_slip(rules) else "",
        notice=station_entry.ENTER_WHEN_READ if state.hint else "",
        keys=_shown_keys(state),
    )


def _shown_keys(state: Showing | Referred) -> tuple[Key, ...]:
    if not state.open:
        return ()
    return (DONE,) if state.held else (Key("← →", "longer"), DONE)


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


def _says(verdict: Verdict, rules: RuleSet, consequence: str) -> tuple[str, ...]:
    """What follows from *verdict*; *consequence*: as it stands on record."""
    match verdict:
        case Verdict.ACCEPTABLE:
            return shown(PLAY_STANDS, _sentence(consequence))
        case Verdict.UNACCEPTABLE:
            return shown(PLAY_COMES_OFF, _sentence(consequence))
        case Verdict.REFER:
            terms = rules.terms
            along = f"the {terms.slip} and this number" if _has_slip(rules) else "this number"
            return f"Take {along} along.", f"Keep the {terms.clock} {terms.stopped}."
        case _:
            assert_never(verdict)


def _lines(verdict: Verdict, rules: RuleSet) -> tuple[str, ...]:
    """What is to be done besides."""
    words, prompts = rules.verdict, rules.prompts
    match verdict:
        case Verdict.ACCEPTABLE:
            return shown(_marked(prompts.mark_slip, words.acceptable_mark))
        case Verdict.UNACCEPTABLE:
            marked = _marked(prompts.mark_slip, words.unacceptable_mark)
            return shown(marked, rules.consequence.drawn_tiles)
        case Verdict.REFER:
            return shown(prompts.silence)  # nothing was decided that could be marked
        case _:
            assert_never(verdict)


def _marked(mark_slip: str, mark: str) -> str:
    return f"{mark_slip} {mark}" if mark_slip else ""


def _has_slip(rules: RuleSet) -> bool:
    return rules.station_method.slip is not Slip.NONE


def _sentence(text: str) -> str:
    return f"{text.removesuffix('.')}." if text else ""


# --- a challenge that was given up ------------------------------------------------------------------------


def conceded(state: Conceded, division: Division) -> Page:
    return Page(
        Layout.NOTICE,
        headline=_gave_up(state.by, division.rules),
        says=(given_up(state.by, state.words, division),),
        lines=("On record, without a look-up.",),
        notice=station_entry.ENTER_WHEN_READ if state.hint else "",
        keys=(DONE,) if state.open else (),
    )


def _gave_up(by: Side, rules: RuleSet) -> str:
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
    return f"{play} {_sentence(consequence_line(division.rules, division.penalty, verdict, words))}"


# --- an entry that was cleared ----------------------------------------------------------------------------


def told(state: Told, procedure: Procedure) -> Page:
    who = director(rules_at(state, procedure))
    because = why(state.cause, who)
    because = f"{because[0].upper()}{because[1:]}."
    notice = station_entry.ENTER_WHEN_READ if state.hint else ""
    if state.number:
        return Page(
            Layout.NOTICE,
            headline=f"RULING {state.number} IS ON RECORD",
            says=(because,),
            lines=(f"The {who} can show it.",),
            notice=notice,
            keys=(DONE,),
        )
    return Page(
        Layout.NOTICE,
        headline="START AGAIN",
        says=("The words were cleared.",),
        lines=(because,),
        notice=notice,
        keys=(Key("ENTER", "start again"),),
    )


# ---- beside ------------------------------------------------------------------------------------------------
# The pages beside a challenge: the choices after ESC, the director's door, a station that is closed.

USE_ANOTHER = "Use another station."
IN_USE = "The console of this station is open."


# --- choices ----------------------------------------------------------------------------------------------


def choices(state: Choosing | Conceding, procedure: Procedure) -> Page:
    match state:
        case Choosing():
            return _choosing(state, procedure)
        case Conceding():
            return _conceding(state, procedure)
        case _:
            assert_never(state)


def _choosing(state: Choosing, procedure: Procedure) -> Page:
    rules = rules_for(state, procedure)
    must = station_entry.A_NUMBER if state.hint else _must_adjudicate(state, procedure)
    return Page(
        Layout.CHOICES,
        call=Call("BOTH", "what now?", flag=RoleFlag.DOUBLE),
        keys=tuple(
            Key(str(number), _offered(option, rules))
            for number, option in enumerate(options(state, procedure), 1)
        ),
        lines=() if must else _help(state, rules),
        notice=must,
    )


def _offered(option: Option, rules: RuleSet) -> str:
    match option:
        case Option.GO_BACK:
            return "go back"
        case Option.CLEAR:
            return "clear and start again"
        case Option.GIVE_UP:
            return f"the {rules.terms.challenger} gives up"
        case Option.TAKE_BACK:
            return f"the {rules.terms.challenged} takes the play back"
        case Option.CALL:
            return f"call the {director(rules)}"
        case _:
            assert_never(option)


def _help(state: Choosing, rules: RuleSet) -> tuple[str, ...]:
    """What players may want who have entered nothing."""
    if entry_of(state) is not None or division_of(state) is None:
        return ()
    prompts = rules.prompts
    return shown(prompts.again, prompts.doubt, prompts.placement, prompts.manual)


def _must_adjudicate(state: Choosing, procedure: Procedure) -> str:
    """What the rulebook says to players who would rather not go on."""
    if entry_of(state) is None or may_concede(state, procedure):
        return ""
    return rules_for(state, procedure).prompts.must_adjudicate


def _conceding(state: Conceding, procedure: Procedure) -> Page:
    division = procedure.divisions[division_of(state) or 0]
    entry = entry_of(state)
    return Page(
        Layout.NOTICE,
        call=called(Person(state.by), division.rules, "press", "ENTER"),
        headline=_asked(state.by),
        says=(given_up(state.by, len(entry.lines) if entry else 0, division),),
        keys=(Key("ESC", "go back"),),
        notice=station_entry.ENTER_OR_ESC if state.hint else "",
    )


def _asked(by: Side) -> str:
    match by:
        case Side.CHALLENGER:
            return "Give up the challenge?"
        case Side.CHALLENGED:
            return "Take the play back?"
        case _:
            assert_never(by)


# --- the director's door ----------------------------------------------------------------------------------


def at_the_door(state: Unlocking | WithDirector, now_ms: int, procedure: Procedure) -> Page:
    rules = rules_at(state, procedure)
    match state:
        case Unlocking():
            return _unlocking(state, now_ms, rules)
        case WithDirector():
            return _with_director(state, rules)
        case _:
            assert_never(state)


def _unlocking(state: Unlocking, now_ms: int, rules: RuleSet | None) -> Page:
    return Page(
        Layout.PASSCODE,
        call=_staff(director(rules), "type the passcode"),
        masked=len(state.typed),
        notice=_wait_told(state, now_ms),
        keys=(Key("ENTER", "unlock"), Key("ESC", "go back")),
    )


def _staff(who: str, action: str) -> Call:
    return Call(who.upper(), action, flag=RoleFlag.SQUARE)


def _wait_told(state: Unlocking, now_ms: int) -> str:
    """What the door says, and how long the next try must wait."""
    if now_ms >= state.since_ms:
        return state.message
    wait = f"Wait {-(-(state.since_ms - now_ms) // 1000)} s, then type it again."
    return f"{state.message} {wait}".strip()


def _with_director(state: WithDirector, rules: RuleSet | None) -> Page:
    resume = "check everything and resume" if isinstance(state.under, OutOfService) else "resume the station"
    leave = (Key("2", "leave the kiosk"),) if may_leave(state) else ()
    who = {Holder.DIRECTOR: director(rules), Holder.JUDGE: judge(rules)}.get(state.role, state.role)
    held = "" if state.role == Holder.DEMONSTRATION else f"In use by the {who}."
    if state.console:
        return Page(Layout.CHOICES, call=_staff(who, "the console is open"), lines=(held or IN_USE,))
    console = (Key("3", "open the console"),) if may_open_console(state) else ()
    return Page(
        Layout.CHOICES,
        call=_staff(who, "what now?"),
        lines=shown(held, _found(state), state.message),
        keys=(Key("1", resume), *leave, *console, Key("ESC", "go back")),
    )


def _found(state: WithDirector) -> str:
    """What closed the station, in the words of whatever noticed it: players are not told."""
    if not isinstance(state.under, Locked):
        return ""
    since = f" at {state.under.at}" if state.under.at else ""
    return f"Locked{since}: {state.under.what}."


# --- closed -----------------------------------------------------------------------------------------------


def closed(
    state: NoKeyboard | DirectorNeeded | Closed | Left, procedure: Procedure, around: Surroundings
) -> Page:
    who = director(rules_at(state, procedure))
    match state:
        case DirectorNeeded():
            return _director_needed(state, who, around)
        case NoKeyboard():
            return _no_keyboard(state, who, around)
        case Locked(at=at):
            since = f" at {at}" if at else ""
            page = _notice(Sign.PADLOCK, "LOCKED", f"This station was disturbed{since}.", who)
        case OutOfService(why=why, at=at):
            since = f"Since {at}: " if at else ""
            page = _notice(Sign.BARRIER, "OUT OF SERVICE", f"{since}{why}", who)
        case Left():
            page = _notice(Sign.BARRIER, "CLOSED", f"The {who} has closed this station.", who)
        case _:
            assert_never(state)
    return replace(page, letter=around.letter)


def _notice(sign: Sign, headline: str, why: str, who: str) -> Page:
    lines = (f"{USE_ANOTHER} Call the {who}.",)
    return Page(Layout.NOTICE, Tone.CLOSED, sign, headline=headline, says=(why,), lines=lines)


def _no_keyboard(state: NoKeyboard, who: str, around: Surroundings) -> Page:
    kept = "Your words are kept for a while. " if entry_of(state) is not None else ""
    return Page(
        Layout.CALLED,
        Tone.CALL,
        Sign.HAND,
        headline="NO KEYBOARD",
        says=(f"{kept}Call the {who}.",),
        letter=around.letter,
        place=around.place,
    )


def _director_needed(state: DirectorNeeded, who: str, around: Surroundings) -> Page:
    kept = "Your words are kept. " if entry_of(state) is not None else ""
    return Page(
        Layout.CALLED,
        Tone.CALL,
        Sign.HAND,
        headline=f"{who} needed".upper(),
        says=(f"{kept}Others: use another station.",),
        notice=station_entry.ESC_TAKES_BACK if state.hint else "",
        keys=(Key("ESC", "take it back"),),
        letter=around.letter,
        place=around.place,
    )


# ---- wording -----------------------------------------------------------------------------------------------
# Every sentence a player reads, as a function of the state.
#
# What differs between rulebooks comes from the rule set; everything else is here, and in `notices`, and
# nowhere else. A page says nothing about a single word: it is built from the play's verdict, which is all a
# ruling knows.


def page(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    """What the screen says in *state*."""
    body = _body(state, now_ms, procedure, around)
    return replace(
        wording.framed(body, state, procedure, around), countdown=countdown(state, now_ms, procedure)
    )


def _body(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    match state:
        case StaffOnly() | ChoosingDivision() | Counting():
            return idle(state, procedure, around)
        case Entering() | AskingTable() | Checking() | AtBoard():
            return entered(state, now_ms, procedure)
        case Judging(checked=checked, pressed_ms=pressed_ms):
            return judging(checked, pressed_ms, procedure)
        case Showing() | Referred():
            return result(state, procedure.divisions[state.division])
        case Conceded():
            return conceded(state, procedure.divisions[state.division])
        case Told():
            return told(state, procedure)
        case Choosing() | Conceding():
            return choices(state, procedure)
        case Unlocking() | WithDirector():
            return at_the_door(state, now_ms, procedure)
        case NoKeyboard() | DirectorNeeded() | Locked() | OutOfService() | Left():
            return closed(state, procedure, around)
        case _:
            assert_never(state)
