"""Words, plays and the lists that hold them."""
