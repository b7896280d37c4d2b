"""What a rule set chooses from, spelled as in its file."""

from enum import StrEnum


class RulebookStatus(StrEnum):
    FINAL = "final"
    DRAFT = "draft"


class MethodId(StrEnum):
    """The ways to adjudicate that the rulebooks know."""

    SELF_STATION = "self_station"
    SMART_DEVICE = "smart_device"
    TD_DEVICE = "td_device"
    WORD_JUDGE_COMPUTER = "word_judge_computer"
    WORD_JUDGE_BOOK = "word_judge_book"
    RUNNER = "runner"
    SELF_RUNNER = "self_runner"


class DivisionKind(StrEnum):
    """By which part of a rulebook a division plays, as the director declares it."""

    MAIN = "main"
    INTERNATIONAL = "international"
    SCHOOL = "school"


class LongBy(StrEnum):
    """What settles a long word that the main list lacks: nothing, a list of such words, or a dictionary that
    only a person can read."""

    NONE = "none"
    LIST = "list"
    BOOK = "book"


class Person(StrEnum):
    """Who does a step of a method."""

    CHALLENGER = "challenger"
    CHALLENGED = "challenged"
    BOTH = "both"
    JUDGE = "judge"
    DIRECTOR = "director"
    NONE = "none"


class Slip(StrEnum):
    REQUIRED = "required"
    ON_DEMAND = "on_demand"
    ADVISED = "advised"
    NONE = "none"


class EditUntil(StrEnum):
    """Until when words may be added or removed."""

    ADJUDICATION = "adjudication"
    LEFT_TABLE = "left_table"
    FIRST_LETTER = "first_letter"
    HANDED_OVER = "handed_over"


class Concession(StrEnum):
    """Who may end a challenge without a verdict."""

    EITHER = "either"
    NONE = "none"


class ZeroTurn(StrEnum):
    """When a lost challenge counts as a turn without score."""

    ALWAYS = "always"
    PLAY_REMOVED = "play_removed"


class PenaltyId(StrEnum):
    """Every system of what a failed challenge costs that the rulebooks know."""

    LOSE_TURN = "lose_turn"
    FIVE_PER_WORD = "five_per_word"
    FIVE_PER_TURN = "five_per_turn"
    TEN_PER_WORD = "ten_per_word"
    TEN_PER_TURN = "ten_per_turn"
    NONE = "none"
    DINGLE = "dingle"
    FIVE_THEN_TEN = "five_then_ten"
    LADDER = "ladder"
    TIME = "time"


class AppliedTo(StrEnum):
    """Whose score the points of a failed challenge change."""

    CHALLENGED_GAIN = "challenged_gain"
    CHALLENGER_LOSS = "challenger_loss"


class PenaltyScope(StrEnum):
    """Over what earlier failed challenges are counted."""

    GAME = "game"
    EVENT = "event"


class Aim(StrEnum):
    """What a remedy changes, or who decides it."""

    GAME = "game"
    SPREAD = "spread"
    DIRECTOR = "director"
    NONE = "none"


class Target(StrEnum):
    """What the amount of a director's decision is taken from or added to."""

    GAME = "game"
    SPREAD = "spread"
    CLOCK = "clock"
    TURN = "turn"
    NONE = "none"


class AfterVerdict(StrEnum):
    """The verdict a remedy presupposes."""

    ACCEPTABLE = "acceptable"
    UNACCEPTABLE = "unacceptable"
    ANY = "any"


class Responsible(StrEnum):
    """Who must have caused a fault for its remedy to be due."""

    ONE_PLAYER = "one_player"
    ANY = "any"


class DecisionShape(StrEnum):
    """How a decision is asked about and worked out."""

    PLAIN = "plain"
    IMPROPER_LOOKUP = "improper_lookup"
    FAILED_CHALLENGE = "failed_challenge"
    WAIVED = "waived"
    OUTCOME = "outcome"
    SECOND_OPINION = "second_opinion"
    THIRD_OPINION = "third_opinion"
    FIRST_STANDS = "first_stands"
    MANUAL = "manual"
    COMPENSATION = "compensation"
    MISADJUDICATION = "misadjudication"
    WITHDRAWAL = "withdrawal"
    PLACEMENT = "placement"
    AFTER_CHALLENGE = "after_challenge"
    BLANK = "blank"


class Effect(StrEnum):
    """What a decision does to a player's score, clock, turn or game."""

    POINTS_TO_GAME = "points_to_game"
    POINTS_OFF_GAME = "points_off_game"
    POINTS_TO_SPREAD = "points_to_spread"
    POINTS_OFF_SPREAD = "points_off_spread"
    TIME_ADDED = "time_added"
    TIME_TAKEN = "time_taken"
    TURN_LOST = "turn_lost"
    TURN_KEPT = "turn_kept"
    VERDICT_CORRECTED = "verdict_corrected"
    GAME_LOST = "game_lost"
    NONE = "none"

    @property
    def target(self) -> Target:
        """What it is taken from or added to."""
        return _TARGETS.get(self, Target.NONE)

    @property
    def in_points(self) -> bool:
        return self.value.startswith("points_")

    @property
    def in_time(self) -> bool:
        return self.target is Target.CLOCK


_TARGETS = {
    Effect.POINTS_TO_GAME: Target.GAME,
    Effect.POINTS_OFF_GAME: Target.GAME,
    Effect.GAME_LOST: Target.GAME,
    Effect.POINTS_TO_SPREAD: Target.SPREAD,
    Effect.POINTS_OFF_SPREAD: Target.SPREAD,
    Effect.TIME_ADDED: Target.CLOCK,
    Effect.TIME_TAKEN: Target.CLOCK,
    Effect.TURN_LOST: Target.TURN,
    Effect.TURN_KEPT: Target.TURN,
    Effect.VERDICT_CORRECTED: Target.TURN,
}


class Concerned(StrEnum):
    """Whom a decision concerns. A player is never named: by the part in the challenge, or by who went first
    in the game."""

    CHALLENGER = "challenger"
    CHALLENGED = "challenged"
    FIRST = "first"
    SECOND = "second"
    BOTH = "both"
    NONE = "none"


class YesNo(StrEnum):
    YES = "yes"
    NO = "no"


class ThirdWhen(StrEnum):
    """When there is a third opinion: if the first two differ, or also by the director's exception."""

    DIFFER = "differ"
    DIFFER_OR_EXCEPTION = "differ_or_exception"


OURS = "ours"  # as a clause: no rulebook has it, directors do it all the same


def cite(clause: str) -> str:
    """*clause* as a director reads it."""
    return "no clause: the Director's own" if clause == OURS else clause
