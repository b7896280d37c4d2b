"""What a person can do with a hub."""
