"""Run by the frozen program before anything else: a program without a console has no standard streams, and
what is said to nobody must not end it."""

import os
import sys

for _name, _mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
    if getattr(sys, _name) is None:
        setattr(sys, _name, open(os.devnull, _mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for good
