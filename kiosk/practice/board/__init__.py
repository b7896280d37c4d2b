"""A play drawn as a small part of the board: tiles, premium squares, the words it makes, its score."""
