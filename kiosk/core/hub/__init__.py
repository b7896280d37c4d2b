"""Many stations: what a station and a hub say to each other, as values."""
