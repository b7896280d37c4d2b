"""The only Qt of the program."""
