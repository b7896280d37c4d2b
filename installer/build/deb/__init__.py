"""Debian packages: the program, and the kiosk session beside it."""
