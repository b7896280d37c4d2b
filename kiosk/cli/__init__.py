"""The command line itself: `main` knows every command by name and imports one when it is called.

A command lives in the folder of its feature; here is what commands share: options, help, tables, the
terminal.

Open to other folders: help main options staff table terminal
"""
