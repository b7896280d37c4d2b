"""The window of a rehearsal: the station's own, between a strip and the lesson."""
