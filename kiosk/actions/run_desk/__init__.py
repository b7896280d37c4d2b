"""Run an adjudicator's desk: open what it rules with, rule, end it. No Qt."""
