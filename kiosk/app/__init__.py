"""Composes the program, and starts it."""
