"""Rule sets: what the rulebooks say, as data with a clause beside every value."""
