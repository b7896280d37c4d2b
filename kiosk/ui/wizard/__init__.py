"""The set-up wizard on the screen."""
