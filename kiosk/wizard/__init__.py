"""The set-up wizard: its questions as a machine over the fields of a set-up. Nothing here writes anything."""
