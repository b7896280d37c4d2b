"""The only SQL and file formats of the program."""
