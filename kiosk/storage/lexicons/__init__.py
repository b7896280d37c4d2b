"""Word lists on disk: taken in, recognised, kept, loaded."""
