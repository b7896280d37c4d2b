"""The director's decisions: forms made from a rule set, and what follows from the answers."""
