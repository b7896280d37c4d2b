"""Linux: guards, session, and the X server asked directly."""
