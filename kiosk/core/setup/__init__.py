"""How a station is set up, and what its set-up means for a challenge."""
