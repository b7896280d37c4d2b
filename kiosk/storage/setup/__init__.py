"""The set-up on disk, and everything it names."""
