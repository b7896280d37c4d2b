"""The pages beside a challenge: the choices after ESC, the director's door, a station that is closed."""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.access import may_leave, may_open_console
from kiosk.core.challenge.choosing import Option, may_concede, options
from kiosk.core.challenge.entry import notices
from kiosk.core.challenge.held import division_of, entry_of
from kiosk.core.challenge.parties import Holder, Side
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.states import (
    Choosing,
    Closed,
    Conceding,
    DirectorNeeded,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Unlocking,
    WithDirector,
)
from kiosk.core.challenge.wording.before import shown
from kiosk.core.challenge.wording.frame import Surroundings
from kiosk.core.challenge.wording.roles import called, director, judge, rules_at, rules_for
from kiosk.core.challenge.wording.verdict import given_up
from kiosk.core.page import Call, Key, Layout, Page, RoleFlag, Sign, Tone
from kiosk.core.rules.choices import Person
from kiosk.core.rules.ruleset import RuleSet

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
    must = notices.A_NUMBER if state.hint else _must_adjudicate(state, procedure)
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
        notice=notices.ENTER_OR_ESC if state.hint else "",
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
        notice=notices.ESC_TAKES_BACK if state.hint else "",
        keys=(Key("ESC", "take it back"),),
        letter=around.letter,
        place=around.place,
    )
