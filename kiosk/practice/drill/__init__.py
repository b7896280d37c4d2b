"""The drill: a play is shown, accepted or challenged, and then explained. Its machine is pure and closed."""
