"""The ways out of a station: what they are, what closes each, and how they stand on this machine."""
