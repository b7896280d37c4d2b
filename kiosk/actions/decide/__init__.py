"""Decide something as the director: what there is to decide, what would follow, and the record of it."""
