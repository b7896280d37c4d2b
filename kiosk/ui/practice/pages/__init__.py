"""What practice shows, one module a page."""
