"""The folder, on a stick, from which equal stations are made."""
