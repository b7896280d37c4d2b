"""Tables of a file, read and written by what frozen dataclasses declare."""
