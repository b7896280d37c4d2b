"""A sheet of paper as a value, and the ways to write it down."""
