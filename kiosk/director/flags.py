"""What the flags of a ruling mean: what was known of it at the moment of TAB."""

from collections.abc import Mapping

FLAGS: Mapping[str, str] = {
    "casual": "No event was open: it does not count in the figures of one.",
    "demonstration": "The station was not set up: nothing about it was the director's choice.",
    "unofficial_list": "The word list is not the official one of this rule set.",
    "duplicate_word": "The same word was entered more than once.",
    "list_changed_at_station": "Words were added or taken away at the station, later than the rules allow.",
    "no_table": "The set-up asks for a table, and none was given.",
    "other_rules": "Another rule set than that of the set-up was asked for.",
    "other_list": "Another word list than that of the set-up was asked for.",
    "board": "The players went back to the board during the entry.",
}


def flag_meaning(flag: str) -> str:
    return FLAGS.get(flag, "")
