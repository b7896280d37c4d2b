"""One challenge: the station's machine, its states and every sentence of it."""
