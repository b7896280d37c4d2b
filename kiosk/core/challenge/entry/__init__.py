"""The words of a challenge until TAB is pressed: typed, with their table, checked."""
