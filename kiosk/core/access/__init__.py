"""Passcodes, as values."""
