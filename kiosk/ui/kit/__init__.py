"""What every window is made of: type, colour, shapes, keys."""
