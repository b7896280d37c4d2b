"""What the station must see of its own window, and what is a violation."""
