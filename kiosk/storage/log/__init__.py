"""The one writer of the log, and what stands beside its file."""
