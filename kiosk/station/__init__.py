"""Runs one challenge machine with its collaborators passed in."""
