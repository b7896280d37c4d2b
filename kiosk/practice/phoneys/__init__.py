"""Strings that look like words and are none: how they are made, and the real words that look like them."""
