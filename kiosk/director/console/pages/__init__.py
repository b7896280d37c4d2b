"""One module a page: what it knows, what it asks for, and what becomes of it on an event that is its own."""
