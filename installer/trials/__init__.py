"""Tries what is given out where nothing else is: bare roots, packages, roll-out, the boot stick."""
