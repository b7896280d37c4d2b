"""Commands for more than one machine: a spare one, equal ones."""
