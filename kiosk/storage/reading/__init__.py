"""Reads logs, for whoever asks, without ever writing to them."""
