"""What a person can do with a log: list, show, verify, export, report, merge."""
