"""Run a station: open what it rules with, keep it going, end it. No Qt."""
