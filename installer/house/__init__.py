"""Holds the house in order: layers, contracts, walks, and what documents say by themselves."""
