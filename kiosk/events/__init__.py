"""Events, rounds and pairings: what the director opens, starts and closes.

Every one of these acts is a record. Names of players stay out of the log, in a pairings file that can be
erased.

Open to other folders: actions pairings_actions
"""
