"""What is said of a decision after it was made: what it brought, and what would have been best."""

from kiosk.core.frozen import frozen
from kiosk.practice.decision import Move
from kiosk.practice.drill.states import Revealed


@frozen
class DecisionTold:
    """*answer*: what the player did; *truth*: what the play was; *points*: with its sign; *lines*: why."""

    answer: str
    truth: str
    points: str
    lines: tuple[str, ...]


def told(state: Revealed) -> DecisionTold:
    """The decision of *state* in words."""
    weighed, attempt = state.weighed, state.attempt
    words = [word.word for word in state.question.words]
    picked = attempt.picked and len(words) > 1
    lines = [f"A challenge pays from {percent(weighed.break_even)} sure that the play is not good."]
    if weighed.at_belief is not None and attempt.belief is not None:
        best = _move(weighed.at_belief, words, picked=picked)
        lines.append(f"At the {percent(attempt.belief)} you said, best is to {best}.")
        short = weighed.threshold_lost or 0.0
        if short >= 0.05:
            lines.append(f"Your choice was worth {short:.1f} points less than that.")
    lines.append(f"Knowing every word, best is to {_move(weighed.knowing, words, picked=picked)}.")
    return DecisionTold(
        answer=f"You {_did(attempt.challenged, words, picked=picked)}.",
        truth="The play was not good." if state.question.is_bad else "The play was good.",
        points=points(weighed.points),
        lines=tuple(lines),
    )


def points(number: float) -> str:
    """*number* of points with its sign."""
    return f"{number:+.0f} points".replace("-", "−") if round(number) else "0 points"


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _did(challenged: tuple[int, ...], words: list[str], *, picked: bool) -> str:
    if not challenged:
        return "accepted"
    return f"challenged {_named(challenged, words)}" if picked else "challenged"


def _move(move: Move, words: list[str], *, picked: bool) -> str:
    if not move.challenges:
        return "accept"
    return f"challenge {_named(move.places, words)}" if picked else "challenge"


def _named(places: tuple[int, ...], words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[at] for at in places[:-1]), words[places[-1]]]))
