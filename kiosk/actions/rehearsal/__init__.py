"""Rehearse a challenge: the station's own run on a folder that is thrown away, and the lesson beside it."""
