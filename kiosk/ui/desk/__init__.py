"""The adjudicator's desk on the screen."""
