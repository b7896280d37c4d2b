"""The station's window and those that belong to it."""
