"""A spare machine goes on where a lost one stopped."""
