"""The pages after an entry: the verdict, a challenge that was given up, an entry that was cleared."""

from typing import assert_never

from kiosk.core.challenge.entry import notices
from kiosk.core.challenge.parties import Side
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    Conceded,
    Referred,
    Showing,
    Told,
)
from kiosk.core.challenge.wording.before import shown, why
from kiosk.core.challenge.wording.roles import director, rules_at
from kiosk.core.page import Key, Layout, Page, Sign, Tone, WordLine
from kiosk.core.rules.choices import Slip
from kiosk.core.rules.penalties import consequence_line
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.division import Division

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
        notice=notices.ENTER_WHEN_READ if state.hint else "",
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
        notice=notices.ENTER_WHEN_READ if state.hint else "",
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
    notice = notices.ENTER_WHEN_READ if state.hint else ""
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
