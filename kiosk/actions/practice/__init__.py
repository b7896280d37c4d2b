"""Practise: begin, take a session, bring words in and out, see the scores."""
