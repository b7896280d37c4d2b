"""The set-up wizard: the same questions in a window and at a terminal.

Its questions come from the fields of `setup.settings`; `machine` asks them, `run` looks at lists and sticks
and writes.

Open to other folders: program terminal
"""
