"""The window of practice: never a ruling's look, everything by keys, the mouse too."""
