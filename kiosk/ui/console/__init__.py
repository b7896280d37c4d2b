"""The director's console: one window, one file a page."""
