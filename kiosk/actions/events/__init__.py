"""What the director does about an event and its rounds."""
