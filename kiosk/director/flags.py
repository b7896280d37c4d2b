"""What the flags of a ruling mean: what was known of it at the moment of TAB."""

from collections.abc import Mapping

from kiosk.core.challenge.ruling import RulingFlag

FLAGS: Mapping[str, str] = {
    RulingFlag.CASUAL: "No event was open: it does not count in the figures of one.",
    RulingFlag.DEMONSTRATION: "The station was not set up: nothing about it was the director's choice.",
    RulingFlag.UNOFFICIAL_LIST: "The word list is not the official one of this rule set.",
    RulingFlag.DUPLICATE_WORD: "The same word was entered more than once.",
    RulingFlag.LIST_CHANGED: "Words were added or taken away at the station, later than the rules allow.",
    RulingFlag.NO_TABLE: "The set-up asks for a table, and none was given.",
    RulingFlag.OTHER_RULES: "Another rule set than that of the set-up was asked for.",
    RulingFlag.OTHER_LIST: "Another word list than that of the set-up was asked for.",
    RulingFlag.BOARD: "The players went back to the board during the entry.",
}


def flag_meaning(flag: str) -> str:
    return FLAGS.get(flag, "")
