"""What a verdict means and costs under the division's own penalty, and what to do with the slip."""

from typing import assert_never

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.rules.choices import Slip
from kiosk.core.rules.penalties import consequence_line
from kiosk.core.setup.division import Division

PER_WORD = "That is for each word challenged."


def after_verdict(verdict: Verdict, division: Division, words: int) -> str:
    """What follows from *verdict* on a play of *words* words."""
    rules = division.rules
    costs = _sentence(consequence_line(rules, division.penalty, verdict, words))
    match verdict:
        case Verdict.ACCEPTABLE:
            each = PER_WORD if division.penalty.per_word else ""
            return _joined("Every word is good: the play stands, the challenge has failed.", costs, each)
        case Verdict.UNACCEPTABLE:
            alone = (
                "The word is not good"
                if words == 1
                else "At least one word is not good; nobody is told which"
            )
            return _joined(f"{alone}. The whole play comes off.", costs)
        case Verdict.REFER:
            return f"Only the {rules.terms.judge} can settle this play: go there with the number."
        case _:
            assert_never(verdict)


def farewell(division: Division) -> str:
    """What to keep in mind at the event: the slip, and what a challenge costs."""
    failed = _sentence(consequence_line(division.rules, division.penalty, Verdict.ACCEPTABLE, 1))
    costs = f"If a challenge fails: {failed}" if failed else ""
    return _joined(_slip(division), costs, "F10 leaves.")


def _slip(division: Division) -> str:
    rules = division.rules
    term, mark = rules.terms.slip, rules.prompts.mark_slip
    noted = f"The number of the ruling {'and its mark go' if mark else 'goes'} on it."
    match rules.station_method.slip:
        case Slip.NONE:
            return "No slip is needed here."
        case Slip.REQUIRED:
            return f"At the event, the words must be on a {term}. {noted}"
        case Slip.ADVISED:
            return f"At the event, the words should be on a {term}. {noted}"
        case Slip.ON_DEMAND:
            return f"At the event, the opponent may ask for the words on a {term}. {noted}"
        case _:
            assert_never(rules.station_method.slip)


def _sentence(text: str) -> str:
    return f"{text.removesuffix('.')}." if text else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
