"""The director's console: its machine, and the values that pass between it and whoever reads the log."""
