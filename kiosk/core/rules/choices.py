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
